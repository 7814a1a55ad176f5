// What holds parts in the hand, however they are pulled: walls thinner than a hair, the links of a chain,
// press fits, grab after grab. And that what has a way out finds it within so many frames.
#include "core/base/angle.h"
#include "core/tests/motion_bench.h"
#include "core/tests/odd_shapes.h"
#include "core/tests/test_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

// A room of six walls of a tenth of a millimetre.
static void add_room(Bench *bench, double half)
{
    for (int axis = 0; axis < 3; ++axis)
        for (int side = -1; side <= 1; side += 2) {
            Vec3d size = vec3d(2 * half + 1, 2 * half + 1, 2 * half + 1), at = vec3d(0, 0, 0);
            size.v[axis] = 0.1;
            at.v[axis] = side * half;
            bench_add(bench, shape_box(size), affine_translation(at));
        }
}

static void nothing_leaves_a_room_of_thin_walls(void **state)
{
    (void)state;
    enum { HALF = 10 };
    int frames = 0, held = 0;
    for (int shape = 0; shape < 3; ++shape) {
        Bench bench = {0};
        add_room(&bench, HALF);
        // The plate is as thin as the walls.
        bench_add(&bench,
                  shape == 0   ? shape_box(vec3d(6, 4, 3))
                  : shape == 1 ? shape_torus(3, 0.5, 16, 8)
                               : shape_box(vec3d(8, 0.1, 5)),
                  affine_identity());
        grab(&bench, false);
        Rng rng = rng_create(11 + (uint64_t)shape);
        for (int frame = 0; frame < (long_tier()   ? 400
                                     : sanitised() ? 30
                                                   : 100);
             ++frame, ++frames) {
            // The hand is far outside, and turns by up to 30 degrees.
            Vec3d to = vec3d_scale(rng_direction(&rng), 5 * HALF);
            pull(&bench, frame % 3 ? MOTION_SLIDE : MOTION_STOP, to, rng_in_cube(&rng, 0.3),
                 frame % 2);
            Vec3d at = place_of(&bench);
            for (int k = 0; k < 3; ++k)
                if (!(fabs(at.v[k]) < HALF))
                    fail_msg("shape %d, frame %d: outside at %g %g %g", shape, frame, at.x, at.y,
                             at.z);
            judge(&bench, "room");
        }
        held += (int)bench.held;
        bench_free(&bench);
    }
    printf("RAN: %d frames, %d held\n", frames, held);
    assert_true(held > frames / 2);
}

// How often a circle in the plane y = 0 about the origin, filled, is gone through by the other's middle
// line: odd for links.
static bool are_linked(const Affine *moved, double radius)
{
    enum { PIECES = 720 };
    int through = 0;
    Vec3d before = {{0, 0, 0}};
    for (int i = 0; i <= PIECES; ++i) {
        double angle = 2 * PI * i / PIECES;
        Vec3d at = affine_apply(moved, vec3d(radius * cos(angle), 0, radius * sin(angle)));
        if (i > 0 && (before.y < 0) != (at.y < 0)) {
            Vec3d cut = vec3d_lerp(before, at, before.y / (before.y - at.y));
            through += vec3d_length(cut) < radius;
        }
        before = at;
    }
    return through % 2;
}

static void links_stay_linked(void **state)
{
    (void)state;
    Bench bench = {0};
    Affine quarter = affine_rotation(vec3d(1, 0, 0), 0.5 * PI);
    quarter.p = vec3d(1, 0, 0);
    bench_add(&bench, shape_torus(1, 0.2, 24, 12), affine_identity());
    bench_add(&bench, shape_torus(1, 0.2, 24, 12), quarter);
    assert_true(are_linked(&quarter, 1));
    grab(&bench, false);
    Rng rng = rng_create(5);
    for (int frame = 0; frame < (long_tier() ? 600 : sanitised() ? 40 : 80); ++frame) {
        pull(&bench, frame % 4 ? MOTION_SLIDE : MOTION_STOP, vec3d_scale(rng_direction(&rng), 20),
             rng_in_cube(&rng, 1), frame % 3 > 0);
        if (!are_linked(&bench.parts[1].placement, 1))
            fail_msg("frame %d: the links have come apart", frame);
        judge(&bench, "links");
    }
    assert_true(bench.held > 20);
    bench_free(&bench);
}

