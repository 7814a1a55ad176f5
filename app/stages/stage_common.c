// The stage of the common volume: how much space the two of the pair that is shown alone share. Only for
// that one: it may take long. On a worker of its own; nothing waits for it but who wants figures.
#include "app/stages/common_key.h"
#include "app/stages/rows.h"

#include <stdlib.h>

typedef struct CommonStage {
    CommonKey key; // what app->common is about
} CommonStage;

typedef struct CommonTask {
    StageTask head;
    CommonKey key;
    CommonVolume result;
} CommonTask;

static CommonStage *mine(const App *app)
{
    return stage_state(app, &stage_common);
}

static bool current(const App *app)
{
    CommonKey key;
    return !common_key_wanted(app, &key) || common_key_same(&key, &mine(app)->key);
}

const CommonVolume *common_volume_shown(const App *app, int32_t a, int32_t b)
{
    CommonKey key;
    return common_key_wanted(app, &key) && common_key_same(&key, &mine(app)->key) && key.a == a &&
                   key.b == b
               ? &app->common
               : NULL;
}

static void drop(void *argument)
{
    CommonTask *task = argument;
    common_key_free(&task->key);
    free(task);
}

// Other parts, or others' places: what is measured is not asked for any more.
static bool stale(App *app, const void *task)
{
    CommonKey key;
    return !common_key_wanted(app, &key) ||
           !common_key_same(&key, &((const CommonTask *)task)->key);
}

static void *start(App *app)
{
    CommonKey key;
    if (!common_key_wanted(app, &key) || current(app))
        return NULL;
    CommonTask *task = stage_task_create(sizeof *task);
    if (!task)
        return NULL;
    task->key = common_key_retained(&key);
    return task;
}

static void work(void *argument, Job *job)
{
    worker_give_way();
    CommonTask *task = argument;
    PosedPart posed[2];
    for (int i = 0; i < 2; ++i)
        posed[i] = (PosedPart){task->key.trees[i], task->key.placements[i], true, true};
    task->head.done = common_volume(&posed[0], &posed[1], job, &task->result, &task->head.err);
}

static void show(App *app, void *argument)
{
    CommonTask *task = argument;
    common_key_free(&mine(app)->key);
    mine(app)->key = task->key;
    task->key = (CommonKey){0};
    app->common = task->result;
}

// Not tried again until something changes: it is "not measured".
static void fail(App *app, void *argument, bool stopped)
{
    (void)stopped;
    ((CommonTask *)argument)->result = (CommonVolume){0};
    show(app, argument);
}

static void reset(App *app)
{
    common_key_free(&mine(app)->key);
    app->common = (CommonVolume){0};
}

const Stage stage_common = {.name = "common",
                            .wait = STAGE_FOLLOWS,
                            .state_size = sizeof(CommonStage),
                            .stale = stale,
                            .start = start,
                            .show = show,
                            .fail = fail,
                            .drop = drop,
                            .current = current,
                            .work = work,
                            .reset = reset};
