// Points, vectors and placements. Vec3 (float) holds stored volumes and what is drawn; Vec3d
// (double) holds vertices and every sum; Affine maps x to m*x + p and reads source_to_target:
// b_to_a.
#ifndef SNUG_CORE_BASE_VEC_H
#define SNUG_CORE_BASE_VEC_H

#include <math.h>
#include <stdbool.h>

// The array view exists because half of the geometry here loops over axes.
typedef union Vec3 {
    struct {
        float x, y, z;
    };
    float v[3];
} Vec3;

typedef union Vec3d {
    struct {
        double x, y, z;
    };
    double v[3];
} Vec3d;

typedef struct Affine {
    double m[3][3]; // m[row][column]; the columns are the source's axes seen from the target
    Vec3d p;
} Affine;

static inline Vec3 vec3(float x, float y, float z)
{
    return (Vec3){.x = x, .y = y, .z = z};
}

static inline Vec3d vec3d(double x, double y, double z)
{
    return (Vec3d){.x = x, .y = y, .z = z};
}

static inline Vec3 vec3_from(Vec3d a)
{
    return vec3((float)a.x, (float)a.y, (float)a.z);
}

static inline Vec3d vec3d_from(Vec3 a)
{
    return vec3d((double)a.x, (double)a.y, (double)a.z);
}

static inline Vec3d vec3d_from_floats(const float v[3])
{
    return vec3d((double)v[0], (double)v[1], (double)v[2]);
}

static inline Vec3d vec3d_add(Vec3d a, Vec3d b)
{
    return vec3d(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline Vec3d vec3d_sub(Vec3d a, Vec3d b)
{
    return vec3d(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline Vec3d vec3d_scale(Vec3d a, double s)
{
    return vec3d(a.x * s, a.y * s, a.z * s);
}

// a + s*b
static inline Vec3d vec3d_add_scaled(Vec3d a, Vec3d b, double s)
{
    return vec3d(a.x + b.x * s, a.y + b.y * s, a.z + b.z * s);
}

static inline Vec3d vec3d_lerp(Vec3d a, Vec3d b, double s)
{
    return vec3d_add_scaled(a, vec3d_sub(b, a), s);
}

static inline double vec3d_dot(Vec3d a, Vec3d b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline Vec3d vec3d_cross(Vec3d a, Vec3d b)
{
    return vec3d(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline double vec3d_length(Vec3d a)
{
    return sqrt(vec3d_dot(a, a));
}

static inline double vec3d_distance(Vec3d a, Vec3d b)
{
    return vec3d_length(vec3d_sub(a, b));
}

// The zero vector stays zero: callers never meet a NaN here.
static inline Vec3d vec3d_normalised(Vec3d a)
{
    double length = vec3d_length(a);
    return length > 0 ? vec3d_scale(a, 1 / length) : a;
}

// Comparisons, since fmin and fmax are calls. Of NaN and a number, vec3d_min(a, b) takes b.
static inline Vec3d vec3d_min(Vec3d a, Vec3d b)
{
    return vec3d(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z);
}

static inline Vec3d vec3d_max(Vec3d a, Vec3d b)
{
    return vec3d(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z);
}

static inline bool vec3d_is_finite(Vec3d a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

static inline Affine affine_identity(void)
{
    return (Affine){.m = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
}

static inline Affine affine_translation(Vec3d p)
{
    Affine t = affine_identity();
    t.p = p;
    return t;
}

static inline Vec3d affine_apply_vector(const Affine *t, Vec3d v)
{
    return vec3d(t->m[0][0] * v.x + t->m[0][1] * v.y + t->m[0][2] * v.z,
                 t->m[1][0] * v.x + t->m[1][1] * v.y + t->m[1][2] * v.z,
                 t->m[2][0] * v.x + t->m[2][1] * v.y + t->m[2][2] * v.z);
}

static inline Vec3d affine_apply(const Affine *t, Vec3d x)
{
    return vec3d_add(affine_apply_vector(t, x), t->p);
}

// The map that applies b first, then a.
static inline Affine affine_compose(const Affine *a, const Affine *b)
{
    Affine c;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            c.m[i][j] = a->m[i][0] * b->m[0][j] + a->m[i][1] * b->m[1][j] + a->m[i][2] * b->m[2][j];
    c.p = affine_apply(a, b->p);
    return c;
}

static inline double affine_determinant(const Affine *t)
{
    const double(*m)[3] = t->m;
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
           m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

// How far the map is from a rigid one: the largest entry of |M^T M - 1|. Mirrors are rigid.
static inline double affine_deviation(const Affine *t)
{
    double deviation = 0;
    for (int i = 0; i < 3; ++i) {
        for (int j = i; j < 3; ++j) { // the same below the diagonal
            double product = 0;
            for (int k = 0; k < 3; ++k)
                product += t->m[k][i] * t->m[k][j];
            double here = fabs(product - (i == j));
            deviation = here > deviation ? here : deviation;
        }
    }
    return deviation;
}

static inline bool affine_is_rigid(const Affine *t)
{
    return affine_deviation(t) < 1e-9;
}

// An upper bound of how much the map lengthens a vector: 1 for rigid placements (to rounding), else
// the Frobenius norm, at most sqrt(3) too large.
static inline double affine_stretch(const Affine *t)
{
    double deviation = affine_deviation(t), square = 0;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            square += t->m[i][j] * t->m[i][j];
    return deviation < 1e-9 ? 1 + 3 * deviation : sqrt(square);
}

// A closer bound, and the exact one for turns with one scale or with scales along the axes: no
// eigenvalue is larger than the largest sum of a row.
static inline double affine_lengthening(const Affine *t)
{
    double most = 0;
    for (int i = 0; i < 3; ++i) {
        double sum = 0;
        for (int j = 0; j < 3; ++j)
            sum +=
                fabs(t->m[0][i] * t->m[0][j] + t->m[1][i] * t->m[1][j] + t->m[2][i] * t->m[2][j]);
        most = fmax(most, sum);
    }
    return sqrt(most);
}

// How long the unit vector along an axis becomes.
static inline double affine_axis_scale(const Affine *t, int axis)
{
    return sqrt(t->m[0][axis] * t->m[0][axis] + t->m[1][axis] * t->m[1][axis] +
                t->m[2][axis] * t->m[2][axis]);
}

static inline bool affine_is_finite(const Affine *t)
{
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            if (!isfinite(t->m[i][j]))
                return false;
    return vec3d_is_finite(t->p);
}

// False when t is singular or not finite; *out is then the identity.
static inline bool affine_invert(const Affine *t, Affine *out)
{
    double det = affine_determinant(t);
    *out = affine_identity();
    if (!affine_is_finite(t) || !isfinite(det) || det == 0 || !isfinite(1 / det))
        return false;
    Affine r;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            r.m[j][i] = (t->m[i1][j1] * t->m[i2][j2] - t->m[i1][j2] * t->m[i2][j1]) / det;
        }
    }
    r.p = vec3d_scale(affine_apply_vector(&r, t->p), -1);
    *out = r;
    return true;
}

// Rotation by angle (radians) about the axis through the origin; axis must have length 1.
static inline Affine affine_rotation(Vec3d axis, double angle)
{
    double c = cos(angle), s = sin(angle), k = 1 - c;
    double x = axis.x, y = axis.y, z = axis.z;
    return (Affine){.m = {{c + x * x * k, x * y * k - z * s, x * z * k + y * s},
                          {y * x * k + z * s, c + y * y * k, y * z * k - x * s},
                          {z * x * k - y * s, z * y * k + x * s, c + z * z * k}}};
}

#endif
