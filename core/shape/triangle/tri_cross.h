// Four triangles of A with one of B, or with two where vectors are wide enough (core/base/lanes.h): which
// surely cross, which surely do not meet, and of which floats know neither? Those are for the exact
// test; they are few, since most determinants are far above what rounding could change.
//
// The arrangement is that of tri_exact.inl: signs of determinants of three differences of corners. A
// sign is sure if it is that of the exact determinant of the corners as doubles.
//
// Rounding, u = 2^-24, R and S as in tri_packet.h. A component of A's is wrong by at most u R_A. One of
// B's is moved: entries, components and products are rounded, 3 u N R_B by Cauchy's inequality, two
// sums 2 u N R_B, the shift u |t| and the last sum u (|t| + N R_B): 6 u N R_B + 2 u |t|. A difference of
// two corners is thus wrong by at most 12 u S =: e before it is rounded itself. Let x, y, z be the sides
// of the box around all six as floats; a difference as computed is no longer, since rounding keeps
// order, and the true one is no longer than X = x + e and so on. A determinant is the sum of six
// products of one difference each in x, y and z, so that it is wrong by at most 6 (XYZ - xyz) <= 6 e (XY
// + YZ + ZX) and by the rounding of three differences, two products, a minor and two sums, 8 u of each
// product: 48 u XYZ. 1e-30 is more than what is lost of numbers below the smallest normal one while
// S < 1e12. The constants are widened for the rounding of the bound itself.
#ifndef SNUG_CORE_SHAPE_TRIANGLE_TRI_CROSS_H
#define SNUG_CORE_SHAPE_TRIANGLE_TRI_CROSS_H

#include "core/base/lanes.h"
#include "core/shape/triangle/tri_packet.h"

enum { TRI_CROSS_OF_B = LANES / TRI_PACKET }; // triangles of B at once

typedef struct PointN {
    FloatN x, y, z;
} PointN;

// Of A: its four once for each of B. Of B: each of them four times.
typedef struct TriLanes {
    PointN corner[3], normal, lo, hi;
} TriLanes;

// Bits of lanes: A's first four with B's first, then with B's second.
typedef struct TriCrossing {
    unsigned cross, unsure;
} TriCrossing;

static inline PointN pointn_between(const PointN *from, const PointN *to)
{
    return (PointN){to->x - from->x, to->y - from->y, to->z - from->z};
}

static inline PointN pointn_cross(const PointN *a, const PointN *b)
{
    return (PointN){a->y * b->z - a->z * b->y, a->z * b->x - a->x * b->z,
                    a->x * b->y - a->y * b->x};
}

// n . (to - from)
static inline FloatN pointn_height(const PointN *n, const PointN *from, const PointN *to)
{
    PointN d = pointn_between(from, to);
    return n->x * d.x + n->y * d.y + n->z * d.z;
}

// (b - a) x (c - a) . (d - a)
static inline FloatN pointn_det(const PointN *a, const PointN *b, const PointN *c, const PointN *d)
{
    PointN ab = pointn_between(a, b), ac = pointn_between(a, c);
    PointN n = pointn_cross(&ab, &ac);
    return pointn_height(&n, a, d);
}

static inline void pofloatn_swap(PointN *a, PointN *b, IntN mask)
{
    floatn_swap(&a->x, &b->x, mask);
    floatn_swap(&a->y, &b->y, mask);
    floatn_swap(&a->z, &b->z, mask);
}

// Of packets as they are loaded by tri_packet_corners, moved or not.
static inline void tri_lanes_of_a(TriLanes *lanes, const TriPacket *packet)
{
    for (int k = 0; k < 3; ++k) {
        const Point4 *p = &packet->corner[k];
        lanes->corner[k] =
            (PointN){floatn_repeat4(p->x), floatn_repeat4(p->y), floatn_repeat4(p->z)};
    }
    const Point4 *n = &packet->normal, *lo = &packet->lo, *hi = &packet->hi;
    lanes->normal = (PointN){floatn_repeat4(n->x), floatn_repeat4(n->y), floatn_repeat4(n->z)};
    lanes->lo = (PointN){floatn_repeat4(lo->x), floatn_repeat4(lo->y), floatn_repeat4(lo->z)};
    lanes->hi = (PointN){floatn_repeat4(hi->x), floatn_repeat4(hi->y), floatn_repeat4(hi->z)};
}

static inline PointN pointn_of_b(const Point4 *p, unsigned first)
{
    return (PointN){floatn_each4(&p->x, first), floatn_each4(&p->y, first),
                    floatn_each4(&p->z, first)};
}

static inline void tri_lanes_of_b(TriLanes *lanes, const TriPacket *packet, unsigned first)
{
    for (int k = 0; k < 3; ++k)
        lanes->corner[k] = pointn_of_b(&packet->corner[k], first);
    lanes->normal = pointn_of_b(&packet->normal, first);
    lanes->lo = pointn_of_b(&packet->lo, first);
    lanes->hi = pointn_of_b(&packet->hi, first);
}

