// Criteria that promise a minimum find the one that exhaustive search finds.
#include "core/tests/split_case.h"
#include "core/tests/test_set.h"
#include "core/tree/bv/slabcutball/slab_fit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/mesh/shapes.h"
#include "core/tests/tree_check.h"
#include "core/tree/bv/variants.h"
#include "core/tree/split/variants.h"
#include <cmocka.h>

static int case_count(void)
{
    return (sanitised() ? 300 : 3000) * (long_tier() ? 10 : 1);
}

// By insertion, equal keys in the order they had.
static void sort_plainly(const SplitCase *c, int axis, const int32_t *items, int32_t *sorted)
{
    memcpy(sorted, items, (size_t)c->count * sizeof *sorted);
    for (int32_t i = 1; i < c->count; ++i)
        for (int32_t k = i; k > 0 && split_key(&c->boxes[sorted[k - 1]], axis) >
                                         split_key(&c->boxes[sorted[k]], axis);
             --k) {
            int32_t swap = sorted[k];
            sorted[k] = sorted[k - 1];
            sorted[k - 1] = swap;
        }
}

// Signed: how far the first part reaches beyond the start of the second.
static double overlap_of(const SplitCase *c, const int32_t *items, int32_t left, int axis)
{
    Box3 a = split_case_union(c, items, left),
         b = split_case_union(c, items + left, c->count - left);
    return (double)a.hi.v[axis] - (double)b.lo.v[axis];
}

static void half_balanced_finds_the_least_overlap(void **state)
{
    (void)state;
    for (int n = 0; n < case_count(); ++n) {
        Rng rng = rng_create((uint64_t)n);
        SplitCase c;
        split_case_make(&c, &rng, 60);
        int axis = box3_longest_axis(&c.in.box);
        int32_t sorted[SPLIT_CASE_MOST], best = 0;
        sort_plainly(&c, axis, c.items, sorted);
        double least = INFINITY;
        for (int32_t i = (c.count + 2) / 3; i <= 2 * c.count / 3; ++i) {
            double overlap = overlap_of(&c, sorted, i, axis);
            if (overlap < least ||
                (overlap == least && abs(2 * i - c.count) < abs(2 * best - c.count))) {
                least = overlap;
                best = i;
            }
        }
        SplitChoice choice;
        assert_true(split_half_balanced.split(&c.in, c.items, c.count, &choice));
        assert_true(split_case_is_split(&c, &choice));
        if (choice.left_count != best || choice.axis != axis ||
            overlap_of(&c, c.items, best, axis) != least)
            fail_msg("seed %d: %d of %d on axis %d, exhaustive %d on %d", n, choice.left_count,
                     c.count, choice.axis, best, axis);
        split_case_free(&c);
    }
    printf("RAN: half balanced equals exhaustive search on %d sets\n", case_count());
}

static double measure(const Box3 *box, int dimensions)
{
    Vec3d e = vec3d_sub(vec3d_from(box->hi), vec3d_from(box->lo));
    return dimensions == 3   ? e.x * e.y * e.z
           : dimensions == 2 ? e.x * e.y + e.y * e.z + e.z * e.x
                             : e.x + e.y + e.z;
}

static double cost_of(const SplitCase *c, const int32_t *items, int32_t left, int dimensions)
{
    Box3 a = split_case_union(c, items, left),
         b = split_case_union(c, items + left, c->count - left);
    return left * measure(&a, dimensions) + (c->count - left) * measure(&b, dimensions);
}

static double exhaustive_cost(const SplitCase *c, int dimensions, int32_t *balance)
{
    double least = INFINITY;
    *balance = c->count;
    for (int axis = 0; axis < 3; ++axis) {
        int32_t sorted[SPLIT_CASE_MOST];
        sort_plainly(c, axis, c->items, sorted);
        for (int32_t i = 1; i < c->count; ++i) {
            double cost = cost_of(c, sorted, i, dimensions);
            int32_t off = abs(2 * i - c->count);
            if (cost < least || (cost == least && off < *balance)) {
                least = cost;
                *balance = off;
            }
        }
    }
    return least;
}

