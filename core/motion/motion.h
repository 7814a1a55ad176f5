// Parts in the hand: from the grab to the release they follow a target as far as contact lets them.
// Every pose between is proven: parts that were apart do not touch, parts that touch or were in each
// other go no deeper than their limit (limits.h), on the whole way and not at samples.
#ifndef SNUG_CORE_MOTION_MOTION_H
#define SNUG_CORE_MOTION_MOTION_H

#include "core/motion/joint.h"
#include "core/motion/limits.h"
#include "core/motion/slide.h"

enum MotionMode {
    MOTION_STOP,  // straight towards the target, and no further than contact lets it
    MOTION_SLIDE, // and along what holds it
    MOTION_PUSH,  // and what holds it gives way, if it is loose
};

// What a part is during a drag.
enum MotionRole {
    MOTION_OUT,    // nothing to do with it: hidden, removed, ignored
    MOTION_STANDS, // in the way
    MOTION_HAND,
    MOTION_LOOSE, // in the way; but it may be pushed, on a joint along that
};

typedef struct MotionDesc {
    const PosedPart *parts; // trees stay the caller's; those of parts that are out may be NULL
    const uint8_t *roles;   // enum MotionRole, per part
    int32_t part_count;
    const int32_t *groups; // per part: loose ones of the same number go as one; below 0: alone.
                           // NULL: all alone
    Vec3d pivot;           // what the hand turns about, in the world
    // Of all parts. What hangs on the hand, or is coupled with its joint, is moved with it. A hand on a
    // joint moves along that one.
    JointSet joints;
    const JointCoordinates *coordinates; // per joint: turns are counted on from there; NULL: from 0
    const Vec3d *point; // of the hand, in the world: what follows shifts along a joint; NULL: pivot
    // What is known of a pair at the grab; false: nothing, and it is found out here. NULL: nothing is.
    // out->fits counts in both cases, and so does out->give where the two are apart or touch. ignored:
    // contact of the two does not matter.
    // It is asked again when a part is pushed for the first time, which then is the first of the two:
    // what was said, book and solids have to be there until the end.
    bool (*start)(void *user, int32_t hand, int32_t other, LimitStart *out, bool *ignored);
    void *user;
    LimitBook *book; // of depths that were promised, from grab to grab
    SolidCache *solids;
    ContactDesc contact;
    // Whose threads help, until the end; NULL: none. They do not show in what comes out, but may ask for
    // the time: a budget's clock has to stand that.
    struct Pool *pool;
} MotionDesc;

typedef struct MotionBlocker {
    int32_t part, hand; // what holds which part of the hand, or one that it pushes
    Vec3d place;        // in the world
    double force;       // how much of the wish it takes: in the assembly's unit
} MotionBlocker;

enum { MOTION_BLOCKERS = 8 };

typedef struct MotionResult {
    enum AdvanceEnd end;
    double lag; // no point of the hand is farther from where it should be
    MotionBlocker blockers[MOTION_BLOCKERS];
    int blocker_count;
    bool moved;      // the hand, or what it pushes
    MotionWork work; // of this step
    // Of a hand on a joint: where it is. Whose limit ends the wish, be it that of a joint that follows;
    // -1: none's.
    JointCoordinates coordinates;
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
    uint64_t work; // most units of work (bodies.h); 0: any number
    const Budget *budget;
    Job *job; // what is pushed for the first time is looked at like what is grabbed; NULL is fine
} MotionWish;

// One frame. At every end the poses are proven. False: memory ran short.
bool motion_step(Motion *motion, const MotionWish *wish, MotionResult *out, Error *err);

RigidPose motion_pose(const Motion *motion); // of the hand, committed
Vec3d motion_pivot(const Motion *motion); // what that is about, at the grab: of a joint on its axis
Affine motion_placement(const Motion *motion, int32_t part);                     // of any part
Affine motion_placed(const Motion *motion, int32_t part, const RigidPose *pose); // of its body
int32_t motion_body(const Motion *motion, int32_t part); // 0: the hand; -1: it is out
// Parts that were pushed in the last step, whether they gave way or not; ascending.
const int32_t *motion_pushed(const Motion *motion, int32_t *count);

// What a step went through: one rigid step of one body after the other, while all others stood still;
// bodies that move together do so in the same moment.
typedef struct MotionLeg {
    int32_t body;
    int32_t moment; // from 1 on
    RigidPose from, to;
    JointCoordinates at[2]; // of a hand on a joint, there
} MotionLeg;
const MotionLeg *motion_legs(const Motion *motion, int32_t *count); // of the last step

// What is pushed for the first time adds its own.
const MotionExempt *motion_exempt(const Motion *motion, int32_t *count);
double motion_reach(const Motion *motion); // of the hand about its pivot
// By how much its meshes are shrunk at most, or how far it stays away from others.
double motion_inset(const Motion *motion);
double motion_gap(const Motion *motion); // what touches is no farther apart than twice that
// How far the hand may sink into a part that it touches, before that holds it; 0: not at all.
double motion_give(const Motion *motion, int32_t part);
// The hand was deeper in that part than a touch, and came out of it: since then they never meet.
bool motion_came_out(const Motion *motion, int32_t part);

// With the hand, or following it, or it has been pushed.
bool motion_moves(const Motion *motion, int32_t part);
int32_t motion_joint(const Motion *motion); // along which the hand moves; -1: it is free
// Where a joint is that the hand moves, itself or as a follower, with its turns counted. False: it does
// not.
bool motion_coordinates(const Motion *motion, int32_t joint, JointCoordinates *out);
// Of any part where the hand's joint is at these coordinates: which it may never get to.
Affine motion_placement_at(const Motion *motion, int32_t part, JointCoordinates at);

#endif
