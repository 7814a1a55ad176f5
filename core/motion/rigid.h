// One motion everywhere: p(t) = c + t v + exp(t w) (p - c). The pivot c moves straight and the body
// turns about it. Each part of such a step is a step of the same kind, so that a way can be walked in
// pieces.
#ifndef SNUG_CORE_MOTION_RIGID_H
#define SNUG_CORE_MOTION_RIGID_H

#include "core/mesh/mesh.h"

typedef struct RigidPose {
    Vec3d pivot; // where it is
    double q[4]; // w, x, y, z of length 1: how the body is turned about it
} RigidPose;

typedef struct RigidStep {
    Vec3d shift; // v
    Vec3d turn;  // w: axis times angle
} RigidStep;

static inline RigidPose rigid_pose_at(Vec3d pivot)
{
    return (RigidPose){pivot, {1, 0, 0, 0}};
}

static inline RigidStep rigid_step_scaled(const RigidStep *step, double s)
{
    return (RigidStep){vec3d_scale(step->shift, s), vec3d_scale(step->turn, s)};
}

// The shorter way round; at exactly half a turn one of the two.
RigidStep rigid_step_between(const RigidPose *from, const RigidPose *to);
RigidPose rigid_pose_moved(const RigidPose *pose, const RigidStep *step, double t);

// rest maps a mesh to coordinates about the pivot, so that it may scale, shear and mirror.
Affine rigid_placement(const RigidPose *pose, const Affine *rest);
Affine rigid_rest(const Affine *placement, Vec3d pivot); // for the pose rigid_pose_at(pivot)

// The largest distance of a point of the mesh from the pivot, rounded up.
double rigid_reach(const Mesh *mesh, const Affine *rest);
// From a line through the pivot, along a vector of length 1.
double rigid_arm(const Mesh *mesh, const Affine *rest, Vec3d axis);

// No point within `reach` of the pivot goes farther during the step than this: |v| t is the pivot's
// way, and a turn by an angle moves a point by a chord that is shorter than its arc. Rounded up.
static inline double rigid_step_bound(const RigidStep *step, double reach)
{
    return (vec3d_length(step->shift) + vec3d_length(step->turn) * reach) * (1 + 1e-15);
}

#endif
