#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!(args->number >= 0 && args->number <= 1))
        return error_set(err, "the opacity must lie between 0 and 1");
    app->document.view.overlay_opacity = (float)args->number;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    args->number = (double)app->document.view.overlay_opacity < 0.5 ? 0.75 : 0.25;
}

const Action action_view_opacity = {
    .name = "view.opacity",
    .title = "Overlay opacity",
    .note = "number: 0 is invisible, 1 is solid",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .reads = READS_NUMBER,
    .apply = apply,
    .example = example,
};
