#include "app/actions/action_tools.h"
#include "app/document/pose.h"

#include <stdio.h>

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!action_check_movable(app, args, err))
        return false;
    Affine *placement = &app->document.parts[args->part].placement;
    Pose pose = pose_from(placement);
    if (!pose_read(&pose, args->text, app->assembly.unit, err))
        return false;
    Affine to = pose_affine(&pose);
    if (!action_check_placement(app, args->part, &to, err))
        return false;
    *placement = to;
    return true;
}

const Action action_part_pose = {
    .name = "part.pose",
    .title = "Place part",
    .note = "part, text: position 1 2 3 mm; rotation w x y z, or angles x y z; scale x y z",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PART}, {.type = ARG_TEXT}},
    .enabled = action_needs_parts,
    .apply = apply,
    .example = "text=\"position 1 2 3 cm; angles 0 90 0\"",
};
