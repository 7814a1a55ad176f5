#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!action_check_index(args->index, DESCENT_RULE_COUNT, "descent rule", err))
        return false;
    app->document.query.rule = (enum DescentRule)args->index;
    return true;
}

static const char *subject(const App *app, const ActionArgs *args)
{
    (void)app;
    return descent_rules[args->index].name;
}

static void example(const App *app, ActionArgs *args)
{
    (void)app;
    args->index = DESCENT_RULE_COUNT - 1;
}

const Action action_query_rule = {
    .name = "query.rule",
    .title = "Descent rule",
    .note = "index of the rule that says which node of a pair is opened",
    .flags = ACTION_UNDOABLE,
    .reads = READS_INDEX,
    .apply = apply,
    .subject = subject,
    .example = example,
};
