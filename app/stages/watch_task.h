// One task of the watch stage. Between stage_watch.c and watch_task.c.
#ifndef SNUG_APP_STAGES_WATCH_TASK_H
#define SNUG_APP_STAGES_WATCH_TASK_H

#include "app/stages/stage.h"

// A part that stands elsewhere now, or has another shape; the last one of those in one frame says so.
typedef struct WatchMove {
    int32_t part;
    Affine placement;
    Bvh *tree; // of its other shape, retained; NULL: the shape is the same
    bool last;
} WatchMove;

typedef struct WatchTask {
    StageTask head;
    QueryTarget target; // as everything stood before the first move
    SharedRules *rules; // retained
    double clearance;
    uint64_t gesture; // 0: nobody drags, and what moves does so at once
    bool all;         // nothing is known yet
    WatchMove *moves;
    size_t move_count;
    PosedPart *posed;
    WatchList list;
    WatchCrossing crossings[WATCH_CROSSINGS];
    int32_t crossing_count, crossings_more;
} WatchTask;

void watch_moves_forget(WatchMove *moves, size_t count); // lets go of their trees

void watch_task_work(void *task, Job *job);
void watch_task_drop(void *task);

#endif
