#include "app/actions/action_tools.h"

#include "core/tree/build/build.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!action_check_index(args->index, BUILDER_COUNT, "builder", err))
        return false;
    BvhDesc build = app->document.build;
    const char *why = "";
    build.builder = builders[args->index];
    if (!bvh_desc_allowed(&build, &why))
        return error_set(err, "%s cannot be built that way: %s", build.type->name, why);
    app->document.build = build;
    return true;
}

static const char *subject(const App *app, const ActionArgs *args)
{
    (void)app;
    return builders[args->index]->name;
}

static void example(const App *app, ActionArgs *args)
{
    (void)app;
    args->index = BUILDER_COUNT - 1;
}

const Action action_build_builder = {
    .name = "build.builder",
    .title = "Builder",
    .note = "index of the builder",
    .flags = ACTION_UNDOABLE,
    .reads = READS_INDEX,
    .apply = apply,
    .subject = subject,
    .example = example,
};
