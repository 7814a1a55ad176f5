// Orientation of points, decided exactly for the doubles given. What is returned has the exact sign
// (0 exactly when the points are collinear or coplanar) and approximates the determinant.
//
// Valid while every coordinate is 0 or has a magnitude within [2^-200, 2^200], about 6e-61 .. 1e60:
// then no product of three differences overflows or loses bits below the smallest double. Meshes
// are refused far inside of that (mesh.h).
//
// Three stages, each taken only when the one before cannot tell:
//   1. plain doubles and a bound of their rounding error (inline, below);
//   2. pairs of doubles, about 100 bits, with the bound of their error: decides what rounding noise
//   of
//      rotated flush faces left open;
//   3. expansions, exact: decides true zeros.
// A determinant whose terms are all zero (planes across a coordinate axis, shared corners) ends
// before 2.
#ifndef SNUG_CORE_SHAPE_PREDICATES_H
#define SNUG_CORE_SHAPE_PREDICATES_H

#include "core/base/vec.h"

typedef struct Vec2d {
    double x, y;
} Vec2d;

// Error bounds of stage 1. Let e = 2^-53. Every operation multiplies by (1 + d), |d| <= e; the
// result is off by at most the number of operations on the way of a term times e, times the sum of
// the absolute values of the terms (P). orient3d: a term w*(u*v) passes 3 differences, 2 products,
// the difference of the minor and 2 sums: 8. orient2d: 2 differences, 1 product, 1 difference: 4.
// P itself is rounded by as many operations, a relative change of 8e, and so are bounds of second
// order; one more e than counted covers all of it by a wide margin.
#define ORIENT3D_BOUND (9 * 0x1p-53)
#define ORIENT2D_BOUND (5 * 0x1p-53)

// With a bound this much wider the value returned is good to 2^-30, not only its sign: for
// witnesses.
#define ORIENT_ACCURATE 0x1p30

// The stages after the first; perm is the P of above.
double orient2d_adapt(Vec2d a, Vec2d b, Vec2d c, double perm);
double orient3d_adapt(const Vec3d *a, const Vec3d *b, const Vec3d *c, const Vec3d *d, double perm);
// Corrects those d[i] that are not above bound in magnitude.
void orient3d_plane_adapt(const Vec3d p[3], const Vec3d q[3], double d[3], double bound);

// The last stage alone, for tests.
double orient2d_expansion(Vec2d a, Vec2d b, Vec2d c);
double orient3d_expansion(const Vec3d *a, const Vec3d *b, const Vec3d *c, const Vec3d *d);

// (b-a) x (c-a): positive when a, b, c turn counter-clockwise. widen >= 1 asks for accuracy.
static inline double orient2d_widened(Vec2d a, Vec2d b, Vec2d c, double widen)
{
    double left = (b.x - a.x) * (c.y - a.y), right = (b.y - a.y) * (c.x - a.x);
    double det = left - right, perm = fabs(left) + fabs(right);
    if (fabs(det) > ORIENT2D_BOUND * widen * perm)
        return det;
    return orient2d_adapt(a, b, c, perm);
}

static inline double orient2d(Vec2d a, Vec2d b, Vec2d c)
{
    return orient2d_widened(a, b, c, 1);
}

// ((b-a) x (c-a)) . (d-a): positive when d lies on the side to which the normal of a, b, c points.
static inline double orient3d(const Vec3d *a, const Vec3d *b, const Vec3d *c, const Vec3d *d)
{
    double ux = b->x - a->x, uy = b->y - a->y, uz = b->z - a->z;
    double vx = c->x - a->x, vy = c->y - a->y, vz = c->z - a->z;
    double wx = d->x - a->x, wy = d->y - a->y, wz = d->z - a->z;
    double uyvz = uy * vz, uzvy = uz * vy, uzvx = uz * vx;
    double uxvz = ux * vz, uxvy = ux * vy, uyvx = uy * vx;
    double det = (wx * (uyvz - uzvy) + wy * (uzvx - uxvz)) + wz * (uxvy - uyvx);
    double perm = (fabs(wx) * (fabs(uyvz) + fabs(uzvy)) + fabs(wy) * (fabs(uzvx) + fabs(uxvz))) +
                  fabs(wz) * (fabs(uxvy) + fabs(uyvx));
    if (fabs(det) > ORIENT3D_BOUND * perm)
        return det;
    return orient3d_adapt(a, b, c, d, perm);
}

