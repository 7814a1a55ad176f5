// The construction stage: builds the selected part's hierarchy once more when it is asked to, and records
// every split. What it recorded stays until another one is there, marked as old when the part's
// hierarchy is built in another way.
#include "app/stages/rows.h"
#include "app/stages/stage.h"
#include "core/base/array.h"

#include <stdlib.h>

typedef struct ConstructionTask {
    StageTask head;
    ConstructionShown result;
    Mesh *mesh; // retained
    BvhDesc desc;
} ConstructionTask;

static void drop(void *argument)
{
    ConstructionTask *task = argument;
    construction_forget(&task->result);
    mesh_release(task->mesh);
    free(task);
}

static void reset(App *app)
{
    construction_forget(&app->construction);
}

static void *start_hybrid(App *app)
{
    const PrimitiveState *p = &app->document.primitives;
    if (primitive_list_count(p->list) < 2) { // they were undone while something else was built
        app_notify(app, NOTICE_WARNING,
                   "The construction is not recorded: the primitives are gone.");
        return NULL;
    }
    ConstructionTask *task = stage_task_create(sizeof *task);
    if (task)
        task->result = (ConstructionShown){.part = NO_PART, .hybrid = hybrid_construction_create()};
    if (!task || !task->result.hybrid) {
        app_notify(app, NOTICE_ERROR, "not enough memory to record the construction");
        free(task);
        return NULL;
    }
    task->result.hybrid->list = primitive_list_retain(p->list);
    task->result.hybrid->desc = p->desc;
    return task;
}

static void *start(App *app)
{
    if (app->construction.wish_hybrid)
        return start_hybrid(app);
    int32_t part;
    const char *why;
    if (!construction_part(app, &part, &why)) {
        app_notify(app, NOTICE_WARNING, "The construction is not recorded: %s.", why);
        return NULL;
    }
    ConstructionTask *task = stage_task_create(sizeof *task);
    if (!task) {
        app_notify(app, NOTICE_ERROR, "not enough memory to record the construction");
        return NULL;
    }
    const Bvh *tree = app->parts[part].tree;
    task->result.part = part;
    task->mesh = mesh_retain(tree->mesh);
    task->desc = tree->desc;
    return task;
}

// Blocks skip levels of the tree that was built: nodes are known by what they hold.
static bool find_packed(ConstructionShown *r)
{
    const BuildRecord *record = &r->record;
    const Bvh *tree = r->tree;
    r->packed = array_alloc((size_t)record->node_count, sizeof *r->packed);
    bool fine = r->packed != NULL;
    for (NodeId i = 0; fine && i < record->node_count; ++i)
        r->packed[i] = BUILD_NONE;
    for (NodeId i = 0; fine && i < tree->node_count; ++i) {
        FitItems items = bvh_items_below(tree, i);
        uint32_t first = (uint32_t)(items.items - tree->slots);
        NodeId at = 0;
        while (record->nodes[at].first != first ||
               record->nodes[at].count != (uint32_t)items.count) {
            const BuildNode *n = &record->nodes[at];
            NodeId next = BUILD_NONE;
            for (uint32_t k = 0; k < n->child_count; ++k)
                if (record->nodes[n->first_child + k].first <= first)
                    next = n->first_child + k;
            if (next == BUILD_NONE)
                break;
            at = next;
        }
        if (record->nodes[at].first == first && record->nodes[at].count == (uint32_t)items.count)
            r->packed[at] = i;
    }
    return fine;
}

static void work(void *argument, Job *job)
{
    worker_give_way();
    ConstructionTask *task = argument;
    ConstructionShown *r = &task->result;
    HybridConstruction *h = r->hybrid;
    if (h) {
        task->head.done = hybrid_build_recorded(&h->tree, &h->list->set, &h->desc, &h->stats, job,
                                                &h->record, &task->head.err) &&
                          hybrid_construction_begin(h);
        if (!task->head.done && !task->head.err.text[0] && !job_cancelled(job))
            error_set(&task->head.err, "not enough memory to record the construction");
        return;
    }
    r->tree = bvh_build_recorded(task->mesh, &task->desc, job, &r->record, &task->head.err);
    if (!r->tree)
        return;
    bool packed = r->tree->node_count != r->record.node_count && !r->record.truncated;
    if (packed && !find_packed(r))
        error_set(&task->head.err, "not enough memory to record the construction");
    else
        task->head.done = true;
}

static void show(App *app, void *argument)
{
    ConstructionTask *task = argument;
    ConstructionShown *shown = &app->construction;
    bool wish_hybrid = shown->wish_hybrid;
    construction_forget(shown);
    uint32_t version = shown->version;
    task->result.speed = shown->speed;
    *shown = task->result;
    shown->version = version;
    shown->wish_hybrid = wish_hybrid;
    task->result = (ConstructionShown){.part = NO_PART};
    bool truncated = shown->hybrid ? shown->hybrid->record.truncated : shown->record.truncated;
    if (construction_steps(shown) == 0) {
        app_notify(app, NOTICE_INFO, "The hierarchy is a single leaf: nothing was done.");
        construction_forget(shown);
    } else if (truncated) {
        app_notify(app, NOTICE_INFO, "The first %u steps are kept.", construction_steps(shown));
    }
    if (shown->hybrid)
        hybrid_construction_go(shown->hybrid, 0);
}

static void mark(App *app)
{
    ConstructionShown *c = &app->construction;
    if (!construction_known(c))
        return;
    if (c->hybrid) {
        const PrimitiveState *p = &app->document.primitives;
        hybrid_construction_go(c->hybrid, c->step);
        c->old = p->list != c->hybrid->list || !hybrid_desc_equal(&p->desc, &c->hybrid->desc);
        return;
    }
    const Bvh *tree =
        c->part < app->document.part_count && app->parts && !app->document.parts[c->part].removed
            ? app->parts[c->part].tree
            : NULL;
    c->old = !tree || tree->mesh != c->tree->mesh || tree->mesh_version != c->tree->mesh_version ||
             !bvh_desc_equal(&tree->desc, &c->tree->desc);
}

const Stage stage_construction = {.name = "construction",
                                  .label = "Recording the construction",
                                  .wait = STAGE_FOLLOWS,
                                  .on_request = true,
                                  .start = start,
                                  .show = show,
                                  .failure = "The construction was not recorded",
                                  .drop = drop,
                                  .mark = mark,
                                  .work = work,
                                  .reset = reset};
