// Recording the search of two parts, and going through it.
#include "app/actions/action_tools.h"
#include "app/stages/rows.h"

static const char *record_obstacle(const App *app)
{
    int32_t pair[2];
    const char *why = action_needs_parts(app);
    return why ? why : trace_pair(app, pair, &why) ? NULL : why;
}

static void trace_record_pair(App *app, const ActionArgs *args)
{
    (void)args;
    stage_ask(app, &stage_trace);
    app->trace.playing = false;
}

const Action action_trace_record = {
    .name = "trace.record",
    .title = "Record the search of two parts",
    .shortcut = "Shift+U",
    .note = "records, test by test, how the hierarchies of the selected pair are searched here",
    .obstacle = record_obstacle,
    .act = trace_record_pair,
};

static const char *without_trace(const App *app)
{
    return trace_known(&app->trace) ? NULL
                                    : "nothing is recorded: record the search of two parts first";
}

static const char *play_obstacle(const App *app)
{
    return !app->wake ? "there is no window" : without_trace(app);
}

static void trace_play_on(App *app, const ActionArgs *args)
{
    TraceShown *t = &app->trace;
    if (args->flag && !t->playing && t->at + 1 >= trace_steps(app))
        trace_go_to(app, 0);
    t->playing = args->flag;
}

static bool is_playing(const App *app, int32_t part)
{
    (void)part;
    return app->trace.playing;
}

const Action action_trace_play = {
    .name = "trace.play",
    .title = "Play the recorded search",
    .shortcut = "U",
    .note = "flag: goes on step by step, or pauses; from the beginning if it has ended",
    .args = {{.type = ARG_FLAG}},
    .obstacle = play_obstacle,
    .act = trace_play_on,
    .is_on = is_playing,
};

static void forward(App *app, const ActionArgs *args)
{
    (void)args;
    app->trace.playing = false;
    trace_go_to(app, app->trace.at + 1);
}

const Action action_trace_forward = {
    .name = "trace.forward",
    .title = "Recorded search: next step",
    .shortcut = "Right",
    .note = "one test further; of blocks one block",
    .obstacle = without_trace,
    .act = forward,
};

static void back(App *app, const ActionArgs *args)
{
    (void)args;
    app->trace.playing = false;
    if (app->trace.at > 0)
        trace_go_to(app, app->trace.at - 1);
}

const Action action_trace_back = {
    .name = "trace.back",
    .title = "Recorded search: step back",
    .shortcut = "Left",
    .note = "to what was before the step that is shown",
    .obstacle = without_trace,
    .act = back,
};

// At the end it stays where it is, and says so.
static void run_to(App *app, uint32_t step, const char *what)
{
    app->trace.playing = false;
    if (step == TRACE_NONE)
        app_notify(app, NOTICE_INFO, "There is no further %s in what was recorded.", what);
    else
        trace_go_to(app, step);
}

static void next_leaves(App *app, const ActionArgs *args)
{
    (void)args;
    run_to(app, trace_next_leaves(&app->trace.trace, app->trace.step), "pair of leaves");
}

const Action action_trace_next_leaves = {
    .name = "trace.next_leaves",
    .title = "Recorded search: to the next pair of leaves",
    .shortcut = "Shift+Right",
    .note = "to where triangles are compared next",
    .obstacle = without_trace,
    .act = next_leaves,
};

static void next_prune(App *app, const ActionArgs *args)
{
    (void)args;
    TraceShown *t = &app->trace;
    uint32_t step = trace_next_prune(&t->trace, t->step);
    run_to(app, step, "separated pair");
    if (step == TRACE_NONE)
        return;
    TraceStep at = trace_step(&t->trace, t->step);
    for (uint32_t i = at.first; i < at.first + at.count; ++i)
        if (t->trace.tests[i].exit != 0) {
            t->test = i;
            break;
        }
}

const Action action_trace_next_prune = {
    .name = "trace.next_prune",
    .title = "Recorded search: to the next separated pair",
    .shortcut = "Ctrl+Right",
    .note = "to where volumes are told apart next, and all that is below them is left out",
    .obstacle = without_trace,
    .act = next_prune,
};

static bool go_to(App *app, const ActionArgs *args, Error *err)
{
    double last = trace_steps(app);
    if (!(args->number >= 1 && args->number <= last))
        return error_set(err, "the recorded search has steps 1 to %.0f", last);
    trace_go_to(app, (uint32_t)args->number - 1);
    return true;
}

const Action action_trace_go = {
    .name = "trace.go",
    .title = "Recorded search: go to a step",
    .note = "number: of the step, from 1 on",
    .flags = ACTION_MERGES,
    .args = {{.type = ARG_NUMBER, .what = "the step"}},
    .obstacle = without_trace,
    .apply = go_to,
    .example = "number=1",
};

static bool to_triangles(App *app, const ActionArgs *args, Error *err)
{
    TraceShown *t = &app->trace;
    int32_t counts[2] = {t->trace.a->mesh->triangle_count, t->trace.b->mesh->triangle_count};
    if (args->index < 0 || args->index >= counts[0])
        return error_set(err, "the first part has triangles 0 to %d", counts[0] - 1);
    if (!(args->number >= 0 && args->number < counts[1]))
        return error_set(err, "the second part has triangles 0 to %d", counts[1] - 1);
    TraceFate fate;
    if (!trace_fate(&t->trace, args->index, (int32_t)args->number, &fate))
        return error_set(err, "not enough memory to look for the triangles");
    if (fate.test == TRACE_NONE)
        return error_set(err, "what became of the two is not in the part that was kept");
    t->playing = false;
    trace_go_to(app, fate.step);
    t->test = fate.test;
    app_notify(app, NOTICE_INFO,
               fate.compared ? "Triangles %d and %d are compared in step %u."
                             : "Triangles %d and %d are not compared: volumes above them are told "
                               "apart in step %u.",
               args->index, (int32_t)args->number, fate.step + 1);
    return true;
}

const Action action_trace_triangles = {
    .name = "trace.triangles",
    .title = "Recorded search: to a pair of triangles",
    .note = "index: a triangle of the first part, number: one of the second; to where they are "
            "compared, or where volumes above them are told apart",
    .args = {{.type = ARG_INDEX, .what = "triangle"},
             {.type = ARG_NUMBER, .what = "the triangle of the second part"}},
    .obstacle = without_trace,
    .apply = to_triangles,
    .example = "index=0 number=0",
};

static void trace_forget(App *app, const ActionArgs *args)
{
    (void)args;
    uint32_t version = app->trace.version + 1;
    trace_free(&app->trace.trace);
    app->trace = (TraceShown){.part = {NO_PART, NO_PART}, .version = version};
}

const Action action_trace_clear = {
    .name = "trace.clear",
    .title = "Forget the recorded search",
    .note = "and the memory that it takes",
    .obstacle = without_trace,
    .act = trace_forget,
};
