// Clashes that are bolts in tapped holes, found when somebody asks.
#ifndef SNUG_APP_STAGES_THREAD_STATE_H
#define SNUG_APP_STAGES_THREAD_STATE_H

#include "core/base/vec.h"
#include "core/feature/thread.h"

typedef struct ThreadPair {
    int32_t a, b; // a < b
    Thread thread;
    bool meant;          // somebody had said so already
    Affine placement[2]; // where they stood, and ...
    Mesh *mesh[2];       // ... what they were: retained
} ThreadPair;

typedef struct ThreadState {
    ThreadPair *pairs;
    size_t count, looked; // pairs that are threads, of so many that were looked at
    size_t unsaid;        // of the threads: those that are not intentional yet
    bool known;           // they were looked at ...
    uint32_t fit_version; // ... in this report
    uint32_t version;     // another one: others were found
    // What is to be done with threads once they are found, given by an action: actions are above. NULL:
    // nothing.
    const struct Action *then;
} ThreadState;

struct App;
// What was found is about the report that is shown.
bool threads_known(const struct App *app);
// The clash of the two is a thread, as far as is known: found in this report, or in an earlier one with both
// where they are now.
bool threads_have(const struct App *app, int32_t a, int32_t b);

#endif
