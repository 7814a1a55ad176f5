#include "core/base/pool_each.h"

#include <assert.h>
#include <pthread.h>
#include <stdint.h>

typedef struct Sharing {
    PoolItemFn *work;
    void *user;
    size_t count;
    double from, to;
    Job *job;
    pthread_mutex_t guard; // of the next two
    Error error;
    size_t error_at;
    _Atomic size_t next, done;
    _Atomic bool failed;
} Sharing;

// Items are taken in their order, so the first one that fails was taken before any other that did, and
// is heard here whatever the threads do.
static void note_failure(Sharing *sharing, size_t item, const Error *error)
{
    pthread_mutex_lock(&sharing->guard);
    if (item < sharing->error_at) {
        sharing->error = *error;
        sharing->error_at = item;
    }
    pthread_mutex_unlock(&sharing->guard);
    atomic_store(&sharing->failed, true);
}

static void work_on(void *user, int worker)
{
    (void)worker;
    Sharing *sharing = user;
    Job silent = job_part(sharing->job, 0);
    while (!atomic_load(&sharing->failed)) {
        size_t item = atomic_fetch_add(&sharing->next, 1);
        if (item >= sharing->count)
            break;
        Error error = {""};
        if (!sharing->work(sharing->user, item, &silent, &error))
            note_failure(sharing, item, &error);
        double done = (double)(atomic_fetch_add(&sharing->done, 1) + 1) / (double)sharing->count;
        job_progress(sharing->job, sharing->from + (sharing->to - sharing->from) * done);
    }
}

bool pool_each(Pool *pool, size_t count, PoolItemFn *work, void *user, double from, double to,
               Job *job, Error *err)
{
    assert(work);
    Sharing sharing = {.work = work,
                       .user = user,
                       .count = count,
                       .from = from,
                       .to = to,
                       .job = job,
                       .guard = PTHREAD_MUTEX_INITIALIZER,
                       .error_at = SIZE_MAX};
    if (count > 0)
        pool_run(count > 1 ? pool : NULL, work_on, &sharing);
    if (!sharing.failed)
        return true;
    if (err && !err->text[0])
        *err = sharing.error;
    return false;
}
