// One task of the stage motion: a grab or a step, on a worker. Between stage_motion.c and
// motion_task.c.
#ifndef SNUG_APP_STAGES_MOTION_TASK_H
#define SNUG_APP_STAGES_MOTION_TASK_H

#include "app/stages/stage.h"
#include "core/motion/snap.h"

// Kept from grab to grab; whoever has the session has this as well.
typedef struct MotionMemory {
    LimitBook book;
    SolidCache solids;
} MotionMemory;
void motion_memory_free(MotionMemory *memory); // NULL is fine

// See fit_pairs.h.
typedef struct FitPair {
    uint64_t pair;
    double give; // beyond the tolerance, for facets; 0: none
} FitPair;
typedef struct FitPairs {
    FitPair *pairs; // ascending
    size_t count, capacity;
    uint32_t version; // of the report that was looked at
} FitPairs;

// What is known of a pair with a part in the hand.
typedef struct KnownPair {
    int32_t hand, other;
    LimitStart start;
} KnownPair;

// From the grab until the hand is empty, or something else has changed.
typedef struct MotionSession {
    uint32_t number;
    Motion *motion; // NULL: not begun yet
    QueryTarget target;
    PosedPart *posed;
    uint8_t *roles;     // enum MotionRole, per part
    bool *locked;       // per part
    bool seated;        // what touches locked parts is loose, too
    SharedRules *rules; // retained
    KnownPair *known;   // sorted by hand and other
    size_t known_count, known_capacity;
    FitPairs fits;
    bool all_fit;
    Through through; // pairs that do not hold each other for a while
    bool snaps;      // it goes to where two connectors meet, not to a wish
    Mate mate;       // then: how they stood
    bool snap_begun;
    Snap snap;
    double tolerance;
    int32_t lead;
    Affine grabbed;                // where the leading part was
    Vec3d pivot;                   // in the world, at the grab
    JointList *joints;             // and what holds bodies together; NULL: none
    JointCoordinates *coordinates; // per joint, at the grab
    JointList *own_joints;         // of the document; retained
    int32_t *groups;               // per part: those of one body that are not in the hand, or -1
    MotionMemory *memory;
    Pool *pool; // NULL: one processor
} MotionSession;
void motion_session_free(
    MotionSession *session); // not its memory; on the main thread; NULL is fine

typedef struct MotionTask {
    StageTask head;
    MotionSession *session;
    MotionWish wish;
    uint32_t wish_number;
    bool grabs;  // it is the first one: nothing moves
    bool last;   // the wish leads to where it is wanted, and not only on the way
    Affine lead; // where it came
    bool moved;
    MotionResult result;
} MotionTask;
void motion_task_work(void *task, Job *job);

// A pair keeps its number from grab to grab.
static inline uint64_t motion_pair(int32_t a, int32_t b)
{
    return a < b ? (uint64_t)(uint32_t)a << 32 | (uint32_t)b
                 : (uint64_t)(uint32_t)b << 32 | (uint32_t)a;
}

#endif
