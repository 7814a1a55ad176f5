// One task of the gap stage: distances of some poses, measured on a worker. Between stage_gap.c
// and gap_task.c.
#ifndef SNUG_APP_STAGES_GAP_TASK_H
#define SNUG_APP_STAGES_GAP_TASK_H

#include "app/stages/stage.h"
#include "core/assembly/nearest.h"

// Kept from task to task.
typedef struct GapCache {
    Box3d *bounds; // per part, of the tree below
    Bvh **trees;   // retained
    int32_t count;
    NearestPart last;
} GapCache;

typedef struct GapTask {
    StageTask head;
    uint64_t gesture;
    QueryTarget target; // with the poses of the first sample
    SharedRules *rules; // retained
    int32_t *held;
    int32_t held_count;
    Affine *poses; // per sample, of the held parts
    int32_t samples;
    bool baseline; // the first sample is nothing that was reached
    PosedPart *posed;
    GapCache cache;
    Gap *found; // per sample
} GapTask;

void gap_cache_free(GapCache *cache);
void gap_task_measure(void *task, Job *job);
void gap_task_drop(void *task);

#endif
