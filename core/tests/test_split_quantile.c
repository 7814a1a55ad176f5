// The volume criterion with quantiles: what it decides holds, is no worse than the plain criterion
// by its own measure, and makes cheaper trees of restricted boxes.
#include "core/mesh/shapes.h"
#include "core/tests/test_set.h"
#include "core/tests/tree_check.h"
#include "core/tree/bv/variants.h"
#include "core/tree/quality/quality.h"
#include "core/tree/split/split.h"
#include "core/tree/split/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 200 };

// Length times triangles of both children, by the definition of restricted boxes. Fails where a
// triangle is outside of its child.
static double cost_of(const SplitInput *in, const int32_t *items, int32_t count,
                      const SplitChoice *c)
{
    const Box3d *cell = in->cell;
    double sum = 0;
    assert_true(c->left_count > 0 && c->left_count < count && c->sides_set);
    for (int32_t i = 0; i < count; ++i) {
        int child = i >= c->left_count;
        const Box3 *b = &in->boxes[items[i]];
        double end = c->end[child];
        assert_true(c->side[child] ? (double)b->lo.v[c->axis] >= end
                                   : (double)b->hi.v[c->axis] <= end);
        sum += c->side[child] ? cell->hi.v[c->axis] - end : end - cell->lo.v[c->axis];
    }
    return sum / (cell->hi.v[c->axis] - cell->lo.v[c->axis]);
}

static void choices_hold_and_are_no_worse(void **state)
{
    (void)state;
    int better = 0, compared = 0;
    for (uint64_t seed = 0; seed < 2000; ++seed) {
        Rng rng = rng_create(seed);
        Box3 boxes[MOST];
        int32_t count = 2 + rng_below(&rng, MOST - 2), plain[MOST], quantile[MOST];
        Box3 all = {vec3(9, 9, 9), vec3(-9, -9, -9)};
        for (int32_t i = 0; i < count; ++i) {
            plain[i] = quantile[i] = i;
            for (int k = 0; k < 3; ++k) {
                float lo = (float)rng_uniform(&rng, 0, 1);
                boxes[i].lo.v[k] = lo;
                boxes[i].hi.v[k] = lo + (float)rng_uniform(&rng, 0, 0.3);
                all.lo.v[k] = fminf(all.lo.v[k], lo);
                all.hi.v[k] = fmaxf(all.hi.v[k], boxes[i].hi.v[k]);
            }
        }
        Box3d cell = {vec3d_from(all.lo), vec3d_from(all.hi)};
        int axis = rng_below(&rng, 3); // slack that was inherited
        if (rng_below(&rng, 2))
            cell.lo.v[axis] -= rng_uniform(&rng, 0, 2);
        else
            cell.hi.v[axis] += rng_uniform(&rng, 0, 2);
        SplitInput in = {.boxes = boxes, .box = all, .cell = &cell};
        SplitChoice a, b;
        assert_true(split_zachmann.split(&in, plain, count, &a));
        assert_true(split_zachmann_quantile.split(&in, quantile, count, &b));
        double now = cost_of(&in, quantile, count, &b);
        if (b.left_count < count / 10 || count - b.left_count < count / 10)
            fail_msg("seed %llu: %d of %d", (unsigned long long)seed, b.left_count, count);
        if (!a.sides_set) // nothing was balanced enough for the plain one
            continue;
        double before = cost_of(&in, plain, count, &a);
        if (now > before * (1 + 1e-12))
            fail_msg("seed %llu: %g instead of %g", (unsigned long long)seed, now, before);
        better += now < before;
        ++compared;
    }
    printf("RAN: %d of %d splits better than those of the plain criterion, none worse\n", better,
           compared);
    assert_true(compared > 1000 && better > compared / 10);
}

static double relative_cost(Mesh *mesh, const BvType *type, const SplitRule *rule)
{
    Error err = {""};
    NodeMeasures tree;
    Bvh *bvh = bvh_build(mesh, &(BvhDesc){.type = type, .split = rule}, NULL, &err);
    assert_non_null(bvh);
    assert_true(bvh_validate(bvh, &err));
    assert_true(quality_measure(bvh, NULL, &tree));
    Quality q = quality_of(&tree);
    node_measures_free(&tree);
    bvh_release(bvh);
    return quality_relative_cost(&q);
}

static void trees_of_restricted_boxes_get_cheaper(void **state)
{
    (void)state;
    const struct {
        const char *name;
        Mesh *mesh;
    } meshes[] = {{"torus", shape_torus(0.75, 0.25, 40, 20)},
                  {"sphere", shape_ico_sphere(1, 3)},
                  {"cone", shape_cone(1, 4, 300)}};
    for (size_t m = 0; m < sizeof meshes / sizeof *meshes; ++m) {
        double plain = relative_cost(meshes[m].mesh, &bv_boxtree, &split_zachmann);
        double cost = relative_cost(meshes[m].mesh, &bv_boxtree, &split_zachmann_quantile);
        printf("RAN: %s: cost %.2f with quantiles, %.2f without: %.0f %%\n", meshes[m].name, cost,
               plain, 100 * (cost / plain - 1));
        assert_true(cost < plain);
        // Tight volumes have no slack to trim.
        assert_true(relative_cost(meshes[m].mesh, &bv_aabb, &split_zachmann_quantile) ==
                    relative_cost(meshes[m].mesh, &bv_aabb, &split_zachmann));
        mesh_release(meshes[m].mesh);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(choices_hold_and_are_no_worse),
        cmocka_unit_test(trees_of_restricted_boxes_get_cheaper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
