#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (args->index < 1 || args->index > BVH_MAX_LEAF)
        return error_set(err, "a leaf holds 1 to %d triangles, not %d", BVH_MAX_LEAF,
                         (int)args->index);
    app->document.build.leaf_size = args->index;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    args->index = app->document.build.leaf_size == 4 ? 5 : 4;
}

const Action action_build_leaf_size = {
    .name = "build.leaf_size",
    .title = "Leaf size",
    .note = "index: most triangles in a leaf",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .reads = READS_INDEX,
    .apply = apply,
    .example = example,
};
