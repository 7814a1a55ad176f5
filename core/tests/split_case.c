#include "core/tests/split_case.h"
#include "core/base/rounding.h"

#include <string.h>

enum Kind { LOOSE, GRID, FLAT, LINE, ALIKE, KINDS };

static double snapped(double x, enum Kind kind)
{
    return kind == LOOSE ? x : round(4 * x) / 4;
}

void split_case_make(SplitCase *c, Rng *rng, int32_t most)
{
    int32_t n = 2 + rng_below(rng, most - 1);
    enum Kind kind = (enum Kind)rng_below(rng, KINDS);
    c->count = n;
    c->mesh = mesh_create(3 * n, n);
    for (int32_t i = 0; i < n; ++i) {
        Vec3d at = rng_in_cube(rng, 2);
        for (int v = 0; v < 3; ++v) {
            Vec3d p = vec3d_add(at, rng_in_cube(rng, 0.5));
            for (int k = 0; k < 3; ++k)
                p.v[k] = snapped(p.v[k], kind);
            if (kind == FLAT || kind == LINE)
                p.z = 0.5;
            if (kind == LINE)
                p.y = -0.25;
            c->mesh->vertices[3 * i + v] = kind == ALIKE && i > 0 ? c->mesh->vertices[v] : p;
            c->mesh->triangles[i][v] = 3 * i + v;
        }
        Triangle t = mesh_triangle(c->mesh, i);
        for (int k = 0; k < 3; ++k) {
            c->boxes[i].lo.v[k] = float_below(fmin(t.p[0].v[k], fmin(t.p[1].v[k], t.p[2].v[k])));
            c->boxes[i].hi.v[k] = float_above(fmax(t.p[0].v[k], fmax(t.p[1].v[k], t.p[2].v[k])));
        }
        c->items[i] = i;
    }
    for (int32_t i = n - 1; i > 0; --i) {
        int32_t j = rng_below(rng, i + 1), swap = c->items[i];
        c->items[i] = c->items[j];
        c->items[j] = swap;
    }
    c->in =
        (SplitInput){.mesh = c->mesh, .boxes = c->boxes, .box = split_case_union(c, c->items, n)};
}

void split_case_free(SplitCase *c)
{
    mesh_release(c->mesh);
}

Box3 split_case_union(const SplitCase *c, const int32_t *items, int32_t count)
{
    Box3 u = c->boxes[items[0]];
    for (int32_t i = 1; i < count; ++i) {
        for (int k = 0; k < 3; ++k) {
            u.lo.v[k] = fminf(u.lo.v[k], c->boxes[items[i]].lo.v[k]);
            u.hi.v[k] = fmaxf(u.hi.v[k], c->boxes[items[i]].hi.v[k]);
        }
    }
    return u;
}

bool split_case_is_split(const SplitCase *c, const SplitChoice *choice)
{
    bool seen[SPLIT_CASE_MOST] = {false};
    for (int32_t i = 0; i < c->count; ++i) {
        if (c->items[i] < 0 || c->items[i] >= c->count || seen[c->items[i]])
            return false;
        seen[c->items[i]] = true;
    }
    return choice->left_count > 0 && choice->left_count < c->count;
}
