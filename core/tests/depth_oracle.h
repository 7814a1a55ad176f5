// Is a part deeper in another one than a tolerance? An oracle that shares nothing with
// core/contact: inside is where the solid angles of all triangles add up to something, distances
// are those to all triangles, and the answer is a proof: either a point that is too deep, or pieces
// that cover the whole surface, none of which can have one.
//
// For a point p of a piece with centre c and radius r, and any triangle T of the other part:
// - its depth is at most its distance from T. That is a convex function, so on the piece it is
//   largest at a corner;
// - the depth, taken as negative outside, changes by at most r from c to p.
#ifndef SNUG_CORE_TESTS_DEPTH_ORACLE_H
#define SNUG_CORE_TESTS_DEPTH_ORACLE_H

#include "core/assembly/assembly.h"

#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static inline double oracle_min(double x, double y) // fmin is a call
{
    return x < y ? x : y;
}

static inline double oracle_max(double x, double y)
{
    return x > y ? x : y;
}

typedef struct OracleSolid {
    Triangle *triangles; // in the world
    int32_t count;
    Box3d box;
} OracleSolid;

static inline OracleSolid oracle_solid_create(const Mesh *mesh, const Affine *placement)
{
    OracleSolid solid = {calloc((size_t)mesh->triangle_count + 1, sizeof(Triangle)),
                         mesh->triangle_count, box3d_empty()};
    assert_non_null(solid.triangles);
    for (int32_t i = 0; i < solid.count; ++i) {
        for (int k = 0; k < 3; ++k) {
            Vec3d p = affine_apply(placement, mesh->vertices[mesh->triangles[i][k]]);
            solid.triangles[i].p[k] = p;
            solid.box = box3d_including(solid.box, p);
        }
    }
    return solid;
}

static inline void oracle_solid_free(OracleSolid *solid)
{
    free(solid->triangles);
    *solid = (OracleSolid){0};
}

// How often the surface goes around p, which is not on it: solid angles by van Oosterom and
// Strackee.
static inline bool oracle_is_inside(const OracleSolid *solid, Vec3d p)
{
    double sum = 0;
    for (int32_t i = 0; i < solid->count; ++i) {
        Vec3d v[3];
        double l[3];
        for (int k = 0; k < 3; ++k) {
            v[k] = vec3d_sub(solid->triangles[i].p[k], p);
            l[k] = sqrt(vec3d_dot(v[k], v[k]));
        }
        sum += 2 * atan2(vec3d_dot(v[0], vec3d_cross(v[1], v[2])),
                         l[0] * l[1] * l[2] + vec3d_dot(v[0], v[1]) * l[2] +
                             vec3d_dot(v[1], v[2]) * l[0] + vec3d_dot(v[2], v[0]) * l[1]);
    }
    return fabs(sum) > 6.283185307179586; // half of the full 4 pi
}

static inline double oracle_edge_square(Vec3d p, Vec3d a, Vec3d b)
{
    Vec3d ab = vec3d_sub(b, a), ap = vec3d_sub(p, a);
    double whole = vec3d_dot(ab, ab);
    double t = whole > 0 ? oracle_min(1, oracle_max(0, vec3d_dot(ap, ab) / whole)) : 0;
    Vec3d d = vec3d_sub(ap, vec3d_scale(ab, t));
    return vec3d_dot(d, d);
}

static inline double oracle_distance(Vec3d p, const Triangle *t)
{
    Vec3d ab = vec3d_sub(t->p[1], t->p[0]), ac = vec3d_sub(t->p[2], t->p[0]);
    Vec3d n = vec3d_cross(ab, ac), ap = vec3d_sub(p, t->p[0]);
    double square = vec3d_dot(n, n);
    double u = vec3d_dot(vec3d_cross(ap, ac), n), v = vec3d_dot(vec3d_cross(ab, ap), n);
    if (square > 0 && u >= 0 && v >= 0 && u + v <= square)
        return fabs(vec3d_dot(ap, n)) / sqrt(square);
    double least = oracle_edge_square(p, t->p[0], t->p[1]);
    least = oracle_min(least, oracle_edge_square(p, t->p[1], t->p[2]));
    return sqrt(oracle_min(least, oracle_edge_square(p, t->p[2], t->p[0])));
}

