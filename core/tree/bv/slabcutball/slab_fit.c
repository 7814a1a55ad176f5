// Larsson 2008, section 2: the smallest ball of the 26-DOP's extremal points, grown to all points;
// the narrowest of the DOP's slabs and of those parallel to thirteen large triangles. What is here takes
// turns with slab_fit.inl, which is compiled for two instruction sets.
#include "core/tree/bv/slabcutball/slab_fit.h"
#include "core/base/cpu.h"
#include "core/tree/bv/slabcutball/slab_fit_runs.h"

SlabBall slab_fit(const FitPoints *points)
{
#ifdef SNUG_AVX2
    if (cpu_has_avx2())
        return slab_fit_avx2(points);
#endif
    return slab_fit_baseline(points);
}

bool slab_second_normal(const FitPoints *points, const SlabBall *ball, Vec3d *normal)
{
#ifdef SNUG_AVX2
    if (cpu_has_avx2())
        return slab_second_normal_avx2(points, ball, normal);
#endif
    return slab_second_normal_baseline(points, ball, normal);
}

void slab_extent(const FitPoints *points, SlabBall *ball)
{
    ball->lo = INFINITY;
    ball->hi = -INFINITY;
    for (int32_t i = 0; i < points->count; ++i) {
        double at = vec3d_dot(ball->normal, vec3d_sub(fit_point(points, i), ball->centre));
        ball->lo = at < ball->lo ? at : ball->lo;
        ball->hi = at > ball->hi ? at : ball->hi;
    }
}

void slab_widen(SlabBall *ball, double margin)
{
    if (margin == 0)
        return;
    ball->hi = fmax(ball->hi, fmin(ball->hi + margin, ball->radius));
    ball->lo = fmin(ball->lo, fmax(ball->lo - margin, -ball->radius));
}

// A volume's part of the slab: where its centre lies, and how far it reaches both ways. The normals
// may be 2^-23 longer or shorter than 1. A child's slab is therefore widened by 2^-21 of its radius
// before its support is taken, and the support by the same again, which also covers the rounding of
// all that is done here in double.
static void extent_of(const SlabBall *child, const SlabBall *ball, double *lo, double *hi)
{
    Vec3d cross = vec3d_cross(ball->normal, child->normal);
    double cosine = vec3d_dot(ball->normal, child->normal), sine = vec3d_length(cross);
    double pad = 0x1p-21 * child->radius, r = child->radius;
    Vec3d d = vec3d_sub(child->centre, ball->centre);
    double at = vec3d_dot(ball->normal, d), far = 0x1p-50 * vec3d_length(d);
    *hi = at + slab_support(r, child->lo - pad, child->hi + pad, cosine, sine) + pad + far;
    *lo = at - slab_support(r, child->lo - pad, child->hi + pad, -cosine, sine) - pad - far;
}

void slab_extent_two(const SlabBall *a, const SlabBall *b, SlabBall *ball)
{
    double lo[2], hi[2], most = ball->radius * (1 + 0x1p-22); // |normal| r, at least
    extent_of(a, ball, &lo[0], &hi[0]);
    extent_of(b, ball, &lo[1], &hi[1]);
    ball->hi = fmin(most, fmax(hi[0], hi[1]));
    ball->lo = fmax(-most, fmin(lo[0], lo[1]));
}

static double radius_around_two(Vec3d centre, const SlabBall *a, const SlabBall *b)
{
    return (1 + 1e-15) * fmax(ball_radius_about(centre, &a->centre, 1) + a->radius,
                              ball_radius_about(centre, &b->centre, 1) + b->radius);
}

SlabBall slab_fit_two(const SlabBall *old, const SlabBall *a, const SlabBall *b)
{
    double d = vec3d_distance(a->centre, b->centre);
    double toward_b = d > 0 ? fmin(1, fmax(0, 0.5 * (1 + (b->radius - a->radius) / d))) : 0;
    SlabBall ball = {0};
    ball.centre = vec3d_from(vec3_from(vec3d_lerp(a->centre, b->centre, toward_b)));
    ball.radius = radius_around_two(ball.centre, a, b);
    double kept = radius_around_two(old->centre, a, b);
    if (kept < ball.radius) {
        ball.centre = old->centre;
        ball.radius = kept;
    }
    const Vec3d normals[] = {old->normal, a->normal, b->normal};
    double best = INFINITY;
    Vec3d narrowest = old->normal;
    for (int k = 0; k < 3; ++k) {
        ball.normal = normals[k];
        slab_extent_two(a, b, &ball);
        if (ball.hi - ball.lo < best) {
            best = ball.hi - ball.lo;
            narrowest = ball.normal;
        }
    }
    ball.normal = narrowest;
    return ball;
}
