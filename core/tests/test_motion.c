// Parts in the hand, from the grab to the release: nothing goes deeper than it may, what may leave does,
// and what is flush slides as if there were no friction. Judged with the meshes as they are, by code
// that has nothing to do with how they are moved.
#include "core/base/angle.h"
#include "core/tests/motion_bench.h"
#include "core/tests/odd_shapes.h"
#include "core/tests/test_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

// A block that stands flush on a plate and at a wall, pressed into both.
static void flush_blocks_slide(void **state)
{
    (void)state;
    Bench bench = {0};
    bench_add(&bench, shape_box(vec3d(100, 2, 60)), affine_translation(vec3d(0, -1, 0)));
    bench_add(&bench, shape_box(vec3d(100, 20, 2)), affine_translation(vec3d(0, 10, -6)));
    bench_add(&bench, shape_box(vec3d(10, 10, 10)), affine_translation(vec3d(-40, 5, 0)));
    grab(&bench, false);
    assert_false(bench.exempt[0][bench.hand] || bench.exempt[1][bench.hand]);
    for (int i = 1; i <= 30; ++i) {
        pull(&bench, MOTION_SLIDE, vec3d(-40 + 2.5 * i, 2, -3), vec3d(0, 0, 0), false);
        if (i % 5 == 0)
            judge(&bench, "flush");
    }
    Vec3d at = place_of(&bench);
    if (fabs(at.x - 35) > 1e-3 || fabs(at.y - 5) > 0.02 || fabs(at.z) > 0.02)
        fail_msg("ended at %.9g %.9g %.9g", at.x, at.y, at.z);
    assert_true(bench.held > 20);
    for (int i = 1; i <= 10; ++i) // and lifts off
        pull(&bench, MOTION_SLIDE, vec3d(30, 5 + 2 * i, 3 * i), vec3d(0, 0, 0), false);
    assert_true(vec3d_distance(place_of(&bench), vec3d(30, 25, 30)) < 1e-3);
    bench_free(&bench);
}

// A bolt in a hole of its own diameter: out, let go, taken again, and back in.
static void a_flush_bolt_goes_out_and_back(void **state)
{
    (void)state;
    Bench bench = {0};
    bench_add(&bench, shape_ring(5, 12, 10, 24), affine_identity());
    bench_add(&bench, shape_cylinder(5, 16, 24), affine_translation(vec3d(0, 3, 0)));
    grab(&bench, false);
    assert_false(bench.exempt[0][bench.hand]);
    for (int i = 1; i <= 20; ++i) {
        pull(&bench, MOTION_SLIDE, vec3d(0.3, 3 + 0.8 * i, -0.2), vec3d(0, 0, 0), false);
        judge(&bench, "bolt out");
    }
    Vec3d at = place_of(&bench);
    if (fabs(at.y - 19) > 1e-2)
        fail_msg("the bolt came out to %.9g %.9g %.9g", at.x, at.y, at.z);
    for (int i = 0; i < 3; ++i) // the hand leads it back over the hole
        pull(&bench, MOTION_SLIDE, vec3d(0, 19, 0), vec3d(0, 0, 0), false);
    grab(&bench, true);
    for (int i = 1; i <= 20; ++i) {
        pull(&bench, MOTION_SLIDE, vec3d(0, 19 - 0.8 * i, 0), vec3d(0, 0, 0), false);
        judge(&bench, "bolt in");
    }
    at = place_of(&bench);
    if (fabs(at.y - 3) > 1e-2)
        fail_msg("the bolt went in to %.9g %.9g %.9g", at.x, at.y, at.z);
    printf("RAN: bolt: %zu poses judged, at most %.3f of what is allowed\n", bench.judged,
           bench.deepest);
    bench_free(&bench);
}

// Wherever it begins, also right at the mouth of the hole, where faces and rims lie in one plane; and out
// and in again without being let go.
static void a_flush_bolt_goes_in_from_everywhere(void **state)
{
    (void)state;
    const double from[] = {0, 8.0005, 8.01, 12};
    for (int i = 0; i < 4; ++i) {
        Bench bench = {0};
        bench_add(&bench, shape_ring(5, 12, 8, 24), affine_identity());
        bench_add(&bench, shape_cylinder(5, 8, 24), affine_translation(vec3d(0, from[i], 0)));
        grab(&bench, from[i] > 0);
        if (from[i] == 0)
            pull(&bench, MOTION_SLIDE, vec3d(0, 12, 0), vec3d(0, 0, 0), false);
        for (int frame = 0; frame < 3; ++frame) {
            pull(&bench, MOTION_SLIDE, vec3d(0, 0, 0), vec3d(0, 0, 0), false);
            judge(&bench, "mouth");
        }
        if (fabs(place_of(&bench).y) > 1e-3)
            fail_msg("from %g it went to %g", from[i], place_of(&bench).y);
        bench_free(&bench);
    }
}

