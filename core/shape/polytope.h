// Bounded intersections of half-spaces: their faces one by one, for outlines and volumes.
#ifndef SNUG_CORE_SHAPE_POLYTOPE_H
#define SNUG_CORE_SHAPE_POLYTOPE_H

#include "core/base/vec.h"

// normal . x <= offset; the normal need not have length 1.
typedef struct HalfSpace {
    Vec3d normal;
    double offset;
} HalfSpace;

enum { POLYTOPE_MAX_CORNERS = 64 };
typedef void PolytopeFaceFn(void *user, int plane, const Vec3d *corners, int count);

// Calls face for each half-space whose plane holds a polygon (3 corners or more, in order). reach
// bounds the distance of the polytope from the origin. A flat polytope gives its face twice.
void polytope_faces(const HalfSpace *planes, int count, double reach, PolytopeFaceFn *face,
                    void *user);

typedef struct PolytopeSize {
    double volume, area;
} PolytopeSize;
PolytopeSize polytope_size(const HalfSpace *planes, int count, double reach);

#endif
