#include "app/document/presets.h"

#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "core/tree/build/build.h"

#include <string.h>

int preset_count(void)
{
    return search_preset_count + 1;
}

int preset_published(void)
{
    return search_preset_count;
}

const char *preset_name(int i)
{
    return i >= 0 && i < search_preset_count ? search_presets[i]->name
           : i == preset_published()         ? "as published"
                                             : NULL;
}

const char *preset_note(int i)
{
    return i >= 0 && i < search_preset_count ? search_presets[i]->note
           : i == preset_published() ? "the chosen volume with criterion, parameters, overlap test "
                                       "and descent as in its paper"
                                     : NULL;
}

// The chosen volume as its paper has it is a row like the others, of this moment.
static SearchPreset row(const Document *document, int preset)
{
    return preset < search_preset_count ? *search_presets[preset]
                                        : (SearchPreset){.build = {.type = document->build.type}};
}

const HybridBuilder *preset_builder(const SearchPreset *preset)
{
    for (int i = 0; preset->primitives && i < hybrid_builder_count; ++i)
        if (strcmp(hybrid_builders[i]->name, preset->primitives) == 0)
            return hybrid_builders[i];
    return NULL;
}

static void take_builder(HybridDesc *desc, const HybridBuilder *builder)
{
    if (!builder || desc->builder == builder)
        return;
    desc->builder = builder;
    desc->params_set = false; // they are another builder's
    *desc = hybrid_desc_filled(desc);
}

void preset_take(Document *document, int preset)
{
    SearchPreset chosen = row(document, preset);
    document->build = preset_build(&chosen);
    field_store(action_build_own_criterion.field, document, true);
    preset_query(&chosen, &document->query);
    take_builder(&document->primitives.desc, preset_builder(&chosen));
}

void preset_take_kind(Document *document, const SearchKind *kind)
{
    document->build = kind->build;
    field_store(action_build_own_criterion.field, document,
                kind->build.split == bvh_own_criterion(kind->build.type));
    document->query.test = kind->query.test;
    document->query.rule = kind->query.rule;
    document->query.lift = kind->query.lift;
}

static bool is(const Document *document, int preset)
{
    SearchPreset chosen = row(document, preset);
    BvhDesc build = preset_build(&chosen);
    QueryDesc query = document->query;
    preset_query(&chosen, &query);
    const HybridBuilder *builder = preset_builder(&chosen);
    return bvh_desc_equal(&document->build, &build) && document->query.test == query.test &&
           document->query.rule == query.rule && document->query.lift == query.lift &&
           (!builder || builder == document->primitives.desc.builder);
}

int preset_of(const Document *document)
{
    int i = 0;
    while (i < preset_count() && !is(document, i))
        ++i;
    return i;
}
