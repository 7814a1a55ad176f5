#include "app/actions/action_tools.h"
#include "app/document/selection.h"

static bool alone(const Document *document, int32_t part)
{
    for (int32_t i = 0; i < document->part_count; ++i)
        if (document->parts[i].visible != selection_goes_along(document, part, i))
            return false;
    return true;
}

// A second time it brings the others back.
static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    Document *document = &app->document;
    bool others = alone(document, args->part);
    for (int32_t i = 0; i < document->part_count; ++i)
        document->parts[i].visible = others || selection_goes_along(document, args->part, i);
    return true;
}

const Action action_part_isolate = {
    .name = "part.isolate",
    .title = "Isolate part",
    .shortcut = "I",
    .note = "part: hides all others, or shows them again if they are hidden",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_SELECTED}},
    .enabled = action_needs_parts,
    .apply = apply,
};
