// Descent rules: each row of the table does something that no other does, for any number of rows.
#include "core/base/named.h"
#include "core/mesh/shapes.h"
#include "core/query/query.h"
#include "core/tree/build/build.h"
#include "core/tree/pair/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

// What a traversal did: how many volumes it tested, and which leaves it came to in which order.
typedef struct Walk {
    uint64_t volume_tests, leaves;
} Walk;

static bool note_leaves(Query *query, NodeLinks a, NodeLinks b)
{
    uint64_t *hash = query->user;
    *hash = (*hash ^ ((uint64_t)a.first << 32 | b.first)) * UINT64_C(0x9E3779B97F4A7C15);
    *hash ^= *hash >> 29;
    return true;
}

// own: instead of the rule of the table; may be NULL.
static Walk walk_of(const Bvh *a, const Bvh *b, const Affine *pose, int rule,
                    const DescentRule *own)
{
    Walk walk = {0, 1};
    Query query;
    Error err = {""};
    QueryDesc desc = {.mode = QUERY_ALL, .rule = rule};
    assert_true(query_begin(&query, a, b, pose, &desc, note_leaves, &walk.leaves, &err));
    if (own)
        query.rule = *own;
    assert_int_equal(query_run(&query, NULL), QUERY_DONE);
    walk.volume_tests = query.stats.volume_tests;
    query_end(&query);
    return walk;
}

enum { POSES = 4 };
static Affine pose_of(int i)
{
    Affine pose = affine_rotation(vec3d(0.6, 0, 0.8), 0.7 * i);
    pose.p = vec3d(0.4 * i, 0.1, 0.2 * i);
    return pose;
}

static Bvh *tree_of(Mesh *mesh, const BvType *type)
{
    Error err = {""};
    Bvh *tree = bvh_build(mesh, &(BvhDesc){.type = type}, NULL, &err);
    assert_non_null(tree);
    mesh_release(mesh);
    return tree;
}

// A torus has cubes, plates and rods among its boxes, so that no two sizes order them alike.
static void every_rule_walks_unlike_every_other(void **state)
{
    (void)state;
    Bvh *a = tree_of(shape_torus(1, 0.3, 40, 20), bv_types[0]);
    Bvh *b = tree_of(shape_blob(1500, 4, 1.5, 0.4, 7), bv_types[0]);
    Walk walks[NAMED_MOST][POSES];
    for (int r = 0; r < descent_rule_count; ++r) {
        for (int i = 0; i < POSES; ++i) {
            Affine pose = pose_of(i);
            walks[r][i] = walk_of(a, b, &pose, r, NULL);
        }
    }
    int pairs = 0;
    for (int r = 0; r < descent_rule_count; ++r) {
        for (int s = 0; s < r; ++s, ++pairs) {
            if (memcmp(walks[r], walks[s], sizeof walks[r]) == 0)
                fail_msg("\"%s\" does nothing that \"%s\" does not do", descent_rules[r]->name,
                         descent_rules[s]->name);
        }
    }
    assert_true(pairs >= 15);
    printf("RAN: %d pairs of descent rules, each unlike on %d poses\n", pairs, POSES);
    bvh_release(a);
    bvh_release(b);
}

static bool larger_area(const double a[DESCENT_SIZES], const double b[DESCENT_SIZES])
{
    return a[DESCENT_AREA] >= b[DESCENT_AREA];
}

static bool always_b(const double a[DESCENT_SIZES], const double b[DESCENT_SIZES])
{
    (void)a, (void)b;
    return false;
}

// A rule with a function sees the sizes that rows compare, of every volume.
static void a_function_sees_what_rows_compare(void **state)
{
    (void)state;
    const DescentRule by_area = {.name = "own", .opens_a = larger_area};
    const DescentRule b_first = {.name = "own", .opens_a = always_b};
    int unlike = 0;
    for (int t = 0; t < bv_type_count; ++t) {
        Bvh *a = tree_of(shape_torus(1, 0.3, 20, 10), bv_types[t]);
        Bvh *b = tree_of(shape_torus(0.8, 0.4, 16, 12), bv_types[t]);
        Affine pose = pose_of(1);
        Walk row = walk_of(a, b, &pose, DESCEND_area, NULL);
        Walk own = walk_of(a, b, &pose, DESCEND_volume, &by_area);
        Walk other = walk_of(a, b, &pose, DESCEND_volume, &b_first);
        assert_true(row.volume_tests == own.volume_tests && row.leaves == own.leaves);
        unlike += other.volume_tests != row.volume_tests;
        bvh_release(a);
        bvh_release(b);
    }
    assert_int_equal(unlike, bv_type_count);
}

// A rule that goes level by level does so only where the query leaves the order open.
static void a_queue_gives_way_to_the_best_first(void **state)
{
    (void)state;
    Bvh *tree = tree_of(shape_box(vec3d(1, 1, 1)), bv_types[0]);
    Affine pose = affine_identity();
    for (int order = ORDER_LIFO; order <= ORDER_BEST_FIRST; ++order) {
        Query query;
        QueryDesc desc = {.rule = DESCEND_tandem, .order = (enum QueryOrder)order};
        assert_true(query_begin(&query, tree, tree, &pose, &desc, note_leaves, NULL, NULL));
        assert_int_equal(query.order, order == ORDER_LIFO ? (int)ORDER_FIFO : order);
        query_end(&query);
    }
    bvh_release(tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_walks_unlike_every_other),
        cmocka_unit_test(a_function_sees_what_rows_compare),
        cmocka_unit_test(a_queue_gives_way_to_the_best_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
