// Boxes, and what all kinds of volumes say about themselves: size, reach, outline.
#ifndef SNUG_CORE_SHAPE_BOX_H
#define SNUG_CORE_SHAPE_BOX_H

#include "core/base/vec.h"

#include <stddef.h>
#include <stdint.h>

typedef struct Box3 {
    Vec3 lo, hi;
} Box3;

typedef struct Box3d {
    Vec3d lo, hi; // empty: lo = +inf, hi = -inf
} Box3d;

enum Measure { MEASURE_VOLUME, MEASURE_AREA, MEASURE_RADIUS };

typedef void LineFn(void *user, Vec3 from, Vec3 to);

// How far a volume reaches, for figures about trees: no rounding is promised here.
typedef struct Extent {
    Box3d box;        // around it, in the mesh's axes
    double thickness; // its least width among the directions that it knows of
} Extent;

static inline Box3d box3d_empty(void)
{
    return (Box3d){vec3d(INFINITY, INFINITY, INFINITY), vec3d(-INFINITY, -INFINITY, -INFINITY)};
}

// Closed: boxes that touch meet.
static inline bool box3d_meet(const Box3d *a, const Box3d *b)
{
    for (int k = 0; k < 3; ++k)
        if (a->lo.v[k] > b->hi.v[k] || b->lo.v[k] > a->hi.v[k])
            return false;
    return true;
}

// One of eight: bit k of i takes the upper end along axis k.
static inline Vec3d box3d_corner(const Box3d *box, int i)
{
    return vec3d(i & 1 ? box->hi.x : box->lo.x, i & 2 ? box->hi.y : box->lo.y,
                 i & 4 ? box->hi.z : box->lo.z);
}

static inline Box3d box3d_including(Box3d box, Vec3d p)
{
    return (Box3d){vec3d_min(box.lo, p), vec3d_max(box.hi, p)};
}

// The farthest that any point of the box moves between two placements: the difference of two affine
// maps is affine, and its length greatest in a corner. Rounded up generously.
static inline double box3d_farthest_move(const Box3d *box, const Affine *from, const Affine *to)
{
    double most = 0, size = vec3d_length(from->p) + vec3d_length(to->p);
    for (int i = 0; i < 8; ++i) {
        Vec3d corner = box3d_corner(box, i);
        Vec3d before = affine_apply(from, corner), after = affine_apply(to, corner);
        most = fmax(most, vec3d_distance(before, after));
        size = fmax(size, vec3d_length(before) + vec3d_length(after));
    }
    return most * (1 + 1e-12) + 1e-14 * size;
}

// Nothing that is nearer to the box than `reach` is outside of it: a little more, so that rounding
// loses nothing.
static inline Box3d box3d_grown(Box3d box, double reach)
{
    for (int k = 0; k < 3; ++k) {
        double more = reach * (1 + 1e-9) + 1e-12 * fmax(fabs(box.lo.v[k]), fabs(box.hi.v[k]));
        box.lo.v[k] -= more;
        box.hi.v[k] += more;
    }
    return box;
}

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
