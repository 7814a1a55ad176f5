#include "app/actions/action_tools.h"

static bool usable(const Camera *camera)
{
    return vec3d_is_finite(camera->target) && isfinite(camera->yaw) && isfinite(camera->pitch) &&
           isfinite(camera->distance) && camera->distance > 0 && isfinite(camera->fov_y) &&
           camera->fov_y >= 0 && camera->fov_y < 3;
}

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!usable(&args->camera))
        return error_set(err, "the camera stays: these are not numbers to look from");
    app->document.view.camera = args->camera;
    return true;
}

const Action action_camera_set = {
    .name = "camera.set",
    .title = "Move the camera",
    .note = "camera; not kept in the history",
    .args = {{.type = ARG_CAMERA}},
    .apply = apply,
    .example = "camera=1,2,3,0.5,0.25,100,0.7",
};