static void sweeps_find_the_least_cost(void **state)
{
    (void)state;
    int flat = 0, sets = case_count() / 3;
    double bins = 0, sorted = 0;
    for (int n = 0; n < 2 * sets; ++n) {
        Rng rng = rng_create((uint64_t)n);
        SplitCase c;
        bool area = n % 2;
        split_case_make(&c, &rng, 100);
        int dimensions = area ? 2 : 3;
        for (; dimensions > 1 && measure(&c.in.box, dimensions) <= 0; --dimensions)
            ++flat;
        int32_t balance, before[SPLIT_CASE_MOST];
        double least = exhaustive_cost(&c, dimensions, &balance);
        SplitChoice choice;
        memcpy(before, c.items, sizeof before);
        const SplitRule *rule = area ? &split_sweep_area : &split_sweep_volume;
        assert_true(rule->split(&c.in, c.items, c.count, &choice));
        assert_true(split_case_is_split(&c, &choice));
        double cost = cost_of(&c, c.items, choice.left_count, dimensions);
        if (cost != least || abs(2 * choice.left_count - c.count) != balance)
            fail_msg("seed %d, %s: cost %g of %d, exhaustive %g", n, rule->name, cost, c.count,
                     least);
        // The binned one chooses among fewer, and says so when there is nothing to choose.
        memcpy(c.items, before, sizeof before);
        rule = area ? &split_bins_area : &split_bins_volume;
        if (rule->split(&c.in, c.items, c.count, &choice)) {
            assert_true(split_case_is_split(&c, &choice));
            double binned = cost_of(&c, c.items, choice.left_count, dimensions);
            if (c.count <= 32)
                assert_true(binned == least);
            bins += binned;
            sorted += least;
        }
        split_case_free(&c);
    }
    printf("RAN: cost sweeps equal exhaustive search on %d sets (%d times flat); 32 bins cost "
           "%.3f times the least\n",
           2 * sets, flat, bins / sorted);
    assert_true(flat > sets / 5);
    assert_true(bins < 1.05 * sorted);
}

static double slab_volumes(const SplitCase *c, const int32_t *items, int32_t left)
{
    double sum = 0;
    for (int part = 0; part < 2; ++part) {
        const int32_t *first = part ? items + left : items;
        int32_t count = part ? c->count - left : left;
        FitItems fit = {.mesh = c->mesh,
                        .boxes = c->boxes,
                        .items = first,
                        .count = count,
                        .box = split_case_union(c, first, count)};
        FitPoints points = fit_points(&fit);
        SlabBall ball = slab_fit(&points);
        slab_extent(&points, &ball);
        sum += slab_measure(&ball, MEASURE_VOLUME);
    }
    return sum;
}

static double centroid(const SplitCase *c, int32_t item, int axis)
{
    Triangle t = mesh_triangle(c->mesh, item);
    return t.p[0].v[axis] + t.p[1].v[axis] + t.p[2].v[axis];
}

// Fitting depends on the order of the triangles, so the cuts here leave the same one.
static void the_axis_with_the_least_slab_cut_balls_wins(void **state)
{
    (void)state;
    int chosen[4] = {0};
    for (int n = 0; n < case_count() / 3; ++n) {
        Rng rng = rng_create((uint64_t)n);
        SplitCase c;
        split_case_make(&c, &rng, 60);
        double least = INFINITY, longest = 0;
        Vec3d sides = vec3d_sub(vec3d_from(c.in.box.hi), vec3d_from(c.in.box.lo));
        for (int axis = 0; axis < 3; ++axis)
            longest = fmax(longest, sides.v[axis]);
        for (int axis = 0; axis < 3 && c.count >= 8; ++axis) {
            if (2 * sides.v[axis] < longest)
                continue; // slices
            int32_t parts[SPLIT_CASE_MOST], left = 0;
            double middle = 1.5 * ((double)c.in.box.lo.v[axis] + (double)c.in.box.hi.v[axis]);
            memcpy(parts, c.items, sizeof parts);
            for (int32_t i = 0; i < c.count; ++i)
                if (centroid(&c, parts[i], axis) <= middle) {
                    int32_t swap = parts[i];
                    parts[i] = parts[left];
                    parts[left++] = swap;
                }
            if (10 * left >= c.count && 10 * (c.count - left) >= c.count)
                least = fmin(least, slab_volumes(&c, parts, left));
        }
        SplitChoice choice;
        assert_true(split_scb_volume.split(&c.in, c.items, c.count, &choice));
        assert_true(split_case_is_split(&c, &choice));
        ++chosen[isfinite(least) ? choice.axis : 3];
        if (isfinite(least)) {
            double got = slab_volumes(&c, c.items, choice.left_count);
            if (got != least)
                fail_msg("seed %d: volume %g, exhaustive %g", n, got, least);
        }
        split_case_free(&c);
    }
    printf("RAN: slab cut ball volume: axes chosen %d, %d, %d times, no middle cut %d times\n",
           chosen[0], chosen[1], chosen[2], chosen[3]);
    assert_true(chosen[0] > 0 && chosen[1] > 0 && chosen[2] > 0 && chosen[3] > 0);
}

// Least volume alone slices a sphere into rings as wide as itself: thin slabs hold little.
static void slab_cut_balls_are_not_sliced(void **state)
{
    (void)state;
    Mesh *mesh = shape_ico_sphere(1, 4);
    const SplitRule *rules[] = {&split_scb, &split_scb_volume};
    uint64_t tests[2] = {0, 0};
    ContactList found = {0};
    for (int r = 0; r < 2; ++r) {
        BvhDesc desc = {.type = &bv_slabcutball, .split = rules[r]};
        Bvh *tree = bvh_build(mesh, &desc, NULL, NULL);
        assert_non_null(tree);
        for (int i = 0; i < 8; ++i) {
            Rng rng = rng_create((uint64_t)i);
            Affine pose = rng_rotation(&rng);
            pose.p = vec3d_scale(rng_direction(&rng), 1.7);
            QueryStats stats;
            assert_true(query_contacts(tree, tree, &pose, &(QueryDesc){.mode = QUERY_ALL}, NULL,
                                       &found, &stats, NULL));
            tests[r] += stats.volume_tests;
        }
        bvh_release(tree);
    }
    printf("RAN: spheres by middle cuts %llu tests, by least volume %llu\n",
           (unsigned long long)tests[0], (unsigned long long)tests[1]);
    assert_true(2 * tests[1] < 3 * tests[0]);
    contact_list_free(&found);
    mesh_release(mesh);
}

