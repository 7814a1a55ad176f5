// Hybrid hierarchies: what is fitted encloses, cost is the paper's, and every builder makes a sound
// tree of every set, twice the same.
#include "core/hybrid/variants.h"
#include "core/tests/hybrid_sets.h"
#include "core/tests/test_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// --- fitting

static Vec3d support_point(const HybridVolume *v, Vec3d n)
{
    // A point far out in direction n, brought back to the volume: on its surface.
    Ball ball = hybrid_volume_ball(v);
    return hybrid_volume_nearest(v, vec3d_add_scaled(ball.centre, n, 4 * ball.radius + 1));
}

static void test_fits_enclose(void **state)
{
    (void)state;
    int cases = 0;
    for (uint64_t seed = 0; seed < (sanitised() ? 300 : 3000); ++seed) {
        Rng rng = rng_create(seed);
        HybridVolume volumes[12];
        const HybridVolume *pointers[12];
        int32_t count = 1 + rng_below(&rng, 12);
        double spread = rng_below(&rng, 4) ? 3 : 0, size = rng_below(&rng, 4) ? 1 : 1e-3;
        for (int32_t i = 0; i < count; ++i) {
            volumes[i] = random_primitive(&rng, size, spread);
            pointers[i] = &volumes[i];
        }
        for (int type = 0; type < VOLUME_TYPE_COUNT; ++type, ++cases) {
            HybridVolume fitted = hybrid_volume_fit((enum VolumeType)type, pointers, count);
            double measure = hybrid_volume_measure(&fitted, MEASURE_VOLUME);
            assert_true(isfinite(measure) && measure >= 0);
            for (int32_t i = 0; i < count; ++i) {
                if (!hybrid_volume_encloses(&fitted, &volumes[i]))
                    fail_msg("seed %d: %s does not enclose volume %d", (int)seed,
                             volume_type_names[type], i);
                for (int k = 0; k < 8; ++k)
                    if (!hybrid_volume_contains(&fitted,
                                                support_point(&volumes[i], rng_direction(&rng))))
                        fail_msg("seed %d: a point of volume %d is outside the %s", (int)seed, i,
                                 volume_type_names[type]);
            }
        }
    }
    printf("RAN: %d fits around up to 12 volumes of any kind\n", cases);
}

// A volume that is too small must be noticed: the check above can fail.
static void test_enclosure_is_strict(void **state)
{
    (void)state;
    int noticed = 0, cases = 0;
    for (uint64_t seed = 0; seed < 300; ++seed) {
        Rng rng = rng_create(seed);
        HybridVolume a = hybrid_ball(rng_in_cube(&rng, 3), rng_uniform(&rng, 0.1, 1));
        HybridVolume b = hybrid_ball(rng_in_cube(&rng, 3), rng_uniform(&rng, 0.1, 1));
        const HybridVolume *both[] = {&a, &b};
        for (int type = 0; type < VOLUME_TYPE_COUNT; ++type, ++cases) {
            HybridVolume fitted = hybrid_volume_fit((enum VolumeType)type, both, 2);
            HybridVolume small = hybrid_volume_enlarged(&fitted, 0.999, 0);
            noticed += !hybrid_volume_encloses(&small, &a) || !hybrid_volume_encloses(&small, &b);
        }
    }
    assert_int_equal(noticed, cases);
}

