// What everybody has to know of a task that is open (script/task_run.h): which parts may not be moved yet.
#ifndef SNUG_APP_STAGES_TASK_LINK_H
#define SNUG_APP_STAGES_TASK_LINK_H

#include <stdbool.h>
#include <stdint.h>

typedef struct TaskLink {
    double (*clock)(void);        // seconds, for its log; NULL: the monotonic clock
    const char *const *held;      // per part: why it may not be moved now; NULL: it may
    int32_t held_count;           // 0: no task is open, or it is over
    const struct Document *start; // as it was when the task began: task_guard.h; NULL: none is open
    int first_step;               // of all that ever were: what was done by then is not undone
    const bool *bends;            // per part of that one: a step is about its shape
    int32_t refused;              // the part that was refused last
    uint32_t refusals;            // how often something was
} TaskLink;

// Why the task does not let the part be moved now; NULL: it does, or there is none.
static inline const char *task_holds(const TaskLink *task, int32_t part)
{
    return part >= 0 && part < task->held_count ? task->held[part] : NULL;
}

#endif