typedef struct DepthOracle {
    const OracleSolid *solid;
    double tolerance;
    Box3d box;        // of the solid: outside of it nothing is inside
    double *distance; // from the centre of the piece at hand
    int32_t *lists;   // of near triangles, one after the other: one per piece that is being cut
    size_t list_end, list_room;
    int64_t pieces_left; // before it gives up
    int64_t pieces, inside_tests, distances;
    double deepest; // of the points looked at
} DepthOracle;

typedef struct OraclePiece {
    Triangle corners;
    // What is known from the piece it was cut from: whether its centre is inside, up to `sure` away
    // from it.
    Vec3d known_at;
    double sure;
    bool known_inside;
    // Triangles of the solid that may be the nearest ones of a point of it.
    const int32_t *near;
    int32_t near_count;
} OraclePiece;

static inline bool oracle_misses_box(const Triangle *t, const Box3d *box)
{
    for (int k = 0; k < 3; ++k) {
        double lo = oracle_min(oracle_min(t->p[0].v[k], t->p[1].v[k]), t->p[2].v[k]);
        double hi = oracle_max(oracle_max(t->p[0].v[k], t->p[1].v[k]), t->p[2].v[k]);
        if (hi < box->lo.v[k] || lo > box->hi.v[k])
            return true;
    }
    return false;
}

// True: a point of it is deeper than the tolerance. False: none is.
static inline bool oracle_piece_is_deep(DepthOracle *o, const OraclePiece *piece)
{
    const Triangle *t = &piece->corners;
    if (oracle_misses_box(t, &o->box))
        return false;
    ++o->pieces;
    if (--o->pieces_left < 0)
        fail_msg("no proof after 20 million pieces");
    Vec3d c = vec3d_scale(vec3d_add(vec3d_add(t->p[0], t->p[1]), t->p[2]), 1.0 / 3);
    double r = 0, d = INFINITY, bound = INFINITY;
    for (int k = 0; k < 3; ++k)
        r = oracle_max(r, vec3d_distance(c, t->p[k]));
    double *distance = o->distance;
    o->distances += piece->near_count;
    for (int32_t i = 0; i < piece->near_count; ++i) {
        const Triangle *other = &o->solid->triangles[piece->near[i]];
        distance[i] = oracle_distance(c, other);
        d = oracle_min(d, distance[i]);
        if (distance[i] > o->tolerance)
            continue;
        double most = 0;
        for (int k = 0; k < 3; ++k)
            most = oracle_max(most, oracle_distance(t->p[k], other));
        bound = oracle_min(bound, most);
    }
    bool deep = false, done = bound <= o->tolerance || d + r <= o->tolerance;
    bool inside = piece->known_inside;
    double sure = piece->sure;
    Vec3d known_at = piece->known_at;
    // Only where the side decides something: a point that is too deep, or a piece that is outside.
    if (!done && (d > o->tolerance || r - d <= o->tolerance)) {
        if (vec3d_distance(c, known_at) >= sure) {
            bool out = oracle_misses_box(&(Triangle){{c, c, c}}, &o->box);
            inside = !out && oracle_is_inside(o->solid, c);
            o->inside_tests += !out;
        }
        known_at = c;
        sure = d;
        if (inside)
            o->deepest = oracle_max(o->deepest, d);
        deep = inside && d > o->tolerance;
        done = deep || (!inside && r - d <= o->tolerance);
    }
    if (!done) {
        // Cut across the longest side.
        int32_t kept = 0, *list = o->lists + o->list_end;
        assert_true(o->list_end + (size_t)piece->near_count <= o->list_room);
        for (int32_t i = 0; i < piece->near_count; ++i)
            if (distance[i] <= d + 2 * r)
                list[kept++] = piece->near[i];
        o->list_end += (size_t)kept;
        int longest = 0;
        for (int k = 1; k < 3; ++k)
            if (vec3d_distance(t->p[k], t->p[(k + 1) % 3]) >
                vec3d_distance(t->p[longest], t->p[(longest + 1) % 3]))
                longest = k;
        Vec3d a = t->p[longest], b = t->p[(longest + 1) % 3], e = t->p[(longest + 2) % 3];
        Vec3d middle = vec3d_scale(vec3d_add(a, b), 0.5);
        OraclePiece part = {{{a, middle, e}}, known_at, sure, inside, list, kept};
        deep = oracle_piece_is_deep(o, &part);
        part.corners = (Triangle){{middle, b, e}};
        deep = deep || oracle_piece_is_deep(o, &part);
        o->list_end -= (size_t)kept;
    }
    return deep;
}

