// Moeller's interval test ("A fast triangle-triangle intersection test", 1997) in plain doubles
// with an epsilon: what most programs use, kept for comparison. It errs where the exact test does
// not: rounding decides near contacts, and faces closer than the epsilon count as coplanar.
#include "core/shape/segment.h"
#include "core/shape/triangle/tri.h"

static const double PLANE_EPSILON = 1e-12; // relative to the size of the pair
// Area squared against the fourth power of the length.
static const double DEGENERATE_EPSILON = 1e-24;

typedef struct Plane {
    Vec3d n, at;
    double zero;     // distances times |n| below this are taken for 0
    bool degenerate; // the corners are collinear as far as this test cares
} Plane;

// fmax is a call here: it must care for NaN.
static double greater(double a, double b)
{
    return a > b ? a : b;
}

static double largest(Vec3d v)
{
    return greater(fabs(v.x), greater(fabs(v.y), fabs(v.z)));
}

static double pair_size(const Triangle *a, const Triangle *b)
{
    double size = 0;
    for (int i = 0; i < 3; ++i) {
        size = greater(size, largest(vec3d_sub(a->p[i], b->p[0])));
        size = greater(size, largest(vec3d_sub(b->p[i], b->p[0])));
    }
    return size;
}

static Plane plane_of(const Triangle *t, double size)
{
    Vec3d u = vec3d_sub(t->p[1], t->p[0]), v = vec3d_sub(t->p[2], t->p[0]);
    Vec3d w = vec3d_sub(u, v);
    Plane plane = {.n = vec3d_cross(u, v), .at = t->p[0]};
    double longest = greater(vec3d_dot(u, u), greater(vec3d_dot(v, v), vec3d_dot(w, w)));
    double square = vec3d_dot(plane.n, plane.n);
    plane.degenerate = !(square > DEGENERATE_EPSILON * longest * longest);
    plane.zero = PLANE_EPSILON * sqrt(square) * size;
    return plane;
}

static double plane_side(const Plane *plane, Vec3d p)
{
    double d = vec3d_dot(plane->n, vec3d_sub(p, plane->at));
    return fabs(d) <= plane->zero ? 0 : d;
}

// Keeps what lies left of the line from -> to, seen along the plane's normal, the line included.
static int clip(int count, const Vec3d *in, Vec3d *out, const Plane *plane, Vec3d from, Vec3d to,
                double size)
{
    Vec3d inward = vec3d_cross(plane->n, vec3d_sub(to, from));
    double zero = PLANE_EPSILON * vec3d_length(inward) * size, d[8];
    for (int i = 0; i < count; ++i) {
        d[i] = vec3d_dot(inward, vec3d_sub(in[i], from));
        if (fabs(d[i]) <= zero)
            d[i] = 0;
    }
    int n = 0;
    for (int i = 0; i < count; ++i) {
        int j = i + 1 == count ? 0 : i + 1;
        if (d[i] >= 0)
            out[n++] = in[i];
        if ((d[i] > 0 && d[j] < 0) || (d[i] < 0 && d[j] > 0))
            out[n++] = vec3d_lerp(in[i], in[j], d[i] / (d[i] - d[j]));
    }
    return n;
}

// What a polygon of 1..3 corners in the plane of t has in common with t.
static enum TriContact coplanar_contact(int count, const Vec3d *polygon, const Triangle *t,
                                        const Plane *plane, double size, TriWitness *witness)
{
    Vec3d x[8], y[8];
    int n = clip(count, polygon, x, plane, t->p[0], t->p[1], size);
    n = clip(n, x, y, plane, t->p[1], t->p[2], size);
    n = clip(n, y, x, plane, t->p[2], t->p[0], size);
    // Corners that fell together are one.
    int kept = 0;
    for (int i = 0; i < n; ++i)
        if (kept == 0 || (largest(vec3d_sub(x[i], x[kept - 1])) > PLANE_EPSILON * size &&
                          largest(vec3d_sub(x[i], x[0])) > PLANE_EPSILON * size))
            x[kept++] = x[i];
    Vec3d area = vec3d(0, 0, 0);
    for (int i = 2; i < kept; ++i)
        area = vec3d_add(area, vec3d_cross(vec3d_sub(x[i - 1], x[0]), vec3d_sub(x[i], x[0])));
    bool flat = kept < 3 || largest(area) <= PLANE_EPSILON * size * size;
    if (kept > 2 && flat)
        kept = 2;
    if (witness) {
        witness->count = kept < 6 ? kept : 6;
        for (int i = 0; i < witness->count; ++i)
            witness->point[i] = x[i];
    }
    return kept == 0 ? TRI_DISJOINT : flat ? TRI_TOUCH : TRI_COPLANAR;
}

static enum TriContact meet_at(enum TriContact kind, Vec3d p, TriWitness *witness)
{
    if (witness) {
        witness->count = 1;
        witness->point[0] = p;
    }
    return kind;
}

// The longest edge stands for a collapsed triangle.
static void longest_edge(const Triangle *t, Vec3d ends[2])
{
    double best = -1;
    for (int i = 0; i < 3; ++i) {
        Vec3d d = vec3d_sub(t->p[(i + 1) % 3], t->p[i]);
        if (vec3d_dot(d, d) > best) {
            best = vec3d_dot(d, d);
            ends[0] = t->p[i];
            ends[1] = t->p[(i + 1) % 3];
        }
    }
}

