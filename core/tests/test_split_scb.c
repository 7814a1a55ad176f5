// The criterion of the slab cut ball paper: which of its ways it takes on which input.
#include "core/base/pool.h"
#include "core/base/rng.h"
#include "core/base/rounding.h"
#include "core/mesh/shapes.h"
#include "core/tests/test_set.h"
#include "core/tree/build/build.h"
#include "core/tree/bv/variants.h"
#include "core/tree/split/split.h"
#include "core/tree/split/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Small triangles at the given places.
static Mesh *triangles_at(const Vec3d *places, int32_t count)
{
    Mesh *mesh = mesh_create(3 * count, count);
    for (int32_t i = 0; i < count; ++i) {
        for (int k = 0; k < 3; ++k) {
            mesh->vertices[3 * i + k] = places[i];
            mesh->vertices[3 * i + k].v[k] += 0.001;
            mesh->triangles[i][k] = 3 * i + k;
        }
    }
    return mesh;
}

// Splits all triangles once and checks that they are still there.
static SplitChoice split_all(const Mesh *mesh, int32_t *items)
{
    int32_t n = mesh->triangle_count;
    Box3d box = mesh_bounds(mesh);
    SplitInput in = {.mesh = mesh, .box = {vec3_from(box.lo), vec3_from(box.hi)}};
    SplitChoice choice = {0};
    uint8_t *seen = calloc((size_t)n, 1);
    for (int32_t i = 0; i < n; ++i)
        items[i] = i;
    assert_true(split_scb.split(&in, items, n, &choice));
    assert_true(choice.left_count > 0 && choice.left_count < n);
    for (int32_t i = 0; i < n; ++i)
        assert_int_equal(seen[items[i]]++, 0);
    free(seen);
    return choice;
}

enum { MANY = 200 };

static void check(const Vec3d *places, int32_t count, const char *reason, int axis, int32_t left)
{
    int32_t items[MANY];
    Mesh *mesh = triangles_at(places, count);
    SplitChoice choice = split_all(mesh, items);
    assert_string_equal(choice.reason, reason);
    assert_int_equal(choice.axis, axis);
    if (left > 0)
        assert_int_equal(choice.left_count, left);
    double left_most = -INFINITY, right_least = INFINITY;
    for (int32_t i = 0; i < count; ++i) {
        double at = places[items[i]].v[axis];
        if (i < choice.left_count)
            left_most = fmax(left_most, at);
        else
            right_least = fmin(right_least, at);
    }
    assert_true(left_most <= right_least);
    mesh_release(mesh);
}

static void few_triangles_are_sorted_and_halved(void **state)
{
    (void)state;
    Vec3d places[7];
    for (int i = 0; i < 7; ++i)
        places[i] = vec3d(0.1 * i, (i * 5) % 7, -0.2 * i);
    check(places, 7, "few, sorted", 1, 3);
    check(places, 2, "few, sorted", 1, 1);
}

static void even_triangles_are_cut_in_the_middle_of_the_longest_side(void **state)
{
    (void)state;
    Vec3d places[MANY];
    for (int i = 0; i < MANY; ++i)
        places[i] = vec3d(i % 7, i % 5, i);
    check(places, MANY, "middle of the longest side", 2, MANY / 2);
}

// One far triangle per side makes its middle useless.
static void a_lopsided_side_is_passed_over_for_the_next(void **state)
{
    (void)state;
    Vec3d places[MANY];
    for (int i = 0; i < MANY; ++i)
        places[i] = vec3d(0.01 * i, 0.02 * i, i == 17 ? 1000 : 0);
    check(places, MANY, "middle of the second longest side", 1, MANY / 2);
    places[5].y = 500;
    check(places, MANY, "middle of the shortest side", 0, MANY / 2);
    places[9].x = 250;
    check(places, MANY, "median of seven", 2, 0);
}

// A tenth is enough, less is not: 20 of 200, 19 of 200.
static void a_tenth_of_the_triangles_is_enough(void **state)
{
    (void)state;
    Vec3d places[MANY];
    for (int i = 0; i < MANY; ++i)
        places[i] = vec3d(0, i < MANY / 2 ? 0 : 10, i < 20 ? 0 : 100);
    check(places, MANY, "middle of the longest side", 2, 20);
    places[0].z = 100;
    check(places, MANY, "middle of the second longest side", 1, MANY / 2);
}

