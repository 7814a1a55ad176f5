// Clashes that are bolts in tapped holes, found when somebody asks.
#ifndef SNUG_APP_STAGES_THREAD_STATE_H
#define SNUG_APP_STAGES_THREAD_STATE_H

#include "core/feature/thread.h"

typedef struct ThreadPair {
    int32_t a, b; // a < b
    Thread thread;
} ThreadPair;

typedef struct ThreadState {
    ThreadPair *pairs;
    size_t count, looked; // pairs that are threads, of so many that were looked at
    bool known;           // they were ...
    uint32_t fit_version; // ... in this report
} ThreadState;

struct App;
// What was found is about the report that is shown.
bool threads_known(const struct App *app);
// The clash of the two is a thread, as far as is known.
bool threads_have(const struct App *app, int32_t a, int32_t b);

#endif
