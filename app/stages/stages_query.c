// The query stage: contacts at the document's placements. The worker brings a second report up to
// date while the first is drawn; then the two change places. With a time budget, the worker first
// says whether parts meet, as far as it gets in each frame, and lists contacts when parts rest.
#include "app/stages/stages.h"
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/query/volume_contacts.h"

// A query that is no longer wanted is left to finish, so that a drag shows something of each slow
// query instead of nothing at all; but not for longer than this.
#define STALE_QUERY_SECONDS 2.0

struct QueryTask {
    uint32_t generation;
    QueryTarget target;
    SharedRules *rules; // retained
    PosedPart *posed;
    AssemblyReport report; // brought up from `base` to `target`
    QueryTarget base;
    FrontBook fronts;
    Pool *pool;       // NULL: one processor
    double budget_us; // 0: contacts are listed; else `timed` is begun or gone on with
    bool resumed;
    TimedPairs timed;
    bool done;
    double ms;
    Error err;
};

void query_target_free(QueryTarget *target)
{
    for (int32_t i = 0; target->parts && i < target->count; ++i)
        bvh_release(target->parts[i].tree);
    free(target->parts);
    *target = (QueryTarget){0};
}

void stage_query_drop(QueryTask *task)
{
    if (!task)
        return;
    query_target_free(&task->target);
    query_target_free(&task->base);
    shared_rules_release(task->rules);
    assembly_report_free(&task->report);
    front_book_free(&task->fronts);
    timed_pairs_free(&task->timed);
    free(task->posed);
    free(task);
}

void stage_query_reset(App *app)
{
    Stages *stages = app->stages;
    query_target_free(&stages->shown);
    query_target_free(&stages->back);
    query_target_free(&stages->refused);
    query_target_free(&stages->timed_target);
    timed_pairs_free(&stages->timed);
    stages->timed_pending = false;
    front_book_free(&stages->fronts);
    timed_state_clear(&app->timed);
    assembly_report_free(&app->report);
    assembly_report_free(&stages->back_report);
    app->report = stages->back_report = (AssemblyReport){0};
    ++app->report_version;
}

bool query_part_equal(const QueryPart *a, const QueryPart *b)
{
    return a->tree == b->tree && a->active == b->active && a->ignored == b->ignored &&
           affine_equal(&a->placement, &b->placement);
}

static void list_contacts(QueryTask *task, const AssemblyScope *scope, Job *job)
{
    QueryDesc desc = task->target.desc;
    desc.pool = task->pool;
    task->done = assembly_report_update_in(&task->report, scope, task->posed, task->target.count,
                                           &desc, job, &task->err);
}

static void answer_in_time(QueryTask *task, const AssemblyScope *scope, Job *job)
{
    Deadline deadline = deadline_in(task->budget_us);
    task->done =
        (task->resumed ||
         timed_pairs_begin(&task->timed, task->posed, task->target.count, scope, &task->err)) &&
        timed_pairs_run(&task->timed, task->posed, &task->target.desc, &deadline, job, &task->err);
}

static void query(void *argument, Job *job)
{
    QueryTask *task = argument;
    double start = clock_seconds();
    AssemblyScope scope = {.skip = pair_rules_skip,
                           .skip_user = &task->rules->rules,
                           .fronts = task->target.effort.fronts ? &task->fronts : NULL};
    if (task->budget_us > 0)
        answer_in_time(task, &scope, job);
    else
        list_contacts(task, &scope, job);
    task->ms = 1e3 * (clock_seconds() - start);
}

// But for the budget: it shows in what is done first, not in what is found.
static bool same_settings(const QueryTarget *target, const QueryDesc *desc,
                          const QueryEffort *effort)
{
    return query_desc_equal(&target->desc, desc) && target->effort.fronts == effort->fronts &&
           target->effort.threads == effort->threads;
}

static bool differs(const QueryTarget *from, const QueryTarget *to, int32_t part)
{
    // Parts that came since then are new to it, and no part ever goes.
    return !from->parts || part >= from->count || !same_settings(from, &to->desc, &to->effort) ||
           !query_part_equal(&from->parts[part], &to->parts[part]);
}

// While trees of another volume are being built, the old ones go on with their own overlap test.
static QueryDesc wanted_desc(const App *app)
{
    QueryDesc desc = app->document.query;
    if (app->document.build.type != app->stages->tree_desc.type)
        desc.test = app->stages->tree_test;
    desc.leaf_volumes = desc.leaf_volumes && query_leaves_approximate(&app->stages->tree_desc);
    return desc;
}

static QueryPart wanted_part(const App *app, int32_t i)
{
    const PartState *state = &app->document.parts[i];
    return (QueryPart){app->part_trees[i], state->placement, state->visible,
                       app->stages->rules->signatures[i]};
}

static bool is_wanted(const App *app, const QueryTarget *target)
{
    QueryDesc desc = wanted_desc(app);
    if (!target->parts || target->count != app->document.part_count ||
        !same_settings(target, &desc, &app->document.effort))
        return false;
    for (int32_t i = 0; i < target->count; ++i) {
        QueryPart part = wanted_part(app, i);
        if (!query_part_equal(&part, &target->parts[i]))
            return false;
    }
    return true;
}

// The task gives back what it only had for the time of its work.
static void give_back(Stages *stages, QueryTask *task)
{
    stages->fronts = task->fronts;
    stages->timed = task->timed;
    task->fronts = (FrontBook){0};
    task->timed = (TimedPairs){0};
    if (task->budget_us > 0 || !task->done) {
        // The report is as it was, so it goes back with what it belongs to.
        stages->back_report = task->report;
        stages->back = task->base;
        task->report = (AssemblyReport){0};
        task->base = (QueryTarget){0};
    }
}

