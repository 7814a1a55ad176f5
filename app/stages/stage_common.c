// The stage of the common volume: how much space the two of the pair that is shown alone share. Only for
// that one: it may take long. On a worker of its own; nothing waits for it but who wants figures.
#include "app/stages/rows.h"
#include "app/stages/stage.h"

#include <stdlib.h>
#include <string.h>

// Which parts, and how they stood to each other.
typedef struct CommonKey {
    int32_t a, b;
    Bvh *trees[2]; // retained; NULL: nothing was asked yet
    Affine placements[2];
} CommonKey;

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

static void key_free(CommonKey *key)
{
    bvh_release(key->trees[0]);
    bvh_release(key->trees[1]);
    *key = (CommonKey){0};
}

// Not retained. False: no pair is shown, or it was not searched yet.
static bool wanted(const App *app, CommonKey *out)
{
    const int32_t *pair = app->document.view.shown_pair;
    const QueryTarget *shown = &app->stages->shown;
    if (!document_pair_shown(&app->document) || !shown->parts || pair[0] >= shown->count ||
        pair[1] >= shown->count || stage_shape_behind(app))
        return false;
    *out = (CommonKey){.a = pair[0], .b = pair[1]};
    for (int i = 0; i < 2; ++i) {
        out->trees[i] = shown->parts[pair[i]].tree;
        out->placements[i] = shown->parts[pair[i]].placement;
    }
    return out->trees[0] && out->trees[1];
}

static bool same(const CommonKey *x, const CommonKey *y)
{
    return x->a == y->a && x->b == y->b && x->trees[0] == y->trees[0] &&
           x->trees[1] == y->trees[1] &&
           memcmp(x->placements, y->placements, sizeof x->placements) == 0;
}

static bool current(const App *app)
{
    CommonKey key;
    return !wanted(app, &key) || same(&key, &mine(app)->key);
}

const CommonVolume *common_volume_shown(const App *app, int32_t a, int32_t b)
{
    CommonKey key;
    return wanted(app, &key) && same(&key, &mine(app)->key) && key.a == a && key.b == b
               ? &app->common
               : NULL;
}

static void drop(void *argument)
{
    CommonTask *task = argument;
    key_free(&task->key);
    free(task);
}

// Other parts, or others' places: what is measured is not asked for any more.
static bool stale(App *app, const void *task)
{
    CommonKey key;
    return !wanted(app, &key) || !same(&key, &((const CommonTask *)task)->key);
}

static void *start(App *app)
{
    CommonKey key;
    if (!wanted(app, &key) || current(app))
        return NULL;
    CommonTask *task = stage_task_create(sizeof *task);
    if (!task)
        return NULL;
    task->key = key;
    bvh_retain(key.trees[0]);
    bvh_retain(key.trees[1]);
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
    key_free(&mine(app)->key);
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
    key_free(&mine(app)->key);
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
