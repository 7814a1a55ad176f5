#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    app->document.effort.threads = args->flag;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    args->flag = !app->document.effort.threads;
}

const Action action_query_threads = {
    .name = "query.threads",
    .title = "Use all processors",
    .note = "flag: large searches are shared out over the processors",
    .reads = READS_FLAG,
    .flags = ACTION_UNDOABLE,
    .apply = apply,
    .subject = action_flag_word,
    .example = example,
};
