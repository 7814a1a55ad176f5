#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    app->document.view.occlusion = args->flag;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    args->flag = !app->document.view.occlusion;
}

const Action action_view_occlusion = {
    .name = "view.occlusion",
    .title = "Shaded corners",
    .note = "flag: corners and gaps are darker, as in daylight; left out while things move slowly",
    .reads = READS_FLAG,
    .flags = ACTION_UNDOABLE,
    .apply = apply,
    .example = example,
};
