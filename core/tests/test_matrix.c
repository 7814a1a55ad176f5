// The matrix against the oracle: every volume x overlap test x descent rule x criterion x order
// returns the triangle pairs that brute force with the exact test returns, in both argument orders.
#include "core/shape/triangle/variants.h"
#include "core/tests/brute_force.h"
#include "core/tests/test_set.h"
#include "core/tree/bv/variants.h"
#include "core/tree/pair/variants.h"
#include "core/tree/split/split.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// The trees of one volume type over one mesh pair: criteria x leaf sizes x parameter values. Every
// combination of overlap test, rule, lifting and order meets them in turn, pose by pose.
typedef struct Trees {
    Bvh *a[64], *b[64];
    int count;
} Trees;

static uint64_t queries_run;

static void trees_add(Trees *trees, const MeshPair *pair, const BvhDesc *desc)
{
    const char *why;
    if (!bvh_desc_allowed(desc, &why))
        return;
    assert_true(trees->count < 64);
    trees->a[trees->count] = bvh_build(pair->a, desc, NULL, NULL);
    trees->b[trees->count] = bvh_build(pair->b, desc, NULL, NULL);
    assert_non_null(trees->a[trees->count]);
    assert_non_null(trees->b[trees->count]);
    ++trees->count;
}

static void trees_build(Trees *trees, const MeshPair *pair, const BvType *type)
{
    trees->count = 0;
    for (int s = 0; s < split_rule_count; ++s)
        for (int32_t leaf_size = 1; leaf_size <= 4; leaf_size += 3)
            trees_add(trees, pair,
                      &(BvhDesc){.type = type, .split = split_rules[s], .leaf_size = leaf_size});
    for (int32_t arity = 4; arity <= QUERY_MAX_ARITY; arity *= 2)
        for (int32_t leaf_size = 1; leaf_size <= 4; leaf_size += 3)
            trees_add(trees, pair,
                      &(BvhDesc){.type = type, .leaf_size = leaf_size, .arity = arity});
    for (int b = 1; b < builder_count; ++b)
        trees_add(trees, pair, &(BvhDesc){.type = type, .builder = builders[b]});
    for (int p = 0; p < type->param_count; ++p) {
        for (int end = 0; end < 2; ++end) {
            BvhDesc desc = bvh_desc_filled(&(BvhDesc){.type = type});
            desc.params[p] = end ? type->params[p].max : type->params[p].min;
            trees_add(trees, pair, &desc);
        }
    }
    assert_true(trees->count > 0);
}

static void trees_free(Trees *trees)
{
    for (int k = 0; k < trees->count; ++k) {
        bvh_release(trees->a[k]);
        bvh_release(trees->b[k]);
    }
}

static bool same_pairs(const ContactList *x, const ContactList *y)
{
    if (x->count != y->count)
        return false;
    for (size_t i = 0; i < x->count; ++i)
        if (x->items[i].a != y->items[i].a || x->items[i].b != y->items[i].b ||
            x->items[i].kind != y->items[i].kind)
            return false;
    return true;
}

static void check(const Bvh *a, const Bvh *b, const Affine *pose, const QueryDesc *desc,
                  const ContactList *oracle, ContactList *found, const char *pair, uint64_t seed)
{
    Error err = {""};
    QueryStats stats;
    QueryDesc d = *desc;
    d.mode = QUERY_ALL;
    if (!query_contacts(a, b, pose, &d, NULL, found, &stats, &err))
        fail_msg("%s seed %llu: %s", pair, (unsigned long long)seed, err.text);
    if (!same_pairs(oracle, found))
        fail_msg("%s / %s / %s / %s leaf %d arity %d order/lift %d on %s seed %llu: %zu pairs, "
                 "oracle %zu",
                 a->type->name, a->type->tests[d.test].name, a->desc.split->name,
                 descent_rules[d.rule]->name, a->desc.leaf_size, a->desc.arity,
                 2 * (int)d.order + d.lift, pair, (unsigned long long)seed, found->count,
                 oracle->count);
    uint64_t separated = 0, leaf_pairs = stats.triangle_tests;
    for (int e = 1; e <= a->type->tests[d.test].exit_count; ++e)
        separated += stats.exits[e];
    // Single-side descent over binary trees: each opened pair adds two tests to the root's.
    if (d.rule != DESCEND_both && a->desc.leaf_size == 1 && a->desc.arity == 2 &&
        a->type == &bv_aabb)
        assert_true(stats.volume_tests == 1 + 2 * (stats.volume_tests - separated - leaf_pairs));
    d.mode = QUERY_FIRST;
    QueryStats first;
    assert_true(query_contacts(a, b, pose, &d, NULL, found, &first, &err));
    assert_true((found->count == 1) == (oracle->count > 0));
    assert_true(first.triangle_tests <= stats.triangle_tests);
    queries_run += 2;
}