static void show_contacts(App *app, QueryTask *task)
{
    Stages *stages = app->stages;
    stages->back_report = app->report;
    stages->back = stages->shown;
    app->report = task->report;
    stages->shown = task->target;
    for (int32_t i = 0; i < task->target.count; ++i)
        app->report_placements[i] = task->target.parts[i].placement;
    task->report = (AssemblyReport){0};
    task->target = (QueryTarget){0};
    query_target_free(&stages->refused);
    app->last_query_ms = task->ms;
    ++app->report_version;
}

static void finish(App *app, QueryTask *task)
{
    Stages *stages = app->stages;
    if (task->generation != stages->generation) {
        stage_query_drop(task);
        return;
    }
    give_back(stages, task);
    if (stages->query_stopped_by_user || (!task->done && task->err.text[0])) {
        if (stages->query_stopped_by_user)
            app_notify(app, NOTICE_INFO,
                       "The search was cancelled; the contacts shown are those of before");
        else
            app_notify(app, NOTICE_ERROR, "Contacts could not be found: %s", task->err.text);
        query_target_free(&stages->refused);
        stages->refused = task->target;
        task->target = (QueryTarget){0};
    } else if (task->done && task->budget_us > 0) {
        query_target_free(&stages->timed_target);
        stages->timed_target = task->target;
        task->target = (QueryTarget){0};
        timed_state_show(&app->timed, &stages->timed, task->resumed, task->ms);
    } else if (task->done) {
        show_contacts(app, task);
    }
    stage_query_drop(task);
}

static void start(App *app, double budget_us, bool resume)
{
    Stages *stages = app->stages;
    int32_t count = app->document.part_count;
    QueryTask *task = calloc(1, sizeof *task);
    QueryPart *parts = array_alloc((size_t)count, sizeof *parts);
    PosedPart *posed = array_alloc((size_t)count, sizeof *posed);
    if (!task || !parts || !posed) {
        free(task);
        free(parts);
        free(posed);
        return; // tried again with the next update
    }
    for (int32_t i = 0; i < count; ++i) {
        parts[i] = wanted_part(app, i);
        bvh_retain(parts[i].tree);
    }
    *task = (QueryTask){.generation = stages->generation,
                        .rules = shared_rules_retain(stages->rules),
                        .target = {parts, count, wanted_desc(app), app->document.effort},
                        .posed = posed,
                        .report = stages->back_report,
                        .base = stages->back,
                        .fronts = stages->fronts,
                        .pool = app->document.effort.threads ? stages->pool : NULL,
                        .budget_us = budget_us,
                        .resumed = resume,
                        .timed = stages->timed};
    // Changed since the back report was brought up to date: must be queried. Changed since what is
    // shown: is queried too, or going back to the pose before would report that it cost nothing.
    for (int32_t i = 0; i < count; ++i)
        posed[i] = (PosedPart){parts[i].tree, parts[i].placement, parts[i].active,
                               (budget_us <= 0 && differs(&task->base, &task->target, i)) ||
                                   differs(&stages->shown, &task->target, i)};
    stages->fronts = (FrontBook){0};
    stages->timed = (TimedPairs){0};
    stages->back_report = (AssemblyReport){0};
    stages->back = (QueryTarget){0};
    stages->tree_test = task->target.desc.test;
    stages->querying = task;
    stages->query_posted = clock_seconds();
    stages->query_stopped_by_user = false;
    worker_post(stages->query_worker, query, task, app->wake);
}

static void take(App *app)
{
    if (app->stages->querying && worker_take(app->stages->query_worker)) {
        QueryTask *task = app->stages->querying;
        app->stages->querying = NULL;
        finish(app, task);
    }
}

// Only what moved since contacts were listed is asked for in time; the first list comes at once.
static bool in_time(const App *app)
{
    const QueryTarget *shown = &app->stages->shown;
    QueryDesc desc = wanted_desc(app);
    return app->document.effort.budget_us > 0 && !desc.leaf_volumes && shown->parts &&
           shown->count == app->document.part_count &&
           same_settings(shown, &desc, &app->document.effort);
}

static void start_next(App *app)
{
    Stages *stages = app->stages;
    bool answered = is_wanted(app, &stages->timed_target);
    bool listing = !in_time(app) || (answered && stages->timed.of_verdict[VERDICT_UNDECIDED] == 0);
    start(app, listing ? 0 : app->document.effort.budget_us, answered);
    stages->timed_pending = !listing; // whatever it answers, more is to come
}

void stage_query_update(App *app, double wait_ms)
{
    Stages *stages = app->stages;
    double until = clock_seconds() + 1e-3 * wait_ms;
    take(app);
    if (!stages_rules(app))
        return;
    if (stages->querying) {
        bool stale = stages->querying->generation != stages->generation ||
                     !is_wanted(app, &stages->querying->target);
        // An answer in time must not wait for a list.
        double patience = in_time(app) ? 0 : STALE_QUERY_SECONDS;
        if (stale && clock_seconds() - stages->query_posted > patience)
            worker_cancel(stages->query_worker);
        worker_wait(stages->query_worker, wait_ms);
        take(app);
    }
    if (stages->querying || !stages->trees_ready || stage_shape_behind(app))
        return;
    stages->timed_pending = false;
    app->timed.current = is_wanted(app, &stages->timed_target);
    if (is_wanted(app, &stages->shown) || is_wanted(app, &stages->refused)) {
        app->timed.current = false;
        return;
    }
    start_next(app);
    double left_ms = 1e3 * (until - clock_seconds());
    if (stages->querying && left_ms > 0) {
        worker_wait(stages->query_worker, left_ms);
        take(app);
    }
    app->timed.current = is_wanted(app, &stages->timed_target) && !is_wanted(app, &stages->shown);
}
