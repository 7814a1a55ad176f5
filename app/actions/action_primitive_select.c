#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    app->document.primitives.selected = args->index;
    return true;
}

const Action action_primitive_select = {
    .name = "primitive.select",
    .title = "Select primitive",
    .note = "index, or -1 for none",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PRIMITIVE, .optional = true}},
    .enabled = action_needs_primitives,
    .apply = apply,
};
