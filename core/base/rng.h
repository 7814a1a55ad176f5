// Random numbers for tests, benchmarks and generated meshes: the same seed gives the same numbers
// on every machine, because only integer arithmetic, +, -, *, / and sqrt are used. Not for secrets.
#ifndef SNUG_CORE_BASE_RNG_H
#define SNUG_CORE_BASE_RNG_H

#include "core/base/vec.h"

#include <assert.h>
#include <stdint.h>

typedef struct Rng {
    uint64_t state;
} Rng;

// Any seed is good, 0 included; neighbouring seeds give unrelated streams.
static inline Rng rng_create(uint64_t seed)
{
    return (Rng){seed};
}

// splitmix64 (Steele, Lea, Flood 2014): one addition and a mixer, period 2^64.
static inline uint64_t rng_next(Rng *rng)
{
    uint64_t z = (rng->state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

// Uniform in [0, 1): the upper 53 bits, so every value is exact.
static inline double rng_unit(Rng *rng)
{
    return (double)(rng_next(rng) >> 11) * (1.0 / 9007199254740992.0);
}

static inline double rng_uniform(Rng *rng, double lo, double hi)
{
    return lo + (hi - lo) * rng_unit(rng);
}

// Uniform in 0 .. count-1. The bias of the modulus is below count / 2^64.
static inline int32_t rng_below(Rng *rng, int32_t count)
{
    assert(count > 0);
    return (int32_t)(rng_next(rng) % (uint64_t)count);
}

// Uniform in the cube [-half, half]^3.
static inline Vec3d rng_in_cube(Rng *rng, double half)
{
    double x = rng_uniform(rng, -half, half);
    double y = rng_uniform(rng, -half, half);
    double z = rng_uniform(rng, -half, half);
    return vec3d(x, y, z);
}

// Uniform on the unit sphere, by rejection: no trigonometry, whose last bit differs between
// libraries.
static inline Vec3d rng_direction(Rng *rng)
{
    for (;;) {
        Vec3d p = rng_in_cube(rng, 1);
        double square = vec3d_dot(p, p);
        if (square > 1e-4 && square <= 1)
            return vec3d_scale(p, 1 / sqrt(square));
    }
}

// A rotation drawn uniformly from all rotations: a uniform unit quaternion (Marsaglia 1972).
static inline Affine rng_rotation(Rng *rng)
{
    double a, b, c, d, ab, cd;
    do {
        a = rng_uniform(rng, -1, 1);
        b = rng_uniform(rng, -1, 1);
        ab = a * a + b * b;
    } while (ab >= 1);
    do {
        c = rng_uniform(rng, -1, 1);
        d = rng_uniform(rng, -1, 1);
        cd = c * c + d * d;
    } while (cd >= 1 || cd == 0);
    double s = sqrt((1 - ab) / cd);
    double w = a, x = b, y = c * s, z = d * s;
    return (Affine){.m = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                          {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                          {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}}};
}

#endif
