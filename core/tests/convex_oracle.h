// The common part of two convex bodies, cut in longer numbers, by a way that shares nothing with the
// code tested.
#ifndef SNUG_CORE_TESTS_CONVEX_ORACLE_H
#define SNUG_CORE_TESTS_CONVEX_ORACLE_H

#include "core/mesh/mesh.h"

typedef struct Wide {
    long double v[3];
} Wide;

typedef struct Facet {
    Wide at[64];
    int count;
} Facet;

typedef struct Body {
    Facet facets[128];
    int count;
} Body;

static inline Wide wide_sub(Wide a, Wide b)
{
    return (Wide){{a.v[0] - b.v[0], a.v[1] - b.v[1], a.v[2] - b.v[2]}};
}

static inline Wide wide_cross(Wide a, Wide b)
{
    return (Wide){{a.v[1] * b.v[2] - a.v[2] * b.v[1], a.v[2] * b.v[0] - a.v[0] * b.v[2],
                   a.v[0] * b.v[1] - a.v[1] * b.v[0]}};
}

static inline long double wide_dot(Wide a, Wide b)
{
    return a.v[0] * b.v[0] + a.v[1] * b.v[1] + a.v[2] * b.v[2];
}

static inline Wide wide_of(Vec3d p)
{
    return (Wide){{p.x, p.y, p.z}};
}

// What lies below the plane through o. The cut itself needs no facet: o is where volumes are measured
// from, and it lies in it.
static inline long double volume_from(const Body *body, Wide o)
{
    long double sum = 0;
    for (int f = 0; f < body->count; ++f)
        for (int i = 1; i + 1 < body->facets[f].count; ++i) {
            const Wide *p = body->facets[f].at;
            sum +=
                wide_dot(wide_sub(p[0], o), wide_cross(wide_sub(p[i], o), wide_sub(p[i + 1], o)));
        }
    return sum / 6;
}

static inline void cut(Facet *facet, Wide o, Wide normal)
{
    Facet from = *facet;
    facet->count = 0;
    for (int i = 0; i < from.count; ++i) {
        int j = (i + 1) % from.count;
        long double d = wide_dot(wide_sub(from.at[i], o), normal);
        long double e = wide_dot(wide_sub(from.at[j], o), normal);
        if (d <= 0)
            facet->at[facet->count++] = from.at[i];
        if ((d <= 0) != (e <= 0)) {
            long double t = d / (d - e);
            for (int k = 0; k < 3; ++k)
                facet->at[facet->count].v[k] =
                    from.at[i].v[k] + t * (from.at[j].v[k] - from.at[i].v[k]);
            ++facet->count;
        }
    }
}

// The common part of two convex meshes: facets of each, cut by all planes of the other. Flush faces
// that look the same way would count twice: those of b are then left out.
static inline double convex_truth(const Mesh *a, const Affine *at_a, const Mesh *b,
                                  const Affine *at_b)
{
    static Body body;
    const Mesh *meshes[2] = {a, b};
    const Affine *at[2] = {at_a, at_b};
    body.count = 0;
    for (int k = 0; k < 2; ++k)
        for (int32_t i = 0; i < meshes[k]->triangle_count; ++i) {
            Triangle t = mesh_triangle(meshes[k], i);
            t = triangle_transformed(&t, at[k]);
            Facet *facet = &body.facets[body.count++];
            *facet = (Facet){{wide_of(t.p[0]), wide_of(t.p[1]), wide_of(t.p[2])}, 3};
            Wide own = wide_cross(wide_sub(facet->at[1], facet->at[0]),
                                  wide_sub(facet->at[2], facet->at[0]));
            for (int32_t j = 0; j < meshes[1 - k]->triangle_count && facet->count > 0; ++j) {
                Triangle u = mesh_triangle(meshes[1 - k], j);
                u = triangle_transformed(&u, at[1 - k]);
                Wide o = wide_of(u.p[0]);
                Wide n = wide_cross(wide_sub(wide_of(u.p[1]), o), wide_sub(wide_of(u.p[2]), o));
                bool flush = true;
                for (int c = 0; c < 3; ++c)
                    flush &= fabsl(wide_dot(wide_sub(wide_of(t.p[c]), o), n)) <= 0;
                if (flush && (k == 1 || wide_dot(own, n) < 0))
                    facet->count = 0;
                else if (!flush)
                    cut(facet, o, n);
            }
        }
    return (double)volume_from(&body, (Wide){{0, 0, 0}});
}

#endif
