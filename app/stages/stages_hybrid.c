// The hybrid stage: the hierarchy over the primitives follows them and how it is to be built, on a
// worker of its own; the one there is stays until the next is complete.
#include "app/session/save.h"
#include "app/stages/stages.h"

#include <stdlib.h>

struct HybridTask {
    PrimitiveList *list; // retained
    HybridDesc desc;
    HybridTree tree;
    HybridStats stats;
    bool done;
    Error err;
};

void stage_hybrid_drop(HybridTask *task)
{
    if (!task)
        return;
    primitive_list_release(task->list);
    hybrid_tree_free(&task->tree);
    free(task);
}

static void forget_refused(Stages *stages)
{
    primitive_list_release(stages->refused_list);
    stages->refused_list = NULL;
}

void stage_hybrid_reset(App *app)
{
    forget_refused(app->stages);
    primitive_list_release(app->hybrid.list);
    hybrid_tree_free(&app->hybrid.tree);
    app->hybrid = (HybridShown){.before = -1, .tree = {.root = HYBRID_NONE}};
    ++app->hybrid_version;
}

static void work(void *argument, Job *job)
{
    HybridTask *task = argument;
    task->done =
        hybrid_build(&task->tree, &task->list->set, &task->desc, &task->stats, job, &task->err);
}

static void show(App *app, HybridTask *task)
{
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

static void take(App *app, HybridTask *task)
{
    Stages *stages = app->stages;
    const PrimitiveState *wanted = &app->document.primitives;
    stages->building_hybrid = NULL;
    if (task->done) {
        if (wanted->build && primitive_list_count(wanted->list) > 0)
            show(app, task);
    } else if (stages->hybrid_stopped_by_user || task->err.text[0]) {
        forget_refused(stages);
        stages->refused_list = primitive_list_retain(task->list);
        stages->refused_hybrid = task->desc;
        if (!stages->hybrid_stopped_by_user)
            app_notify(app, NOTICE_ERROR, "Build hybrid hierarchy: %s", task->err.text);
        else
            app_notify(app, NOTICE_INFO, "Building the hybrid hierarchy was cancelled%s",
                       app->hybrid.list ? "; the last one stays" : "");
    }
    stages->hybrid_stopped_by_user = false;
    stage_hybrid_drop(task);
}

void stage_hybrid_update(App *app)
{
    Stages *stages = app->stages;
    const PrimitiveState *wanted = &app->document.primitives;
    if (stages->building_hybrid && worker_take(stages->hybrid_worker))
        take(app, stages->building_hybrid);
    bool needed = wanted->build && primitive_list_count(wanted->list) > 0;
    if (!needed && app->hybrid.list)
        stage_hybrid_reset(app);
    if (stages->building_hybrid) { // for something else than what is wanted now: not needed
        const HybridTask *task = stages->building_hybrid;
        if (!needed || task->list != wanted->list || !hybrid_desc_equal(&task->desc, &wanted->desc))
            worker_cancel(stages->hybrid_worker);
        return;
    }
    if (!needed ||
        (app->hybrid.list == wanted->list && hybrid_desc_equal(&app->hybrid.desc, &wanted->desc)))
        return;
    if (stages->refused_list == wanted->list &&
        hybrid_desc_equal(&stages->refused_hybrid, &wanted->desc))
        return;
    HybridTask *task = calloc(1, sizeof *task);
    if (!task)
        return;
    forget_refused(stages);
    task->list = primitive_list_retain(wanted->list);
    task->desc = wanted->desc;
    if (task->list->set.count >= LONG_BUILD_PRIMITIVES)
        save_before_build(app);
    stages->building_hybrid = task;
    worker_post(stages->hybrid_worker, work, task, app->wake);
}
