#include "app/document/presets.h"

#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "core/tree/build/build.h"

const char *const preset_names[PRESET_COUNT] = {"fast", "as published"};
const char *const preset_notes[PRESET_COUNT] = {
    "what is built and searched fastest, as on the first start: AABBs by spatial median",
    "the chosen volume with criterion, parameters, overlap test and descent as in its paper"};

static BvhDesc build_of(const Document *document, int preset)
{
    return bvh_desc_filled(
        &(BvhDesc){.type = preset == PRESET_PUBLISHED ? document->build.type : NULL});
}

void preset_take(Document *document, int preset)
{
    document->build = build_of(document, preset);
    field_store(action_build_own_criterion.field, document, true);
    document->query.test = 0;
    document->query.rule = document->build.type->rule;
}

int preset_of(const Document *document)
{
    for (int i = 0; i < PRESET_COUNT; ++i) {
        BvhDesc build = build_of(document, i);
        if (bvh_desc_equal(&document->build, &build) && document->query.test == 0 &&
            document->query.rule == build.type->rule)
            return i;
    }
    return PRESET_COUNT;
}