static void equal_triangles_are_halved_by_index(void **state)
{
    (void)state;
    Vec3d places[MANY];
    for (int i = 0; i < MANY; ++i)
        places[i] = vec3d(1, 2, 3);
    check(places, MANY, "halved by index", 0, MANY / 2);
}

// The ways taken over a whole build, by reason.
static void count_reasons(const Mesh *mesh, int32_t *items, int32_t count, int counts[6])
{
    static const char *const reasons[6] = {"few, sorted",
                                           "middle of the longest side",
                                           "middle of the second longest side",
                                           "middle of the shortest side",
                                           "median of seven",
                                           "halved by index"};
    if (count < 2)
        return;
    SplitInput in = {
        .mesh = mesh,
        .box = {vec3(INFINITY, INFINITY, INFINITY), vec3(-INFINITY, -INFINITY, -INFINITY)}};
    for (int32_t i = 0; i < 3 * count; ++i) {
        Vec3 p = vec3_from(mesh->vertices[mesh->triangles[items[i / 3]][i % 3]]);
        for (int k = 0; k < 3; ++k) {
            in.box.lo.v[k] = fminf(in.box.lo.v[k], p.v[k]);
            in.box.hi.v[k] = fmaxf(in.box.hi.v[k], p.v[k]);
        }
    }
    SplitChoice choice;
    assert_true(split_scb.split(&in, items, count, &choice));
    int which = 0;
    while (strcmp(reasons[which], choice.reason) != 0)
        assert_true(++which < 6);
    ++counts[which];
    count_reasons(mesh, items, choice.left_count, counts);
    count_reasons(mesh, items + choice.left_count, count - choice.left_count, counts);
}

static void fallbacks_are_rare_on_smooth_parts(void **state)
{
    (void)state;
    Mesh *mesh = shape_ico_sphere(1, 4);
    int32_t n = mesh->triangle_count, *items = malloc((size_t)n * sizeof *items);
    int counts[6] = {0}, sum = 0;
    for (int32_t i = 0; i < n; ++i)
        items[i] = i;
    count_reasons(mesh, items, n, counts);
    for (int k = 0; k < 6; ++k)
        sum += counts[k];
    printf("RAN: splits of a sphere: %d sorted, %d longest, %d second, %d shortest side, %d median "
           "of seven, %d by index\n",
           counts[0], counts[1], counts[2], counts[3], counts[4], counts[5]);
    assert_int_equal(sum, n - 1);
    assert_true(counts[4] + counts[5] < n / 100);
    free(items);
    mesh_release(mesh);
}

// Which way is right for these triangles, from the paper's words: 0 few, 1 to 3 the sides, 4 none
// of them.
static int right_way(const Mesh *mesh, const int32_t *items, int32_t count)
{
    if (count < 8)
        return 0;
    Box3 box = {vec3(INFINITY, INFINITY, INFINITY), vec3(-INFINITY, -INFINITY, -INFINITY)};
    for (int32_t i = 0; i < 3 * count; ++i) {
        Vec3d p = mesh->vertices[mesh->triangles[items[i / 3]][i % 3]];
        for (int k = 0; k < 3; ++k) {
            box.lo.v[k] = fminf(box.lo.v[k], float_below(p.v[k]));
            box.hi.v[k] = fmaxf(box.hi.v[k], float_above(p.v[k]));
        }
    }
    bool tried[3] = {false};
    for (int way = 1; way <= 3; ++way) {
        int axis = -1;
        double length = -1;
        for (int k = 0; k < 3; ++k)
            if (!tried[k] && (double)box.hi.v[k] - (double)box.lo.v[k] > length) {
                axis = k;
                length = (double)box.hi.v[k] - (double)box.lo.v[k];
            }
        tried[axis] = true;
        double middle3 = 3 * ((double)box.lo.v[axis] + (double)box.hi.v[axis]) / 2;
        int32_t below = 0;
        for (int32_t i = 0; i < count; ++i) {
            double sum = 0;
            for (int k = 0; k < 3; ++k)
                sum += mesh->vertices[mesh->triangles[items[i]][k]].v[axis];
            below += sum <= middle3;
        }
        if (10 * below >= count && 10 * (count - below) >= count)
            return way;
    }
    return 4;
}

typedef struct Ways {
    const Bvh *tree;
    uint32_t counts[5];
} Ways;

