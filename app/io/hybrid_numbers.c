#include "app/io/hybrid_numbers.h"
#include "core/base/rng.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const NumbersType numbers_types[NUMBERS_TYPES] = {
    [NUMBERS_OBB] = {"obb",
                     "an obb",
                     {{"pos", 3, false, false},
                      {"width", 1, true, false},
                      {"depth", 1, true, false},
                      {"height", 1, true, false},
                      {"orientation", 9, false, true}},
                     5},
    [NUMBERS_SPHERE] = {"sphere",
                        "a sphere",
                        {{"pos", 3, false, false}, {"radius", 1, true, false}},
                        2},
    [NUMBERS_CAPSULE] = {"capsule",
                         "a capsule",
                         {{"pos", 3, false, false},
                          {"dir", 3, false, false},
                          {"radius", 1, true, false}},
                         3},
    [NUMBERS_SCB] = {"scb",
                     "an scb",
                     {{"pos", 3, false, false},
                      {"radius", 1, true, false},
                      {"normal", 3, false, false},
                      {"e", 1, false, false},
                      {"f", 1, false, false}},
                     5},
};

static Vec3d point(const double *v)
{
    return vec3d(v[0], v[1], v[2]);
}

// Columns by Gram and Schmidt, because files round them; a mirrored last one is turned back.
static bool orientation(const double *rows, Vec3d axes[3])
{
    for (int k = 0; k < 3; ++k) {
        Vec3d column = vec3d(rows[k], rows[3 + k], rows[6 + k]);
        for (int twice = 0; twice < 2; ++twice) {
            for (int before = 0; before < k; ++before)
                column = vec3d_add_scaled(column, axes[before], -vec3d_dot(column, axes[before]));
            if (!(vec3d_length(column) > 0.1))
                return false;
            column = vec3d_normalised(column);
        }
        axes[k] = column;
    }
    if (vec3d_dot(vec3d_cross(axes[0], axes[1]), axes[2]) < 0)
        axes[2] = vec3d_scale(axes[2], -1);
    return true;
}

static bool from_obb(const VolumeNumbers *n, HybridVolume *out, Error *err)
{
    const double *v = n->values;
    *out = (HybridVolume){.kind = VOLUME_BOX, .box = {.centre = point(v)}};
    for (int k = 0; k < 3; ++k) {
        out->box.axis[k].v[k] = 1;
        out->box.half.v[k] = v[3 + k] / 2;
    }
    if (!n->oriented)
        return true;
    for (int i = 6; i < 15; ++i)
        if (!(fabs(v[i]) <= 2))
            return error_set(err, "an orientation has numbers from -1 to 1, not %.9g", v[i]);
    return orientation(v + 6, out->box.axis)
               ? true
               : error_set(err, "the orientation is not a rotation: its columns are not upright");
}

bool volume_from_numbers(const VolumeNumbers *n, HybridVolume *out, Error *err)
{
    const double *v = n->values;
    switch (n->type) {
    case NUMBERS_OBB:
        return from_obb(n, out, err);
    case NUMBERS_SPHERE:
        *out = hybrid_ball(point(v), v[3]);
        return true;
    case NUMBERS_CAPSULE:
        *out = hybrid_capsule(point(v), point(v + 3), v[6]);
        return true;
    default: {
        double length = vec3d_length(point(v + 4));
        if (!(length > 1e-6 && length < 1e6))
            return error_set(err, "the normal has no direction");
        if (!(v[8] <= v[7] && v[7] >= -v[3] && v[8] <= v[3]))
            return error_set(err, "the slab from f = %.9g to e = %.9g does not meet the ball", v[8],
                             v[7]);
        *out = hybrid_slab_ball(&(SlabBall){.centre = point(v),
                                            .normal = vec3d_scale(point(v + 4), 1 / length),
                                            .radius = v[3],
                                            .lo = v[8],
                                            .hi = v[7]});
        return true;
    }
    }
}

