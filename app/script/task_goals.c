// What a step wants of its part, and how far that is.
#include "app/document/rotation.h"
#include "app/script/task_run.h"
#include "core/assembly/assembly.h"

#include <math.h>
#include <stdio.h>

static const double LIMIT_REACHED = 1e-9; // of a joint, radians

static const Joint *joint_of(const App *app, int32_t part)
{
    int32_t joint = joint_list_find(app->document.joints, part);
    return joint == NO_JOINT ? NULL : &app->document.joints->joints[joint];
}

// --- what it is about

static bool check_goal(const App *app, const TaskGoal *goal, int32_t part, Error *err)
{
    const char *name = app->assembly.parts[part].name;
    const Joint *joint = joint_of(app, part);
    bool of_joint = goal->kind == GOAL_TURN || goal->kind == GOAL_SHIFT || goal->kind == GOAL_SCREW;
    if (of_joint && !joint)
        return error_set(err, "%s hangs on no joint", name);
    if (goal->kind == GOAL_TURN && !joint_turns(joint->kind))
        return error_set(err, "%s does not turn in its joint", name);
    if (goal->kind == GOAL_SHIFT && !joint_shifts(joint->kind))
        return error_set(err, "%s does not shift in its joint", name);
    if (goal->kind == GOAL_SCREW && joint->kind != JOINT_SCREW)
        return error_set(err, "%s hangs on no screw", name);
    return goal->kind != GOAL_SCREW || isfinite(joint->high.turn) ||
           error_set(err,
                     "the screw of %s has no upper limit: say how far it goes by goal shift >= ...",
                     name);
}

static bool find(const App *app, const ScriptWord *word, int32_t *part, Error *err)
{
    if (!script_find_part(app, word, part, err))
        return false;
    return *part != NO_PART || error_set(err, "none is no part");
}

static bool resolve_names(const App *app, const TaskRun *run, int *line, Error *err)
{
    const Script *script = &run->task.script;
    for (size_t i = 0; i < script->command_count; ++i) {
        const ScriptCommand *command = &script->commands[i];
        int32_t ignored;
        *line = command->line;
        if (task_is(command, "free") || task_is(command, "forbid"))
            for (int k = 0; k < command->count; ++k)
                if (!find(app, &command->words[k], &ignored, err))
                    return false;
    }
    return true;
}

bool task_resolve(const App *app, TaskRun *run, Error *err)
{
    const Script *script = &run->task.script;
    Error why = {""};
    int line = 1;
    bool good = resolve_names(app, run, &line, &why);
    for (int i = 0; good && i < run->task.step_count; ++i) {
        const TaskStep *step = &run->task.steps[i];
        TaskStepRun *at = &run->steps[i];
        line = step->line;
        good = find(app, step->part, &at->part, &why);
        for (int k = 0; good && k < step->goal_count; ++k) {
            const TaskGoal *goal = &step->goals[k];
            line = goal->line;
            good = (!goal->other || find(app, goal->other, &at->others[k], &why)) &&
                   check_goal(app, goal, at->part, &why) &&
                   (goal->kind != GOAL_JOINED || task_can_join(app, at->part, at->others[k], &why));
        }
    }
    return good || script_refuse(script, line, why.text, err);
}

// --- how far it is

static double value_of(const App *app, const TaskGoal *goal, int32_t part)
{
    const PartState *state = &app->document.parts[part];
    return goal->kind == GOAL_TURN    ? state->joint.turn * DEGREES_PER_RADIAN
           : goal->kind == GOAL_SHIFT ? state->joint.shift
                                      : state->shape.amount;
}

// By the box around it in its own axes: never too early.
static bool is_outside(const App *app, int32_t part, const Box3d *box)
{
    const Bvh *tree = app->parts[part].tree;
    if (!tree)
        return false;
    Box3d own = box3d_moved(&tree->box, &app->document.parts[part].placement);
    return !box3d_meet(&own, box);
}

