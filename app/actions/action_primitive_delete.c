#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    PrimitiveList *list = action_copy_primitives(app, err);
    if (list)
        primitive_list_remove(list, args->index);
    if (!action_set_primitives(app, list, list != NULL))
        return false;
    // The next one takes its place, so that several can be deleted in a row.
    int32_t left = primitive_list_count(app->document.primitives.list);
    int32_t *selected = &app->document.primitives.selected;
    *selected = args->index < left ? args->index : left - 1;
    return true;
}

const Action action_primitive_delete = {
    .name = "primitive.delete",
    .title = "Delete primitive",
    .note = "index: which one",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PRIMITIVE}},
    .enabled = action_needs_primitives,
    .apply = apply,
};
