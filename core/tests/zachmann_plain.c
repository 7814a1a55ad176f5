#include "core/tests/zachmann_plain.h"

#include "core/base/memory.h"

#include <stdlib.h>
#include <string.h>

static double key_of(const SplitCase *c, int32_t i, int axis, int side)
{
    const Box3 *b = &c->boxes[c->items[i]];
    return side ? -(double)b->lo.v[axis] : (double)b->hi.v[axis];
}

static void list_visits(int32_t count, enum ZachmannOrder order, int32_t *visits)
{
    uint32_t drawn = 0x9E3779B9u;
    for (int32_t v = 0; v < count; ++v)
        visits[v] = order != VISIT_ALTERNATING ? v : v % 2 ? count - 1 - v / 2 : v / 2;
    for (int32_t i = count - 1; order == VISIT_RANDOM && i > 0; --i) {
        drawn = drawn * 1664525u + 1013904223u;
        int32_t j = (int32_t)((drawn >> 8) % (uint32_t)(i + 1)), swap = visits[i];
        visits[i] = visits[j];
        visits[j] = swap;
    }
}

void zachmann_plain_grow(const SplitCase *c, int axis, int which, enum ZachmannOrder order,
                         ZachmannPlain *p)
{
    int side0 = which == ZACHMANN_UU, side1 = which != ZACHMANN_LL;
    int32_t n = c->count, seed[2] = {0, -1}, members[2] = {1, 1};
    for (int32_t i = 1; i < n; ++i)
        if (key_of(c, i, axis, side0) < key_of(c, seed[0], axis, side0))
            seed[0] = i;
    int32_t visits[SPLIT_CASE_MOST];
    list_visits(n, order, visits);
    double sign = which == ZACHMANN_LU ? 1 : -1;
    for (int32_t i = 0; i < n; ++i)
        if (i != seed[0] && (seed[1] < 0 || sign * key_of(c, i, axis, side1) <
                                                sign * key_of(c, seed[1], axis, side1)))
            seed[1] = i;
    p->end[0] = key_of(c, seed[0], axis, side0);
    p->end[1] = key_of(c, seed[1], axis, side1);
    p->second[seed[0]] = false;
    p->second[seed[1]] = true;
    for (int32_t v = 0; v < n; ++v) {
        int32_t i = visits[v];
        if (i == seed[0] || i == seed[1])
            continue;
        double key0 = key_of(c, i, axis, side0), key1 = key_of(c, i, axis, side1);
        // In floats, as the boxes are.
        double growth0 = fmax(0, (double)((float)key0 - (float)p->end[0]));
        double growth1 = fmax(0, (double)((float)key1 - (float)p->end[1]));
        bool second = growth0 > growth1 || (growth0 == growth1 && members[0] > members[1]);
        p->second[i] = second;
        ++members[second];
        p->end[second] = fmax(p->end[second], second ? key1 : key0);
    }
    p->first_count = members[0];
    p->balanced = 10 * members[0] >= n && 10 * members[1] >= n;
}

double zachmann_plain_score(const SplitCase *c, int axis, int which, const ZachmannPlain *p)
{
    if (c->in.cell) {
        double lo = c->in.cell->lo.v[axis], hi = c->in.cell->hi.v[axis];
        double length0 = which == ZACHMANN_UU ? hi + p->end[0] : p->end[0] - lo;
        double length1 = which == ZACHMANN_LL ? p->end[1] - lo : hi + p->end[1];
        return (length0 + length1) * (1 / (hi - lo));
    }
    int32_t part[2][SPLIT_CASE_MOST], count[2] = {0, 0};
    for (int32_t i = 0; i < c->count; ++i)
        part[p->second[i]][count[p->second[i]]++] = c->items[i];
    double score[3] = {0, 0, 0};
    Vec3d whole = vec3d_sub(vec3d_from(c->in.box.hi), vec3d_from(c->in.box.lo));
    for (int k = 0; k < 2; ++k) {
        Box3 box = split_case_union(c, part[k], count[k]);
        Vec3d e = vec3d_sub(vec3d_from(box.hi), vec3d_from(box.lo));
        score[0] += count[k] * (e.x * e.y * e.z);
        score[1] += count[k] * (e.x * e.y + e.y * e.z + e.z * e.x);
        score[2] += count[k] * (e.x + e.y + e.z);
    }
    return whole.x * whole.y * whole.z > 0                                 ? score[0]
           : whole.x * whole.y + whole.y * whole.z + whole.z * whole.x > 0 ? score[1]
                                                                           : score[2];
}

double zachmann_plain_below(const SplitCase *c, const ZachmannPlain *p, int axis, int which,
                            int child)
{
    SplitCase *half = mem_calloc(1, sizeof *half);
    Box3d cell;
    if (!half)
        abort();
    half->mesh = c->mesh;
    half->in = c->in;
    memcpy(half->boxes, c->boxes, sizeof half->boxes);
    for (int32_t i = 0; i < c->count; ++i)
        if (p->second[i] == (child == 1))
            half->items[half->count++] = c->items[i];
    if (c->in.cell) {
        cell = *c->in.cell;
        if (zachmann_side(which, child))
            cell.lo.v[axis] = -p->end[child];
        else
            cell.hi.v[axis] = p->end[child];
        half->in.cell = &cell;
    }
    double least = half->count == 1 ? 0 : INFINITY;
    Box3d box = half->in.cell ? cell : (Box3d){vec3d_from(c->in.box.lo), vec3d_from(c->in.box.hi)};
    for (int k = 0; half->count > 1 && k < 3; ++k)
        for (int w = 0; w < ZACHMANN_CASES && box.hi.v[k] > box.lo.v[k]; ++w) {
            ZachmannPlain next;
            zachmann_plain_grow(half, k, w, VISIT_ALTERNATING, &next);
            if (next.balanced)
                least = fmin(least, zachmann_plain_score(half, k, w, &next));
        }
    mem_free(half);
    return isfinite(least) ? least : 2;
}
