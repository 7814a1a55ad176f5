// Triangles that collapsed, and what two sets in one plane have in common. Off the hot path:
// everything here is decided by exact predicates, clarity before speed.
#ifndef SNUG_CORE_SHAPE_TRIANGLE_PLANAR_H
#define SNUG_CORE_SHAPE_TRIANGLE_PLANAR_H

#include "core/shape/predicates.h"
#include "core/shape/triangle/tri.h"

// A triangle as the set it is: 3 corners, the 2 ends of a segment, or 1 point.
typedef struct TriShape {
    int n;
    int drop; // n == 3: the axis along which the projection keeps its area
    Vec3d p[3];
} TriShape;

TriShape tri_shape(const Triangle *t);

// The projection along an axis, with the orientation of the remaining two kept cyclic.
static inline Vec2d tri_project(Vec3d p, int drop)
{
    switch (drop) {
    case 0:
        return (Vec2d){p.y, p.z};
    case 1:
        return (Vec2d){p.z, p.x};
    default:
        return (Vec2d){p.x, p.y};
    }
}

// Two sets in a common plane that keeps its dimension when projected; triangles must be
// counter-clockwise in the projection. True when they meet; *witness (may be NULL) gets all corners
// of what they share, in order.
bool tri_planar_meet(const TriShape *a, const TriShape *b, int drop, TriWitness *witness);

// At least one of the two is a segment or a point.
enum TriContact tri_degenerate_contact(const TriShape *a, const TriShape *b, TriWitness *witness);

#endif
