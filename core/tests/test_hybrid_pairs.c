// The table of hybrid volumes against sampling: no pair with a common point is ever called separate,
// and nearly every pair that is apart is recognised.
#include "core/base/rng.h"
#include "core/tests/test_set.h"
#include "core/tree/bv/hybrid/hybrid_pairs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static const char *const volume_kind_names[VOLUME_KIND_COUNT] = {"box", "capsule", "slab cut ball",
                                                                 "ball"};

static double random_size(Rng *rng, double size)
{
    int kind = rng_below(rng, 6);
    return kind == 0 ? 0 : size * (kind == 1 ? 1e-4 : rng_uniform(rng, 0.1, 1));
}

// Of any shape: needles, sheets and points among them.
static HybridVolume random_volume(Rng *rng, enum VolumeKind kind, double size)
{
    Vec3d centre = rng_in_cube(rng, 2 * size);
    Affine turn = rng_below(rng, 4) ? rng_rotation(rng) : affine_identity();
    Vec3d axes[3];
    for (int k = 0; k < 3; ++k)
        axes[k] = vec3d(turn.m[0][k], turn.m[1][k], turn.m[2][k]);
    double x = random_size(rng, size), y = random_size(rng, size), z = random_size(rng, size);
    if (kind == VOLUME_BOX)
        return hybrid_box(centre, axes, vec3d(x, y, z));
    if (kind == VOLUME_CAPSULE)
        return hybrid_capsule(centre, vec3d_scale(axes[0], 2 * x), y);
    if (kind == VOLUME_BALL)
        return hybrid_ball(centre, x);
    double radius = size * rng_uniform(rng, 0.1, 1), lo = rng_uniform(rng, -1.1, 0.9) * radius;
    return hybrid_slab_ball(&(SlabBall){.centre = centre,
                                        .normal = axes[0],
                                        .radius = radius,
                                        .lo = lo,
                                        .hi = fmin(radius, lo + 2 * y)});
}

static double from_minus_one(Rng *rng)
{
    int kind = rng_below(rng, 3);
    return kind == 0 ? -1 : kind == 1 ? 1 : rng_uniform(rng, -1, 1);
}

// A point of the volume, on its surface, edges and corners more often than not.
static Vec3d random_point(Rng *rng, const HybridVolume *v)
{
    double share = rng_below(rng, 2) ? 1 : rng_unit(rng);
    if (v->kind == VOLUME_BOX) {
        Vec3d p = v->box.centre;
        for (int k = 0; k < 3; ++k)
            p = vec3d_add_scaled(p, v->box.axis[k], from_minus_one(rng) * v->box.half.v[k]);
        return p;
    }
    if (v->kind == VOLUME_CAPSULE) {
        double s = (1 + from_minus_one(rng)) / 2;
        Vec3d p = vec3d_add_scaled(v->capsule.from, v->capsule.along, s);
        return vec3d_add_scaled(p, rng_direction(rng), share * v->capsule.radius);
    }
    if (v->kind == VOLUME_BALL)
        return vec3d_add_scaled(v->ball.centre, rng_direction(rng), share * v->ball.radius);
    const SlabBall *b = &v->slab_ball;
    double s = (1 + from_minus_one(rng)) / 2, height = b->lo + s * (b->hi - b->lo);
    Vec3d out = vec3d_normalised(vec3d_cross(b->normal, rng_direction(rng)));
    double reach = sqrt(fmax(0, (b->radius - height) * (b->radius + height)));
    Vec3d p = vec3d_add_scaled(b->centre, b->normal, height);
    return vec3d_add_scaled(p, out, share * reach);
}

static Affine random_map(Rng *rng)
{
    Affine map = rng_rotation(rng), turn = rng_rotation(rng);
    int kind = rng_below(rng, 8);
    if (kind > 3)
        return kind > 5 ? affine_identity() : map;
    for (int k = 0; k < 9; ++k)
        map.m[k / 3][k % 3] *= kind == 0   ? 2.5
                               : k % 3 < 2 ? 0.3 * (k % 3) + 0.7
                               : kind == 1 ? -1
                               : kind == 2 ? 1e-7
                                           : 0; // sheared to a plane
    return affine_compose(&map, &turn);
}