// Their boxes meet, but they do not: what they do is found out at the grab, and they may still touch if
// they fit.
static void fits_may_touch_although_they_are_near(void **state)
{
    (void)state;
    double end[2], gap = 0;
    for (int fits = 0; fits < 2; ++fits) {
        Bench bench = {0};
        Affine turned = affine_rotation(vec3d(0, 1, 0), 0.25 * PI);
        turned.p = vec3d(10, 0, 10);
        bench_add(&bench, shape_box(vec3d(10, 10, 10)), affine_identity());
        bench_add(&bench, shape_box(vec3d(10, 10, 10)), turned);
        grab(&bench, fits);
        for (int i = 0; i < 5; ++i) {
            pull(&bench, MOTION_SLIDE, vec3d(7, 0, 7), vec3d(0, 0, 0), false);
            judge(&bench, "near");
        }
        end[fits] = place_of(&bench).x;
        gap = LIMIT_STAND_OFF * tolerance_of(&bench, 0);
        bench_free(&bench);
    }
    if (!(end[1] < end[0] - 0.5 * gap))
        fail_msg("ended at %.9g, and at %.9g if they fit; the gap is %.3g", end[0], end[1], gap);
}

// Sunk in by 3: it slides at that depth, comes out, and then stays out.
static void what_was_deep_comes_out_and_stays_out(void **state)
{
    (void)state;
    Bench bench = {0};
    bench_add(&bench, shape_box(vec3d(40, 20, 40)), affine_translation(vec3d(0, -10, 0)));
    bench_add(&bench, shape_box(vec3d(10, 10, 10)), affine_translation(vec3d(0, 2, 0)));
    grab(&bench, false);
    assert_false(bench.exempt[0][bench.hand]);
    for (int i = 1; i <= 10; ++i)
        pull(&bench, MOTION_SLIDE, vec3d(0.5 * i, 2 - 0.5 * i, 0), vec3d(0, 0, 0), false);
    judge(&bench, "sunk");
    Vec3d at = place_of(&bench);
    if (fabs(at.x - 5) > 0.01 || at.y < 1.8)
        fail_msg("pressed to %.9g %.9g %.9g", at.x, at.y, at.z);
    for (int i = 1; i <= 20; ++i)
        pull(&bench, MOTION_SLIDE, vec3d(5, 2 + 0.5 * i, 0), vec3d(0, 0, 0), false);
    assert_true(fabs(place_of(&bench).y - 12) < 1e-3);
    bench.limit[0][bench.hand] = 0; // it was apart
    for (int i = 1; i <= 30; ++i) {
        pull(&bench, i % 2 ? MOTION_SLIDE : MOTION_STOP, vec3d(5, 12 - i, 0), vec3d(0, 0, 0),
             false);
        judge(&bench, "back down");
    }
    assert_true(place_of(&bench).y > 5 && place_of(&bench).y < 5.01);
    bench_free(&bench);
}

// How far it is out is measured in the world: what is scaled up is out as soon as another.
static void what_is_scaled_is_out_as_soon(void **state)
{
    (void)state;
    for (double scale = 0.1; scale < 11; scale *= 10) {
        Bench bench = {0};
        Affine place = {.m = {{scale, 0, 0}, {0, scale, 0}, {0, 0, scale}}, .p = vec3d(0, 2, 0)};
        bench_add(&bench, shape_box(vec3d(40, 20, 40)), affine_translation(vec3d(0, -10, 0)));
        bench_add(&bench, shape_box(vec3d(10 / scale, 10 / scale, 10 / scale)), place);
        grab(&bench, false);
        double out =
            5 + 8 * motion_gap(bench.motion); // 2 would do, and 20 of its own are not there
        for (int i = 1; i <= 12; ++i)
            pull(&bench, MOTION_SLIDE, vec3d(0, fmin(2 + 0.5 * i, out), 0), vec3d(0, 0, 0), false);
        assert_true(fabs(place_of(&bench).y - out) < motion_gap(bench.motion));
        bench.limit[0][bench.hand] = 0; // it was apart
        for (int i = 1; i <= 5; ++i) {
            pull(&bench, MOTION_SLIDE, vec3d(0, 5 - i, 0), vec3d(0, 0, 0), false);
            judge(&bench, "back down");
        }
        bench_free(&bench);
    }
}

