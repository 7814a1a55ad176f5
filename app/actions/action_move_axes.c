#include "app/actions/action_tools.h"
#include "app/stages/move.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    app->document.move.local = args->flag;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    (void)app;
    args->flag = true;
}

const Action action_move_axes = {
    .name = "move.axes",
    .title = "Move along the part's own axes",
    .shortcut = "Shift+Q",
    .note = "flag: its own axes instead of those of the world",
    .reads = READS_FLAG,
    .apply = apply,
    .example = example,
};
