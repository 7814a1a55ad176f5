#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    app->document.view.intersection_lines = args->flag;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    args->flag = !app->document.view.intersection_lines;
}

const Action action_view_lines = {
    .name = "view.lines",
    .title = "Intersection lines",
    .shortcut = "L",
    .note = "flag: draw where parts meet",
    .flags = ACTION_UNDOABLE,
    .reads = READS_FLAG,
    .apply = apply,
    .example = example,
};
