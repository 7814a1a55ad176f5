// The roots stage: N_v, N_p and N_u of the selected pair as the papers read them, by a search from
// the roots where the parts stand in the report. What is shown may have been found from the fronts
// of the last frame, which is what coherence saves. It follows the report as fast as it can; what
// it said of an earlier pose stays, marked as such, so that a drag shows figures at all.
#include "app/document/selection.h"
#include "app/stages/rows.h"
#include "app/stages/shown_pairs.h"
#include "core/tree/build/build.h"

#include <stdlib.h>

enum { MOST_BY_LEVEL = 50000 }; // tests: some 0.15 s

typedef struct RootsState {
    int32_t part, other; // as they are selected
    bool by_level;       // somebody looks
} RootsState;

typedef struct RootsTask {
    StageTask head;
    RootReading result;
    ShownPairs pairs;
} RootsTask;

static const RootsState *mine(const App *app)
{
    return stage_state(app, &stage_roots);
}

static void drop(void *argument)
{
    RootsTask *task = argument;
    shown_pairs_free(&task->pairs);
    free(task);
}

static void reset(App *app)
{
    RootsState *state = stage_state(app, &stage_roots);
    state->part = state->other = NO_PART;
    app->roots = (RootReading){.part = NO_PART, .other = NO_PART, .pairs = -1};
}

static void look(App *app)
{
    RootsState *state = stage_state(app, &stage_roots);
    int32_t pair[2];
    selection_pair(&app->document, pair);
    bool searched = shown_part_searched(app, pair[0]);
    state->part = searched ? pair[0] : NO_PART;
    state->other = searched ? pair[1] : NO_PART;
    state->by_level = panels_shown_have(&app->panels, PLOTS_PANEL);
}

static void work(void *argument, Job *job)
{
    worker_give_way();
    RootsTask *task = argument;
    RootReading *r = &task->result;
    Error err = {""};
    bool good = true;
    for (size_t i = 0; good && i < task->pairs.count; ++i) {
        const CostPair *pair = &task->pairs.items[i];
        RootWork one;
        good = query_root_work(pair->a, pair->b, &pair->b_to_a, &r->query, job, &one, &err);
        root_work_add(&r->work, &one);
    }
    if (good)
        r->pairs = (int)task->pairs.count;
    bool whole = good && r->by_level && r->work.volume_tests <= MOST_BY_LEVEL;
    for (size_t i = 0; whole && i < task->pairs.count; ++i) {
        const CostPair *pair = &task->pairs.items[i];
        if (!query_root_levels(pair->a, pair->b, &pair->b_to_a, &r->query, MOST_BY_LEVEL, job,
                               &r->levels, &whole, &err) ||
            !whole) {
            r->levels.count = 0;
            whole = false;
        }
    }
    // What fails is not tried again: it has no figures, and the panel says so.
    task->head.done = !job_cancelled(job);
}

// What is selected and how it was searched, whatever has moved since.
static bool is_about_it(const App *app, const RootReading *reading)
{
    const RootsState *state = mine(app);
    return reading->part == state->part && reading->other == state->other &&
           (state->part == NO_PART ||
            (shown_part_searched(app, state->part) &&
             shown_search_is(app, state->part, &reading->build, &reading->query)));
}

static bool current(const App *app)
{
    return is_about_it(app, &app->roots) &&
           (mine(app)->part == NO_PART || (app->roots.report_version == app->report_version &&
                                           (app->roots.by_level || !mine(app)->by_level)));
}

static bool stale(App *app, const void *task)
{
    return mine(app)->part == NO_PART || !is_about_it(app, &((const RootsTask *)task)->result);
}

static void *start(App *app)
{
    const Stages *stages = app->stages;
    int32_t part = mine(app)->part, other = mine(app)->other;
    if (part == NO_PART && app->roots.part != NO_PART)
        reset(app);
    if (part == NO_PART || stages_busy(app) || current(app))
        return NULL;
    RootsTask *task = stage_task_create(sizeof *task);
    if (!task)
        return NULL;
    task->result = (RootReading){.part = part,
                                 .other = other,
                                 .pairs = -1,
                                 .by_level = mine(app)->by_level,
                                 .build = stages->shown.parts[part].tree->desc,
                                 .query = stages->shown.desc,
                                 .made = assembly_report_tests(&app->report, part, other),
                                 .report_version = app->report_version};
    if (shown_pairs_find(app, part, other, &task->pairs))
        return task;
    drop(task);
    return NULL;
}

static void show(App *app, void *task)
{
    RootReading *now = &((RootsTask *)task)->result;
    const RootReading *was = &app->roots;
    bool same_search =
        bvh_desc_equal(&now->build, &was->build) && query_desc_equal(&now->query, &was->query);
    if (now->part == was->part && now->other == was->other)
        now->before = same_search ? was->before : was->levels;
    app->roots = *now;
}

static void mark(App *app)
{
    RootReading *roots = &app->roots;
    roots->known = roots->part != NO_PART && is_about_it(app, roots) &&
                   wanted_search_is(app, &roots->build, &roots->query);
    roots->current = roots->known && current(app) && stage_query.current(app);
}

const Stage stage_roots = {.name = "roots",
                           .wait = STAGE_FOLLOWS,
                           .state_size = sizeof(RootsState),
                           .look = look,
                           .stale = stale,
                           .start = start,
                           .show = show,
                           .drop = drop,
                           .current = current,
                           .mark = mark,
                           .work = work,
                           .reset = reset};
