#include "core/meaning/patch.h"

#include <assert.h>

enum { POLYGON_MAX = 16, VISIT_MAX = 96 };

// A convex polygon in the plane of a patch, by the inward normals of its edges.
typedef struct Shadow {
    int32_t count;
    Vec3d p[POLYGON_MAX], in[POLYGON_MAX];
    double slack;
} Shadow;

static Vec3d projected(const Patch *patch, Vec3d p)
{
    return vec3d_add_scaled(p, patch->normal, -vec3d_dot(patch->normal, vec3d_sub(p, patch->at)));
}

// False when nothing of its area is left in the projection.
static bool cast(Shadow *shadow, const Patch *patch, const Vec3d *polygon, int32_t count)
{
    double area = 0, size = 0;
    shadow->count = count;
    for (int32_t i = 0; i < count; ++i)
        shadow->p[i] = projected(patch, polygon[i]);
    for (int32_t i = 0; i < count; ++i) {
        Vec3d u = vec3d_sub(shadow->p[i], shadow->p[0]);
        Vec3d v = vec3d_sub(shadow->p[(i + 1) % count], shadow->p[0]);
        area += vec3d_dot(patch->normal, vec3d_cross(u, v));
        size = fmax(size, vec3d_dot(u, u));
    }
    if (!(fabs(area) > 1e-6 * size))
        return false;
    shadow->slack = 1e-9 * sqrt(size);
    for (int32_t i = 0; i < count; ++i) {
        Vec3d edge = vec3d_sub(shadow->p[(i + 1) % count], shadow->p[i]);
        Vec3d in = vec3d_normalised(vec3d_cross(patch->normal, edge));
        shadow->in[i] = area > 0 ? in : vec3d_scale(in, -1);
    }
    return true;
}

// Does the segment, seen along the normal, run through the inside?
static bool runs_through(const Shadow *shadow, Vec3d a, Vec3d b)
{
    double from = 0, to = 1;
    for (int32_t i = 0; i < shadow->count; ++i) {
        double x = vec3d_dot(shadow->in[i], vec3d_sub(a, shadow->p[i])) - shadow->slack;
        double y = vec3d_dot(shadow->in[i], vec3d_sub(b, shadow->p[i])) - shadow->slack;
        if (x <= 0 && y <= 0)
            return false;
        if (x < 0)
            from = fmax(from, x / (x - y));
        else if (y < 0)
            to = fmin(to, x / (x - y));
    }
    return from < to;
}

static bool is_flat(const Patch *patch, const Triangle *t, double flat)
{
    Vec3d n = triangle_cross(t);
    for (int k = 0; k < 3; ++k)
        if (fabs(vec3d_dot(patch->normal, vec3d_sub(t->p[k], patch->at))) > flat)
            return false;
    // Steep slivers would hide a fold.
    return vec3d_dot(n, patch->normal) > 0.5 * vec3d_length(n);
}

// From neighbour to neighbour over all edges that run through the polygon: when none of them is a
// border, the polygon is covered.
enum PatchAnswer patch_under(const PlacedSolid *placed, int32_t triangle, const Vec3d *polygon,
                             int32_t count, Vec3d middle, double flat, Patch *patch)
{
    assert(placed && polygon && patch);
    Triangle t = placed_solid_triangle(placed, triangle);
    Vec3d n = triangle_cross(&t), foot;
    patch->normal = vec3d_normalised(n);
    patch->at = t.p[0];
    Shadow shadow;
    if (count > POLYGON_MAX || !(vec3d_dot(n, n) > 0) || !cast(&shadow, patch, polygon, count))
        return PATCH_NONE;
    triangle_nearest(&t, middle, &foot);
    if (vec3d_distance(foot, projected(patch, middle)) > shadow.slack)
        return PATCH_NONE;
    int32_t seen[VISIT_MAX], seen_count = 0;
    seen[seen_count++] = triangle;
    for (int32_t next = 0; next < seen_count; ++next) {
        t = placed_solid_triangle(placed, seen[next]);
        for (int k = 0; k < 3; ++k) {
            Vec3d a = t.p[k], b = t.p[(k + 1) % 3];
            if (!runs_through(&shadow, a, b))
                continue;
            int32_t other = triangle_neighbour(placed->solid->topology, seen[next], k), i = 0;
            while (i < seen_count && seen[i] != other)
                ++i;
            if (i < seen_count)
                continue;
            if (other >= 0) {
                Triangle u = placed_solid_triangle(placed, other);
                if (seen_count == VISIT_MAX)
                    return PATCH_NONE;
                if (is_flat(patch, &u, flat)) {
                    seen[seen_count++] = other;
                    continue;
                }
            }
            patch->edge[0] = a;
            patch->edge[1] = b;
            return PATCH_ENDS;
        }
    }
    return PATCH_COVERS;
}
