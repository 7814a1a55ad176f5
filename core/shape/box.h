// What all kinds of boxes have in common: sizes by half extents, edges by corners.
#ifndef SNUG_CORE_SHAPE_BOX_H
#define SNUG_CORE_SHAPE_BOX_H

#include "core/tree/bv.h"

static inline double box_measure(const float half[3], enum Measure what)
{
    double x = (double)half[0], y = (double)half[1], z = (double)half[2];
    switch (what) {
    case MEASURE_VOLUME:
        return 8 * x * y * z;
    case MEASURE_AREA:
        return 8 * (x * y + y * z + z * x);
    case MEASURE_RADIUS:
        return sqrt(x * x + y * y + z * z);
    }
    return 0;
}

static inline double box3d_measure(const Box3d *box, enum Measure what)
{
    Vec3d d = vec3d_sub(box->hi, box->lo);
    switch (what) {
    case MEASURE_VOLUME:
        return d.x * d.y * d.z;
    case MEASURE_AREA:
        return 2 * (d.x * d.y + d.y * d.z + d.z * d.x);
    case MEASURE_RADIUS:
        return 0.5 * vec3d_length(d);
    }
    return 0;
}

static inline double box3d_thickness(const Box3d *box)
{
    Vec3d d = vec3d_sub(box->hi, box->lo);
    return fmin(d.x, fmin(d.y, d.z));
}

static inline Extent box3d_extent(const Box3d *box)
{
    return (Extent){*box, box3d_thickness(box)};
}

// What a descent rule compares: proportional to volume, area, or the square of the radius or of the
// longest side.
static inline float box_descent_size(const float half[3], enum DescentRule rule)
{
    float x = half[0], y = half[1], z = half[2];
    float longest = x > y ? x : y;
    longest = longest > z ? longest : z;
    return rule == DESCEND_radius   ? x * x + y * y + z * z
           : rule == DESCEND_area   ? x * y + y * z + z * x
           : rule == DESCEND_extent ? longest * longest
                                    : x * y * z;
}

// The twelve edges; corner i lies at the upper end of axis k where bit k of i is set. The first
// three are skew, one along each axis, and span the box: a sketch of it.
static inline void box_outline(const Vec3 corners[8], LineFn *line, void *user)
{
    static const unsigned char edges[12][2] = {{1, 3}, {2, 6}, {4, 5}, {3, 2}, {6, 4}, {5, 1},
                                               {0, 1}, {0, 2}, {0, 4}, {3, 7}, {5, 7}, {6, 7}};
    for (int i = 0; i < 12; ++i)
        line(user, corners[edges[i][0]], corners[edges[i][1]]);
}

// The same for a box along the axes.
static inline void box3d_outline(const Box3d *box, LineFn *line, void *user)
{
    Vec3 corners[8];
    for (int i = 0; i < 8; ++i)
        for (int k = 0; k < 3; ++k)
            corners[i].v[k] = (float)(i >> k & 1 ? box->hi.v[k] : box->lo.v[k]);
    box_outline(corners, line, user);
}

#endif
