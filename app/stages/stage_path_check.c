// The stage that checks the path: when somebody asks, on a worker of its own. What it found stays as
// long as it is about the path, the parts and the rules as they are; where the path's own parts stand
// just now does not matter.
#include "app/stages/path_state.h"
#include "app/stages/proof_key.h"
#include "app/stages/rows.h"

typedef struct PathCheckState {
    ProofKey key; // of the proof that is shown
} PathCheckState;

typedef struct PathCheckTask {
    StageTask head;
    ProofKey key;
    PathProofWork work;
} PathCheckTask;

static PathCheckState *mine(const App *app)
{
    return stage_state(app, &stage_path_check);
}

static void forget(App *app)
{
    path_proof_free(&app->path.proof);
    app->path.proof_known = false;
    proof_key_free(&mine(app)->key);
}

static bool stale(App *app, const void *argument)
{
    const PathCheckTask *task = argument;
    return !proof_key_holds(app, &task->key);
}

static void look(App *app)
{
    if (app->path.proof_known && !proof_key_holds(app, &mine(app)->key))
        forget(app);
}

static void drop(void *argument)
{
    PathCheckTask *task = argument;
    proof_key_free(&task->key);
    path_proof_work_free(&task->work);
    free(task);
}

static void *start(App *app)
{
    Error err = {""};
    PathState *state = &app->path;
    state->check_wanted = state->check_wanted && !state->proof_known;
    if (!state->check_wanted || !app->stages->trees_ready || stage_shape_behind(app) ||
        stages_loading(app))
        return NULL;
    PathCheckTask *task = NULL;
    path_state_match(app);
    bool good = path_state_ready(app, &err);
    if (good) {
        task = stage_task_create(sizeof *task);
        good = task && proof_key_take(app, &task->key) && path_proof_begin(app, &task->work, &err);
    }
    if (good)
        return task;
    state->check_wanted = false;
    app_notify(app, NOTICE_ERROR, "The path cannot be checked: %s",
               err.text[0] ? err.text : "not enough memory");
    if (task)
        drop(task);
    return NULL;
}

static void work(void *argument, Job *job)
{
    PathCheckTask *task = argument;
    worker_give_way();
    task->head.done = path_proof_run(&task->work, job, &task->head.err);
}

static void show(App *app, void *argument)
{
    PathCheckTask *task = argument;
    forget(app);
    app->path.proof = task->work.result;
    task->work.result = (PathProof){0};
    mine(app)->key = task->key;
    task->key = (ProofKey){0};
    app->path.proof_known = true;
    app->path.check_wanted = false;
}

static void fail(App *app, void *argument, bool stopped)
{
    const PathCheckTask *task = argument;
    app->path.check_wanted = false;
    if (!stopped)
        app_notify(app, NOTICE_ERROR, "The path cannot be checked: %s", task->head.err.text);
}

static void cancel(App *app)
{
    app->path.check_wanted = false;
}

static void reset(App *app)
{
    forget(app);
    app->path.check_wanted = false;
}

const Stage stage_path_check = {.name = "path check",
                                .label = "Checking the path",
                                .wait = STAGE_FOLLOWS,
                                .state_size = sizeof(PathCheckState),
                                .look = look,
                                .stale = stale,
                                .start = start,
                                .show = show,
                                .fail = fail,
                                .drop = drop,
                                .work = work,
                                .cancel = cancel,
                                .reset = reset};
