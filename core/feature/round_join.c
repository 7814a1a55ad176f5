// Pieces of one cylinder: halves on both sides of a seam that does not hang together, arcs between the
// teeth of a spline, walls on both sides of a slot. They have one axis and one radius, look the same
// way, and reach as far along the axis that they meet there.
#include "core/base/disjoint.h"
#include "core/feature/round_search.h"

#include <stdlib.h>

#define WINDOW 64.0 // limits: how far the fits of two pieces of one cylinder may be apart

// Pieces in the order of a number that two pieces of one cylinder share: where the axis passes the
// origin, seen from some direction.
typedef struct Key {
    double at;
    int32_t piece;
} Key;

static int by_key(const void *a, const void *b)
{
    const Key *x = a, *y = b;
    if (x->at != y->at)
        return x->at > y->at ? 1 : -1;
    return x->piece < y->piece ? -1 : 1;
}

static Vec3d foot_of(const Cylinder *c)
{
    return vec3d_add_scaled(c->origin, c->axis, -vec3d_dot(c->origin, c->axis));
}

// All corners of b lie on a, which is the larger one.
static bool lies_along(RoundSearch *s, const RoundPiece *a, const RoundPiece *b)
{
    const Cylinder *x = &a->cylinder, *y = &b->cylinder;
    double limit = fmax(a->limit, b->limit);
    if (x->inward != y->inward || fabs(vec3d_dot(x->axis, y->axis)) < 0.99 ||
        fabs(x->radius - y->radius) > WINDOW * limit ||
        fabs(cylinder_height(x, y->origin) + x->radius) > WINDOW * limit)
        return false;
    // Roughly, as there may be thousands on one axis: do they reach each other along it?
    double at = vec3d_dot(vec3d_sub(y->origin, x->origin), x->axis);
    double apart = fabs(at + (b->lo + b->hi) / 2 * (vec3d_dot(x->axis, y->axis) > 0 ? 1 : -1) -
                        (a->lo + a->hi) / 2);
    if (apart > (a->hi - a->lo + b->hi - b->lo) * 0.6 + WINDOW * limit)
        return false;
    double lo = INFINITY, hi = -INFINITY;
    round_search_gather(s, &s->members[b->first], b->count);
    for (size_t i = 0; i < s->point_count; ++i) {
        if (fabs(cylinder_height(x, s->points[i])) > 2 * limit)
            return false;
        double z = vec3d_dot(vec3d_sub(s->points[i], x->origin), x->axis);
        lo = fmin(lo, z);
        hi = fmax(hi, z);
    }
    return lo <= a->hi + 2 * limit && hi >= a->lo - 2 * limit;
}

static bool larger(const RoundPiece *a, const RoundPiece *b)
{
    return a->area > b->area || (a->area == b->area && a->first < b->first);
}

// Makes one piece of a group: its first one. False: memory is short.
static bool fit_group(RoundSearch *s, const Key *group, int32_t count)
{
    int32_t root = group[0].piece;
    RoundPiece whole = s->pieces[root];
    whole.first = (int32_t)s->member_count;
    whole.count = 0;
    whole.area = 0;
    for (int32_t i = 0; i < count; ++i) {
        const RoundPiece *piece = &s->pieces[group[i].piece];
        if (!array_reserve(&s->members, &s->member_capacity, s->member_count + (size_t)piece->count,
                           sizeof *s->members))
            return false;
        memcpy(&s->members[s->member_count], &s->members[piece->first],
               (size_t)piece->count * sizeof *s->members);
        s->member_count += (size_t)piece->count;
        whole.count += piece->count;
        whole.area += piece->area;
        whole.limit = fmax(whole.limit, piece->limit);
        if (larger(piece, &s->pieces[root]))
            whole.cylinder = piece->cylinder; // which knows best
    }
    round_search_gather(s, &s->members[whole.first], whole.count);
    cylinder_refine(&whole.cylinder, s->points, s->point_count, 5);
    if (cylinder_residual(&whole.cylinder, s->points, s->point_count) > whole.limit)
        return true; // they stay what they were
    whole.lo = INFINITY, whole.hi = -INFINITY;
    for (int32_t i = whole.first; i < whole.first + whole.count; ++i) {
        FacetView view = facet_view(s, &whole.cylinder, s->members[i]);
        whole.lo = fmin(whole.lo, view.lo);
        whole.hi = fmax(whole.hi, view.hi);
        s->piece_of[s->members[i]] = root;
    }
    for (int32_t i = 1; i < count; ++i)
        s->pieces[group[i].piece].count = 0;
    s->pieces[root] = whole;
    return true;
}

bool round_search_join(RoundSearch *s)
{
    int32_t count = (int32_t)s->piece_count;
    Key *keys = array_alloc(s->piece_count, sizeof *keys);
    int32_t *parent = array_alloc(s->piece_count, sizeof *parent);
    bool ok = keys && parent;
    Vec3d from =
        vec3d_normalised(vec3d(0.31, 0.74, 0.6)); // no axis of a machine is likely to be so
    double widest = 0;
    for (int32_t i = 0; ok && i < count; ++i) {
        keys[i] = (Key){vec3d_dot(foot_of(&s->pieces[i].cylinder), from), i};
        parent[i] = i;
        widest = fmax(widest, s->pieces[i].limit);
    }
    if (ok && count > 1)
        qsort(keys, (size_t)count, sizeof *keys, by_key);
    for (int32_t i = 0; ok && i < count; ++i) {
        for (int32_t j = i + 1; j < count && keys[j].at - keys[i].at <= WINDOW * widest; ++j) {
            const RoundPiece *a = &s->pieces[keys[i].piece], *b = &s->pieces[keys[j].piece];
            if (lies_along(s, larger(a, b) ? a : b, larger(a, b) ? b : a))
                disjoint_join(parent, keys[i].piece, keys[j].piece);
        }
        ok = !job_cancelled(s->parts->job);
    }
    for (int32_t i = 0; ok && i < count; ++i) // by group
        keys[i] = (Key){disjoint_root(parent, i), i};
    if (ok && count > 1)
        qsort(keys, (size_t)count, sizeof *keys, by_key);
    for (int32_t i = 0, end; ok && i < count; i = end) {
        for (end = i + 1; end < count && keys[end].at == keys[i].at;)
            ++end;
        ok = end == i + 1 || fit_group(s, &keys[i], end - i);
    }
    mem_free(keys);
    mem_free(parent);
    return ok;
}
