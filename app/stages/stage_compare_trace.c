// The compare_trace stage: B's search of the two parts whose search by A is recorded, where they stood then, so that the
// two can be gone through in step.
#include "app/stages/rows.h"

#include <stdlib.h>

typedef struct CompareTraceState {
    uint32_t refused[2]; // failed or was stopped: not tried again
} CompareTraceState;

typedef struct CompareTraceTask {
    StageTask head;
    TraceShown result;
    uint32_t of[2];
    Bvh *tree[2]; // retained
    Affine b_to_a;
} CompareTraceTask;

static CompareTraceState *mine(const App *app)
{
    return stage_state(app, &stage_compare_trace);
}

static void drop(void *argument)
{
    CompareTraceTask *task = argument;
    trace_free(&task->result.trace);
    bvh_release(task->tree[0]);
    bvh_release(task->tree[1]);
    free(task);
}

static void reset(App *app)
{
    CompareShown *shown = &app->compare;
    uint32_t version = shown->trace.version + 1;
    trace_free(&shown->trace.trace);
    shown->trace = (TraceShown){.part = {NO_PART, NO_PART}, .version = version};
    shown->trace_of[0] = shown->trace_of[1] = 0;
}

// A's is there, and B has hierarchies of the same meshes.
static bool wants(const App *app)
{
    const CompareShown *shown = &app->compare;
    const TraceShown *a = &app->trace;
    if (!compare_on(app) || !trace_known(a) || !shown->trees_current || a->part[1] >= shown->count)
        return false;
    const Bvh *of_a[2] = {a->trace.a, a->trace.b};
    for (int i = 0; i < 2; ++i) {
        const Bvh *tree = shown->trees[a->part[i]];
        if (!tree || tree->mesh != of_a[i]->mesh || tree->mesh_version != of_a[i]->mesh_version)
            return false;
    }
    return true;
}

static bool is(const App *app, const uint32_t of[2], const SearchKind *kind)
{
    return of[0] == app->trace.version && of[1] == app->compare.version &&
           kind->query.test == app->compare.kind.query.test &&
           kind->query.rule == app->compare.kind.query.rule &&
           kind->query.lift == app->compare.kind.query.lift;
}

static bool current(const App *app)
{
    const CompareShown *shown = &app->compare;
    SearchKind kind = compare_kind_of(&shown->kind.build, &shown->trace.query);
    return !wants(app) || (trace_known(&shown->trace) && is(app, shown->trace_of, &kind));
}

static bool stale(App *app, const void *argument)
{
    const CompareTraceTask *task = argument;
    SearchKind kind = compare_kind_of(&app->compare.kind.build, &task->result.query);
    return !wants(app) || !is(app, task->of, &kind);
}

static bool refused(const App *app)
{
    const uint32_t *of = mine(app)->refused;
    return of[0] == app->trace.version && of[1] == app->compare.version;
}

static void *start(App *app)
{
    const TraceShown *a = &app->trace;
    if ((!compare_on(app) || !trace_known(a)) && trace_known(&app->compare.trace))
        reset(app);
    if (!wants(app) || current(app) || refused(app) || stage_asked(app, &stage_trace))
        return NULL;
    CompareTraceTask *task = stage_task_create(sizeof *task);
    if (!task)
        return NULL;
    TraceShown *r = &task->result;
    r->build = app->compare.kind.build;
    r->query = app->compare.kind.query;
    task->of[0] = a->version;
    task->of[1] = app->compare.version;
    task->b_to_a = a->trace.b_to_a;
    for (int i = 0; i < 2; ++i) {
        r->part[i] = a->part[i];
        r->placed[i] = a->placed[i];
        task->tree[i] = bvh_retain(app->compare.trees[a->part[i]]);
    }
    return task;
}

static void work(void *argument, Job *job)
{
    worker_give_way();
    CompareTraceTask *task = argument;
    task->head.done =
        trace_record_shown(&task->result, task->tree, &task->b_to_a, job, &task->head.err);
}

static void show(App *app, void *argument)
{
    CompareTraceTask *task = argument;
    CompareShown *shown = &app->compare;
    uint32_t version = shown->trace.version + 1;
    trace_free(&shown->trace.trace);
    shown->trace = task->result;
    shown->trace.version = version;
    shown->trace_of[0] = task->of[0];
    shown->trace_of[1] = task->of[1];
    task->result.trace = (Trace){0};
    trace_go_to(app, app->trace.at);
}

static void fail(App *app, void *argument, bool stopped)
{
    const CompareTraceTask *task = argument;
    mine(app)->refused[0] = task->of[0];
    mine(app)->refused[1] = task->of[1];
    if (!stopped && task->head.err.text[0])
        app_notify(app, NOTICE_ERROR, "The search of the right half was not recorded: %s.",
                   task->head.err.text);
}

static void mark(App *app)
{
    app->compare.trace.old = app->trace.old || !wants(app) || !current(app);
}

const Stage stage_compare_trace = {.name = "compare_trace",
                                   .label = "Recording the search of the right half",
                                   .wait = STAGE_FOLLOWS,
                                   .state_size = sizeof(CompareTraceState),
                                   .stale = stale,
                                   .start = start,
                                   .show = show,
                                   .fail = fail,
                                   .drop = drop,
                                   .mark = mark,
                                   .current = current,
                                   .work = work,
                                   .reset = reset};
