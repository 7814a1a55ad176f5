#include "app/actions/action_tools.h"
#include "app/document/history.h"

static bool enabled(const App *app, const char **why)
{
    if (history_can_redo(app->history))
        return true;
    *why = "there is nothing to redo";
    return false;
}

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)args;
    return history_redo(app->history, &app->document) || error_set(err, "not enough memory");
}

const Action action_edit_redo = {
    .name = "edit.redo",
    .title = "Redo",
    .shortcut = "Ctrl+Y",
    .note = "does again what was undone",
    .enabled = enabled,
    .apply = apply,
};
