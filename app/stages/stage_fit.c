// The fit stage: the report in words follows the contacts that are shown, which it shares with the
// query stage, and what was said about pairs; nothing waits for it.
#include "app/stages/fit_work.h"
#include "app/stages/rows.h"
#include "core/base/array.h"

#include <stdlib.h>

typedef struct FitTask {
    StageTask head;
    FitWork fit;
} FitTask;

static FitState *mine(const App *app)
{
    return stage_state(app, &stage_fit);
}

static void drop(void *argument)
{
    FitTask *task = argument;
    fit_work_free(&task->fit);
    free(task);
}

static void reset(App *app)
{
    FitState *state = mine(app);
    fit_key_free(&state->key);
    fit_base_free(&state->base);
    fit_places_free(&app->fit_places);
    fit_curves_free(&app->fit_curves);
    fit_report_free(&app->fit);
    app->fit_current = false;
    ++app->fit_version;
}

static void work(void *argument, Job *job)
{
    worker_give_way();
    FitTask *task = argument;
    FitBase *base = &task->fit.base;
    task->head.done = fit_work_run(&task->fit, job, &task->head.err);
    if (task->head.done)
        fit_curves_update(&base->curves, &base->contacts, &base->details);
}

// What failed is not tried again until something changes.
static void take_key(App *app, FitTask *task)
{
    FitState *state = mine(app);
    fit_key_free(&state->key);
    state->key = task->fit.key;
    task->fit.key = (FitKey){0};
}

static void show(App *app, void *argument)
{
    FitTask *task = argument;
    take_key(app, task);
    fit_report_free(&app->fit);
    fit_places_free(&app->fit_places);
    fit_places_make(&app->fit_places, &task->fit.base.details);
    fit_curves_free(&app->fit_curves);
    fit_curves_share(&app->fit_curves, &task->fit.base.curves);
    app->fit = task->fit.check.fit;
    task->fit.check.fit = (FitReport){0};
    mine(app)->base = task->fit.base;
    task->fit.base = (FitBase){0};
    ++app->fit_version;
}

static void fail(App *app, void *argument, bool stopped)
{
    FitTask *task = argument;
    take_key(app, task);
    if (!stopped)
        app_notify(app, NOTICE_ERROR, "The list of clashes: %s", task->head.err.text);
}

static void *start(App *app)
{
    FitKey wanted = fit_key_wanted(app);
    FitState *state = mine(app);
    if (!wanted.valid || fit_key_equal(&state->key, &wanted))
        return NULL;
    FitTask *task = stage_task_create(sizeof *task);
    if (!task)
        return NULL;
    task->fit.base = state->base;
    state->base = (FitBase){0};
    if (fit_work_begin(app, &task->fit))
        return task;
    drop(task); // tried again with the next update
    return NULL;
}

static bool current(const App *app)
{
    FitKey wanted = fit_key_wanted(app);
    return wanted.valid && !stage_task(app, &stage_query) && app->stages->trees_ready &&
           fit_key_equal(&mine(app)->key, &wanted);
}

static void mark(App *app)
{
    app->fit_current = current(app);
}

bool fit_check_shown(const App *app, FitCheck *out)
{
    const FitBase *base = &mine(app)->base;
    PosedPart *parts = query_target_posed(&base->target, false);
    *out = (FitCheck){.assembly = &app->assembly,
                      .parts = parts,
                      .query = base->target.desc,
                      .contact = {.tolerance = app->document.tolerance},
                      .contacts = base->contacts,
                      .details = base->details,
                      .fit = app->fit};
    return parts != NULL;
}

const Stage stage_fit = {.name = "fit",
                         .wait = STAGE_FOLLOWS,
                         .state_size = sizeof(FitState),
                         .start = start,
                         .show = show,
                         .fail = fail,
                         .drop = drop,
                         .current = current,
                         .mark = mark,
                         .work = work,
                         .reset = reset};
