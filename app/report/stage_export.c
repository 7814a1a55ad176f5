// The export stage: the report in words into a file, on a worker. It has all it needs, so it goes on
// when another assembly is opened.
#include "app/io/file.h"
#include "app/report/report_file.h"
#include "app/session/clash_state.h"
#include "app/stages/fit_work.h"
#include "app/stages/rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct ExportState {
    char *waiting; // path of the one that is to be written next; NULL: none
} ExportState;

typedef struct ExportTask {
    StageTask head;
    FitWork fit;
    RowPicturesFn *draw_rows;
    char *path;
    ClashBook *book; // a copy of the document's; NULL: none
    int64_t date;
} ExportTask;

static ExportState *mine(const App *app)
{
    return stage_state(app, &stage_export);
}

static void drop(void *argument)
{
    ExportTask *task = argument;
    fit_work_free(&task->fit);
    clash_book_release(task->book);
    free(task->path);
    free(task);
}

static bool write_file(ExportTask *task, Job *job)
{
    ReportOrder order = {.draw = task->draw_rows, .book = task->book, .date = task->date};
    size_t size = 0;
    char *text = report_of(&task->fit.check, report_format_of(task->path), &order, &size, job);
    if (!text && !job_cancelled(job))
        error_set(&task->head.err, "not enough memory for the report");
    bool ok = text && file_write_atomic(task->path, text, size, &task->head.err);
    free(text);
    return ok;
}

static void work(void *argument, Job *job)
{
    worker_give_way();
    ExportTask *task = argument;
    task->head.done = fit_work_run(&task->fit, job, &task->head.err) && write_file(task, job);
}

static void *start(App *app)
{
    ExportState *state = mine(app);
    ExportTask *task =
        state->waiting && app->stages->shown.parts ? stage_task_create(sizeof *task) : NULL;
    if (!task)
        return NULL;
    if (!fit_work_begin(app, &task->fit)) {
        drop(task); // tried again with the next update
        return NULL;
    }
    task->draw_rows = app->draw_rows;
    task->date = sources_date(&app->sources);
    const ClashBook *book = clash_state_book(app);
    task->book = book ? clash_book_copy(book) : NULL; // without memory: a report without notes
    task->path = state->waiting;
    state->waiting = NULL;
    return task;
}

static void show(App *app, void *task)
{
    app_notify(app, NOTICE_INFO, "Wrote the report into %s", ((ExportTask *)task)->path);
}

static void fail(App *app, void *argument, bool stopped)
{
    ExportTask *task = argument;
    if (task->head.done) // stopped, but it is there
        show(app, task);
    else if (stopped)
        app_notify(app, NOTICE_INFO, "Writing %s was cancelled", file_base_name(task->path));
    else
        app_notify(app, NOTICE_ERROR, "%s", task->head.err.text);
}

static void forget_waiting(App *app)
{
    ExportState *state = mine(app);
    free(state->waiting);
    state->waiting = NULL;
}

static void cancel(App *app)
{
    if (mine(app)->waiting)
        app_notify(app, NOTICE_INFO, "Writing %s was cancelled",
                   file_base_name(mine(app)->waiting));
    forget_waiting(app);
}

static bool pending(const App *app)
{
    return mine(app)->waiting != NULL;
}

static void describe(const App *app, Activity *out)
{
    const ExportTask *task = stage_task(app, &stage_export);
    const char *path = task ? task->path : mine(app)->waiting;
    bool says = task && out->step[0];
    snprintf(out->text, sizeof out->text, "Writing %.80s%s%s", file_base_name(path),
             says ? ": " : "", says ? out->step : "");
}

bool stages_export(App *app, const char *path, Error *err)
{
    if (stage_query_refused(app))
        return error_set(err,
                         "the contacts of what is shown could not be found: there is nothing to "
                         "report");
    if (!app->stages->shown.parts)
        return error_set(err, "the contacts are not known yet");
    char *copy = strdup(path);
    if (!copy)
        return error_set(err, "not enough memory to write the report");
    forget_waiting(app); // the newest wish counts
    mine(app)->waiting = copy;
    return true;
}

const Stage stage_export = {.name = "export",
                            .wait = STAGE_FOLLOWS,
                            .outlives = true,
                            .state_size = sizeof(ExportState),
                            .start = start,
                            .show = show,
                            .fail = fail,
                            .drop = drop,
                            .work = work,
                            .pending = pending,
                            .describe = describe,
                            .cancel = cancel,
                            .end = forget_waiting};