static void test_fits_are_tight(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 200; ++seed) {
        Rng rng = rng_create(seed);
        // Two balls: the smallest ball and the capsule are known.
        Vec3d p = rng_in_cube(&rng, 3), q = rng_in_cube(&rng, 3);
        HybridVolume a = hybrid_ball(p, 0.3), b = hybrid_ball(q, 0.3);
        const HybridVolume *both[] = {&a, &b};
        double d = vec3d_distance(p, q);
        HybridVolume ball = hybrid_volume_fit(VOLUME_TYPE_SPHERE, both, 2);
        assert_true(fabs(ball.ball.radius - (d / 2 + 0.3)) < 1e-6 * d);
        HybridVolume capsule = hybrid_volume_fit(VOLUME_TYPE_CAPSULE, both, 2);
        assert_true(fabs(capsule.capsule.radius - 0.3) < 1e-9);
        assert_true(fabs(vec3d_length(capsule.capsule.along) - d) < 1e-9);
        // A turned flat box: its own OBB is found again, the AABB is larger; the slab is its
        // thickness.
        Affine turn = rng_rotation(&rng);
        Vec3d axes[3];
        for (int k = 0; k < 3; ++k)
            axes[k] = vec3d(turn.m[0][k], turn.m[1][k], turn.m[2][k]);
        HybridVolume plate = hybrid_box(p, axes, vec3d(2, 1, 0.05));
        const HybridVolume *one[] = {&plate};
        HybridVolume obb = hybrid_volume_fit(VOLUME_TYPE_OBB, one, 1),
                     aabb = hybrid_volume_fit(VOLUME_TYPE_AABB, one, 1);
        double own = hybrid_volume_measure(&plate, MEASURE_VOLUME);
        assert_true(fabs(hybrid_volume_measure(&obb, MEASURE_VOLUME) - own) < 1e-9);
        assert_true(hybrid_volume_measure(&aabb, MEASURE_VOLUME) > own);
        HybridVolume scb = hybrid_volume_fit(VOLUME_TYPE_SCB, one, 1);
        assert_int_equal(scb.kind, VOLUME_SLAB_BALL);
        assert_true(scb.slab_ball.hi - scb.slab_ball.lo < 0.1 + 1e-9);
    }
}

static void test_type_names_and_kinds(void **state)
{
    (void)state;
    HybridVolume ball = hybrid_ball(vec3d(1, 2, 3), 1);
    const HybridVolume *one[] = {&ball};
    HybridVolume box = hybrid_volume_fit(VOLUME_TYPE_AABB, one, 1);
    assert_int_equal(hybrid_volume_type(&box), VOLUME_TYPE_AABB);
    assert_int_equal(hybrid_volume_type(&ball), VOLUME_TYPE_SPHERE);
    assert_true(fabs(hybrid_volume_measure(&ball, MEASURE_VOLUME) - 4.18879020478639) < 1e-12);
    assert_true(fabs(hybrid_volume_measure(&box, MEASURE_AREA) - 24) < 1e-9);
}

// --- sets

static void test_set_refuses_nonsense(void **state)
{
    (void)state;
    PrimitiveSet set = {0};
    Error err = {""};
    HybridVolume bad[] = {hybrid_ball(vec3d(0, 0, 0), -1), hybrid_ball(vec3d(NAN, 0, 0), 1),
                          hybrid_ball(vec3d(0, 0, 0), INFINITY), hybrid_ball(vec3d(1e40, 0, 0), 1),
                          hybrid_capsule(vec3d(0, 0, 0), vec3d(INFINITY, 0, 0), 1)};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        err.text[0] = '\0';
        assert_false(primitive_set_add(&set, &bad[i], "x", &err));
        assert_true(err.text[0] != '\0');
        assert_int_equal(set.count, 0);
    }
    HybridVolume good = hybrid_ball(vec3d(0, 0, 0), 1);
    char name[80];
    memset(name, 'a', sizeof name);
    memcpy(name + 62, "\xC3\xA4\xC3\xA4", 5); // the border falls into the first character
    assert_true(primitive_set_add(&set, &good, name, &err));
    assert_int_equal(strlen(set.items[0].name), 62);
    assert_true(primitive_set_add(&set, &good, NULL, &err));
    assert_string_equal(set.items[1].name, "");
    primitive_set_free(&set);
}

// --- cost

static HybridId group_of_volume(HybridTree *tree, double volume)
{
    HybridId id = hybrid_add_group(tree);
    const Vec3d axes[3] = {vec3d(1, 0, 0), vec3d(0, 1, 0), vec3d(0, 0, 1)};
    tree->nodes[id].volume = hybrid_box(vec3d(0, 0, 0), axes, vec3d(volume / 2, 0.5, 0.5));
    return id;
}

static void add_leaves(HybridTree *tree, const PrimitiveSet *set, HybridId group, int count)
{
    for (int i = 0; i < count; ++i)
        hybrid_link(tree, group, hybrid_add_leaf(tree, set, 0));
}

