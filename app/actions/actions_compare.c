// Two ways to build and search, compared: what the second one is.
#include "app/actions/action_tools.h"
#include "app/document/compare.h"
#include "app/document/fields.h"
#include "app/document/lists.h"
#include "app/document/presets.h"
#include "core/query/preset.h"

static bool take_preset(App *app, const ActionArgs *args, Error *err)
{
    Document *document = &app->document;
    if (args->index == preset_published()) // of B's volume
        return field_set(action_compare_volume.field, document,
                         field_value(action_compare_volume.field, document), err);
    SearchKind kind = {.build = preset_build(search_presets[args->index])};
    preset_query(search_presets[args->index], &kind.query);
    compare_take(document, &kind);
    field_store(action_compare_before.field, document, false);
    return true;
}

const Action action_compare_preset = {
    .name = "compare.preset",
    .title = "Right half: preset",
    .note = "index: how the right half builds and searches, as in a paper, or as fast as can be; "
            "or its volume "
            "as published",
    .args = {{.type = ARG_INDEX, .list = &list_presets}},
    .apply = take_preset,
    .example = "index=fast",
};

static const char *param_obstacle(const App *app)
{
    return app->document.compare.volume->param_count > 0
               ? NULL
               : "the bounding volume on the right has no parameters";
}

static bool set_param(App *app, const ActionArgs *args, Error *err)
{
    Document *document = &app->document;
    SearchKind kind = compare_kind(document);
    if (!action_take_param(&kind.build.type->params[args->index], args->number,
                           &kind.build.params[args->index], err))
        return false;
    compare_take(document, &kind);
    field_store(action_compare_before.field, document, false);
    return true;
}

const Action action_compare_param = {
    .name = "compare.param",
    .title = "Right half: parameter",
    .note = "index of the parameter of its volume, number: its value",
    .flags = ACTION_MERGES,
    .args = {{.type = ARG_INDEX, .list = &list_compare_params}, {.type = ARG_NUMBER}},
    .obstacle = param_obstacle,
    .apply = set_param,
};

static const char *without_comparison(const App *app)
{
    return compare_on(app) ? NULL : "nothing is compared: choose Compare two settings first";
}

static void use(App *app, const ActionArgs *args)
{
    (void)args;
    SearchKind kind = compare_wanted(app);
    preset_take_kind(&app->document, &kind);
}

const Action action_compare_use = {
    .name = "compare.use",
    .title = "Build and search as on the right",
    .note = "from now on, on both sides; undo takes it back",
    .flags = ACTION_UNDOABLE,
    .obstacle = without_comparison,
    .act = use,
};
