#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (args->index < HYBRID_LEVEL_OFF || args->index > 255)
        return error_set(err, "there is no level %d", (int)args->index);
    app->document.primitives.level = args->index;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    (void)app;
    args->index = 1;
}

const Action action_hybrid_level = {
    .name = "hybrid.level",
    .title = "Level of the hybrid hierarchy",
    .note = "index: the level that is drawn, 0 is the root, or -1 for none",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .reads = READS_INDEX,
    .apply = apply,
    .example = example,
};
