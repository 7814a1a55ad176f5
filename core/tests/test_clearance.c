// Bands of clearance: what is painted is as near as it says, and nothing near is left out.
#include "core/base/rng.h"
#include "core/meaning/clearance.h"
#include "core/meaning/solid.h"
#include "core/meaning/watch.h"
#include "core/mesh/shapes.h"
#include "core/motion/crossing.h"
#include "core/tests/test_set.h"
#include "core/tests/tri_distance.h"
#include "core/tree/build/build.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static Bvh *tree_of(Mesh *mesh)
{
    Error err = {""};
    Bvh *tree = bvh_build(mesh, NULL, NULL, &err);
    if (!tree)
        fail_msg("%s", err.text);
    mesh_release(mesh);
    return tree;
}

// The oracle: every triangle of every other part.
static double distance_to(const PosedPart *others, int count, Vec3d p)
{
    double least = INFINITY;
    for (int i = 0; i < count; ++i) {
        if (!others[i].active)
            continue;
        for (int32_t k = 0; k < others[i].tree->mesh->triangle_count; ++k) {
            Triangle t = mesh_triangle(others[i].tree->mesh, k);
            t = triangle_transformed(&t, &others[i].placement);
            Vec3d foot;
            least = fmin(least, triangle_nearest(&t, p, &foot));
        }
    }
    return sqrt(least);
}

static double area_of(const Vec3d *p)
{
    return 0.5 * vec3d_length(vec3d_cross(vec3d_sub(p[1], p[0]), vec3d_sub(p[2], p[0])));
}

static double band_area(const BandTriangles *band)
{
    double area = 0;
    for (size_t i = 0; i < band->count; i += 3)
        area += area_of(band->points + i);
    return area;
}

static Vec3d random_point(Rng *rng, const Vec3d *p)
{
    double u = rng_unit(rng), v = rng_unit(rng);
    if (u + v > 1) {
        u = 1 - u;
        v = 1 - v;
    }
    return vec3d_add_scaled(vec3d_add_scaled(p[0], vec3d_sub(p[1], p[0]), u), vec3d_sub(p[2], p[0]),
                            v);
}

static void make(ClearanceBands *bands, const PosedPart *part, const PosedPart *others, int count,
                 const ClearanceDesc *desc)
{
    SolidCache solids = {0};
    Error err = {""};
    if (!clearance_bands_make(bands, part, others, count, desc, &solids, NULL, &err))
        fail_msg("%s", err.text);
    solid_cache_free(&solids);
}

// Points of each band are as near as it says; the borders are true to the resolution.
static void check_bands(const ClearanceBands *bands, const PosedPart *part, const PosedPart *others,
                        int count, double limit, double resolution)
{
    Rng rng = rng_create(77);
    for (int b = 0; b < CLEARANCE_BANDS; ++b) {
        const BandTriangles *band = &bands->band[b];
        double from = b == 0 ? 0 : clearance_band_end(limit, b - 1);
        double to = clearance_band_end(limit, b);
        size_t step = 1 + band->count / 3 / 100;
        for (size_t i = 0; i < band->count / 3; i += step) {
            Vec3d local = random_point(&rng, band->points + 3 * i);
            double d = distance_to(others, count, affine_apply(&part->placement, local));
            if (d < from - resolution || d > to + resolution)
                fail_msg("band %d: a point at %g, not from %g to %g", b, d, from, to);
        }
    }
}

