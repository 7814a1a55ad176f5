// The build stage: one tree per distinct mesh, of the kind the document asks for. All parts change
// over together, so that a query never meets two kinds; until then the old trees serve.
#include "app/io/mesh_cache.h"
#include "app/stages/rows.h"
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/tree/build/build.h"

// Trees of other kinds are kept for switching back, up to this much.
#define CACHE_MAX_BYTES ((size_t)1 << 30)

typedef struct BuildState {
    BvhDesc refused; // its build failed or was cancelled: not tried again by itself
    bool has_refused;
    uint32_t swept; // the generation of which the cache has nothing older
} BuildState;

typedef struct BuildTask {
    StageTask head;
    BvhDesc desc;
    Mesh **meshes; // retained
    Bvh **trees;   // what was built; after a failure or cancel the others are NULL
    int32_t count;
    Pool *pool; // NULL: one processor
    double ms;
} BuildTask;

static BuildState *mine(const App *app)
{
    return stage_state(app, &stage_build);
}

static void drop(void *argument)
{
    BuildTask *task = argument;
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
    task->head.done = mesh_cache_build_all(task->meshes, task->count, &task->desc, task->pool, job,
                                           task->trees, &task->head.err);
    task->ms = 1e3 * (clock_seconds() - start);
}

static void reset(App *app)
{
    for (int32_t i = 0; app->parts && i < app->assembly.part_count; ++i) {
        bvh_release(app->parts[i].tree);
        app->parts[i].tree = NULL;
    }
    app->stages->trees_ready = mine(app)->has_refused = false;
    ++app->trees_version;
}

static void end(App *app)
{
    tree_cache_free(&app->trees);
}

static bool has_its_mesh(void *app, const Bvh *tree)
{
    return mesh_set_find(&((const App *)app)->stages->meshes, tree->mesh) >= 0;
}

// Trees of meshes that are gone go, too.
static void sweep(App *app)
{
    tree_cache_filter(&app->trees, has_its_mesh, app);
    mine(app)->swept = app->stages->generation;
}

typedef struct Trim {
    size_t bytes; // of what is left
    const BvhDesc *wanted;
} Trim;

static bool fits(void *user, const Bvh *tree)
{
    Trim *trim = user;
    if (trim->bytes <= CACHE_MAX_BYTES || bvh_desc_equal(&tree->desc, trim->wanted))
        return true;
    trim->bytes -= bvh_bytes(tree);
    return false;
}

// The oldest trees that are not of the wanted kind go until the rest fits.
static void trim_cache(TreeCache *cache, const BvhDesc *wanted)
{
    Trim trim = {0, wanted};
    for (size_t i = 0; i < cache->count; ++i)
        trim.bytes += bvh_bytes(cache->trees[i]);
    tree_cache_filter(cache, fits, &trim);
}

// Even of an unfinished build: the next try begins there.
static void keep(App *app, void *argument)
{
    BuildTask *task = argument;
    for (int32_t i = 0; i < task->count; ++i) {
        if (task->trees[i] && !tree_cache_keep(&app->trees, bvh_retain(task->trees[i]))) {
            bvh_release(task->trees[i]);
            task->head.done = error_set(&task->head.err, "not enough memory");
            return;
        }
    }
}

// The document goes back to the trees in use, so that the panel shows what is really there.
static void refuse(App *app, const BvhDesc *desc)
{
    Stages *stages = app->stages;
    BuildState *state = mine(app);
    state->refused = *desc;
    state->has_refused = true;
    if (!stages->trees_ready || !bvh_desc_equal(desc, &app->document.build))
        return;
    if (app->document.build.type != stages->tree_desc.type)
        app->document.query.test = stages->tree_test;
    app->document.build = stages->tree_desc;
    state->has_refused = false; // asking for it again is a new wish
}

static void fail(App *app, void *argument, bool stopped)
{
    BuildTask *task = argument;
    if (stopped)
        app_notify(app, NOTICE_INFO, "Building was cancelled; %s",
                   app->stages->trees_ready ? "the hierarchies in use stay"
                                            : "contacts are unknown until it is done");
    else
        app_notify(app, NOTICE_ERROR, "The hierarchies could not be built: %s",
                   task->head.err.text);
    refuse(app, &task->desc);
}

// The trees are in the cache by now, from where they are taken.
static void show(App *app, void *argument)
{
    app->last_build_ms = ((BuildTask *)argument)->ms;
}

// True when the cache has them all; those of the parts are then exchanged.
static bool use_cached(App *app)
{
    Stages *stages = app->stages;
    const BvhDesc *desc = &app->document.build;
    for (int32_t i = 0; i < stages->meshes.count; ++i)
        if (!tree_cache_find(&app->trees, stages->meshes.meshes[i], desc))
            return false;
    for (int32_t i = 0; i < app->assembly.part_count; ++i) {
        Bvh *tree = tree_cache_find(&app->trees, app->assembly.parts[i].mesh, desc);
        bvh_release(app->parts[i].tree);
        app->parts[i].tree = bvh_retain(tree);
    }
    stages->tree_desc = *desc;
    stages->tree_test = app->document.query.test;
    stages->trees_ready = true;
    mine(app)->has_refused = false;
    ++app->trees_version;
    trim_cache(&app->trees, desc);
    return true;
}

static void *make_task(App *app)
{
    Stages *stages = app->stages;
    size_t count = (size_t)stages->meshes.count;
    BuildTask *task = stage_task_create(sizeof *task);
    Mesh **meshes = array_alloc(count, sizeof *meshes);
    Bvh **trees = array_alloc(count, sizeof *trees);
    if (!task || !meshes || !trees) {
        free(task);
        free(meshes);
        free(trees);
        app_notify(app, NOTICE_ERROR, "The hierarchies could not be built: not enough memory");
        refuse(app, &app->document.build);
        return NULL;
    }
    int64_t triangles = 0;
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
        stages_before_risk(app);
    return task;
}

static bool stale(App *app, const void *task)
{
    return !bvh_desc_equal(&((const BuildTask *)task)->desc, &app->document.build);
}

static bool current(const App *app)
{
    return app->assembly.part_count == 0 ||
           (app->stages->trees_ready &&
            bvh_desc_equal(&app->stages->tree_desc, &app->document.build));
}

static void *start(App *app)
{
    BuildState *state = mine(app);
    const BvhDesc *wanted = &app->document.build;
    if (state->swept != app->stages->generation)
        sweep(app);
    state->has_refused = state->has_refused && bvh_desc_equal(&state->refused, wanted);
    if (current(app) || state->has_refused)
        return NULL;
    // Opening and building want the whole machine, one at a time.
    return use_cached(app) || stages_loading(app) ? NULL : make_task(app);
}

const Stage stage_build = {.name = "build",
                           .label = "Building hierarchies",
                           .wait = STAGE_BUSY,
                           .state_size = sizeof(BuildState),
                           .stale = stale,
                           .start = start,
                           .keep = keep,
                           .show = show,
                           .fail = fail,
                           .drop = drop,
                           .current = current,
                           .work = build,
                           .reset = reset,
                           .end = end};
