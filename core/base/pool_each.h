// The same work for each of many items that do not need each other, shared out over a pool. Where the
// results stand follows from the items and not from the threads.
#ifndef SNUG_CORE_BASE_POOL_EACH_H
#define SNUG_CORE_BASE_POOL_EACH_H

#include "core/base/error.h"
#include "core/base/job.h"
#include "core/base/pool.h"

// Of one item, on any thread. The job is for asking whether it was cancelled; it says nothing.
typedef bool PoolItemFn(void *user, size_t item, Job *job, Error *err);

// Items are begun in their order. False: one failed, and no more were begun; err is then what the
// first one in that order said, on any number of threads. The job hears of progress between two
// fractions of its step.
bool pool_each(Pool *pool, size_t count, PoolItemFn *work, void *user, double from, double to,
               Job *job, Error *err);

#endif
