#include "app/actions/move_tools.h"
#include "app/document/rotation.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    Vec3d axes[3], pivot;
    move_axes(app->step_start, args->flag, axes);
    Affine to = *move_lead(app);
    if (move_pivot(app, app->step_start, &pivot) && (args->number < 0 || args->number > 0)) {
        Affine turn = rotation_degrees(axes[args->axis], args->number);
        turn = motion_about(&turn, pivot);
        to = affine_compose(&turn, &to);
        if (app->document.move.pivot == PIVOT_ORIGIN)
            to.p = move_lead(app)->p; // about itself: rounding does not move it
    }
    return move_selection(app, &to, err);
}

const Action action_part_turn = {
    .name = "part.turn",
    .title = "Turn",
    .note = "turns the selection about the pivot: index of an axis, number: degrees, flag: its own "
            "axes",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .args = {{.type = ARG_INDEX, .what = "axis", .least = 0, .most = 2},
             {.type = ARG_NUMBER, .what = "the angle"},
             {.type = ARG_FLAG}},
    .enabled = action_needs_selection,
    .apply = apply,
    .subject = move_subject,
    .example = "index=1 number=30 flag=off",
};
