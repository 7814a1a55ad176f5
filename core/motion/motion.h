// Parts in the hand: from the grab to the release they follow a target as far as contact lets them.
// Every pose between is proven: parts that were apart do not touch, parts that touch or were in each
// other go no deeper than their limit (limits.h), on the whole way and not at samples.
#ifndef SNUG_CORE_MOTION_MOTION_H
#define SNUG_CORE_MOTION_MOTION_H

#include "core/motion/joint.h"
#include "core/motion/limits.h"
#include "core/motion/slide.h"

enum MotionMode {
    MOTION_STOP, // straight towards the target, and no further than contact lets it
    MOTION_SLIDE // and along what holds it
};

// What a part is during a drag.
enum MotionRole {
    MOTION_OUT,    // nothing to do with it: hidden, removed, ignored
    MOTION_STANDS, // in the way
    MOTION_HAND
};

typedef struct MotionDesc {
    const PosedPart *parts; // trees stay the caller's; those of parts that are out may be NULL
    const uint8_t *roles;   // enum MotionRole, per part
    int32_t part_count;
    Vec3d pivot; // what the hand turns about, in the world
    // Of all parts. What hangs on the hand, or is coupled with its joint, is moved with it. A hand on a
    // joint moves along that one.
    JointSet joints;
    const JointCoordinates *coordinates; // per joint: turns are counted on from there; NULL: from 0
    const Vec3d *point; // of the hand, in the world: what follows shifts along a joint; NULL: pivot
    // What is known of a pair at the grab; false: nothing, and it is found out here. NULL: nothing is.
    // out->fits counts in both cases. ignored: contact of the two does not matter.
    bool (*start)(void *user, int32_t hand, int32_t other, LimitStart *out, bool *ignored);
    void *user;
    LimitBook *book; // of depths that were promised, from grab to grab
    SolidCache *solids;
    ContactDesc contact;
} MotionDesc;

typedef struct MotionBlocker {
    int32_t part, hand; // what holds which part of the hand
    Vec3d place;        // in the world
    double force;       // how much of the wish it takes: in the assembly's unit
} MotionBlocker;

enum { MOTION_BLOCKERS = 8 };

typedef struct MotionResult {
    enum AdvanceEnd end;
    double lag; // no point of the hand is farther from where it should be
    MotionBlocker blockers[MOTION_BLOCKERS];
    int blocker_count;
    // The poses of the hand that it led through, the first and the last one among them; between two of
    // them it is one rigid step.
    RigidPose way[SLIDE_STEPS + 1];
    int way_count;
    MotionWork work; // of this step
    // Of a hand on a joint: where it is, and there also at the poses of the way. Whose limit ends the
    // wish, be it that of a joint that follows; -1: none's.
    JointCoordinates coordinates, way_coordinates[SLIDE_STEPS + 1];
    int32_t limit_joint;
} MotionResult;

// A pair for which nothing is promised.
typedef struct MotionExempt {
    int32_t hand, part;
    enum LimitReason reason;
} MotionExempt;

typedef struct Motion Motion;

// NULL: cancelled (err stays ""), or memory ran short. The parts' array may go afterwards, the trees not.
Motion *motion_begin(const MotionDesc *desc, Job *job, Error *err);
void motion_end(Motion *motion); // NULL is fine

typedef struct MotionWish {
    RigidPose target; // of the hand: its pivot and its turn since the grab
    // Instead of the target, of a hand on a joint.
    bool has_coordinates;
    JointCoordinates coordinates;
    enum MotionMode mode;
    bool turning;  // it may turn
    uint64_t work; // most closest points of triangles; 0: any number
    const Budget *budget;
} MotionWish;

// One frame. At every end the poses are proven. False: memory ran short.
bool motion_step(Motion *motion, const MotionWish *wish, MotionResult *out, Error *err);

RigidPose motion_pose(const Motion *motion); // of the hand, committed
Vec3d motion_pivot(const Motion *motion); // what that is about, at the grab: of a joint on its axis
Affine motion_placement(const Motion *motion, int32_t part); // of any part
const MotionExempt *motion_exempt(const Motion *motion, int32_t *count);
double motion_reach(const Motion *motion); // of the hand about its pivot
double motion_gap(const Motion *motion);   // what touches is no farther apart than twice that
// How far the hand may sink into a part that it touches, before that holds it; 0: not at all.
double motion_give(const Motion *motion, int32_t part);

int32_t motion_joint(const Motion *motion); // along which the hand moves; -1: it is free
// Of any part where the hand's joint is at these coordinates: which it may never get to.
Affine motion_placement_at(const Motion *motion, int32_t part, JointCoordinates at);

#endif
