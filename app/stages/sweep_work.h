// The work on a sweep: cells, their surface, and what they come into.
#ifndef SNUG_APP_STAGES_SWEEP_WORK_H
#define SNUG_APP_STAGES_SWEEP_WORK_H

#include "app/stages/path_proof.h"
#include "app/stages/sweep_state.h"

typedef struct SweepWork {
    PathProofWork proof; // for path, parts and pairs that count; it is not run
    int32_t part;        // of the assembly
    int32_t in_path;     // its number there
    Bvh *tree;           // retained: of its mesh
    double cell;         // wanted; 0: the usual one
    bool draws;
    SweepShown result;
} SweepWork;

// On the main thread; the path must fit what is open. To be freed in any case.
bool sweep_work_begin(App *app, int32_t part, SweepWork *work, Error *err);
bool sweep_work_run(SweepWork *work, Job *job, Error *err);
void sweep_work_free(SweepWork *work);

void sweep_shown_free(SweepShown *shown);
int32_t sweep_in_path(const App *app,
                      int32_t part); // its number in the path; -1: it is not moved by it

#endif
