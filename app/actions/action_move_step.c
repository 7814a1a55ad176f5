#include "app/actions/action_tools.h"
#include "app/document/lists.h"
#include "app/stages/move.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    bool angle = args->step == STEP_ANGLE || args->step == STEP_TURN;
    double most = angle ? 180 : MESH_MAX_COORDINATE;
    // Smaller steps than these are none: positions are rounded more coarsely.
    double least = angle ? 1e-6 : 1e-12;
    if (!(args->number == 0 || (args->number >= least && args->number <= most)))
        return error_set(err, angle ? "a step must lie between 0 and 180 degrees"
                                    : "a step must be a length that parts can be moved by");
    app->document.move.steps[args->step] = args->number;
    return true;
}

const Action action_move_step = {
    .name = "move.step",
    .title = "Step for moving",
    .note = "index: which step; number: its size in the assembly's unit or in degrees, 0: chosen "
            "to suit the assembly",
    .args = {{.type = ARG_INDEX, .list = &list_steps}, {.type = ARG_NUMBER}},
    .flags = ACTION_SETTING,
    .apply = apply,
    .example = "index=\"Angle\" number=30",
};
