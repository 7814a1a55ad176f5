// The query stage: contacts at the document's placements. The worker brings a second report up to
// date while the first is drawn; then the two change places. With a time budget, the worker first
// says whether parts meet, as far as it gets in each frame, and lists contacts when parts rest.
#include "app/stages/rows.h"
#include "app/stages/timed_state.h"
#include "core/assembly/timed_pairs.h"
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/query/front_book.h"
#include "core/query/volume_contacts.h"

// A query that is no longer wanted is left to finish, so that a drag shows something of each slow
// query instead of nothing at all; but not for longer than this.
#define STALE_QUERY_SECONDS 2.0

typedef struct QueryState {
    FrontBook fronts;         // these two go with the task while it runs
    TimedPairs timed;         // answers within a budget, to be gone on with
    QueryTarget timed_target; // what they are about
    bool timed_pending;       // they are not complete, or contacts are still to be listed
    // assembly_report_update is incremental, so the second report has to remember what it was
    // last brought up to.
    AssemblyReport back_report;
    QueryTarget back;
    QueryTarget refused; // failed or was cancelled: not tried again until something changes
} QueryState;

typedef struct QueryTask {
    StageTask head;
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
    double ms;
} QueryTask;

static QueryState *mine(const App *app)
{
    return stage_state(app, &stage_query);
}

static void drop(void *argument)
{
    QueryTask *task = argument;
    query_target_free(&task->target);
    query_target_free(&task->base);
    shared_rules_release(task->rules);
    assembly_report_free(&task->report);
    front_book_free(&task->fronts);
    timed_pairs_free(&task->timed);
    free(task->posed);
    free(task);
}

static void reset(App *app)
{
    QueryState *state = mine(app);
    query_target_free(&app->stages->shown);
    query_target_free(&state->back);
    query_target_free(&state->refused);
    query_target_free(&state->timed_target);
    timed_pairs_free(&state->timed);
    state->timed_pending = false;
    front_book_free(&state->fronts);
    timed_state_clear(&app->timed);
    assembly_report_free(&app->report);
    assembly_report_free(&state->back_report);
    app->report = state->back_report = (AssemblyReport){0};
    ++app->report_version;
}

static void list_contacts(QueryTask *task, const AssemblyScope *scope, Job *job)
{
    QueryDesc desc = task->target.desc;
    desc.pool = task->pool;
    task->head.done = assembly_report_update_in(&task->report, scope, task->posed,
                                                task->target.count, &desc, job, &task->head.err);
}

static void answer_in_time(QueryTask *task, const AssemblyScope *scope, Job *job)
{
    Deadline deadline = deadline_in(task->budget_us);
    Error *err = &task->head.err;
    task->head.done =
        (task->resumed ||
         timed_pairs_begin(&task->timed, task->posed, task->target.count, scope, err)) &&
        timed_pairs_run(&task->timed, task->posed, &task->target.desc, &deadline, job, err);
}

static void work(void *argument, Job *job)
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

