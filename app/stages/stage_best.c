// The stage that compares kinds of hierarchies when it is asked to: on a worker, for as long as it takes. What it
// found stays until another comparison is complete.
#include "app/lab/command.h"
#include "app/stages/rows.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct BestTask {
    StageTask head;
    BestFound *found;
    // What is known by now: the worker writes it, the panel reads it.
    pthread_mutex_t lock;
    ContestResult known[LAB_KINDS_MOST];
} BestTask;

static void drop(void *argument)
{
    BestTask *task = argument;
    best_found_free(task->found);
    pthread_mutex_destroy(&task->lock);
    free(task);
}

static void reset(App *app)
{
    best_found_free(app->best.found);
    app->best.found = NULL;
    ++app->best.version;
}

static void *start(App *app)
{
    Error err = {"not enough memory to compare"};
    BestTask *task = stage_task_create(sizeof *task);
    if (task) {
        pthread_mutex_init(&task->lock, NULL);
        task->found = calloc(1, sizeof *task->found);
    }
    const BestWish *wish = &app->best.wish;
    if (task && task->found) {
        task->found->wish = *wish;
        if (lab_kinds_parse(wish->kinds, wish->primitives, &task->found->kinds, &err) &&
            best_subject_take(app, wish, &task->found->subject, &err))
            return task;
    }
    app_notify(app, NOTICE_WARNING, "Nothing is compared: %s.", err.text);
    if (task)
        drop(task);
    return NULL;
}

static void heard(void *user, int kind, const ContestResult *result)
{
    BestTask *task = user;
    pthread_mutex_lock(&task->lock);
    task->known[kind] = *result;
    task->known[kind].frames = NULL; // the worker's
    pthread_mutex_unlock(&task->lock);
}

bool best_live(const App *app, LabTable *table, ContestResult results[LAB_KINDS_MOST])
{
    BestTask *task = (BestTask *)(void *)stage_run(app, &stage_best)->task;
    if (!task)
        return false;
    pthread_mutex_lock(&task->lock);
    memcpy(results, task->known, sizeof task->known);
    pthread_mutex_unlock(&task->lock);
    *table = (LabTable){
        .kinds = &task->found->kinds, .results = results, .count = task->found->kinds.count};
    return true;
}

int best_rows_known(const App *app)
{
    LabTable table;
    ContestResult results[LAB_KINDS_MOST];
    int known = 0;
    if (best_live(app, &table, results))
        for (int i = 0; i < table.count; ++i)
            known += results[i].counted;
    return known;
}

static void work(void *argument, Job *job)
{
    worker_give_way();
    BestTask *task = argument;
    BestFound *found = task->found;
    if (!lab_subject_prepare(&found->subject, &task->head.err))
        return;
    ContestListener listener = {.heard = heard, .user = task};
    if (!lab_run(&found->subject, &found->kinds, &listener, found->results, job, &task->head.err))
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

const Stage stage_best = {.name = "best",
                          .label = "Comparing kinds of hierarchies",
                          .wait = STAGE_FOLLOWS,
                          .on_request = true,
                          .start = start,
                          .show = show,
                          .failure = "Nothing was compared",
                          .drop = drop,
                          .work = work,
                          .reset = reset};
