// Distance of two triangles. The closest points lie on two edges, or on a corner and a face; and
// if the slab between two points, across their line, holds nothing of either triangle, no points
// are closer (convexity). So the candidates are tried, likely ones first, until one is proved by
// its slab. What cannot be proved that way touches or nearly does: it is left to the exact test
// and to all candidates.
#include "core/shape/predicates.h"
#include "core/shape/segment.h"
#include "core/shape/triangle/tri.h"
#include "core/shape/triangle/variants.h"

#include <float.h>

// fmax and fmin are calls, for the sake of NaNs; there are none here.
static inline double larger(double x, double y)
{
    return x > y ? x : y;
}

static inline double smaller(double x, double y)
{
    return x < y ? x : y;
}

typedef struct Spot {
    Vec3d at;
    TriFeature feature;
} Spot;

typedef struct Side {
    const Triangle *t;
    Vec3d edge[3]; // from corner i to corner i + 1
    Vec3d normal;
    double size;  // an upper bound of the diameter
    double scale; // the same and how far from the origin: what rounding is relative to
} Side;

static Side side_of(const Triangle *t)
{
    Side s = {.t = t};
    for (int i = 0; i < 3; ++i) {
        s.edge[i] = vec3d_sub(t->p[(i + 1) % 3], t->p[i]);
        s.size = larger(s.size, fabs(s.edge[i].x) + fabs(s.edge[i].y) + fabs(s.edge[i].z));
    }
    s.normal = vec3d_cross(s.edge[0], s.edge[1]);
    s.scale = s.size + fabs(t->p[0].x) + fabs(t->p[0].y) + fabs(t->p[0].z);
    return s;
}

static Spot corner(const Triangle *t, int i)
{
    return (Spot){t->p[i], {TRI_VERTEX, (uint8_t)i}};
}

// The foot of the perpendicular from p, if it falls into the triangle. A collapsed one has no face;
// its edges are looked at anyway.
static bool foot_in_face(const Side *side, Vec3d p, Spot *foot)
{
    Vec3d u = side->edge[0], v = vec3d_scale(side->edge[2], -1), n = side->normal;
    Vec3d w = vec3d_sub(p, side->t->p[0]);
    double square = vec3d_dot(n, n);
    double s = vec3d_dot(vec3d_cross(w, v), n), r = vec3d_dot(vec3d_cross(u, w), n);
    if (!(square > 0 && s >= 0 && r >= 0 && s + r <= square))
        return false;
    foot->at = vec3d_add_scaled(vec3d_add_scaled(side->t->p[0], u, s / square), v, r / square);
    foot->feature = (TriFeature){TRI_FACE, 0};
    return true;
}

enum Slab { SLAB_OPEN, SLAB_CLOSEST, SLAB_BEYOND };

// What the slab across d = q - p says: that p and q are closest, that the triangles are at least
// `below` apart, or nothing. With L the scale of the pair, points err by less than 2^-52 L and each
// product by less than 8 2^-53 L |d|, so gaps and distances err by less than 2e-15 L.
static enum Slab slab_between(const Side *a, const Side *b, Vec3d p, Vec3d q, double below)
{
    Vec3d d = vec3d_sub(q, p);
    double square = vec3d_dot(d, d), reach_a = -INFINITY, reach_b = INFINITY;
    for (int k = 0; k < 3; ++k) {
        reach_a = larger(reach_a, vec3d_dot(d, vec3d_sub(a->t->p[k], p)));
        reach_b = smaller(reach_b, vec3d_dot(d, vec3d_sub(b->t->p[k], q)));
    }
    double length = sqrt(square), slack = 2e-15 * (a->scale + b->scale);
    double over = larger(reach_a, 0) + larger(-reach_b, 0);
    if (over <= slack * length && length > 1e6 * slack)
        return SLAB_CLOSEST;
    if (square - reach_a + reach_b > (below + slack) * length)
        return SLAB_BEYOND;
    return SLAB_OPEN;
}

// All of `from` on one side of the other's plane: its nearest corner may be the closest point, and
// the plane alone may show that they are too far apart.
static enum Slab face_first(const Side *from, const Side *face, double below, Spot *on_from,
                            Spot *on_face)
{
    double square = vec3d_dot(face->normal, face->normal);
    if (!(square > 0))
        return SLAB_OPEN;
    double height[3];
    for (int k = 0; k < 3; ++k)
        height[k] = vec3d_dot(face->normal, vec3d_sub(from->t->p[k], face->t->p[0]));
    if (!((height[0] > 0 && height[1] > 0 && height[2] > 0) ||
          (height[0] < 0 && height[1] < 0 && height[2] < 0)))
        return SLAB_OPEN;
    int nearest = 0;
    for (int k = 1; k < 3; ++k)
        if (fabs(height[k]) < fabs(height[nearest]))
            nearest = k;
    // The normal of a needle may be wrong altogether: planes are trusted where it is not.
    double size = from->scale + face->scale;
    if (square > 1e-12 * face->size * face->size * face->size * face->size &&
        height[nearest] * height[nearest] > 1e-12 * size * size * square &&
        fabs(height[nearest]) > 1.000001 * below * sqrt(square))
        return SLAB_BEYOND;
    if (!foot_in_face(face, from->t->p[nearest], on_face))
        return SLAB_OPEN;
    *on_from = corner(from->t, nearest);
    return slab_between(from, face, on_from->at, on_face->at, below);
}