// d[i] = orient3d(p[0], p[1], p[2], q[i]) with the normal computed once and one bound for all
// three.
static inline void orient3d_plane_widened(const Vec3d p[3], const Vec3d q[3], double d[3],
                                          double widen)
{
    double ux = p[1].x - p[0].x, uy = p[1].y - p[0].y, uz = p[1].z - p[0].z;
    double vx = p[2].x - p[0].x, vy = p[2].y - p[0].y, vz = p[2].z - p[0].z;
    double uyvz = uy * vz, uzvy = uz * vy, uzvx = uz * vx;
    double uxvz = ux * vz, uxvy = ux * vy, uyvx = uy * vx;
    double nx = uyvz - uzvy, ny = uzvx - uxvz, nz = uxvy - uyvx;
    double wx0 = q[0].x - p[0].x, wy0 = q[0].y - p[0].y, wz0 = q[0].z - p[0].z;
    double wx1 = q[1].x - p[0].x, wy1 = q[1].y - p[0].y, wz1 = q[1].z - p[0].z;
    double wx2 = q[2].x - p[0].x, wy2 = q[2].y - p[0].y, wz2 = q[2].z - p[0].z;
    d[0] = (wx0 * nx + wy0 * ny) + wz0 * nz;
    d[1] = (wx1 * nx + wy1 * ny) + wz1 * nz;
    d[2] = (wx2 * nx + wy2 * ny) + wz2 * nz;
    // The sum of the three permanents: nine additions instead of nine products, and at most three
    // times wider.
    double wx = (fabs(wx0) + fabs(wx1)) + fabs(wx2);
    double wy = (fabs(wy0) + fabs(wy1)) + fabs(wy2);
    double wz = (fabs(wz0) + fabs(wz1)) + fabs(wz2);
    double perm = (wx * (fabs(uyvz) + fabs(uzvy)) + wy * (fabs(uzvx) + fabs(uxvz))) +
                  wz * (fabs(uxvy) + fabs(uyvx));
    double bound = ORIENT3D_BOUND * widen * perm;
    if (fabs(d[0]) > bound && fabs(d[1]) > bound && fabs(d[2]) > bound)
        return;
    orient3d_plane_adapt(p, q, d, bound);
}

static inline void orient3d_plane(const Vec3d p[3], const Vec3d q[3], double d[3])
{
    orient3d_plane_widened(p, q, d, 1);
}

static inline double orient3d_extent(double o, double p1, double p2, double q0, double q1,
                                     double q2)
{
    double a = fabs(p1 - o), b = fabs(p2 - o), c = fabs(q0 - o), d = fabs(q1 - o), e = fabs(q2 - o);
    double ab = a > b ? a : b, cd = c > d ? c : d;
    double abe = ab > e ? ab : e;
    return abe > cd ? abe : cd;
}

// One bound for every determinant among six points, so that a test of several pays for its filter
// once. With x, y, z the largest differences to p[0], any two points differ by at most twice as
// much, and each of the six terms of a determinant is at most the product of the three.
static inline double orient3d_common_bound(const Vec3d p[3], const Vec3d q[3])
{
    double x = orient3d_extent(p[0].x, p[1].x, p[2].x, q[0].x, q[1].x, q[2].x);
    double y = orient3d_extent(p[0].y, p[1].y, p[2].y, q[0].y, q[1].y, q[2].y);
    double z = orient3d_extent(p[0].z, p[1].z, p[2].z, q[0].z, q[1].z, q[2].z);
    return 48 * ORIENT3D_BOUND * x * y * z;
}

// With that bound first and the finer ones out of line.
double orient3d_close(const Vec3d *a, const Vec3d *b, const Vec3d *c, const Vec3d *d);
void orient3d_plane_close(const Vec3d p[3], const Vec3d q[3], double d[3], double widen);

static inline double orient3d_bounded(const Vec3d *a, const Vec3d *b, const Vec3d *c,
                                      const Vec3d *d, double bound)
{
    Vec3d n = vec3d_cross(vec3d_sub(*b, *a), vec3d_sub(*c, *a));
    double det = vec3d_dot(n, vec3d_sub(*d, *a));
    return fabs(det) > bound ? det : orient3d_close(a, b, c, d);
}

static inline void orient3d_plane_bounded(const Vec3d p[3], const Vec3d q[3], double d[3],
                                          double bound, double widen)
{
    Vec3d n = vec3d_cross(vec3d_sub(p[1], p[0]), vec3d_sub(p[2], p[0]));
    d[0] = vec3d_dot(n, vec3d_sub(q[0], p[0]));
    d[1] = vec3d_dot(n, vec3d_sub(q[1], p[0]));
    d[2] = vec3d_dot(n, vec3d_sub(q[2], p[0]));
    bound *= widen;
    if (!(fabs(d[0]) > bound && fabs(d[1]) > bound && fabs(d[2]) > bound))
        orient3d_plane_close(p, q, d, widen);
}

#endif
