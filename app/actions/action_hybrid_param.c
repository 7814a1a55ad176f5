#include "app/actions/action_tools.h"
#include "app/document/lists.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    HybridDesc *desc = &app->document.primitives.desc;
    const Param *param = &desc->builder->params[args->index];
    if (!(args->number >= param->min && args->number <= param->max))
        return error_set(err, "%s must lie between %g and %g", param->name, param->min, param->max);
    desc->params[args->index] = param->whole ? round(args->number) : args->number;
    return true;
}

const Action action_hybrid_param = {
    .name = "hybrid.param",
    .title = "Parameter of the hybrid builder",
    .note = "index of the parameter, number: its value",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .args = {{.type = ARG_INDEX, .list = &list_hybrid_params}, {.type = ARG_NUMBER}},
    .apply = apply,
    .example = "number=2",
};
