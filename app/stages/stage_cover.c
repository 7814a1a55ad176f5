// The cover stage: whether the triangles that primitives were fitted to are still inside, after
// volumes or parts were moved, and which primitives of different parts meet. For reading only, so
// nothing waits for it.
#include "app/stages/rows.h"
#include "core/base/array.h"

#include <stdlib.h>

typedef struct CoverTask {
    StageTask head;
    PrimitiveList *list; // retained
    PosedMesh *parts;    // meshes retained
    int32_t part_count;
    HybridTree tree; // a copy, if there is one over these primitives
    uint32_t tree_number, trees_version;
    bool go_on;
    PrimitiveContacts contacts;
    PrimitiveCover *items;
    Affine *placements; // of the parts, for what is shown
} CoverTask;

static void drop(void *argument)
{
    CoverTask *task = argument;
    posed_meshes_free(task->parts, task->part_count);
    primitive_list_release(task->list);
    hybrid_tree_free(&task->tree);
    free(task->items);
    free(task->placements);
    free(task);
}

static void forget(App *app)
{
    primitive_list_release(app->cover.list);
    free(app->cover.items);
    free(app->cover.placements);
    app->cover = (CoverShown){0};
}

static void work(void *argument, Job *job)
{
    CoverTask *task = argument;
    for (int32_t i = 0; i < task->list->set.count && !job_cancelled(job); ++i)
        task->items[i] = primitive_cover(&task->list->set.items[i].volume, task->list->covers[i],
                                         task->parts, task->part_count, job);
    if (task->tree_number > 0) // without memory it stays unknown
        primitive_contacts(&task->tree, task->list, task->parts, task->part_count, task->go_on, job,
                           &task->contacts);
    task->head.done = !job_cancelled(job);
}

static void show(App *app, void *argument)
{
    CoverTask *task = argument;
    forget(app);
    app->cover = (CoverShown){primitive_list_retain(task->list),
                              task->items,
                              task->placements,
                              task->part_count,
                              task->trees_version,
                              task->contacts,
                              task->tree_number};
    task->items = NULL;
    task->placements = NULL;
    ++app->hybrid_version;
}

// Of the tree over the present primitives; 0: there is none.
static uint32_t tree_number(const App *app)
{
    return app->hybrid.list == app->document.primitives.list ? app->hybrid.number : 0;
}

static bool current(const App *app)
{
    const CoverShown *cover = &app->cover;
    if (primitive_list_count(app->document.primitives.list) == 0)
        return true;
    if (cover->tree != tree_number(app) ||
        (cover->tree > 0 && cover->contacts.went_on != app->document.primitives.triangles))
        return false;
    if (cover->list != app->document.primitives.list ||
        cover->part_count != app->document.part_count || cover->trees_version != app->trees_version)
        return false;
    for (int32_t i = 0; i < cover->part_count; ++i)
        if (!affine_equal(&cover->placements[i], &app->document.parts[i].placement))
            return false;
    return true;
}

static void look(App *app)
{
    if (app->cover.list && primitive_list_count(app->document.primitives.list) == 0)
        forget(app);
}

// What is under way is finished even if it is old by then: during a drag something is to be seen.
static bool stale(App *app, const void *task)
{
    return ((const CoverTask *)task)->part_count != app->document.part_count;
}

static void *start(App *app)
{
    CoverTask *task = current(app) ? NULL : stage_task_create(sizeof *task);
    if (!task)
        return NULL;
    task->list = primitive_list_retain(app->document.primitives.list);
    task->part_count = app->document.part_count;
    task->parts = posed_meshes_of(app);
    task->items = calloc((size_t)task->list->set.count, sizeof *task->items);
    task->placements = array_alloc((size_t)task->part_count, sizeof *task->placements);
    task->tree = (HybridTree){.root = HYBRID_NONE};
    task->tree_number = tree_number(app);
    task->trees_version = app->trees_version;
    task->go_on = app->document.primitives.triangles;
    bool ok = task->tree_number == 0 || hybrid_copy(&task->tree, &app->hybrid.tree);
    if (!ok || !task->parts || !task->items || !task->placements) {
        drop(task);
        return NULL;
    }
    for (int32_t i = 0; i < task->part_count; ++i)
        task->placements[i] = task->parts[i].placement;
    return task;
}

const Stage stage_cover = {.name = "cover",
                           .wait = STAGE_FOLLOWS,
                           .look = look,
                           .stale = stale,
                           .start = start,
                           .show = show,
                           .drop = drop,
                           .current = current,
                           .work = work,
                           .end = forget};
