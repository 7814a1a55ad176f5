// The quality stage: figures about the selected part's tree. They are for reading only, so nothing
// waits for them; the last ones stay until the new ones are complete.
#include "app/stages/rows.h"

#include <stdlib.h>

typedef struct QualityTask {
    StageTask head;
    Bvh *tree; // retained
    TreeQuality result;
} QualityTask;

static void drop(void *argument)
{
    QualityTask *task = argument;
    bvh_release(task->tree);
    free(task);
}

static void reset(App *app)
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
    if (!quality_measure(task->tree, job, &tree))
        return;
    r->figures = quality_of(&tree);
    r->watch = quality_watch(task->tree, &r->figures, QUALITY_REBUILD_ABOVE);
    if (task->tree->type->counts)
        r->count_rows = task->tree->type->counts(task->tree, r->counts);
    r->forecast = quality_forecast(&tree, task->tree->radius);
    r->bytes = (double)bvh_bytes(task->tree);
    r->build_ms = task->tree->build_ms;
    r->level_count = quality_levels(&tree, r->levels, QUALITY_MAX_LEVELS);
    task->head.done = quality_empty_space(&tree, 0, &r->empty) &&
                      quality_empty_space(&tree, EMPTY_SPACE_MANY, &r->empty_upper);
    node_measures_free(&tree);
}

static Bvh *selected_tree(const App *app)
{
    int32_t part = app->document.selected;
    return app->parts && part >= 0 && part < app->assembly.part_count ? app->parts[part].tree
                                                                      : NULL;
}

// What was known about another tree of the same mesh is what the new one is compared with.
static void show(App *app, void *argument)
{
    QualityTask *task = argument;
    TreeQuality *shown = &app->quality;
    bool same_mesh = shown->tree && shown->tree->mesh == task->tree->mesh;
    task->result.has_before = same_mesh && shown->figures.nodes > 0;
    task->result.before = shown->figures;
    task->result.bytes_before = shown->bytes;
    task->result.build_ms_before = shown->build_ms;
    bvh_release(shown->tree);
    *shown = task->result;
    shown->tree = bvh_retain(task->tree);
}

// Without memory there are no figures, but it is not tried again and again.
static void fail(App *app, void *argument, bool stopped)
{
    (void)stopped;
    ((QualityTask *)argument)->result = (TreeQuality){0};
    show(app, argument);
}

static bool stale(App *app, const void *task)
{
    return ((const QualityTask *)task)->tree != selected_tree(app);
}

static bool current(const App *app)
{
    return !selected_tree(app) || selected_tree(app) == app->quality.tree;
}

static void *start(App *app)
{
    QualityTask *task = current(app) ? NULL : stage_task_create(sizeof *task);
    if (task)
        task->tree = bvh_retain(selected_tree(app));
    return task;
}

const Stage stage_quality = {.name = "quality",
                             .wait = STAGE_FOLLOWS,
                             .stale = stale,
                             .start = start,
                             .show = show,
                             .fail = fail,
                             .drop = drop,
                             .current = current,
                             .work = measure,
                             .reset = reset};
