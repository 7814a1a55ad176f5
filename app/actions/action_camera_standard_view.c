#include "app/actions/action_tools.h"
#include "app/document/lists.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    Camera *camera = &app->document.view.camera;
    *camera = camera_standard(camera, (enum StandardView)args->index);
    return true;
}

const Action action_camera_standard_view = {
    .name = "camera.standard_view",
    .title = "Standard view",
    .shortcut = "1..7",
    .note = "index: front, back, left, right, top, bottom, isometric",
    .args = {{.type = ARG_INDEX, .list = &list_standard_views}},
    .apply = apply,
    .example = "index=\"Top\"",
};
