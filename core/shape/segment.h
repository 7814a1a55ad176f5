// Closest points of points and segments in doubles; segments may have length 0.
#ifndef SNUG_CORE_SHAPE_SEGMENT_H
#define SNUG_CORE_SHAPE_SEGMENT_H

#include "core/base/vec.h"

typedef struct ClosestPair {
    double square; // of the distance
    Vec3d on_a, on_b;
} ClosestPair;

static inline void closest_pair_improve(ClosestPair *best, Vec3d on_a, Vec3d on_b)
{
    Vec3d d = vec3d_sub(on_a, on_b);
    double square = vec3d_dot(d, d);
    if (square < best->square)
        *best = (ClosestPair){square, on_a, on_b};
}

static inline Vec3d segment_closest_to(Vec3d from, Vec3d to, Vec3d p)
{
    Vec3d d = vec3d_sub(to, from);
    double along = vec3d_dot(vec3d_sub(p, from), d), square = vec3d_dot(d, d);
    if (!(along > 0))
        return from;
    return along >= square ? to : vec3d_add_scaled(from, d, along / square);
}

// Where the common perpendicular of the two lines meets both segments between their ends; false if
// it does not or they are parallel. The parameters come from cross products: with dot products
// alone almost parallel segments lose twice the digits.
static inline bool segments_perpendicular(Vec3d a0, Vec3d a1, Vec3d b0, Vec3d b1, Vec3d *on_a,
                                          Vec3d *on_b)
{
    Vec3d u = vec3d_sub(a1, a0), v = vec3d_sub(b1, b0), w = vec3d_sub(b0, a0);
    Vec3d n = vec3d_cross(u, v);
    double square = vec3d_dot(n, n);
    double s = vec3d_dot(vec3d_cross(w, v), n), t = vec3d_dot(vec3d_cross(w, u), n);
    if (!(square > 0 && s >= 0 && s <= square && t >= 0 && t <= square))
        return false;
    *on_a = vec3d_add_scaled(a0, u, s / square);
    *on_b = vec3d_add_scaled(b0, v, t / square);
    return true;
}

#endif
