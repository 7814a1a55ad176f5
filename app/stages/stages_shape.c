// The shape stage: parts that are deformed get vertices, a tree and a picture of their own. The
// tree is refitted while that is good enough and built anew otherwise. What is shown and queried
// stays until the new shape is complete, so a shape is made in a tree that nobody reads any more.
#include "app/stages/stages.h"
#include "core/base/clock.h"
#include "core/tree/quality/quality.h"

#include <stdlib.h>

struct ShapeTask {
    uint32_t generation;
    int32_t part;
    Mesh *rest; // retained
    Deformation deformation;
    BvhDesc desc;
    Bvh *tree; // in: to be used again, or NULL; out: the shape's
    // Results.
    RenderMesh *drawn;
    bool done, refitted;
    double ms;
    Error err;
};

void stage_shape_drop(ShapeTask *task)
{
    if (!task)
        return;
    mesh_release(task->rest);
    bvh_release(task->tree);
    render_mesh_free(task->drawn);
    free(task);
}

static bool at_rest(const Deformation *d)
{
    return !(d->amount < 0) && !(d->amount > 0);
}

static bool same_shape(const Deformation *a, const Deformation *b)
{
    return (at_rest(a) && at_rest(b)) ||
           (a->rule == b->rule && !(a->amount < b->amount) && !(a->amount > b->amount));
}

// Refits the tree; false: it has to be built anew, or the work was cancelled.
static bool refit(ShapeTask *task, Job *job)
{
    NodeMeasures measures = {0};
    if (!task->tree->type->refit || !quality_refit(task->tree, job, &task->err) ||
        !quality_measure(task->tree, job, &measures)) {
        node_measures_free(&measures);
        return false;
    }
    Quality now = quality_of(&measures);
    node_measures_free(&measures);
    return !quality_watch(task->tree, &now, QUALITY_REBUILD_ABOVE).rebuild;
}

static void shape(void *argument, Job *job)
{
    ShapeTask *task = argument;
    double start = clock_seconds();
    Mesh *mesh = task->tree ? mesh_retain(task->tree->mesh) : deform_mesh_create(task->rest);
    if (!mesh) {
        error_set(&task->err, "not enough memory for another shape");
        return;
    }
    deform_mesh(mesh, task->rest, &task->deformation);
    task->refitted = task->tree && refit(task, job);
    if (!task->refitted) {
        bvh_release(task->tree);
        task->tree = job_cancelled(job) ? NULL : bvh_build(mesh, &task->desc, job, &task->err);
    }
    if (task->tree)
        task->drawn = render_mesh_create(mesh, job);
    mesh_release(mesh);
    task->done = task->drawn != NULL;
    task->ms = 1e3 * (clock_seconds() - start);
}

static void free_spares(PartShape *shape)
{
    for (int i = 0; i < SHAPE_SPARES; ++i)
        bvh_release(shape->spares[i]);
    memset(shape->spares, 0, sizeof shape->spares);
}

void stage_shape_reset(App *app)
{
    for (int32_t i = 0; app->shapes && i < app->assembly.part_count; ++i) {
        free_spares(&app->shapes[i]);
        render_mesh_free(app->shapes[i].drawn);
    }
    free(app->shapes);
    app->shapes = NULL;
}

// The tree in use goes; if it is a shape's, its memory serves for a later one.
static void put_aside(App *app, int32_t part)
{
    PartShape *shape = &app->shapes[part];
    Bvh *old = app->part_trees[part];
    app->part_trees[part] = NULL;
    if (!old || old->mesh == app->assembly.parts[part].mesh) {
        bvh_release(old);
        return;
    }
    bvh_release(shape->spares[SHAPE_SPARES - 1]);
    for (int i = SHAPE_SPARES - 1; i > 0; --i)
        shape->spares[i] = shape->spares[i - 1];
    shape->spares[0] = old;
}

static Bvh *take_spare(PartShape *shape, const BvhDesc *desc)
{
    for (int i = 0; i < SHAPE_SPARES; ++i) {
        Bvh *tree = shape->spares[i];
        // One reference is ours: no query, measurement or overlay reads it or its mesh.
        if (tree && bvh_desc_equal(&tree->desc, desc) &&
            atomic_load_explicit(&tree->references, memory_order_acquire) == 1 &&
            atomic_load_explicit(&tree->mesh->references, memory_order_acquire) == 1) {
            shape->spares[i] = NULL;
            return tree;
        }
    }
    return NULL;
}

