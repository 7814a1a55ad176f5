// Two meshes of which one is shifted straight on, without turning: from when on their surfaces may meet.
// At every moment two triangles are apart if a direction separates them, and in each direction they are
// apart until one time and from another one on: so the moments at which none of the eleven directions of two
// triangles, or the six in their planes, separates them are an interval. Rounding only makes it longer.
#ifndef SNUG_CORE_MOTION_STRAIGHT_H
#define SNUG_CORE_MOTION_STRAIGHT_H

#include "core/assembly/assembly.h"
#include "core/shape/triangle.h"

typedef struct StraightMeet {
    double from, to;     // of the shift, 0..1; from is infinite where they never meet
    int32_t triangle[2]; // which do so from then on
} StraightMeet;

typedef struct StraightDesc {
    bool first;      // of all meetings the first one; else any
    Job *job;        //
    uint64_t *tests; // of boxes and triangles, counted on
} StraightDesc;

// The first part is shifted. Trees of boxes along the axes (bv_aabb). False: cancelled.
bool straight_meet(const PosedPart parts[2], Vec3d shift, const StraightDesc *desc,
                   StraightMeet *out);

// The same of two triangles, in one frame. error: what rounding may have made of a coordinate.
bool straight_triangles_meet(const Triangle *a, const Triangle *b, Vec3d shift, double error,
                             StraightMeet *out);

#endif
