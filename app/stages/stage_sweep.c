// The stage of the sweep: when somebody asks for it, on a worker of its own. What it found stays until it is made
// again or forgotten, and says when it is not about what is open any more.
#include "app/stages/proof_key.h"
#include "app/stages/rows.h"
#include "app/stages/sweep_work.h"

#include <stdlib.h>

typedef struct SweepState {
    SweepShown shown;
    ProofKey key; // of what is shown
    bool wanted;
    int32_t part; // of what is wanted
} SweepState;

typedef struct SweepTask {
    StageTask head;
    ProofKey key;
    SweepWork work;
} SweepTask;

static SweepState *mine(const App *app)
{
    return stage_state(app, &stage_sweep);
}

const SweepShown *sweep_shown(const App *app)
{
    return &mine(app)->shown;
}

const char *sweep_obstacle(const App *app, int32_t part)
{
    Error err;
    if (app->path.path.part_count == 0)
        return "there is no path: record one, or open a file";
    if (app->path.recording)
        return "stop recording first";
    if (!path_state_ready(app, &err))
        return "the path does not fit what is open";
    if (part < 0 || part >= app->document.part_count)
        return "select a part that the path moves";
    int32_t in_path = sweep_in_path(app, part);
    if (in_path < 0 || app->path.path.parts[in_path].key_count < 2)
        return "the path does not move the selected part";
    return app->document.parts[part].visible ? NULL : "the part is hidden";
}

void sweep_ask(App *app, int32_t part)
{
    mine(app)->wanted = true;
    mine(app)->part = part;
}

bool sweep_busy(const App *app)
{
    return mine(app)->wanted || stage_task(app, &stage_sweep) != NULL;
}

void sweep_forget(App *app)
{
    SweepState *state = mine(app);
    sweep_shown_free(&state->shown);
    ++state->shown.version;
    proof_key_free(&state->key);
}

static void look(App *app)
{
    SweepState *state = mine(app);
    state->shown.old = state->shown.known && !proof_key_holds(app, &state->key);
}

static bool stale(App *app, const void *argument)
{
    const SweepTask *task = argument;
    return mine(app)->wanted || !proof_key_holds(app, &task->key);
}

static void drop(void *argument)
{
    SweepTask *task = argument;
    proof_key_free(&task->key);
    sweep_work_free(&task->work);
    free(task);
}

static void *start(App *app)
{
    SweepState *state = mine(app);
    if (!state->wanted || !app->stages->trees_ready || stage_shape_behind(app) ||
        stages_loading(app))
        return NULL;
    state->wanted = false;
    path_state_match(app);
    Error err = {""};
    const char *why = sweep_obstacle(app, state->part);
    SweepTask *task = why ? NULL : stage_task_create(sizeof *task);
    if (task && proof_key_take(app, &task->key) &&
        sweep_work_begin(app, state->part, &task->work, &err))
        return task;
    app_notify(app, NOTICE_ERROR, "What it sweeps cannot be found: %s",
               why           ? why
               : err.text[0] ? err.text
                             : "not enough memory");
    if (task)
        drop(task);
    return NULL;
}

static void work(void *argument, Job *job)
{
    SweepTask *task = argument;
    worker_give_way();
    task->head.done = sweep_work_run(&task->work, job, &task->head.err);
}

static void show(App *app, void *argument)
{
    SweepTask *task = argument;
    SweepState *state = mine(app);
    uint32_t version = state->shown.version;
    sweep_forget(app);
    state->shown = task->work.result;
    state->shown.known = true;
    state->shown.version = version + 1;
    task->work.result = (SweepShown){.part = NO_PART};
    state->key = task->key;
    task->key = (ProofKey){0};
    app->path.check_wanted = state->shown.met_count > 0; // which says what is certain about them
}

static void fail(App *app, void *argument, bool stopped)
{
    const SweepTask *task = argument;
    if (!stopped)
        app_notify(app, NOTICE_ERROR, "What it sweeps cannot be found: %s", task->head.err.text);
}

static void cancel(App *app)
{
    mine(app)->wanted = false;
}

static void reset(App *app)
{
    sweep_forget(app);
    mine(app)->wanted = false;
}

const Stage stage_sweep = {.name = "sweep",
                           .label = "Finding what it sweeps",
                           .wait = STAGE_FOLLOWS,
                           .state_size = sizeof(SweepState),
                           .look = look,
                           .stale = stale,
                           .start = start,
                           .show = show,
                           .fail = fail,
                           .drop = drop,
                           .work = work,
                           .cancel = cancel,
                           .reset = reset};
