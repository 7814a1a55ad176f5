// A few threads that share out work by taking it from one counter. The caller works too, so a pool
// of one thread is the caller alone, and a busy pool never makes anybody wait: who finds it busy
// does the work alone.
#ifndef SNUG_CORE_BASE_POOL_H
#define SNUG_CORE_BASE_POOL_H

#include <stdbool.h>

typedef struct Pool Pool;
enum { POOL_MAX_THREADS = 64 };

Pool *pool_create(int threads); // 1 .. POOL_MAX_THREADS, the caller included; NULL: out of memory
void pool_free(Pool *pool);     // nobody may be using it; NULL is fine
int pool_threads(const Pool *pool); // NULL counts as 1

// Calls work(user, worker) on the caller (worker 0) and on every thread (1 ..) that wakes up before
// the caller is through, and returns when all have returned. The work must be right for any number
// of workers.
typedef void PoolFn(void *user, int worker);
void pool_run(Pool *pool, PoolFn *work, void *user); // a NULL pool: the caller alone

#endif