static double coordinate(const HybridVolume *a, Vec3d p)
{
    Ball ball = hybrid_volume_ball(a);
    return vec3d_length(ball.centre) + ball.radius + vec3d_length(p);
}

static void pairs_around_a_common_point_are_never_separate(void **state)
{
    (void)state;
    static const double sizes[] = {1, 1e-3, 1e3, 1e-9};
    int cases = sanitised() ? 100000 : 2000000;
    for (int i = 0; i < cases; ++i) {
        uint64_t seed = 100 + (uint64_t)i;
        Rng rng = rng_create(seed);
        enum VolumeKind kind_a = (enum VolumeKind)(i % 4), kind_b = (enum VolumeKind)(i / 4 % 4);
        HybridVolume a = random_volume(&rng, kind_a, sizes[rng_below(&rng, 4)]);
        HybridVolume b = random_volume(&rng, kind_b, sizes[rng_below(&rng, 4)]);
        if (rng_below(&rng, 8) == 0) { // far from the origin both
            Affine far = affine_translation(rng_in_cube(&rng, 1e6));
            a = hybrid_volume_moved(&a, &far);
        }
        Vec3d in_a = random_point(&rng, &a), in_b = random_point(&rng, &b);
        Affine map = random_map(&rng);
        map.p = vec3d_sub(in_a, affine_apply_vector(&map, in_b));
        HybridVolume moved = hybrid_volume_moved(&b, &map);
        // The points were rounded when they were drawn: a few ulp of their coordinates.
        double eps = 16 * 0x1p-53 * (coordinate(&a, in_a) + 3 * coordinate(&b, in_b));
        if (hybrid_volumes_separate(&a, &moved, eps) || hybrid_volumes_separate(&moved, &a, eps))
            fail_msg("seed %llu: %s and %s called separate around a common point",
                     (unsigned long long)seed, volume_kind_names[kind_a],
                     volume_kind_names[kind_b]);
    }
    printf("RAN: mixed pairs: %d pairs around a common point, 16 ordered kinds, none separate\n",
           cases);
}

// Bounds of the distance, by projecting to and fro. Two points are an upper bound. All of A lies
// behind the plane through its projection across n, the way to B's, all of B beyond its own; the
// two planes are tilted by how far the projections still move, so this is a lower bound, too.
static double distance_between(const HybridVolume *a, const HybridVolume *b, double *lower)
{
    Ball ball_a = hybrid_volume_ball(a), ball_b = hybrid_volume_ball(b);
    Vec3d on_b = ball_b.centre, on_a = hybrid_volume_nearest(a, on_b);
    for (int i = 0;; ++i) {
        on_b = hybrid_volume_nearest(b, on_a);
        Vec3d next = hybrid_volume_nearest(a, on_b);
        double moved = vec3d_distance(next, on_a), distance = vec3d_distance(next, on_b);
        on_a = next;
        *lower = distance - 2 * (ball_a.radius + ball_b.radius) * (moved + 1e-12) / distance;
        if (i == 3000 || *lower > 0.99999 * distance || distance < 1e-9)
            return distance;
    }
}

typedef struct Tally {
    int apart, recognised;
} Tally;

