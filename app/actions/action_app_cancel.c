#include "app/actions/action_tools.h"

static bool enabled(const App *app, const char **why)
{
    if (stages_busy(app))
        return true;
    *why = "nothing is under way";
    return false;
}

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)args;
    (void)err;
    stages_cancel(app);
    return true;
}

const Action action_app_cancel = {
    .name = "app.cancel",
    .title = "Cancel",
    .shortcut = "Esc",
    .note = "stops opening, building and searching; what is there stays",
    .enabled = enabled,
    .apply = apply,
};
