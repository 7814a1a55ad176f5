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
    query_target_free(&state->told);
    state->failed = false;
    fit_places_free(&app->fit_places);
    fit_curves_free(&app->fit_curves);
    fit_report_free(&app->fit);
    app->fit_current = app->fit_known = false;
    ++app->fit_version;
    ++app->known_version;
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

// Of what was begun for parts that have moved on since, nothing is worth waiting for; but what is
// so still, as after opening, is not begun again with every step of a drag.
static bool stale(App *app, const void *argument)
{
    const FitWork *work = &((const FitTask *)argument)->fit;
    const SharedRules *rules = stages_known_rules(app);
    int32_t changed = 0;
    for (int32_t i = 0; rules && i < work->base.target.count && i < app->document.part_count; ++i) {
        if (!work->posed[i].changed)
            continue;
        QueryPart now = query_part_of(app, rules, i);
        if (query_part_equal(&work->base.target.parts[i], &now))
            return false;
        ++changed;
    }
    return changed > 0;
}

// What was not finished goes on from where it began: the parts that had changed still have.
static void keep(App *app, void *argument)
{
    FitTask *task = argument;
    FitBase *base = &task->fit.base;
    if (task->head.done && !task->head.unwanted)
        return;
    for (int32_t i = 0; i < base->target.count; ++i) {
        if (!task->fit.posed[i].changed)
            continue;
        bvh_release(base->target.parts[i].tree);
        base->target.parts[i].tree = NULL;
    }
    mine(app)->base = *base;
    *base = (FitBase){0};
}

static void forget(App *app)
{
    fit_report_free(&app->fit);
    fit_places_free(&app->fit_places);
    fit_curves_free(&app->fit_curves);
    ++app->fit_version;
}

static void show(App *app, void *argument)
{
    FitTask *task = argument;
    take_key(app, task);
    forget(app);
    fit_places_make(&app->fit_places, &task->fit.base.details);
    fit_curves_share(&app->fit_curves, &task->fit.base.curves);
    app->fit = task->fit.check.fit;
    task->fit.check.fit = (FitReport){0};
    mine(app)->base = task->fit.base;
    task->fit.base = (FitBase){0};
    mine(app)->failed = !query_target_copy(&mine(app)->told, &mine(app)->base.target);
}

static void fail(App *app, void *argument, bool stopped)
{
    FitTask *task = argument;
    take_key(app, task);
    forget(app); // what it said before is not so any more, and nobody knows what is
    mine(app)->failed = true;
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

// Which kind of hierarchy was searched does not matter to what was found.
static bool stands_as(const QueryTarget *then, const QueryPart *now, int32_t part)
{
    if (!then->parts || part >= then->count)
        return false;
    QueryPart was = then->parts[part];
    if (was.tree && now->tree && was.tree->mesh == now->tree->mesh)
        was.tree = now->tree;
    return query_part_equal(&was, now);
}

bool fit_failed(const App *app)
{
    return mine(app)->failed;
}

static void mark(App *app)
{
    const FitState *state = mine(app);
    const SharedRules *rules = stages_known_rules(app);
    FitKey wanted = fit_key_wanted(app), told = state->key;
    told.report_version = wanted.report_version;
    bool said =
        rules && !state->failed && !stage_shape_behind(app) && fit_key_equal(&told, &wanted);
    bool all = said && app->parts && state->told.count == app->document.part_count;
    bool changed = false;
    for (int32_t i = 0; rules && app->parts && i < app->document.part_count; ++i) {
        PartResult *part = &app->parts[i];
        QueryPart now = query_part_of(app, rules, i);
        bool moved = !stands_as(&app->stages->shown, &now, i);
        bool known = said && !moved && stands_as(&state->told, &now, i);
        changed |= moved != part->moved || known != part->known;
        part->moved = moved;
        part->known = known;
        all &= known;
    }
    app->known_version += changed || all != app->fit_known;
    app->fit_known = all;
    app->fit_current = all && current(app);
}

bool fit_check_shown(const App *app, FitCheck *out)
{
    const FitBase *base = &mine(app)->base;
    PosedPart *parts = query_target_posed(&base->target, false);
    const SharedRules *rules = stages_known_rules(app);
    *out =
        (FitCheck){.assembly = &app->assembly,
                   .parts = parts,
                   .query = base->target.desc,
                   .contact = {.tolerance = app->document.tolerance},
                   .desc = {.clearance = app->fit.clearance, .rules = rules ? &rules->rules : NULL},
                   .contacts = base->contacts,
                   .details = base->details,
                   .local = pieces_wanted(app),
                   .volumes = fit_wants_volumes(&app->document),
                   .fit = app->fit};
    return parts != NULL;
}

const Stage stage_fit = {.name = "fit",
                         .wait = STAGE_FOLLOWS,
                         .state_size = sizeof(FitState),
                         .in_frame = true,
                         .stale = stale,
                         .start = start,
                         .keep = keep,
                         .show = show,
                         .fail = fail,
                         .drop = drop,
                         .current = current,
                         .mark = mark,
                         .work = work,
                         .reset = reset};
