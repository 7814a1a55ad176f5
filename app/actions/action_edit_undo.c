#include "app/actions/action_tools.h"
#include "app/document/history.h"

static bool enabled(const App *app, const char **why)
{
    if (history_can_undo(app->history))
        return true;
    *why = "there is nothing to undo";
    return false;
}

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)args;
    return history_undo(app->history, &app->document) || error_set(err, "not enough memory");
}

const Action action_edit_undo = {
    .name = "edit.undo",
    .title = "Undo",
    .shortcut = "Ctrl+Z",
    .note = "takes back the last change",
    .enabled = enabled,
    .apply = apply,
};
