// Restricted boxtrees: what is stored and how it is rounded, lifting, and the least-volume
// criterion.
#include "core/mesh/shapes.h"
#include "core/tests/test_set.h"
#include "core/tests/tree_check.h"
#include "core/tree/bv/boxtree/boxtree_store.h"
#include "core/tree/bv/variants.h"
#include "core/tree/pair/variants.h"
#include "core/tree/split/split.h"
#include "core/tree/split/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static Bvh *built(Mesh *mesh, const SplitRule *split, int layout, bool quantised)
{
    BvhDesc desc = bvh_desc_filled(&(BvhDesc){.type = &bv_boxtree, .split = split});
    desc.params[0] = layout;
    desc.params[1] = quantised;
    Bvh *bvh = bvh_build(mesh, &desc, NULL, NULL);
    assert_non_null(bvh);
    return bvh;
}

static void a_node_takes_9_bytes_or_an_inner_node_16(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(1, 0.3, 50, 20);
    size_t n = 2000, expected[] = {9 * (2 * n - 1), 16 * (n - 1)};
    for (int layout = 1; layout <= 2; ++layout) {
        Bvh *bvh = built(mesh, &split_zachmann, layout, false);
        MemoryRow rows[8];
        size_t count = bvh->type->bytes(bvh, rows, 8), nodes = 0;
        for (size_t i = 0; i + 2 < count; ++i)
            nodes += rows[i].bytes;
        assert_int_equal(nodes, expected[layout - 1]);
        assert_int_equal(rows[count - 2].bytes, 4 * n);
        assert_int_equal(bvh_bytes(bvh), nodes + rows[count - 2].bytes + rows[count - 1].bytes);
        bvh_release(bvh);
    }
    mesh_release(mesh);
}

static void two_moved_sides_take_24_bytes_and_three_32(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(1, 0.3, 50, 20);
    for (int sides = 2; sides <= 3; ++sides) {
        BvhDesc desc = bvh_desc_filled(&(BvhDesc){.type = &bv_boxtree2});
        desc.params[0] = sides;
        Bvh *bvh = bvh_build(mesh, &desc, NULL, NULL);
        MemoryRow rows[8];
        bvh->type->bytes(bvh, rows, 8);
        assert_int_equal(rows[0].bytes, (sides == 2 ? 24 : 32) * (2000 - 1));
        bvh_release(bvh);
    }
    mesh_release(mesh);
}

typedef struct BoxList {
    Box3d boxes[8000];
    NodeLinks links[8000];
} BoxList;

static bool list_node(void *user, NodeId node, int level, NodeLinks links, const void *volume)
{
    (void)level;
    BoxList *list = user;
    list->boxes[node] = *(const Box3d *)volume;
    list->links[node] = links;
    return true;
}

static void both_layouts_hold_the_same_tree(void **state)
{
    (void)state;
    Mesh *mesh = shape_soup(700, 2, 0.3, 3);
    BoxList *one = calloc(2, sizeof *one), *two = one + 1;
    Bvh *bvh[2] = {built(mesh, &split_zachmann, 1, false), built(mesh, &split_zachmann, 2, false)};
    assert_true(bvh_visit(bvh[0], list_node, one));
    assert_true(bvh_visit(bvh[1], list_node, two));
    for (uint32_t i = 0; i < bvh[0]->node_count; ++i) {
        assert_memory_equal(&one->boxes[i], &two->boxes[i], sizeof one->boxes[i]);
        assert_int_equal(one->links[i].first, two->links[i].first);
        assert_int_equal(one->links[i].leaf, two->links[i].leaf);
    }
    bvh_release(bvh[0]);
    bvh_release(bvh[1]);
    free(one);
    mesh_release(mesh);
}

// Offsets are the largest floats that keep the triangles inside: one more unit in the last place of
// a stored offset must be seen by the validator in most trees, one less never.
static void offsets_are_rounded_down_and_no_further(void **state)
{
    (void)state;
    Mesh *mesh = shape_soup(60, 2, 0.6, 21);
    for (int i = 0; i < mesh->vertex_count; ++i) // no vertex on a float: every offset is rounded
        mesh->vertices[i] = vec3d_scale(mesh->vertices[i], 1.0000000123);
    int seen = 0, moved = 0;
    Bvh *bvh = built(mesh, &split_spatial_median, 1, false);
    assert_true(bvh_validate(bvh, NULL));
    BoxtreeWord *offset = ((Boxtree *)bvh->nodes)->offset;
    for (uint32_t i = 1; i < bvh->node_count; ++i) {
        float stored = offset[i].offset;
        if (stored <= 0)
            continue;
        ++moved;
        offset[i].offset = nextafterf(nextafterf(stored, INFINITY), INFINITY);
        seen += !bvh_validate(bvh, NULL);
        offset[i].offset = stored;
    }
    printf("RAN: %d of %d offsets two units too large were seen\n", seen, moved);
    assert_true(moved > 50 && seen > moved / 2);
    bvh_release(bvh);
    mesh_release(mesh);
}

