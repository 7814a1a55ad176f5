// Insertion and regrouping: the predicted growth of the cost is what happens, pruning loses
// nothing, and no move makes a tree worse.
#include "core/hybrid/regroup.h"
#include "core/hybrid/variants.h"
#include "core/tests/hybrid_sets.h"
#include "core/tests/test_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static const unsigned type_masks[] = {1 << VOLUME_TYPE_AABB, 1 << VOLUME_TYPE_SPHERE, 0};

static void make_root(HybridWork *work)
{
    HybridId root = hybrid_add_group(work->tree);
    hybrid_link(work->tree, root, 0);
    hybrid_link(work->tree, root, 1);
    work->tree->root = root;
    hybrid_refit(work, root, 0);
}

// The cheapest place by trying every group, without any pruning.
static double exhaustive(HybridWork *work, HybridId node, HybridId group, double way)
{
    const HybridTree *tree = work->tree;
    int32_t covered[64], own = hybrid_coverage(tree, node, covered);
    int32_t more = hybrid_coverage(tree, group, covered + own);
    double k = tree->nodes[group].child_count, before = hybrid_score(work, group);
    double with = hybrid_fit(work, covered, own + more, 0).score;
    double best = way + (k + 1) * with - k * before;
    way += k * (with - before);
    for (HybridId c = tree->nodes[group].first_child; c != HYBRID_NONE; c = tree->nodes[c].next) {
        double delta;
        if (tree->nodes[c].primitive == HYBRID_NONE) {
            delta = exhaustive(work, node, c, way);
        } else {
            more = hybrid_coverage(tree, c, covered + own);
            delta = way + 2 * hybrid_fit(work, covered, own + more, 0).score;
        }
        best = fmin(best, delta);
    }
    return best;
}

static void test_predicted_is_recomputed(void **state)
{
    (void)state;
    int inserted = 0, visited = 0, groups = 0;
    for (uint64_t seed = 0; seed < (sanitised() ? 12 : 60); ++seed) {
        PrimitiveSet set = random_primitive_set(seed, 20);
        HybridTree tree;
        HybridStats stats;
        HybridWork work;
        HybridDesc desc = {.types = {type_masks[seed % 3]}, .by_area = seed % 2};
        assert_true(hybrid_work_begin(&work, &tree, &set, &desc, &stats, NULL));
        make_root(&work);
        for (int32_t i = 2; i < set.count; ++i, ++inserted) {
            InsertPlace place;
            double before = insertion_cost(&work);
            assert_true(insertion_find(&work, i, &place));
            double best = exhaustive(&work, i, tree.root, 0);
            if (seed % 3 == 0) // boxes only grow, so that pruning is exact
                assert_true(fabs(place.delta - best) <= 1e-12 * before);
            assert_true(place.delta >= best - 1e-9 * before);
            visited += place.visited;
            groups += tree.count - set.count;
            assert_true(insertion_apply(&work, i, &place));
            double grown = insertion_cost(&work) - before;
            if (fabs(grown - place.delta) > 1e-9 * (before + grown))
                fail_msg("seed %d, primitive %d: predicted %g, came %g", (int)seed, i, place.delta,
                         grown);
        }
        hybrid_work_end(&work);
        hybrid_tree_free(&tree);
        primitive_set_free(&set);
    }
    printf("RAN: %d insertions, %d of %d groups opened\n", inserted, visited, groups);
    assert_true(visited < groups);
}

// The worked example: a group of volume 8 grows to 12 by the primitive, whose box with one of the
// two leaves has volume 3: a child costs 3*12 - 2*8 = 20, a pair 2*4 + 2*3 = 14.
static void test_worked_example(void **state)
{
    (void)state;
    const Vec3d axes[3] = {vec3d(1, 0, 0), vec3d(0, 1, 0), vec3d(0, 0, 1)};
    PrimitiveSet set = {0};
    Error err;
    HybridVolume boxes[] = {hybrid_box(vec3d(0.5, 1, 1), axes, vec3d(0.5, 1, 1)),
                            hybrid_box(vec3d(1.5, 0.5, 0.75), axes, vec3d(0.5, 0.5, 0.75)),
                            hybrid_box(vec3d(2.5, 0.5, 0.5), axes, vec3d(0.5, 0.5, 0.5))};
    for (int i = 0; i < 3; ++i)
        assert_true(primitive_set_add(&set, &boxes[i], "", &err));
    HybridTree tree;
    HybridStats stats;
    HybridWork work;
    HybridDesc desc = {.types = {1 << VOLUME_TYPE_AABB}};
    assert_true(hybrid_work_begin(&work, &tree, &set, &desc, &stats, NULL));
    make_root(&work);
    assert_true(fabs(hybrid_score(&work, tree.root) - 8) < 1e-9);
    InsertPlace place;
    assert_true(insertion_find(&work, 2, &place));
    assert_int_equal(place.group, tree.root);
    assert_int_equal(place.partner, 1);
    assert_true(fabs(place.delta - 14) < 1e-9);
    hybrid_work_end(&work);
    hybrid_tree_free(&tree);
    primitive_set_free(&set);
}

