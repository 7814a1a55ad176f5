// The cost stage: what searches of the selected part cost. The constants are measured once for a
// part, its kind of hierarchy and its overlap test; then every report is followed by the same
// searches from the roots on one thread, which the constants are about: what is shown may have
// been found from the front of the last frame, or by several threads. They are for reading only,
// so nothing waits for them, and nothing else on the machine is to be slowed down by them.
#include "app/stages/rows.h"
#include "core/base/array.h"
#include "core/tree/build/build.h"

#include <stdlib.h>
#include <time.h>

#define CONSTANTS_SECONDS 0.15
// Between two measurements: nobody reads faster, and a drag needs the processor itself.
enum { REST_MS = 150, LOOK_MS = 5 };

typedef struct CostTask {
    StageTask head;
    SearchCost result;
    bool has_constants;
    CostPair *pairs; // of which the trees are retained
    size_t count, capacity;
    Bvh *tree; // retained
} CostTask;

// Finds the parts near one.
typedef struct Gathering {
    const Stages *stages;
    CostTask *task;
} Gathering;

static void drop(void *argument)
{
    CostTask *task = argument;
    for (size_t i = 0; i < task->count; ++i) {
        bvh_release((Bvh *)task->pairs[i].a);
        bvh_release((Bvh *)task->pairs[i].b);
    }
    bvh_release(task->tree);
    free(task->pairs);
    free(task);
}

static void reset(App *app)
{
    app->cost = (SearchCost){.part = NO_PART, .pairs = -1};
}

static void work(void *argument, Job *job)
{
    worker_give_way();
    CostTask *task = argument;
    for (int ms = 0; ms < REST_MS && !job_cancelled(job); ms += LOOK_MS)
        nanosleep(&(struct timespec){.tv_nsec = LOOK_MS * 1000000L}, NULL);
    SearchCost *r = &task->result;
    Error err = {""};
    bool good = task->has_constants || cost_measure(task->tree, task->tree, &r->query,
                                                    CONSTANTS_SECONDS, job, &r->constants, &err);
    // A part that is scaled may not be searched by this test at all: then there are constants only.
    if (good && cost_sample(task->pairs, (int)task->count, &r->query, job, &r->here, &err)) {
        r->pairs = (int)task->count;
        r->forecast = cost_predict(&r->constants.model, r->here.counts);
    }
    // What fails is not tried again: it has no constants, and the table says so.
    task->head.done = !job_cancelled(job);
}

static bool add_pair(void *user, int32_t other)
{
    Gathering *g = user;
    CostTask *task = g->task;
    const QueryTarget *shown = &g->stages->shown;
    int32_t a = task->result.part < other ? task->result.part : other;
    int32_t b = task->result.part < other ? other : task->result.part;
    CostPair pair = {.a = shown->parts[a].tree, .b = shown->parts[b].tree};
    if (a == b || !pair.a || !pair.b || pair_rules_skip(&g->stages->rules->rules, a, b) ||
        !placement_between(&shown->parts[a].placement, &shown->parts[b].placement, &pair.b_to_a))
        return true;
    if (!array_reserve(&task->pairs, &task->capacity, task->count + 1, sizeof pair))
        return false;
    bvh_retain((Bvh *)pair.a);
    bvh_retain((Bvh *)pair.b);
    task->pairs[task->count++] = pair;
    return true;
}

static int32_t wanted_part(const App *app)
{
    const QueryTarget *shown = &app->stages->shown;
    int32_t part = app->document.selected;
    return app->stages->rules && shown->parts && part >= 0 && part < shown->count &&
                   shown->parts[part].tree && broad_phase_box(&app->report.boxes, part)
               ? part
               : NO_PART;
}

static bool has_constants(const App *app, const SearchCost *cost, int32_t part)
{
    const QueryTarget *shown = &app->stages->shown;
    return cost->part == part && bvh_desc_equal(&cost->build, &shown->parts[part].tree->desc) &&
           query_desc_equal(&cost->query, &shown->desc);
}

static bool current(const App *app)
{
    int32_t part = wanted_part(app);
    return part != NO_PART && has_constants(app, &app->cost, part) &&
           app->cost.report_version == app->report_version;
}

static void *start(App *app)
{
    const Stages *stages = app->stages;
    int32_t part = wanted_part(app);
    if (part == NO_PART || stages_busy(app) || stage_task(app, &stage_quality) || current(app))
        return NULL;
    CostTask *task = stage_task_create(sizeof *task);
    if (!task)
        return NULL;
    task->has_constants = has_constants(app, &app->cost, part);
    if (task->has_constants)
        task->result.constants = app->cost.constants;
    task->tree = bvh_retain(stages->shown.parts[part].tree);
    task->result.part = part;
    task->result.build = task->tree->desc;
    task->result.query = stages->shown.desc;
    task->result.report_version = app->report_version;
    task->result.pairs = -1;
    Gathering gathering = {stages, task};
    if (broad_phase_query(&app->report.boxes, broad_phase_box(&app->report.boxes, part), add_pair,
                          &gathering))
        return task;
    drop(task);
    return NULL;
}

// While another hierarchy is being built, the one that is shown is not the one that is asked for.
static void mark(App *app)
{
    SearchCost *cost = &app->cost;
    int32_t part = wanted_part(app);
    QueryDesc query = app->document.query;
    query.leaf_volumes = cost->query.leaf_volumes; // which kinds can do it is no wish of anybody
    cost->known = part != NO_PART && has_constants(app, cost, part) &&
                  bvh_desc_equal(&cost->build, &app->document.build) &&
                  query_desc_equal(&cost->query, &query);
    cost->current = cost->known && current(app) && stage_query.current(app);
}

static void show(App *app, void *task)
{
    app->cost = ((CostTask *)task)->result;
}

// The figures of the last pose are still good while a drag goes on.
static bool stale(App *app, const void *task)
{
    int32_t part = wanted_part(app);
    return part == NO_PART || !has_constants(app, &((const CostTask *)task)->result, part);
}

const Stage stage_cost = {.name = "cost",
                          .wait = STAGE_ALONE,
                          .stale = stale,
                          .start = start,
                          .show = show,
                          .drop = drop,
                          .current = current,
                          .mark = mark,
                          .work = work,
                          .reset = reset};