static VolumeNumbers exact_numbers(const HybridVolume *volume)
{
    VolumeNumbers n = {0};
    double *v = n.values;
    switch (volume->kind) {
    case VOLUME_BOX:
        n.type = NUMBERS_OBB;
        n.oriented = hybrid_volume_type(volume) != VOLUME_TYPE_AABB;
        for (int k = 0; k < 3; ++k) {
            v[k] = volume->box.centre.v[k];
            v[3 + k] = 2 * volume->box.half.v[k];
            for (int row = 0; row < 3; ++row)
                v[6 + 3 * row + k] = volume->box.axis[k].v[row];
        }
        break;
    case VOLUME_CAPSULE:
        n.type = NUMBERS_CAPSULE;
        memcpy(v, volume->capsule.from.v, 3 * sizeof *v);
        memcpy(v + 3, volume->capsule.along.v, 3 * sizeof *v);
        v[6] = volume->capsule.radius;
        break;
    case VOLUME_SLAB_BALL:
        n.type = NUMBERS_SCB;
        memcpy(v, volume->slab_ball.centre.v, 3 * sizeof *v);
        v[3] = volume->slab_ball.radius;
        memcpy(v + 4, volume->slab_ball.normal.v, 3 * sizeof *v);
        v[7] = volume->slab_ball.hi;
        v[8] = volume->slab_ball.lo;
        break;
    default:
        n.type = NUMBERS_SPHERE;
        memcpy(v, volume->ball.centre.v, 3 * sizeof *v);
        v[3] = volume->ball.radius;
    }
    return n;
}

static double nine_digits(double x)
{
    char text[40];
    snprintf(text, sizeof text, "%.9g", x);
    double rounded = strtod(text, NULL);
    return rounded == 0 ? 0 : rounded; // no -0
}

// Directions are rounded to nine decimals, so that all their numbers have the same grid: with nine
// digits each, a small one would have to be met far more exactly than the others allow.
static void directions_of(int type, int *first, int *count)
{
    *first = type == NUMBERS_OBB ? 6 : 4;
    *count = type == NUMBERS_OBB ? 9 : type == NUMBERS_SCB ? 3 : 0;
}

static VolumeNumbers rounded_numbers(const HybridVolume *volume)
{
    VolumeNumbers n = exact_numbers(volume);
    int first, count;
    directions_of(n.type, &first, &count);
    for (int i = first; i < first + count; ++i)
        n.values[i] = round(n.values[i] * 1e9) / 1e9;
    for (int i = 0; i < NUMBERS_MAX; ++i)
        n.values[i] = nine_digits(n.values[i]);
    return n;
}

static bool same_numbers(const VolumeNumbers *a, const VolumeNumbers *b)
{
    return a->type == b->type && a->oriented == b->oriented &&
           memcmp(a->values, b->values, sizeof a->values) == 0;
}

// Axes rounded to nine digits are not quite orthonormal; what reading makes of them may round to
// other digits. Rounding and reading are repeated until nothing changes; where they go in circles,
// random nudges of the last digit get them out. A handful of rounds will do, a hundred now and
// then.
VolumeNumbers volume_to_numbers(const HybridVolume *volume)
{
    enum { ROUNDS = 10000, NUDGE_EVERY = 3 };
    VolumeNumbers n = rounded_numbers(volume), start = n;
    Rng rng = rng_create(1);
    for (int round = 1; round <= ROUNDS; ++round) {
        HybridVolume read;
        if (!volume_from_numbers(&n, &read, NULL))
            return n;
        VolumeNumbers again = rounded_numbers(&read);
        if (same_numbers(&n, &again))
            return n;
        n = again;
        if (n.type != start.type) // a slab that cuts nothing off any more
            start = n;
        int first, count;
        directions_of(n.type, &first, &count);
        for (int i = first; round % NUDGE_EVERY == 0 && i < first + count; ++i)
            n.values[i] = start.values[i] + rng_uniform(&rng, -2e-9, 2e-9);
    }
    return n;
}