static bool count_way(void *user, NodeId node, int level, NodeLinks links, const void *volume)
{
    (void)level, (void)volume;
    Ways *ways = user;
    FitItems below = bvh_items_below(ways->tree, node);
    if (!links.leaf)
        ++ways->counts[right_way(ways->tree->mesh, below.items, below.count)];
    return true;
}

static uint32_t shown(const Bvh *tree, const char *reason)
{
    for (int i = 0; i < tree->cuts.count; ++i)
        if (strcmp(tree->cuts.rows[i].what, reason) == 0)
            return tree->cuts.rows[i].count;
    return 0;
}

// Ever smaller groups far apart on two sides, many triangles in one place: every fallback is used.
static Mesh *clustered(int32_t count)
{
    Vec3d *places = malloc((size_t)count * sizeof *places);
    Rng rng = rng_create(11);
    for (int32_t i = 0; i < count; ++i) {
        double far = i % 50 == 0 ? pow(10, 1 + i % 6) : 1;
        places[i] = vec3d(rng_unit(&rng) * far, rng_unit(&rng) * (i % 3 ? 1 : far),
                          rng_unit(&rng) * (i % 7 ? 0.1 : far));
        if (i % 4 == 1)
            places[i] = vec3d(0.5, 0.5, 0.05);
    }
    Mesh *mesh = triangles_at(places, count);
    free(places);
    return mesh;
}

// The counters that the panel shows are those of the cuts the tree has, however many threads made
// it.
static void trees_know_how_often_each_way_was_taken(void **state)
{
    (void)state;
    Mesh *meshes[] = {shape_ico_sphere(1, 4), clustered(3000), shape_cone(1, 4, 640),
                      clustered(6000)};
    Pool *pool = pool_create(2);
    uint32_t all[6] = {0};
    for (size_t m = 0; m < sizeof meshes / sizeof *meshes; ++m) {
        BvhDesc desc = {.type = &bv_sphere, .split = &split_scb};
        Job job = {.pool = pool};
        Bvh *tree = bvh_build(meshes[m], &desc, NULL, NULL);
        Bvh *shared = bvh_build(meshes[m], &desc, &job, NULL);
        assert_true(tree && shared);
        assert_int_equal(tree->cuts.count, shared->cuts.count);
        for (int i = 0; i < tree->cuts.count; ++i) {
            assert_string_equal(tree->cuts.rows[i].what, shared->cuts.rows[i].what);
            assert_int_equal(tree->cuts.rows[i].count, shared->cuts.rows[i].count);
            assert_true(i == 0 || tree->cuts.rows[i].count <= tree->cuts.rows[i - 1].count);
        }
        Ways ways = {.tree = tree};
        assert_true(bvh_visit(tree, count_way, &ways));
        uint32_t guarded = shown(tree, "halved after lopsided cuts");
        assert_int_equal(guarded, 0); // the criterion keeps its own balance
        assert_int_equal(shown(tree, "few, sorted"), ways.counts[0]);
        assert_int_equal(shown(tree, "middle of the longest side"), ways.counts[1]);
        assert_int_equal(shown(tree, "middle of the second longest side"), ways.counts[2]);
        assert_int_equal(shown(tree, "middle of the shortest side"), ways.counts[3]);
        uint32_t seven = shown(tree, "median of seven"), index = shown(tree, "halved by index");
        assert_int_equal(seven + index, ways.counts[4]);
        for (int i = 0; i < 4; ++i)
            all[i] += ways.counts[i];
        all[4] += seven;
        all[5] += index;
        bvh_release(tree);
        bvh_release(shared);
        mesh_release(meshes[m]);
    }
    pool_free(pool);
    printf("RAN: counters: %u few, %u longest, %u second, %u shortest, %u median of seven, %u by "
           "index\n",
           all[0], all[1], all[2], all[3], all[4], all[5]);
    for (int i = 0; i < 6; ++i)
        assert_true(all[i] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_triangles_are_sorted_and_halved),
        cmocka_unit_test(even_triangles_are_cut_in_the_middle_of_the_longest_side),
        cmocka_unit_test(a_lopsided_side_is_passed_over_for_the_next),
        cmocka_unit_test(a_tenth_of_the_triangles_is_enough),
        cmocka_unit_test(equal_triangles_are_halved_by_index),
        cmocka_unit_test(fallbacks_are_rare_on_smooth_parts),
        cmocka_unit_test(trees_know_how_often_each_way_was_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
