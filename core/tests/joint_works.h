// Parts on joints, of which one is taken by the hand; judged with the meshes as they are, by code that has
// nothing to do with how they are moved.
#ifndef SNUG_CORE_TESTS_JOINT_WORKS_H
#define SNUG_CORE_TESTS_JOINT_WORKS_H

#include "core/tests/motion_bench.h"

enum { MOST_JOINTS = 8 };

typedef struct Works {
    Bench base;
    Joint joints[MOST_JOINTS];
    JointCoupling couplings[MOST_JOINTS];
    JointSet set;
    JointCoordinates last[MOST_JOINTS];
    size_t touches; // poses at which parts touch that a joint joins
} Works;

void add_box(Works *works, Vec3d size, Vec3d at);
// Where the two stand now, with the axis here in the world.
Joint *join(Works *works, enum JointKind kind, int32_t parent, int32_t child, Vec3d origin,
            Vec3d axis);
void couple(Works *works, int32_t first, int32_t second, double ratio);

MotionDesc take_desc(Works *works, uint8_t *roles, int32_t hand);
void take(Works *works, int32_t hand);
MotionResult step(Works *works, const MotionWish *wish);
// To coordinates of the hand's joint, in as many steps as it takes.
MotionResult drive(Works *works, enum MotionMode mode, double turn, double shift);

// All parts were apart at the grab: at no pose of the last step, nor at 16 between any two of them, do
// any two of them meet. What a joint joins may touch.
void judge_turns(Works *works, const char *what);
// The same where one body moves after the other. placements: before the step, and after it.
void judge_pushes(Works *works, Affine *placements, const char *what);
double distance_of(const Works *works, int32_t a, int32_t b);
// Every part that hangs on a joint is where that could have put it, to `slack` of a unit.
void on_joints(const Works *works, double slack);

#endif
