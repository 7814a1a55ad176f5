// Planes: from large triangles to small ones, each grows over its edges as far as corners stay in its
// plane. The plane is fitted anew whenever it has doubled: the sum of its triangles' area vectors depends
// on its border alone, so that small triangles within, whose normals are mostly noise, do no harm.
#include "core/feature/surface_parts.h"

#include <stdlib.h>

#define FLAT_WITHIN 4.0 // in noises: corners of both triangles and of the plane are moved by one
#define MOST_TURN 0.2   // radians, however short a triangle is
#define SMALLER 0.2     // of a facet's area: a neighbour in a round surface has at least that
#define ALIKE 4.0       // of turns over two of its sides
enum { NEIGHBOURS = 8 };

typedef struct Sized {
    double area;
    int32_t triangle;
} Sized;

typedef struct Growth {
    const SurfaceParts *parts;
    double tolerance;
    int32_t *region_of; // per triangle; -1: none yet
    Vec3d area, moment; // sums over its triangles: vectors of area, and places weighted by area
    double weight;
    Vec3d normal, origin;
} Growth;

static int by_area(const void *a, const void *b)
{
    const Sized *x = a, *y = b;
    if (x->area != y->area)
        return x->area > y->area ? -1 : 1;
    return x->triangle < y->triangle ? -1 : 1;
}

static void add_triangle(Growth *g, int32_t triangle)
{
    Triangle t = mesh_triangle(g->parts->mesh, triangle);
    Vec3d cross = triangle_cross(&t);
    double weight = vec3d_length(cross);
    Vec3d sum = vec3d_add(vec3d_add(t.p[0], t.p[1]), t.p[2]);
    g->area = vec3d_add(g->area, cross);
    g->moment = vec3d_add_scaled(g->moment, sum, weight / 3);
    g->weight += weight;
}

static void fit(Growth *g)
{
    g->normal = vec3d_normalised(g->area);
    g->origin = vec3d_scale(g->moment, 1 / g->weight);
}

static bool lies_in(const Growth *g, int32_t triangle)
{
    Triangle t = mesh_triangle(g->parts->mesh, triangle);
    Vec3d cross = triangle_cross(&t);
    double longest = 0, twice = vec3d_length(cross);
    for (int k = 0; k < 3; ++k) {
        if (!(fabs(vec3d_dot(vec3d_sub(t.p[k], g->origin), g->normal)) <= g->tolerance))
            return false;
        longest = fmax(longest, vec3d_distance(t.p[k], t.p[(k + 1) % 3]));
    }
    // A needle's normal says nothing.
    double height = longest > 0 ? twice / longest : 0;
    if (height <= FLAT_WITHIN * g->tolerance)
        return true;
    double turn = vec3d_distance(vec3d_scale(cross, 1 / twice), g->normal);
    return turn <= fmin(MOST_TURN, g->tolerance / height + 1e-7);
}

// Appends the triangles of the region to the drafts.
static bool grow(Growth *g, int32_t seed, int32_t region, FeatureDrafts *drafts)
{
    const SurfaceParts *parts = g->parts;
    size_t first = drafts->triangle_count, refit = 2;
    g->area = g->moment = vec3d(0, 0, 0);
    g->weight = 0;
    add_triangle(g, seed);
    fit(g);
    g->region_of[seed] = region;
    if (!drafts_add_triangle(drafts, seed))
        return false;
    for (size_t at = first; at < drafts->triangle_count; ++at) {
        int32_t t = drafts->triangles[at];
        for (int32_t side = 3 * t; side < 3 * t + 3; ++side) {
            int32_t twin = side_twin(parts->topology, side), other = twin / 3;
            if (twin < 0 || g->region_of[other] >= 0 || parts->round[other] || !lies_in(g, other))
                continue;
            g->region_of[other] = region;
            add_triangle(g, other);
            if (!drafts_add_triangle(drafts, other))
                return false;
        }
        if (at - first + 1 == refit) {
            fit(g);
            refit *= 2;
            if (job_cancelled(parts->job))
                return false;
        }
    }
    fit(g);
    return true;
}

