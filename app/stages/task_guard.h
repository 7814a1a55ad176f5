// Nothing moves a part whose turn it is not in a task: what an action did to it is put back.
#ifndef SNUG_APP_STAGES_TASK_GUARD_H
#define SNUG_APP_STAGES_TASK_GUARD_H

#include "app/stages/app.h"

// Parts and joints as they were before an action; empty where no task is open.
typedef struct TaskGuard {
    PartState *parts;
    int32_t count;
    JointList *joints; // a reference of its own
} TaskGuard;

bool task_guard_take(TaskGuard *guard, const App *app); // false: memory ran short
// False: refused, err says what comes first, and parts and joints are as they were.
bool task_guard_holds(const TaskGuard *guard, App *app, Error *err);
void task_guard_free(TaskGuard *guard);

// The same of a motion that is only wished for: per part where it would be.
bool task_guard_lets(App *app, const Affine *after, Error *err);

#endif
