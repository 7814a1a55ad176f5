#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!action_check_index(args->index, VOLUME_TYPE_COUNT, "type of volume", err))
        return false;
    if (!(args->number >= 0.01 && args->number <= 100))
        return error_set(err, "a factor must lie between 0.01 and 100");
    app->document.primitives.desc.factors[args->index] = args->number;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    (void)app;
    args->index = VOLUME_TYPE_OBB;
    args->number = 2;
}

const Action action_hybrid_factor = {
    .name = "hybrid.factor",
    .title = "Cost of a type",
    .note = "index: enum VolumeType, number: what its volume is multiplied by, 0.01..100",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .reads = READS_INDEX | READS_NUMBER,
    .apply = apply,
    .example = example,
};
