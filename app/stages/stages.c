// Drives the stages. No stage is known by name here.
#include "app/stages/rows.h"
#include "core/base/clock.h"
#include "core/base/utf8.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

const Stage *const stage_rows[] = {
#define X(name) &stage_##name,
    STAGE_LIST(X)
#undef X
        NULL};

enum { STAGE_COUNT = sizeof stage_rows / sizeof *stage_rows - 1 };

StageRun *stage_run(const App *app, const Stage *stage)
{
    StageRun *run = app->stages->runs;
    while (run->stage != stage)
        ++run;
    return run;
}

void *stage_state(const App *app, const Stage *stage)
{
    return stage_run(app, stage)->state;
}

const void *stage_task(const App *app, const Stage *stage)
{
    return stage_run(app, stage)->task;
}

void stage_stop(App *app, const Stage *stage)
{
    StageRun *run = stage_run(app, stage);
    if (run->task) {
        run->stale = true;
        worker_cancel(run->worker);
    }
}

void stage_ask(App *app, const Stage *stage)
{
    assert(stage->on_request);
    stage_run(app, stage)->asked = true;
}

bool stage_asked(const App *app, const Stage *stage)
{
    return stage_run(app, stage)->asked;
}

// --- beginning and end

static bool run_init(StageRun *run, const Stage *stage)
{
    *run = (StageRun){.stage = stage,
                      .state = calloc(1, stage->state_size + 1),
                      .worker = stage->work ? worker_create() : NULL};
    return run->state && (run->worker || !stage->work);
}

static void runs_free(StageRun *runs)
{
    for (int i = 0; i < STAGE_COUNT; ++i) {
        worker_destroy(runs[i].worker);
        free(runs[i].state);
    }
    free(runs);
}

Stages *stages_create(Error *err)
{
    Stages *stages = calloc(1, sizeof *stages);
    StageRun *runs = calloc(STAGE_COUNT, sizeof *runs);
    bool ok = stages && runs;
    for (int i = 0; ok && i < STAGE_COUNT; ++i)
        ok = run_init(&runs[i], stage_rows[i]);
    if (!ok) {
        if (runs)
            runs_free(runs);
        free(stages);
        error_set(err, "cannot start the worker threads");
        return NULL;
    }
    stages->runs = runs;
    // Without a pool everything works, on one processor.
    if (worker_processors() > 1)
        stages->pool = pool_create(worker_processors());
    return stages;
}

static void drop(StageRun *run)
{
    StageTask *task = run->task;
    run->task = NULL;
    if (task)
        run->stage->drop(task);
}

void stages_free(App *app)
{
    Stages *stages = app->stages;
    for (int i = 0; i < STAGE_COUNT; ++i)
        if (stages->runs[i].task)
            worker_cancel(stages->runs[i].worker);
    for (int i = 0; i < STAGE_COUNT; ++i)
        if (stages->runs[i].task) {
            worker_wait(stages->runs[i].worker, -1);
            worker_take(stages->runs[i].worker);
            drop(&stages->runs[i]);
        }
    stages_reset(app);
    for (int i = STAGE_COUNT; i-- > 0;)
        if (stage_rows[i]->end)
            stage_rows[i]->end(app);
    shared_rules_release(stages->rules);
    runs_free(stages->runs);
    pool_free(stages->pool);
    free(stages);
    app->stages = NULL;
}

// Those who read a result go before it.
void stages_reset(App *app)
{
    for (int i = STAGE_COUNT; i-- > 0;) {
        StageRun *run = &app->stages->runs[i];
        run->asked = run->asked && run->stage->outlives;
        if (run->task && !run->stage->outlives)
            worker_cancel(run->worker);
        if (run->stage->reset)
            run->stage->reset(app);
    }
}

void stages_before_risk(App *app)
{
    for (int i = 0; i < STAGE_COUNT; ++i)
        if (stage_rows[i]->before_risk)
            stage_rows[i]->before_risk(app);
}

void stages_before_action(App *app, const Action *action, const ActionArgs *args,
                          uint64_t merge_key)
{
    for (int i = 0; i < STAGE_COUNT; ++i)
        if (stage_rows[i]->before_action)
            stage_rows[i]->before_action(app, action, args, merge_key);
}

void stages_after_action(App *app)
{
    for (int i = 0; i < STAGE_COUNT; ++i)
        if (stage_rows[i]->after_action)
            stage_rows[i]->after_action(app);
}

// --- one update

void *stage_task_create(size_t size)
{
    assert(size >= sizeof(StageTask));
    return calloc(1, size);
}

static void work(void *argument, Job *job)
{
    StageTask *task = argument;
    task->stage->work(task, job);
    task->cancelled = !task->done && job_cancelled(job);
}

static void fail(App *app, const Stage *stage, StageTask *task, bool stopped)
{
    if (stage->fail)
        stage->fail(app, task, stopped);
    else if (stage->failure && !stopped)
        app_notify(app, NOTICE_ERROR, "%s: %s.", stage->failure,
                   task->err.text[0] ? task->err.text : "not enough memory");
}

