#include "app/lab/kinds.h"

#include "app/document/presets.h"
#include "app/io/text_buffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HOLDS(most, text, name)                                                                    \
    ((int)(most) == LAB_KINDS_MOST && (int)(text) <= LAB_KIND_TEXT && (int)(name) <= LAB_KIND_NAME)
_Static_assert(HOLDS(SEARCH_KINDS_MOST, SEARCH_KIND_TEXT, SEARCH_KIND_NAME) &&
                   HOLDS(HYBRID_KINDS_MOST, HYBRID_KIND_TEXT, HYBRID_KIND_NAME),
               "one table holds either");
#undef HOLDS

const char *lab_kinds_usual(bool primitives)
{
    return primitives ? "builders" : "presets";
}

// Presets that say how hierarchies over primitives are built stand for that builder, "presets" for all of those.
static bool put_builder(const char *kind, TextBuffer *out)
{
    char name[LAB_KIND_TEXT];
    bool found = false;
    size_t length = strcspn(kind, ":,"), rest = strcspn(kind, ",") - length;
    snprintf(name, sizeof name, "%.*s", (int)length, kind);
    for (int i = 0; i < search_preset_count; ++i) {
        const HybridBuilder *builder = preset_builder(search_presets[i]);
        if (!builder || (strcmp(name, "presets") != 0 && !named_is(search_presets[i]->name, name)))
            continue;
        text_add(out, "%s%s%.*s", found ? "," : "", builder->name, (int)rest, kind + length);
        found = true;
    }
    return found;
}

static int parse_builders(const char *text, HybridDesc *kinds, Error *err)
{
    TextBuffer words = {0};
    for (const char *kind = text; *kind;) {
        kind += strspn(kind, " ");
        size_t length = strcspn(kind, ",");
        if (!put_builder(kind, &words))
            text_add(&words, "%.*s", (int)length, kind);
        kind += length;
        if (*kind == ',')
            text_add(&words, ",");
        kind += *kind == ',';
    }
    char *read = text_take(&words);
    int count = read ? hybrid_kinds_parse(read, kinds, err) : 0;
    if (!read)
        error_set(err, "not enough memory for the kinds");
    free(read);
    return count;
}

bool lab_kinds_parse(const char *text, bool primitives, LabKinds *out, Error *err)
{
    out->primitives = primitives;
    out->count = primitives ? parse_builders(text, out->builders, err)
                            : search_kinds_parse(text, out->searches, err);
    return out->count > 0;
}

void lab_kind_text(const LabKinds *kinds, int kind, char *text, size_t size)
{
    if (kinds->primitives)
        hybrid_kind_text(&kinds->builders[kind], text, size);
    else
        search_kind_text(&kinds->searches[kind], text, size);
}

void lab_kind_name(const LabKinds *kinds, int kind, char *text, size_t size)
{
    if (kinds->primitives)
        hybrid_kind_name(&kinds->builders[kind], text, size);
    else
        search_kind_name(&kinds->searches[kind], text, size);
}

bool lab_run(const LabSubject *subject, const LabKinds *kinds, const ContestListener *listener,
             ContestResult *results, Job *job, Error *err)
{
    ContestListener nobody = {0};
    if (kinds->primitives) {
        HybridContest contest = {.pairs = subject->set_pairs,
                                 .pair_count = subject->pair_count,
                                 .frames = subject->frames,
                                 .kinds = kinds->builders,
                                 .kind_count = kinds->count,
                                 .listener = listener ? *listener : nobody};
        return hybrid_contest_run(&contest, results, job, err);
    }
    Contest contest = {.pairs = subject->pairs,
                       .pair_count = subject->pair_count,
                       .frames = subject->frames,
                       .kinds = kinds->searches,
                       .kind_count = kinds->count,
                       .listener = listener ? *listener : nobody};
    return contest_run(&contest, results, job, err);
}
