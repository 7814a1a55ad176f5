#include "app/actions/action_tools.h"
#include "app/document/lists.h"
#include "app/stages/move.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    MoveSettings *move = &app->document.move;
    int32_t part = args->part;
    Vec3d point = args->placement.p;
    if (args->index == PIVOT_CONTACT && part == NO_PART) {
        part = app->document.selected;
        if (part == NO_PART)
            return error_set(err, "select a part first");
        if (!move_contact_point(app, part, &point))
            return error_set(err, "%s touches nothing now", app->assembly.parts[part].name);
    }
    if (args->index == PIVOT_POINT || args->index == PIVOT_CONTACT) {
        if (!action_check_part(app, &(ActionArgs){.part = part}, err))
            return false;
        if (!vec3d_is_finite(point))
            return error_set(err, "the point is not a number");
        move->pivot_part = part;
        move->pivot_point = point;
    }
    move->pivot = args->index;
    return true;
}

const Action action_move_pivot = {
    .name = "move.pivot",
    .title = "Turn about",
    .note = "index: what stays in place; for a picked point: part, and at: its place on the part; "
            "the last contact is looked up where no part is given",
    .args = {{.type = ARG_PART, .optional = true},
             {.type = ARG_INDEX, .what = "pivot", .most = PIVOT_COUNT - 1, .list = &list_pivots},
             {.type = ARG_PLACEMENT, .optional = true}},
    .enabled = action_needs_parts,
    .apply = apply,
    .example = "part=none index=\"Centre\"",
};