// The word of a node but the root, in either layout.
static BoxtreeWord *word_of(const Bvh *bvh, NodeId node)
{
    Boxtree *tree = bvh->nodes;
    return tree->config.layout == 1 ? &tree->offset[node]
                                    : &tree->inner[4 * ((node - 1) / 2) + ((node - 1) & 1)];
}

static void quantised_offsets_are_whole_steps(void **state)
{
    (void)state;
    Rng rng = rng_create(42);
    for (int i = 0; i < 2000; ++i) {
        double extent = exp(rng_uniform(&rng, -30, 30));
        float step = boxtree_step(extent);
        assert_true((double)step * 999 >= extent && (double)step * 998 < extent);
        for (int n = 0; n < BOXTREE_TABLE_STEPS; n += 37) {
            assert_true((double)((float)n * step) == (double)n * (double)step);
            assert_int_equal(boxtree_step_count((float)n * step, step, 1 / step), n);
        }
        float offset = (float)(extent * rng_unit(&rng));
        int n = boxtree_step_count(offset, step, 1 / step);
        assert_true((float)n * step <= offset && (float)(n + 1) * step > offset);
    }
    Mesh *mesh = shape_torus(1, 0.3, 24, 12);
    for (int layout = 1; layout <= 2; ++layout) {
        Bvh *bvh = built(mesh, &split_zachmann, layout, true);
        const Boxtree *tree = boxtree_of(bvh);
        uint32_t seen = 0, moved = 0;
        for (uint32_t i = 1; i < bvh->node_count; ++i) {
            uint8_t code;
            BoxtreeWord *word = word_of(bvh, i), stored = *word;
            float offset = boxtree_one_move(tree, i, &code);
            // What is kept is the index itself, and one step more would cut triangles off.
            assert_true(stored.steps < BOXTREE_TABLE_STEPS);
            assert_true((double)offset == (double)stored.steps * (double)tree->step[code >> 1]);
            if (stored.steps == 0)
                continue;
            ++moved;
            ++word->steps;
            seen += !bvh_validate(bvh, NULL);
            *word = stored;
        }
        assert_true(bvh_validate(bvh, NULL));
        printf("RAN: layout %d, %u of %u indices one step too large were seen\n", layout, seen,
               moved);
        assert_true(moved > 200 && seen > moved * 9 / 10);
        bvh_release(bvh);
    }
    mesh_release(mesh);
}

// Same contacts and tests; about half the steps where both nodes are opened.
static void lifting_halves_the_steps(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(1, 0.3, 40, 20);
    Bvh *bvh = built(mesh, &split_zachmann, 2, false);
    ContactList list = {0};
    for (int test = 0; test < bvh->type->test_count; ++test) {
        QueryStats sum[2] = {{0}};
        for (int i = 0; i < 20; ++i) {
            Rng rng = rng_create((uint64_t)i);
            Affine pose = rng_rotation(&rng);
            pose.p = vec3d_scale(rng_direction(&rng), 1.2);
            size_t contacts[2];
            for (int lift = 0; lift < 2; ++lift) {
                QueryStats stats;
                QueryDesc desc = {
                    .mode = QUERY_ALL, .test = test, .rule = DESCEND_both, .lift = lift};
                assert_true(query_contacts(bvh, bvh, &pose, &desc, NULL, &list, &stats, NULL));
                query_stats_add(&sum[lift], &stats);
                contacts[lift] = list.count;
            }
            assert_int_equal(contacts[0], contacts[1]);
        }
        assert_int_equal(sum[0].volume_tests, sum[1].volume_tests);
        double ratio = (double)sum[1].updates / (double)sum[0].updates;
        printf("RAN: %s: %.0f volume tests, steps plain %llu, lifted %llu\n",
               bvh->type->tests[test].name, (double)sum[0].volume_tests / 20,
               (unsigned long long)sum[0].updates, (unsigned long long)sum[1].updates);
        assert_true(ratio > 0.4 && ratio < 0.65);
    }
    contact_list_free(&list);
    bvh_release(bvh);
    mesh_release(mesh);
}

static void filling_lookup_tables_is_timed(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(1, 0.3, 24, 12);
    Bvh *bvh = built(mesh, &split_zachmann, 2, true);
    ContactList list = {0};
    Affine pose = affine_translation(vec3d(0.5, 0, 0));
    int with_tables = 0;
    for (int test = 0; test < bvh->type->test_count; ++test) {
        QueryStats one, sum = {0};
        QueryDesc desc = {.mode = QUERY_ALL, .test = test};
        assert_true(query_contacts(bvh, bvh, &pose, &desc, NULL, &list, &one, NULL));
        bool tables = strcmp(bvh->type->tests[test].name, "lookup tables") == 0;
        assert_true(tables ? one.table_ms > 0 && one.table_ms <= one.ms : one.table_ms == 0);
        query_stats_add(&sum, &one);
        query_stats_add(&sum, &one);
        assert_true(sum.table_ms == 2 * one.table_ms);
        with_tables += tables;
    }
    assert_int_equal(with_tables, 1);
    contact_list_free(&list);
    bvh_release(bvh);
    mesh_release(mesh);
}