// Who stops it means it, even if it was done in the same moment.
static void take(App *app, StageRun *run)
{
    if (!run->task || !worker_take(run->worker))
        return;
    const Stage *stage = run->stage;
    StageTask *task = run->task;
    bool stopped = run->stopped, shows = false;
    run->task = NULL;
    if (task->generation == app->stages->generation || stage->outlives) {
        bool stale = run->stale || (stage->stale && stage->stale(app, task));
        task->unwanted = stopped || stale;
        if (stage->keep)
            stage->keep(app, task);
        shows = task->done && !task->unwanted;
        if (shows)
            stage->show(app, task);
        else if (stopped || (!task->cancelled && !stale))
            fail(app, stage, task, stopped);
    }
    ++*(shows ? &run->shown : &run->dropped);
    stage->drop(task);
}

// What comes of a request, if only a notice, uses it up.
static bool may_start(const App *app, StageRun *run)
{
    if (!run->stage->on_request)
        return run->stage->start != NULL;
    bool now = run->asked && !stages_busy(app);
    run->asked = run->asked && !now;
    return now;
}

static void post(App *app, StageRun *run)
{
    StageTask *task = may_start(app, run) ? run->stage->start(app) : NULL;
    if (!task)
        return;
    task->stage = run->stage;
    task->generation = app->stages->generation;
    run->task = task;
    run->posted = clock_seconds();
    run->stopped = run->stale = false;
    ++run->started;
    worker_post(run->worker, work, task, app->wake);
}

void stage_begin(App *app, const Stage *stage)
{
    StageRun *run = stage_run(app, stage);
    if (!run->task)
        post(app, run);
}

static void wait_and_take(App *app, StageRun *run, double until)
{
    double ms =
        run->stage->in_frame && run->task && until > 0 ? 1e3 * (until - clock_seconds()) : 0;
    if (ms <= 0)
        return;
    worker_wait(run->worker, ms);
    take(app, run);
}

static void update(App *app, StageRun *run, double until)
{
    const Stage *stage = run->stage;
    take(app, run);
    if (stage->look)
        stage->look(app);
    if (run->task && ((run->task->generation != app->stages->generation && !stage->outlives) ||
                      (stage->stale && stage->stale(app, run->task)))) {
        run->stale = true;
        worker_cancel(run->worker);
    }
    wait_and_take(app, run, until);
    if (!run->task)
        post(app, run);
    wait_and_take(app, run, until);
    if (stage->mark)
        stage->mark(app);
}

bool stages_update(App *app, double wait_ms)
{
    double until = clock_seconds() + 1e-3 * wait_ms;
    for (int i = 0; i < STAGE_COUNT; ++i)
        update(app, &app->stages->runs[i], wait_ms > 0 ? until : 0);
    return stages_busy(app);
}

// --- what is under way

static bool pending(const App *app, const Stage *stage)
{
    return stage->pending && stage->pending(app);
}

// The first one that somebody waits for who waits for `least`.
static const StageRun *at_work(const App *app, enum StageWait least)
{
    for (const StageRun *run = app->stages->runs; run < app->stages->runs + STAGE_COUNT; ++run)
        if (run->task && run->stage->wait >= least)
            return run;
    return NULL;
}

bool stages_busy(const App *app)
{
    bool busy = at_work(app, STAGE_BUSY) != NULL;
    for (int i = 0; !busy && i < STAGE_COUNT; ++i)
        busy = pending(app, stage_rows[i]);
    return busy;
}

bool stages_loading(const App *app)
{
    for (int i = 0; i < STAGE_COUNT; ++i)
        if (stage_rows[i]->opens && (app->stages->runs[i].task || pending(app, stage_rows[i])))
            return true;
    return false;
}

static bool goes_on(const App *app)
{
    for (int i = 0; i < STAGE_COUNT; ++i)
        if (app->stages->runs[i].asked || (stage_rows[i]->goes_on && stage_rows[i]->goes_on(app)))
            return true;
    return false;
}

bool stages_settled(const App *app)
{
    return !stages_busy(app) && !at_work(app, STAGE_FOLLOWS) && !goes_on(app);
}

void stages_nap(const App *app, double ms)
{
    const StageRun *run = at_work(app, STAGE_FOLLOWS);
    if (run)
        worker_wait(run->worker, ms);
    else if ((run = at_work(app, STAGE_ALONE)))
        worker_wait(run->worker, 1);
}

void stages_wait(App *app)
{
    while (stages_update(app, 20) || at_work(app, STAGE_FOLLOWS) || goes_on(app))
        stages_nap(app, 20);
}

void stages_activity(const App *app, Activity *out)
{
    *out = (Activity){0};
    for (int i = 0; i < STAGE_COUNT && !out->text[0]; ++i) {
        const StageRun *run = &app->stages->runs[i];
        if (run->task)
            out->fraction = worker_progress(run->worker, &out->step);
        if (run->stage->describe && (run->task || pending(app, run->stage)))
            run->stage->describe(app, out);
        else if (run->stage->label && run->task)
            snprintf(out->text, sizeof out->text, "%s", run->stage->label);
        if (!out->text[0])
            *out = (Activity){0};
    }
    utf8_sanitise(out->text); // a long name may have been cut inside a character
    out->can_cancel = out->text[0] != 0;
}

void stages_cancel(App *app)
{
    for (StageRun *run = app->stages->runs; run < app->stages->runs + STAGE_COUNT; ++run) {
        run->asked = false;
        if (run->stage->cancel)
            run->stage->cancel(app);
        if (run->task && (run->stage->label || run->stage->describe)) {
            run->stopped = true;
            worker_cancel(run->worker);
        }
    }
}
