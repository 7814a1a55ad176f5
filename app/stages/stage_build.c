// The build stage: one tree per distinct mesh, of the kind the document asks for. All parts change
// over together, so that a query never meets two kinds; until then the old trees serve.
#include "app/stages/rows.h"
#include "app/stages/tree_task.h"
#include "core/tree/build/build.h"

// Trees of other kinds are kept for switching back, up to this much.
#define CACHE_MAX_BYTES ((size_t)1 << 30)

typedef struct BuildState {
    BvhDesc refused; // its build failed or was cancelled: not tried again by itself
    bool has_refused;
    uint32_t swept; // the generation of which the cache has nothing older
} BuildState;

static BuildState *mine(const App *app)
{
    return stage_state(app, &stage_build);
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
    const Stages *stages = ((const App *)app)->stages;
    return mesh_set_find(&stages->meshes, tree->mesh) >= 0 ||
           variant_book_has(&stages->variants, tree->mesh);
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
    TreeTask *task = argument;
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
    TreeTask *task = argument;
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
    app->last_build_ms = ((TreeTask *)argument)->ms;
}

// Those of the parts, and those that parts could have instead.
static size_t mesh_count(const Stages *stages)
{
    return (size_t)stages->meshes.count + stages->variants.count;
}

static Mesh *mesh_at(const Stages *stages, size_t i)
{
    size_t own = (size_t)stages->meshes.count;
    return i < own ? stages->meshes.meshes[i] : stages->variants.items[i - own]->mesh;
}

// True when the cache has them all; those of the parts are then exchanged.
static bool use_cached(App *app)
{
    Stages *stages = app->stages;
    const BvhDesc *desc = &app->document.build;
    for (size_t i = 0; i < mesh_count(stages); ++i)
        if (!tree_cache_find(&app->trees, mesh_at(stages, i), desc))
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

// Variants may have the mesh of a part as it is, which stands before them.
static bool is_among(Mesh *const *meshes, int32_t count, const Mesh *mesh, size_t at,
                     const Stages *stages)
{
    for (int32_t i = 0; at >= (size_t)stages->meshes.count && i < count; ++i)
        if (meshes[i] == mesh)
            return true;
    return false;
}

static void *make_task(App *app)
{
    Stages *stages = app->stages;
    TreeTask *task = tree_task_create(&app->document.build, (int32_t)mesh_count(stages));
    if (!task) {
        app_notify(app, NOTICE_ERROR, "The hierarchies could not be built: not enough memory");
        refuse(app, &app->document.build);
        return NULL;
    }
    int64_t triangles = 0;
    task->pool = stages->pool;
    for (size_t i = 0; i < mesh_count(stages); ++i) {
        Mesh *mesh = mesh_at(stages, i);
        if (tree_cache_find(&app->trees, mesh, &task->desc) ||
            is_among(task->meshes, task->count, mesh, i, stages))
            continue;
        tree_task_add(task, mesh);
        triangles += mesh->triangle_count;
    }
    if (triangles >= LONG_BUILD_TRIANGLES)
        stages_before_risk(app);
    return task;
}

static bool stale(App *app, const void *task)
{
    return !bvh_desc_equal(&((const TreeTask *)task)->desc, &app->document.build);
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
                           .drop = tree_task_drop,
                           .current = current,
                           .work = tree_task_work,
                           .reset = reset,
                           .end = end};