// Triangles below each node, counted from the leaves upwards.
static void no_side_is_more_than_twice_the_other(void **state)
{
    (void)state;
    for (int m = 0; m < test_mesh_count; ++m) {
        Mesh *mesh = test_meshes[m].make();
        Bvh *bvh = bvh_build(mesh, &(BvhDesc){.type = &bv_aabb, .split = &split_half_balanced},
                             NULL, NULL);
        uint32_t *below = calloc(bvh->node_count + 1u, sizeof *below);
        for (NodeId i = bvh->node_count; i-- > 0;) {
            NodeLinks links = bvh->type->links(bvh, i);
            below[i] = links.leaf ? links.count : below[links.first] + below[links.first + 1];
            if (links.leaf || below[i] < 3)
                continue;
            uint32_t a = below[links.first], b = below[links.first + 1];
            assert_true(a <= 2 * b && b <= 2 * a);
        }
        free(below);
        bvh_release(bvh);
        mesh_release(mesh);
    }
}

static void every_criterion_keeps_the_triangles(void **state)
{
    (void)state;
    for (int n = 0; n < case_count() / 3; ++n) {
        for (int r = 0; r < split_rule_count; ++r) {
            Rng rng = rng_create((uint64_t)n);
            SplitCase c;
            split_case_make(&c, &rng, SPLIT_CASE_MOST);
            SplitChoice choice = {0};
            bool split = split_rules[r]->split(&c.in, c.items, c.count, &choice);
            if (!split)
                choice.left_count = 1;
            if (!split_case_is_split(&c, &choice) && choice.left_count > 0 &&
                choice.left_count < c.count)
                fail_msg("%s loses triangles, seed %d", split_rules[r]->name, n);
            split_case_free(&c);
        }
    }
}

// Halving sizes: cuts in the middle take off one at each level. Nested ones share their middle; in
// clusters each is a copy of the whole, a thousand times smaller.
static Mesh *adversary(int which, int32_t n)
{
    Mesh *mesh = mesh_create(3 * n, n);
    for (int32_t i = 0; i < n; ++i) {
        double size = which == 0   ? 1e12 * pow(0.5, i)
                      : which == 1 ? pow(1e-24, (double)i / n)
                                   : pow(1e-3, (double)(8 * (int64_t)i / n));
        double at = which == 0 ? size : which == 1 ? 0 : size * (1 + (double)(i % 97) / 97);
        Vec3d *v = mesh->vertices + 3 * (size_t)i;
        v[0] = vec3d(at + size / 8, 0, size / 4);
        v[1] = vec3d(at - size / 8, size / 8, 0);
        v[2] = vec3d(at - size / 8, -size / 8, -size / 4);
        for (int k = 0; k < 3; ++k)
            mesh->triangles[i][k] = 3 * i + k;
    }
    return mesh;
}

static void depth_is_logarithmic_on_adversaries(void **state)
{
    (void)state;
    static const BvType *const types[] = {&bv_aabb, &bv_boxtree};
    uint32_t deepest = 0;
    for (int which = 0; which < 3; ++which) {
        int32_t n = which == 0 ? 140 : sanitised() ? 600 : 3000;
        Mesh *mesh = adversary(which, n);
        for (int r = 0; r < 2 * split_rule_count; ++r) {
            BvhDesc desc = {.type = types[r % 2], .split = split_rules[r / 2]};
            Bvh *bvh = bvh_build(mesh, &desc, NULL, NULL);
            Error err = {""};
            assert_true(bvh_validate(bvh, &err));
            // Eight lopsided levels, then a halving one.
            if (bvh->depth > 9 * (log2(n) + 1))
                fail_msg("%s, %s, adversary %d: depth %u", desc.type->name, desc.split->name, which,
                         bvh->depth);
            deepest = bvh->depth > deepest ? bvh->depth : deepest;
            bvh_release(bvh);
        }
        mesh_release(mesh);
    }
    printf("RAN: %d criteria on adversaries, deepest %u\n", split_rule_count, deepest);
    assert_true(deepest > 24); // they are adversaries
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(half_balanced_finds_the_least_overlap),
        cmocka_unit_test(sweeps_find_the_least_cost),
        cmocka_unit_test(the_axis_with_the_least_slab_cut_balls_wins),
        cmocka_unit_test(slab_cut_balls_are_not_sliced),
        cmocka_unit_test(no_side_is_more_than_twice_the_other),
        cmocka_unit_test(depth_is_logarithmic_on_adversaries),
        cmocka_unit_test(every_criterion_keeps_the_triangles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
