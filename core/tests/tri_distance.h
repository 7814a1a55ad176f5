// The distance of two triangles, however large.
#ifndef SNUG_CORE_TESTS_TRI_DISTANCE_H
#define SNUG_CORE_TESTS_TRI_DISTANCE_H

#include "core/shape/triangle/tri.h"

#include <math.h>

static inline double tri_distance(const Triangle *a, const Triangle *b, Vec3d *on_a, Vec3d *on_b)
{
    TriClosest closest;
    tri_closest(a, b, INFINITY, &closest);
    *on_a = closest.on_a;
    *on_b = closest.on_b;
    return closest.value;
}

#endif
