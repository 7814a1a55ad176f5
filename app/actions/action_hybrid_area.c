#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    app->document.primitives.desc.by_area = args->flag;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    (void)app;
    args->flag = true;
}

const Action action_hybrid_area = {
    .name = "hybrid.area",
    .title = "Groups by area",
    .note = "flag: surfaces are compared instead of volumes",
    .flags = ACTION_UNDOABLE,
    .reads = READS_FLAG,
    .apply = apply,
    .example = example,
};
