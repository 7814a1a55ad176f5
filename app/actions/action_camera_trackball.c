#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    app->document.view.trackball = args->flag;
    if (!args->flag)
        app->document.view.camera.roll = 0; // a turntable stands upright
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    args->flag = !app->document.view.trackball;
}

const Action action_camera_trackball = {
    .name = "camera.trackball",
    .title = "Orbit freely (trackball)",
    .note = "flag: the view turns about any axis instead of standing upright",
    .reads = READS_FLAG,
    .flags = ACTION_UNDOABLE,
    .apply = apply,
    .example = example,
};
