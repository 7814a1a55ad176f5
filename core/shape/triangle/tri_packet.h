// Which of four triangles can meet a fifth? Corners as floats, one direction after the other: the
// normals of all five, then the axes. It may wrongly say "can", never "cannot"; the exact test has the
// last word.
//
// Rounding, u = 2^-24, S as in core/shape/box_sat.h: |t| + R_A + N R_B. The four are stored in A's
// frame, each component wrong by at most u S. The fifth is moved from B's: entries of the map and
// components are rounded, then three products and three sums, together at most 8 u S per component.
// Any direction n separates where the projections do, however it was found. A projection adds 3 u S
// |n|_1 (three products, two sums), so that those of the four err by 4 and those of the fifth by 11,
// their difference by 2 more: a gap counts above 24 u S |n|_1, and above 1e-37, which is more than
// what numbers below the smallest normal one lose. Nothing overflows while S < 1e12; beyond, nothing
// is left out.
#ifndef SNUG_CORE_SHAPE_TRIANGLE_TRI_PACKET_H
#define SNUG_CORE_SHAPE_TRIANGLE_TRI_PACKET_H

#include "core/base/rounding.h"
#include "core/base/simd.h"
#include "core/base/vec.h"

enum { TRI_PACKET = 4 };        // triangles that are compared at once
typedef float TriCorners[3][3]; // of one triangle, rounded to nearest

// From B to A, and what counts as a gap.
typedef struct TriFilter {
    float m[3][3], t[3], slack;
    float shift; // most that a difference of two corners is wrong by (tri_cross.h)
    bool ready;
} TriFilter;

typedef struct Point4 {
    Float4 x, y, z;
} Point4;

typedef struct TriPacket {
    Point4 corner[3], normal;
    Point4 lo, hi; // ends along the axes
} TriPacket;

static inline TriFilter tri_filter(const Affine *b_to_a, double radius_a, double radius_b)
{
    TriFilter filter = {.ready = true};
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            filter.m[i][j] = (float)b_to_a->m[i][j];
        filter.t[i] = (float)b_to_a->p.v[i];
    }
    double stretch = affine_stretch(b_to_a);
    double scale = vec3d_length(b_to_a->p) + radius_a + stretch * radius_b;
    bool fits = scale < 1e12 && stretch < 1e12; // so that no float is infinite
    filter.slack = fits ? float_above(24 * 0x1p-24 * scale) : INFINITY;
    filter.shift = fits ? float_above(12 * 0x1p-24 * scale) : INFINITY;
    return filter;
}

static inline Float4 point4_dot(const Point4 *p, Float4 x, Float4 y, Float4 z)
{
    return p->x * x + p->y * y + p->z * z;
}

// Reads four triangles.
static inline void tri_packet_corners(Point4 p[3], const TriCorners *from)
{
    Float4 low[4] = {float4_load(&from[0][0][0]), float4_load(&from[1][0][0]),
                     float4_load(&from[2][0][0]), float4_load(&from[3][0][0])}; // x0 y0 z0 x1
    Float4 high[4] = {float4_load(&from[0][1][1]), float4_load(&from[1][1][1]),
                      float4_load(&from[2][1][1]), float4_load(&from[3][1][1])}; // y1 z1 x2 y2
    float4_transpose4(low);
    float4_transpose4(high);
    p[0] = (Point4){low[0], low[1], low[2]};
    p[1] = (Point4){low[3], high[0], high[1]};
    p[2] = (Point4){high[2], high[3], {from[0][2][2], from[1][2][2], from[2][2][2], from[3][2][2]}};
}

// Normals and ends along the axes.
static inline void tri_packet_finish(TriPacket *packet)
{
    const Point4 *p = packet->corner;
    Float4 ax = p[1].x - p[0].x, ay = p[1].y - p[0].y, az = p[1].z - p[0].z;
    Float4 bx = p[2].x - p[0].x, by = p[2].y - p[0].y, bz = p[2].z - p[0].z;
    packet->normal = (Point4){ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx};
    packet->lo = (Point4){float4_min(p[0].x, float4_min(p[1].x, p[2].x)),
                          float4_min(p[0].y, float4_min(p[1].y, p[2].y)),
                          float4_min(p[0].z, float4_min(p[1].z, p[2].z))};
    packet->hi = (Point4){float4_max(p[0].x, float4_max(p[1].x, p[2].x)),
                          float4_max(p[0].y, float4_max(p[1].y, p[2].y)),
                          float4_max(p[0].z, float4_max(p[1].z, p[2].z))};
}

// Four triangles of A.
static inline void tri_packet_load(TriPacket *packet, const TriCorners *from)
{
    tri_packet_corners(packet->corner, from);
    tri_packet_finish(packet);
}

