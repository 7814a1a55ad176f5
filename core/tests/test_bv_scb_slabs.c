// What helps slab cut balls where triangles are long and thin: a second slab, or slabs across their
// parents'. The borders of the range from no to two slabs are balls and slab cut balls.
#include "core/base/angle.h"
#include "core/mesh/shapes.h"
#include "core/shape/slab.h"
#include "core/tests/test_set.h"
#include "core/tests/tree_check.h"
#include "core/tree/bv/variants.h"
#include "core/tree/pair/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

// Of bv_scb_slabs: margin, parallel, first, second.
static BvhDesc described(double first, double second)
{
    return (BvhDesc){.type = &bv_scb_slabs, .params_set = true, .params = {0, 0.7, first, second}};
}

// Volume tests over many poses of a mesh against itself.
static QueryStats tumble(Mesh *mesh, const BvhDesc *desc, double reach, int test)
{
    Bvh *bvh = bvh_build(mesh, desc, NULL, NULL);
    ContactList found = {0};
    QueryStats sum = {0};
    assert_non_null(bvh);
    for (uint64_t seed = 0; seed < 40; ++seed) {
        Rng rng = rng_create(seed);
        Affine pose = rng_rotation(&rng);
        pose.p = rng_in_cube(&rng, reach);
        QueryStats one;
        QueryDesc query = {.mode = QUERY_ALL, .test = test, .rule = DESCEND_radius};
        assert_true(query_contacts(bvh, bvh, &pose, &query, NULL, &found, &one, NULL));
        query_stats_add(&sum, &one);
    }
    contact_list_free(&found);
    bvh_release(bvh);
    return sum;
}

static size_t slab_bytes(Mesh *mesh, const BvhDesc *desc)
{
    Bvh *bvh = bvh_build(mesh, desc, NULL, NULL);
    MemoryRow rows[4];
    assert_int_equal(bvh->type->bytes(bvh, rows, 4), 3);
    assert_int_equal(rows[0].bytes, 24 * bvh->node_count);
    size_t bytes = rows[1].bytes;
    bvh_release(bvh);
    return bytes;
}

static void without_slabs_it_is_a_ball(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(1, 0.3, 40, 20);
    BvhDesc none = described(0, 0);
    assert_int_equal(slab_bytes(mesh, &none), 0);
    QueryStats ball = tumble(mesh, &(BvhDesc){.type = &bv_sphere}, 1, 0);
    QueryStats same = tumble(mesh, &none, 1, 0);
    printf("RAN: torus, no slab: N_v %llu, balls %llu\n", (unsigned long long)same.volume_tests,
           (unsigned long long)ball.volume_tests);
    assert_true(same.exits[1] > 0);
    for (int e = 2; e <= 5; ++e)
        assert_true(same.exits[e] == 0);
    // The two differ in which corners count as few points, and in rounding.
    assert_true(same.volume_tests < ball.volume_tests + ball.volume_tests / 100);
    assert_true(ball.volume_tests < same.volume_tests + same.volume_tests / 100);
    mesh_release(mesh);
}

static void with_one_slab_it_is_a_slab_cut_ball(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(1, 0.3, 40, 20);
    BvhDesc one = described(1, 0);
    assert_int_equal(slab_bytes(mesh, &one), 20 * (2 * 1600 - 1));
    for (int test = 0; test < 2; ++test) {
        QueryStats cut = tumble(mesh, &(BvhDesc){.type = &bv_slabcutball}, 1, test);
        QueryStats same = tumble(mesh, &one, 1, test);
        assert_true(cut.volume_tests == same.volume_tests);
        for (int e = 1; e <= 5; ++e)
            assert_true(cut.exits[e] == same.exits[e]);
    }
    mesh_release(mesh);
}

static void two_slabs_pay_on_a_cone_of_slivers(void **state)
{
    (void)state;
    Mesh *mesh = shape_cone(0.5, 2, 150);
    BvhDesc one = described(1, 0), some = {.type = &bv_scb_slabs}, two = described(1, 1);
    for (int test = 0; test < 2; ++test) {
        unsigned long long n_1 = tumble(mesh, &one, 1, test).volume_tests,
                           n_some = tumble(mesh, &some, 1, test).volume_tests,
                           n_2 = tumble(mesh, &two, 1, test).volume_tests;
        printf("RAN: cone, %s: N_v %llu with one slab, %llu with 0-2, %llu with two; slabs take "
               "%zu, %zu, %zu bytes\n",
               bv_scb_slabs.tests[test].name, n_1, n_some, n_2, slab_bytes(mesh, &one),
               slab_bytes(mesh, &some), slab_bytes(mesh, &two));
        assert_true(n_some < n_1 * 9 / 10);
        assert_true(n_2 <= n_some);
    }
    mesh_release(mesh);
}

