#include "app/actions/action_tools.h"
#include "app/document/selection.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!action_check_movable(app, args, err))
        return false;
    Document *document = &app->document;
    int32_t locked = 0;
    for (int32_t i = 0; i < document->part_count; ++i) {
        if (!selection_goes_along(document, args->part, i))
            continue;
        locked += document->parts[i].locked;
        if (!document->parts[i].locked)
            document->parts[i].placement = app->assembly.parts[i].rest;
    }
    action_notify_locked(app, locked);
    return true;
}

const Action action_part_reset = {
    .name = "part.reset",
    .title = "Reset part",
    .shortcut = "R",
    .note = "part: back to where it was when opened",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_SELECTED}},
    .enabled = action_needs_parts,
    .apply = apply,
};