// A few points of each triangle first: what is deep over an area is found at once.
static inline bool oracle_sample_is_deep(DepthOracle *o, const Triangle *t)
{
    enum { STEPS = 4 };
    for (int i = 0; i <= STEPS; ++i) {
        for (int j = 0; i + j <= STEPS; ++j) {
            double u = (i + 1.0 / 3) / (STEPS + 1), v = (j + 1.0 / 3) / (STEPS + 1), d = INFINITY;
            Vec3d p = vec3d_add(vec3d_scale(t->p[0], 1 - u - v),
                                vec3d_add(vec3d_scale(t->p[1], u), vec3d_scale(t->p[2], v)));
            if (oracle_misses_box(&(Triangle){{p, p, p}}, &o->box))
                continue;
            for (int32_t k = 0; k < o->solid->count && d > o->tolerance; ++k)
                d = oracle_min(d, oracle_distance(p, &o->solid->triangles[k]));
            if (d > o->tolerance && oracle_is_inside(o->solid, p)) {
                o->deepest = oracle_max(o->deepest, d);
                return true;
            }
        }
    }
    return false;
}

static inline bool oracle_samples_are_deep(DepthOracle *o, const OracleSolid *surface,
                                           const OracleSolid *solid)
{
    bool deep = false;
    o->solid = solid;
    o->box = solid->box;
    for (int32_t i = 0; i < surface->count && !deep; ++i)
        deep = !oracle_misses_box(&surface->triangles[i], &o->box) &&
               oracle_sample_is_deep(o, &surface->triangles[i]);
    return deep;
}

static inline bool oracle_surface_is_deep(DepthOracle *o, const OracleSolid *surface,
                                          const OracleSolid *solid)
{
    bool deep = false;
    o->solid = solid;
    o->box = solid->box;
    o->list_room = 64 * (size_t)solid->count + 1; // as deep as pieces are ever cut
    o->lists = malloc(o->list_room * sizeof *o->lists);
    o->distance = malloc(((size_t)solid->count + 1) * sizeof *o->distance);
    assert_non_null(o->lists);
    assert_non_null(o->distance);
    for (int32_t i = 0; i < solid->count; ++i)
        o->lists[i] = i;
    o->list_end = (size_t)solid->count;
    for (int32_t i = 0; i < surface->count && !deep; ++i) {
        OraclePiece whole = {.corners = surface->triangles[i],
                             .known_at = vec3d(INFINITY, 0, 0),
                             .near = o->lists,
                             .near_count = solid->count};
        deep = oracle_piece_is_deep(o, &whole);
    }
    free(o->lists);
    free(o->distance);
    return deep;
}

// Has the surface of one of two closed parts a point that is deeper in the other one than the
// tolerance?
static inline bool oracle_is_deep(DepthOracle *o, const OracleSolid *a, const OracleSolid *b,
                                  double tolerance)
{
    o->tolerance = tolerance;
    o->pieces_left = 20000000;
    return oracle_samples_are_deep(o, a, b) || oracle_samples_are_deep(o, b, a) ||
           oracle_surface_is_deep(o, a, b) || oracle_surface_is_deep(o, b, a);
}

#endif
