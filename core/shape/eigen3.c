// Without iterating over the matrix: the eigenvalue that is farthest from the others is the root of
// a cubic, its vector a cross product of two rows, and one rotation across it finds the other two.
// A few times faster than Jacobi's method, which matters when every node of a tree wants its axes.
#include "core/shape/eigen3.h"

#include <string.h>

// The root farthest from 0 of x^3 - 3x - 2r, for 0 <= r <= 1: between sqrt(3) and 2. The cubic with
// its values and slopes at both ends is off by at most 5.4e-4; Newton's step makes e of it about
// 0.67 e^2, so that two of them leave 3e-14.
static double largest_root(double r)
{
    const double sqrt3 = 1.7320508075688772, slope0 = 1.0 / 3, slope1 = 2.0 / 9, rise = 2 - sqrt3;
    double bend = 3 * rise - 2 * slope0 - slope1, twist = slope0 + slope1 - 2 * rise;
    double x = sqrt3 + r * (slope0 + r * (bend + r * twist));
    for (int step = 0; step < 2; ++step) {
        double square = x * x;
        x -= ((square - 3) * x - 2 * r) / (3 * square - 3);
    }
    return x;
}

// What b, symmetric, maps to 0; its other eigenvalues are at least sqrt(3) away from 0.
static Vec3d kernel_of(const Vec3d b[3])
{
    Vec3d c = vec3d_cross(b[0], b[1]), d = vec3d_cross(b[1], b[2]), e = vec3d_cross(b[2], b[0]);
    double cc = vec3d_dot(c, c), dd = vec3d_dot(d, d), ee = vec3d_dot(e, e);
    if (dd > cc) {
        c = d;
        cc = dd;
    }
    if (ee > cc) {
        c = e;
        cc = ee;
    }
    return cc > 0 ? vec3d_scale(c, 1 / sqrt(cc)) : vec3d(0, 0, 1);
}

static inline Vec3d times(const Vec3d m[3], Vec3d v)
{
    return vec3d(vec3d_dot(m[0], v), vec3d_dot(m[1], v), vec3d_dot(m[2], v));
}

// Of length 1 and across w, which has length 1 (Duff and others, 2017).
static Vec3d any_across(Vec3d w)
{
    double sign = w.z >= 0 ? 1 : -1, a = -1 / (sign + w.z);
    return vec3d(1 + sign * w.x * w.x * a, sign * w.x * w.y * a, -sign * w.x);
}

// The other two vectors and their values, given one: b in the plane across it, turned until it is
// diagonal.
static void split_plane(const Vec3d b[3], Vec3d w, Vec3d out[2], double values[2])
{
    Vec3d u = any_across(w), v = vec3d_cross(w, u), bv = times(b, v);
    double uu = vec3d_dot(u, times(b, u)), vv = vec3d_dot(v, bv), uv = vec3d_dot(u, bv);
    double apart = vv - uu, twice = 2 * uv, length = sqrt(apart * apart + twice * twice);
    // The smaller root of t^2 + 2 theta t - 1 = 0, theta = apart / twice.
    double t = length > 0 ? (apart >= 0 ? twice : -twice) / (fabs(apart) + length) : 0;
    double c = 1 / sqrt(t * t + 1), s = t * c;
    out[0] = vec3d_sub(vec3d_scale(u, c), vec3d_scale(v, s));
    out[1] = vec3d_add(vec3d_scale(u, s), vec3d_scale(v, c));
    values[0] = uu - t * uv;
    values[1] = vv + t * uv;
}

static inline void order(Vec3d *a, double *value_a, Vec3d *b, double *value_b)
{
    if (*value_b <= *value_a)
        return;
    Vec3d axis = *a;
    double value = *value_a;
    *a = *b;
    *value_a = *value_b;
    *b = axis;
    *value_b = value;
}

// With q a third of the trace, b = (m - q) / p has the characteristic polynomial x^3 - 3x - 2r,
// where p^2 is a sixth of the squares of m - q and 2r the determinant of b. For r < 0 the root is
// that of -r with the other sign.
void eigen3_symmetric(const double *matrix, Vec3d axes[3], double values[3])
{
    Vec3d m[3], b[3];
    double size = 0, squares = 0;
    memcpy(m, matrix, sizeof m);
    for (int i = 0; i < 9; ++i)
        size = fabs(matrix[i]) > size ? fabs(matrix[i]) : size;
    for (int i = 0; i < 3; ++i) {
        axes[i] = vec3d(i == 0, i == 1, i == 2);
        values[i] = 0;
    }
    if (!(size > 1e-300) || !isfinite(size))
        return;
    double unit = 1 / size, q = (m[0].x * unit + m[1].y * unit + m[2].z * unit) / 3;
    for (int i = 0; i < 3; ++i) {
        b[i] = vec3d_scale(m[i], unit);
        b[i].v[i] -= q;
        squares += vec3d_dot(b[i], b[i]);
    }
    double p = sqrt(squares / 6);
    if (p > 1e-15) { // otherwise a multiple of the unit matrix: any axes will do
        for (int i = 0; i < 3; ++i)
            b[i] = vec3d_scale(b[i], 1 / p);
        double r = vec3d_dot(b[0], vec3d_cross(b[1], b[2])) / 2;
        double root = largest_root(fabs(r) < 1 ? fabs(r) : 1);
        Vec3d shifted[3] = {b[0], b[1], b[2]};
        for (int i = 0; i < 3; ++i)
            shifted[i].v[i] -= r < 0 ? -root : root;
        axes[0] = kernel_of(shifted);
        values[0] = r < 0 ? -root : root;
        split_plane(b, axes[0], &axes[1], &values[1]);
    }
    order(&axes[0], &values[0], &axes[1], &values[1]);
    order(&axes[1], &values[1], &axes[2], &values[2]);
    order(&axes[0], &values[0], &axes[1], &values[1]);
    axes[2] = vec3d_cross(axes[0], axes[1]); // right-handed
    for (int i = 0; i < 3; ++i)
        values[i] = size * (q + p * values[i]);
}
