// Exact second moments of the triangles' surfaces (Gottschalk's formula): for a triangle p, q, r
// with area A and centroid m the integral of x x^T is A/12 (9 m m^T + p p^T + q q^T + r r^T).
#include "core/mesh/covariance.h"
#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/shape/eigen3.h"
#include "core/shape/hull.h"

#include <assert.h>
#include <stdlib.h>

typedef struct Moments {
    double weight;
    Vec3d first, corners;
    Pair xx_yy, xz_yz, zz_xy; // second
} Moments;

static inline void add_outer(TriangleMoments *m, Vec3d p)
{
    const Pair xy = {p.x, p.y};
    m->xx_yy += xy * xy;
    m->xz_yz += xy * p.z;
    m->zz_xy += (Pair){p.z, p.x} * (Pair){p.z, p.y};
}

// With s = p + q + r = 3 m the formula is A/12 (s s^T + p p^T + q q^T + r r^T). Without areas: as
// if the three corners were all there is.
static inline TriangleMoments triangle_moments(const Triangle *t, Vec3d origin, bool by_area)
{
    Vec3d p = vec3d_sub(t->p[0], origin), q = vec3d_sub(t->p[1], origin),
          r = vec3d_sub(t->p[2], origin), s = vec3d_add(p, vec3d_add(q, r));
    double area = by_area ? vec3d_length(vec3d_cross(vec3d_sub(q, p), vec3d_sub(r, p))) / 2 : 1;
    TriangleMoments m = {.area_x = {area, s.x}, .y_z = {s.y, s.z}};
    add_outer(&m, p);
    add_outer(&m, q);
    add_outer(&m, r);
    if (by_area)
        add_outer(&m, s);
    double corner = by_area ? area / 12 : 1.0 / 3;
    m.xx_yy *= corner;
    m.xz_yz *= corner;
    m.zz_xy *= corner;
    return m;
}

static inline Vec3d corners_of(const TriangleMoments *m)
{
    return vec3d(m->area_x[1], m->y_z[0], m->y_z[1]);
}

static inline void add(Moments *sum, const TriangleMoments *m)
{
    double area = m->area_x[0];
    Vec3d corners = corners_of(m);
    sum->weight += area;
    sum->corners = vec3d_add(sum->corners, corners);
    sum->first = vec3d_add_scaled(sum->first, corners, area / 3);
    sum->xx_yy += m->xx_yy;
    sum->xz_yz += m->xz_yz;
    sum->zz_xy += m->zz_xy;
}

bool moment_table_init(MomentTable *table, const Mesh *mesh)
{
    assert(table && mesh);
    Box3d bounds = mesh_bounds(mesh);
    table->origin = vec3d_lerp(bounds.lo, bounds.hi, 0.5);
    table->of = NULL;
    if (mesh->triangle_count > MOMENTS_MOST)
        return true;
    table->of = array_alloc((size_t)mesh->triangle_count, sizeof *table->of);
    for (int32_t i = 0; table->of && i < mesh->triangle_count; ++i) {
        Triangle t = mesh_triangle(mesh, i);
        table->of[i] = triangle_moments(&t, table->origin, true);
    }
    return table->of != NULL;
}

void moment_table_free(MomentTable *table)
{
    mem_free(table->of);
    table->of = NULL;
}

Vec3d moment_table_corners(const MomentTable *table, const Mesh *mesh, int32_t triangle)
{
    assert(table && mesh);
    if (table->of)
        return corners_of(&table->of[triangle]);
    Triangle t = mesh_triangle(mesh, triangle);
    TriangleMoments m = triangle_moments(&t, table->origin, true);
    return corners_of(&m);
}

static Moments sum_of(const Mesh *mesh, const int32_t *items, int32_t count, Vec3d origin,
                      bool by_area)
{
    Moments sum = {0};
    for (int32_t i = 0; i < count; ++i) {
        Triangle t = mesh_triangle(mesh, items[i]);
        TriangleMoments m = triangle_moments(&t, origin, by_area);
        add(&sum, &m);
    }
    return sum;
}

// Returns the trace; *distance gets the square of the mean.
static double covariance_of(const Moments *sum, double out[3][3], double *distance)
{
    double xx = sum->xx_yy[0], yy = sum->xx_yy[1], zz = sum->zz_xy[0];
    double xy = sum->zz_xy[1], xz = sum->xz_yz[0], yz = sum->xz_yz[1];
    double second[3][3] = {{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}}, scale = 1 / sum->weight;
    Vec3d mean = vec3d_scale(sum->first, scale);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            out[i][j] = second[i][j] * scale - mean.v[i] * mean.v[j];
    *distance = vec3d_dot(mean, mean);
    return out[0][0] + out[1][1] + out[2][2];
}

// Far from the origin the subtraction of the mean cancels digits: of a set that is 1e-5 of the
// distance in size ten are lost. From there on everything is taken about a point of the set.
static const double LEAST_TRACE = 1e-10;

