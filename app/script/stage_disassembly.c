// The task that is open follows the document: not a result that is made, but one that every update adds to.
#include "app/document/history.h"
#include "app/document/joint_hold.h"
#include "app/document/rigid.h"
#include "app/io/path.h"
#include "app/script/task_run.h"
#include "app/stages/rows.h"
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/utf8.h"

#include <stdio.h>

enum { MOST_IDLE = 8 }; // updates without a report that comes
static const double NEW_ATTEMPT =
    1; // seconds: what is refused in every frame of a drag counts once

const char *const task_event_words[TASK_EVENTS] = {
    [TASK_BEGAN] = "began",
    [TASK_STEP_DONE] = "done",
    [TASK_STEP_OPEN] = "open again",
    [TASK_REFUSED] = "refused",
    [TASK_FORBIDDEN] = "forbidden contact",
    [TASK_UNJUDGED] = "contact, not judged",
    [TASK_HINT] = "hint",
    [TASK_FINISHED] = "finished",
};

typedef struct TaskStage {
    TaskRun *run;
    char wish[1024]; // the task that is to be begun; "": none
} TaskStage;

static TaskStage *mine(const App *app)
{
    return stage_state(app, &stage_disassembly);
}

// Everything may be done again.
static void let_go(TaskLink *link)
{
    link->held = NULL;
    link->held_count = 0;
    link->start = NULL;
    link->bends = NULL;
}

static void forget(App *app)
{
    TaskStage *stage = mine(app);
    TaskRun *run = stage->run;
    stage->run = NULL;
    let_go(&app->task);
    if (!run)
        return;
    task_free(&run->task);
    free(run->log);
    free(run->touches);
    free(run->held);
    free(run->bends);
    document_free(&run->start);
    free(run);
}

const TaskRun *task_run(const App *app)
{
    return mine(app)->run;
}

static double now(const App *app)
{
    return app->task.clock ? app->task.clock() : clock_seconds();
}

double task_seconds(const App *app)
{
    const TaskRun *run = mine(app)->run;
    return !run || run->phase == TASK_SETUP
               ? 0
               : (run->phase == TASK_OVER ? run->ended : now(app)) - run->began;
}

// --- steps

enum TaskStepState task_step_state(const TaskRun *run, int step)
{
    if (run->steps[step].done)
        return STEP_DONE;
    for (int i = 0; i < step; ++i)
        if ((run->task.steps[step].after >> i & 1) && !run->steps[i].done)
            return STEP_LATER;
    return STEP_NOW;
}

int task_step_now(const TaskRun *run)
{
    for (int i = 0; i < run->task.step_count; ++i)
        if (task_step_state(run, i) == STEP_NOW)
            return i;
    return NO_STEP;
}

int task_steps_done(const TaskRun *run)
{
    int done = 0;
    for (int i = 0; i < run->task.step_count; ++i)
        done += run->steps[i].done;
    return done;
}

TaskSums task_sums(const TaskRun *run)
{
    TaskSums sums = {0};
    for (int i = 0; i < run->task.step_count; ++i) {
        sums.forbidden += run->steps[i].forbidden;
        sums.unjudged += run->steps[i].unjudged;
        sums.refused += run->steps[i].refused;
        sums.hints += run->steps[i].hints;
    }
    return sums;
}

void task_verdict(const TaskRun *run, char *text, size_t size)
{
    TaskSums sums = task_sums(run);
    const char *many = sums.forbidden == 1 ? "" : "s";
    if (run->phase != TASK_OVER)
        snprintf(text, size, "%d of %d steps are done", task_steps_done(run), run->task.step_count);
    else if (sums.forbidden == 0 && sums.unjudged == 0)
        snprintf(text, size, "The task is done, without a forbidden contact");
    else if (sums.unjudged == 0)
        snprintf(text, size, "The task is done, with %d forbidden contact%s", sums.forbidden, many);
    else
        snprintf(text, size,
                 "The task is done, with %d forbidden contact%s and %d that nobody could judge",
                 sums.forbidden, many, sums.unjudged);
}

