#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!action_check_index(args->index, SHADING_COUNT, "way to draw surfaces", err))
        return false;
    app->document.view.shading = args->index;
    return true;
}

static const char *subject(const App *app, const ActionArgs *args)
{
    (void)app;
    return shading_names[args->index];
}

static void example(const App *app, ActionArgs *args)
{
    args->index = (app->document.view.shading + 1) % SHADING_COUNT;
}

const Action action_view_shading = {
    .name = "view.shading",
    .title = "Surfaces",
    .note = "index: shaded, hidden line, x-ray or wireframe",
    .reads = READS_INDEX,
    .flags = ACTION_UNDOABLE,
    .apply = apply,
    .subject = subject,
    .example = example,
};
