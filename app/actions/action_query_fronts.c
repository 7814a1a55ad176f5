#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    app->document.effort.fronts = args->flag;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    args->flag = !app->document.effort.fronts;
}

const Action action_query_fronts = {
    .name = "query.fronts",
    .title = "Start where the last search ended",
    .note = "flag: while parts move little, only what may have changed is looked at again",
    .reads = READS_FLAG,
    .flags = ACTION_UNDOABLE,
    .apply = apply,
    .subject = action_flag_word,
    .example = example,
};
