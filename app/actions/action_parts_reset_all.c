#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)args;
    (void)err;
    int32_t locked = 0;
    for (int32_t i = 0; i < app->document.part_count; ++i) {
        locked += app->document.parts[i].locked;
        if (!app->document.parts[i].locked)
            app->document.parts[i].placement = app->assembly.parts[i].rest;
    }
    action_notify_locked(app, locked);
    return true;
}

const Action action_parts_reset_all = {
    .name = "parts.reset_all",
    .title = "Reset all parts",
    .shortcut = "Ctrl+R",
    .note = "every part back to where it was when opened",
    .flags = ACTION_UNDOABLE,
    .enabled = action_needs_parts,
    .apply = apply,
};
