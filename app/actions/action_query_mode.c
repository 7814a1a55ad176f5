#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (args->index != QUERY_FIRST && args->index != QUERY_ALL)
        return error_set(err, "there is no query mode number %d", (int)args->index);
    app->document.query.mode = (enum QueryMode)args->index;
    return true;
}

static const char *subject(const App *app, const ActionArgs *args)
{
    (void)app;
    return args->index == QUERY_FIRST ? "first" : "all";
}

static void example(const App *app, ActionArgs *args)
{
    args->index = app->document.query.mode == QUERY_ALL ? QUERY_FIRST : QUERY_ALL;
}

const Action action_query_mode = {
    .name = "query.mode",
    .title = "Contacts to find",
    .note = "index: 0 stops at the first contact of a pair, 1 finds all",
    .flags = ACTION_UNDOABLE,
    .reads = READS_INDEX,
    .apply = apply,
    .subject = subject,
    .example = example,
};
