#include "app/stages/worker.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum WorkerState { WORKER_IDLE, WORKER_POSTED, WORKER_RUNNING, WORKER_DONE };

struct Worker {
    pthread_t thread;
    pthread_mutex_t mutex; // guards all below but the job
    pthread_cond_t changed;
    enum WorkerState state;
    WorkFn *work;
    void *task;
    void (*wake)(void);
    bool quit;
    Job job;
};

static void *run(void *argument)
{
    Worker *worker = argument;
    pthread_mutex_lock(&worker->mutex);
    for (;;) {
        while (worker->state != WORKER_POSTED && !worker->quit)
            pthread_cond_wait(&worker->changed, &worker->mutex);
        if (worker->quit)
            break;
        worker->state = WORKER_RUNNING;
        WorkFn *work = worker->work;
        void *task = worker->task;
        void (*wake)(void) = worker->wake;
        pthread_mutex_unlock(&worker->mutex);

        work(task, &worker->job);

        pthread_mutex_lock(&worker->mutex);
        worker->state = WORKER_DONE;
        pthread_cond_broadcast(&worker->changed);
        if (wake) {
            pthread_mutex_unlock(&worker->mutex);
            wake();
            pthread_mutex_lock(&worker->mutex);
        }
    }
    pthread_mutex_unlock(&worker->mutex);
    return NULL;
}

Worker *worker_create(void)
{
    Worker *worker = calloc(1, sizeof *worker);
    if (!worker)
        return NULL;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    // Waiting must not depend on somebody setting the clock.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&worker->mutex, NULL);
    pthread_cond_init(&worker->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    if (pthread_create(&worker->thread, NULL, run, worker) != 0) {
        pthread_cond_destroy(&worker->changed);
        pthread_mutex_destroy(&worker->mutex);
        free(worker);
        return NULL;
    }
    return worker;
}

void worker_destroy(Worker *worker)
{
    if (!worker)
        return;
    pthread_mutex_lock(&worker->mutex);
    assert(worker->state == WORKER_IDLE);
    worker->quit = true;
    pthread_cond_broadcast(&worker->changed);
    pthread_mutex_unlock(&worker->mutex);
    pthread_join(worker->thread, NULL);
    pthread_cond_destroy(&worker->changed);
    pthread_mutex_destroy(&worker->mutex);
    free(worker);
}

void worker_post(Worker *worker, WorkFn *work, void *task, void (*wake)(void))
{
    assert(task);
    pthread_mutex_lock(&worker->mutex);
    assert(worker->state == WORKER_IDLE);
    worker->work = work;
    worker->task = task;
    worker->wake = wake;
    worker->state = WORKER_POSTED;
    atomic_store(&worker->job.cancel, false);
    job_step(&worker->job, "");
    pthread_cond_broadcast(&worker->changed);
    pthread_mutex_unlock(&worker->mutex);
}

void *worker_take(Worker *worker)
{
    void *task = NULL;
    pthread_mutex_lock(&worker->mutex);
    if (worker->state == WORKER_DONE) {
        task = worker->task;
        worker->task = NULL;
        worker->state = WORKER_IDLE;
    }
    pthread_mutex_unlock(&worker->mutex);
    return task;
}

bool worker_idle(Worker *worker)
{
    pthread_mutex_lock(&worker->mutex);
    bool idle = worker->state == WORKER_IDLE;
    pthread_mutex_unlock(&worker->mutex);
    return idle;
}

bool worker_wait(Worker *worker, double ms)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    if (ms > 0) {
        long long ns = until.tv_nsec + (long long)(ms * 1e6);
        until.tv_sec += (time_t)(ns / 1000000000);
        until.tv_nsec = (long)(ns % 1000000000);
    }
    pthread_mutex_lock(&worker->mutex);
    int result = 0;
    while ((worker->state == WORKER_POSTED || worker->state == WORKER_RUNNING) &&
           result != ETIMEDOUT && ms != 0) {
        if (ms < 0)
            pthread_cond_wait(&worker->changed, &worker->mutex);
        else
            result = pthread_cond_timedwait(&worker->changed, &worker->mutex, &until);
    }
    bool done = worker->state == WORKER_IDLE || worker->state == WORKER_DONE;
    pthread_mutex_unlock(&worker->mutex);
    return done;
}

void worker_cancel(Worker *worker)
{
    job_cancel(&worker->job);
}

double worker_progress(Worker *worker, const char **step)
{
    *step = atomic_load_explicit(&worker->job.step, memory_order_relaxed);
    if (!*step)
        *step = "";
    return atomic_load_explicit(&worker->job.permille, memory_order_relaxed) / 1000.0;
}

void worker_give_way(void)
{
    enum { NICE = 10 };
    setpriority(PRIO_PROCESS, 0, NICE); // on Linux 0 is this thread alone; elsewhere it may fail
}

int worker_processors(void)
{
    enum { MOST = 8 }; // more would hardly help at what a frame has to do
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online < 1 ? 1 : online > MOST ? MOST : (int)online;
}
