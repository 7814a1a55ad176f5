// The stage of threads: which clashes of the report are bolts in tapped holes. Only when it is asked. What is
// found is about that report, and of each pair about where its parts stand: it is still a thread once
// somebody has said that it is meant.
#include "app/stages/rows.h"
#include "core/base/array.h"
#include "core/base/memory.h"

typedef struct ThreadCandidate {
    int32_t a, b;
    int32_t mesh[2]; // in the task's list
    Affine placement[2];
    double depth; // proven, with the tolerance of a touch
    bool meant;
} ThreadCandidate;

typedef struct KnownFeatures {
    Mesh *mesh; // retained
    Features features;
} KnownFeatures;

typedef struct ThreadTask {
    StageTask head;
    ThreadCandidate *candidates;
    size_t count, capacity;
    KnownFeatures *meshes;
    size_t mesh_count, mesh_capacity;
    double millimetres; // of the assembly's unit
    uint32_t fit_version;
    ThreadPair *found;
    size_t found_count;
} ThreadTask;

bool threads_known(const App *app)
{
    return app->threads.known && app->threads.fit_version == app->fit_version;
}

static bool stands_as_found(const App *app, const ThreadPair *pair)
{
    const int32_t parts[2] = {pair->a, pair->b};
    for (int k = 0; k < 2; ++k)
        if (!app->parts || parts[k] >= app->document.part_count || !app->parts[parts[k]].tree ||
            app->parts[parts[k]].tree->mesh != pair->mesh[k] ||
            !affine_equal(&app->document.parts[parts[k]].placement, &pair->placement[k]))
            return false;
    return true;
}

bool threads_have(const App *app, int32_t a, int32_t b)
{
    for (size_t i = 0; i < app->threads.count; ++i)
        if (app->threads.pairs[i].a == a && app->threads.pairs[i].b == b)
            return threads_known(app) || stands_as_found(app, &app->threads.pairs[i]);
    return false;
}

static void free_pairs(ThreadPair *pairs, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        for (int k = 0; k < 2; ++k)
            mesh_release(pairs[i].mesh[k]);
    mem_free(pairs);
}

static void drop(void *argument)
{
    ThreadTask *task = argument;
    for (size_t i = 0; i < task->mesh_count; ++i) {
        features_free(&task->meshes[i].features);
        mesh_release(task->meshes[i].mesh);
    }
    free(task->meshes);
    free(task->candidates);
    free_pairs(task->found, task->found_count);
    free(task);
}

static void reset(App *app)
{
    free_pairs(app->threads.pairs, app->threads.count);
    app->threads = (ThreadState){.version = app->threads.version + 1};
}

static int32_t take_mesh(ThreadTask *task, Mesh *mesh)
{
    for (size_t i = 0; i < task->mesh_count; ++i)
        if (task->meshes[i].mesh == mesh)
            return (int32_t)i;
    if (!array_reserve(&task->meshes, &task->mesh_capacity, task->mesh_count + 1,
                       sizeof *task->meshes))
        return -1;
    task->meshes[task->mesh_count] = (KnownFeatures){.mesh = mesh_retain(mesh)};
    return (int32_t)task->mesh_count++;
}

static bool is_candidate(const App *app, const FitRow *row)
{
    return row->state == PAIR_INTERFERENCE && row->depth > 0 && row->b < app->document.part_count &&
           app->parts[row->a].tree && app->parts[row->b].tree;
}

static bool take_row(const App *app, ThreadTask *task, const FitRow *row)
{
    ThreadCandidate one = {.a = row->a,
                           .b = row->b,
                           .depth = row->depth - row->tolerance,
                           .meant = row->rule == RULE_INTENTIONAL};
    if (!array_reserve(&task->candidates, &task->capacity, task->count + 1,
                       sizeof *task->candidates))
        return false;
    const int32_t parts[2] = {row->a, row->b};
    for (int k = 0; k < 2; ++k) {
        one.mesh[k] = take_mesh(task, app->parts[parts[k]].tree->mesh);
        one.placement[k] = app->document.parts[parts[k]].placement;
        if (one.mesh[k] < 0)
            return false;
    }
    task->candidates[task->count++] = one;
    return true;
}

static void *start(App *app)
{
    ThreadTask *task = stage_task_create(sizeof *task);
    bool good = task != NULL;
    for (size_t i = 0; good && app->parts && i < app->fit.count; ++i)
        if (is_candidate(app, &app->fit.rows[i]))
            good = take_row(app, task, &app->fit.rows[i]);
    if (!good && task)
        drop(task);
    if (!good)
        return NULL;
    task->millimetres = 1e3 * length_unit_info(app->assembly.unit)->metres;
    task->fit_version = app->fit_version;
    return task;
}

static ThreadPair found_pair(const ThreadTask *task, const ThreadCandidate *one,
                             const Thread *thread)
{
    ThreadPair pair = {.a = one->a, .b = one->b, .thread = *thread, .meant = one->meant};
    for (int k = 0; k < 2; ++k) {
        pair.placement[k] = one->placement[k];
        pair.mesh[k] = mesh_retain(task->meshes[one->mesh[k]].mesh);
    }
    return pair;
}

static void work(void *argument, Job *job)
{
    ThreadTask *task = argument;
    worker_give_way();
    task->found = array_alloc(task->count, sizeof *task->found);
    bool good = task->found != NULL;
    for (size_t i = 0; good && i < task->mesh_count; ++i) {
        job_progress(job, (double)i / (double)task->mesh_count);
        good = features_find(task->meshes[i].mesh, job, &task->meshes[i].features, &task->head.err);
    }
    for (size_t i = 0; good && i < task->count; ++i) {
        const ThreadCandidate *one = &task->candidates[i];
        Thread thread;
        if (thread_between(&task->meshes[one->mesh[0]].features, &one->placement[0],
                           &task->meshes[one->mesh[1]].features, &one->placement[1],
                           task->millimetres, &thread) &&
            one->depth <= 1.1 * thread_depth(thread.pitch)) // or they clash elsewhere as well
            task->found[task->found_count++] = found_pair(task, one, &thread);
    }
    task->head.done = good;
}

static void show(App *app, void *argument)
{
    ThreadTask *task = argument;
    ThreadState *state = &app->threads;
    const Action *then = state->then;
    free_pairs(state->pairs, state->count);
    *state = (ThreadState){.pairs = task->found,
                           .count = task->found_count,
                           .looked = task->count,
                           .known = true,
                           .fit_version = task->fit_version,
                           .version = state->version + 1};
    for (size_t i = 0; i < state->count; ++i)
        state->unsaid += !state->pairs[i].meant;
    task->found = NULL;
    task->found_count = 0;
    if (then && state->unsaid > 0)
        action_submit(&app->queue, then, NULL);
    else if (then)
        app_notify(app, NOTICE_INFO, "None of the clashes is a bolt in a tapped hole");
}

static void fail(App *app, void *argument, bool stopped)
{
    (void)argument;
    (void)stopped;
    app->threads.then = NULL;
}

const Stage stage_threads = {.name = "threads",
                             .label = "Looking for threads",
                             .wait = STAGE_FOLLOWS,
                             .on_request = true,
                             .failure = "Threads were not found",
                             .start = start,
                             .show = show,
                             .fail = fail,
                             .drop = drop,
                             .work = work,
                             .reset = reset};
