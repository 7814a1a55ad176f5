#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!action_check_index(args->index, HYBRID_BUILDER_COUNT, "builder", err))
        return false;
    HybridDesc *desc = &app->document.primitives.desc;
    if (desc->builder == hybrid_builders[args->index])
        return true;
    desc->builder = hybrid_builders[args->index];
    desc->params_set = false;
    *desc = hybrid_desc_filled(desc);
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    (void)app;
    args->index = HYBRID_ID_merging;
}

const Action action_hybrid_builder = {
    .name = "hybrid.builder",
    .title = "Hybrid builder",
    .note = "index in hybrid_builders; its parameters get their defaults",
    .flags = ACTION_UNDOABLE,
    .reads = READS_INDEX,
    .apply = apply,
    .example = example,
};