// --- what is held back

static int first_missing(const TaskRun *run, int step)
{
    for (int i = 0; i < step; ++i)
        if ((run->task.steps[step].after >> i & 1) && !run->steps[i].done)
            return task_step_state(run, i) == STEP_NOW ? i : first_missing(run, i);
    return NO_STEP;
}

static bool is_free(const App *app, const TaskRun *run, int32_t part)
{
    const Script *script = &run->task.script;
    for (size_t i = 0; i < script->command_count; ++i) {
        const ScriptCommand *command = &script->commands[i];
        int32_t found;
        Error ignored;
        for (int k = 0; task_is(command, "free") && k < command->count; ++k)
            if (script_find_part(app, &command->words[k], &found, &ignored) && found == part)
                return true;
    }
    return false;
}

// What hangs on another part, or is one body with it, goes with it, and so waits for it; what does not, stays.
static const char *reason_of_other(const App *app, const TaskRun *run, int32_t part)
{
    static const char STAYS[] = "it stays where it is in this task";
    const PartState *parts = app->document.parts;
    for (int depth = 0; depth < app->document.part_count; ++depth) {
        for (int i = 0; i < run->task.step_count; ++i) {
            int32_t own = run->steps[i].part;
            if (own == part || rigid_same(&parts[own], &parts[part]))
                return run->held[own];
        }
        int32_t joint = joint_list_find(app->document.joints, part);
        if (joint == NO_JOINT || app->document.joints->joints[joint].parent == JOINT_GROUND)
            return STAYS;
        part = app->document.joints->joints[joint].parent;
    }
    return STAYS;
}

// Of the parts that there were when it began: copies and what is loaded beside them are nobody's step.
static void hold_back(App *app, TaskRun *run)
{
    int32_t count = run->start.part_count;
    bool own = false;
    for (int32_t part = 0; part < count; ++part)
        run->held[part] = NULL;
    for (int i = 0; i < run->task.step_count; ++i) {
        int missing = task_step_state(run, i) == STEP_LATER ? first_missing(run, i) : NO_STEP;
        if (missing == NO_STEP)
            continue;
        snprintf(run->reasons[i], sizeof run->reasons[i], "its turn is later; first: %.150s",
                 run->task.steps[missing].title);
        utf8_sanitise(run->reasons[i]);
        run->held[run->steps[i].part] = run->reasons[i];
    }
    for (int i = 0; i < run->task.step_count; ++i) // a part of several steps waits for the first
        if (task_step_state(run, i) != STEP_LATER)
            run->held[run->steps[i].part] = NULL;
    for (int32_t part = 0; run->task.others_stay && part < count; ++part) {
        own = is_free(app, run, part);
        for (int i = 0; i < run->task.step_count; ++i)
            own |= run->steps[i].part == part;
        if (!own)
            run->held[part] = reason_of_other(app, run, part);
    }
    app->task.held = run->held;
    app->task.held_count = count;
}

static void note_refusal(App *app, TaskRun *run)
{
    char text[TASK_TEXT];
    int32_t part = app->task.refused;
    if (run->refusals == app->task.refusals)
        return;
    run->refusals = app->task.refusals;
    double at = task_seconds(app);
    bool again = part == run->refused_part && at - run->refused_at < NEW_ATTEMPT;
    run->refused_part = part;
    run->refused_at = at;
    const char *why = task_holds(&app->task, part);
    if (again || !why || part >= app->assembly.part_count)
        return;
    int step = NO_STEP;
    for (int i = run->task.step_count - 1; i >= 0; --i)
        if (run->steps[i].part == part)
            step = i;
    if (step != NO_STEP)
        ++run->steps[step].refused;
    snprintf(text, sizeof text, "%.60s: %.150s", app->assembly.parts[part].name, why);
    utf8_sanitise(text);
    task_note(app, run, TASK_REFUSED, step, text);
}

// --- looking

