// The stage that compares kinds of hierarchies when it is asked to: on a worker, for as long as it takes. What it
// found stays until another comparison is complete.
#include "app/lab/command.h"
#include "app/stages/rows.h"

#include <stdlib.h>

typedef struct BestTask {
    StageTask head;
    BestFound *found;
} BestTask;

static void drop(void *argument)
{
    BestTask *task = argument;
    best_found_free(task->found);
    free(task);
}

static void reset(App *app)
{
    best_found_free(app->best.found);
    app->best.found = NULL;
    app->best.wanted = false;
    ++app->best.version;
}

static void *start(App *app)
{
    if (!app->best.wanted || stages_busy(app))
        return NULL;
    app->best.wanted = false;
    Error err = {"not enough memory to compare"};
    BestTask *task = stage_task_create(sizeof *task);
    if (task)
        task->found = calloc(1, sizeof *task->found);
    if (task && task->found) {
        task->found->wish = app->best.wish;
        if (best_subject_take(app, &app->best.wish, &task->found->subject, &err))
            return task;
    }
    app_notify(app, NOTICE_WARNING, "Nothing is compared: %s.", err.text);
    if (task)
        drop(task);
    return NULL;
}

static void work(void *argument, Job *job)
{
    worker_give_way();
    BestTask *task = argument;
    BestFound *found = task->found;
    if (!lab_subject_prepare(&found->subject, &task->head.err))
        return;
    found->count = search_kinds_parse(found->wish.kinds, found->kinds, &task->head.err);
    if (found->count == 0)
        return;
    const LabSubject *subject = &found->subject;
    Contest contest = {.pairs = subject->pairs,
                       .pair_count = subject->pair_count,
                       .frames = subject->frames,
                       .kinds = found->kinds,
                       .kind_count = found->count};
    if (!contest_run(&contest, found->results, job, &task->head.err))
        return;
    TextBuffer command = {0};
    LabTable table = best_table(found);
    lab_add_command(&table, "best", &command);
    found->command = text_take(&command);
    if (found->command)
        task->head.done = true;
    else
        error_set(&task->head.err, "not enough memory to compare");
}

static void show(App *app, void *argument)
{
    BestTask *task = argument;
    best_found_free(app->best.found);
    app->best.found = task->found;
    task->found = NULL;
    ++app->best.version;
}

static void fail(App *app, void *argument, bool stopped)
{
    const BestTask *task = argument;
    if (!stopped && task->head.err.text[0])
        app_notify(app, NOTICE_ERROR, "Nothing was compared: %s.", task->head.err.text);
}

static bool goes_on(const App *app)
{
    return app->best.wanted;
}

static void cancel(App *app)
{
    app->best.wanted = false;
}

const Stage stage_best = {.name = "best",
                          .label = "Comparing kinds of hierarchies",
                          .wait = STAGE_FOLLOWS,
                          .start = start,
                          .show = show,
                          .fail = fail,
                          .drop = drop,
                          .goes_on = goes_on,
                          .cancel = cancel,
                          .work = work,
                          .reset = reset};
