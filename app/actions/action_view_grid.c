#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    app->document.view.grid = args->flag;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    args->flag = !app->document.view.grid;
}

const Action action_view_grid = {
    .name = "view.grid",
    .title = "Floor",
    .shortcut = "Shift+G",
    .note = "flag: draw a grid under the assembly, and the soft shadow of what stands on it",
    .flags = ACTION_UNDOABLE,
    .reads = READS_FLAG,
    .apply = apply,
    .example = example,
};
