// Exact second moments of the triangles' surfaces (Gottschalk's formula): for a triangle p, q, r
// with area A and centroid m the integral of x x^T is A/12 (9 m m^T + p p^T + q q^T + r r^T).
#include "covariance.h"
#include "eigen3.h"
#include "pair_lanes.h"

typedef struct Moments {
    double weight;
    Vec3d first;
    Pair xx_yy, xz_yz, zz_xy; // second
} Moments;

static inline void add_outer(Moments *m, Vec3d p)
{
    const Pair xy = {p.x, p.y};
    m->xx_yy += xy * xy;
    m->xz_yz += xy * p.z;
    m->zz_xy += (Pair){p.z, p.x} * (Pair){p.z, p.y};
}

// Everything is taken about `origin`, a point of the set: far from the mesh's centre the
// subtraction of the mean would otherwise cancel all digits. With s = p + q + r = 3 m the formula
// is A/12 (s s^T + p p^T + q q^T + r r^T).
static inline void add_triangle(Moments *sum, const Triangle *t, Vec3d origin, bool by_area)
{
    Vec3d p = vec3d_sub(t->p[0], origin), q = vec3d_sub(t->p[1], origin),
          r = vec3d_sub(t->p[2], origin), s = vec3d_add(p, vec3d_add(q, r));
    double area = by_area ? vec3d_length(vec3d_cross(vec3d_sub(q, p), vec3d_sub(r, p))) / 2 : 1;
    Moments outer = {0};
    add_outer(&outer, p);
    add_outer(&outer, q);
    add_outer(&outer, r);
    if (by_area)
        add_outer(&outer, s);
    double corner = by_area ? area / 12 : 1.0 / 3;
    sum->weight += area;
    sum->first = vec3d_add_scaled(sum->first, s, area / 3);
    sum->xx_yy += corner * outer.xx_yy;
    sum->xz_yz += corner * outer.xz_yz;
    sum->zz_xy += corner * outer.zz_xy;
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
    double xx = sum.xx_yy[0], yy = sum.xx_yy[1], zz = sum.zz_xy[0];
    double xy = sum.zz_xy[1], xz = sum.xz_yz[0], yz = sum.xz_yz[1];
    double covariance[3][3] = {{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}}, values[3];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            covariance[i][j] = covariance[i][j] / sum.weight - mean.v[i] * mean.v[j];
    eigen3_symmetric(covariance[0], axes, values);
}

Extents extents_along(const Mesh *mesh, const int32_t *items, int32_t count, const Vec3d axes[3])
{
    const Vec3d *a = axes;
    const Pair x = {a[0].x, a[1].x}, y = {a[0].y, a[1].y}, z = {a[0].z, a[1].z};
    const Vec3d c = a[2];
    Pair lo = {INFINITY, INFINITY}, hi = -lo, sum_xy = {0, 0};
    double lo_c = INFINITY, hi_c = -INFINITY, sum_z = 0;
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
            sum_xy += (Pair){p->x, p->y};
            sum_z += p->z;
        }
    }
    return (Extents){
        {lo[0], lo[1], lo_c}, {hi[0], hi[1], hi_c}, vec3d(sum_xy[0], sum_xy[1], sum_z)};
}
