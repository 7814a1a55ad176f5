// The build stage: one tree per distinct mesh, of the kind the document asks for. All parts change
// over together, so that a query never meets two kinds; until then the old trees serve.
#include "app/session/save.h"
#include "app/stages/stages.h"
#include "core/base/array.h"
#include "core/base/clock.h"

#include <assert.h>

// Trees of other kinds are kept for switching back, up to this much.
#define CACHE_MAX_BYTES ((size_t)1 << 30)

struct BuildTask {
    uint32_t generation;
    BvhDesc desc;
    Mesh **meshes; // retained
    Bvh **trees;   // what was built; after a failure or cancel the others are NULL
    int32_t count;
    Pool *pool; // NULL: one processor
    bool done;
    double ms;
    Error err;
};

void stage_build_drop(BuildTask *task)
{
    if (!task)
        return;
    for (int32_t i = 0; i < task->count; ++i) {
        bvh_release(task->trees[i]);
        mesh_release(task->meshes[i]);
    }
    free(task->meshes);
    free(task->trees);
    free(task);
}

static void build(void *argument, Job *job)
{
    BuildTask *task = argument;
    double start = clock_seconds();
    task->done = bvh_build_all(task->meshes, task->count, &task->desc, task->pool, job, task->trees,
                               &task->err);
    task->ms = 1e3 * (clock_seconds() - start);
}

static int by_address(const void *a, const void *b)
{
    uintptr_t x = (uintptr_t) * (Mesh *const *)a, y = (uintptr_t) * (Mesh *const *)b;
    return (x > y) - (x < y);
}

void stage_build_reset(App *app, const MeshSet *kept)
{
    Stages *stages = app->stages;
    for (int32_t i = 0; app->part_trees && i < app->assembly.part_count; ++i) {
        bvh_release(app->part_trees[i]);
        app->part_trees[i] = NULL;
    }
    TreeCache *cache = &app->trees;
    size_t left = 0;
    for (size_t i = 0; i < cache->count; ++i) {
        Mesh *mesh = cache->trees[i]->mesh;
        if (kept && bsearch(&mesh, (const void *)kept->meshes, (size_t)kept->count, sizeof mesh,
                            by_address))
            cache->trees[left++] = cache->trees[i];
        else
            bvh_release(cache->trees[i]);
    }
    cache->count = left;
    if (!kept)
        tree_cache_free(cache);
    stages->trees_ready = stages->has_refused_desc = false;
    ++app->trees_version;
}

// The oldest trees that are not of the wanted kind go until the rest fits.
static void trim_cache(TreeCache *cache, const BvhDesc *wanted)
{
    size_t bytes = 0;
    for (size_t i = 0; i < cache->count; ++i)
        bytes += bvh_bytes(cache->trees[i]);
    size_t kept = 0;
    for (size_t i = 0; i < cache->count; ++i) {
        Bvh *tree = cache->trees[i];
        if (bytes > CACHE_MAX_BYTES && !bvh_desc_equal(&tree->desc, wanted)) {
            bytes -= bvh_bytes(tree);
            bvh_release(tree);
        } else {
            cache->trees[kept++] = tree;
        }
    }
    cache->count = kept;
}

// Keeps what was built, even of an unfinished build: the next try begins there.
static bool keep_trees(App *app, BuildTask *task)
{
    for (int32_t i = 0; i < task->count; ++i) {
        if (task->trees[i] && !tree_cache_keep(&app->trees, bvh_retain(task->trees[i]))) {
            bvh_release(task->trees[i]);
            return false;
        }
    }
    return true;
}

// The document goes back to the trees in use, so that the panel shows what is really there.
static void refuse(App *app, const BvhDesc *desc)
{
    Stages *stages = app->stages;
    stages->refused_desc = *desc;
    stages->has_refused_desc = true;
    if (!stages->trees_ready || !bvh_desc_equal(desc, &app->document.build))
        return;
    if (app->document.build.type != stages->tree_desc.type)
        app->document.query.test = stages->tree_test;
    app->document.build = stages->tree_desc;
    stages->has_refused_desc = false; // asking for it again is a new wish
}

