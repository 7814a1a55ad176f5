// The cost stage: what searches of the selected part cost. The constants are measured once for a
// part, its kind of hierarchy and its overlap test; then every report is followed by the same
// searches from the roots on one thread, which the constants are about: what is shown may have
// been found from the front of the last frame, or by several threads. They are for reading only,
// so nothing waits for them, and nothing else on the machine is to be slowed down by them.
#include "app/stages/rows.h"
#include "app/stages/shown_pairs.h"

#include <stdlib.h>
#include <time.h>

#define CONSTANTS_SECONDS 0.15
// Between two measurements: nobody reads faster, and a drag needs the processor itself.
enum { REST_MS = 150, LOOK_MS = 5 };

typedef struct CostTask {
    StageTask head;
    SearchCost result;
    bool has_constants;
    ShownPairs pairs;
    Bvh *tree; // retained
} CostTask;

static void drop(void *argument)
{
    CostTask *task = argument;
    shown_pairs_free(&task->pairs);
    bvh_release(task->tree);
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
    const ShownPairs *pairs = &task->pairs;
    if (good && cost_sample(pairs->items, (int)pairs->count, &r->query, job, &r->here, &err)) {
        r->pairs = (int)pairs->count;
        r->forecast = cost_predict(&r->constants.model, r->here.counts);
    }
    // What fails is not tried again: it has no constants, and the table says so.
    task->head.done = !job_cancelled(job);
}

static int32_t wanted_part(const App *app)
{
    int32_t part = app->document.selected;
    return shown_part_searched(app, part) ? part : NO_PART;
}

static bool has_constants(const App *app, const SearchCost *cost, int32_t part)
{
    return cost->part == part && shown_search_is(app, part, &cost->build, &cost->query);
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
    if (shown_pairs_find(app, part, NO_PART, &task->pairs))
        return task;
    drop(task);
    return NULL;
}

static void mark(App *app)
{
    SearchCost *cost = &app->cost;
    int32_t part = wanted_part(app);
    cost->known = part != NO_PART && has_constants(app, cost, part) &&
                  wanted_search_is(app, &cost->build, &cost->query);
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
