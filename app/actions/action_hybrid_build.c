#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    app->document.primitives.build = args->flag;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    (void)app;
    args->flag = true;
}

const Action action_hybrid_build = {
    .name = "hybrid.build",
    .title = "Build a hierarchy over the primitives",
    .note = "flag: keep one; off: none",
    .flags = ACTION_UNDOABLE,
    .reads = READS_FLAG,
    .apply = apply,
    .example = example,
};
