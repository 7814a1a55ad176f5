#include "core/base/pool.h"
#include "core/base/memory.h"

#include <assert.h>
#include <pthread.h>
#include <stdint.h>

typedef struct Helper {
    Pool *pool;
    int worker;
    pthread_t thread;
} Helper;

struct Pool {
    pthread_mutex_t busy; // held by the caller whose work is being done
    pthread_mutex_t lock; // of what follows
    pthread_cond_t begin, end;
    PoolFn *work; // NULL: the caller is through, who wakes up now is too late
    void *user;
    uint64_t round; // goes up when there is work
    int running;    // helpers that are at work
    bool quit;
    int helper_count;
    Helper helpers[POOL_MAX_THREADS];
};

static void *help(void *argument)
{
    Helper *self = argument;
    Pool *pool = self->pool;
    uint64_t seen = 0;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (pool->round == seen && !pool->quit)
            pthread_cond_wait(&pool->begin, &pool->lock);
        if (pool->quit)
            break;
        seen = pool->round;
        PoolFn *work = pool->work;
        void *user = pool->user;
        if (!work)
            continue;
        ++pool->running;
        pthread_mutex_unlock(&pool->lock);
        work(user, self->worker);
        pthread_mutex_lock(&pool->lock);
        if (--pool->running == 0)
            pthread_cond_signal(&pool->end);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

Pool *pool_create(int threads)
{
    Pool *pool = mem_calloc(1, sizeof *pool);
    if (!pool)
        return NULL;
    pthread_mutex_init(&pool->busy, NULL);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->begin, NULL);
    pthread_cond_init(&pool->end, NULL);
    if (threads > POOL_MAX_THREADS)
        threads = POOL_MAX_THREADS;
    // Fewer threads than asked for are still a pool.
    for (int i = 1; i < threads; ++i) {
        Helper *helper = &pool->helpers[pool->helper_count];
        *helper = (Helper){.pool = pool, .worker = pool->helper_count + 1};
        if (pthread_create(&helper->thread, NULL, help, helper) != 0)
            break;
        ++pool->helper_count;
    }
    return pool;
}

void pool_free(Pool *pool)
{
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->quit = true;
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->helper_count; ++i)
        pthread_join(pool->helpers[i].thread, NULL);
    pthread_cond_destroy(&pool->end);
    pthread_cond_destroy(&pool->begin);
    pthread_mutex_destroy(&pool->lock);
    pthread_mutex_destroy(&pool->busy);
    mem_free(pool);
}

int pool_threads(const Pool *pool)
{
    return pool ? pool->helper_count + 1 : 1;
}

void pool_run(Pool *pool, PoolFn *work, void *user)
{
    assert(work);
    if (!pool || pool->helper_count == 0 || pthread_mutex_trylock(&pool->busy) != 0) {
        work(user, 0);
        return;
    }
    pthread_mutex_lock(&pool->lock);
    pool->work = work;
    pool->user = user;
    ++pool->round;
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->lock);
    work(user, 0);
    pthread_mutex_lock(&pool->lock);
    pool->work = NULL;
    while (pool->running > 0)
        pthread_cond_wait(&pool->end, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
    pthread_mutex_unlock(&pool->busy);
}
