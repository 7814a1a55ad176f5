// The part of a triangle inside a box, by Sutherland and Hodgman: plane after plane.
#ifndef SNUG_CORE_SHAPE_CLIP_TRIANGLE_H
#define SNUG_CORE_SHAPE_CLIP_TRIANGLE_H

#include "core/shape/box.h"
#include "core/shape/triangle.h"

enum { CLIP_MAX_CORNERS = 9 }; // three, and one more per plane

// Corners of the polygon where t meets the closed box; returns how many, 0 when nothing is inside.
// Each corner errs by a few 2^-53 of the coordinates' size.
static inline int clip_triangle(const Triangle *t, const Box3d *box, Vec3d out[CLIP_MAX_CORNERS])
{
    int count = 3;
    for (int i = 0; i < 3; ++i)
        out[i] = t->p[i];
    for (int plane = 0; plane < 6 && count > 0; ++plane) {
        int axis = plane % 3, upper = plane / 3, kept = 0;
        double limit = upper ? box->hi.v[axis] : box->lo.v[axis];
        Vec3d in[CLIP_MAX_CORNERS];
        bool all = true;
        for (int i = 0; i < count; ++i) {
            in[i] = out[i];
            all &= upper ? in[i].v[axis] <= limit : in[i].v[axis] >= limit;
        }
        if (all)
            continue;
        for (int i = 0; i < count; ++i) {
            Vec3d p = in[i], q = in[(i + 1) % count];
            double dp = upper ? limit - p.v[axis] : p.v[axis] - limit;
            double dq = upper ? limit - q.v[axis] : q.v[axis] - limit;
            // A convex polygon crosses a plane twice; rounding must not write a tenth corner.
            if (dp >= 0 && kept < CLIP_MAX_CORNERS)
                out[kept++] = p;
            if ((dp >= 0) != (dq >= 0) && kept < CLIP_MAX_CORNERS) {
                Vec3d cut = vec3d_lerp(p, q, dp / (dp - dq));
                cut.v[axis] = limit;
                out[kept++] = cut;
            }
        }
        count = kept;
    }
    return count;
}

#endif
