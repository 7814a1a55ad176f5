#include "app/lab/kinds.h"

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

bool lab_kinds_parse(const char *text, bool primitives, LabKinds *out, Error *err)
{
    out->primitives = primitives;
    out->count = primitives ? hybrid_kinds_parse(text, out->builders, err)
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