static Spot on_edge(const Triangle *t, int edge, Vec3d direction, double along)
{
    if (along <= 0)
        return corner(t, edge);
    if (along >= 1)
        return corner(t, (edge + 1) % 3);
    return (Spot){vec3d_add_scaled(t->p[edge], direction, along), {TRI_EDGE, (uint8_t)edge}};
}

static double clamped(double x)
{
    return x > 0 ? smaller(x, 1) : 0;
}

// Closest points of two edges by clamping one parameter after the other: quick, and inaccurate for
// nearly parallel ones, which the slab will not prove.
static void edges_closest(const Side *a, int i, const Side *b, int j, Spot *p, Spot *q)
{
    Vec3d u = a->edge[i], v = b->edge[j], w = vec3d_sub(a->t->p[i], b->t->p[j]);
    double uu = vec3d_dot(u, u), vv = vec3d_dot(v, v), uv = vec3d_dot(u, v);
    double uw = vec3d_dot(u, w), vw = vec3d_dot(v, w);
    double denominator = uu * vv - uv * uv;
    double s = denominator > 0 ? clamped((uv * vw - uw * vv) / denominator) : 0;
    double t = vv > 0 ? (uv * s + vw) / vv : 0;
    if (t < 0 || t > 1) {
        t = t < 0 ? 0 : 1;
        s = uu > 0 ? clamped((uv * t - uw) / uu) : 0;
    }
    *p = on_edge(a->t, i, u, s);
    *q = on_edge(b->t, j, v, t);
}

static double improve(ClosestPair *best, TriClosest *out, Spot p, Spot q)
{
    double before = best->square;
    closest_pair_improve(best, p.at, q.at);
    if (best->square < before)
        *out = (TriClosest){sqrt(best->square), p.at, q.at, p.feature, q.feature};
    return best->square;
}

static Spot closest_on_edge(const Side *side, int i, Vec3d p)
{
    double square = vec3d_dot(side->edge[i], side->edge[i]);
    double along = vec3d_dot(vec3d_sub(p, side->t->p[i]), side->edge[i]);
    return on_edge(side->t, i, side->edge[i], along > 0 ? along / square : 0);
}

// Which feature a point that lies on the triangle belongs to, to 1e-12 of its size.
static TriFeature feature_at(const Side *side, Vec3d p)
{
    double slack = 1e-12 * side->size;
    for (int i = 0; i < 3; ++i)
        if (vec3d_distance(p, side->t->p[i]) <= slack)
            return (TriFeature){TRI_VERTEX, (uint8_t)i};
    for (int i = 0; i < 3; ++i)
        if (vec3d_distance(p, closest_on_edge(side, i, p).at) <= slack)
            return (TriFeature){TRI_EDGE, (uint8_t)i};
    return (TriFeature){TRI_FACE, 0};
}

// Nothing was proved: the exact test decides on contact, then every candidate is measured with
// formulas that stay accurate for nearly parallel edges.
static void search_all(const Side *a, const Side *b, TriClosest *out)
{
    TriWitness witness;
    if (tri_exact.contact(a->t, b->t, &witness) != TRI_DISJOINT) {
        Vec3d at = witness.point[0];
        *out = (TriClosest){0, at, at, feature_at(a, at), feature_at(b, at)};
        return;
    }
    ClosestPair best = {.square = INFINITY};
    Spot p, q;
    for (int i = 0; i < 3; ++i) {
        if (foot_in_face(b, a->t->p[i], &q))
            improve(&best, out, corner(a->t, i), q);
        if (foot_in_face(a, b->t->p[i], &p))
            improve(&best, out, p, corner(b->t, i));
        for (int j = 0; j < 3; ++j) {
            if (segments_perpendicular(a->t->p[i], a->t->p[(i + 1) % 3], b->t->p[j],
                                       b->t->p[(j + 1) % 3], &p.at, &q.at)) {
                p.feature = (TriFeature){TRI_EDGE, (uint8_t)i};
                q.feature = (TriFeature){TRI_EDGE, (uint8_t)j};
                improve(&best, out, p, q);
            }
            improve(&best, out, corner(a->t, i), closest_on_edge(b, j, a->t->p[i]));
            improve(&best, out, closest_on_edge(a, i, b->t->p[j]), corner(b->t, j));
        }
    }
    // Triangles an ulp apart may round to the same points, but 0 is kept for those that meet.
    if (!(out->value > 0))
        out->value = DBL_MIN;
}

static double settle(Spot p, Spot q, TriClosest *out)
{
    *out = (TriClosest){vec3d_distance(p.at, q.at), p.at, q.at, p.feature, q.feature};
    return out->value;
}

double tri_closest(const Triangle *triangle_a, const Triangle *triangle_b, double below,
                   TriClosest *out)
{
    Side a = side_of(triangle_a), b = side_of(triangle_b);
    Spot p, q;
    *out = (TriClosest){.value = INFINITY};
    enum Slab found = face_first(&a, &b, below, &p, &q);
    if (found == SLAB_OPEN)
        found = face_first(&b, &a, below, &q, &p);
    for (int i = 0; i < 3 && found == SLAB_OPEN; ++i) {
        for (int j = 0; j < 3 && found == SLAB_OPEN; ++j) {
            edges_closest(&a, i, &b, j, &p, &q);
            found = slab_between(&a, &b, p.at, q.at, below);
        }
    }
    if (found == SLAB_CLOSEST)
        return settle(p, q, out);
    if (found == SLAB_OPEN)
        search_all(&a, &b, out);
    return out->value;
}