// A bolt that is thicker than its hole: out along its axis, and never deeper, whatever the hand does.
static void a_press_fit_comes_out(void **state)
{
    (void)state;
    Bench bench = {0};
    bench_add(&bench, shape_ring(5, 12, 10, 24), affine_identity());
    bench_add(&bench, shape_cylinder(5.05, 10, 24), affine_identity());
    bool meet;
    double error, depth = depth_of(&bench, 0, &meet, &error);
    assert_true(meet && depth > 2 * tolerance_of(&bench, 0));
    grab(&bench, false);
    assert_false(bench.exempt[0][1]);
    Rng rng = rng_create(3);
    int frames = 0;
    while (place_of(&bench).y < 12 && frames < 40) {
        Vec3d noise = rng_in_cube(&rng, 0.5);
        pull(&bench, MOTION_SLIDE, vec3d(noise.x, 0.5 * ++frames, noise.z), vec3d(0, 0, 0), false);
        judge(&bench, "press fit");
    }
    printf("RAN: out in %d frames, at most %.3f of the depth that is allowed\n", frames,
           bench.deepest);
    assert_true(frames <= 30);
    bench.limit[0][1] = 0; // apart, and it stays so
    for (int i = 0; i < 10; ++i) {
        pull(&bench, MOTION_SLIDE, vec3d(0.3, 12 - i, 0), vec3d(0, 0, 0), false);
        judge(&bench, "press fit, back");
    }
    assert_true(place_of(&bench).y > 9.9);
    bench_free(&bench);
}

// Grab, press, let go: as deep after the hundredth time as the first one allows.
static void a_hundred_grabs_lead_no_deeper(void **state)
{
    (void)state;
    const double sunk[] = {0, 0.002, 0.5, 3};
    for (int i = 0; i < 4; ++i) {
        Bench bench = {0};
        bench_add(&bench, shape_box(vec3d(40, 20, 40)), affine_translation(vec3d(0, -10, 0)));
        bench_add(&bench, shape_box(vec3d(10, 10, 10)),
                  affine_translation(vec3d(0, 5 - sunk[i], 0)));
        grab(&bench, false);
        assert_false(bench.exempt[0][1]);
        double limit = bench.limit[0][1];
        assert_true(limit > 0);
        for (int times = 0; times < 100; ++times) {
            Vec3d at = place_of(&bench);
            for (int k = 1; k <= 3; ++k)
                pull(&bench, k < 3 ? MOTION_SLIDE : MOTION_STOP, vec3d(at.x, at.y - k, at.z),
                     vec3d(0, 0, 0), times % 2);
            bench.limit[0][1] = limit;
            judge(&bench, "grabs");
            grab(&bench, false);
            if (bench.exempt[0][1])
                fail_msg("sunk by %g, grab %d: nothing is promised any more", sunk[i], times);
        }
        bench_free(&bench);
    }
}