static bool is_wanted(const App *app, const QueryTarget *target)
{
    QueryDesc desc = wanted_desc(app);
    return same_settings(target, &desc, &app->document.effort) &&
           query_target_has_parts(app, app->stages->rules, target);
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

// An answer in time must not wait for a list.
static void look(App *app)
{
    const StageRun *run = stage_run(app, &stage_query);
    double patience = in_time(app) ? 0 : STALE_QUERY_SECONDS;
    if (stages_rules(app) && run->task && clock_seconds() - run->posted > patience &&
        !is_wanted(app, &((const QueryTask *)run->task)->target))
        stage_stop(app, &stage_query);
}

static void keep(App *app, void *argument)
{
    QueryTask *task = argument;
    QueryState *state = mine(app);
    state->fronts = task->fronts;
    state->timed = task->timed;
    task->fronts = (FrontBook){0};
    task->timed = (TimedPairs){0};
    if (task->budget_us > 0) // unless they are shown, nobody knows how far they got
        query_target_free(&state->timed_target);
    if (task->budget_us > 0 || !task->head.done) {
        // The report is as it was, so it goes back with what it belongs to.
        state->back_report = task->report;
        state->back = task->base;
        task->report = (AssemblyReport){0};
        task->base = (QueryTarget){0};
    }
}

static void show_contacts(App *app, QueryTask *task)
{
    QueryState *state = mine(app);
    state->back_report = app->report;
    state->back = app->stages->shown;
    app->report = task->report;
    app->stages->shown = task->target;
    for (int32_t i = 0; i < task->target.count; ++i)
        app->parts[i].reported = task->target.parts[i].placement;
    task->report = (AssemblyReport){0};
    task->target = (QueryTarget){0};
    query_target_free(&state->refused);
    app->last_query_ms = task->ms;
    ++app->report_version;
}

static bool shows_answers(const App *app)
{
    return is_wanted(app, &mine(app)->timed_target) && !is_wanted(app, &app->stages->shown);
}

static void show(App *app, void *argument)
{
    QueryTask *task = argument;
    QueryState *state = mine(app);
    if (task->budget_us > 0) {
        state->timed_target = task->target;
        task->target = (QueryTarget){0};
        timed_state_show(&app->timed, &state->timed, &state->timed_target, task->resumed, task->ms);
    } else {
        show_contacts(app, task);
    }
    app->timed.current = stages_rules(app) && shows_answers(app);
}

static void fail(App *app, void *argument, bool stopped)
{
    QueryTask *task = argument;
    QueryState *state = mine(app);
    if (stopped)
        app_notify(app, NOTICE_INFO,
                   "The search was cancelled; the contacts shown are those of before");
    else
        app_notify(app, NOTICE_ERROR, "Contacts could not be found: %s", task->head.err.text);
    query_target_free(&state->refused);
    state->refused = task->target;
    task->target = (QueryTarget){0};
}

static QueryTask *make_task(App *app, double budget_us, bool resume)
{
    Stages *stages = app->stages;
    QueryState *state = mine(app);
    int32_t count = app->document.part_count;
    QueryTask *task = stage_task_create(sizeof *task);
    PosedPart *posed = array_alloc((size_t)count, sizeof *posed);
    if (!task || !posed || !query_target_take(app, stages->rules, &task->target)) {
        free(task);
        free(posed);
        return NULL; // tried again with the next update
    }
    task->target.desc = wanted_desc(app);
    task->target.effort = app->document.effort;
    task->rules = shared_rules_retain(stages->rules);
    task->posed = posed;
    task->report = state->back_report;
    task->base = state->back;
    task->fronts = state->fronts;
    task->pool = app->document.effort.threads ? stages->pool : NULL;
    task->budget_us = budget_us;
    task->resumed = resume;
    task->timed = state->timed;
    // Changed since the back report was brought up to date: must be queried. Changed since what is
    // shown: is queried too, or going back to the pose before would report that it cost nothing.
    const QueryPart *parts = task->target.parts;
    for (int32_t i = 0; i < count; ++i)
        posed[i] = (PosedPart){parts[i].tree, parts[i].placement, parts[i].active,
                               (budget_us <= 0 && differs(&task->base, &task->target, i)) ||
                                   differs(&stages->shown, &task->target, i)};
    state->fronts = (FrontBook){0};
    state->timed = (TimedPairs){0};
    state->back_report = (AssemblyReport){0};
    state->back = (QueryTarget){0};
    stages->tree_test = task->target.desc.test;
    return task;
}

static void *start(App *app)
{
    const Stages *stages = app->stages;
    QueryState *state = mine(app);
    if (!stages_rules(app) || !stages->trees_ready || stage_shape_behind(app))
        return NULL;
    state->timed_pending = app->timed.current = false;
    if (!is_wanted(app, &state->refused)) // asked for once more later, it is a new wish
        query_target_free(&state->refused);
    if (is_wanted(app, &stages->shown) || state->refused.parts)
        return NULL;
    bool answered = app->timed.current = is_wanted(app, &state->timed_target);
    bool listing = !in_time(app) || (answered && state->timed.of_verdict[VERDICT_UNDECIDED] == 0);
    state->timed_pending = !listing; // whatever it answers, more is to come
    return make_task(app, listing ? 0 : app->document.effort.budget_us, answered);
}

static bool current(const App *app)
{
    return app->assembly.part_count == 0 ||
           (stages_known_rules(app) && is_wanted(app, &app->stages->shown));
}

bool stage_query_refused(const App *app)
{
    return stages_known_rules(app) && is_wanted(app, &mine(app)->refused) &&
           !is_wanted(app, &app->stages->shown);
}

static bool pending(const App *app)
{
    return mine(app)->timed_pending;
}

const Stage stage_query = {.name = "query",
                           .label = "Looking for contacts",
                           .wait = STAGE_BUSY,
                           .in_frame = true,
                           .state_size = sizeof(QueryState),
                           .look = look,
                           .start = start,
                           .keep = keep,
                           .show = show,
                           .fail = fail,
                           .drop = drop,
                           .current = current,
                           .work = work,
                           .pending = pending,
                           .reset = reset};
