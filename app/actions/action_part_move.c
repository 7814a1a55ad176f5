#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!action_check_movable(app, args, err) ||
        !action_check_placement(app, args->part, &args->placement, err))
        return false;
    app->document.parts[args->part].placement = args->placement;
    return true;
}

const Action action_part_move = {
    .name = "part.move",
    .title = "Move part",
    .note = "part, placement: from the part to the world",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .args = {{.type = ARG_PART}, {.type = ARG_PLACEMENT}},
    .enabled = action_needs_parts,
    .apply = apply,
    .example = "by=1,2,3",
};
