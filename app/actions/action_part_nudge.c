#include "app/actions/move_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    Vec3d axes[3];
    move_axes(app->step_start, args->flag, axes);
    Affine to = *move_lead(app);
    to.p = vec3d_add_scaled(to.p, axes[args->axis], args->number);
    return move_selection(app, &to, err);
}

const Action action_part_nudge = {
    .name = "part.nudge",
    .title = "Nudge",
    .note = "moves the selection: index of an axis, number: how far, flag: its own axes",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .args = {{.type = ARG_INDEX, .what = "axis", .least = 0, .most = 2},
             {.type = ARG_NUMBER},
             {.type = ARG_FLAG}},
    .enabled = action_needs_selection,
    .apply = apply,
    .subject = move_subject,
    .example = "index=1 number=2 flag=off",
};
