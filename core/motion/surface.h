// A placed mesh with what lies around its corners and edges: can a point of it be where it is nearest
// to something, or is there a part of the surface beside it that is nearer?
#ifndef SNUG_CORE_MOTION_SURFACE_H
#define SNUG_CORE_MOTION_SURFACE_H

#include "core/mesh/topology.h"
#include "core/shape/triangle/tri.h"

typedef struct Surface {
    const Mesh *mesh;
    const MeshTopology *topology;
    Affine placement;
    double side; // -1 for a mirrored placement, whose normals look inwards
} Surface;

// False: memory ran short.
bool surface_init(Surface *surface, const Mesh *mesh, const Affine *placement);

Triangle surface_triangle(const Surface *surface, int32_t triangle); // placed
Vec3d surface_normal(const Surface *surface, int32_t triangle);      // outwards, length 1 or 0

// Does the distance to what lies in direction `to` (length 1, away from the surface) have a local
// minimum at this feature? Seams and edges that run into each other must not catch.
bool surface_is_nearest(const Surface *surface, int32_t triangle, TriFeature feature, Vec3d to);

// An edge at which the surface turns outwards by more than a degree, or ends.
bool surface_edge_is_convex(const Surface *surface, int32_t triangle, int edge);

// The point of the triangle that is nearest to p, and on which feature it lies.
Vec3d triangle_foot(const Triangle *t, Vec3d p, TriFeature *feature);

#endif
