// The stage of what two parts share as a solid, for drawing: of the pair that is shown alone, if it is
// asked for and its volume is known. On a worker of its own.
#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "app/stages/common_key.h"
#include "app/stages/rows.h"

#include <stdlib.h>

typedef struct SharedStage {
    CommonKey key; // what app->shared is about
} SharedStage;

typedef struct SharedTask {
    StageTask head;
    CommonKey key;
    CommonSolid result; // in the frame of the first part, with which it is drawn
} SharedTask;

static SharedStage *mine(const App *app)
{
    return stage_state(app, &stage_shared);
}

static bool wanted(const App *app, CommonKey *out)
{
    if (!field_flag(&app->document, &action_contact_solid) || !common_key_wanted(app, out))
        return false;
    const CommonVolume *volume = common_volume_shown(app, out->a, out->b);
    return volume && volume->state == COMMON_KNOWN;
}

static bool current(const App *app)
{
    CommonKey key;
    return !wanted(app, &key) || common_key_same(&key, &mine(app)->key);
}

const CommonSolid *common_solid_shown(const App *app)
{
    CommonKey key;
    return wanted(app, &key) && common_key_same(&key, &mine(app)->key) && app->shared.count > 0
               ? &app->shared
               : NULL;
}

static void drop(void *argument)
{
    SharedTask *task = argument;
    common_key_free(&task->key);
    common_solid_free(&task->result);
    free(task);
}

static bool stale(App *app, const void *task)
{
    CommonKey key;
    return !wanted(app, &key) || !common_key_same(&key, &((const SharedTask *)task)->key);
}

static void *start(App *app)
{
    CommonKey key;
    if (!wanted(app, &key) || current(app))
        return NULL;
    SharedTask *task = stage_task_create(sizeof *task);
    if (task)
        task->key = common_key_retained(&key);
    return task;
}

static void work(void *argument, Job *job)
{
    worker_give_way();
    SharedTask *task = argument;
    PosedPart posed[2];
    SolidCache solids = {0};
    Affine back;
    for (int i = 0; i < 2; ++i)
        posed[i] = (PosedPart){task->key.trees[i], task->key.placements[i], true, true};
    task->head.done =
        common_solid_make(&task->result, &posed[0], &posed[1], &solids, job, &task->head.err) &&
        affine_invert(&posed[0].placement, &back);
    for (size_t i = 0; task->head.done && i < task->result.count; ++i)
        task->result.points[i] = affine_apply(&back, task->result.points[i]);
    solid_cache_free(&solids);
}

static void show(App *app, void *argument)
{
    SharedTask *task = argument;
    common_key_free(&mine(app)->key);
    common_solid_free(&app->shared);
    mine(app)->key = task->key;
    app->shared = task->result;
    task->key = (CommonKey){0};
    task->result = (CommonSolid){0};
    ++app->shared_version;
}

// Not tried again until something changes: nothing is drawn.
static void fail(App *app, void *argument, bool stopped)
{
    (void)stopped;
    common_solid_free(&((SharedTask *)argument)->result);
    show(app, argument);
}

static void reset(App *app)
{
    common_key_free(&mine(app)->key);
    common_solid_free(&app->shared);
    ++app->shared_version;
}

const Stage stage_shared = {.name = "shared",
                            .wait = STAGE_FOLLOWS,
                            .state_size = sizeof(SharedStage),
                            .stale = stale,
                            .start = start,
                            .show = show,
                            .fail = fail,
                            .drop = drop,
                            .current = current,
                            .work = work,
                            .reset = reset};
