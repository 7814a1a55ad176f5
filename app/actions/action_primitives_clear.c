#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)args, (void)err;
    primitive_list_release(app->document.primitives.list);
    app->document.primitives.list = NULL;
    app->document.primitives.selected = NO_PRIMITIVE;
    return true;
}

const Action action_primitives_clear = {
    .name = "primitives.clear",
    .title = "Delete all primitives",
    .note = "deletes all of them",
    .flags = ACTION_UNDOABLE,
    .enabled = action_needs_primitives,
    .apply = apply,
};
