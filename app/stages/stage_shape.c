// The shape stage: parts that are deformed get vertices, a tree and a picture of their own. The
// tree is refitted while that is good enough and built anew otherwise. What is shown and queried
// stays until the new shape is complete, so a shape is made in a tree that nobody reads any more.
#include "app/stages/rows.h"
#include "core/base/clock.h"
#include "core/query/ray.h"
#include "core/tree/build/build.h"
#include "core/tree/quality/quality.h"

#include <stdlib.h>

typedef struct ShapeTask {
    StageTask head;
    int32_t part;
    Mesh *rest; // retained
    Deformation deformation;
    BvhDesc desc;
    bool draws_nothing;
    Bvh *tree, *rays; // in: to be used again, or NULL; out: the shape's
    // Results.
    RenderMesh *drawn;
    bool refitted;
    double ms;
} ShapeTask;

static void drop(void *argument)
{
    ShapeTask *task = argument;
    mesh_release(task->rest);
    bvh_release(task->tree);
    bvh_release(task->rays);
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
    if (!task->tree->type->refit || !quality_refit(task->tree, job, &task->head.err) ||
        !quality_measure(task->tree, job, &measures)) {
        node_measures_free(&measures);
        return false;
    }
    Quality now = quality_of(&measures);
    node_measures_free(&measures);
    return !quality_watch(task->tree, &now, QUALITY_REBUILD_ABOVE).rebuild;
}

// Rays need no good tree: its boxes are made to fit again, whatever became of the shape.
static bool shape_rays(ShapeTask *task, Mesh *mesh, Job *job)
{
    BvhDesc desc = ray_tree_desc();
    if (task->rays)
        return task->rays->type->refit(task->rays, job);
    task->rays = bvh_build(mesh, &desc, job, &task->head.err);
    return task->rays != NULL;
}

static void shape(void *argument, Job *job)
{
    ShapeTask *task = argument;
    double start = clock_seconds();
    Mesh *mesh = task->tree ? mesh_retain(task->tree->mesh) : deform_mesh_create(task->rest);
    if (!mesh) {
        error_set(&task->head.err, "not enough memory for another shape");
        return;
    }
    deform_mesh(mesh, task->rest, &task->deformation);
    task->refitted = task->tree && refit(task, job);
    if (!task->refitted) {
        bvh_release(task->tree);
        task->tree = job_cancelled(job) ? NULL : bvh_build(mesh, &task->desc, job, &task->head.err);
    }
    if (task->tree && !task->draws_nothing && shape_rays(task, mesh, job))
        task->drawn = render_mesh_create(mesh, job);
    mesh_release(mesh);
    task->head.done = task->tree && (task->drawn || task->draws_nothing);
    task->ms = 1e3 * (clock_seconds() - start);
}

static void spare_release(struct ShapeSpare *spare)
{
    bvh_release(spare->tree);
    bvh_release(spare->rays);
}

static void free_spares(PartShape *shape)
{
    for (int i = 0; i < SHAPE_SPARES; ++i)
        spare_release(&shape->spares[i]);
    memset(shape->spares, 0, sizeof shape->spares);
}

static void reset(App *app)
{
    for (int32_t i = 0; app->parts && i < app->assembly.part_count; ++i) {
        free_spares(&app->parts[i].shape);
        render_mesh_free(app->parts[i].shape.drawn);
        bvh_release(app->parts[i].shape.rays);
        app->parts[i].shape = (PartShape){0};
    }
}

// The trees in use go; if both are a shape's, their memory serves for a later one.
static void put_aside(App *app, int32_t part)
{
    PartShape *shape = &app->parts[part].shape;
    struct ShapeSpare old = {app->parts[part].tree, shape->rays};
    app->parts[part].tree = NULL;
    shape->rays = NULL;
    if (!old.tree || !old.rays || old.tree->mesh != old.rays->mesh) {
        spare_release(&old);
        return;
    }
    spare_release(&shape->spares[SHAPE_SPARES - 1]);
    for (int i = SHAPE_SPARES - 1; i > 0; --i)
        shape->spares[i] = shape->spares[i - 1];
    shape->spares[0] = old;
}

static struct ShapeSpare take_spare(PartShape *shape, const BvhDesc *desc)
{
    for (int i = 0; i < SHAPE_SPARES; ++i) {
        struct ShapeSpare spare = shape->spares[i];
        // One reference is ours, those of the mesh are the trees': no query, measurement or overlay
        // reads them.
        if (spare.tree && bvh_desc_equal(&spare.tree->desc, desc) &&
            atomic_load_explicit(&spare.tree->references, memory_order_acquire) == 1 &&
            atomic_load_explicit(&spare.tree->mesh->references, memory_order_acquire) == 2) {
            shape->spares[i] = (struct ShapeSpare){0};
            return spare;
        }
    }
    return (struct ShapeSpare){0};
}