// And the other way round: random points of the surface, by area. The shares of the bands are those
// that are painted.
static void check_shares(const ClearanceBands *bands, const PosedPart *part,
                         const PosedPart *others, int count, double limit)
{
    enum { POINTS = 1500 };
    const Mesh *mesh = part->tree->mesh;
    Rng rng = rng_create(78);
    double total = 0, *sums = calloc((size_t)mesh->triangle_count, sizeof *sums);
    int hits[CLEARANCE_BANDS + 1] = {0};
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        Triangle t = mesh_triangle(mesh, i);
        sums[i] = total += area_of(t.p);
    }
    for (int i = 0; i < POINTS; ++i) {
        double at = rng_unit(&rng) * total;
        int32_t k = 0;
        while (k + 1 < mesh->triangle_count && sums[k] < at)
            ++k;
        Triangle t = mesh_triangle(mesh, k);
        Vec3d p = affine_apply(&part->placement, random_point(&rng, t.p));
        double d = distance_to(others, count, p);
        int b = 0;
        while (b < CLEARANCE_BANDS && d >= clearance_band_end(limit, b))
            ++b;
        ++hits[b];
    }
    for (int b = 0; b < CLEARANCE_BANDS; ++b) {
        double wanted = (double)hits[b] / POINTS, found = band_area(&bands->band[b]) / total;
        if (fabs(found - wanted) > 0.05) // four standard deviations of the oracle
            fail_msg("band %d: %.3f of the surface, not %.3f", b, found, wanted);
    }
    free(sums);
}

// Large triangles beside small ones: a plate of twelve below a ball and a ring.
static void bands_are_where_the_distances_are(void **state)
{
    (void)state;
    Bvh *plate = tree_of(shape_box(vec3d(20, 1, 20)));
    Bvh *ball = tree_of(shape_ico_sphere(2, 2)), *ring = tree_of(shape_torus(6, 1, 20, 8));
    Affine turned = affine_rotation(vec3d_normalised(vec3d(1, 2, 3)), 0.7);
    turned.p = vec3d(4, 7, -3);
    Affine scaled = affine_identity();
    scaled.m[0][0] = 1.7;
    scaled.m[2][2] = 0.6;
    scaled.p = vec3d(-4, 2.9, 5);
    PosedPart parts[3] = {{plate, affine_translation(vec3d(0, 0, 0)), true, true},
                          {ball, scaled, true, true},
                          {ring, turned, true, true}};
    const double limits[] = {0.4, 1, 2.5};
    size_t samples = 0;
    for (int l = 0; l < 3; ++l) {
        for (int which = 0; which < 3; ++which) {
            PosedPart others[2] = {parts[(which + 1) % 3], parts[(which + 2) % 3]};
            ClearanceDesc desc = {.limit = limits[l]};
            ClearanceBands bands;
            make(&bands, &parts[which], others, 2, &desc);
            assert_false(bands.coarse);
            check_bands(&bands, &parts[which], others, 2, limits[l], 0.25 * limits[l]);
            check_shares(&bands, &parts[which], others, 2, limits[l]);
            samples += bands.samples;
            clearance_bands_free(&bands);
        }
    }
    printf("RAN: nine surfaces painted, %zu samples\n", samples);
    bvh_release(plate);
    bvh_release(ball);
    bvh_release(ring);
}

static void what_is_far_or_hidden_paints_nothing(void **state)
{
    (void)state;
    Bvh *ball = tree_of(shape_ico_sphere(2, 2));
    PosedPart part = {ball, affine_identity(), true, true};
    PosedPart other = {ball, affine_translation(vec3d(20, 0, 0)), true, true};
    ClearanceDesc desc = {.limit = 1};
    ClearanceBands bands;
    make(&bands, &part, &other, 1, &desc);
    for (int b = 0; b < CLEARANCE_BANDS; ++b)
        assert_int_equal(bands.band[b].count, 0);
    clearance_bands_free(&bands);
    other.placement.p.x = 5;
    other.active = false;
    make(&bands, &part, &other, 1, &desc);
    assert_int_equal(bands.band[0].count + bands.band[1].count + bands.band[2].count, 0);
    clearance_bands_free(&bands);
    other.active = true;
    make(&bands, &part, &other, 1, &desc);
    assert_true(bands.band[1].count > 0); // 5 - 2 - 2, nearly
    clearance_bands_free(&bands);

    SolidCache solids = {0};
    Error err = {""};
    desc.limit = 0;
    assert_false(clearance_bands_make(&bands, &part, &other, 1, &desc, &solids, NULL, &err));
    desc.limit = 1;
    Job job = {0};
    job_cancel(&job);
    desc.resolution = 1e-3;
    assert_false(clearance_bands_make(&bands, &part, &other, 1, &desc, &solids, &job, &err));
    assert_int_equal(bands.band[0].count, 0);
    solid_cache_free(&solids);
    bvh_release(ball);
}

