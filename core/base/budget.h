// How long a computation may go on.
#ifndef SNUG_CORE_BASE_BUDGET_H
#define SNUG_CORE_BASE_BUDGET_H

#include "core/base/job.h"

#include <stddef.h>
#include <stdint.h>

// Whatever a person waits for ends in time: seconds on a clock that tests may replace.
typedef struct Deadline {
    double (*now)(void *user);
    void *user;
    double at;
} Deadline;

// Zero is no limit. Cancellation, deadline and stop are looked at every 64 volume tests or leaf
// pairs, so a run goes on for at most so many beyond them, and always makes progress.
typedef struct Budget {
    uint64_t volume_tests;
    size_t pairs; // as soon as so many wait in the work list: enough to be shared out
    Job *job;     // each of these may be NULL
    const Deadline *deadline;
    const _Atomic bool *stop;
} Budget;

static inline bool budget_over(const Budget *budget)
{
    if (!budget)
        return false;
    const Deadline *deadline = budget->deadline;
    return job_cancelled(budget->job) ||
           (deadline && deadline->now(deadline->user) >= deadline->at) ||
           (budget->stop && atomic_load_explicit(budget->stop, memory_order_relaxed));
}

#endif