static double cost_of(const PrimitiveSet *set, const HybridBuilder *builder, double order,
                      int32_t *moves)
{
    HybridDesc desc = {.builder = builder, .types = {1 << VOLUME_TYPE_AABB}, .params_set = true};
    desc.params[0] = order;
    desc.params[1] = REGROUP_PASSES;
    HybridTree tree;
    HybridStats stats;
    Error err = {""};
    assert_true(hybrid_build(&tree, set, &desc, &stats, NULL, &err));
    double cost = hybrid_cost(&tree, MEASURE_VOLUME).full;
    hybrid_tree_free(&tree);
    *moves = stats.moves;
    return cost;
}

// The order of the primitives matters, and less so after regrouping, which never costs anything.
static void test_order_and_regrouping(void **state)
{
    (void)state;
    enum { ORDERS = 8 };
    double plain_spread = 0, regrouped_spread = 0;
    int32_t all_moves = 0;
    for (uint64_t seed = 0; seed < (sanitised() ? 3 : 10); ++seed) {
        PrimitiveSet set = random_primitive_set(seed, 24);
        double least[2] = {INFINITY, INFINITY}, most[2] = {0, 0};
        for (int order = 0; order < ORDERS; ++order) {
            int32_t moves;
            double plain = cost_of(&set, &hybrid_insertion, order, &moves);
            double regrouped = cost_of(&set, &hybrid_reinsertion, order, &moves);
            assert_true(regrouped <= plain * (1 + 1e-9));
            assert_true(moves > 0 || fabs(regrouped - plain) <= 1e-9 * plain);
            all_moves += moves;
            least[0] = fmin(least[0], plain);
            most[0] = fmax(most[0], plain);
            least[1] = fmin(least[1], regrouped);
            most[1] = fmax(most[1], regrouped);
        }
        plain_spread += most[0] / least[0] - 1;
        regrouped_spread += most[1] / least[1] - 1;
        primitive_set_free(&set);
    }
    printf("RAN: spread over %d orders, summed: %.3f by insertion, %.3f regrouped; %d moves\n",
           ORDERS, plain_spread, regrouped_spread, all_moves);
    assert_true(plain_spread > 0);
    assert_true(regrouped_spread < plain_spread);
    assert_true(all_moves > 0);
}

// Two far pairs under one group each with one of either: both groups are loose, and breaking them
// up pays.
static void test_ill_formed_groups_are_broken_up(void **state)
{
    (void)state;
    PrimitiveSet set = {0};
    Error err;
    for (int i = 0; i < 4; ++i) {
        HybridVolume ball = hybrid_ball(vec3d(i % 2 ? 100 : 0, i / 2 * 0.5, 0), 1);
        assert_true(primitive_set_add(&set, &ball, "", &err));
    }
    HybridTree tree;
    HybridStats stats;
    HybridWork work;
    assert_true(hybrid_work_begin(&work, &tree, &set, &(HybridDesc){0}, &stats, NULL));
    HybridId root = hybrid_add_group(&tree);
    tree.root = root;
    for (int i = 0; i < 2; ++i) { // {0, 1} and {2, 3}: each spans the gap
        HybridId group = hybrid_add_group(&tree);
        hybrid_link(&tree, root, group);
        hybrid_link(&tree, group, 2 * i);
        hybrid_link(&tree, group, 2 * i + 1);
        hybrid_refit(&work, group, 0);
        assert_true(regroup_is_bad(&work, group));
    }
    hybrid_refit(&work, root, 0);
    double before = insertion_cost(&work);
    assert_true(regroup_eliminate(&work));
    assert_true(stats.moves > 0);
    assert_true(insertion_cost(&work) < before);
    assert_true(regroup_reinsert(&work, REGROUP_PASSES));
    hybrid_work_end(&work);
    assert_true(hybrid_order(&tree));
    if (!hybrid_validate(&tree, &set, &err))
        fail_msg("%s", err.text);
    // Every pair that stands together is together.
    HybridQuality q = hybrid_quality(&tree);
    assert_int_equal(q.groups, 3);
    hybrid_tree_free(&tree);
    primitive_set_free(&set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_predicted_is_recomputed),
        cmocka_unit_test(test_worked_example),
        cmocka_unit_test(test_order_and_regrouping),
        cmocka_unit_test(test_ill_formed_groups_are_broken_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