// Whatever part begins in another, and however: the hand gets it out, straight away from it, unless it
// is said that nothing is promised, and then all the same.
static void what_begins_inside_comes_out(void **state)
{
    (void)state;
    int exempt = 0, most = 0, cases = long_tier() ? 200 : sanitised() ? 12 : 30;
    for (int seed = 1; seed <= cases; ++seed) {
        Rng rng = rng_create((uint64_t)seed);
        Bench bench = {0};
        Affine at = seed % 2 ? rng_rotation(&rng) : affine_identity();
        at.p = vec3d(rng_uniform(&rng, -5, 5), rng_uniform(&rng, -4, 4), rng_uniform(&rng, -5, 5));
        bench_add(&bench, shape_box(vec3d(40, 10, 40)), affine_identity());
        bench_add(&bench,
                  seed % 3 == 0   ? shape_box(vec3d(4, 4, 4))
                  : seed % 3 == 1 ? shape_cylinder(2, 5, 16)
                                  : shape_torus(2, 0.7, 16, 8),
                  at);
        grab(&bench, false);
        exempt += bench.exempt[0][1];
        int frames = 0;
        double out = at.p.y < 0 ? -15 : 15; // through the plate it would be deeper at first
        while (fabs(place_of(&bench).y - out) > 0.01 && frames < 60) {
            double y = fabs(out - at.p.y) > ++frames ? at.p.y + copysign(frames, out) : out;
            pull(&bench, MOTION_SLIDE, vec3d(at.p.x, y, at.p.z), vec3d(0, 0, 0), false);
            judge(&bench, "coming out");
        }
        if (frames >= 60)
            fail_msg("seed %d: caught at %g, exempt: %d", seed, place_of(&bench).y,
                     bench.exempt[0][1]);
        most = frames > most ? frames : most;
        bool meet;
        double error;
        depth_of(&bench, 0, &meet, &error);
        assert_false(meet);
        bench_free(&bench);
    }
    printf("RAN: %d starts, %d exempt, at most %d frames\n", cases, exempt, most);
    assert_true(exempt < cases);
}

// A rod through a plate cannot be deeper than it is: it goes wherever it is led, and once it is out it
// does not go in again. In push neither does a plate that it is pushed with. One of them is scaled.
static void a_rod_comes_out_of_a_plate_and_stays_out(void **state)
{
    (void)state;
    for (int round = 0; round < 3; ++round) {
        bool push = round == 1;
        enum MotionMode mode = push ? MOTION_PUSH : MOTION_SLIDE;
        Affine place = affine_identity();
        double radius = round == 2 ? 0.3 : 0.6;
        Bench bench = {0};
        bench_add(&bench, shape_box(vec3d(10, 1, 10)), place);
        for (int axis = 0; axis < 3; ++axis)
            place.m[axis][axis] = 0.6 / radius;
        bench_add(&bench, shape_cylinder(radius, 10 * radius, 12), place);
        bench.roles[0] = push ? MOTION_LOOSE : MOTION_STANDS;
        grab(&bench, false);
        assert_false(bench.exempt[0][1]);
        for (int i = 1; i <= 8; ++i) {
            pull(&bench, mode, vec3d(0.5 * (i % 3), 0.6 * i, 0), vec3d(0.1 * (i % 2), 0, 0), true);
            judge_way(&bench, 2);
        }
        assert_true(place_of(&bench).y > 4.7 && bench.held == 0);
        assert_true(bench.deepest > 0.9 && bench.deepest <= 1);
        bench.limit[0][1] = 0;
        for (int i = 1; i <= 8; ++i) {
            pull(&bench, mode, vec3d(0, 4.8 - 0.6 * i, 0), vec3d(0, 0, 0), false);
            judge_way(&bench, 2);
        }
        Vec3d rod = place_of(&bench), plate = bench.parts[0].placement.p;
        if (push ? fabs(rod.y) > 0.01 || plate.y > -3.4 : rod.y < 3.4)
            fail_msg("the rod is at %g, the plate at %g", rod.y, plate.y);
        bench_free(&bench);
    }
}

