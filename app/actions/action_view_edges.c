#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    app->document.view.feature_edges = args->flag;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    args->flag = !app->document.view.feature_edges;
}

const Action action_view_edges = {
    .name = "view.edges",
    .title = "Feature edges",
    .shortcut = "E",
    .note = "flag: draw the edges of the parts",
    .flags = ACTION_UNDOABLE,
    .reads = READS_FLAG,
    .apply = apply,
    .example = example,
};
