// Tasks: what can be wished of the one that is open, and beginning one.
#include "app/actions/action_tools.h"
#include "app/actions/list_tasks.h"
#include "app/io/file.h"
#include "app/script/task_run.h"

static const char *without_task(const App *app)
{
    return task_run(app) ? NULL : "no task is open";
}

static void task_open(App *app, const ActionArgs *args)
{
    task_begin(app, args->text);
}

const Action action_task_open = {
    .name = "task.open",
    .title = "Begin a task",
    .note = "text: its name, or the path of its file; its steps are then to be done in their order",
    .flags = ACTION_UNRECORDED,
    .args = {{.type = ARG_TEXT}},
    .act = task_open,
    .example = "text=no-such-task",
};

static const char *hint_obstacle(const App *app)
{
    const TaskRun *run = task_run(app);
    return !run                 ? "no task is open"
           : task_has_hint(run) ? NULL
                                : "there is no further hint for this step";
}

static void hint(App *app, const ActionArgs *args)
{
    (void)args;
    task_hint(app);
}

const Action action_task_hint = {
    .name = "task.hint",
    .title = "Task: show a hint",
    .note = "shows the next hint for the step that is to be done; hints are counted",
    .flags = ACTION_UNRECORDED,
    .obstacle = hint_obstacle,
    .act = hint,
};

static void again(App *app, const ActionArgs *args)
{
    (void)args;
    task_restart(app);
}

const Action action_task_restart = {
    .name = "task.restart",
    .title = "Task: begin again",
    .note = "opens what the task is about anew, and begins with the first step",
    .flags = ACTION_UNRECORDED,
    .obstacle = without_task,
    .act = again,
};

static void leave(App *app, const ActionArgs *args)
{
    (void)args;
    task_end(app);
}

const Action action_task_end = {
    .name = "task.end",
    .title = "Task: end it",
    .note = "closes the task; what is open stays, and every part may be moved again",
    .flags = ACTION_UNRECORDED,
    .obstacle = without_task,
    .act = leave,
};

static bool report(App *app, const ActionArgs *args, Error *err)
{
    char *text = task_report_html(app, task_run(app));
    bool good = text ? file_write_atomic(args->text, text, strlen(text), err)
                     : error_set(err, "not enough memory for the report");
    free(text);
    if (good)
        app_notify(app, NOTICE_INFO, "The report of the task is in %s", args->text);
    return good;
}

const Action action_task_report = {
    .name = "task.report",
    .title = "Task: write a report",
    .note = "text: the path of an .html file; steps, times, forbidden contacts, and the log",
    .flags = ACTION_UNRECORDED,
    .args = {{.type = ARG_PATH}},
    .obstacle = without_task,
    .apply = report,
    .example = "text=/nonexistent/task.html",
};
