#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    Camera *camera = &app->document.view.camera;
    *camera = camera_projected(camera, args->flag);
    return true;
}

static bool is_on(const App *app, int32_t part)
{
    (void)part;
    return !(app->document.view.camera.fov_y > 0);
}

const Action action_camera_projection = {
    .name = "camera.projection",
    .title = "Orthographic",
    .shortcut = "O",
    .note = "flag: parallel lines stay parallel; otherwise what is near looks larger",
    .args = {{.type = ARG_FLAG}},
    .flags = ACTION_SETTING,
    .apply = apply,
    .is_on = is_on,
};