static inline Point4 tri_packet_moved(const Point4 *p, const TriFilter *f)
{
    return (Point4){
        p->x * f->m[0][0] + p->y * f->m[0][1] + p->z * f->m[0][2] + f->t[0],
        p->x * f->m[1][0] + p->y * f->m[1][1] + p->z * f->m[1][2] + f->t[1],
        p->x * f->m[2][0] + p->y * f->m[2][1] + p->z * f->m[2][2] + f->t[2],
    };
}

// Four of B, moved into A's frame.
static inline void tri_packet_load_moved(TriPacket *packet, const TriCorners *from,
                                         const TriFilter *f)
{
    Point4 p[3];
    tri_packet_corners(p, from);
    packet->corner[0] = tri_packet_moved(&p[0], f);
    packet->corner[1] = tri_packet_moved(&p[1], f);
    packet->corner[2] = tri_packet_moved(&p[2], f);
    tri_packet_finish(packet);
}

// Of the corners along the normals, for distances alone.
typedef struct TriEnds {
    Float4 least, most;
    Float4 limit; // above which a gap counts there
} TriEnds;

static inline TriEnds tri_packet_ends(const TriPacket *packet, float slack)
{
    const Point4 *p = packet->corner, *n = &packet->normal;
    Float4 d0 = point4_dot(n, p[0].x, p[0].y, p[0].z), d1 = point4_dot(n, p[1].x, p[1].y, p[1].z);
    Float4 d2 = point4_dot(n, p[2].x, p[2].y, p[2].z);
    return (TriEnds){float4_min(d0, float4_min(d1, d2)), float4_max(d0, float4_max(d1, d2)),
                     (float4_abs(n->x) + float4_abs(n->y) + float4_abs(n->z)) * slack + 1e-37f};
}

// Of the part that is positive. NaN is none.
static inline Float4 tri_packet_square(Float4 gap)
{
    Float4 positive = float4_positive(gap);
    return positive * positive;
}

static inline float tri_packet_length(float x, float y, float z)
{
    return sqrtf(x * x + y * y + z * z);
}

// How far A's are beyond triangle j of B's, less what counts: along the axes, squared; along their own
// normals; along its.
static inline Float4 tri_packet_axes(const TriPacket *a, const TriPacket *b, unsigned j,
                                     const TriFilter *f)
{
    float axis = f->slack + 1e-37f;
    return tri_packet_square(float4_max(a->lo.x - b->hi.x[j], b->lo.x[j] - a->hi.x) - axis) +
           tri_packet_square(float4_max(a->lo.y - b->hi.y[j], b->lo.y[j] - a->hi.y) - axis) +
           tri_packet_square(float4_max(a->lo.z - b->hi.z[j], b->lo.z[j] - a->hi.z) - axis);
}

static inline Float4 tri_packet_own(const TriPacket *a, const TriEnds *ends_a, const TriPacket *b,
                                    unsigned j)
{
    const Point4 *q = b->corner, *n = &a->normal;
    Float4 d0 = n->x * q[0].x[j] + n->y * q[0].y[j] + n->z * q[0].z[j];
    Float4 d1 = n->x * q[1].x[j] + n->y * q[1].y[j] + n->z * q[1].z[j];
    Float4 d2 = n->x * q[2].x[j] + n->y * q[2].y[j] + n->z * q[2].z[j];
    return float4_max(float4_min(d0, float4_min(d1, d2)) - ends_a->most,
                      ends_a->least - float4_max(d0, float4_max(d1, d2))) -
           ends_a->limit;
}

static inline Float4 tri_packet_other(const TriPacket *a, const TriPacket *b, const TriEnds *ends_b,
                                      unsigned j)
{
    const Point4 *p = a->corner;
    float x = b->normal.x[j], y = b->normal.y[j], z = b->normal.z[j];
    Float4 d0 = p[0].x * x + p[0].y * y + p[0].z * z;
    Float4 d1 = p[1].x * x + p[1].y * y + p[1].z * z;
    Float4 d2 = p[2].x * x + p[2].y * y + p[2].z * z;
    return float4_max(float4_min(d0, float4_min(d1, d2)) - ends_b->most[j],
                      ends_b->least[j] - float4_max(d0, float4_max(d1, d2))) -
           ends_b->limit[j];
}

