#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!action_check_index(args->index, TRI_TEST_COUNT, "triangle test", err))
        return false;
    app->document.query.tri = tri_tests[args->index];
    return true;
}

static const char *subject(const App *app, const ActionArgs *args)
{
    (void)app;
    return tri_tests[args->index]->name;
}

static void example(const App *app, ActionArgs *args)
{
    (void)app;
    args->index = TRI_TEST_COUNT - 1;
}

const Action action_query_triangle_test = {
    .name = "query.triangle_test",
    .title = "Triangle test",
    .note = "index of the triangle test",
    .flags = ACTION_UNDOABLE,
    .reads = READS_INDEX,
    .apply = apply,
    .subject = subject,
    .example = example,
};