// Every overlap test, plain and lifted, on every pose. Rule and order take turns from pose to pose;
// the long tier runs their full product. Returns how many combinations there are.
static int all_combinations(const Trees *trees, const MeshPair *pair, uint64_t seed,
                            const Affine *pose, const ContactList *oracle, ContactList *found)
{
    const int walks = 2 * descent_rule_count; // rules x orders
    const BvType *type = trees->a[0]->type;
    int combination = 0;
    for (int t = 0; t < type->test_count; ++t) {
        for (int lift = 0; lift <= (type->tests[t].run_lifted != NULL); ++lift) {
            for (int walk = 0; walk < walks; ++walk, ++combination) {
                if (!long_tier() &&
                    (uint64_t)walk != (seed + (uint64_t)(2 * t + lift)) % (uint64_t)walks)
                    continue;
                uint64_t k = (seed / 3 + (uint64_t)combination) % (uint64_t)trees->count;
                QueryDesc desc = {.test = t,
                                  .rule = (walk / 2),
                                  .order = walk % 2 ? ORDER_FIFO : ORDER_LIFO,
                                  .lift = lift};
                check(trees->a[k], trees->b[k], pose, &desc, oracle, found, pair->name, seed);
            }
        }
    }
    return combination;
}

static void every_combination_reports_the_oracles_pairs(void **state)
{
    (void)state;
    MeshPair pairs[MESH_PAIRS];
    mesh_pairs_create(pairs);
    ContactList oracle = {0}, found = {0};
    // 1020 per overlap test in the fast tier, 2040 per combination in the long one.
    int poses = (sanitised() ? 15 : 170) * (long_tier() ? 2 : 1);
    int with_contact = 0, combinations = 0, trees_built = 0;
    for (int p = 0; p < MESH_PAIRS; ++p) {
        Trees trees[NAMED_MOST];
        trees_built = 0;
        for (int t = 0; t < bv_type_count; ++t) {
            trees_build(&trees[t], &pairs[p], bv_types[t]);
            trees_built += trees[t].count;
        }
        for (int i = 0; i < poses; ++i) {
            uint64_t seed = (uint64_t)(10000 * p + i);
            Affine pose = mesh_pair_pose(&pairs[p], seed);
            assert_true(
                brute_force_contacts(pairs[p].a, pairs[p].b, &pose, &tri_exact, &oracle, NULL));
            with_contact += oracle.count > 0;
            combinations = 0;
            for (int t = 0; t < bv_type_count; ++t)
                combinations +=
                    all_combinations(&trees[t], &pairs[p], seed, &pose, &oracle, &found);
        }
        for (int t = 0; t < bv_type_count; ++t)
            trees_free(&trees[t]);
    }
    printf(
        "RAN: oracle matrix: %d volumes, %d combinations (test x rule x lifting x order) on %d "
        "kinds "
        "of trees, %d poses on %d mesh pairs (%d in contact), %llu queries equal to brute force\n",
        bv_type_count, combinations, trees_built, poses * MESH_PAIRS, MESH_PAIRS, with_contact,
        (unsigned long long)queries_run);
    assert_true(combinations >= 2 * descent_rule_count * bv_type_count);
    uint64_t walks = long_tier() ? 1 : 2 * (uint64_t)descent_rule_count;
    assert_true(queries_run == 2 * (uint64_t)combinations / walks * (uint64_t)poses * MESH_PAIRS);
    assert_true(with_contact > poses * MESH_PAIRS / 4);
    contact_list_free(&oracle);
    contact_list_free(&found);
    mesh_pairs_free(pairs);
}

// Sums over fixed poses of all mesh pairs. They change only together with meshes, poses or the
// exact triangle test; every change must quote the run of the matrix above.
static void contact_counts_are_the_golden_ones(void **state)
{
    (void)state;
    static const uint64_t golden[MESH_PAIRS] = {
        UINT64_C(0xa3b4576c0d2759eb), UINT64_C(0x4e9961207b724595), UINT64_C(0xd34f27566429ff17),
        UINT64_C(0xf533585e52718408), UINT64_C(0x218b642dc1de3968), UINT64_C(0x90821dfd7f285615),
    };
    MeshPair pairs[MESH_PAIRS];
    mesh_pairs_create(pairs);
    ContactList found = {0};
    bool same = true;
    for (int p = 0; p < MESH_PAIRS; ++p) {
        Bvh *a = bvh_build(pairs[p].a, NULL, NULL, NULL),
            *b = bvh_build(pairs[p].b, NULL, NULL, NULL);
        uint64_t hash = UINT64_C(14695981039346656037);
        for (int i = 0; i < 50; ++i) {
            Affine pose = mesh_pair_pose(&pairs[p], (uint64_t)(90000 + i));
            QueryDesc desc = {.mode = QUERY_ALL};
            assert_true(query_contacts(a, b, &pose, &desc, NULL, &found, NULL, NULL));
            for (size_t k = 0; k < found.count; ++k) {
                const Contact *c = &found.items[k];
                uint64_t word = (uint64_t)c->a << 32 | (uint64_t)c->b << 4 | c->kind;
                hash = (hash ^ word) * UINT64_C(1099511628211);
            }
        }
        if (hash != golden[p])
            print_error("%s: hash 0x%016llx\n", pairs[p].name, (unsigned long long)hash);
        same &= hash == golden[p];
        bvh_release(a);
        bvh_release(b);
    }
    assert_true(same);
    contact_list_free(&found);
    mesh_pairs_free(pairs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_combination_reports_the_oracles_pairs),
        cmocka_unit_test(contact_counts_are_the_golden_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
