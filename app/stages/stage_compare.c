// The compare stage: B's hierarchies, over the meshes that A's are of. One thread that gives way builds them, so
// that a drag goes on meanwhile; trees that A had before are taken from there.
#include "app/stages/rows.h"
#include "app/stages/tree_task.h"
#include "core/base/array.h"
#include "core/tree/build/build.h"

#include <stdlib.h>

typedef struct CompareState {
    TreeCache cache; // of what is shown and of what is wanted
    BvhDesc refused; // its build failed or was cancelled: not tried again by itself
    bool has_refused;
} CompareState;

static CompareState *mine(const App *app)
{
    return stage_state(app, &stage_compare);
}

static void forget_trees(CompareShown *shown)
{
    for (int32_t i = 0; i < shown->count; ++i)
        bvh_release(shown->trees[i]);
    free(shown->trees);
    shown->trees = NULL;
    shown->count = 0;
    shown->trees_current = false;
}

static void reset(App *app)
{
    CompareShown *shown = &app->compare;
    CompareState *state = mine(app);
    forget_trees(shown);
    tree_cache_free(&state->cache);
    state->cache = (TreeCache){0};
    state->has_refused = false;
    trace_free(&shown->trace.trace);
    *shown = (CompareShown){.version = shown->version + 1, .figures = {.pairs = -1}};
    shown->trace.part[0] = shown->trace.part[1] = NO_PART;
}

static void end(App *app)
{
    tree_cache_free(&mine(app)->cache);
}

// What A searches with.
static const Bvh *tree_of(const App *app, int32_t part)
{
    const QueryTarget *shown = &app->stages->shown;
    return shown->parts && part < shown->count ? shown->parts[part].tree : NULL;
}

static bool fits(const Bvh *tree, const Bvh *of_a, const BvhDesc *desc)
{
    return tree && tree->mesh == of_a->mesh && tree->mesh_version == of_a->mesh_version &&
           bvh_desc_equal(&tree->desc, desc);
}

// Of the kind that is wanted and of the shapes that the parts have.
static bool has_them(const App *app, const BvhDesc *desc)
{
    const CompareShown *shown = &app->compare;
    if (!shown->trees || shown->count != app->stages->shown.count)
        return false;
    for (int32_t i = 0; i < shown->count; ++i) {
        const Bvh *of_a = tree_of(app, i);
        if (of_a && !fits(shown->trees[i], of_a, desc))
            return false;
    }
    return true;
}

static bool wants(const App *app)
{
    return compare_on(app) && app->stages->shown.parts;
}

static bool current(const App *app)
{
    SearchKind kind = compare_wanted(app);
    return !wants(app) || (app->compare.trees_current && has_them(app, &kind.build) &&
                           search_kind_equal(&kind, &app->compare.kind));
}

static Bvh *find(const App *app, const Bvh *of_a, const BvhDesc *desc)
{
    const TreeCache *places[] = {&mine(app)->cache, &app->trees};
    for (size_t i = 0; i < 2; ++i) {
        Bvh *tree = tree_cache_find(places[i], of_a->mesh, desc);
        if (fits(tree, of_a, desc))
            return tree;
    }
    return NULL;
}

static bool is_of_kind(void *desc, const Bvh *tree)
{
    return bvh_desc_equal(&tree->desc, desc);
}

// True: all of them were there, and are shown now; or memory ran short, which is tried again.
static bool use_known(App *app, SearchKind *kind)
{
    CompareShown *shown = &app->compare;
    int32_t count = app->stages->shown.count;
    for (int32_t i = 0; i < count; ++i)
        if (tree_of(app, i) && !find(app, tree_of(app, i), &kind->build))
            return false;
    Bvh **trees = array_alloc((size_t)count, sizeof(Bvh *));
    if (!trees)
        return true;
    for (int32_t i = 0; i < count; ++i)
        trees[i] = tree_of(app, i) ? bvh_retain(find(app, tree_of(app, i), &kind->build)) : NULL;
    forget_trees(shown);
    shown->trees = trees;
    shown->count = count;
    shown->kind = *kind;
    ++shown->version;
    tree_cache_filter(&mine(app)->cache, is_of_kind, &kind->build);
    return true;
}

static bool listed(const TreeTask *task, const Mesh *mesh)
{
    for (int32_t i = task->count; i-- > 0;)
        if (task->meshes[i] == mesh)
            return true;
    return false;
}

static void *make_task(const App *app, const BvhDesc *desc)
{
    TreeTask *task = tree_task_create(desc, app->stages->shown.count);
    for (int32_t i = 0; task && i < app->stages->shown.count; ++i) {
        const Bvh *of_a = tree_of(app, i);
        if (of_a && !find(app, of_a, desc) && !listed(task, of_a->mesh))
            tree_task_add(task, of_a->mesh);
    }
    return task; // or it is tried again with the next update
}

static void *start(App *app)
{
    CompareState *state = mine(app);
    SearchKind kind = compare_wanted(app);
    if (!compare_on(app)) {
        if (app->compare.trees || state->cache.count > 0)
            reset(app);
        return NULL;
    }
    state->has_refused = state->has_refused && bvh_desc_equal(&state->refused, &kind.build);
    // A comes first: until then it is not known what is searched.
    if (!wants(app) || current(app) || state->has_refused || stages_busy(app))
        return NULL;
    if (has_them(app, &kind.build)) { // only the search is another
        app->compare.kind = kind;
        return NULL;
    }
    return use_known(app, &kind) ? NULL : make_task(app, &kind.build);
}

static bool stale(App *app, const void *task)
{
    SearchKind kind = compare_wanted(app);
    return !wants(app) || !bvh_desc_equal(&((const TreeTask *)task)->desc, &kind.build);
}

static void work(void *task, Job *job)
{
    worker_give_way();
    tree_task_work(task, job);
}

// Even of an unfinished build: the next try begins there.
static void keep(App *app, void *argument)
{
    TreeTask *task = argument;
    for (int32_t i = 0; i < task->count; ++i)
        if (task->trees[i] && tree_cache_keep(&mine(app)->cache, task->trees[i]))
            task->trees[i] = NULL;
}

// They are in the cache by now, from where the next update takes them.
static void show(App *app, void *task)
{
    (void)app;
    (void)task;
}

static void fail(App *app, void *argument, bool stopped)
{
    const TreeTask *task = argument;
    CompareState *state = mine(app);
    state->refused = task->desc;
    state->has_refused = true;
    if (stopped)
        app_notify(app, NOTICE_INFO, "Building the hierarchies of the right half was cancelled.");
    else
        app_notify(app, NOTICE_ERROR, "The hierarchies of the right half could not be built: %s",
                   task->head.err.text);
}

static void mark(App *app)
{
    SearchKind kind = compare_wanted(app);
    CompareShown *shown = &app->compare;
    shown->trees_current =
        wants(app) && has_them(app, &kind.build) && search_kind_equal(&kind, &shown->kind) &&
        shown->kind.query.mode == kind.query.mode && shown->kind.query.tri == kind.query.tri;
}

static bool goes_on(const App *app)
{
    return wants(app) && !current(app) && !mine(app)->has_refused;
}

const Stage stage_compare = {.name = "compare",
                             .label = "Building hierarchies of the right half",
                             .wait = STAGE_FOLLOWS,
                             .state_size = sizeof(CompareState),
                             .stale = stale,
                             .start = start,
                             .keep = keep,
                             .show = show,
                             .fail = fail,
                             .drop = tree_task_drop,
                             .mark = mark,
                             .current = current,
                             .goes_on = goes_on,
                             .work = work,
                             .reset = reset,
                             .end = end};