static bool goals_met(const TaskRun *run, int step)
{
    for (int k = 0; k < run->task.steps[step].goal_count; ++k)
        if (!run->steps[step].met[k])
            return false;
    return true;
}

// Who opens a lid and is to shut it next does not undo the first step by the second.
static bool is_taken_over(const TaskRun *run, int step)
{
    for (int i = step + 1; i < run->task.step_count; ++i)
        if (run->steps[i].part == run->steps[step].part && task_step_state(run, i) != STEP_LATER)
            return true;
    return false;
}

static void follow_steps(App *app, TaskRun *run)
{
    task_goals_look(app, run);
    for (int i = 0; i < run->task.step_count; ++i) {
        TaskStepRun *step = &run->steps[i];
        bool met = goals_met(run, i);
        if (step->done && !met && !is_taken_over(run, i)) {
            step->done = false;
            task_note(app, run, TASK_STEP_OPEN, i, run->task.steps[i].title);
        } else if (met && task_step_state(run, i) == STEP_NOW &&
                   task_is_clean(app, run, step->part)) {
            step->done = true;
            step->done_at = task_seconds(app);
            task_note(app, run, TASK_STEP_DONE, i, run->task.steps[i].title);
            app_notify(app, NOTICE_INFO, "Done: %s", run->task.steps[i].title);
            task_goals_look(app, run); // the next one may have its turn
        }
    }
}

static void finish(App *app, TaskRun *run)
{
    char text[TASK_TEXT];
    run->ended = now(app);
    run->phase = TASK_OVER;
    task_verdict(run, text, sizeof text);
    task_note(app, run, TASK_FINISHED, NO_STEP, text);
    app_notify(app, NOTICE_INFO, "%s", text);
    let_go(&app->task);
}

static void give_up(App *app, const char *why)
{
    app_notify(app, NOTICE_ERROR, "%s", why);
    forget(app);
}

// --- beginning

// Files that come with the task lie beside it.
static bool find_file(const TaskRun *run, ActionArgs *args, Error *err)
{
    if (!path_stays_inside(run->path, args->text))
        return error_set(err, "%.300s does not lie beside the task", args->text);
    char *path = path_beside(run->path, args->text);
    bool good = path && strlen(path) < sizeof args->text;
    if (good)
        snprintf(args->text, sizeof args->text, "%s", path);
    free(path);
    return good || error_set(err, "the path of the file is too long");
}

static bool do_line(App *app, TaskRun *run, const ScriptCommand *command)
{
    Error err = {""}, where;
    ActionArgs args;
    bool good = script_arguments(app, command, &args, &err) &&
                (!action_takes(command->action, ARG_PATH) || find_file(run, &args, &err));
    if (good && app_do(app, command->action, &args, 0))
        return true;
    script_refuse(&run->task.script, command->line, good ? "this was refused" : err.text, &where);
    give_up(app, where.text);
    return false;
}

static void start(App *app, TaskRun *run)
{
    Error err = {""};
    const int32_t count = app->document.part_count;
    run->held = array_alloc((size_t)count, sizeof *run->held);
    run->bends = array_alloc((size_t)count, sizeof *run->bends);
    if (!run->held || !run->bends || !document_copy(&run->start, &app->document) ||
        !task_resolve(app, run, &err)) {
        give_up(app, err.text[0] ? err.text : "not enough memory for the task");
        return;
    }
    for (int32_t i = 0; i < count; ++i)
        run->bends[i] = false;
    for (int i = 0; i < run->task.step_count; ++i)
        for (int k = 0; k < run->task.steps[i].goal_count; ++k)
            run->bends[run->steps[i].part] |= run->task.steps[i].goals[k].kind == GOAL_SHAPE;
    app->task.start = &run->start;
    history_forget_undone(app->history);
    app->task.first_step = history_dropped(app->history) + history_done(app->history);
    app->task.bends = run->bends;
    run->phase = TASK_GOES;
    run->began = now(app);
    run->refusals = app->task.refusals;
    run->refused_part = NO_PART;
    task_note(app, run, TASK_BEGAN, NO_STEP, run->task.title);
    task_watch(app, run, true);
    follow_steps(app, run);
    hold_back(app, run);
}