// What lies inside another part can be taken out by hand: it is exempt, and said so.
static void what_is_inside_is_exempt(void **state)
{
    (void)state;
    Bench bench = {0};
    bench_add(&bench, shape_box(vec3d(40, 20, 40)), affine_identity());
    bench_add(&bench, shape_box(vec3d(2, 2, 2)), affine_identity());
    grab(&bench, false);
    int32_t count;
    const MotionExempt *exempt = motion_exempt(bench.motion, &count);
    assert_true(count == 1 && exempt[0].part == 0 && exempt[0].reason == LIMIT_INSIDE);
    pull(&bench, MOTION_SLIDE, vec3d(0, 50, 0), vec3d(0, 0, 0), false);
    assert_true(fabs(place_of(&bench).y - 50) < 1e-6);
    bench_free(&bench);
}

static Affine near_place(Rng *rng, bool grid)
{
    Affine place = grid ? affine_identity() : rng_rotation(rng);
    if (grid) { // one after the other: arguments may be evaluated in any order
        int z = rng_below(rng, 3), y = rng_below(rng, 3), x = rng_below(rng, 5);
        place.p = vec3d(2 * (x - 2), 2 * (y - 1), 2 * (z - 1));
    } else {
        place.p = rng_in_cube(rng, 5);
    }
    return place;
}

// Two parts in the very same place are not what parts do: of these nothing is promised (test_limits.c).
static bool is_taken(const Bench *bench, const Affine *place)
{
    for (int32_t i = 0; i < bench->count; ++i)
        if (memcmp(&bench->parts[i].placement, place, sizeof *place) == 0)
            return true;
    return false;
}

// Random parts, flush ones on a grid among them, pulled about in both modes.
static void random_drags_violate_nothing(void **state)
{
    (void)state;
    size_t frames = 0, judged = 0, held = 0, exempt = 0, pairs = 0;
    double deepest = 0;
    for (uint64_t seed = 1; seed <= (long_tier() ? 400 : 14); ++seed) {
        Rng rng = rng_create(seed);
        Bench bench = {0};
        bool grid = seed % 2;
        int32_t parts = 2 + rng_below(&rng, 4);
        for (int32_t i = 0; i < parts; ++i) {
            Mesh *mesh = grid || i % 3 == 0 ? shape_box(vec3d(2, 2, 2))
                         : i % 3 == 1       ? shape_cylinder(1, 3, 12)
                                            : shape_torus(1.2, 0.4, 12, 8);
            Affine place = near_place(&rng, grid);
            while (is_taken(&bench, &place))
                place = near_place(&rng, grid);
            bench_add(&bench, mesh, place);
        }
        grab(&bench, false);
        Vec3d at = place_of(&bench);
        for (int frame = 0; frame < (long_tier() ? 50 : 28); ++frame) {
            bool turning = frame / 7 % 2;
            at = vec3d_add(at, rng_in_cube(&rng, 1.5));
            at = vec3d_scale(at, 0.95);
            pull(&bench, frame / 14 % 2 ? MOTION_STOP : MOTION_SLIDE, at, rng_in_cube(&rng, 0.4),
                 turning);
            judge_way(&bench, long_tier() ? 16 : 2);
            ++frames;
        }
        judged += bench.judged, held += bench.held;
        deepest = fmax(deepest, bench.deepest);
        for (int32_t i = 0; i < parts - 1; ++i)
            exempt += bench.exempt[i][bench.hand], ++pairs;
        bench_free(&bench);
    }
    printf(
        "RAN: %zu frames, %zu held, %zu poses judged, at most %.3f of the depth that is allowed\n",
        frames, held, judged, deepest);
    printf("RAN: %zu of %zu pairs exempt\n", exempt, pairs);
    assert_true(exempt <= pairs / 100);
    assert_true(held > frames / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flush_blocks_slide),
        cmocka_unit_test(a_flush_bolt_goes_out_and_back),
        cmocka_unit_test(a_flush_bolt_goes_in_from_everywhere),
        cmocka_unit_test(fits_may_touch_although_they_are_near),
        cmocka_unit_test(what_was_deep_comes_out_and_stays_out),
        cmocka_unit_test(what_is_scaled_is_out_as_soon),
        cmocka_unit_test(what_is_inside_is_exempt),
        cmocka_unit_test(random_drags_violate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
