// The stage that measures a figure of the papers when it is asked to, on a worker. It has meshes of its own, so that
// nothing that is open matters to it.
#include "app/stages/rows.h"

#include <stdlib.h>

typedef struct FigureTask {
    StageTask head;
    const Figure *figure;
    bool full;
    FigureData *data;
} FigureTask;

static void free_data(FigureData *data)
{
    if (data)
        figure_data_free(data);
    free(data);
}

static void drop(void *argument)
{
    FigureTask *task = argument;
    free_data(task->data);
    free(task);
}

static bool stale(App *app, const void *argument)
{
    const FigureTask *task = argument;
    return app->figure.wanted || task->figure != app->figure.figure;
}

static void *start(App *app)
{
    if (!app->figure.wanted || stages_busy(app))
        return NULL;
    app->figure.wanted = false;
    FigureTask *task = stage_task_create(sizeof *task);
    if (task)
        task->data = calloc(1, sizeof *task->data);
    if (task && task->data) {
        task->figure = app->figure.figure;
        task->full = app->figure.full;
        return task;
    }
    app_notify(app, NOTICE_WARNING, "Not enough memory to measure the figure.");
    if (task)
        drop(task);
    return NULL;
}

static void work(void *argument, Job *job)
{
    worker_give_way();
    FigureTask *task = argument;
    FigureRun run = {.quick = !task->full, .job = job};
    task->head.done = figure_measure(task->figure, &run, task->data, &task->head.err);
}

static void show(App *app, void *argument)
{
    FigureTask *task = argument;
    free_data(app->figure.data);
    app->figure.data = task->data;
    task->data = NULL;
    ++app->figure.version;
}

static void fail(App *app, void *argument, bool stopped)
{
    const FigureTask *task = argument;
    if (!stopped && task->head.err.text[0])
        app_notify(app, NOTICE_ERROR, "The figure was not measured: %s.", task->head.err.text);
}

static bool goes_on(const App *app)
{
    return app->figure.wanted;
}

static void cancel(App *app)
{
    app->figure.wanted = false;
}

static void end(App *app)
{
    free_data(app->figure.data);
    app->figure = (FigureState){0};
}

const Stage stage_figure = {.name = "figure",
                            .label = "Measuring a figure",
                            .wait = STAGE_FOLLOWS,
                            .outlives = true,
                            .stale = stale,
                            .start = start,
                            .show = show,
                            .fail = fail,
                            .drop = drop,
                            .goes_on = goes_on,
                            .cancel = cancel,
                            .work = work,
                            .end = end};