static void separate_pairs_are_recognised_and_the_verdict_is_symmetric(void **state)
{
    (void)state;
    int cases = sanitised() ? 16000 : 160000;
    Tally tally[VOLUME_KIND_COUNT][VOLUME_KIND_COUNT] = {{{0, 0}}};
    for (int i = 0; i < cases; ++i) {
        uint64_t seed = 5000000 + (uint64_t)i;
        Rng rng = rng_create(seed);
        int ka = i % 4, kb = i / 4 % 4;
        HybridVolume a = random_volume(&rng, (enum VolumeKind)ka, 1);
        HybridVolume b = random_volume(&rng, (enum VolumeKind)kb, 1);
        Affine closer = affine_translation(
            vec3d_scale(vec3d_sub(hybrid_volume_ball(&a).centre, hybrid_volume_ball(&b).centre),
                        rng_unit(&rng)));
        b = hybrid_volume_moved(&b, &closer);
        bool separate = hybrid_volumes_separate(&a, &b, 0);
        if (separate != hybrid_volumes_separate(&b, &a, 0))
            fail_msg("seed %llu: %s and %s, not the same the other way round",
                     (unsigned long long)seed, volume_kind_names[ka], volume_kind_names[kb]);
        double lower, distance = distance_between(&a, &b, &lower);
        if (hybrid_volumes_separate(&a, &b, distance * 1.0001 + 1e-12))
            fail_msg("seed %llu: %s and %s, called further apart than %g", (unsigned long long)seed,
                     volume_kind_names[ka], volume_kind_names[kb], distance);
        if (!(lower > 1e-3))
            continue;
        bool boxes = ka == VOLUME_BOX && kb == VOLUME_BOX;
        bool exact = ka == VOLUME_BALL || kb == VOLUME_BALL ||
                     (ka != VOLUME_SLAB_BALL && kb != VOLUME_SLAB_BALL);
        if (exact && !hybrid_volumes_separate(&a, &b, boxes ? 0 : 0.9999 * lower))
            fail_msg("seed %llu: %s and %s, %g apart, not recognised", (unsigned long long)seed,
                     volume_kind_names[ka], volume_kind_names[kb], lower);
        ++tally[ka][kb].apart;
        tally[ka][kb].recognised += separate;
    }
    for (int ka = 0; ka < VOLUME_KIND_COUNT; ++ka) {
        for (int kb = 0; kb < VOLUME_KIND_COUNT; ++kb) {
            Tally t = tally[ka][kb];
            printf("RAN: %s / %s: %d of %d separate pairs recognised\n", volume_kind_names[ka],
                   volume_kind_names[kb], t.recognised, t.apart);
            assert_true(t.apart > 300);
            assert_true(t.recognised >= 0.98 * t.apart);
        }
    }
}

static void nearest_points_are_in_the_volume_and_nearest(void **state)
{
    (void)state;
    for (int i = 0; i < 4000; ++i) {
        uint64_t seed = 7000000 + (uint64_t)i;
        Rng rng = rng_create(seed);
        HybridVolume v = random_volume(&rng, (enum VolumeKind)(i % 4), 1);
        Vec3d p = rng_in_cube(&rng, 4), nearest = hybrid_volume_nearest(&v, p);
        double distance = vec3d_distance(p, nearest);
        for (int k = 0; k < 20; ++k) {
            Vec3d in = random_point(&rng, &v);
            if (vec3d_distance(p, in) < distance - 1e-12)
                fail_msg("seed %llu: a nearer point exists", (unsigned long long)seed);
            if (vec3d_distance(in, hybrid_volume_nearest(&v, in)) > 1e-7)
                fail_msg("seed %llu: a point inside is moved", (unsigned long long)seed);
        }
        // Projecting twice changes nothing, and neither is the result outside.
        assert_true(vec3d_distance(nearest, hybrid_volume_nearest(&v, nearest)) < 1e-12);
        assert_false(
            hybrid_volumes_separate(&v, &(HybridVolume){VOLUME_BALL, .ball = {nearest, 1e-12}}, 0));
    }
}

// The distance to a convex set is convex along a segment: halving by thirds cannot fail.
static double brute_force_distance(Vec3d half, Vec3d from, Vec3d along)
{
    HybridVolume box = hybrid_box(vec3d(0, 0, 0),
                                  (Vec3d[3]){vec3d(1, 0, 0), vec3d(0, 1, 0), vec3d(0, 0, 1)}, half);
    double lo = 0, hi = 1, best = INFINITY;
    for (int i = 0; i < 150; ++i) {
        double s[2] = {lo + (hi - lo) / 3, hi - (hi - lo) / 3}, d[2];
        for (int k = 0; k < 2; ++k) {
            Vec3d p = vec3d_add_scaled(from, along, s[k]);
            d[k] = vec3d_distance(p, hybrid_volume_nearest(&box, p));
            best = fmin(best, d[k]);
        }
        if (d[0] < d[1])
            hi = s[1];
        else
            lo = s[0];
    }
    return best;
}