// One line after the other, each when what it may need is there.
static void set_up(App *app, TaskRun *run)
{
    const Script *script = &run->task.script;
    bool ran = false;
    while (run->next < script->command_count && !task_is(&script->commands[run->next], "step")) {
        if (stages_busy(app) || stages_loading(app))
            return;
        const ScriptCommand *command = &script->commands[run->next++];
        if (command->action && !do_line(app, run, command))
            return;
        ran |= command->action != NULL;
    }
    if (ran) // stages that came before this one see it with the next update
        return;
    // What touches from the beginning is known then, unless nobody is going to find out.
    if (!task_ends_known(app, run))
        return;
    bool idle = !stage_task(app, &stage_query) && !stage_task(app, &stage_fit) &&
                !stage_task(app, &stage_watch);
    run->idle = idle ? run->idle + 1 : 0;
    bool known = app->fit_known && stage_watch.current(app);
    if (!stages_busy(app) && !stages_loading(app) && (known || run->idle > MOST_IDLE))
        start(app, run);
}

// What is open stays until the other one was read.
static void open_wished(App *app)
{
    TaskStage *stage = mine(app);
    Error err = {""};
    TaskRun *run = calloc(1, sizeof *run);
    bool good = run != NULL || error_set(&err, "not enough memory for the task");
    if (good && !task_find(stage->wish, run->path, sizeof run->path))
        good = error_set(&err, "there is no task \"%.200s\"", stage->wish);
    good = good && task_read(&run->task, run->path, &err);
    stage->wish[0] = '\0';
    if (!good) {
        app_notify(app, NOTICE_ERROR, "%s", err.text);
        free(run);
        return;
    }
    forget(app);
    stage->run = run;
}

static void look(App *app)
{
    if (mine(app)->wish[0])
        open_wished(app);
    TaskRun *run = mine(app)->run;
    if (!run || run->phase == TASK_OVER)
        return;
    if (run->phase == TASK_SETUP) {
        set_up(app, run);
        return;
    }
    note_refusal(app, run);
    task_ends_known(app, run); // deformed, a part has others
    if (!task_watch(app, run, false)) {
        give_up(app, "not enough memory for the task");
        return;
    }
    follow_steps(app, run);
    hold_back(app, run);
    if (task_steps_done(run) == run->task.step_count)
        finish(app, run);
}

static bool goes_on(const App *app)
{
    const TaskRun *run = mine(app)->run;
    return (run && run->phase == TASK_SETUP) || mine(app)->wish[0];
}

static void reset(App *app)
{
    const TaskRun *run = mine(app)->run;
    if (!run || run->phase == TASK_SETUP)
        return;
    app_notify(app, NOTICE_INFO, "The task is closed: something else was opened");
    forget(app);
}

static void end(App *app)
{
    forget(app);
}

const Stage stage_disassembly = {.name = "disassembly",
                                 .state_size = sizeof(TaskStage),
                                 .look = look,
                                 .goes_on = goes_on,
                                 .reset = reset,
                                 .end = end};

void task_begin(App *app, const char *called)
{
    snprintf(mine(app)->wish, sizeof mine(app)->wish, "%s", called);
}

void task_restart(App *app)
{
    task_begin(app, mine(app)->run->path);
}

void task_end(App *app)
{
    forget(app);
}

bool task_has_hint(const TaskRun *run)
{
    int step = run->phase == TASK_GOES ? task_step_now(run) : NO_STEP;
    return step != NO_STEP &&
           task_line(&run->task, &run->task.steps[step], "hint", run->steps[step].hints);
}

void task_hint(App *app)
{
    TaskRun *run = mine(app)->run;
    int step = task_step_now(run);
    const ScriptCommand *line =
        task_line(&run->task, &run->task.steps[step], "hint", run->steps[step].hints++);
    task_note(app, run, TASK_HINT, step, line ? line->words[0].value : "");
}