// The paper's examples: 10 children under 50 cost 500, under twice 30 they cost 300; figure 5.
static void test_cost_of_the_papers_examples(void **state)
{
    (void)state;
    PrimitiveSet set = {0};
    Error err;
    const Vec3d axes[3] = {vec3d(1, 0, 0), vec3d(0, 1, 0), vec3d(0, 0, 1)};
    HybridVolume third = hybrid_box(vec3d(0, 0, 0), axes, vec3d(1.0 / 6, 0.5, 0.5));
    assert_true(primitive_set_add(&set, &third, "", &err));
    HybridTree tree = {.root = HYBRID_NONE};
    tree.root = group_of_volume(&tree, 50);
    add_leaves(&tree, &set, tree.root, 10);
    HybridCost cost = hybrid_cost(&tree, MEASURE_VOLUME);
    assert_true(fabs(cost.full - 500) < 1e-9 && fabs(cost.root_term - 500) < 1e-9);
    hybrid_tree_free(&tree);

    for (int i = 0; i < 2; ++i)
        add_leaves(&tree, &set, group_of_volume(&tree, 30), 5);
    cost = hybrid_cost(&tree, MEASURE_VOLUME);
    assert_true(fabs(cost.full - 300) < 1e-9 && cost.root_term == 0);
    hybrid_tree_free(&tree);

    tree.root = group_of_volume(&tree, 1);
    add_leaves(&tree, &set, tree.root, 3);
    assert_true(fabs(hybrid_cost(&tree, MEASURE_VOLUME).full - 3) < 1e-9);
    assert_true(fabs(hybrid_tightness(&tree, tree.root) - 1) < 1e-9);
    hybrid_tree_free(&tree);

    tree.root = group_of_volume(&tree, 1);
    HybridId inner = group_of_volume(&tree, 2.0 / 3);
    hybrid_link(&tree, tree.root, inner);
    add_leaves(&tree, &set, inner, 2);
    add_leaves(&tree, &set, tree.root, 1);
    cost = hybrid_cost(&tree, MEASURE_VOLUME);
    assert_true(fabs(cost.full - 10.0 / 3) < 1e-9 && fabs(cost.root_term - 2) < 1e-9);
    assert_int_equal(hybrid_quality(&tree).depth, 3);
    assert_int_equal(hybrid_quality(&tree).least_leaf_depth, 2);
    hybrid_tree_free(&tree);
    primitive_set_free(&set);
}

// --- builders

static bool same_tree(const HybridTree *a, const HybridTree *b)
{
    if (a->count != b->count)
        return false;
    for (int32_t i = 0; i < a->count; ++i) {
        const HybridNode *p = &a->nodes[i], *q = &b->nodes[i];
        if (p->parent != q->parent || p->primitive != q->primitive || p->type != q->type ||
            !hybrid_volume_equal(&p->volume, &q->volume))
            return false;
    }
    return true;
}

static void build_and_check(const HybridBuilder *builder, const HybridSet *case_of,
                            const HybridDesc *desc)
{
    PrimitiveSet set = case_of->make();
    HybridTree tree, again;
    HybridStats stats;
    Error err = {""};
    if (!hybrid_build(&tree, &set, desc, &stats, NULL, &err) ||
        !hybrid_build(&again, &set, desc, NULL, NULL, &err))
        fail_msg("%s, %s: %s", builder->name, case_of->name, err.text);
    if (!hybrid_validate(&tree, &set, &err))
        fail_msg("%s, %s: %s", builder->name, case_of->name, err.text);
    if (!same_tree(&tree, &again))
        fail_msg("%s, %s: not twice the same", builder->name, case_of->name);
    HybridQuality q = hybrid_quality(&tree);
    assert_int_equal(q.leaves, set.count);
    assert_true(isfinite(q.volume.full) && isfinite(q.area.full));
    hybrid_tree_free(&tree);
    hybrid_tree_free(&again);
    primitive_set_free(&set);
}

