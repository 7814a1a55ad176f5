#include "app/actions/action_tools.h"

static bool enabled(const App *app, const char **why)
{
    if (app->document.build.type->traits & BV_SPACE_PARTITION)
        return true;
    *why = "only a space partition, such as the BoxTree of 1997, has cells without triangles";
    return false;
}

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    app->document.view.empty_cells = args->flag;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    args->flag = !app->document.view.empty_cells;
}

const Action action_overlay_empty_cells = {
    .name = "overlay.empty_cells",
    .title = "Show empty cells",
    .note = "flag: with the volumes of a level, also draw the cells of space that hold no triangle",
    .flags = ACTION_UNDOABLE,
    .reads = READS_FLAG,
    .enabled = enabled,
    .apply = apply,
    .subject = action_flag_word,
    .example = example,
};