// Surfaces that are apart are not out: a part that went all the way into another one is not held there, and
// comes out again.
static void what_went_in_whole_is_not_out(void **state)
{
    (void)state;
    Bench bench = {0};
    bench_add(&bench, shape_box(vec3d(10, 2, 10)), affine_identity());
    bench_add(&bench, shape_box(vec3d(1.9, 1.9, 1.9)), affine_translation(vec3d(0, 0.65, 0)));
    grab(&bench, false);
    bool exempt = bench.exempt[0][1];
    pull(&bench, MOTION_SLIDE, vec3d(0, 0, 0), vec3d(0, 0, 0), false);
    pull(&bench, MOTION_SLIDE, vec3d(0.1, 0, 0), vec3d(0, 0, 0), false);
    assert_true(exempt ||
                fabs(place_of(&bench).y) < 0.04); // whole inside, or the test is of no use
    for (int i = 1; i <= 8; ++i)
        pull(&bench, MOTION_SLIDE, vec3d(0.1, 0.5 * i, 0), vec3d(0, 0, 0), false);
    if (place_of(&bench).y < 3.9)
        fail_msg("it stays at %g", place_of(&bench).y);
    bench_free(&bench);
}

// What is sunk into something thicker can be deeper: it is held, also where its own mesh is too thin.
static void a_rod_in_a_block_is_held(void **state)
{
    (void)state;
    Bench bench = {0};
    bench_add(&bench, shape_box(vec3d(10, 6, 10)), affine_identity());
    bench_add(&bench, shape_cylinder(0.6, 6, 12), affine_translation(vec3d(0, 5, 0)));
    grab(&bench, false);
    assert_false(bench.exempt[0][1]);
    for (int i = 1; i <= 8; ++i) {
        pull(&bench, MOTION_SLIDE, vec3d(0.5 * i, 5 - 0.4 * i, 0), vec3d(0, 0, 0), false);
        judge(&bench, "rod in a block");
    }
    assert_true(bench.held > 0 && place_of(&bench).y > 4.8);
    bench_free(&bench);
}

// Through a bent passage with a tenth of a millimetre of play, by a hand that trembles: along the
// passage in 20 frames and up in 20 more, and 10 to spare.
static void a_way_out_is_found(void **state)
{
    (void)state;
    for (int turning = 0; turning < 2; ++turning) {
        Bench bench = {0};
        // Below, above as far as the bend, behind and before it, and the end of the passage.
        bench_add(&bench, shape_box(vec3d(60, 2, 20)), affine_translation(vec3d(0, -1, 0)));
        bench_add(&bench, shape_box(vec3d(40, 2, 20)), affine_translation(vec3d(-10, 11.1, 0)));
        bench_add(&bench, shape_box(vec3d(2, 40, 20)), affine_translation(vec3d(21.1, 20, 0)));
        bench_add(&bench, shape_box(vec3d(2, 30, 20)), affine_translation(vec3d(9, 25.1, 0)));
        bench_add(&bench, shape_box(vec3d(10, 10, 10)), affine_translation(vec3d(-20, 5.05, 0)));
        grab(&bench, false);
        Rng rng = rng_create(9);
        int frames = 0;
        while (place_of(&bench).y < 44.5 && frames < 60) {
            ++frames;
            Vec3d to = frames <= 20 ? vec3d(-20 + 1.8 * frames, 5, 0)
                                    : vec3d(15.5, fmin(45, 5 + 2.0 * (frames - 20)), 0);
            pull(&bench, MOTION_SLIDE, vec3d_add(to, rng_in_cube(&rng, 0.5)),
                 rng_in_cube(&rng, 0.03), turning);
            judge(&bench, "passage");
        }
        Vec3d end = place_of(&bench);
        printf("RAN: out after %d frames, %zu of them held, at %g %g %g\n", frames, bench.held,
               end.x, end.y, end.z);
        assert_true(frames <= 50 && bench.held > 10);
        bench_free(&bench);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_leaves_a_room_of_thin_walls),
        cmocka_unit_test(links_stay_linked),
        cmocka_unit_test(a_press_fit_comes_out),
        cmocka_unit_test(a_hundred_grabs_lead_no_deeper),
        cmocka_unit_test(what_begins_inside_comes_out),
        cmocka_unit_test(a_rod_comes_out_of_a_plate_and_stays_out),
        cmocka_unit_test(what_went_in_whole_is_not_out),
        cmocka_unit_test(a_rod_in_a_block_is_held),
        cmocka_unit_test(a_way_out_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
