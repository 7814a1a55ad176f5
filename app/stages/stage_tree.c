// The tree stage: the nodes of the selected part's hierarchy in the order in which they are drawn, while
// the panel is open. Those of the last tree stay until the new ones are there.
#include "app/stages/rows.h"

#include <stdlib.h>

typedef struct TreeTask {
    StageTask head;
    Bvh *tree; // retained
    int32_t part;
    TreeMap map;
} TreeTask;

static void drop(void *argument)
{
    TreeTask *task = argument;
    tree_map_free(&task->map);
    bvh_release(task->tree);
    free(task);
}

static void reset(App *app)
{
    tree_forget(&app->tree);
}

static Bvh *wanted(const App *app)
{
    int32_t part = tree_part(app);
    return part != NO_PART ? app->parts[part].tree : NULL;
}

static bool current(const App *app)
{
    const Bvh *tree = wanted(app);
    return !tree || tree == app->tree.failed ||
           (tree == app->tree.map.tree && tree_part(app) == app->tree.part);
}

static bool stale(App *app, const void *argument)
{
    const TreeTask *task = argument;
    return task->tree != wanted(app) || task->part != tree_part(app);
}

static void *start(App *app)
{
    TreeTask *task = current(app) ? NULL : stage_task_create(sizeof *task);
    if (task) {
        task->tree = bvh_retain(wanted(app));
        task->part = tree_part(app);
    }
    return task;
}

static void work(void *argument, Job *job)
{
    worker_give_way();
    TreeTask *task = argument;
    task->head.done = tree_map_make(task->tree, job, &task->map);
    if (!task->head.done && !job_cancelled(job))
        error_set(&task->head.err, "not enough memory to show the tree");
}

// The same triangle of the same part is picked again: so volumes are compared by it.
static void show(App *app, void *argument)
{
    TreeTask *task = argument;
    TreeShown *shown = &app->tree;
    int32_t triangle = shown->part == task->part ? shown->triangle : -1;
    tree_forget(shown);
    shown->map = task->map;
    task->map = (TreeMap){0};
    shown->part = task->part;
    if (triangle >= 0)
        tree_pick_triangle(shown, triangle);
    tree_count_visits(app);
}

static void fail(App *app, void *argument, bool stopped)
{
    const TreeTask *task = argument;
    if (stopped || !task->head.err.text[0])
        return;
    app->tree.failed = task->tree;
    app_notify(app, NOTICE_ERROR, "The tree is not shown: %s.", task->head.err.text);
}

static void mark(App *app)
{
    if (app->tree.failed != wanted(app))
        app->tree.failed = NULL; // chosen again, it is tried again
    tree_count_visits(app);
}

const Stage stage_tree = {.name = "tree",
                          .wait = STAGE_FOLLOWS,
                          .stale = stale,
                          .start = start,
                          .show = show,
                          .fail = fail,
                          .drop = drop,
                          .mark = mark,
                          .current = current,
                          .work = work,
                          .reset = reset};
