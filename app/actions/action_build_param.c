#include "app/actions/action_tools.h"
#include "app/document/lists.h"
#include "core/tree/build/build.h"

static bool enabled(const App *app, const char **why)
{
    if (app->document.build.type->param_count > 0)
        return true;
    *why = "this bounding volume has no parameters";
    return false;
}

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    const BvType *type = app->document.build.type;
    const Param *param = &type->params[args->index];
    if (!(args->number >= param->min && args->number <= param->max))
        return error_set(err, "%s must lie between %g and %g", param->name, param->min, param->max);
    BvhDesc build = bvh_desc_filled(&app->document.build);
    build.params_set = true;
    build.params[args->index] = param->whole ? round(args->number) : args->number;
    app->document.build = build;
    return true;
}

const Action action_build_param = {
    .name = "build.param",
    .title = "Parameter",
    .note = "index of the volume's parameter, number: its value",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .args = {{.type = ARG_INDEX, .list = &list_volume_params}, {.type = ARG_NUMBER}},
    .enabled = enabled,
    .apply = apply,
};
