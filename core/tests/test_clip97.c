// Interval clipping of two boxes: it misses no common point, it says what fifteen separating axes
// say, and carried along from cut to cut it says what it says directly.
#include "core/shape/box_sat.h"

// Counted, to compare with what the paper says.
static int muls, adds;
#define CLIP97_MUL(x, y) (++muls, (x) * (y))
#define CLIP97_ADD(x, y) (++adds, (x) + (y))
#define CLIP97_SUB(x, y) (++adds, (x) - (y))
#include "core/tree/bv/boxtree97/clip97.h"

#include "core/tests/test_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static Box3d random_box(Rng *rng)
{
    Box3d box;
    Vec3d half = vec3d(rng_uniform(rng, 0, 1), rng_uniform(rng, 0, 1), rng_uniform(rng, 0, 1));
    half.v[rng_below(rng, 3)] *= rng_below(rng, 8) ? 1 : 0;
    Vec3d centre = rng_in_cube(rng, 1);
    box.lo = vec3d_sub(centre, half);
    box.hi = vec3d_add(centre, half);
    return box;
}

static Affine random_map(Rng *rng)
{
    Affine map = rng_rotation(rng);
    int kind = rng_below(rng, 5);
    if (kind == 0)
        map = affine_rotation(rng_direction(rng), rng_below(rng, 2) ? 0 : 1e-7 * rng_unit(rng));
    if (kind == 1)
        for (int k = 0; k < 9; ++k)
            map.m[k / 3][k % 3] *= k % 3 == 0 ? 0.3 : k % 3 == 1 ? -1 : 2.5;
    map.p = rng_in_cube(rng, 2);
    return map;
}

static bool sat_meets(const Affine *map, const Affine *back, const Box3d *a, const Box3d *b)
{
    float ca[3], ha[3], cb[3], hb[3];
    for (int k = 0; k < 3; ++k) {
        ca[k] = (float)(0.5 * (a->lo.v[k] + a->hi.v[k]));
        ha[k] = (float)(0.5 * (a->hi.v[k] - a->lo.v[k]));
        cb[k] = (float)(0.5 * (b->lo.v[k] + b->hi.v[k]));
        hb[k] = (float)(0.5 * (b->hi.v[k] - b->lo.v[k]));
    }
    BoxFrames frames;
    box_frames_setup(&frames, map, back, 4, 4);
    return box_sat(&frames, &(BoxPair){ca, ha, cb, hb}) == 0;
}

static Vec3d point_in(const Box3d *box, Rng *rng)
{
    Vec3d p;
    for (int k = 0; k < 3; ++k) {
        int where = rng_below(rng, 3); // on a side two times in three: corners, edges and faces
        double s = where == 0 ? 0 : where == 1 ? 1 : rng_unit(rng);
        p.v[k] = s == 1 ? box->hi.v[k] : box->lo.v[k] + s * (box->hi.v[k] - box->lo.v[k]);
    }
    return p;
}

// Direct clipping keeps every pair with a common point, and otherwise says what fifteen axes say.
static void clipping_misses_nothing_and_equals_separating_axes(void **state)
{
    (void)state;
    int cases = sanitised() ? 100000 : 1000000, differ = 0, apart = 0, sat_apart = 0;
    for (int i = 0; i < cases; ++i) {
        Rng rng = rng_create(90000 + (uint64_t)i);
        Box3d a = random_box(&rng), b = random_box(&rng);
        Affine map = random_map(&rng), back;
        Vec3d in_a = point_in(&a, &rng), in_b = point_in(&b, &rng);
        map.p = vec3d_sub(in_a, affine_apply_vector(&map, in_b));
        assert_true(affine_invert(&map, &back));
        Clip97Frames f;
        clip97_frames_setup(&f, &map, &back, 4, 4);
        if (!clip97_boxes_meet(&f, &a, &b))
            fail_msg("case %d: called separate around a common point", i);
        if (i % 20)
            continue;
        map.p = rng_in_cube(&rng, 1.5);
        assert_true(affine_invert(&map, &back));
        clip97_frames_setup(&f, &map, &back, 4, 4);
        bool clip = clip97_boxes_meet(&f, &a, &b), sat = sat_meets(&map, &back, &a, &b);
        differ += clip != sat;
        apart += !clip;
        sat_apart += !sat;
        // Both are exact up to rounding, that of clipping being the finer one.
        if (clip && !sat)
            fail_msg("case %d: clipping keeps what separating axes separate", i);
    }
    printf("RAN: clipping: %d pairs around a common point kept; of %d random pairs %d apart, "
           "separating axes %d, %d differ\n",
           cases, cases / 20, apart, sat_apart, differ);
    assert_true(apart > cases / 200 && differ * 200 < cases / 20);
}