static void finish(App *app, BuildTask *task)
{
    bool kept = true;
    if (task->generation == app->stages->generation) {
        kept = keep_trees(app, task);
        // Also when it was done in the same moment: who cancels means it.
        if (app->stages->stopped_by_user) {
            app_notify(app, NOTICE_INFO, "Building was cancelled; %s",
                       app->stages->trees_ready ? "the hierarchies in use stay"
                                                : "contacts are unknown until it is done");
            refuse(app, &task->desc);
        } else if (task->err.text[0] || !kept) {
            app_notify(app, NOTICE_ERROR, "The hierarchies could not be built: %s",
                       kept ? task->err.text : "not enough memory");
            refuse(app, &task->desc);
        } else if (task->done) {
            app->last_build_ms = task->ms;
        }
    }
    stage_build_drop(task);
}

// True when the cache has them all; part_trees are then exchanged.
static bool use_cached(App *app)
{
    Stages *stages = app->stages;
    const BvhDesc *desc = &app->document.build;
    for (int32_t i = 0; i < stages->meshes.count; ++i)
        if (!tree_cache_find(&app->trees, stages->meshes.meshes[i], desc))
            return false;
    for (int32_t i = 0; i < app->assembly.part_count; ++i) {
        Bvh *tree = tree_cache_find(&app->trees, app->assembly.parts[i].mesh, desc);
        bvh_release(app->part_trees[i]);
        app->part_trees[i] = bvh_retain(tree);
    }
    stages->tree_desc = *desc;
    stages->tree_test = app->document.query.test;
    stages->trees_ready = true;
    stages->has_refused_desc = false;
    ++app->trees_version;
    trim_cache(&app->trees, desc);
    return true;
}

static void start(App *app)
{
    Stages *stages = app->stages;
    size_t count = (size_t)stages->meshes.count;
    BuildTask *task = calloc(1, sizeof *task);
    Mesh **meshes = array_alloc(count, sizeof *meshes);
    Bvh **trees = array_alloc(count, sizeof *trees);
    if (!task || !meshes || !trees) {
        free(task);
        free(meshes);
        free(trees);
        app_notify(app, NOTICE_ERROR, "The hierarchies could not be built: not enough memory");
        refuse(app, &app->document.build);
        return;
    }
    int64_t triangles = 0;
    task->generation = stages->generation;
    task->desc = app->document.build;
    task->pool = stages->pool;
    task->meshes = meshes;
    task->trees = trees;
    for (size_t i = 0; i < count; ++i) {
        Mesh *mesh = stages->meshes.meshes[i];
        if (tree_cache_find(&app->trees, mesh, &task->desc))
            continue;
        trees[task->count] = NULL;
        meshes[task->count++] = mesh_retain(mesh);
        triangles += mesh->triangle_count;
    }
    if (triangles >= LONG_BUILD_TRIANGLES)
        save_before_build(app);
    stages->building = task;
    stages->stopped_by_user = false;
    worker_post(stages->long_worker, build, task, app->wake);
}

void stage_build_update(App *app)
{
    Stages *stages = app->stages;
    if (stages->building && worker_take(stages->long_worker)) {
        BuildTask *task = stages->building;
        stages->building = NULL;
        finish(app, task);
    }
    const BvhDesc *wanted = &app->document.build;
    if (stages->building) {
        // Read only what never changes while the worker has it.
        if (stages->building->generation != stages->generation ||
            !bvh_desc_equal(&stages->building->desc, wanted))
            worker_cancel(stages->long_worker);
        return;
    }
    if (stages->trees_ready && bvh_desc_equal(&stages->tree_desc, wanted))
        return;
    if (app->assembly.part_count == 0 ||
        (stages->has_refused_desc && bvh_desc_equal(&stages->refused_desc, wanted)))
        return;
    if (!use_cached(app) && worker_idle(stages->long_worker) && !stages->waiting_load)
        start(app);
}
