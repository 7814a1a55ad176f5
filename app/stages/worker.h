// A thread that does one task at a time. The task belongs to the worker from post until take, so
// nothing in it needs a lock; progress and cancel go through the job's atomics.
#ifndef SNUG_APP_STAGES_WORKER_H
#define SNUG_APP_STAGES_WORKER_H

#include "core/base/job.h"

typedef struct Worker Worker;
typedef void WorkFn(void *task, Job *job);

Worker *worker_create(void);         // NULL: no thread to be had
void worker_destroy(Worker *worker); // must be idle: cancel, wait and take before

// Only when idle. wake (may be NULL) is called from the thread when the task is done.
void worker_post(Worker *worker, WorkFn *work, void *task, void (*wake)(void));
void *worker_take(Worker *worker); // the finished task, once; NULL while there is none
bool worker_idle(Worker *worker);  // nothing posted, nothing to take
// Until the task is done or the time is over; true when nothing is running. A negative time means
// for ever.
bool worker_wait(Worker *worker, double ms);
void worker_cancel(Worker *worker); // asks the task to stop; it still has to be taken

// From a task whose result can wait a little: its thread leaves the processor to whoever draws or
// looks for contacts.
void worker_give_way(void);

int worker_processors(void); // how many threads are worth while for work that is shared out

// Progress of the present task.
double worker_progress(Worker *worker, const char **step);

#endif
