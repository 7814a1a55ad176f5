#include "core/feature/cylinder_fit.h"

#include <assert.h>
#include <string.h>

enum { UNKNOWNS = 5 };

void across(Vec3d axis, Vec3d *u, Vec3d *v)
{
    int least = fabs(axis.x) <= fabs(axis.y) ? 0 : 1;
    least = fabs(axis.z) < fabs(axis.v[least]) ? 2 : least;
    Vec3d unit = {.v = {least == 0, least == 1, least == 2}};
    *u = vec3d_normalised(vec3d_cross(axis, unit));
    *v = vec3d_cross(axis, *u);
}

// In place: the right side becomes the solution. Symmetric, by Cholesky; what is determined by less than
// the floor is not determined.
static bool solve(int n, double m[UNKNOWNS][UNKNOWNS], double *b, double floor)
{
    double top = 0;
    for (int i = 0; i < n; ++i)
        top = fmax(top, m[i][i]);
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j <= i; ++j) {
            double sum = m[i][j];
            for (int k = 0; k < j; ++k)
                sum -= m[i][k] * m[j][k];
            if (j < i)
                m[i][j] = sum / m[j][j];
            else if (!(sum > floor * top))
                return false;
            else
                m[i][i] = sqrt(sum);
        }
    }
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k < i; ++k)
            b[i] -= m[i][k] * b[k];
        b[i] /= m[i][i];
    }
    for (int i = n - 1; i >= 0; --i) {
        for (int k = i + 1; k < n; ++k)
            b[i] -= m[k][i] * b[k];
        b[i] /= m[i][i];
    }
    return true;
}

static Vec3d middle_of(const Vec3d *points, size_t count)
{
    Vec3d sum = {0};
    for (size_t i = 0; i < count; ++i)
        sum = vec3d_add(sum, points[i]);
    return vec3d_scale(sum, 1 / (double)count);
}

// x^2 + y^2 = 2 a x + 2 b y + c, by least squares about the middle of the points.
bool cylinder_fit_circle(Cylinder *cylinder, const Vec3d *points, size_t count)
{
    assert(cylinder && (points || count == 0));
    if (count < 3)
        return false;
    Vec3d u, v, middle = middle_of(points, count);
    across(cylinder->axis, &u, &v);
    double scale = 0;
    for (size_t i = 0; i < count; ++i) {
        Vec3d d = vec3d_sub(points[i], middle);
        scale = fmax(scale, fmax(fabs(vec3d_dot(d, u)), fabs(vec3d_dot(d, v))));
    }
    if (!(scale > 0))
        return false;
    double m[UNKNOWNS][UNKNOWNS] = {{0}}, b[UNKNOWNS] = {0};
    for (size_t i = 0; i < count; ++i) {
        Vec3d d = vec3d_scale(vec3d_sub(points[i], middle), 1 / scale);
        double row[3] = {2 * vec3d_dot(d, u), 2 * vec3d_dot(d, v), 1};
        double square = (row[0] * row[0] + row[1] * row[1]) / 4;
        for (int r = 0; r < 3; ++r) {
            for (int c = 0; c <= r; ++c)
                m[r][c] += row[r] * row[c];
            b[r] += row[r] * square;
        }
    }
    if (!solve(3, m, b, 1e-14))
        return false;
    double square = b[2] + b[0] * b[0] + b[1] * b[1];
    if (!(square > 0) || !isfinite(square))
        return false;
    cylinder->origin = vec3d_add_scaled(vec3d_add_scaled(middle, u, scale * b[0]), v, scale * b[1]);
    cylinder->radius = scale * sqrt(square);
    return true;
}

static double squares(const Cylinder *cylinder, const Vec3d *points, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; ++i) {
        double height = cylinder_height(cylinder, points[i]);
        sum += height * height;
    }
    return sum;
}