static void segment_to_box_equals_brute_force_minimisation(void **state)
{
    (void)state;
    int cases = sanitised() ? 4000 : 40000, inside = 0;
    double worst = 0;
    for (int i = 0; i < cases; ++i) {
        uint64_t seed = 9000000 + (uint64_t)i;
        Rng rng = rng_create(seed);
        Vec3d half = vec3d(random_size(&rng, 1), random_size(&rng, 1), random_size(&rng, 1));
        Vec3d from = rng_in_cube(&rng, 2), along = rng_in_cube(&rng, 3);
        for (int k = 0; k < 3; ++k)
            if (rng_below(&rng, 4) == 0)
                along.v[k] *= rng_below(&rng, 2) ? 0 : 1e-9;
        Vec3d apart;
        double distance = segment_box_distance(half, from, along, &apart);
        double expected = brute_force_distance(half, from, along);
        inside += distance == 0;
        worst = fmax(worst, fabs(distance - expected));
        // Where they meet, the search by thirds ends some 1e-8 away.
        if (fabs(distance - expected) > (distance > 1e-3 ? 1e-13 : 1e-7) ||
            distance > expected + 1e-15)
            fail_msg("seed %llu: %.17g instead of %.17g", (unsigned long long)seed, distance,
                     expected);
        assert_true(fabs(vec3d_length(apart) - distance) <= 1e-15 * (1 + distance));
    }
    assert_true(inside > cases / 100);
    printf("RAN: segment-box: %d cases, largest difference %.2g\n", cases, worst);
}

static void moving_encloses_and_rigid_moves_keep_the_size(void **state)
{
    (void)state;
    for (int i = 0; i < 40000; ++i) {
        uint64_t seed = 11000000 + (uint64_t)i;
        Rng rng = rng_create(seed);
        HybridVolume v = random_volume(&rng, (enum VolumeKind)(i % 4), 1);
        Affine map = random_map(&rng);
        map.p = rng_in_cube(&rng, 10);
        HybridVolume moved = hybrid_volume_moved(&v, &map);
        for (int k = 0; k < 8; ++k) {
            Vec3d p = affine_apply(&map, random_point(&rng, &v));
            if (vec3d_distance(p, hybrid_volume_nearest(&moved, p)) > 1e-14)
                fail_msg("seed %llu: a point of a moved %s is left behind",
                         (unsigned long long)seed, volume_kind_names[v.kind]);
        }
        if (!affine_is_rigid(&map))
            continue;
        if (moved.kind != v.kind) { // cut off next to nothing
            assert_int_equal(v.kind, VOLUME_SLAB_BALL);
            assert_true(v.slab_ball.hi - v.slab_ball.lo > 2 * v.slab_ball.radius - 1e-12);
            continue;
        }
        assert_true(hybrid_volume_ball(&moved).radius <= hybrid_volume_ball(&v).radius + 1e-12);
        if (v.kind == VOLUME_BOX)
            for (int k = 0; k < 3; ++k)
                assert_true(moved.box.half.v[k] <= v.box.half.v[k] + 1e-12);
        if (v.kind == VOLUME_SLAB_BALL)
            assert_true(moved.slab_ball.hi - moved.slab_ball.lo <=
                        v.slab_ball.hi - v.slab_ball.lo + 1e-12);
    }
}

static void touching_is_not_separate_and_a_hair_more_is(void **state)
{
    (void)state;
    Vec3d axes[3] = {vec3d(1, 0, 0), vec3d(0, 1, 0), vec3d(0, 0, 1)}, o = vec3d(0, 0, 0);
    // Each reaches 1 along +x and -x, so that two of them touch at distance 2.
    HybridVolume volumes[VOLUME_KIND_COUNT] = {
        hybrid_box(o, axes, vec3d(1, 0.5, 0.25)),
        hybrid_capsule(vec3d(-0.5, 0, 0), vec3d(1, 0, 0), 0.5),
        hybrid_slab_ball(
            &(SlabBall){.centre = o, .normal = vec3d(2, 0, 0), .radius = 3, .lo = -2, .hi = 2}),
        hybrid_ball(o, 1)};
    for (int i = 0; i < VOLUME_KIND_COUNT; ++i) {
        assert_int_equal(volumes[i].kind, i);
        for (int j = 0; j < VOLUME_KIND_COUNT; ++j) {
            Affine at = affine_translation(vec3d(2, 0, 0));
            HybridVolume b = hybrid_volume_moved(&volumes[j], &at);
            assert_false(hybrid_volumes_separate(&volumes[i], &b, 0));
            at.p.x = 2 + 1e-12;
            b = hybrid_volume_moved(&volumes[j], &at);
            assert_true(hybrid_volumes_separate(&volumes[i], &b, 0));
            assert_false(hybrid_volumes_separate(&volumes[i], &b, 1e-11));
        }
    }
    // A slab that cuts nothing off leaves a ball, and so does a map that flattens everything.
    SlabBall whole = {.centre = o, .normal = axes[0], .radius = 1, .lo = -1, .hi = 1};
    assert_int_equal(hybrid_slab_ball(&whole).kind, VOLUME_BALL);
    Affine flat = {.m = {{1, 0, 0}, {0, 1, 0}, {0, 0, 0}}};
    assert_int_equal(hybrid_volume_moved(&volumes[VOLUME_SLAB_BALL], &flat).kind, VOLUME_BALL);
}