Vec3d covariance_axes(const Mesh *mesh, const MomentTable *table, const int32_t *items,
                      int32_t count, Vec3d axes[3])
{
    double covariance[3][3], values[3], distance = 0, trace = -1;
    Vec3d corners = vec3d(0, 0, 0);
    if (table) {
        Moments sum = {0};
        for (int32_t i = 0; i < count && table->of; ++i)
            add(&sum, &table->of[items[i]]);
        if (!table->of)
            sum = sum_of(mesh, items, count, table->origin, true);
        corners = sum.corners;
        if (sum.weight > 0)
            trace = covariance_of(&sum, covariance, &distance);
    }
    if (!(trace > LEAST_TRACE * distance)) {
        Vec3d origin = mesh->vertices[mesh->triangles[items[0]][0]];
        Moments sum = sum_of(mesh, items, count, origin, true);
        if (!(sum.weight > 0))
            sum = sum_of(mesh, items, count, origin, false);
        covariance_of(&sum, covariance, &distance);
        if (!table)
            corners = vec3d_add_scaled(sum.corners, origin, 3.0 * count);
    }
    eigen3_symmetric(covariance[0], axes, values);
    return corners;
}

void covariance_axes_of_corners(const Mesh *mesh, const int32_t *items, int32_t count,
                                Vec3d axes[3])
{
    double covariance[3][3], values[3], distance;
    Vec3d origin = mesh->vertices[mesh->triangles[items[0]][0]];
    Moments sum = sum_of(mesh, items, count, origin, false);
    covariance_of(&sum, covariance, &distance);
    eigen3_symmetric(covariance[0], axes, values);
}

static int by_number(const void *x, const void *y)
{
    int32_t a = *(const int32_t *)x, b = *(const int32_t *)y;
    return (a > b) - (a < b);
}

// Each vertex once. NULL: memory ran short.
static Vec3d *gather_points(const Mesh *mesh, const int32_t *items, int32_t count, int32_t *found)
{
    size_t most = 3 * (size_t)count;
    int32_t *vertices = array_alloc(most, sizeof *vertices);
    Vec3d *points = array_alloc(most, sizeof *points);
    *found = 0;
    for (size_t i = 0; vertices && i < most; ++i)
        vertices[i] = mesh->triangles[items[i / 3]][i % 3];
    if (vertices)
        qsort(vertices, most, sizeof *vertices, by_number);
    for (size_t i = 0; vertices && points && i < most; ++i)
        if (i == 0 || vertices[i] != vertices[i - 1])
            points[(*found)++] = mesh->vertices[vertices[i]];
    if (!vertices) {
        mem_free(points);
        points = NULL;
    }
    mem_free(vertices);
    return points;
}

bool covariance_axes_of_hull(const Mesh *mesh, const int32_t *items, int32_t count, Vec3d axes[3])
{
    assert(mesh && items && count >= 1);
    double covariance[3][3], values[3], distance;
    int32_t point_count;
    Vec3d *points = count <= INT32_MAX / 3 ? gather_points(mesh, items, count, &point_count) : NULL;
    Hull hull = {0};
    bool ok = points && hull_find(&hull, points, point_count);
    Moments sum = {0};
    for (int32_t i = 0; i < hull.count; ++i) {
        const int32_t *t = hull.triangles[i];
        Triangle face = {{points[t[0]], points[t[1]], points[t[2]]}};
        TriangleMoments m = triangle_moments(&face, points[0], true);
        add(&sum, &m);
    }
    ok = ok && sum.weight > 0;
    if (ok) {
        covariance_of(&sum, covariance, &distance);
        eigen3_symmetric(covariance[0], axes, values);
    }
    hull_free(&hull);
    mem_free(points);
    return ok;
}

void principal_axes_set(PrincipalAxes *axes, const Vec3d axis[3])
{
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < 3; ++i)
            axes->axis[k].v[i] = (double)(float)axis[k].v[i];
}

void principal_axes_measure(PrincipalAxes *axes, const Mesh *mesh, const int32_t *items,
                            int32_t count)
{
    assert(axes && mesh && items && count >= 1);
    const Vec3d *a = axes->axis;
    const Pair x = {a[0].x, a[1].x}, y = {a[0].y, a[1].y}, z = {a[0].z, a[1].z};
    const Vec3d c = a[2];
    Pair lo = {INFINITY, INFINITY}, hi = -lo;
    double lo_c = INFINITY, hi_c = -INFINITY;
    for (int32_t i = 0; i < count; ++i) {
        const int32_t *t = mesh->triangles[items[i]];
        for (int k = 0; k < 3; ++k) {
            const Vec3d *p = &mesh->vertices[t[k]];
            Pair at = p->x * x + p->y * y + p->z * z;
            double at_c = p->x * c.x + p->y * c.y + p->z * c.z;
            lo = pair_min(lo, at);
            hi = pair_max(hi, at);
            lo_c = at_c < lo_c ? at_c : lo_c;
            hi_c = at_c > hi_c ? at_c : hi_c;
        }
    }
    for (int k = 0; k < 2; ++k) {
        axes->lo[k] = lo[k];
        axes->hi[k] = hi[k];
    }
    axes->lo[2] = lo_c;
    axes->hi[2] = hi_c;
    axes->known = true;
}

Vec3d principal_axes_find(PrincipalAxes *axes, const Mesh *mesh, const MomentTable *table,
                          const int32_t *items, int32_t count)
{
    assert(axes && mesh && items && count >= 1);
    Vec3d axis[3], corners = covariance_axes(mesh, table, items, count, axis);
    principal_axes_set(axes, axis);
    principal_axes_measure(axes, mesh, items, count);
    return corners;
}
