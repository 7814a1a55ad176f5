#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)args;
    (void)err;
    for (int32_t i = 0; i < app->document.part_count; ++i)
        app->document.parts[i].visible = true;
    return true;
}

const Action action_parts_show_all = {
    .name = "parts.show_all",
    .title = "Show all parts",
    .shortcut = "Shift+H",
    .note = "makes every hidden part visible",
    .flags = ACTION_UNDOABLE,
    .enabled = action_needs_parts,
    .apply = apply,
};