// Too fine a wish ends in coarser borders, not in a program that never answers.
static void samples_are_limited(void **state)
{
    (void)state;
    Bvh *plate = tree_of(shape_box(vec3d(20, 1, 20)));
    PosedPart part = {plate, affine_identity(), true, true};
    PosedPart other = {plate, affine_translation(vec3d(3, 1.5, 2)), true, true};
    ClearanceDesc desc = {.limit = 0.4, .resolution = 1e-6, .samples = 2000};
    ClearanceBands bands;
    make(&bands, &part, &other, 1, &desc);
    assert_true(bands.coarse && bands.samples < 2100);
    assert_true(band_area(&bands.band[1]) > 100);
    clearance_bands_free(&bands);
    bvh_release(plate);
}

// The oracle: every triangle against every other one.
static double distance_of(const PosedPart *a, const PosedPart *b)
{
    double least = INFINITY;
    Vec3d on_a, on_b;
    for (int32_t i = 0; i < a->tree->mesh->triangle_count; ++i)
        for (int32_t k = 0; k < b->tree->mesh->triangle_count; ++k) {
            Triangle s = mesh_triangle(a->tree->mesh, i), t = mesh_triangle(b->tree->mesh, k);
            s = triangle_transformed(&s, &a->placement);
            t = triangle_transformed(&t, &b->placement);
            least = fmin(least, tri_distance(&s, &t, &on_a, &on_b));
        }
    return least;
}

static CrossingBody body_at(const Bvh *tree, const Affine *placement, RigidStep step)
{
    Box3d box = part_world_bounds(tree->mesh, placement);
    Vec3d pivot = vec3d_lerp(box.lo, box.hi, 0.5);
    CrossingBody body = {.tree = tree,
                         .rest = rigid_rest(placement, pivot),
                         .pose = rigid_pose_at(pivot),
                         .step = step};
    body.reach = rigid_reach(tree->mesh, &body.rest);
    return body;
}

static double oracle_at(const CrossingBody body[2], double time)
{
    PosedPart at[2];
    for (int k = 0; k < 2; ++k) {
        RigidPose pose = rigid_pose_moved(&body[k].pose, &body[k].step, time);
        at[k] = (PosedPart){body[k].tree, rigid_placement(&pose, &body[k].rest), true, true};
    }
    return distance_of(&at[0], &at[1]);
}

static void a_known_crossing_is_found(void **state)
{
    (void)state;
    Bvh *box = tree_of(shape_box(vec3d(2, 2, 2))), *floor = tree_of(shape_box(vec3d(50, 2, 50)));
    Affine down = affine_identity(), high = affine_translation(vec3d(3, 12, -4));
    CrossingBody body[2] = {body_at(floor, &down, (RigidStep){0}),
                            body_at(box, &high, (RigidStep){.shift = vec3d(1, -20, 2)})};
    Crossing found;
    // From 10 above the floor straight through it: 2.5 above after 7.5 of 20.
    assert_true(crossing_find(body, &(CrossingDesc){.limit = 2.5}, &found, NULL));
    assert_int_equal(found.state, CROSSING_FOUND);
    assert_true(found.from <= 0.375 && found.to >= 0.375 && found.to - found.from < 1e-6);
    assert_true(found.distance.value >= 2.5 && found.distance.value < 2.5 + 3e-6);
    // As near as the limit, and never nearer.
    body[1].step.shift = vec3d(5, -7.5, 2);
    assert_true(crossing_find(body, &(CrossingDesc){.limit = 2.5 - 1e-6}, &found, NULL));
    assert_int_equal(found.state, CROSSING_NONE);
    // Nearer from the beginning on: nothing is crossed.
    assert_true(crossing_find(body, &(CrossingDesc){.limit = 11}, &found, NULL));
    assert_true(found.state == CROSSING_NONE && found.first < 11);
    assert_true(crossing_find(body, &(CrossingDesc){.limit = 5, .looks = 3}, &found, NULL));
    assert_int_equal(found.state, CROSSING_UNKNOWN); // said, not guessed
    // Scaled about its middle from 2 to 22 high: its lower side goes 10 down on the way, from 10 above.
    body[1].way = CROSSING_STRAIGHT;
    body[1].from = body[1].to = high;
    body[1].to.m[1][1] = 11;
    assert_true(crossing_find(body, &(CrossingDesc){.limit = 2.5}, &found, NULL));
    assert_int_equal(found.state, CROSSING_FOUND);
    assert_true(fabs(found.from - 0.75) < 1e-6 && fabs(found.placement[1].m[1][1] - 8.5) < 1e-5);
    assert_true(fabs(crossing_bound(&body[1]) - 10) < 1e-9);
    // Of a jump only the ends are known; the other tree is smaller again.
    body[1].way = CROSSING_JUMP;
    body[1].end_tree = box;
    assert_true(crossing_find(body, &(CrossingDesc){.limit = 2.5}, &found, NULL));
    assert_true(found.state == CROSSING_UNKNOWN && fabs(found.last) < 1e-9);
    body[1].to = high;
    assert_true(crossing_find(body, &(CrossingDesc){.limit = 2.5}, &found, NULL));
    assert_int_equal(found.state, CROSSING_NONE);
    bvh_release(box);
    bvh_release(floor);
}

