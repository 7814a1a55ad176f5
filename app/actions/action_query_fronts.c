#include "action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    app->document.effort.fronts = args->flag;
    return true;
}

static const char *subject(const App *app, const ActionArgs *args)
{
    (void)app;
    return args->flag ? "on" : "off";
}

static void example(const App *app, ActionArgs *args)
{
    args->flag = !app->document.effort.fronts;
}

const Action action_query_fronts = {
    .id = ACTION_query_fronts,
    .name = "query.fronts",
    .title = "Start where the last search ended",
    .note = "flag: while parts move little, only what may have changed is looked at again",
    .reads = READS_FLAG,
    .flags = ACTION_UNDOABLE,
    .apply = apply,
    .subject = subject,
    .example = example,
};
