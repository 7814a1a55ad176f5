// Trees by insertion: sound, no larger after re-insertion, and better than the spatial median.
#include "core/mesh/shapes.h"
#include "core/tests/test_set.h"
#include "core/tests/tree_check.h"
#include "core/tree/build/insertion_tree.h"
#include "core/tree/build/variants.h"
#include "core/tree/bv/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static Box3 random_box(Rng *rng, int kind)
{
    Box3 box;
    Vec3d centre = rng_in_cube(rng, 10);
    for (int k = 0; k < 3; ++k) {
        double half = kind == 0 ? 0.5 : kind == 1 ? 0 : rng_uniform(rng, 0, 2);
        double at = kind == 2 ? 0 : centre.v[k]; // 2: nested in each other
        box.lo.v[k] = (float)(at - half);
        box.hi.v[k] = (float)(at + half);
    }
    return box;
}

static void check_sound(const InsertionTree *t)
{
    int32_t *order = malloc((size_t)t->leaves * sizeof *order);
    bool *seen = calloc((size_t)t->leaves, sizeof *seen);
    assert_true(order && seen);
    insertion_tree_order(t, order);
    for (int32_t i = 0; i < t->leaves; ++i) {
        assert_true(order[i] >= 0 && order[i] < t->leaves && !seen[order[i]]);
        seen[order[i]] = true;
    }
    assert_int_equal(t->count, 2 * t->leaves - 1);
    assert_int_equal(t->nodes[t->root].parent, -1);
    assert_int_equal(t->nodes[t->root].count, t->leaves);
    for (int32_t i = t->leaves; i < t->count; ++i) {
        const InsertionNode *n = &t->nodes[i];
        int32_t count = 0;
        for (int c = 0; c < 2; ++c) {
            const InsertionNode *child = &t->nodes[n->child[c]];
            assert_int_equal(child->parent, i);
            count += child->count;
            for (int k = 0; k < 3; ++k)
                assert_true(n->box.lo.v[k] <= child->box.lo.v[k] &&
                            n->box.hi.v[k] >= child->box.hi.v[k]);
        }
        assert_int_equal(n->count, count);
    }
    free(order);
    free(seen);
}

static void trees_are_sound_and_improve(void **state)
{
    (void)state;
    int64_t moves = 0;
    double before = 0, after = 0;
    for (int seed = 0; seed < 40; ++seed) {
        Rng rng = rng_create((uint64_t)seed);
        enum { MOST = 600 };
        static Box3 boxes[MOST];
        static int32_t items[MOST];
        int32_t count = seed < 4 ? seed + 1 : 1 + rng_below(&rng, sanitised() ? 150 : MOST);
        bool equal = seed % 8 == 7;
        for (int32_t i = 0; i < count; ++i) {
            boxes[i] = equal && i > 0 ? boxes[0] : random_box(&rng, seed % 5);
            items[i] = count - 1 - i;
        }
        InsertionTree plain, again;
        assert_true(insertion_tree_build(&plain, boxes, items, count, 0, NULL));
        assert_true(insertion_tree_build(&again, boxes, items, count, 3, NULL));
        check_sound(&plain);
        check_sound(&again);
        double a = insertion_tree_area(&plain), b = insertion_tree_area(&again);
        if (!(b <= a * (1 + 1e-9)))
            fail_msg("seed %d: area %g became %g", seed, a, b);
        before += a;
        after += b;
        moves += again.moves;
        insertion_tree_free(&plain);
        insertion_tree_free(&again);
    }
    printf("RAN: 40 sets of boxes, %d moves, area %.4f of what it was\n", (int)moves,
           after / before);
    assert_true(moves > 0 && after < before);
}

static bool sum_areas(void *user, NodeId node, int level, NodeLinks at, const void *volume)
{
    (void)node, (void)level;
    *(double *)user += at.leaf ? 0 : bv_aabb.measure(volume, MEASURE_AREA);
    return true;
}

static double area_of(Mesh *mesh, const Builder *builder)
{
    double area = 0;
    Error err = {""};
    Bvh *bvh = bvh_build(mesh, &(BvhDesc){.type = &bv_aabb, .builder = builder}, NULL, &err);
    if (!bvh || !bvh_validate(bvh, &err))
        fail_msg("%s", err.text);
    assert_true(bvh_visit(bvh, sum_areas, &area));
    bvh_release(bvh);
    return area;
}

static void trees_of_meshes_are_smaller(void **state)
{
    (void)state;
    Mesh *meshes[] = {shape_torus(3, 1, 40, 24), shape_knot(2, 3, 3, 1, 0.4, 60, 12),
                      shape_soup(1000, 5, 1, 3)};
    for (int i = 0; i < 3; ++i) {
        double median = area_of(meshes[i], &build_top_down);
        double inserted = area_of(meshes[i], &build_insertion);
        double again = area_of(meshes[i], &build_reinsertion);
        printf("RAN: %d triangles: area %.3f of the spatial median's by insertion, %.3f again\n",
               meshes[i]->triangle_count, inserted / median, again / median);
        assert_true(again <= inserted * (1 + 1e-9));
        assert_true(again < median);
        mesh_release(meshes[i]);
    }
    // Larger than the limit: the criterion splits first.
    Mesh *large = shape_torus(3, 1, 100, 60);
    assert_true(large->triangle_count > 2 * INSERTION_MOST);
    if (!sanitised())
        assert_true(area_of(large, &build_insertion) < 1.2 * area_of(large, &build_top_down));
    mesh_release(large);
    // Cancelled before it began.
    Mesh *mesh = shape_torus(3, 1, 40, 24);
    Job job = {0};
    Error err = {""};
    job_cancel(&job);
    assert_null(bvh_build(mesh, &(BvhDesc){.builder = &build_reinsertion}, &job, &err));
    assert_string_equal(err.text, "");
    mesh_release(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_are_sound_and_improve),
        cmocka_unit_test(trees_of_meshes_are_smaller),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
