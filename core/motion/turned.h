// Two meshes of which one turns about an axis while the other stands: can they ever meet?
#ifndef SNUG_CORE_MOTION_TURNED_H
#define SNUG_CORE_MOTION_TURNED_H

#include "core/mesh/mesh.h"

typedef struct TurnedMesh {
    const Mesh *mesh;
    Affine placement; // in the world
} TurnedMesh;

// True: however far either turns about the axis, which has length 1, their surfaces stay farther apart than
// the gap. False: they do not, or it cannot be seen, or memory ran short.
bool turned_apart(const TurnedMesh meshes[2], Vec3d origin, Vec3d axis, double gap);

#endif
