#include "app/actions/action_tools.h"
#include "app/document/lists.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    return stages_open_scene(app, args->index, err);
}

const Action action_scene_open = {
    .name = "scene.open",
    .title = "Open scene",
    .note = "index of the scene",
    .args = {{.type = ARG_INDEX, .list = &list_scenes}},
    .apply = apply,
};
