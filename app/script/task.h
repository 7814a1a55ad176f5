// Tasks: what is to be taken apart, in which order, as a text that a teacher can write:
//
//     title "Take the alternator out"
//     about "The service task of the paper, step by step"
//     others stay                        # parts of no step cannot be moved; free "Wrench" exempts one
//     scene.open "Engine bay"            # actions before the first step are done when the task begins
//     move.contact "Slide"
//
//     step "Open the hood"
//     part "Hood"
//     goal turn >= 60                    # of the part's joint, in degrees
//     text "It turns on two hinges."
//     hint "Drag it at its front edge."
//
//     step "Remove the fan"
//     part "Fan"
//     after "Open the hood"              # none: at any time. Without this line: after the step before
//     goal outside low=-300,0,-300 high=400,560,300
//     forbid "Radiator"                  # the two touching counts as a forbidden contact
//
// Goals: outside low=x,y,z high=x,y,z | turn >= DEGREES | shift >= LENGTH | shape >= AMOUNT | screw out |
// contact "PART" | joined "PART"; instead of >= also <=. Several must all hold. What a task does with them is task_run.h.
#ifndef SNUG_APP_SCRIPT_TASK_H
#define SNUG_APP_SCRIPT_TASK_H

#include "app/script/named_files.h"
#include "app/script/script.h"

enum { TASK_MAX_BYTES = 1 << 20, TASK_MOST_STEPS = 64, TASK_MOST_GOALS = 4 };

enum TaskGoalKind {
    GOAL_OUTSIDE, // of a box in the world
    GOAL_TURN,    // of its joint
    GOAL_SHIFT,
    GOAL_SHAPE, // how much it is deformed
    GOAL_SCREW, // out: at the upper limit of its joint, a screw
    GOAL_CONTACT,
    GOAL_JOINED, // pipe end on pipe end
};

typedef struct TaskGoal {
    enum TaskGoalKind kind;
    int line;
    double value; // degrees, in the assembly's unit, or an amount
    bool at_most; // instead of at least
    Box3d box;
    const ScriptWord *other;
} TaskGoal;

typedef struct TaskStep {
    const char *title;
    const ScriptWord *part; // NULL only while it is read
    int line;
    size_t first, end; // its lines: numbers of commands
    bool says_after;
    uint64_t after; // bits of the steps that have to be done before it
    TaskGoal goals[TASK_MOST_GOALS];
    int goal_count;
} TaskStep;

typedef struct Task {
    Script script;
    const char *title, *about; // these point into the script
    bool others_stay;
    TaskStep steps[TASK_MOST_STEPS];
    int step_count;
} Task;

// Whole or not at all; err names file and line. Bytes that are no UTF-8 become '?'.
bool task_parse(Task *task, const char *name, const char *text, size_t size, Error *err);
bool task_read(Task *task, const char *path, Error *err);
void task_free(Task *task);

bool task_is(const ScriptCommand *command, const char *name); // a line of tasks, no action
// The step's line of this kind, from 0 on; NULL: it has no more.
const ScriptCommand *task_line(const Task *task, const TaskStep *step, const char *kind,
                               int number);

// task_list.c: the tasks that come with the program, in order, and where one lies that somebody calls so.
void task_list(NamedFiles *out);
bool task_find(const char *called, char *path, size_t size);

#endif
