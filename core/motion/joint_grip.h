// Who moves when parts are taken by the hand, and how: a parent carries its children, a child goes along
// its joint while its parent stands, what is fixed goes with what it is fixed to, and what is coupled
// follows.
#ifndef SNUG_CORE_MOTION_JOINT_GRIP_H
#define SNUG_CORE_MOTION_JOINT_GRIP_H

#include "core/motion/freedom.h"
#include "core/motion/joint.h"

typedef struct JointGrip {
    int32_t joint;    // along which the hand moves; -1: it is free
    int32_t *body_of; // per part: 0 moves with the hand, from 1 on with the followers, -1 stands
    int32_t *hangs;   // per body: the joint it moves along; -1: the hand is free
    int32_t body_count;
    double *ratio; // per body: how much of the hand's coordinate it follows; 1 for the hand
    JointCoordinates *start; // per body, of its joint; by joint_freedom_make
} JointGrip;

// taken: per part, true for what the hand took. False: it cannot move, or parts on different joints were
// taken, or memory ran short; err says which. The set must have passed joint_set_check.
bool joint_grip_make(const JointSet *set, int32_t part_count, const bool *taken, JointGrip *out,
                     Error *err);
void joint_grip_free(JointGrip *grip);

// What the joints let move, from where the parts are now. placements: per part. last: per joint, turns
// are counted on from there; NULL: from 0. middles: per body, in the world, for pivots near them.
typedef struct JointRange {
    JointCoordinates start;  // of the hand's joint, as in the grip
    int32_t low[2], high[2]; // per unknown: whose limit ends it, -1: none's
} JointRange;
bool joint_freedom_make(const JointSet *set, JointGrip *grip, const Affine *placements,
                        const JointCoordinates *last, const Vec3d *middles, Freedom *out,
                        JointRange *range, Error *err);
void joint_freedom_free(Freedom *freedom);

// The hand's joint where its freedom is at `at`, exactly at a limit where it has come to one.
JointCoordinates joint_freedom_coordinates(const Joint *joint, const JointRange *range,
                                           const Freedom *freedom, const double *at);
// The joint of any body of the grip.
JointCoordinates joint_freedom_follower(const Joint *joint, const JointGrip *grip, int32_t body,
                                        const double *at);
// And back: what a wish for coordinates means, beyond limits or not.
void joint_freedom_at(const Joint *joint, const JointRange *range, JointCoordinates wanted,
                      double at[FREEDOM_COORDINATES]);

#endif