// Random cuts on both sides, deep into the tree: the cuts carried along give the direct verdict.
static void incremental_clipping_equals_direct_clipping(void **state)
{
    (void)state;
    int runs = sanitised() ? 1000 : 10000, steps = 0, apart = 0;
    int most_muls = 0, most_adds = 0;
    double worst = 0;
    for (int i = 0; i < runs; ++i) {
        Rng rng = rng_create(40000 + (uint64_t)i);
        Affine map = random_map(&rng), back;
        Box3d root[2] = {random_box(&rng), random_box(&rng)};
        map.p = vec3d_scale(map.p, 0.4);
        assert_true(affine_invert(&map, &back));
        Clip97Frames f;
        clip97_frames_setup(&f, &map, &back, 4, 4);
        Clip97Pair pair;
        clip97_pair_setup(&f, &root[0], &root[1], &pair);
        for (int depth = 0; depth < 40 && clip97_pair_meets(&pair); ++depth) {
            int which = rng_below(&rng, 2), axis = rng_below(&rng, 3);
            const Box3d *box = &pair.box[which];
            double plane =
                box->lo.v[axis] + (box->hi.v[axis] - box->lo.v[axis]) * rng_uniform(&rng, 0.2, 0.8);
            Clip97Pair child[2];
            muls = adds = 0;
            for (int upper = 0; upper < 2; ++upper, ++steps) {
                child[upper] = pair;
                double from = upper ? box->lo.v[axis] : box->hi.v[axis];
                clip97_move_side(&f, &child[upper], which,
                                 &(Clip97Move){axis, !upper, plane, plane - from});
                bool met = clip97_pair_meets(&child[upper]);
                const Box3d *a = &child[upper].box[0], *b = &child[upper].box[1];
                if (met != clip97_boxes_meet(&f, a, b))
                    fail_msg("run %d depth %d: incremental %d, direct %d", i, depth, met, !met);
                apart += !met;
                Clip97Pair fresh;
                clip97_pair_setup(&f, a, b, &fresh);
                for (int role = 0; role < 2; ++role)
                    for (int e = 0; e < CLIP97_EDGES; ++e)
                        for (int k = 0; k < 3; ++k) {
                            double off = fresh.edges[role].enter[e][k] -
                                         child[upper].edges[role].enter[e][k];
                            worst = fmax(worst, fabs(off * f.of[role].m[k][e / 4]));
                        }
            }
            // Both children of the cut: the paper's bound is 72 and 72.
            assert_true(muls <= 72 && adds <= 72);
            most_muls = muls > most_muls ? muls : most_muls;
            most_adds = adds > most_adds ? adds : most_adds;
            int go = clip97_pair_meets(&child[0])
                         ? clip97_pair_meets(&child[1]) && rng_below(&rng, 2)
                         : 1;
            pair = child[go];
        }
    }
    printf(
        "RAN: incremental clipping: %d child pairs equal to direct clipping, %d apart; cuts err by "
        "%.1e at most\n",
        steps, apart, worst);
    printf("RAN: both children of a cut take %d multiplications and %d additions at most\n",
           most_muls, most_adds);
    assert_true(most_muls > 0 && most_adds > 0);
    assert_true(steps > runs && apart > 0);
    assert_true(worst < 1e-13); // the solids are widened by forty times that
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clipping_misses_nothing_and_equals_separating_axes),
        cmocka_unit_test(incremental_clipping_equals_direct_clipping),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
