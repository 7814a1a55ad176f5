#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    HybridDesc *desc = &app->document.primitives.desc;
    if (!action_check_index(args->index, desc->builder->param_count, "parameter", err))
        return false;
    const Param *param = &desc->builder->params[args->index];
    if (!(args->number >= param->min && args->number <= param->max))
        return error_set(err, "%s must lie between %g and %g", param->name, param->min, param->max);
    desc->params[args->index] = param->whole ? round(args->number) : args->number;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    (void)app;
    args->number = 2;
}

const Action action_hybrid_param = {
    .name = "hybrid.param",
    .title = "Parameter of the hybrid builder",
    .note = "index of the parameter, number: its value",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .reads = READS_INDEX | READS_NUMBER,
    .apply = apply,
    .example = example,
};