// From p to a point of the volume, the nearest one to rounding, in more digits than the volume is
// given in. Counted from the volume's own place, where no digits are lost far from the origin.
static long double precise_distance(const HybridVolume *v, Vec3d place, Vec3d p)
{
    Vec3d d = vec3d_sub(p, place);
    double s = v->kind == VOLUME_CAPSULE ? segment_parameter(v->capsule.along, d) : 0;
    long double square = 0;
    for (int k = 0; k < 3; ++k) {
        long double way = (long double)p.v[k] - place.v[k];
        if (v->kind == VOLUME_CAPSULE)
            way -= (long double)s * v->capsule.along.v[k];
        for (int j = 0; v->kind == VOLUME_BOX && j < 3; ++j) {
            double half = v->box.half.v[j], at = vec3d_dot(v->box.axis[j], d);
            way -= (long double)fmin(half, fmax(-half, at)) * v->box.axis[j].v[k];
        }
        square += way * way;
    }
    double radius = v->kind == VOLUME_CAPSULE ? v->capsule.radius
                    : v->kind == VOLUME_BALL  ? v->ball.radius
                                              : 0;
    return fmaxl(0, sqrtl(square) - radius);
}

// Balls that reach to a point of the other by less than two parts in 2^53, near and far from the
// origin: without allowance for rounding about half of them would be called separate.
static void touching_to_the_last_bits_is_not_separate(void **state)
{
    (void)state;
    static const enum VolumeKind kinds[] = {VOLUME_BOX, VOLUME_CAPSULE, VOLUME_BALL};
    for (int i = 0; i < 60000; ++i) {
        uint64_t seed = 13000000 + (uint64_t)i;
        Rng rng = rng_create(seed);
        HybridVolume v = random_volume(&rng, kinds[i % 3], 1);
        Vec3d shift = i % 2 ? rng_in_cube(&rng, 1e6) : vec3d(0, 0, 0);
        Vec3d *at = v.kind == VOLUME_CAPSULE ? &v.capsule.from
                    : v.kind == VOLUME_BOX   ? &v.box.centre
                                             : &v.ball.centre;
        *at = vec3d_add(*at, shift);
        Vec3d centre = vec3d_add(*at, rng_in_cube(&rng, 5));
        if (v.kind == VOLUME_CAPSULE && i % 4 < 2) // where its own enclosing ball touches, too
            centre = vec3d_add_scaled(*at, v.capsule.along, rng_uniform(&rng, 2, 5));
        double reach = nextafter((double)precise_distance(&v, *at, centre), INFINITY);
        HybridVolume ball = hybrid_ball(centre, reach);
        if (hybrid_volumes_separate(&v, &ball, 0))
            fail_msg("seed %llu: %s and a ball that reaches it called separate",
                     (unsigned long long)seed, volume_kind_names[v.kind]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_around_a_common_point_are_never_separate),
        cmocka_unit_test(separate_pairs_are_recognised_and_the_verdict_is_symmetric),
        cmocka_unit_test(nearest_points_are_in_the_volume_and_nearest),
        cmocka_unit_test(segment_to_box_equals_brute_force_minimisation),
        cmocka_unit_test(moving_encloses_and_rigid_moves_keep_the_size),
        cmocka_unit_test(touching_is_not_separate_and_a_hair_more_is),
        cmocka_unit_test(touching_to_the_last_bits_is_not_separate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