typedef struct Angles {
    const Bvh *bvh;
    double sum;
    int count;
} Angles;

// Adds the angles, in degrees, between a node's slab and its children's.
static bool add_angles(void *user, NodeId node, int level, NodeLinks links, const void *volume)
{
    (void)node, (void)level;
    Angles *angles = user;
    const SlabBall *parent = volume;
    for (uint32_t i = 0; !links.leaf && i < links.count; ++i) {
        SlabBall child;
        angles->bvh->type->decode(angles->bvh, links.first + i, parent, &child);
        double cosine = fabs(vec3d_dot(parent->normal, child.normal));
        angles->sum += acos(fmin(1, cosine)) * (180 / PI);
        ++angles->count;
    }
    return true;
}

static double mean_angle(Mesh *mesh, const BvhDesc *desc)
{
    Bvh *bvh = bvh_build(mesh, desc, NULL, NULL);
    Angles angles = {.bvh = bvh};
    Error err = {""};
    if (!bvh_validate(bvh, &err))
        fail_msg("%s", err.text);
    assert_true(bvh_visit(bvh, add_angles, &angles));
    bvh_release(bvh);
    return angles.sum / angles.count;
}

static void slabs_across_their_parents_pay_on_a_cone_of_slivers(void **state)
{
    (void)state;
    Mesh *mesh = shape_cone(0.5, 2, 150);
    const BvType *types[] = {&bv_slabcutball, &bv_scb_quantised};
    for (int t = 0; t < 2; ++t) {
        // margin, parallel, across
        BvhDesc narrow = {.type = types[t], .params_set = true, .params = {0, 0.7, 0}};
        BvhDesc across = {.type = types[t], .params_set = true, .params = {0, 0.7, 0.3}};
        unsigned long long n_narrow = tumble(mesh, &narrow, 1, 0).volume_tests,
                           n_across = tumble(mesh, &across, 1, 0).volume_tests;
        double a_narrow = mean_angle(mesh, &narrow), a_across = mean_angle(mesh, &across);
        printf("RAN: cone, %s: N_v %llu, %llu with slabs across their parents'; mean angle between "
               "parent and child %.1f, %.1f degrees\n",
               types[t]->name, n_narrow, n_across, a_narrow, a_across);
        assert_true(n_across < n_narrow * 3 / 4);
        assert_true(a_across > a_narrow + 20);
    }
    mesh_release(mesh);
}

static void sizes_of_two_slabs_agree_with_simple_shapes(void **state)
{
    (void)state;
    SlabBall a = {.normal = vec3d(1, 0, 0), .radius = 1, .hi = 1, .lo = -1};
    SlabBall b = {.normal = vec3d(0, 1, 0), .radius = 1, .hi = 1, .lo = -1};
    assert_true(fabs(slab_measure_two(&a, &b, MEASURE_VOLUME) - 4 * PI / 3) < 0.01);
    assert_true(fabs(slab_measure_two(&a, &b, MEASURE_AREA) - 4 * PI) < 0.01);
    b.hi = 0.5; // cut by one slab only, seen from the other
    b.lo = -0.25;
    for (enum Measure what = MEASURE_VOLUME; what <= MEASURE_AREA; ++what) {
        double one = slab_measure(&b, what);
        assert_true(fabs(slab_measure_two(&a, &b, what) - one) < 0.01 * one);
        assert_true(fabs(slab_measure_two(&b, &a, what) - one) < 0.01 * one);
    }
    a.hi = b.hi = 0.01; // a needle of length 2
    a.lo = b.lo = -0.01;
    assert_true(fabs(slab_measure_two(&a, &b, MEASURE_VOLUME) - 0.02 * 0.02 * 2) < 8e-6);
    assert_true(fabs(slab_measure_two(&a, &b, MEASURE_AREA) - 4 * 0.02 * 2) < 2e-3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_slabs_it_is_a_ball),
        cmocka_unit_test(with_one_slab_it_is_a_slab_cut_ball),
        cmocka_unit_test(two_slabs_pay_on_a_cone_of_slivers),
        cmocka_unit_test(slabs_across_their_parents_pay_on_a_cone_of_slivers),
        cmocka_unit_test(sizes_of_two_slabs_agree_with_simple_shapes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