static void changed(App *app, int32_t part)
{
    ++app->shapes[part].version;
    ++app->trees_version;
}

static void back_to_rest(App *app, int32_t part)
{
    PartShape *shape = &app->shapes[part];
    Stages *stages = app->stages;
    Bvh *tree = tree_cache_find(&app->trees, app->assembly.parts[part].mesh, &stages->tree_desc);
    if (!tree)
        return; // its build is under way
    put_aside(app, part);
    app->part_trees[part] = bvh_retain(tree);
    render_mesh_free(shape->drawn);
    shape->drawn = NULL;
    shape->applied = (Deformation){0};
    free_spares(shape);
    changed(app, part);
}

static void finish(App *app, ShapeTask *task)
{
    bool current = task->generation == app->stages->generation &&
                   bvh_desc_equal(&task->desc, &app->stages->tree_desc);
    if (current && task->done) {
        PartShape *shape = &app->shapes[task->part];
        put_aside(app, task->part);
        app->part_trees[task->part] = task->tree;
        render_mesh_free(shape->drawn);
        shape->drawn = task->drawn;
        shape->applied = task->deformation;
        shape->refits += task->refitted;
        shape->builds += !task->refitted;
        shape->ms = task->ms;
        shape->refused = false;
        task->tree = NULL;
        task->drawn = NULL;
        changed(app, task->part);
    } else if (current && task->err.text[0]) {
        app->shapes[task->part].refused = true;
        app->shapes[task->part].refused_shape = task->deformation;
        app_notify(app, NOTICE_ERROR, "%s could not be deformed: %s",
                   app->assembly.parts[task->part].name, task->err.text);
    }
    stage_shape_drop(task);
}

// The tree in use is of the mesh at rest although a shape is wanted: the kind was just changed.
static bool lost_its_shape(const App *app, int32_t part)
{
    return !at_rest(&app->shapes[part].applied) && app->part_trees[part] &&
           app->part_trees[part]->mesh == app->assembly.parts[part].mesh;
}

bool stage_shape_behind(const App *app)
{
    for (int32_t i = 0; app->shapes && i < app->assembly.part_count; ++i)
        if (lost_its_shape(app, i) && !app->shapes[i].refused)
            return true;
    return false;
}

static void start(App *app, int32_t part)
{
    Stages *stages = app->stages;
    ShapeTask *task = calloc(1, sizeof *task);
    if (!task)
        return; // tried again with the next update
    *task = (ShapeTask){.generation = stages->generation,
                        .part = part,
                        .rest = mesh_retain(app->assembly.parts[part].mesh),
                        .deformation = app->document.parts[part].shape,
                        .desc = stages->tree_desc,
                        .tree = take_spare(&app->shapes[part], &stages->tree_desc)};
    stages->shaping = task;
    worker_post(stages->shape_worker, shape, task, app->wake);
}

void stage_shape_update(App *app)
{
    Stages *stages = app->stages;
    if (stages->shaping && worker_take(stages->shape_worker)) {
        ShapeTask *task = stages->shaping;
        stages->shaping = NULL;
        finish(app, task);
    }
    if (stages->shaping) {
        // A shape that is no longer wanted is still shown: a slow one would never be otherwise.
        if (stages->shaping->generation != stages->generation ||
            !bvh_desc_equal(&stages->shaping->desc, &stages->tree_desc))
            worker_cancel(stages->shape_worker);
        return;
    }
    if (!stages->trees_ready || !app->shapes)
        return;
    for (int32_t i = 0; i < app->document.part_count; ++i) {
        const Deformation *wanted = &app->document.parts[i].shape;
        PartShape *shape = &app->shapes[i];
        if (shape->refused && same_shape(wanted, &shape->refused_shape))
            continue;
        if (same_shape(wanted, &shape->applied) && !lost_its_shape(app, i))
            continue;
        if (at_rest(wanted)) {
            back_to_rest(app, i);
            continue;
        }
        start(app, i);
        return;
    }
}
