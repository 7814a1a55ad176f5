// The trace stage: records the search of two parts when it is asked to. What it recorded stays until
// another one is there, marked as old when parts or settings have changed since.
#include "app/stages/rows.h"
#include "app/stages/stage.h"

#include <stdlib.h>

typedef struct TraceTask {
    StageTask head;
    TraceShown result;
    Bvh *tree[2]; // retained
    Affine b_to_a;
} TraceTask;

static void drop(void *argument)
{
    TraceTask *task = argument;
    trace_free(&task->result.trace);
    bvh_release(task->tree[0]);
    bvh_release(task->tree[1]);
    free(task);
}

static void reset(App *app)
{
    uint32_t version = app->trace.version + 1;
    trace_free(&app->trace.trace);
    app->trace = (TraceShown){.part = {NO_PART, NO_PART}, .version = version};
}

static bool take_pair(const App *app, TraceTask *task, const char **why)
{
    TraceShown *r = &task->result;
    const QueryTarget *shown = &app->stages->shown;
    if (!trace_pair(app, r->part, why))
        return false;
    for (int i = 0; i < 2; ++i) {
        const QueryPart *part = &shown->parts[r->part[i]];
        task->tree[i] = bvh_retain(part->tree);
        r->placed[i] = part->placement;
    }
    *why = "one of the two is scaled to nothing";
    return placement_between(&r->placed[0], &r->placed[1], &task->b_to_a);
}

static void *start(App *app)
{
    const char *why;
    TraceTask *task = stage_task_create(sizeof *task);
    if (!task) {
        app_notify(app, NOTICE_ERROR, "not enough memory to record the search");
        return NULL;
    }
    if (!take_pair(app, task, &why)) {
        app_notify(app, NOTICE_WARNING, "The search is not recorded: %s.", why);
        drop(task);
        return NULL;
    }
    task->result.build = task->tree[0]->desc;
    task->result.query = app->stages->shown.desc;
    return task;
}

static void work(void *argument, Job *job)
{
    worker_give_way();
    TraceTask *task = argument;
    task->head.done =
        trace_record_shown(&task->result, task->tree, &task->b_to_a, job, &task->head.err);
}

static void show(App *app, void *argument)
{
    TraceTask *task = argument;
    uint32_t version = app->trace.version + 1;
    trace_free(&app->trace.trace);
    app->trace = task->result;
    app->trace.version = version;
    task->result.trace = (Trace){0};
    if (app->trace.trace.truncated)
        app_notify(app, NOTICE_INFO, "The first %u of %llu tests are kept.",
                   app->trace.trace.test_count,
                   (unsigned long long)app->trace.trace.total.volume_tests);
}

static void mark(App *app)
{
    TraceShown *t = &app->trace;
    const QueryTarget *shown = &app->stages->shown;
    if (!trace_known(t))
        return;
    bool same = app->document.part_count > t->part[1] && shown->parts &&
                shown->count > t->part[1] && query_desc_equal(&t->query, &shown->desc) &&
                shown->parts[t->part[0]].tree == t->trace.a &&
                shown->parts[t->part[1]].tree == t->trace.b;
    for (int i = 0; same && i < 2; ++i) {
        const PartState *part = &app->document.parts[t->part[i]];
        same = !part->removed && memcmp(&part->placement, &t->placed[i], sizeof t->placed[i]) == 0;
    }
    t->old = !same;
}

const Stage stage_trace = {.name = "trace",
                           .label = "Recording the search",
                           .wait = STAGE_FOLLOWS,
                           .on_request = true,
                           .start = start,
                           .show = show,
                           .failure = "The search was not recorded",
                           .drop = drop,
                           .mark = mark,
                           .work = work,
                           .reset = reset};
