// Part of snug.h: parts of an assembly that move against contact, with a proof of every pose on the way.
#ifndef SNUG_MOTION_H
#define SNUG_MOTION_H

#include "joint.h"

#ifdef __cplusplus
extern "C" {
#endif

// --- motion: from the grab to the release
// Parts that are apart do not touch, parts that touch or are in each other go no deeper than a limit:
// the tolerance, or what it was at the grab and a twentieth more. On the whole way, not at samples.
typedef struct snug_motion snug_motion;

typedef enum snug_motion_mode {
    SNUG_MOTION_STOP = 0,  // straight towards the target, and no further than contact lets it
    SNUG_MOTION_SLIDE = 1, // and along what holds it
    SNUG_MOTION_PUSH = 2   // and what holds it gives way, if it is loose
} snug_motion_mode;

typedef struct snug_motion_desc {
    size_t struct_size;
    const int32_t *hand; // parts that move as one, with what hangs on them; on a joint along that
    int32_t hand_count;
    const double *pivot; // 3 numbers: what they turn about, in the world; NULL: their middle
    double tolerance;    // as in snug_check_desc
    snug_job *job;       // of the grab alone; the motion has as many threads, until its end
    // Parts that may be pushed: each by itself, as it is pressed and without turning, or along its
    // joint; what is fixed, coupled or carries others stands. NULL: none.
    const int32_t *loose;
    int32_t loose_count;
} snug_motion_desc;

typedef struct snug_motion_wish {
    size_t struct_size;
    double position[3]; // where the pivot should be
    double turn[4]; // w, x, y, z: how the hand should be turned since the grab; all 0: not at all
    snug_motion_mode mode;
    int32_t turning; // it may turn; otherwise only the position counts
    uint64_t work;   // most work, in units of some 0.3 us; 0: any amount
    // Of a hand on a joint: 1 if these count instead of position and turn. Otherwise it turns and shifts
    // as they do where it may turn, and else brings its pivot as near as it gets to the position.
    int32_t by_coordinates;
    double coordinates[2]; // turn, shift
} snug_motion_wish;

enum { SNUG_MOTION_BLOCKERS = 8 };
typedef struct snug_motion_blocker {
    int32_t part, hand; // what holds which part of the hand, or one that it pushes
    double place[3];    // in the world
    double force;       // how much of the wish it takes, as a length
} snug_motion_blocker;

typedef struct snug_motion_result {
    size_t struct_size;
    double position[3], turn[4]; // where it is: proven
    int32_t arrived;
    int32_t stopped; // the work was used up, or it is many turns on a joint: step again
    double fraction; // of the wish: 1 when it has arrived
    double lag;      // no point of the hand is farther from where it should be
    int32_t blocker_count;
    snug_motion_blocker blockers[SNUG_MOTION_BLOCKERS]; // the hardest first
    uint64_t closest;                                   // work: closest points of triangles ...
    uint64_t listed;       // ... and near pairs of them that were listed
    int32_t joint;         // along which the hand moves; -1: it is free
    int32_t limit_joint;   // whose limit ends the wish, be it that of one that follows; -1: none's
    double coordinates[2]; // of the hand's joint
    int32_t pushed_count;  // parts that were pushed, whether they gave way or not
} snug_motion_result;

typedef struct snug_motion_exempt {
    size_t struct_size;
    int32_t hand, part;
    const char *reason; // "one inside the other": why nothing is promised about the two
} snug_motion_exempt;

// [own] Of active parts as they are placed; ignored pairs do not hold each other. Parts that were let
// go go no deeper at the next grab. Joints are those of the assembly: a parent carries its children, and
// joints that are coupled with that of the hand follow. The assembly must outlive it; what changes there
// meanwhile, the motion does not see.
SNUG_API snug_status snug_motion_begin(snug_assembly *assembly, const snug_motion_desc *desc,
                                       snug_motion **motion, snug_error *error);
// [own] Towards the wish; the parts of the assembly are placed where they have come.
SNUG_API snug_status snug_motion_step(snug_motion *motion, const snug_motion_wish *wish,
                                      snug_motion_result *result, snug_error *error);
// [any] A part that the last step pushed, in ascending order; -1: there is none of this number.
SNUG_API int32_t snug_motion_pushed_at(const snug_motion *motion, int32_t index);
// [any] Pairs about which nothing is promised. A part that is pushed for the first time may add some.
SNUG_API int32_t snug_motion_exempt_count(const snug_motion *motion);
// [any]
SNUG_API snug_status snug_motion_exempt_at(const snug_motion *motion, int32_t index,
                                           snug_motion_exempt *exempt, snug_error *error);
// [own] Parts stay where they are.
SNUG_API void snug_motion_end(snug_motion *motion);

#ifdef __cplusplus
}
#endif

#endif
