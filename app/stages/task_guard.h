// While a task is open, nothing moves a part whose turn it is not, and nothing makes the way easier than it
// was when the task began: what an action did about that is put back, whichever action it was.
#ifndef SNUG_APP_STAGES_TASK_GUARD_H
#define SNUG_APP_STAGES_TASK_GUARD_H

#include "app/stages/app.h"

// The document as it was before an action; empty where no task is open.
typedef struct TaskGuard {
    bool on;
    Document before;
} TaskGuard;

bool task_guard_take(TaskGuard *guard, const App *app); // false: memory ran short
// False: refused, err says why, and the document is as it was.
bool task_guard_holds(TaskGuard *guard, App *app, Error *err);
void task_guard_free(TaskGuard *guard);

// The same of a motion that is only wished for: per part where it would be.
bool task_guard_lets(App *app, const Affine *after, Error *err);

#endif