static void test_every_builder_on_every_set(void **state)
{
    (void)state;
    static const unsigned masks[] = {0,
                                     1 << VOLUME_TYPE_AABB,
                                     1 << VOLUME_TYPE_OBB,
                                     1 << VOLUME_TYPE_SPHERE,
                                     1 << VOLUME_TYPE_CAPSULE,
                                     1 << VOLUME_TYPE_SCB};
    int cases = 0;
    for (int b = 0; b < hybrid_builder_count; ++b)
        for (int s = 0; s < hybrid_set_count; ++s)
            for (size_t m = 0; m < (s == hybrid_set_count - 1 ? 1 : sizeof masks / sizeof *masks);
                 ++m, ++cases) {
                HybridDesc desc = {.builder = hybrid_builders[b], .types = {masks[m]}};
                if (s == hybrid_set_count - 1 && sanitised())
                    desc.types[0] = 1 << VOLUME_TYPE_AABB | 1 << VOLUME_TYPE_SPHERE;
                build_and_check(hybrid_builders[b], &hybrid_sets[s], &desc);
            }
    printf("RAN: %d builders x %d sets, all types and one at a time: %d trees\n",
           (int)hybrid_builder_count, hybrid_set_count, cases);
}

static void test_cancel_leaves_nothing(void **state)
{
    (void)state;
    PrimitiveSet set = random_primitive_set(1, 20);
    for (int b = 0; b < hybrid_builder_count; ++b) {
        if (hybrid_builders[b] == &hybrid_two_level)
            continue; // nothing in it takes time
        Job job = {0};
        Error err = {""};
        HybridTree tree;
        job_cancel(&job);
        assert_false(hybrid_build(&tree, &set, &(HybridDesc){.builder = hybrid_builders[b]}, NULL,
                                  &job, &err));
        assert_string_equal(err.text, "");
        assert_true(tree.root == HYBRID_NONE && !tree.nodes);
    }
    primitive_set_free(&set);
}

// Exactly two levels, and the cost is k times the root's volume.
static void test_two_level(void **state)
{
    (void)state;
    PrimitiveSet set = random_primitive_set(2, 17);
    HybridTree tree;
    Error err;
    assert_true(
        hybrid_build(&tree, &set, &(HybridDesc){.builder = &hybrid_two_level}, NULL, NULL, &err));
    HybridQuality q = hybrid_quality(&tree);
    double root = hybrid_volume_measure(&tree.nodes[0].volume, MEASURE_VOLUME);
    assert_int_equal(q.depth, 2);
    assert_int_equal(q.groups, 1);
    assert_int_equal(tree.nodes[0].type, VOLUME_TYPE_AABB);
    assert_true(fabs(q.volume.full - 17 * root) < 1e-9 * root);
    hybrid_tree_free(&tree);
    primitive_set_free(&set);
}

// A group covers primitives, not the groups between: a parent may be smaller than a child.
static void test_groups_cover_primitives_only(void **state)
{
    (void)state;
    int smaller = 0;
    for (uint64_t seed = 0; seed < 40; ++seed) {
        PrimitiveSet set = random_primitive_set(seed, 12);
        HybridTree tree;
        Error err;
        HybridDesc desc = {.builder = &hybrid_top_down, .types = {1 << VOLUME_TYPE_OBB}};
        assert_true(hybrid_build(&tree, &set, &desc, NULL, NULL, &err));
        for (int32_t i = 1; i < tree.count; ++i)
            if (tree.nodes[i].primitive == HYBRID_NONE)
                smaller += !hybrid_volume_encloses(&tree.nodes[tree.nodes[i].parent].volume,
                                                   &tree.nodes[i].volume);
        hybrid_tree_free(&tree);
        primitive_set_free(&set);
    }
    printf("RAN: %d groups stick out of their parents\n", smaller);
    assert_true(smaller > 0);
}

