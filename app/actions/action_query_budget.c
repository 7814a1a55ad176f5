#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!(args->number >= 0 && args->number <= MOST_BUDGET_US))
        return error_set(err, "a time budget is 0 (none) to %.0f microseconds", MOST_BUDGET_US);
    app->document.effort.budget_us = args->number;
    return true;
}

static const char *subject(const App *app, const ActionArgs *args)
{
    (void)app;
    return args->number > 0 ? "on" : "off";
}

static void example(const App *app, ActionArgs *args)
{
    args->number = app->document.effort.budget_us > 0 ? 0 : 500;
}

const Action action_query_budget = {
    .name = "query.budget",
    .title = "Time budget",
    .note = "number: microseconds per frame in which to say whether parts meet; 0: no budget",
    .reads = READS_NUMBER,
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .apply = apply,
    .subject = subject,
    .example = example,
};
