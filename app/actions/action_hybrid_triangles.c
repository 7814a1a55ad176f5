#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    app->document.primitives.triangles = args->flag;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    (void)app;
    args->flag = true;
}

const Action action_hybrid_triangles = {
    .name = "hybrid.triangles",
    .title = "Contacts of primitives go on to triangles",
    .note = "flag; off: they stop at the volumes",
    .flags = ACTION_UNDOABLE,
    .reads = READS_FLAG,
    .apply = apply,
    .example = example,
};
