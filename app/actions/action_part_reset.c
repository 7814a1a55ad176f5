#include "action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!action_check_part(app, args, err))
        return false;
    app->document.parts[args->part].placement = app->assembly.parts[args->part].rest;
    return true;
}

const Action action_part_reset = {
    .id = ACTION_part_reset,
    .name = "part.reset",
    .title = "Reset part",
    .note = "part: back to where it was when opened",
    .flags = ACTION_UNDOABLE,
    .enabled = action_needs_parts,
    .apply = apply,
    .subject = action_part_name,
    .example = action_example_part,
};