static enum TriContact segment_triangle(const Vec3d s[2], const Triangle *t, const Plane *plane,
                                        double size, TriWitness *witness)
{
    double d0 = plane_side(plane, s[0]), d1 = plane_side(plane, s[1]);
    if ((d0 > 0 && d1 > 0) || (d0 < 0 && d1 < 0))
        return TRI_DISJOINT;
    if (d0 == 0 && d1 == 0)
        return coplanar_contact(2, s, t, plane, size, witness);
    Vec3d p = vec3d_lerp(s[0], s[1], d0 / (d0 - d1));
    bool border = d0 == 0 || d1 == 0;
    for (int i = 0; i < 3; ++i) {
        Vec3d inward = vec3d_cross(plane->n, vec3d_sub(t->p[(i + 1) % 3], t->p[i]));
        double d = vec3d_dot(inward, vec3d_sub(p, t->p[i]));
        double zero = PLANE_EPSILON * vec3d_length(inward) * size;
        if (d < -zero)
            return TRI_DISJOINT;
        border |= d <= zero;
    }
    return meet_at(border ? TRI_TOUCH : TRI_PROPER, p, witness);
}

static enum TriContact segment_segment(const Vec3d s[2], const Vec3d t[2], double size,
                                       TriWitness *witness)
{
    ClosestPair best = {INFINITY, s[0], t[0]};
    Vec3d p, q;
    if (segments_perpendicular(s[0], s[1], t[0], t[1], &p, &q))
        closest_pair_improve(&best, p, q);
    for (int i = 0; i < 2; ++i) {
        closest_pair_improve(&best, s[i], segment_closest_to(t[0], t[1], s[i]));
        closest_pair_improve(&best, segment_closest_to(s[0], s[1], t[i]), t[i]);
    }
    double zero = PLANE_EPSILON * size;
    return best.square <= zero * zero ? meet_at(TRI_TOUCH, best.on_a, witness) : TRI_DISJOINT;
}

typedef struct Span {
    double lo, hi; // along the common line
    Vec3d at_lo, at_hi;
} Span;

static Span span_of(const Triangle *t, const double d[3], int axis)
{
    Span span = {INFINITY, -INFINITY, t->p[0], t->p[0]};
    for (int i = 0; i < 3; ++i) {
        int j = i == 2 ? 0 : i + 1;
        Vec3d p;
        if (d[i] == 0)
            p = t->p[i];
        else if ((d[i] > 0 && d[j] < 0) || (d[i] < 0 && d[j] > 0))
            p = vec3d_lerp(t->p[i], t->p[j], d[i] / (d[i] - d[j]));
        else
            continue;
        if (p.v[axis] < span.lo) {
            span.lo = p.v[axis];
            span.at_lo = p;
        }
        if (p.v[axis] > span.hi) {
            span.hi = p.v[axis];
            span.at_hi = p;
        }
    }
    return span;
}

static bool one_side(const double d[3])
{
    return (d[0] > 0 && d[1] > 0 && d[2] > 0) || (d[0] < 0 && d[1] < 0 && d[2] < 0);
}

static bool across(const double d[3])
{
    return (d[0] > 0 || d[1] > 0 || d[2] > 0) && (d[0] < 0 || d[1] < 0 || d[2] < 0);
}

static enum TriContact moeller_contact(const Triangle *a, const Triangle *b, TriWitness *witness)
{
    if (witness)
        witness->count = 0;
    double size = pair_size(a, b), da[3], db[3];
    Plane pb = plane_of(b, size), pa = plane_of(a, size);
    if (pa.degenerate || pb.degenerate) {
        Vec3d s[2], t[2];
        longest_edge(a, s);
        longest_edge(b, t);
        if (!pb.degenerate)
            return segment_triangle(s, b, &pb, size, witness);
        return pa.degenerate ? segment_segment(s, t, size, witness)
                             : segment_triangle(t, a, &pa, size, witness);
    }
    for (int i = 0; i < 3; ++i)
        da[i] = plane_side(&pb, a->p[i]);
    if (one_side(da))
        return TRI_DISJOINT;
    for (int i = 0; i < 3; ++i)
        db[i] = plane_side(&pa, b->p[i]);
    if (one_side(db))
        return TRI_DISJOINT;
    if ((da[0] == 0 && da[1] == 0 && da[2] == 0) || (db[0] == 0 && db[1] == 0 && db[2] == 0))
        return coplanar_contact(3, a->p, b, &pb, size, witness);

    Vec3d line = vec3d_cross(pa.n, pb.n);
    double x = fabs(line.x), y = fabs(line.y), z = fabs(line.z);
    int axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    Span sa = span_of(a, da, axis), sb = span_of(b, db, axis);
    const Span *left = sa.lo >= sb.lo ? &sa : &sb, *right = sa.hi <= sb.hi ? &sa : &sb;
    if (left->lo > right->hi)
        return TRI_DISJOINT;
    bool wide = left->lo < right->hi;
    meet_at(TRI_TOUCH, left->at_lo, witness);
    if (witness && wide) {
        witness->count = 2;
        witness->point[1] = right->at_hi;
    }
    return wide && across(da) && across(db) ? TRI_PROPER : TRI_TOUCH;
}

const TriTest tri_moeller = {
    .name = "Moeller intervals",
    .note =
        "Plain doubles with an epsilon of 1e-12: fast and usual, wrong now and then at contacts.",
    .exact = false,
    .contact = moeller_contact,
};
