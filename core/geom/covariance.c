// Exact second moments of the triangles' surfaces (Gottschalk's formula): for a triangle p, q, r
// with area A and centroid m the integral of x x^T is A/12 (9 m m^T + p p^T + q q^T + r r^T).
#include "covariance.h"
#include "eigen3.h"

typedef struct Moments {
    double weight;
    Vec3d first;
    double second[3][3];
} Moments;

static void add_outer(double m[3][3], Vec3d p, double weight)
{
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            m[i][j] += weight * p.v[i] * p.v[j];
}

// Everything is taken about `origin`, a point of the set: far from the mesh's centre the
// subtraction of the mean would otherwise cancel all digits.
static void add_triangle(Moments *sum, const Triangle *t, Vec3d origin, bool by_area)
{
    Vec3d p = vec3d_sub(t->p[0], origin), q = vec3d_sub(t->p[1], origin),
          r = vec3d_sub(t->p[2], origin);
    double area = by_area ? vec3d_length(vec3d_cross(vec3d_sub(q, p), vec3d_sub(r, p))) / 2 : 1;
    Vec3d centroid = vec3d_scale(vec3d_add(p, vec3d_add(q, r)), 1.0 / 3);
    sum->weight += area;
    sum->first = vec3d_add_scaled(sum->first, centroid, area);
    if (by_area)
        add_outer(sum->second, centroid, area * 9 / 12);
    double corner = by_area ? area / 12 : 1.0 / 3;
    add_outer(sum->second, p, corner);
    add_outer(sum->second, q, corner);
    add_outer(sum->second, r, corner);
}

static Moments moments_of(const Mesh *mesh, const int32_t *items, int32_t count, bool by_area)
{
    Moments sum = {0};
    Vec3d origin = mesh->vertices[mesh->triangles[items[0]][0]];
    for (int32_t i = 0; i < count; ++i) {
        Triangle t = mesh_triangle(mesh, items[i]);
        add_triangle(&sum, &t, origin, by_area);
    }
    return sum;
}

void covariance_axes(const Mesh *mesh, const int32_t *items, int32_t count, Vec3d axes[3])
{
    Moments sum = moments_of(mesh, items, count, true);
    if (!(sum.weight > 0))
        sum = moments_of(mesh, items, count, false);
    Vec3d mean = vec3d_scale(sum.first, 1 / sum.weight);
    double covariance[3][3], values[3];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            covariance[i][j] = sum.second[i][j] / sum.weight - mean.v[i] * mean.v[j];
    eigen3_symmetric(covariance[0], axes, values);
}

void extent_along(const Mesh *mesh, const int32_t *items, int32_t count, Vec3d axis, double *lo,
                  double *hi)
{
    *lo = INFINITY;
    *hi = -INFINITY;
    for (int32_t i = 0; i < count; ++i) {
        Triangle t = mesh_triangle(mesh, items[i]);
        for (int k = 0; k < 3; ++k) {
            double at = vec3d_dot(axis, t.p[k]);
            *lo = fmin(*lo, at);
            *hi = fmax(*hi, at);
        }
    }
}
