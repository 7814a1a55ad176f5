#include "app/actions/action_tools.h"
#include "core/tree/build/build.h"
#include "core/tree/split/split.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!action_check_index(args->index, SPLIT_RULE_COUNT, "construction criterion", err))
        return false;
    BvhDesc build = app->document.build;
    const char *why;
    build.split = split_rules[args->index];
    if (!bvh_desc_allowed(&build, &why))
        return error_set(err, "%s does not take %s: %s", build.type->name, build.split->name, why);
    app->document.build = build;
    return true;
}

static const char *subject(const App *app, const ActionArgs *args)
{
    (void)app;
    return split_rules[args->index]->name;
}

static void example(const App *app, ActionArgs *args)
{
    (void)app;
    args->index = SPLIT_RULE_COUNT - 1;
}

const Action action_build_criterion = {
    .name = "build.criterion",
    .title = "Construction criterion",
    .note = "index of the criterion that splits a node",
    .flags = ACTION_UNDOABLE,
    .reads = READS_INDEX,
    .apply = apply,
    .subject = subject,
    .example = example,
};
