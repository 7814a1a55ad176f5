// Capsules: all points within a radius of a segment. In double, as decoded.
#ifndef SNUG_CORE_SHAPE_CAPSULE_H
#define SNUG_CORE_SHAPE_CAPSULE_H

#include "core/shape/box.h"

typedef struct Capsule {
    Vec3d from, along; // the segment runs from `from` to `from + along`; it may have length 0
    double radius;
} Capsule;

static inline double clamped_to_unit(double s)
{
    return s > 0 ? (s < 1 ? s : 1) : 0; // 0 for NaN too
}

// How far along the segment the point nearest to p lies, 0 to 1; d = p - from.
static inline double segment_parameter(Vec3d along, Vec3d d)
{
    return clamped_to_unit(vec3d_dot(along, d) / vec3d_dot(along, along));
}

static inline Vec3d segment_nearest(Vec3d from, Vec3d along, Vec3d p)
{
    double s = segment_parameter(along, vec3d_sub(p, from));
    return vec3d_add_scaled(from, along, s);
}

// A direction in which two segments, s u and w + t v, are apart, and by how much: a gap measured
// along that direction is valid whatever the direction is, so the search for it need not be exact.
// That is what makes almost parallel and degenerate segments harmless: they can lose a separation,
// never invent one. In exact arithmetic the direction is that of the closest points (Ericson 2005,
// 5.1.9), and then the gap divided by the length is the distance.
typedef struct SegmentGap {
    double gap, length; // length: of the direction; gap: distance along it, times that length
    Vec3d direction;    // from the first segment to the second
} SegmentGap;

static inline SegmentGap segment_gap(Vec3d u, Vec3d v, Vec3d w)
{
    double uu = vec3d_dot(u, u), vv = vec3d_dot(v, v), uv = vec3d_dot(u, v);
    double uw = vec3d_dot(u, w), vw = vec3d_dot(v, w);
    double s = clamped_to_unit((uw * vv - uv * vw) / (uu * vv - uv * uv));
    double t = clamped_to_unit((uv * s - vw) / vv);
    s = clamped_to_unit((uw + uv * t) / uu);
    Vec3d n = vec3d_add_scaled(vec3d_add_scaled(w, v, t), u, -s);
    double nu = vec3d_dot(n, u), nv = vec3d_dot(n, v);
    double gap = vec3d_dot(n, w) + (nv < 0 ? nv : 0) - (nu > 0 ? nu : 0);
    return (SegmentGap){gap, vec3d_length(n), n};
}

double capsule_measure(const Capsule *c, enum Measure what);
void capsule_outline(const Capsule *c, LineFn *line, void *user); // 114 lines, 84 for a ball

#endif