static void changed(App *app, int32_t part)
{
    ++app->parts[part].shape.version;
    ++app->trees_version;
}

static void back_to_rest(App *app, int32_t part)
{
    PartShape *shape = &app->parts[part].shape;
    Stages *stages = app->stages;
    Bvh *tree = tree_cache_find(&app->trees, app->assembly.parts[part].mesh, &stages->tree_desc);
    if (!tree)
        return; // its build is under way
    put_aside(app, part);
    app->parts[part].tree = bvh_retain(tree);
    render_mesh_free(shape->drawn);
    shape->drawn = NULL;
    shape->applied = (Deformation){0};
    free_spares(shape);
    changed(app, part);
}

static void show(App *app, void *argument)
{
    ShapeTask *task = argument;
    PartShape *shape = &app->parts[task->part].shape;
    put_aside(app, task->part);
    app->parts[task->part].tree = task->tree;
    shape->rays = task->rays;
    render_mesh_free(shape->drawn);
    shape->drawn = task->drawn;
    shape->applied = task->deformation;
    shape->refits += task->refitted;
    shape->builds += !task->refitted;
    shape->ms = task->ms;
    shape->refused = false;
    task->tree = task->rays = NULL;
    task->drawn = NULL;
    changed(app, task->part);
}

static void fail(App *app, void *argument, bool stopped)
{
    const ShapeTask *task = argument;
    const char *name = app->assembly.parts[task->part].name;
    app->parts[task->part].shape.refused = true;
    app->parts[task->part].shape.refused_shape = task->deformation;
    if (stopped)
        app_notify(app, NOTICE_INFO, "Deforming %s was cancelled; it stays as it is shown", name);
    else
        app_notify(app, NOTICE_ERROR, "%s could not be deformed: %s", name,
                   task->head.err.text[0] ? task->head.err.text : "not enough memory");
}

// The tree in use is of the mesh at rest although a shape is wanted: the kind was just changed.
static bool lost_its_shape(const App *app, int32_t part)
{
    return !at_rest(&app->parts[part].shape.applied) && app->parts[part].tree &&
           app->parts[part].tree->mesh == app->assembly.parts[part].mesh;
}

// Its tree is that of the mesh at rest, or is about to be: lost_its_shape then says so.
void stage_shape_other_mesh(App *app, int32_t part)
{
    free_spares(&app->parts[part].shape); // they have other triangles
    changed(app, part);
}

bool stage_shape_behind(const App *app)
{
    if (variants_behind(app))
        return true;
    for (int32_t i = 0; app->parts && i < app->assembly.part_count; ++i)
        if (lost_its_shape(app, i) && !app->parts[i].shape.refused)
            return true;
    return false;
}

static void *make_task(App *app, int32_t part)
{
    const BvhDesc *desc = &app->stages->tree_desc;
    ShapeTask *task = stage_task_create(sizeof *task);
    if (!task)
        return NULL; // tried again with the next update
    task->part = part;
    task->rest = mesh_retain(app->assembly.parts[part].mesh);
    task->deformation = app->document.parts[part].shape;
    task->desc = *desc;
    task->draws_nothing = app->draws_nothing;
    struct ShapeSpare spare = take_spare(&app->parts[part].shape, desc);
    task->tree = spare.tree;
    task->rays = spare.rays;
    return task;
}

// A shape that is no longer wanted is still shown: a slow one would never be otherwise.
static bool stale(App *app, const void *argument)
{
    const ShapeTask *task = argument;
    return !bvh_desc_equal(&task->desc, &app->stages->tree_desc) ||
           task->rest != app->assembly.parts[task->part].mesh;
}

static bool has_its_shape(const App *app, int32_t part)
{
    return same_shape(&app->document.parts[part].shape, &app->parts[part].shape.applied) &&
           !lost_its_shape(app, part);
}

static bool current(const App *app)
{
    for (int32_t i = 0; i < app->document.part_count; ++i)
        if (!has_its_shape(app, i))
            return false;
    return true;
}

static void *start(App *app)
{
    for (int32_t i = 0; app->stages->trees_ready && i < app->document.part_count; ++i) {
        const Deformation *wanted = &app->document.parts[i].shape;
        PartShape *shape = &app->parts[i].shape;
        // Asked for once more after something else, it is a new wish.
        shape->refused = shape->refused && same_shape(wanted, &shape->refused_shape);
        if (shape->refused || has_its_shape(app, i))
            continue;
        if (!at_rest(wanted))
            return make_task(app, i);
        back_to_rest(app, i);
    }
    return NULL;
}

const Stage stage_shape = {.name = "shape",
                           .label = "Deforming",
                           .wait = STAGE_BUSY,
                           .stale = stale,
                           .start = start,
                           .show = show,
                           .fail = fail,
                           .drop = drop,
                           .current = current,
                           .work = shape,
                           .reset = reset};
