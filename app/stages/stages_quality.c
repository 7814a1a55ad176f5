// The quality stage: figures about the selected part's tree. They are for reading only, so nothing
// waits for them; the last ones stay until the new ones are complete.
#include "app/stages/stages.h"

#include <stdlib.h>

struct QualityTask {
    Bvh *tree; // retained
    TreeQuality result;
    bool done, cancelled;
};

void stage_quality_drop(QualityTask *task)
{
    if (!task)
        return;
    bvh_release(task->tree);
    free(task);
}

void stage_quality_reset(App *app)
{
    bvh_release(app->quality.tree);
    app->quality = (TreeQuality){0};
}

static void measure(void *argument, Job *job)
{
    worker_give_way();
    QualityTask *task = argument;
    TreeQuality *r = &task->result;
    NodeMeasures tree;
    if (!quality_measure(task->tree, job, &tree)) {
        task->cancelled = job_cancelled(job);
        return;
    }
    r->figures = quality_of(&tree);
    r->watch = quality_watch(task->tree, &r->figures, QUALITY_REBUILD_ABOVE);
    if (task->tree->type->counts)
        r->count_rows = task->tree->type->counts(task->tree, r->counts);
    r->forecast = quality_forecast(&tree, task->tree->radius);
    r->bytes = (double)bvh_bytes(task->tree);
    r->build_ms = task->tree->build_ms;
    r->level_count = quality_levels(&tree, r->levels, QUALITY_MAX_LEVELS);
    task->done = quality_empty_space(&tree, 0, &r->empty) &&
                 quality_empty_space(&tree, EMPTY_SPACE_MANY, &r->empty_upper);
    node_measures_free(&tree);
}

static Bvh *selected_tree(const App *app)
{
    int32_t part = app->document.selected;
    return app->part_trees && part >= 0 && part < app->assembly.part_count ? app->part_trees[part]
                                                                           : NULL;
}

// What was known about another tree of the same mesh is what the new one is compared with.
static void show(App *app, QualityTask *task)
{
    TreeQuality *shown = &app->quality;
    bool same_mesh = shown->tree && shown->tree->mesh == task->tree->mesh;
    if (!task->done)
        task->result = (TreeQuality){0};
    task->result.has_before = same_mesh && shown->figures.nodes > 0;
    task->result.before = shown->figures;
    task->result.bytes_before = shown->bytes;
    task->result.build_ms_before = shown->build_ms;
    bvh_release(shown->tree);
    *shown = task->result;
    shown->tree = bvh_retain(task->tree);
}

void stage_quality_update(App *app)
{
    Stages *stages = app->stages;
    Bvh *wanted = selected_tree(app);
    if (stages->measuring && worker_take(stages->quality_worker)) {
        QualityTask *task = stages->measuring;
        stages->measuring = NULL;
        // Without memory there are no figures, but it is not tried again and again.
        if (!task->cancelled && task->tree == wanted)
            show(app, task);
        stage_quality_drop(task);
    }
    if (stages->measuring) {
        if (stages->measuring->tree != wanted)
            worker_cancel(stages->quality_worker);
        return;
    }
    if (!wanted || wanted == app->quality.tree)
        return;
    QualityTask *task = calloc(1, sizeof *task);
    if (!task)
        return;
    task->tree = bvh_retain(wanted);
    stages->measuring = task;
    worker_post(stages->quality_worker, measure, task, app->wake);
}