// Safety distances cross at the pose that the exact distance gives: found between samples, too, where a
// part passes by, and never later than the first sample that is nearer.
static void safety_distances_cross_where_the_exact_distance_says(void **state)
{
    (void)state;
    int crossed = 0, dips = 0, looks = 0;
    for (uint64_t seed = 1; seed <= (sanitised() ? 6 : 40); ++seed) {
        Rng rng = rng_create(seed);
        Bvh *trees[2] = {tree_of(shape_ico_sphere(1, 0)), tree_of(shape_box(vec3d(1, 2, 3)))};
        CrossingBody body[2];
        for (int k = 0; k < 2; ++k) {
            Affine at = rng_rotation(&rng);
            at.p = vec3d_add(rng_in_cube(&rng, 1), vec3d(k * 5, 0, 0));
            Vec3d shift = vec3d_add(rng_in_cube(&rng, 4), vec3d(k ? -8 : 0, 0, 0));
            body[k] = body_at(trees[k], &at, (RigidStep){shift, rng_in_cube(&rng, 1.5)});
        }
        double limit = 0.2 + rng_unit(&rng), tolerance = 1e-5;
        Crossing found;
        assert_true(crossing_find(body, &(CrossingDesc){.limit = limit, .tolerance = tolerance},
                                  &found, NULL));
        enum { SAMPLES = 200 };
        double first = INFINITY;
        for (int i = 0; i <= SAMPLES && isinf(first); ++i)
            if (oracle_at(body, (double)i / SAMPLES) < limit - tolerance)
                first = (double)i / SAMPLES;
        bool begins_near = found.first < limit;
        if (begins_near)
            assert_int_equal(found.state, CROSSING_NONE);
        else if (found.state == CROSSING_FOUND) {
            double at = oracle_at(body, found.from), then = oracle_at(body, found.to);
            if (found.from > first || at < limit || at > limit + 2 * tolerance || then >= limit ||
                then < limit - 2 * tolerance || fabs(at - found.distance.value) > 1e-9)
                fail_msg("seed %llu: %.17g at %.9g, %.17g at %.9g, limit %.17g, first %.9g",
                         (unsigned long long)seed, at, found.from, then, found.to, limit, first);
            ++crossed;
            dips += found.last >= limit; // and out again before the end
        } else if (isfinite(first) || found.state == CROSSING_UNKNOWN) {
            fail_msg("seed %llu: nearer than %.9g at %.9g was missed", (unsigned long long)seed,
                     limit, first);
        }
        looks += found.looks;
        for (int k = 0; k < 2; ++k)
            bvh_release(trees[k]);
    }
    assert_true(crossed > 3);
    printf("RAN: %d crossings, %d of them between two far ends, %d looks\n", crossed, dips, looks);
}