// One step of Gauss and Newton: shifts across the axis, radius, tilts. Tilts are measured over the reach
// of the points along the axis, so that all unknowns are lengths.
static bool step(Cylinder *cylinder, const Vec3d *points, size_t count)
{
    Vec3d u, v, middle = middle_of(points, count);
    across(cylinder->axis, &u, &v);
    // The point of the axis beside the middle, so that tilt and shift have least to do with each other.
    double along = vec3d_dot(vec3d_sub(middle, cylinder->origin), cylinder->axis);
    Cylinder next = *cylinder;
    next.origin = vec3d_add_scaled(cylinder->origin, cylinder->axis, along);
    double reach = 0;
    for (size_t i = 0; i < count; ++i)
        reach = fmax(reach, fabs(vec3d_dot(vec3d_sub(points[i], next.origin), next.axis)));
    if (!(reach > 0))
        return false;
    double m[UNKNOWNS][UNKNOWNS] = {{0}}, b[UNKNOWNS] = {0};
    for (size_t i = 0; i < count; ++i) {
        Vec3d d = vec3d_sub(points[i], next.origin);
        double x = vec3d_dot(d, u), y = vec3d_dot(d, v), z = vec3d_dot(d, next.axis) / reach;
        double length = hypot(x, y);
        if (!(length > 0))
            return false;
        double row[UNKNOWNS] = {x / length, y / length, 1, z * x / length, z * y / length};
        for (int r = 0; r < UNKNOWNS; ++r) {
            for (int c = 0; c <= r; ++c)
                m[r][c] += row[r] * row[c];
            b[r] += row[r] * (length - next.radius);
        }
    }
    if (!solve(UNKNOWNS, m, b, 1e-14))
        return false;
    next.origin = vec3d_add_scaled(vec3d_add_scaled(next.origin, u, b[0]), v, b[1]);
    next.radius += b[2];
    next.axis = vec3d_normalised(
        vec3d_add_scaled(vec3d_add_scaled(next.axis, u, b[3] / reach), v, b[4] / reach));
    if (!(next.radius > 0) || !vec3d_is_finite(next.origin) ||
        !(squares(&next, points, count) < squares(cylinder, points, count)))
        return false;
    *cylinder = next;
    return true;
}

bool cylinder_refine(Cylinder *cylinder, const Vec3d *points, size_t count, int rounds)
{
    assert(cylinder && (points || count == 0));
    bool better = false;
    for (int i = 0; count >= UNKNOWNS && i < rounds && step(cylinder, points, count); ++i)
        better = true;
    return better;
}

double cylinder_residual(const Cylinder *cylinder, const Vec3d *points, size_t count)
{
    double most = 0;
    for (size_t i = 0; i < count; ++i)
        most = fmax(most, fabs(cylinder_height(cylinder, points[i])));
    return most;
}

void cylinder_taper(const Cylinder *cylinder, const Vec3d *points, size_t count, double *line,
                    double *bulge, double *sigma)
{
    double lo = INFINITY, hi = -INFINITY;
    for (size_t i = 0; i < count; ++i) {
        double z = vec3d_dot(points[i], cylinder->axis);
        lo = fmin(lo, z);
        hi = fmax(hi, z);
    }
    *line = *bulge = *sigma = 0;
    double m[UNKNOWNS][UNKNOWNS] = {{0}}, b[UNKNOWNS] = {0}, sum = 0;
    if (!(hi > lo))
        return;
    for (size_t i = 0; i < count; ++i) {
        double z = (2 * vec3d_dot(points[i], cylinder->axis) - lo - hi) / (hi - lo);
        double row[3] = {1, z, z * z}, height = cylinder_height(cylinder, points[i]);
        for (int r = 0; r < 3; ++r) {
            for (int c = 0; c <= r; ++c)
                m[r][c] += row[r] * row[c];
            b[r] += row[r] * height;
        }
        sum += height * height;
    }
    *sigma = sqrt(sum / (double)count);
    // Corners at two places along the axis know of a line only.
    for (int unknowns = 3; unknowns >= 2; --unknowns) {
        double left[UNKNOWNS][UNKNOWNS], right[UNKNOWNS];
        memcpy(left, m, sizeof left);
        memcpy(right, b, sizeof right);
        if (!solve(unknowns, left, right, 1e-3))
            continue;
        *line = 2 * fabs(right[1]);
        *bulge = unknowns == 3 ? fabs(right[2]) : 0;
        return;
    }
}