static bool holds(const App *app, const TaskGoal *goal, int32_t part, int32_t other)
{
    const Joint *joint = joint_of(app, part);
    double value = value_of(app, goal, part);
    switch (goal->kind) {
    case GOAL_OUTSIDE:
        return is_outside(app, part, &goal->box);
    case GOAL_SCREW:
        return joint && app->document.parts[part].joint.turn >= joint->high.turn - LIMIT_REACHED;
    case GOAL_CONTACT:
        return task_touching(app, part, other);
    case GOAL_JOINED:
        return task_joined(app, part, other);
    case GOAL_TURN:
    case GOAL_SHIFT:
        return joint && (goal->at_most ? value <= goal->value : value >= goal->value);
    default:
        return goal->at_most ? value <= goal->value : value >= goal->value;
    }
}

void task_goals_look(const App *app, TaskRun *run)
{
    for (int i = 0; i < run->task.step_count; ++i) {
        const TaskStep *step = &run->task.steps[i];
        TaskStepRun *at = &run->steps[i];
        bool turn = task_step_state(run, i) != STEP_LATER;
        for (int k = 0; k < step->goal_count; ++k) {
            bool now = holds(app, &step->goals[k], at->part, at->others[k]);
            bool stays = step->goals[k].kind == GOAL_CONTACT && at->met[k];
            at->met[k] = stays || (now && turn);
        }
    }
}

// Tenths of a degree, and never one that is not reached yet.
static void say_turn(double turn, bool at_most, char *text, size_t size)
{
    double tenths = turn * DEGREES_PER_RADIAN * 10, rounding = 1e-6;
    tenths = at_most ? ceil(tenths - rounding) : floor(tenths + rounding);
    snprintf(text, size, "%.6g\xC2\xB0", tenths / 10);
}

void task_goal_words(const App *app, const TaskRun *run, int step, int number, char *text,
                     size_t size)
{
    const TaskGoal *goal = &run->task.steps[step].goals[number];
    int32_t part = run->steps[step].part;
    const char *bound = goal->at_most ? "at most" : "at least";
    const double value = value_of(app, goal, part);
    char is[48], wanted[48];
    switch (goal->kind) {
    case GOAL_OUTSIDE:
        snprintf(text, size, "%s",
                 run->steps[step].met[number] ? "out of the way" : "not out of the way yet");
        return;
    case GOAL_SCREW: {
        const Joint *joint = joint_of(app, part);
        double high = joint ? joint->high.turn : 0;
        bool out = run->steps[step].met[number];
        say_turn(out ? high : app->document.parts[part].joint.turn, false, is, sizeof is);
        say_turn(high, false, wanted, sizeof wanted);
        snprintf(text, size, "unscrewed by %s of %s", is, wanted);
        return;
    }
    case GOAL_CONTACT:
        snprintf(text, size, "%s %.100s",
                 run->steps[step].met[number] ? "has touched" : "has to touch",
                 app->assembly.parts[run->steps[step].others[number]].name);
        return;
    case GOAL_JOINED:
        snprintf(text, size, "%s %.100s",
                 run->steps[step].met[number] ? "joined to" : "not joined yet to",
                 app->assembly.parts[run->steps[step].others[number]].name);
        return;
    case GOAL_TURN:
    case GOAL_SHIFT: {
        if (goal->kind == GOAL_TURN) {
            say_turn(value / DEGREES_PER_RADIAN, goal->at_most, is, sizeof is);
            say_turn(goal->value / DEGREES_PER_RADIAN, goal->at_most, wanted, sizeof wanted);
        } else {
            length_format(value, app->assembly.unit, is, sizeof is);
            length_format(goal->value, app->assembly.unit, wanted, sizeof wanted);
        }
        snprintf(text, size, "%s by %s, %s %s wanted",
                 goal->kind == GOAL_TURN ? "turned" : "shifted", is, bound, wanted);
        return;
    }
    default:
        snprintf(text, size, "pushed by %.0f %%, %s %.0f %% wanted", 100 * value, bound,
                 100 * goal->value);
    }
}
