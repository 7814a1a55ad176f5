#include "app/actions/move_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    Vec3d direction = args->placement.p;
    double length = vec3d_length(direction);
    if (!vec3d_is_finite(direction) || !(length > 0) || !isfinite(length))
        return error_set(err, "the direction is none");
    Affine to = *move_lead(app);
    to.p = vec3d_add_scaled(to.p, vec3d_scale(direction, 1 / length), args->number);
    return move_selection(app, &to, err);
}

const Action action_part_slide = {
    .name = "part.slide",
    .title = "Slide",
    .note = "moves the selection: placement: a shift whose direction counts, number: how far",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .args = {{.type = ARG_NUMBER}, {.type = ARG_MOTION}},
    .enabled = action_needs_selection,
    .apply = apply,
    .subject = move_subject,
    .example = "number=2 by=3,0,4",
};