// Bits of A's that can be nearer than `below` to triangle j of B's. Along a direction n they are apart
// by the gap less what counts, divided by the length of n; along the axes by the norm of three gaps.
// Lengths and products err by less than 8 u, which the factor of 1 + 1e-6 (17 u) covers, and taking the
// limit from the gap by 2 u S |n|_1 more, for which there is room in the 24. Squares of directions
// shorter than 1e-15 would be lost, so that these separate nothing; nor do lengths below that.
static inline unsigned tri_packet_nearer(const TriPacket *a, const TriEnds *ends_a,
                                         const TriPacket *b, const TriEnds *ends_b, unsigned j,
                                         const TriFilter *f, double below)
{
    const Point4 *n = &a->normal;
    float reach =
        below < 1e12 ? float_above((below > 1e-15 ? below : 1e-15) * (1 + 1e-6)) : INFINITY;
    Int4 beyond = tri_packet_axes(a, b, j, f) > reach * reach;
    beyond |= (tri_packet_square(tri_packet_own(a, ends_a, b, j)) >
               (n->x * n->x + n->y * n->y + n->z * n->z) * (reach * reach) + 1e-37f) &
              (float4_abs(n->x) + float4_abs(n->y) + float4_abs(n->z) > 1e-15f);
    float x = b->normal.x[j], y = b->normal.y[j], z = b->normal.z[j];
    if (fabsf(x) + fabsf(y) + fabsf(z) > 1e-15f)
        beyond |= tri_packet_other(a, b, ends_b, j) > tri_packet_length(x, y, z) * reach + 1e-37f;
    return (unsigned)~int4_bits(beyond) & 15;
}

// A direction from A to B along which triangles may be apart as well: that of the closest points so far, which
// parts most of what lies around them.
typedef struct TriAim {
    float x, y, z, length;
    float limit; // above which a gap counts
    bool any;
} TriAim;

static inline TriAim tri_aim(Vec3d direction, const TriFilter *f)
{
    Vec3d unit = vec3d_normalised(direction);
    TriAim aim = {.x = (float)unit.x, .y = (float)unit.y, .z = (float)unit.z};
    aim.length = tri_packet_length(aim.x, aim.y, aim.z);
    aim.limit = (fabsf(aim.x) + fabsf(aim.y) + fabsf(aim.z)) * f->slack + 1e-37f;
    aim.any = aim.length > 0.5f; // what is shorter than can be squared has no direction
    return aim;
}

// As tri_packet_nearer, along that direction alone.
static inline unsigned tri_packet_nearer_along(const TriPacket *a, const TriPacket *b, unsigned j,
                                               const TriAim *aim, double below)
{
    float reach =
        below < 1e12 ? float_above((below > 1e-15 ? below : 1e-15) * (1 + 1e-6)) : INFINITY;
    const Point4 *p = a->corner, *q = b->corner;
    Float4 d0 = p[0].x * aim->x + p[0].y * aim->y + p[0].z * aim->z;
    Float4 d1 = p[1].x * aim->x + p[1].y * aim->y + p[1].z * aim->z;
    Float4 d2 = p[2].x * aim->x + p[2].y * aim->y + p[2].z * aim->z;
    float least = INFINITY;
    for (int k = 0; k < 3; ++k) {
        float at = q[k].x[j] * aim->x + q[k].y[j] * aim->y + q[k].z[j] * aim->z;
        least = at < least ? at : least;
    }
    Float4 gap = least - float4_max(d0, float4_max(d1, d2)) - aim->limit;
    return (unsigned)~int4_bits(gap > aim->length * reach + 1e-37f) & 15;
}

// How far A's are from triangle j of B's at least, by the same gaps. Roots and quotients err by less than
// 8 u, as above; what numbers below the smallest normal one lose is, divided by a length of 5e-16, less
// than a millionth of 1e-15, below which no distance is claimed. A length that is infinite claims none.
static inline Float4 tri_packet_apart(const TriPacket *a, const TriEnds *ends_a, const TriPacket *b,
                                      const TriEnds *ends_b, unsigned j, const TriFilter *f)
{
    const Point4 *n = &a->normal;
    Float4 length = float4_root(n->x * n->x + n->y * n->y + n->z * n->z);
    Int4 usable = float4_abs(n->x) + float4_abs(n->y) + float4_abs(n->z) > 1e-15f;
    Float4 own = float4_where(usable, float4_positive(tri_packet_own(a, ends_a, b, j)));
    Float4 apart = float4_max(float4_root(tri_packet_axes(a, b, j, f)),
                              own / float4_select(usable, length, (Float4){1, 1, 1, 1}));
    float x = b->normal.x[j], y = b->normal.y[j], z = b->normal.z[j];
    if (fabsf(x) + fabsf(y) + fabsf(z) > 1e-15f)
        apart = float4_max(apart, float4_positive(tri_packet_other(a, b, ends_b, j)) /
                                      tri_packet_length(x, y, z));
    apart = apart * (1 - 1e-6f);
    return float4_where(apart > 1e-15f, apart);
}

#endif
