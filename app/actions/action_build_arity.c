#include "app/actions/action_tools.h"
#include "core/tree/build/build.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (args->index != 2 && args->index != 4 && args->index != 8)
        return error_set(err, "a node has 2, 4 or 8 children, not %d", (int)args->index);
    BvhDesc build = app->document.build;
    const char *why;
    build.arity = args->index;
    if (!bvh_desc_allowed(&build, &why))
        return error_set(err, "%s does not take %d children: %s", build.type->name,
                         (int)args->index, why);
    app->document.build = build;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    args->index = app->document.build.arity == 4 ? 2 : 4;
}

const Action action_build_arity = {
    .name = "build.arity",
    .title = "Children per node",
    .note = "index: most children of a node: 2, 4 or 8",
    .flags = ACTION_UNDOABLE,
    .reads = READS_INDEX,
    .apply = apply,
    .example = example,
};
