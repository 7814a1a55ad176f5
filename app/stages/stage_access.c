// The stage of access: how far a tool turns on a screw, when somebody asks, on a worker of its own. What it found
// stays until somebody asks again, and says when the parts are not as they were.
#include "app/stages/access_work.h"
#include "app/stages/rows.h"
#include "app/stages/stage.h"

#include <stdlib.h>

typedef struct AccessState {
    AccessShown shown;
    QueryTarget target; // of what is shown: parts and places
    bool wanted;
    AccessShown wish; // screw, tool and size of what is wanted
} AccessState;

typedef struct AccessTask {
    StageTask head;
    QueryTarget target;
    AccessWork work;
} AccessTask;

static AccessState *mine(const App *app)
{
    return stage_state(app, &stage_access);
}

const AccessShown *access_shown(const App *app)
{
    return &mine(app)->shown;
}

void access_ask(App *app, int32_t screw, int piece, double size)
{
    mine(app)->wanted = true;
    mine(app)->wish = (AccessShown){.screw = screw, .piece = piece, .size = size};
}

bool access_busy(const App *app)
{
    return mine(app)->wanted || stage_task(app, &stage_access) != NULL;
}

void access_forget(App *app)
{
    AccessState *state = mine(app);
    access_shown_free(&state->shown);
    ++state->shown.version;
    query_target_free(&state->target);
}

// Parts that came since are in nobody's way that was asked about, but may be now.
static bool holds(App *app, const QueryTarget *target)
{
    SharedRules *rules = stages_rules(app);
    if (!rules || target->count != app->document.part_count)
        return false;
    for (int32_t i = 0; i < target->count; ++i) {
        QueryPart now = query_part_of(app, rules, i);
        if (!query_part_equal(&now, &target->parts[i]))
            return false;
    }
    return true;
}

static void look(App *app)
{
    AccessState *state = mine(app);
    state->shown.old = state->shown.known && !holds(app, &state->target);
}

static bool stale(App *app, const void *argument)
{
    const AccessTask *task = argument;
    return mine(app)->wanted || !holds(app, &task->target);
}

static void drop(void *argument)
{
    AccessTask *task = argument;
    query_target_free(&task->target);
    access_work_free(&task->work);
    free(task);
}

static void *start(App *app)
{
    AccessState *state = mine(app);
    if (!state->wanted || !app->stages->trees_ready || stage_shape_behind(app) ||
        stages_loading(app))
        return NULL;
    state->wanted = false;
    Error err = {""};
    SharedRules *rules = stages_rules(app);
    bool there = state->wish.screw >= 0 && state->wish.screw < app->document.part_count &&
                 app->parts[state->wish.screw].tree;
    AccessTask *task = there && rules ? stage_task_create(sizeof *task) : NULL;
    if (task && query_target_take(app, rules, &task->target) &&
        access_work_begin(app, &state->wish, &task->work, &err))
        return task;
    app_notify(app, NOTICE_ERROR, "Access cannot be tried: %s",
               err.text[0] ? err.text
               : there     ? "not enough memory"
                           : "select a screw");
    if (task)
        drop(task);
    return NULL;
}

static void work(void *argument, Job *job)
{
    AccessTask *task = argument;
    worker_give_way();
    task->head.done = access_work_run(&task->work, job, &task->head.err);
}

static void show(App *app, void *argument)
{
    AccessTask *task = argument;
    AccessState *state = mine(app);
    uint32_t version = state->shown.version;
    access_forget(app);
    state->shown = task->work.result;
    state->shown.known = true;
    state->shown.version = version + 1;
    task->work.result = (AccessShown){.screw = NO_PART};
    state->target = task->target;
    task->target = (QueryTarget){0};
}

static void fail(App *app, void *argument, bool stopped)
{
    const AccessTask *task = argument;
    if (!stopped)
        app_notify(app, NOTICE_ERROR, "Access cannot be tried: %s", task->head.err.text);
}

static void cancel(App *app)
{
    mine(app)->wanted = false;
}

static void reset(App *app)
{
    access_forget(app);
    mine(app)->wanted = false;
}

const Stage stage_access = {.name = "access",
                            .label = "Trying the tool",
                            .wait = STAGE_FOLLOWS,
                            .state_size = sizeof(AccessState),
                            .look = look,
                            .stale = stale,
                            .start = start,
                            .show = show,
                            .fail = fail,
                            .drop = drop,
                            .work = work,
                            .cancel = cancel,
                            .reset = reset};
