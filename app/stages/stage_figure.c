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
    return stage_asked(app, &stage_figure) || task->figure != app->figure.figure;
}

static void *start(App *app)
{
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
                            .on_request = true,
                            .start = start,
                            .show = show,
                            .failure = "The figure was not measured",
                            .drop = drop,
                            .work = work,
                            .end = end};