static Feature measure(const Growth *g, const FeatureDrafts *drafts, size_t first)
{
    const SurfaceParts *parts = g->parts;
    Feature plane = {.kind = FEATURE_PLANE,
                     .origin = g->origin,
                     .axis = g->normal,
                     .area = g->weight / 2,
                     .parent = -1,
                     .face = -1,
                     .first = (int32_t)first,
                     .count = (int32_t)(drafts->triangle_count - first)};
    double longest = -1;
    for (size_t i = first; i < drafts->triangle_count; ++i) {
        int32_t t = drafts->triangles[i];
        Triangle corners = mesh_triangle(parts->mesh, t);
        for (int k = 0; k < 3; ++k) {
            Vec3d from = vec3d_sub(corners.p[k], g->origin);
            plane.radius = fmax(plane.radius, vec3d_length(from));
            plane.residual = fmax(plane.residual, fabs(vec3d_dot(from, g->normal)));
            int32_t twin = side_twin(parts->topology, 3 * t + k);
            bool border = twin < 0 || g->region_of[twin / 3] != g->region_of[t];
            Vec3d edge = vec3d_sub(corners.p[(k + 1) % 3], corners.p[k]);
            double length = vec3d_length(edge);
            if (!border || length <= longest * (1 + 1e-9))
                continue;
            longest = length;
            plane.side = edge;
        }
    }
    plane.side = vec3d_normalised(
        vec3d_add_scaled(plane.side, g->normal, -vec3d_dot(plane.side, g->normal)));
    return plane;
}

// One of many facets that a round surface was cut into: over two of its sides it turns, by nearly the
// same angle and smoothly, into others that are not much smaller.
static bool is_facet(const Growth *g, const FeatureDrafts *drafts, size_t index)
{
    const SurfaceParts *parts = g->parts;
    const Feature *plane = &drafts->items[index];
    int32_t found[NEIGHBOURS];
    double turns[NEIGHBOURS];
    int count = 0;
    for (int32_t i = plane->first; i < plane->first + plane->count; ++i) {
        int32_t t = drafts->triangles[i];
        for (int32_t side = 3 * t; side < 3 * t + 3; ++side) {
            int32_t twin =
                side_is_crease(parts->topology, side) ? -1 : side_twin(parts->topology, side);
            int32_t other = twin >= 0 ? g->region_of[twin / 3] : -1;
            if (other < 0 || other == (int32_t)index ||
                drafts->items[other].area < SMALLER * plane->area)
                continue;
            double turn = vec3d_distance(plane->axis, drafts->items[other].axis);
            bool known = false, alike = false;
            for (int k = 0; k < count; ++k) {
                known |= found[k] == other;
                alike |= turn <= ALIKE * turns[k] && turns[k] <= ALIKE * turn;
            }
            if (known)
                continue;
            if (alike)
                return true;
            if (count < NEIGHBOURS) {
                found[count] = other;
                turns[count++] = turn;
            }
        }
    }
    return false;
}

static bool grow_all(Growth *g, const Sized *order, FeatureDrafts *drafts)
{
    int32_t count = g->parts->mesh->triangle_count;
    for (int32_t i = 0; i < count && order[i].area > 0; ++i) {
        int32_t seed = order[i].triangle;
        if (!job_tick(g->parts->job, (size_t)i, (size_t)count, 0.6, 0.9))
            return false;
        if (g->region_of[seed] >= 0 || g->parts->round[seed])
            continue;
        size_t first = drafts->triangle_count;
        if (!grow(g, seed, (int32_t)drafts->count, drafts))
            return false;
        Feature plane = measure(g, drafts, first);
        if (!drafts_add(drafts, &plane))
            return false;
    }
    return true;
}

static bool keep_faces(const Growth *g, const FeatureDrafts *all, FeatureDrafts *out)
{
    for (size_t i = 0; i < all->count; ++i) {
        if (is_facet(g, all, i))
            continue;
        Feature plane = all->items[i];
        plane.first = (int32_t)out->triangle_count;
        for (int32_t k = 0; k < plane.count; ++k)
            if (!drafts_add_triangle(out, all->triangles[all->items[i].first + k]))
                return false;
        if (!drafts_add(out, &plane))
            return false;
    }
    return true;
}

bool planes_find(const SurfaceParts *parts, FeatureDrafts *out)
{
    int32_t count = parts->mesh->triangle_count;
    Growth g = {.parts = parts, .tolerance = FLAT_WITHIN * parts->noise};
    FeatureDrafts all = {0};
    Sized *order = array_alloc((size_t)count, sizeof *order);
    g.region_of = array_alloc((size_t)count, sizeof *g.region_of);
    bool ok = order && g.region_of;
    for (int32_t t = 0; ok && t < count; ++t) {
        Triangle corners = mesh_triangle(parts->mesh, t);
        order[t] = (Sized){vec3d_length(triangle_cross(&corners)), t};
        g.region_of[t] = -1;
    }
    if (ok)
        qsort(order, (size_t)count, sizeof *order, by_area);
    ok = ok && grow_all(&g, order, &all) && keep_faces(&g, &all, out);
    mem_free(order);
    mem_free(g.region_of);
    drafts_free(&all);
    return ok;
}
