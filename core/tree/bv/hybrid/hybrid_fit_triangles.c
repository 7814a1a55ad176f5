// Volumes of any type around triangles, for hierarchies over meshes and for primitives made from a
// part of one.
#include "core/mesh/covariance.h"
#include "core/tree/bv/capsule/capsule_fit.h"
#include "core/tree/bv/hybrid/hybrid_fit.h"
#include "core/tree/bv/slabcutball/slab_fit.h"

#include <assert.h>

// 64 roundings of the largest number at hand are more than any sum here errs by.
static double widened(double size, Vec3d centre)
{
    return size + 64 * 0x1p-53 * (vec3d_length(centre) + size);
}

static HybridVolume box_along(const FitItems *items, const Vec3d axes[3])
{
    HybridVolume fitted = {.kind = VOLUME_BOX};
    double lo[3] = {INFINITY, INFINITY, INFINITY}, hi[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (int32_t i = 0; i < 3 * items->count; ++i)
        for (int k = 0; k < 3; ++k) {
            double at = vec3d_dot(axes[k], fit_corner(items, i));
            lo[k] = fmin(lo[k], at);
            hi[k] = fmax(hi[k], at);
        }
    for (int k = 0; k < 3; ++k) {
        fitted.box.axis[k] = axes[k];
        fitted.box.centre = vec3d_add_scaled(fitted.box.centre, axes[k], (lo[k] + hi[k]) / 2);
    }
    for (int k = 0; k < 3; ++k) {
        double at = vec3d_dot(axes[k], fitted.box.centre);
        fitted.box.half.v[k] = widened(fmax(0, fmax(hi[k] - at, at - lo[k])), fitted.box.centre);
    }
    return fitted;
}

static HybridVolume capsule_around(const FitItems *items)
{
    HybridVolume fitted = {.kind = VOLUME_CAPSULE, .capsule = capsule_fit(items)};
    Capsule *c = &fitted.capsule;
    double reach = 0;
    for (int32_t i = 0; i < 3 * items->count; ++i) {
        Vec3d p = fit_corner(items, i);
        reach = fmax(reach, vec3d_distance(p, segment_nearest(c->from, c->along, p)));
    }
    c->radius = widened(reach, vec3d_add(c->from, c->along));
    c->radius = widened(c->radius, c->from);
    return fitted;
}

HybridVolume hybrid_volume_fit_triangles(enum VolumeType type, const FitItems *items)
{
    assert(items && items->count >= 1 && type < VOLUME_TYPE_COUNT);
    static const Vec3d coordinate_axes[3] = {{.v = {1, 0, 0}}, {.v = {0, 1, 0}}, {.v = {0, 0, 1}}};
    Vec3d axes[3];
    switch (type) {
    case VOLUME_TYPE_AABB:
        return box_along(items, coordinate_axes);
    case VOLUME_TYPE_OBB:
        covariance_axes(items->mesh, items->moments, items->items, items->count, axes);
        return box_along(items, axes);
    case VOLUME_TYPE_CAPSULE:
        return capsule_around(items);
    default: {
        FitPoints points = fit_points(items);
        SlabBall ball = slab_fit(&points);
        ball.radius = widened(ball.radius, ball.centre);
        if (type == VOLUME_TYPE_SPHERE)
            return hybrid_ball(ball.centre, ball.radius);
        slab_extent(&points, &ball);
        slab_widen(&ball, widened(0, ball.centre) + 64 * 0x1p-53 * ball.radius);
        return hybrid_slab_ball(&ball);
    }
    }
}
