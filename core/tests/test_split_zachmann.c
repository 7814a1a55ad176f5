// The volume criterion: the fast candidates are those of the plain algorithm, the chosen split is
// the best of them, and looking two levels ahead pays.
#include "core/tests/split_case.h"
#include "core/tests/test_set.h"
#include "core/tree/bv/boxtree/zachmann.h"

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

typedef struct Plain {
    double score, end[2];
    int32_t first_count;
    bool second[SPLIT_CASE_MOST];
    bool balanced;
} Plain;

static double key_of(const SplitCase *c, int32_t i, int axis, int side)
{
    const Box3 *b = &c->boxes[c->items[i]];
    return side ? -(double)b->lo.v[axis] : (double)b->hi.v[axis];
}

// Seeds, then one triangle after the other, first, last, second, last but one: as printed.
static void grow_plainly(const SplitCase *c, int axis, int which, Plain *p)
{
    int side0 = which == ZACHMANN_UU, side1 = which != ZACHMANN_LL;
    int32_t n = c->count, seed[2] = {0, -1}, members[2] = {1, 1};
    for (int32_t i = 1; i < n; ++i)
        if (key_of(c, i, axis, side0) < key_of(c, seed[0], axis, side0))
            seed[0] = i;
    double sign = which == ZACHMANN_LU ? 1 : -1;
    for (int32_t i = 0; i < n; ++i)
        if (i != seed[0] && (seed[1] < 0 || sign * key_of(c, i, axis, side1) <
                                                sign * key_of(c, seed[1], axis, side1)))
            seed[1] = i;
    p->end[0] = key_of(c, seed[0], axis, side0);
    p->end[1] = key_of(c, seed[1], axis, side1);
    p->second[seed[0]] = false;
    p->second[seed[1]] = true;
    for (int32_t v = 0; v < n; ++v) {
        int32_t i = v % 2 ? n - 1 - v / 2 : v / 2;
        if (i == seed[0] || i == seed[1])
            continue;
        double key0 = key_of(c, i, axis, side0), key1 = key_of(c, i, axis, side1);
        // In floats, as the boxes are.
        double growth0 = fmax(0, (double)((float)key0 - (float)p->end[0]));
        double growth1 = fmax(0, (double)((float)key1 - (float)p->end[1]));
        bool second = growth0 > growth1 || (growth0 == growth1 && members[0] > members[1]);
        p->second[i] = second;
        ++members[second];
        p->end[second] = fmax(p->end[second], second ? key1 : key0);
    }
    p->first_count = members[0];
    p->balanced = 10 * members[0] >= n && 10 * members[1] >= n;
}

static double score_plainly(const SplitCase *c, int axis, int which, const Plain *p)
{
    if (c->in.cell) {
        double lo = c->in.cell->lo.v[axis], hi = c->in.cell->hi.v[axis];
        double length0 = which == ZACHMANN_UU ? hi + p->end[0] : p->end[0] - lo;
        double length1 = which == ZACHMANN_LL ? p->end[1] - lo : hi + p->end[1];
        return (length0 + length1) * (1 / (hi - lo));
    }
    int32_t part[2][SPLIT_CASE_MOST], count[2] = {0, 0};
    for (int32_t i = 0; i < c->count; ++i)
        part[p->second[i]][count[p->second[i]]++] = c->items[i];
    double score[3] = {0, 0, 0};
    Vec3d whole = vec3d_sub(vec3d_from(c->in.box.hi), vec3d_from(c->in.box.lo));
    for (int k = 0; k < 2; ++k) {
        Box3 box = split_case_union(c, part[k], count[k]);
        Vec3d e = vec3d_sub(vec3d_from(box.hi), vec3d_from(box.lo));
        score[0] += count[k] * (e.x * e.y * e.z);
        score[1] += count[k] * (e.x * e.y + e.y * e.z + e.z * e.x);
        score[2] += count[k] * (e.x + e.y + e.z);
    }
    return whole.x * whole.y * whole.z > 0                                 ? score[0]
           : whole.x * whole.y + whole.y * whole.z + whole.z * whole.x > 0 ? score[1]
                                                                           : score[2];
}

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
        assert_true(zachmann_open(&work, c.count));
        ZachmannSet set = zachmann_set(&c.in, c.items, c.count, &work);
        ZachmannCandidate found[ZACHMANN_CANDIDATES];
        int count = zachmann_candidates(&set, (ZachmannOptions){0}, work.sides, found), next = 0;
        double least = INFINITY;
        for (int axis = 0; axis < 3; ++axis) {
            for (int which = 0; which < ZACHMANN_CASES && high.v[axis] > low.v[axis]; ++which) {
                Plain p;
                grow_plainly(&c, axis, which, &p);
                if (!p.balanced)
                    continue;
                p.score = score_plainly(&c, axis, which, &p);
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
