// One top-down build, or the part of it that one thread does. Private to core/build.
#ifndef SNUG_CORE_TREE_BUILD_DRIVER_H
#define SNUG_CORE_TREE_BUILD_DRIVER_H

#include "core/mesh/covariance.h"
#include "core/tree/build/build.h"
#include "core/tree/build/tally.h"
#include "core/tree/fit_points.h"
#include "core/tree/split/split.h"

typedef struct Task {
    NodeId node;
    int32_t first, count;
    uint32_t level;
    // One bit per ancestor, newest lowest: its smaller side had less than a tenth of the triangles.
    uint8_t lopsided;
} Task;

// For volumes that are derived from their parents': the parent, and how this one came about. Such
// nodes have two children.
typedef struct Origin {
    SplitChoice made_by;
    int child;
} Origin;

// One build. Beside each task stand its origin and the decoded volume of its parent, where the type
// needs them.
typedef struct Driver {
    Bvh *bvh;
    const struct SplitGuide *guide; // or NULL
    const Box3 *boxes;
    const MomentTable *moments; // or NULL
    Box3 *gathered;             // room for the boxes of the node at hand, or NULL
    FitRoom room;               // for its points
    SplitRoom split_room;
    bool lists_points;
    Task *tasks;
    unsigned char *derived;
    size_t task_count, task_capacity, derived_capacity;
    size_t derived_size; // of a parent's volume with the Origin behind it; 0: not needed
    size_t volume_size;  // rounded up so that the Origin is aligned
    unsigned char *own;  // room for the volume of the node at hand
    NodeId next;         // where the next children go
    NodeId end;          // and where they must not go any more
    bool tight;          // there may be too little room: see driver_room
    bool grows;          // tight, and more of it can be had
    bool overflowed;     // there was
    uint32_t depth;
    int32_t done; // triangles in leaves
    CountRows cuts;
} Driver;

// most: triangles of the largest node. False: memory ran short, and there is nothing to free.
bool driver_init(Driver *driver, Bvh *bvh, const Box3 *boxes, const MomentTable *moments,
                 int32_t most);
void driver_free(Driver *driver);

// The volume and the origin are read only where derived_size is not 0.
bool driver_push(Driver *driver, const Task *task, const void *parent_volume, const Origin *origin);

// What came with the task in `derived` stays there until the next push.
static inline Task driver_pop(Driver *driver)
{
    const Task *top = &driver->tasks[--driver->task_count];
    // Field by field, as it was written: a copy of the whole would wait for the last store.
    return (Task){top->node, top->first, top->count, top->level, top->lopsided};
}

// Makes the node that was popped last. False: the guide failed, or memory ran short.
bool driver_open(Driver *driver, const Task *task);
// Places for the nodes of so many triangles. With two children to a node 2 n - 1 are enough for any tree,
// and all are used where a leaf holds one triangle; leaves of up to four need 0.59 n to 0.69 n. Where one
// thread makes them all, it begins with 0.63 n and gets more when it has to. Several cannot: they begin with
// 0.75 n, and where that turns out to be too little the tree is built again.
static inline NodeId driver_room(const Driver *driver, int32_t count)
{
    NodeId most = 2 * (NodeId)count - 1;
    return !driver->tight ? most : driver->grows ? most / 16 * 5 + 1 : most / 8 * 3 + 1;
}

// The same for what is below a node that has its place; tight room leaves some for those above.
static inline NodeId driver_room_below(const Driver *driver, int32_t count)
{
    NodeId most = 2 * (NodeId)count - 2;
    return driver->tight ? most / 8 * 3 - most / 64 : most;
}

// Until nothing waits any more; total: the triangles of all that waits. False also on cancel.
bool driver_run(Driver *driver, int32_t total, Job *job);

// The same nodes at the same places, by the threads of job->pool.
bool driver_can_share(const Driver *driver, const Job *job);
bool driver_run_shared(Driver *driver, Job *job);

#endif
