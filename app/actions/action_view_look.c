#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!action_check_index(args->index, LOOK_COUNT, "look", err))
        return false;
    app->document.view.look = args->index;
    return true;
}

static const char *subject(const App *app, const ActionArgs *args)
{
    (void)app;
    return look_names[args->index];
}

static void example(const App *app, ActionArgs *args)
{
    args->index = (app->document.view.look + 1) % LOOK_COUNT;
}

const Action action_view_look = {
    .name = "view.look",
    .title = "Colours",
    .note = "index: light scene with dark panels, all light, all dark",
    .flags = ACTION_UNDOABLE,
    .reads = READS_INDEX,
    .apply = apply,
    .subject = subject,
    .example = example,
};
