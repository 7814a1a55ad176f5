#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!action_check_index(args->index, app->document.build.type->test_count, "overlap test", err))
        return false;
    app->document.query.test = args->index;
    return true;
}

static const char *subject(const App *app, const ActionArgs *args)
{
    return app->document.build.type->tests[args->index].name;
}

static void example(const App *app, ActionArgs *args)
{
    args->index = app->document.build.type->test_count - 1;
}

const Action action_query_test = {
    .name = "query.test",
    .title = "Overlap test",
    .note = "index of the volume's overlap test",
    .flags = ACTION_UNDOABLE,
    .reads = READS_INDEX,
    .apply = apply,
    .subject = subject,
    .example = example,
};
