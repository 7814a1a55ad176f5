// A body that may be moved, and all that may hold it: limits, meshes and near pairs. Between motion.c
// and mover.c.
#ifndef SNUG_CORE_MOTION_MOVER_H
#define SNUG_CORE_MOTION_MOVER_H

#include "core/motion/hand_joint.h"
#include "core/motion/motion.h"

enum { HAND_BODY = 0 };

// What stands behind a pair of the scene.
typedef struct MoverPair {
    int32_t own, part;
    const LimitPair *limit;
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
    NearList list;
    Slide slide;
} Mover;

struct Motion {
    MotionDesc desc;  // as it was given; the arrays are the motion's own
    PosedPart *parts; // as they were at the grab
    uint8_t *roles;   // with all that moves along as the hand
    Joint *joints;
    JointCoupling *couplings;
    MotionBody *bodies; // the hand, what is coupled with it, then one for each part that stands
    RigidPose *starts;  // of the bodies
    int32_t body_count;
    int32_t *body_of; // per part; -1: none
    MotionExempt *exempt;
    size_t exempt_count, exempt_capacity;
    HandJoint joint;
    Mover hand;
};

bool motion_no_memory(Error *err); // false

// Looks at what stands around the bodies' parts. False: cancelled, or memory ran short.
bool mover_make(Mover *mover, int32_t body, int32_t body_count, Motion *motion, Job *job,
                Error *err);
void mover_free(Mover *mover);

// What was deep and has come out does not go in again: from then on its meshes are as they are.
bool mover_let_out(Mover *mover, const Motion *motion, Error *err);

#endif
