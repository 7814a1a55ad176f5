// The work on access: the head of the screw, the tool on it in every way that it fits, and how far it turns.
#ifndef SNUG_APP_STAGES_ACCESS_WORK_H
#define SNUG_APP_STAGES_ACCESS_WORK_H

#include "app/stages/access_state.h"
#include "core/tree/bvh.h"

typedef struct AccessPart {
    int32_t part;
    Bvh *tree; // retained
    Affine placement;
} AccessPart;

typedef struct AccessWork {
    AccessPart screw, *others;
    int32_t other_count;
    size_t other_capacity;
    enum LengthUnit unit;
    bool draws;
    AccessShown result; // screw, tool and size are set at the beginning
} AccessWork;

// On the main thread; the trees must be there. To be freed in any case.
bool access_work_begin(App *app, const AccessShown *wish, AccessWork *work, Error *err);
bool access_work_run(AccessWork *work, Job *job, Error *err);
void access_work_free(AccessWork *work);
void access_shown_free(AccessShown *shown);

#endif
