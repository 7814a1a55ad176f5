#include "action_tools.h"
#include "app/move.h"
#include "app/selection.h"

enum { ALL_AXES = 3 };

// From where the step began: a drag that is taken back leaves nothing behind. False: too large or
// too small.
static bool scaled(const App *app, const ActionArgs *args, int32_t part, Affine *to)
{
    const Affine *start = &app->step_start->parts[part].placement;
    *to = app->document.parts[part].placement;
    for (int k = 0; k < 3; ++k) {
        if (args->index != k && args->index != ALL_AXES)
            continue;
        double scale = affine_axis_scale(start, k);
        double factor = args->flag ? args->number : args->number / scale;
        if (!(factor * scale >= PART_LEAST_SCALE * (1 - 1e-12) &&
              factor * scale <= PART_MOST_SCALE * (1 + 1e-12)))
            return false;
        for (int i = 0; i < 3; ++i)
            to->m[i][k] = start->m[i][k] * factor;
    }
    return true;
}

static bool goes(const App *app, const ActionArgs *args, int32_t part)
{
    const Document *document = &app->document;
    if (part == args->part)
        return true;
    return args->flag && selection_goes_along(document, args->part, part) &&
           !document->parts[part].locked;
}

// Along axes of the part, about its origin: placements are rotations times scales.
static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!action_check_movable(app, args, err) || !action_check_index(args->index, 4, "axis", err))
        return false;
    Affine to;
    for (int32_t i = 0; i < app->document.part_count; ++i)
        if (goes(app, args, i) && !scaled(app, args, i, &to))
            return error_set(err, "a scale must lie between %g and %g", PART_LEAST_SCALE,
                             PART_MOST_SCALE);
    for (int32_t i = 0; i < app->document.part_count; ++i)
        if (goes(app, args, i) && scaled(app, args, i, &to))
            app->document.parts[i].placement = to;
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
    .note = "part, index of its axis or 3 for all, number: scale along it; flag: the number is a "
            "factor, for all that is selected",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .reads = READS_PART | READS_INDEX | READS_NUMBER | READS_FLAG,
    .enabled = action_needs_parts,
    .apply = apply,
    .subject = action_part_name,
    .example = example,
};