// With more types to choose from, no group of the same tree becomes larger.
static void test_type_choice(void **state)
{
    (void)state;
    PrimitiveSet set = random_primitive_set(5, 24);
    HybridTree all, single;
    Error err;
    assert_true(
        hybrid_build(&all, &set, &(HybridDesc){.builder = &hybrid_top_down}, NULL, NULL, &err));
    double cost = hybrid_cost(&all, MEASURE_VOLUME).full;
    for (int type = 0; type < VOLUME_TYPE_COUNT; ++type) {
        HybridDesc desc = {.builder = &hybrid_top_down, .types = {1u << type}};
        assert_true(hybrid_build(&single, &set, &desc, NULL, NULL, &err));
        assert_true(cost <= hybrid_cost(&single, MEASURE_VOLUME).full * (1 + 1e-12));
        assert_int_equal(hybrid_quality(&single).group_types[type], hybrid_quality(&single).groups);
        hybrid_tree_free(&single);
    }
    HybridQuality q = hybrid_quality(&all);
    int types = 0;
    for (int type = 0; type < VOLUME_TYPE_COUNT; ++type)
        types += q.group_types[type] > 0;
    assert_true(types >= 2);
    // A type that is made expensive is not chosen.
    HybridDesc dear = {.builder = &hybrid_top_down, .factors_set = true};
    for (int type = 0; type < VOLUME_TYPE_COUNT; ++type)
        dear.factors[type] = type == VOLUME_TYPE_SPHERE ? 1 : 1000;
    assert_true(hybrid_build(&single, &set, &dear, NULL, NULL, &err));
    assert_int_equal(hybrid_quality(&single).group_types[VOLUME_TYPE_SPHERE],
                     hybrid_quality(&single).groups);
    hybrid_tree_free(&single);
    hybrid_tree_free(&all);
    primitive_set_free(&set);
}

// Whatever the tree, the same pairs of primitives collide as without one.
static void test_collisions_equal_brute_force(void **state)
{
    (void)state;
    int contacts = 0;
    uint64_t tests = 0, brute = 0;
    HybridCollision collision = {0};
    for (uint64_t seed = 0; seed < (sanitised() ? 14 : 70); ++seed) {
        PrimitiveSet set = random_primitive_set(seed, 18);
        HybridTree tree;
        Error err;
        HybridDesc desc = {.builder = hybrid_builders[seed % (uint64_t)hybrid_builder_count]};
        Rng rng = rng_create(seed);
        assert_true(hybrid_build(&tree, &set, &desc, NULL, NULL, &err));
        for (int pose = 0; pose < 20; ++pose) {
            Affine map = rng_rotation(&rng);
            map.p = rng_in_cube(&rng, 12);
            int32_t expected = 0;
            bool hit[18][18] = {{false}};
            for (int32_t i = 0; i < set.count; ++i)
                for (int32_t k = 0; k < set.count; ++k, ++brute) {
                    HybridVolume moved = hybrid_volume_moved(&set.items[k].volume, &map);
                    hit[i][k] = !hybrid_volumes_separate(&set.items[i].volume, &moved, 0);
                    expected += hit[i][k];
                }
            assert_true(hybrid_collide(&tree, &tree, &map, true, &collision));
            assert_int_equal(collision.count, expected);
            for (int32_t i = 0; i < collision.count; ++i)
                assert_true(hit[collision.contacts[i].a][collision.contacts[i].b]);
            contacts += expected;
            tests += collision.tests;
            assert_true(hybrid_collide(&tree, &tree, &map, false, &collision));
            assert_int_equal(collision.count, expected > 0);
        }
        hybrid_tree_free(&tree);
        primitive_set_free(&set);
    }
    hybrid_collision_free(&collision);
    printf("RAN: %d contacts, %d tests instead of %d\n", contacts, (int)tests, (int)brute);
    assert_true(contacts > 100 && tests < brute);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fits_enclose),
        cmocka_unit_test(test_enclosure_is_strict),
        cmocka_unit_test(test_fits_are_tight),
        cmocka_unit_test(test_type_names_and_kinds),
        cmocka_unit_test(test_set_refuses_nonsense),
        cmocka_unit_test(test_cost_of_the_papers_examples),
        cmocka_unit_test(test_every_builder_on_every_set),
        cmocka_unit_test(test_cancel_leaves_nothing),
        cmocka_unit_test(test_two_level),
        cmocka_unit_test(test_groups_cover_primitives_only),
        cmocka_unit_test(test_type_choice),
        cmocka_unit_test(test_collisions_equal_brute_force),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
