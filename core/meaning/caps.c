#include "core/meaning/caps.h"

#include "core/base/array.h"
#include "core/mesh/polygon.h"

#include <assert.h>

static Vec3d furthest_from(Vec3d from, const Vec3d *points, int32_t count)
{
    Vec3d best = from;
    for (int32_t i = 0; i < count; ++i)
        if (vec3d_distance(points[i], from) > vec3d_distance(best, from))
            best = points[i];
    return best;
}

// Of the convex hull around the line through two points that are far from each other: a crack is
// long and narrow, whatever its shape.
static double half_width(const Vec3d *points, int32_t count)
{
    Vec3d p = furthest_from(points[0], points, count), q = furthest_from(p, points, count);
    Vec3d along = vec3d_normalised(vec3d_sub(q, p));
    double width = 0;
    for (int32_t i = 0; i < count; ++i)
        width = fmax(width, vec3d_length(vec3d_cross(along, vec3d_sub(points[i], p))));
    return width;
}

// Twice the area, along the normal (Newell).
static Vec3d double_area(const Vec3d *points, int32_t count)
{
    Vec3d sum = {0};
    for (int32_t i = 1; i + 1 < count; ++i)
        sum = vec3d_add(
            sum, vec3d_cross(vec3d_sub(points[i], points[0]), vec3d_sub(points[i + 1], points[0])));
    return sum;
}

static double extent_along(Vec3d normal, const Vec3d *points, int32_t count)
{
    double lo = 0, hi = 0;
    for (int32_t i = 1; i < count; ++i) {
        double height = vec3d_dot(normal, vec3d_sub(points[i], points[0]));
        lo = fmin(lo, height);
        hi = fmax(hi, height);
    }
    return hi - lo;
}

// How far another cap within the convex hull may be from ours, twice: once for where the surface
// is, once for a point between the two. Both caps cover the same area of a flat hull, so that they
// are no further apart than it is thick; and both run through every cross-section of a narrow one.
static double slack_of(const Vec3d *points, int32_t count, enum PolygonResult result)
{
    Vec3d area = double_area(points, count);
    double size = vec3d_length(area), apart = 2 * half_width(points, count);
    if (count == 3)
        return 0; // one triangle: any cap within it is the triangle itself
    if (result == POLYGON_GOOD && size > 0)
        apart = fmin(apart, extent_along(vec3d_scale(area, 1 / size), points, count));
    return 2 * apart;
}

static bool close_loop(Caps *caps, const int32_t *loop, const Vec3d *points, int32_t count,
                       PolygonScratch *scratch, const Job *job)
{
    assert(count >= 3);
    size_t from = caps->count;
    if (!array_reserve(&caps->triangles, &caps->capacity, from + (size_t)count - 2,
                       sizeof *caps->triangles))
        return false;
    enum PolygonResult result =
        polygon_triangulate(points, count, caps->triangles + from, scratch, job);
    if (result != POLYGON_GOOD && result != POLYGON_FORCED)
        return false;
    caps->count += (size_t)count - 2;
    double area = 0;
    for (size_t i = from; i < caps->count; ++i) {
        int32_t *t = caps->triangles[i];
        Triangle at = {{points[t[0]], points[t[1]], points[t[2]]}};
        area += 0.5 * vec3d_length(triangle_cross(&at));
        for (int k = 0; k < 3; ++k)
            t[k] = loop[t[k]];
    }
    *(count == 3 ? &caps->area_of_triangles : &caps->area_of_others) += area;
    caps->slack = fmax(caps->slack, slack_of(points, count, result));
    return true;
}

bool caps_of_shell(Caps *caps, const MeshShells *shells, const Shell *shell, const Mesh *mesh,
                   Job *job)
{
    PolygonScratch scratch = {0};
    Vec3d *points = NULL;
    size_t capacity = 0;
    bool ok = true;
    for (int32_t l = shell->first_loop; ok && l < shell->first_loop + shell->loop_count; ++l) {
        const ShellLoop *loop = &shells->loops[l];
        const int32_t *corners = shells->points + loop->first;
        ok = !job_cancelled(job) &&
             array_reserve(&points, &capacity, (size_t)loop->count, sizeof *points);
        for (int32_t i = 0; ok && i < loop->count; ++i)
            points[i] = mesh->vertices[corners[i]];
        ok = ok && close_loop(caps, corners, points, loop->count, &scratch, job);
    }
    mem_free(points);
    polygon_scratch_free(&scratch);
    return ok;
}

void caps_free(Caps *caps)
{
    mem_free(caps->triangles);
    *caps = (Caps){0};
}
