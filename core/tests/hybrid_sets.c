#include "core/tests/hybrid_sets.h"
#include "core/tests/test_set.h"

#include <stdio.h>
#include <stdlib.h>

static void add(PrimitiveSet *set, HybridVolume volume)
{
    char name[24];
    Error err;
    snprintf(name, sizeof name, "p%d", set->count);
    if (!primitive_set_add(set, &volume, name, &err)) {
        fprintf(stderr, "%s\n", err.text);
        abort();
    }
}

static void random_axes(Rng *rng, Vec3d axes[3])
{
    Affine turn = rng_below(rng, 3) ? rng_rotation(rng) : affine_identity();
    for (int k = 0; k < 3; ++k)
        axes[k] = vec3d(turn.m[0][k], turn.m[1][k], turn.m[2][k]);
}

static double random_size(Rng *rng, double size)
{
    int kind = rng_below(rng, 6);
    return kind == 0 ? 0 : size * (kind == 1 ? 1e-4 : rng_uniform(rng, 0.1, 1));
}

HybridVolume random_primitive(Rng *rng, double size, double spread)
{
    Vec3d centre = rng_in_cube(rng, spread), axes[3];
    random_axes(rng, axes);
    double x = random_size(rng, size), y = random_size(rng, size), z = random_size(rng, size);
    switch (rng_below(rng, 4)) {
    case 0:
        return hybrid_box(centre, axes, vec3d(x, y, z));
    case 1:
        return hybrid_capsule(centre, vec3d_scale(axes[0], 2 * x), y);
    case 2:
        return hybrid_ball(centre, x);
    default: {
        double radius = size * rng_uniform(rng, 0.1, 1), lo = rng_uniform(rng, -1.1, 0.9) * radius;
        return hybrid_slab_ball(&(SlabBall){.centre = centre,
                                            .normal = axes[0],
                                            .radius = radius,
                                            .lo = lo,
                                            .hi = fmin(radius, lo + 2 * y)});
    }
    }
}

PrimitiveSet random_primitive_set(uint64_t seed, int32_t count)
{
    Rng rng = rng_create(seed);
    PrimitiveSet set = {0};
    while (set.count < count) {
        Vec3d centre = rng_in_cube(&rng, 5), axes[3];
        random_axes(&rng, axes);
        double x = rng_uniform(&rng, 0.2, 1.5), y = rng_uniform(&rng, 0.2, 1.5);
        double z = rng_uniform(&rng, 0.2, 1.5);
        add(&set,
            rng_below(&rng, 2) ? hybrid_ball(centre, x) : hybrid_box(centre, axes, vec3d(x, y, z)));
    }
    return set;
}

static PrimitiveSet make_empty(void)
{
    return (PrimitiveSet){0};
}

static PrimitiveSet make_one(void)
{
    return random_primitive_set(1, 1);
}

static PrimitiveSet make_two(void)
{
    return random_primitive_set(2, 2);
}

static PrimitiveSet make_twenty(void)
{
    return random_primitive_set(3, 20);
}

static PrimitiveSet make_any_kind(void)
{
    Rng rng = rng_create(4);
    PrimitiveSet set = {0};
    while (set.count < 18)
        add(&set, random_primitive(&rng, 1, 4));
    return set;
}

static PrimitiveSet make_coincident(void)
{
    Rng rng = rng_create(5);
    PrimitiveSet set = {0};
    Vec3d axes[3];
    random_axes(&rng, axes);
    while (set.count < 12)
        add(&set, hybrid_box(vec3d(1, 2, 3), axes, vec3d(1, 0.5, 0.25)));
    return set;
}

static PrimitiveSet make_flat(void)
{
    Rng rng = rng_create(6);
    PrimitiveSet set = {0};
    const Vec3d axes[3] = {vec3d(1, 0, 0), vec3d(0, 1, 0), vec3d(0, 0, 1)};
    while (set.count < 16) {
        Vec3d centre = rng_in_cube(&rng, 4);
        centre.z = 2;
        add(&set, hybrid_box(centre, axes,
                             vec3d(rng_uniform(&rng, 0.1, 1), rng_uniform(&rng, 0.1, 1), 0)));
    }
    return set;
}

static PrimitiveSet make_line(void)
{
    PrimitiveSet set = {0};
    for (int i = 0; i < 14; ++i)
        add(&set, hybrid_ball(vec3d(i * i, 0, 0), 0));
    return set;
}

static PrimitiveSet make_points(void)
{
    Rng rng = rng_create(7);
    PrimitiveSet set = {0};
    while (set.count < 15)
        add(&set, hybrid_ball(rng_in_cube(&rng, 3), 0));
    return set;
}

static PrimitiveSet make_one_point(void)
{
    PrimitiveSet set = {0};
    while (set.count < 9)
        add(&set, hybrid_ball(vec3d(0.1, 0.2, 0.3), 0));
    return set;
}

static PrimitiveSet make_far(void)
{
    Rng rng = rng_create(8);
    PrimitiveSet set = {0};
    while (set.count < 12) {
        Vec3d centre = vec3d_add(vec3d(1e9, -1e9, 1e9), rng_in_cube(&rng, 4));
        add(&set, hybrid_ball(centre, rng_uniform(&rng, 0.1, 1)));
    }
    return set;
}

static PrimitiveSet make_sizes(void)
{
    Rng rng = rng_create(9);
    PrimitiveSet set = {0};
    double size = 1e-6;
    while (set.count < 13) {
        add(&set, hybrid_ball(rng_in_cube(&rng, 10 * size), size));
        size *= 10;
    }
    return set;
}

static PrimitiveSet make_clusters(void)
{
    PrimitiveSet set = {0};
    const Vec3d axes[3] = {vec3d(1, 0, 0), vec3d(0, 1, 0), vec3d(0, 0, 1)};
    for (int i = 0; i < 12; ++i)
        add(&set, hybrid_box(vec3d(i % 2 ? 1000 : 0, i, i % 3), axes, vec3d(1, 1, 1)));
    return set;
}

static PrimitiveSet make_many(void)
{
    return random_primitive_set(10, sanitised() ? 70 : 200);
}

const HybridSet hybrid_sets[] = {
    {"empty", make_empty},
    {"one", make_one},
    {"two", make_two},
    {"twenty", make_twenty},
    {"any kind", make_any_kind},
    {"coincident", make_coincident},
    {"flat", make_flat},
    {"on a line", make_line},
    {"points", make_points},
    {"one point", make_one_point},
    {"far out", make_far},
    {"all sizes", make_sizes},
    {"two clusters", make_clusters},
    {"many", make_many},
};
const int hybrid_set_count = sizeof hybrid_sets / sizeof *hybrid_sets;
