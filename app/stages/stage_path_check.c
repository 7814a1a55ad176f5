// The stage that checks the path: when somebody asks, on a worker of its own. What it found stays as
// long as it is about the path, the parts and the rules as they are; where the path's own parts stand
// just now does not matter.
#include "app/stages/path_state.h"
#include "app/stages/rows.h"

// What a proof is about.
typedef struct ProofKey {
    QueryTarget target; // parts of the path at the origin
    RuleSet *rules;     // retained
    uint32_t path_version;
    double clearance, tolerance;
} ProofKey;

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

static void key_free(ProofKey *key)
{
    query_target_free(&key->target);
    rule_set_release(key->rules);
    *key = (ProofKey){0};
}

static void forget_path_parts(const App *app, QueryTarget *target)
{
    for (size_t i = 0; app->path.matches && i < app->path.path.part_count; ++i) {
        int32_t part = app->path.matches[i].part;
        if (part >= 0 && part < target->count)
            target->parts[part].placement = affine_identity();
    }
}

static bool key_take(App *app, ProofKey *key)
{
    SharedRules *rules = stages_rules(app);
    *key = (ProofKey){.path_version = app->path.version,
                      .clearance = app->document.clearance,
                      .tolerance = app->document.tolerance};
    if (!rules || !query_target_take(app, rules, &key->target))
        return false;
    key->rules = rule_set_retain(app->document.rules);
    forget_path_parts(app, &key->target);
    return true;
}

static bool in_path(const App *app, int32_t part)
{
    for (size_t i = 0; app->path.matches && i < app->path.path.part_count; ++i)
        if (app->path.matches[i].part == part)
            return true;
    return false;
}

// It is about what is open, but for where the path's own parts stand.
static bool key_holds(App *app, const ProofKey *key)
{
    SharedRules *rules = stages_rules(app);
    if (!rules || key->path_version != app->path.version || key->rules != app->document.rules ||
        key->clearance < app->document.clearance || key->clearance > app->document.clearance ||
        key->tolerance < app->document.tolerance || key->tolerance > app->document.tolerance ||
        key->target.count != app->document.part_count)
        return false;
    for (int32_t i = 0; i < key->target.count; ++i) {
        QueryPart now = query_part_of(app, rules, i);
        const QueryPart *then = &key->target.parts[i];
        if (query_part_equal(&now, then))
            continue;
        now.placement = affine_identity();
        if (!in_path(app, i) || !query_part_equal(&now, then))
            return false;
    }
    return true;
}

static void forget(App *app)
{
    path_proof_free(&app->path.proof);
    app->path.proof_known = false;
    key_free(&mine(app)->key);
}

static bool stale(App *app, const void *argument)
{
    const PathCheckTask *task = argument;
    return !key_holds(app, &task->key);
}

static void look(App *app)
{
    if (app->path.proof_known && !key_holds(app, &mine(app)->key))
        forget(app);
}

static void drop(void *argument)
{
    PathCheckTask *task = argument;
    key_free(&task->key);
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
        good = task && key_take(app, &task->key) && path_proof_begin(app, &task->work, &err);
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
