#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    app->document.primitives.hidden = !args->flag;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    action_example_flag_off(app, args);
}

const Action action_primitives_show = {
    .name = "primitives.show",
    .title = "Show primitives",
    .note = "flag",
    .flags = ACTION_UNDOABLE,
    .reads = READS_FLAG,
    .apply = apply,
    .example = example,
};