// Above which the sign of a determinant is sure.
static inline FloatN tri_cross_bound(const TriLanes *a, const TriLanes *b, float e)
{
    FloatN x = floatn_max(a->hi.x, b->hi.x) - floatn_min(a->lo.x, b->lo.x) + e;
    FloatN y = floatn_max(a->hi.y, b->hi.y) - floatn_min(a->lo.y, b->lo.y) + e;
    FloatN z = floatn_max(a->hi.z, b->hi.z) - floatn_min(a->lo.z, b->lo.z) + e;
    FloatN xy = x * y;
    return (xy + (x + y) * z) * (6.001f * e) + xy * z * 3e-6f + 1e-30f;
}

// The other one's corners and this plane: which are on the positive side, and is each of them surely
// where it seems to be?
typedef struct TriSides {
    IntN up[3], sure;
} TriSides;

static inline TriSides tri_sides(const TriLanes *plane, const TriLanes *other, FloatN bound)
{
    FloatN d0 = pointn_height(&plane->normal, &plane->corner[0], &other->corner[0]);
    FloatN d1 = pointn_height(&plane->normal, &plane->corner[0], &other->corner[1]);
    FloatN d2 = pointn_height(&plane->normal, &plane->corner[0], &other->corner[2]);
    FloatN least = floatn_min(floatn_abs(d0), floatn_min(floatn_abs(d1), floatn_abs(d2)));
    return (TriSides){{d0 > 0, d1 > 0, d2 > 0}, least > bound};
}

static inline IntN tri_sides_alike(const TriSides *s)
{
    return s->sure & ~((s->up[0] ^ s->up[1]) | (s->up[0] ^ s->up[2]));
}

// Brings the corner that is alone on its side to the front. *turned: where that turned the triangle
// over; *up: where it is on the positive side.
static inline void tri_lone_first(PointN p[3], const TriSides *s, IntN *turned, IntN *up)
{
    IntN second = (s->up[1] ^ s->up[0]) & (s->up[1] ^ s->up[2]);
    IntN third = (s->up[2] ^ s->up[0]) & (s->up[2] ^ s->up[1]);
    pofloatn_swap(&p[0], &p[1], second);
    pofloatn_swap(&p[0], &p[2], third);
    *turned = second | third;
    *up = (s->up[0] & ~*turned) | (s->up[1] & second) | (s->up[2] & third);
}

// Both have corners on both sides of the other's plane: do their parts of the line in which the planes
// meet overlap? As in tri_exact.inl, where i_to_k < 0 and l_to_j > 0 say so.
static inline TriCrossing tri_cross_line(const TriLanes *a, const TriLanes *b, const TriSides *of_a,
                                         const TriSides *of_b, FloatN bound)
{
    PointN p[3] = {a->corner[0], a->corner[1], a->corner[2]};
    PointN q[3] = {b->corner[0], b->corner[1], b->corner[2]};
    IntN turned_a, turned_b, up_a, up_b;
    tri_lone_first(p, of_a, &turned_a, &up_a);
    tri_lone_first(q, of_b, &turned_b, &up_b);
    // Whether p[1] and p[2] would have to be exchanged, and q[1] and q[2]. Exchanging both exchanges
    // the determinants, which is the same as changing their signs here.
    IntN swap_a = turned_a ^ ~up_b, swap_b = turned_b ^ ~up_a;
    pofloatn_swap(&q[1], &q[2], swap_a ^ swap_b);
    FloatN one = pointn_det(&p[0], &p[1], &q[0], &q[1]);
    FloatN two = pointn_det(&p[0], &p[2], &q[0], &q[2]);
    FloatN i_to_k = floatn_negate(one, swap_a), l_to_j = floatn_negate(two, swap_a);
    IntN apart = (i_to_k > bound) | (l_to_j < -bound);
    IntN cross = (i_to_k < -bound) & (l_to_j > bound);
    return (TriCrossing){intn_bits(cross), intn_bits(~(apart | cross))};
}

// Of the lanes that are valid.
static inline TriCrossing tri_cross(const TriLanes *a, const TriLanes *b, const TriFilter *f,
                                    unsigned valid)
{
    float axis = f->slack + 1e-37f;
    IntN apart = (a->lo.x - b->hi.x > axis) | (b->lo.x - a->hi.x > axis) |
                 (a->lo.y - b->hi.y > axis) | (b->lo.y - a->hi.y > axis) |
                 (a->lo.z - b->hi.z > axis) | (b->lo.z - a->hi.z > axis);
    FloatN bound = tri_cross_bound(a, b, f->shift);
    TriSides of_a = tri_sides(b, a, bound), of_b = tri_sides(a, b, bound);
    apart |= tri_sides_alike(&of_a) | tri_sides_alike(&of_b);
    unsigned left = valid & ~intn_bits(apart);
    if (!left)
        return (TriCrossing){0, 0};
    TriCrossing found = tri_cross_line(a, b, &of_a, &of_b, bound);
    unsigned sure = intn_bits(of_a.sure & of_b.sure);
    return (TriCrossing){left & sure & found.cross, left & (~sure | found.unsure)};
}

#endif