// Both layouts say the same, and every inner node is one of the cases.
static void inner_nodes_are_counted_by_case(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(1, 0.3, 40, 20);
    const SplitRule *const rules[] = {&split_spatial_median, &split_zachmann};
    for (int r = 0; r < 2; ++r) {
        CountRow rows[2][BV_MAX_COUNTS];
        for (int layout = 1; layout <= 2; ++layout) {
            Bvh *bvh = built(mesh, rules[r], layout, false);
            CountRow *row = rows[layout - 1];
            int count = bvh->type->counts(bvh, row);
            uint32_t sum = 0;
            for (int i = 0; i < count; ++i)
                sum += row[i].count;
            assert_int_equal(count, 4);
            assert_int_equal(sum, 1600 - 1);
            bvh_release(bvh);
        }
        for (int i = 0; i < 4; ++i)
            assert_int_equal(rows[0][i].count, rows[1][i].count);
        printf("RAN: %s: lu %u, ll %u, uu %u, own %u\n", rules[r]->name, rows[0][0].count,
               rows[0][1].count, rows[0][2].count, rows[0][3].count);
        if (rules[r] == &split_zachmann)
            assert_true(rows[0][0].count > 0 && rows[0][1].count > 0 && rows[0][2].count > 0 &&
                        rows[0][3].count < 16); // these were halved by index
    }
    mesh_release(mesh);
}

// Slack of the box beyond the triangles decides the case: at the upper end both children trim
// there, at the lower end likewise, without slack they part.
static void the_criterion_trims_slack_on_either_side(void **state)
{
    (void)state;
    Box3 boxes[2] = {{vec3(0, 0, 0), vec3(1, 1, 1)}, {vec3(3, 0, 0), vec3(4, 1, 1)}};
    static const double low[] = {0, 0, -6}, high[] = {4, 10, 4};
    static const int side[][2] = {{0, 1}, {0, 0}, {1, 1}};
    static const double end[][2] = {{1, 3}, {1, 4}, {3, 0}};
    for (int c = 0; c < 3; ++c) {
        Box3d cell = {vec3d(low[c], 0, 0), vec3d(high[c], 1, 1)};
        SplitInput in = {.boxes = boxes, .box = {vec3(0, 0, 0), vec3(4, 1, 1)}, .cell = &cell};
        int32_t items[] = {0, 1};
        SplitChoice choice;
        assert_true(split_zachmann.split(&in, items, 2, &choice));
        assert_int_equal(choice.left_count, 1);
        assert_int_equal(choice.axis, 0);
        for (int k = 0; k < 2; ++k) {
            assert_int_equal(choice.side[k], side[c][k]);
            assert_true(choice.end[k] == end[c][k]);
        }
    }
}

static void the_criterion_builds_balanced_trees(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(1, 0.4, 40, 25);
    Rng rng = rng_create(5);
    Affine turn = rng_rotation(&rng);
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        mesh->vertices[i] = affine_apply_vector(&turn, mesh->vertices[i]);
    const SplitRule *rules[] = {&split_zachmann, &split_zachmann_longest, &split_zachmann_random,
                                &split_zachmann_array};
    for (int i = 0; i < 4; ++i) {
        Bvh *bvh = built(mesh, rules[i], 2, false);
        int cases[3] = {0};
        for (NodeId n = 0; n < bvh->node_count; ++n) {
            NodeLinks links = bvh->type->links(bvh, n);
            uint8_t code[2];
            if (links.leaf)
                continue;
            for (uint32_t k = 0; k < 2; ++k)
                boxtree_one_move(boxtree_of(bvh), links.first + k, &code[k]);
            ++cases[(code[0] & 1) != (code[1] & 1) ? 0 : 1 + (code[0] & 1)];
        }
        printf("RAN: %s on a torus of 2000: depth %u, cases lu %d, ll %d, uu %d\n", rules[i]->name,
               bvh->depth - 1, cases[0], cases[1], cases[2]);
        assert_true(bvh->depth < 40);
        assert_true(cases[0] > 0 && cases[1] > 0 && cases[2] > 0);
        bvh_release(bvh);
    }
    mesh_release(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_node_takes_9_bytes_or_an_inner_node_16),
        cmocka_unit_test(two_moved_sides_take_24_bytes_and_three_32),
        cmocka_unit_test(both_layouts_hold_the_same_tree),
        cmocka_unit_test(offsets_are_rounded_down_and_no_further),
        cmocka_unit_test(quantised_offsets_are_whole_steps),
        cmocka_unit_test(lifting_halves_the_steps),
        cmocka_unit_test(filling_lookup_tables_is_timed),
        cmocka_unit_test(inner_nodes_are_counted_by_case),
        cmocka_unit_test(the_criterion_trims_slack_on_either_side),
        cmocka_unit_test(the_criterion_builds_balanced_trees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
