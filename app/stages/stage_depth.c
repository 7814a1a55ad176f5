// The depth stage: how deep parts in the hand are in others that do not hold them, as they are gone
// through or nothing could be promised of the two. Measured where they stand, on a worker of its own,
// and once more when they have moved on; what was begun is finished, or in a long drag there would
// never be a number.
#include "app/stages/hand_text.h"
#include "app/stages/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct DepthState {
    SolidCache solids; // while no task has it
} DepthState;

typedef struct DepthTask {
    StageTask head;
    HandDepth items[DEPTHS_MOST];
    PosedPart posed[2 * DEPTHS_MOST]; // two for each
    Bvh *trees[2 * DEPTHS_MOST];      // retained
    int count;
    SolidCache solids;
} DepthTask;

static DepthState *mine(const App *app)
{
    return stage_state(app, &stage_depth);
}

static bool add_wanted(const App *app, int32_t hand, int32_t other, HandDepth *out, int *count)
{
    bool here = hand < app->document.part_count && other < app->document.part_count;
    if (!here || *count == DEPTHS_MOST)
        return false;
    out[(*count)++] = (HandDepth){
        .hand = hand,
        .other = other,
        .placed = {app->document.parts[hand].placement, app->document.parts[other].placement},
        .tolerance = app->document.tolerance,
        .trees = app->trees_version};
    return true;
}

static int wanted(const App *app, HandDepth *out)
{
    int count = 0;
    const Hand *hand = &app->hand;
    for (int i = 0; i < app->through.count; ++i)
        add_wanted(app, app->through.pairs[i].hand, app->through.pairs[i].other, out, &count);
    for (int i = 0; hand->gesture != 0 && i < hand->exempt_count && i < HAND_MOST_TOLD; ++i)
        if (!through_has(&app->through, hand->exempt[i].hand, hand->exempt[i].part))
            add_wanted(app, hand->exempt[i].hand, hand->exempt[i].part, out, &count);
    return count;
}

// Measured where they are.
static bool all_known(const App *app, const HandDepth *list, int count)
{
    for (int i = 0; i < count; ++i) {
        bool now;
        if (!hand_depth_find(app, list[i].hand, list[i].other, &now) || !now)
            return false;
    }
    return true;
}

static bool can_measure(const App *app)
{
    return app->stages->trees_ready && !stage_shape_behind(app);
}

static bool current(const App *app)
{
    HandDepth list[DEPTHS_MOST];
    int count = wanted(app, list);
    return count == 0 || (!stage_task(app, &stage_depth) && all_known(app, list, count));
}

static void look(App *app)
{
    HandDepth list[DEPTHS_MOST];
    if (app->depths.count > 0 && wanted(app, list) == 0)
        app->depths.count = 0;
}

static void drop(void *argument)
{
    DepthTask *task = argument;
    for (int i = 0; i < 2 * task->count; ++i)
        bvh_release(task->trees[i]);
    solid_cache_free(&task->solids);
    free(task);
}

static void *start(App *app)
{
    HandDepth list[DEPTHS_MOST];
    int count = wanted(app, list);
    if (count == 0 || !can_measure(app) || all_known(app, list, count))
        return NULL;
    DepthTask *task = stage_task_create(sizeof *task);
    if (!task)
        return NULL;
    memcpy(task->items, list, (size_t)count * sizeof *list);
    task->count = count;
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < 2; ++k) {
            int32_t part = k == 0 ? list[i].hand : list[i].other;
            Bvh *tree = task->trees[2 * i + k] = bvh_retain(app->parts[part].tree);
            task->posed[2 * i + k] =
                (PosedPart){.tree = tree, .placement = list[i].placed[k], .active = true};
        }
    task->solids = mine(app)->solids;
    mine(app)->solids = (SolidCache){0};
    return task;
}

static bool measure(DepthTask *task, int i, Job *job)
{
    HandDepth *item = &task->items[i];
    const PosedPart *hand = &task->posed[2 * i], *other = hand + 1;
    bool first = item->hand < item->other;
    ContactDetail detail = {0};
    ContactDesc desc = {.tolerance = item->tolerance};
    Error err = {""};
    bool known = contact_between(first ? hand : other, first ? other : hand, &desc, &task->solids,
                                 job, &detail, &err);
    item->failed = !known;
    item->state = detail.state;
    item->depth = detail.depth;
    item->estimated = detail.truncated || detail.state == PAIR_UNDECIDED ||
                      detail.depth_error > fmax(0.05 * detail.depth, detail.tolerance);
    contact_detail_free(&detail);
    return !job_cancelled(job);
}

static void work(void *argument, Job *job)
{
    DepthTask *task = argument;
    worker_give_way();
    task->head.done = true;
    solid_cache_sweep(&task->solids, task->posed, 2 * task->count);
    for (int i = 0; task->head.done && i < task->count; ++i)
        task->head.done = measure(task, i, job);
}

static void keep(App *app, void *argument)
{
    DepthTask *task = argument;
    solid_cache_free(&mine(app)->solids);
    mine(app)->solids = task->solids;
    task->solids = (SolidCache){0};
}

static void show(App *app, void *argument)
{
    const DepthTask *task = argument;
    memcpy(app->depths.items, task->items, sizeof task->items);
    app->depths.count = task->count;
    ++app->hand.version;
    through_look(app);
    hand_text_update(app);
}

static void reset(App *app)
{
    solid_cache_free(&mine(app)->solids);
    app->depths.count = 0;
    through_clear(app);
}

const Stage stage_depth = {.name = "depth",
                           .wait = STAGE_FOLLOWS,
                           .state_size = sizeof(DepthState),
                           .look = look,
                           .start = start,
                           .keep = keep,
                           .show = show,
                           .drop = drop,
                           .current = current,
                           .work = work,
                           .reset = reset};
