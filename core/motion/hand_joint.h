// The joint by which the hand moves, from the grab to the release: what its wish means for it.
#ifndef SNUG_CORE_MOTION_HAND_JOINT_H
#define SNUG_CORE_MOTION_HAND_JOINT_H

#include "core/motion/joint_grip.h"

typedef struct HandJoint {
    JointGrip grip; // joint -1: the hand is free
    Joint joint;
    Freedom freedom; // as at the grab: slide.h has its own copy, which shares the arrays
    JointRange range;
    Affine parent, child;  // placements at the grab; of the ground the identity
    Vec3d pivot, point;    // of the wish's pose, and what of the hand follows it: at the grab
    JointCoordinates wish; // the last one: turns of the hand are counted on from there
} HandJoint;

typedef struct HandJointDesc {
    const JointSet *joints;       // checked
    const JointCoordinates *last; // per joint, or NULL
    int32_t part_count;
    const bool *taken;        // per part
    const Affine *placements; // as well
    const Vec3d *centres;     // as well: of the parts, in the world
    Vec3d pivot, point;
} HandJointDesc;
bool hand_joint_make(const HandJointDesc *desc, HandJoint *out, Error *err);
void hand_joint_free(HandJoint *hand);

// What is asked for, whatever limits say. A pose that may turn means its twist about the axis and its
// shift along it; one that may not, that the hand's point should get as near as it can to where it is
// led.
void hand_joint_follow(HandJoint *hand, const RigidPose *target, bool turning,
                       double at[FREEDOM_COORDINATES]);
void hand_joint_set(HandJoint *hand, JointCoordinates wanted, double at[FREEDOM_COORDINATES]);

// The joint whose limit cuts this wish, which is then within it; -1: none.
int32_t hand_joint_cut(HandJoint *hand, double at[FREEDOM_COORDINATES]);
JointCoordinates hand_joint_coordinates(const HandJoint *hand, const double *at);

#endif
