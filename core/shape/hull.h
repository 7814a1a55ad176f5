// The convex hull of points.
#ifndef SNUG_CORE_SHAPE_HULL_H
#define SNUG_CORE_SHAPE_HULL_H

#include "core/base/vec.h"

#include <stdint.h>

typedef struct Hull {
    int32_t (*triangles)[3]; // of points, counter-clockwise seen from outside
    int32_t count;
} Hull;

// Exact: no point is outside of any triangle's plane. False when all points lie in one plane, or
// when it takes too long or too much memory; *hull is then empty.
bool hull_find(Hull *hull, const Vec3d *points, int32_t count);
void hull_free(Hull *hull);

#endif
