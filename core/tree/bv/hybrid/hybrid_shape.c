// Volumes of any kind as shapes: size, drawing, enlargement.
#include "core/shape/box.h"
#include "core/tree/bv/hybrid/hybrid_fit.h"

#include <string.h>

const char *const volume_type_names[VOLUME_TYPE_COUNT] = {"aabb", "obb", "sphere", "capsule",
                                                          "scb"};

enum VolumeType hybrid_volume_type(const HybridVolume *volume)
{
    if (volume->kind != VOLUME_BOX)
        return volume->kind == VOLUME_CAPSULE     ? VOLUME_TYPE_CAPSULE
               : volume->kind == VOLUME_SLAB_BALL ? VOLUME_TYPE_SCB
                                                  : VOLUME_TYPE_SPHERE;
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < 3; ++i)
            if (volume->box.axis[k].v[i] != (i == k))
                return VOLUME_TYPE_OBB;
    return VOLUME_TYPE_AABB;
}

bool hybrid_volume_equal(const HybridVolume *a, const HybridVolume *b)
{
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case VOLUME_BOX:
        return memcmp(&a->box, &b->box, sizeof a->box) == 0;
    case VOLUME_CAPSULE:
        return memcmp(&a->capsule, &b->capsule, sizeof a->capsule) == 0;
    case VOLUME_SLAB_BALL:
        return memcmp(&a->slab_ball, &b->slab_ball, sizeof a->slab_ball) == 0;
    default:
        return memcmp(&a->ball, &b->ball, sizeof a->ball) == 0;
    }
}

double hybrid_volume_measure(const HybridVolume *volume, enum Measure what)
{
    Vec3d h;
    switch (volume->kind) {
    case VOLUME_BOX:
        h = volume->box.half;
        return what == MEASURE_VOLUME ? 8 * h.x * h.y * h.z
               : what == MEASURE_AREA ? 8 * (h.x * h.y + h.y * h.z + h.z * h.x)
                                      : vec3d_length(h);
    case VOLUME_CAPSULE:
        return capsule_measure(&volume->capsule, what);
    case VOLUME_SLAB_BALL:
        return slab_measure(&volume->slab_ball, what);
    default:
        return capsule_measure(&(Capsule){.radius = volume->ball.radius}, what);
    }
}

void hybrid_volume_outline(const HybridVolume *volume, LineFn *line, void *user)
{
    Vec3 corners[8];
    switch (volume->kind) {
    case VOLUME_BOX:
        for (int i = 0; i < 8; ++i) {
            Vec3d p = volume->box.centre;
            for (int k = 0; k < 3; ++k)
                p = vec3d_add_scaled(p, volume->box.axis[k],
                                     i >> k & 1 ? volume->box.half.v[k] : -volume->box.half.v[k]);
            corners[i] = vec3_from(p);
        }
        box_outline(corners, line, user);
        break;
    case VOLUME_CAPSULE:
        capsule_outline(&volume->capsule, line, user);
        break;
    case VOLUME_SLAB_BALL:
        slab_outline(&volume->slab_ball, line, user);
        break;
    default:
        capsule_outline(&(Capsule){.from = volume->ball.centre, .radius = volume->ball.radius},
                        line, user);
    }
}

HybridVolume hybrid_volume_enlarged(const HybridVolume *volume, double factor, double least)
{
    HybridVolume large = *volume;
    switch (volume->kind) {
    case VOLUME_BOX:
        for (int k = 0; k < 3; ++k)
            large.box.half.v[k] = fmax(large.box.half.v[k] * factor, least);
        break;
    case VOLUME_CAPSULE: {
        Vec3d along = volume->capsule.along;
        large.capsule.from = vec3d_add_scaled(volume->capsule.from, along, (1 - factor) / 2);
        large.capsule.along = vec3d_scale(along, factor);
        large.capsule.radius = fmax(volume->capsule.radius * factor, least);
        break;
    }
    case VOLUME_SLAB_BALL: {
        SlabBall *ball = &large.slab_ball;
        double middle = (ball->lo + ball->hi) / 2, half = (ball->hi - ball->lo) / 2;
        ball->radius = fmax(ball->radius * factor, least);
        half = fmax(half * factor, least);
        ball->lo = fmax(-ball->radius, middle - half);
        ball->hi = fmin(ball->radius, middle + half);
        break;
    }
    default:
        large.ball.radius = fmax(volume->ball.radius * factor, least);
    }
    return large;
}
