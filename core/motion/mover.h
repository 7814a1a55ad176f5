// A body that may be moved, and all that may hold it: limits, meshes and near pairs. Between motion.c,
// motion_grab.c and mover.c.
#ifndef SNUG_CORE_MOTION_MOVER_H
#define SNUG_CORE_MOTION_MOVER_H

#include "core/motion/hand_joint.h"
#include "core/motion/motion.h"

enum { HAND_BODY = 0 };

// What stands behind a pair of the scene.
typedef struct MoverPair {
    int32_t own, part;
    const LimitPair *limit;
    bool mirrored; // made by the other body's mover: it decides about the meshes
} MoverPair;

typedef struct Mover {
    int32_t body, body_count; // coupled ones move together: they follow each other in the motion
    MotionScene scene; // the bodies are the motion's; in each pair one of the mover is the first
    size_t pair_capacity;
    MoverPair *infos; // per pair of the scene
    size_t info_capacity;
    double *insets; // as well
    size_t inset_capacity;
    Vec3d *force;
    Limits *limits; // one for each of its parts
    int32_t limit_count;
    double gap;
    double least_share; // of its pairs, see MotionPair.share
    NearList list;
    Slide slide;
    // While something is pushed, per body:
    Vec3d *press;   // what it is pushed by, in its direction
    uint8_t *tries; // how often it was
    bool busy;      // it pushes: it is not pushed back
    bool pushed;    // in this step
    bool asked;     // while it is found out what holds them all
} Mover;

struct Motion {
    MotionDesc desc;  // as it was given; the arrays are the motion's own
    PosedPart *parts; // as they were at the grab
    uint8_t *roles;   // with all that moves along as the hand
    Joint *joints;
    JointCoupling *couplings;
    MotionBody *bodies; // the hand, what is coupled with it, then what stands and what is loose
    int32_t body_count;
    RigidPose *starts; // of the bodies, at the grab
    RigidPose *told;   // likewise, as far as all lists know
    uint8_t *loose;    // per body
    HandJoint **along; // per body: the joint along which it may be pushed; NULL: freely
    Mover **movers;    // per body; NULL: it has not been moved yet, or it is moved with the hand
    int32_t *body_of;  // per part; -1: none
    MotionExempt *exempt;
    size_t exempt_count, exempt_capacity;
    HandJoint joint;
    MotionLeg *legs;
    size_t leg_count, leg_capacity;
    int32_t moment;
    int32_t *pushed;
    int32_t pushed_count;
};

bool motion_no_memory(Error *err); // false

// Of an empty motion: motion_grab.c. What it has come to is freed by motion_end in any case.
bool motion_grab(Motion *motion, const MotionDesc *desc, Job *job, Error *err);

// The joint of what a mover moves; NULL: it is free.
const HandJoint *mover_joint(const Mover *mover, const Motion *motion);

// The mover of a body; the first time it is looked at what is around its parts. NULL: cancelled (err
// stays ""), or memory ran short.
Mover *mover_of(Motion *motion, int32_t body, Job *job, Error *err);
void mover_free(Mover *mover); // NULL is fine

// What was deep and has come out does not go in again: from then on its meshes are as they are. When
// the job is cancelled, that is found out another time.
bool mover_let_out(Mover *mover, const Motion *motion, Job *job, Error *err);

// One frame, with all that others have to know of it.
enum AdvanceEnd mover_slide(Mover *mover, Motion *motion, const FreedomPlace *target,
                            const AdvanceDesc *desc, Error *err);
// The same without sliding: room for what there will be to tell, and telling it.
bool mover_reserve_way(const Mover *mover, Motion *motion, Error *err);
void mover_tell_way(Mover *mover, Motion *motion);

#endif
