#include "app/actions/action_tools.h"

static bool enabled(const App *app, const char **why)
{
    const Document *document = &app->document;
    if (document->build.type->tests[document->query.test].run_lifted)
        return true;
    *why = "this overlap test has no work that belongs to one node alone";
    return false;
}

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    app->document.query.lift = args->flag;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    args->flag = !app->document.query.lift;
}

const Action action_query_lift = {
    .name = "query.lift",
    .title = "Lift node work",
    .note = "flag: compute what belongs to one node once, when its parent is opened",
    .flags = ACTION_UNDOABLE,
    .reads = READS_FLAG,
    .enabled = enabled,
    .apply = apply,
    .subject = action_flag_word,
    .example = example,
};
