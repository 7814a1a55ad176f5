// The volume criterion: the fast candidates are those of the plain algorithm, the chosen split is
// the best of them, and looking two levels ahead pays.
#include "core/tests/split_case.h"
#include "core/tests/test_set.h"
#include "core/tests/zachmann_plain.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/mesh/shapes.h"
#include "core/tree/bv/variants.h"
#include "core/tree/split/variants.h"
#include <cmocka.h>

static void candidates_are_those_of_the_plain_algorithm(void **state)
{
    (void)state;
    int cases = (sanitised() ? 500 : 5000) * (long_tier() ? 10 : 1), compared = 0, fallbacks = 0;
    int won[2][ZACHMANN_CASES] = {{0}};
    for (int n = 0; n < cases; ++n) {
        Rng rng = rng_create((uint64_t)n);
        SplitCase c;
        split_case_make(&c, &rng, n % 3 ? 20 : SPLIT_CASE_MOST);
        Box3d cell = {vec3d_sub(vec3d_from(c.in.box.lo), rng_in_cube(&rng, 1)),
                      vec3d_add(vec3d_from(c.in.box.hi), rng_in_cube(&rng, 1))};
        for (int k = 0; k < 3; ++k) { // slack on some sides
            cell.lo.v[k] = fmin(cell.lo.v[k], (double)c.in.box.lo.v[k]);
            cell.hi.v[k] = fmax(cell.hi.v[k], (double)c.in.box.hi.v[k]);
        }
        c.in.cell = n % 2 ? &cell : NULL;
        Vec3d low = c.in.cell ? cell.lo : vec3d_from(c.in.box.lo);
        Vec3d high = c.in.cell ? cell.hi : vec3d_from(c.in.box.hi);
        ZachmannWork work;
        assert_true(zachmann_open(&work, &c.in, c.count));
        ZachmannSet set = zachmann_set(&c.in, c.items, c.count, &work);
        ZachmannCandidate found[ZACHMANN_CANDIDATES];
        int count = zachmann_candidates(&set, (ZachmannOptions){0}, work.sides, found), next = 0;
        double least = INFINITY;
        for (int axis = 0; axis < 3; ++axis) {
            for (int which = 0; which < ZACHMANN_CASES && high.v[axis] > low.v[axis]; ++which) {
                ZachmannPlain p;
                zachmann_plain_grow(&c, axis, which, VISIT_ALTERNATING, &p);
                if (!p.balanced)
                    continue;
                p.score = zachmann_plain_score(&c, axis, which, &p);
                const ZachmannCandidate *f = &found[next];
                if (next >= count || f->axis != axis || f->which != which ||
                    f->first_count != p.first_count || f->score != p.score ||
                    f->end[0] != p.end[0] || f->end[1] != p.end[1])
                    fail_msg("seed %d: candidate %d of %d differs on axis %d, case %d", n, next,
                             count, axis, which);
                for (int32_t i = 0; i < c.count; ++i)
                    assert_int_equal(work.sides[i] >> zachmann_bit(f) & 1, p.second[i]);
                least = fmin(least, p.score);
                ++next;
            }
        }
        assert_int_equal(next, count);
        compared += count;
        fallbacks += count == 0;
        if (count > 0) {
            const ZachmannCandidate *best = &found[zachmann_best(found, count, c.count)];
            SplitChoice choice;
            assert_true(best->score == least);
            ++won[n % 2][best->which];
            assert_true(split_zachmann.split(&c.in, c.items, c.count, &choice));
            assert_true(split_case_is_split(&c, &choice));
            assert_int_equal(choice.left_count, best->first_count);
            assert_true(choice.end[0] == zachmann_end(best, 0));
        }
        zachmann_close(&work);
        split_case_free(&c);
    }
    printf("RAN: %d candidates of %d sets equal the plain algorithm's, %d sets without any; won "
           "lu %d ll %d uu %d tight, lu %d ll %d uu %d restricted\n",
           compared, cases, fallbacks, won[0][0], won[0][1], won[0][2], won[1][0], won[1][1],
           won[1][2]);
    for (int k = 0; k < ZACHMANN_CASES; ++k)
        assert_true(won[1][k] > 0);
}

typedef struct Cost {
    const Bvh *bvh;
    double sum, root;
} Cost;

static bool add_cost(void *user, NodeId node, int level, NodeLinks links, const void *volume)
{
    Cost *cost = user;
    (void)level;
    double size = cost->bvh->type->measure(volume, MEASURE_VOLUME);
    if (node == 0)
        cost->root = size;
    if (!links.leaf)
        cost->sum += links.count * size;
    return true;
}

static double relative_cost(Mesh *mesh, const BvType *type, const SplitRule *rule)
{
    Bvh *bvh = bvh_build(mesh, &(BvhDesc){.type = type, .split = rule}, NULL, NULL);
    Cost cost = {.bvh = bvh};
    assert_true(bvh_visit(bvh, add_cost, &cost));
    bvh_release(bvh);
    return cost.sum / cost.root;
}

// The sum over all nodes of children times volume, in volumes of the root.
static void two_levels_cost_no_more_than_one_on_average(void **state)
{
    (void)state;
    static const BvType *const types[] = {&bv_boxtree, &bv_boxtree2, &bv_aabb, &bv_obb};
    enum { TYPES = sizeof types / sizeof *types, MESHES = 5 };
    Mesh *meshes[MESHES] = {shape_torus(1, 0.3, 40, 25), shape_ico_sphere(1, 3),
                            shape_knot(2, 3, 1, 0.4, 0.15, 100, 10), shape_soup(1000, 1, 0.1, 3),
                            shape_cone(1, 2, 400)};
    for (int t = 0; t < TYPES; ++t) {
        double ratio = 0;
        for (int m = 0; m < MESHES; ++m)
            ratio += relative_cost(meshes[m], types[t], &split_zachmann_ahead) /
                     relative_cost(meshes[m], types[t], &split_zachmann) / MESHES;
        printf("RAN: %s: cost of two levels is %.3f of one level's\n", types[t]->name, ratio);
        assert_true(ratio <= 1);
    }
    for (int m = 0; m < MESHES; ++m)
        mesh_release(meshes[m]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(candidates_are_those_of_the_plain_algorithm),
        cmocka_unit_test(two_levels_cost_no_more_than_one_on_average),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
