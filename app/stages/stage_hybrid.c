// The hybrid stage: the hierarchy over the primitives follows them and how it is to be built, on a
// worker of its own; the one there is stays until the next is complete.
#include "app/stages/rows.h"

#include <stdlib.h>

typedef struct HybridState {
    PrimitiveList *refused_list; // with this desc it failed or was cancelled
    HybridDesc refused;
} HybridState;

typedef struct HybridTask {
    StageTask head;
    PrimitiveList *list; // retained
    HybridDesc desc;
    HybridTree tree;
    HybridStats stats;
} HybridTask;

static HybridState *mine(const App *app)
{
    return stage_state(app, &stage_hybrid);
}

static void drop(void *argument)
{
    HybridTask *task = argument;
    primitive_list_release(task->list);
    hybrid_tree_free(&task->tree);
    free(task);
}

static void forget_refused(App *app)
{
    primitive_list_release(mine(app)->refused_list);
    mine(app)->refused_list = NULL;
}

static void forget(App *app)
{
    forget_refused(app);
    primitive_list_release(app->hybrid.list);
    hybrid_tree_free(&app->hybrid.tree);
    app->hybrid = (HybridShown){.before = -1, .tree = {.root = HYBRID_NONE}};
    ++app->hybrid_version;
}

static void work(void *argument, Job *job)
{
    HybridTask *task = argument;
    task->head.done = hybrid_build(&task->tree, &task->list->set, &task->desc, &task->stats, job,
                                   &task->head.err);
}

static void show(App *app, void *argument)
{
    HybridTask *task = argument;
    HybridShown *shown = &app->hybrid;
    bool another = !hybrid_desc_equal(&shown->desc, &task->desc) || !shown->list;
    double before = !shown->list ? -1 : another ? shown->quality.volume.full : shown->before;
    primitive_list_release(shown->list);
    hybrid_tree_free(&shown->tree);
    static uint32_t number; // of the main thread alone
    number += number + 1 == 0 ? 2 : 1;
    *shown = (HybridShown){.number = number,
                           .list = primitive_list_retain(task->list),
                           .desc = task->desc,
                           .tree = task->tree,
                           .stats = task->stats,
                           .quality = hybrid_quality(&task->tree),
                           .before = before};
    task->tree = (HybridTree){.root = HYBRID_NONE};
    ++app->hybrid_version;
}

static void fail(App *app, void *argument, bool stopped)
{
    HybridTask *task = argument;
    forget_refused(app);
    mine(app)->refused_list = primitive_list_retain(task->list);
    mine(app)->refused = task->desc;
    if (!stopped)
        app_notify(app, NOTICE_ERROR, "Build hybrid hierarchy: %s", task->head.err.text);
    else
        app_notify(app, NOTICE_INFO, "Building the hybrid hierarchy was cancelled%s",
                   app->hybrid.list ? "; the last one stays" : "");
}

static bool is_needed(const App *app)
{
    const PrimitiveState *wanted = &app->document.primitives;
    return wanted->build && primitive_list_count(wanted->list) > 0;
}

static bool is_wanted(const App *app, const PrimitiveList *list, const HybridDesc *desc)
{
    const PrimitiveState *wanted = &app->document.primitives;
    return list == wanted->list && hybrid_desc_equal(desc, &wanted->desc);
}

static void look(App *app)
{
    const HybridTask *task = stage_task(app, &stage_hybrid);
    if (!is_needed(app) && app->hybrid.list)
        forget(app);
    if (task && !is_wanted(app, task->list, &task->desc))
        stage_stop(app, &stage_hybrid);
}

// What is ready is shown, even if primitives were moved since: in a drag something is to be seen.
static bool stale(App *app, const void *task)
{
    (void)task;
    return !is_needed(app);
}

static bool current(const App *app)
{
    return !is_needed(app) || is_wanted(app, app->hybrid.list, &app->hybrid.desc);
}

static void *start(App *app)
{
    const PrimitiveState *wanted = &app->document.primitives;
    if (!is_wanted(app, mine(app)->refused_list, &mine(app)->refused))
        forget_refused(app); // asked for once more later, it is a new wish
    if (current(app) || mine(app)->refused_list)
        return NULL;
    HybridTask *task = stage_task_create(sizeof *task);
    if (!task)
        return NULL;
    task->list = primitive_list_retain(wanted->list);
    task->desc = wanted->desc;
    if (task->list->set.count >= LONG_BUILD_PRIMITIVES)
        stages_before_risk(app);
    return task;
}

const Stage stage_hybrid = {.name = "hybrid",
                            .label = "Building the hybrid hierarchy",
                            .wait = STAGE_BUSY,
                            .state_size = sizeof(HybridState),
                            .look = look,
                            .stale = stale,
                            .start = start,
                            .show = show,
                            .fail = fail,
                            .drop = drop,
                            .current = current,
                            .work = work,
                            .end = forget};
