#include "action_tools.h"

#define LEAST_SCALE 0.05
#define MOST_SCALE 20.0

// Along one axis of the part, about its origin: placements are rotations times scales.
static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!action_check_movable(app, args, err) || !action_check_index(args->index, 3, "axis", err))
        return false;
    if (!(args->number >= LEAST_SCALE && args->number <= MOST_SCALE))
        return error_set(err, "a scale must lie between %g and %g", LEAST_SCALE, MOST_SCALE);
    Affine *placement = &app->document.parts[args->part].placement;
    double length = affine_axis_scale(placement, args->index);
    for (int i = 0; i < 3; ++i)
        placement->m[i][args->index] *= args->number / length;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    action_example_part(app, args);
    args->index = 1;
    args->number = 1.5;
}

const Action action_part_scale = {
    .id = ACTION_part_scale,
    .name = "part.scale",
    .title = "Scale part",
    .note = "part, index of its axis, number: scale along it",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .reads = READS_PART | READS_INDEX | READS_NUMBER,
    .enabled = action_needs_parts,
    .apply = apply,
    .subject = action_part_name,
    .example = example,
};
