// Back and forth in the history, and the end.
#include "app/actions/action_tools.h"
#include "app/document/history.h"

// The beginning of a task that is open stays where it was.
static int first_step(const App *app)
{
    int first = app->task.start ? app->task.first_step - history_dropped(app->history) : 0;
    return first > 0 ? first : 0;
}

static const char *edit_undo_obstacle(const App *app)
{
    return !history_can_undo(app->history) ? "there is nothing to undo"
           : history_done(app->history) <= first_step(app)
               ? "there is nothing to undo since the task began"
               : NULL;
}

static bool edit_undo(App *app, const ActionArgs *args, Error *err)
{
    (void)args;
    return history_undo(app->history, &app->document) || error_set(err, "not enough memory");
}

const Action action_edit_undo = {
    .name = "edit.undo",
    .title = "Undo",
    .shortcut = "Ctrl+Z",
    .note = "takes back the last change",
    .obstacle = edit_undo_obstacle,
    .apply = edit_undo,
};

static const char *edit_redo_obstacle(const App *app)
{
    return history_can_redo(app->history) ? NULL : "there is nothing to redo";
}

static bool edit_redo(App *app, const ActionArgs *args, Error *err)
{
    (void)args;
    return history_redo(app->history, &app->document) || error_set(err, "not enough memory");
}

const Action action_edit_redo = {
    .name = "edit.redo",
    .title = "Redo",
    .shortcut = "Ctrl+Y",
    .note = "does again what was undone",
    .obstacle = edit_redo_obstacle,
    .apply = edit_redo,
};

// Many steps of undo or redo at once, for the list of what was done.
static bool edit_jump(App *app, const ActionArgs *args, Error *err)
{
    History *history = app->history;
    if (args->index < 0 || args->index > history_count(history))
        return error_set(err, "there is no step number %d", (int)args->index);
    if (args->index < first_step(app))
        return error_set(err, "step %d was done before the task began", (int)args->index);
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
    .apply = edit_jump,
};

static const char *app_cancel_obstacle(const App *app)
{
    Activity activity; // what has a bar can be stopped, whether anybody waits for it or not
    stages_activity(app, &activity);
    bool goes = app->hand.snap.on || hand_on_its_way(&app->hand);
    return activity.can_cancel || stages_busy(app) || goes ? NULL : "nothing is under way";
}

static void app_cancel(App *app, const ActionArgs *args)
{
    (void)args;
    stages_cancel(app);
}

const Action action_app_cancel = {
    .name = "app.cancel",
    .title = "Cancel",
    .shortcut = "Esc",
    .note = "stops opening, building, searching and snapping; what is there stays",
    .obstacle = app_cancel_obstacle,
    .act = app_cancel,
};

static void app_quit(App *app, const ActionArgs *args)
{
    (void)args;
    app->quit = true;
}

const Action action_app_quit = {
    .name = "app.quit",
    .title = "Quit",
    .shortcut = "Ctrl+Q",
    .note = "closes the program",
    .flags = ACTION_UNRECORDED,
    .act = app_quit,
};
