#include "action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!action_check_index(args->index, SPLIT_RULE_COUNT, "construction criterion", err))
        return false;
    app->document.build.split = split_rules[args->index];
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
    .id = ACTION_build_criterion,
    .name = "build.criterion",
    .title = "Construction criterion",
    .note = "index of the criterion that splits a node",
    .flags = ACTION_UNDOABLE,
    .apply = apply,
    .subject = subject,
    .example = example,
};
