#include "app/actions/action_tools.h"
#include "app/document/history.h"

// Many steps of undo or redo at once, for the list of what was done.
static bool apply(App *app, const ActionArgs *args, Error *err)
{
    History *history = app->history;
    if (args->index < 0 || args->index > history_count(history))
        return error_set(err, "there is no step number %d", (int)args->index);
    bool good = true;
    while (good && history_done(history) > args->index)
        good = history_undo(history, &app->document);
    while (good && history_done(history) < args->index)
        good = history_redo(history, &app->document);
    return good || error_set(err, "not enough memory to go all the way");
}

const Action action_edit_jump = {
    .name = "edit.jump",
    .title = "Go to a step of the history",
    .note = "index: how many of the steps are done afterwards; 0: as it was at the start",
    .args = {{.type = ARG_INDEX}},
    .apply = apply,
};