// Parts that move one after the other, rules about some of them: what is listed is what all pairs say.
static void watched_pairs_are_those_that_all_distances_say(void **state)
{
    (void)state;
    enum { PARTS = 12 };
    Rng rng = rng_create(5);
    Assembly assembly = {0};
    PosedPart parts[PARTS];
    Bvh *tree = tree_of(shape_ico_sphere(0.5, 0));
    for (int i = 0; i < PARTS; ++i) {
        Affine at = affine_translation(rng_in_cube(&rng, 1.6));
        char name[32];
        snprintf(name, sizeof name, "%s %d", i % 2 ? "Odd" : "Even", i);
        assert_true(assembly_add(&assembly, name, mesh_retain(tree->mesh), &at, 0));
        parts[i] = (PosedPart){tree, at, true, true};
    }
    RuleSet *set = rule_set_create();
    assert_true(rule_set_add(set, RULE_CLEARANCE, "Odd*", "Even*", 4e-4, NULL));
    assert_true(rule_set_add(set, RULE_CLEARANCE, "Odd 1", "Even 2", 1e-4, NULL));
    assert_true(rule_set_add(set, RULE_INTENTIONAL, "Even 4", "Odd*", 0, NULL));
    PairRules rules;
    assert_true(pair_rules_resolve(&rules, set, &assembly));
    FitDesc desc = {.clearance = 0.1, .rules = &rules};
    WatchList list = {0};
    int rows = 0, near = 0;
    for (int round = 0; round < (sanitised() ? 5 : 20); ++round) {
        assert_true(watch_list_update(&list, parts, PARTS, &desc, NULL, NULL));
        size_t expected = 0;
        for (int32_t a = 0; a < PARTS; ++a)
            for (int32_t b = a + 1; b < PARTS; ++b) {
                double d = distance_of(&parts[a], &parts[b]);
                bool mixed = a % 2 != b % 2, named = a == 1 && b == 2;
                double limit = named ? 0.1 : mixed ? 0.4 : 0.1;
                bool counts = !(mixed && (a == 4 || b == 4)) && parts[a].active && parts[b].active;
                if (!counts || (d >= WATCH_REACH * limit && !named))
                    continue;
                ++expected;
                bool there = false;
                for (size_t i = 0; i < list.count; ++i) {
                    const WatchedPair *pair = &list.items[i];
                    if (pair->a != a || pair->b != b)
                        continue;
                    there = true;
                    if (fabs(pair->distance.value - d) > 1e-9 || fabs(pair->limit - limit) > 1e-12)
                        fail_msg("round %d: %d and %d are %.17g apart, not %.17g", round, a, b, d,
                                 pair->distance.value);
                    near += watched_beyond(pair) < 0;
                }
                if (!there)
                    fail_msg("round %d: %d and %d are not listed", round, a, b);
            }
        assert_int_equal(list.count, expected);
        for (size_t i = 1; i < list.count; ++i)
            assert_true(watched_beyond(&list.items[i - 1]) <= watched_beyond(&list.items[i]));
        rows += (int)list.count;
        for (int i = 0; i < PARTS; ++i) {
            parts[i].changed = rng_below(&rng, 5) == 0;
            if (!parts[i].changed)
                continue;
            parts[i].placement.p = vec3d_add(parts[i].placement.p, rng_in_cube(&rng, 0.4));
            parts[i].active = rng_below(&rng, 8) > 0;
        }
    }
    assert_true(near > 5);
    printf("RAN: %d rows, %d of them too near\n", rows, near);
    watch_list_free(&list);
    pair_rules_free(&rules);
    rule_set_release(set);
    assembly_free(&assembly);
    bvh_release(tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bands_are_where_the_distances_are),
        cmocka_unit_test(what_is_far_or_hidden_paints_nothing),
        cmocka_unit_test(samples_are_limited),
        cmocka_unit_test(a_known_crossing_is_found),
        cmocka_unit_test(safety_distances_cross_where_the_exact_distance_says),
        cmocka_unit_test(watched_pairs_are_those_that_all_distances_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
