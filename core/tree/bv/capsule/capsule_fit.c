#include "core/tree/bv/capsule/capsule_fit.h"
#include "core/mesh/covariance.h"
#include "core/shape/dop26.h"
#include "core/shape/min_ball.h"

static Vec3d seen_along(const FitItems *items, int32_t corner, Vec3d origin, const Vec3d axes[3])
{
    Vec3d d = vec3d_sub(fit_corner(items, corner), origin);
    return vec3d(vec3d_dot(d, axes[1]), vec3d_dot(d, axes[2]), 0);
}

// Centre of a small circle around the corners as seen along the line: the smallest one for up to
// 26 corners, else that of the outermost ones, grown to all. A line through the mean would do, but
// it needs a larger radius, by a third for a lone triangle.
static Vec3d circle_centre(const FitItems *items, const Vec3d axes[3])
{
    enum { FEW = 2 * DOP26_DIRECTIONS };
    Vec3d points[FEW], origin = fit_corner(items, 0);
    int32_t corners = 3 * items->count, few = corners <= FEW ? corners : FEW;
    Extremals outermost;
    extremals_begin(&outermost);
    for (int32_t i = 0; i < corners; ++i) {
        Vec3d flat = seen_along(items, i, origin, axes);
        if (corners <= FEW)
            points[i] = flat;
        else
            extremals_add(&outermost, flat, i);
    }
    for (int i = 0; corners > FEW && i < DOP26_DIRECTIONS; ++i) {
        points[2 * i] = seen_along(items, extremals_low(&outermost, i), origin, axes);
        points[2 * i + 1] = seen_along(items, extremals_high(&outermost, i), origin, axes);
    }
    Ball circle = min_ball(points, few);
    for (int32_t i = 0; corners > FEW && i < corners; ++i) {
        Vec3d flat = seen_along(items, i, origin, axes);
        double distance = vec3d_distance(flat, circle.centre);
        if (distance > circle.radius) {
            double radius = (circle.radius + distance) / 2;
            circle.centre = vec3d_lerp(circle.centre, flat, (distance - radius) / distance);
            circle.radius = radius;
        }
    }
    Vec3d centre = vec3d_add_scaled(origin, axes[1], circle.centre.x);
    return vec3d_add_scaled(centre, axes[2], circle.centre.y);
}

Capsule capsule_fit(const FitItems *items)
{
    Vec3d axes[3];
    covariance_axes(items->mesh, items->moments, items->items, items->count, axes);
    CapsuleLine line = {circle_centre(items, axes), axes[0]};
    double radius = 0, lo = INFINITY, hi = -INFINITY;
    for (int32_t i = 0; i < 3 * items->count; ++i)
        radius = fmax(radius, capsule_bead(&line, fit_corner(items, i), 0).across);
    for (int32_t i = 0; i < 3 * items->count; ++i) {
        CapsuleBead bead = capsule_bead(&line, fit_corner(items, i), 0);
        capsule_trim(&bead, radius, &lo, &hi);
    }
    Capsule fitted = capsule_between(&line, lo, hi);
    fitted.radius = radius;
    return fitted;
}
