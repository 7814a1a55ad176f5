// Long work that a person may watch and cancel. The worker reports and asks; the window reads and
// cancels from another thread. A NULL job means: nobody is watching.
#ifndef SNUG_CORE_BASE_JOB_H
#define SNUG_CORE_BASE_JOB_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct Job {
    _Atomic int permille;       // 0..1000 of the present step
    _Atomic(const char *) step; // what is being done; points to a string that is never freed
    _Atomic bool cancel;
    struct Pool *pool; // threads that may help, or NULL
    // Set for one of several threads that work for the same job:
    struct Job *whole; // which hears of progress and whose cancel counts; NULL: this is a whole one
    double share;      // of the whole's work
    _Atomic int reported; // permille of the whole; several threads may report for the same share
} Job;

// For one thread's share of a job or of such a share; NULL stays unwatched. With a share of 0 it can
// be cancelled and says nothing.
static inline Job job_part(Job *whole, double share)
{
    if (whole && whole->whole)
        return (Job){.whole = whole->whole, .share = share * whole->share};
    return (Job){.whole = whole, .share = share};
}

static inline void job_step(Job *job, const char *step)
{
    if (job && job->whole) {
        if (job->share > 0)
            atomic_store_explicit(&job->whole->step, step, memory_order_relaxed);
    } else if (job) {
        atomic_store_explicit(&job->step, step, memory_order_relaxed);
        atomic_store_explicit(&job->permille, 0, memory_order_relaxed);
    }
}

static inline void job_progress(Job *job, double fraction)
{
    if (job && job->whole) {
        int now = (int)(1000 * fraction * job->share);
        int before = atomic_exchange_explicit(&job->reported, now, memory_order_relaxed);
        atomic_fetch_add_explicit(&job->whole->permille, now - before, memory_order_relaxed);
    } else if (job) {
        atomic_store_explicit(&job->permille, (int)(1000 * fraction), memory_order_relaxed);
    }
}

// Workers ask at least every 20 ms, so that a cancel button answers within 100.
static inline bool job_cancelled(const Job *job)
{
    if (job && job->whole)
        job = job->whole;
    return job && atomic_load_explicit(&((Job *)job)->cancel, memory_order_relaxed);
}

// For loops over many small items: item `done` of `total`, of a step that leads from `from` to `to`.
// Looks at the job now and then, well below a millisecond apart. False: cancelled.
static inline bool job_tick(Job *job, size_t done, size_t total, double from, double to)
{
    enum { ITEMS = 1 << 14 };
    if (done % ITEMS != 0)
        return true;
    job_progress(job, from + (to - from) * (double)done / (double)(total + 1));
    return !job_cancelled(job);
}

static inline void job_cancel(Job *job)
{
    atomic_store_explicit(&job->cancel, true, memory_order_relaxed);
}

#endif
