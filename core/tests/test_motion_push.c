// What is in the way gives way, if it is loose; and nothing goes deeper than it may, neither the part in
// the hand nor what it pushes.
#include "core/base/angle.h"
#include "core/tests/motion_bench.h"
#include "core/tests/odd_shapes.h"
#include "core/tests/test_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static void add_loose(Bench *bench, Mesh *mesh, Affine placement)
{
    bench_add(bench, mesh, placement);
    bench->roles[bench->count - 1] = MOTION_LOOSE;
}

static double x_of(const Bench *bench, int32_t part)
{
    return bench->parts[part].placement.p.x;
}

static MotionResult push_to(Bench *bench, double x, double y, double z)
{
    return pull(bench, MOTION_PUSH, vec3d(x, y, z), vec3d(0, 0, 0), false);
}

// Five boxes of 4 with gaps of 2, the first one in the hand, and a wall that begins at 40.
static void lay_row(Bench *bench)
{
    bench_add(bench, shape_box(vec3d(2, 40, 40)), affine_translation(vec3d(41, 0, 0)));
    for (int i = 4; i >= 0; --i)
        add_loose(bench, shape_box(vec3d(4, 4, 4)), affine_translation(vec3d(6 * i, 0, 0)));
    grab(bench, false);
}

// In steps or at once, they end at the wall, side by side.
static void a_row_is_pushed_to_a_wall(void **state)
{
    (void)state;
    for (int frames = 1; frames <= 40; frames += 39) {
        Bench bench = {0};
        MotionResult result = {0};
        lay_row(&bench);
        for (int i = 1; i <= frames + 5; ++i) {
            result = push_to(&bench, 40.0 * (i < frames ? i : frames) / frames, 0, 0);
            judge_way(&bench, 2);
        }
        int32_t count;
        const int32_t *pushed = motion_pushed(bench.motion, &count);
        assert_true(count == 4 && pushed[0] == 1 && pushed[3] == 4);
        // What holds it all is the wall, and it holds the last one.
        assert_true(result.blocker_count == 1 && result.blockers[0].part == 0);
        assert_int_equal(result.blockers[0].hand, 1);
        for (int32_t i = 1; i <= 5; ++i) {
            double wanted = 38 - 4.0 * (i - 1);
            if (!(x_of(&bench, i) < wanted && x_of(&bench, i) > wanted - 0.02))
                fail_msg("%d frames: box %d ends at %.9g", frames, i, x_of(&bench, i));
            assert_true(fabs(bench.parts[i].placement.p.y) < 1e-9);
        }
        assert_true(x_of(&bench, 0) == 41);
        bench_free(&bench);
    }
}

// The hand is still: not a bit changes any more, neither of the hand nor of what it pushes.
static void a_row_at_a_wall_rests(void **state)
{
    (void)state;
    Bench bench = {0};
    Affine last[6];
    lay_row(&bench);
    for (int i = 0; i < 40; ++i) {
        push_to(&bench, 40, 3, 1);
        for (int32_t k = 0; k < bench.count; ++k) {
            if (i > 20)
                assert_memory_equal(&last[k], &bench.parts[k].placement, sizeof last[k]);
            last[k] = bench.parts[k].placement;
        }
    }
    judge(&bench, "at rest");
    bench_free(&bench);
}

// Without the mode, or without being loose, parts stay where they are.
static void what_is_not_loose_never_moves(void **state)
{
    (void)state;
    Bench bench = {0};
    lay_row(&bench);
    Affine before[6];
    for (int32_t i = 0; i < 6; ++i)
        before[i] = bench.parts[i].placement;
    for (int i = 0; i < 5; ++i)
        pull(&bench, MOTION_SLIDE, vec3d(10 + i, 0, 0), vec3d(0, 0, 0), false);
    assert_memory_equal(before, &(Affine[]){bench.parts[0].placement}, sizeof before[0]);
    for (int32_t i = 0; i < 5; ++i)
        assert_memory_equal(&before[i], &bench.parts[i].placement, sizeof before[i]);
    bench.roles[3] = MOTION_STANDS;
    grab(&bench, false);
    MotionResult result = {0};
    for (int i = 0; i < 5; ++i)
        result = push_to(&bench, 30, 0, 0);
    assert_memory_equal(&before[3], &bench.parts[3].placement, sizeof before[3]);
    assert_memory_equal(&before[2], &bench.parts[2].placement, sizeof before[2]);
    assert_true(x_of(&bench, 4) > 7.9 && x_of(&bench, 4) < 8);
    assert_true(result.blocker_count == 1 && result.blockers[0].part == 3 &&
                result.blockers[0].hand == 4);
    bench_free(&bench);
}

// Blocks that stand flush on a table and side by side, behind a broad one: pushed together, whatever
// the order of the parts.
static void flush_blocks_go_together(void **state)
{
    (void)state;
    static const int orders[6][3] = {{0, 1, 2}, {2, 1, 0}, {1, 2, 0},
                                     {0, 2, 1}, {1, 0, 2}, {2, 0, 1}};
    double ends[6][3];
    for (int run = 0; run < (long_tier() ? 6 : 3); ++run) {
        Bench bench = {0};
        int32_t part_of[3];
        bench_add(&bench, shape_box(vec3d(100, 2, 60)), affine_translation(vec3d(0, -1, 0)));
        for (int i = 0; i < 3; ++i) {
            int which = orders[run][i];
            part_of[which] = bench.count;
            add_loose(&bench, shape_box(vec3d(10, 10, 10)),
                      affine_translation(vec3d(-20, 5, 10.0 * (which - 1))));
        }
        bench_add(&bench, shape_box(vec3d(10, 10, 30)), affine_translation(vec3d(-30, 5, 0)));
        grab(&bench, false);
        for (int i = 1; i <= 20; ++i) {
            push_to(&bench, -30 + i, 4, 0);
            if (i % 4 == 0)
                judge_way(&bench, 1);
        }
        judge(&bench, "flush");
        Vec3d at = place_of(&bench);
        if (fabs(at.x + 10) > 1e-3 || fabs(at.y - 5) > 0.02 || fabs(at.z) > 0.02)
            fail_msg("ended at %.9g %.9g %.9g", at.x, at.y, at.z);
        for (int i = 0; i < 3; ++i) {
            Vec3d p = bench.parts[part_of[i]].placement.p;
            ends[run][i] = p.x;
            if (fabs(p.x) > 0.02 || fabs(p.y - 5) > 0.02 || fabs(p.z - 10 * (i - 1)) > 0.02)
                fail_msg("run %d: block %d ended at %.9g %.9g %.9g", run, i, p.x, p.y, p.z);
            // By which flush parts are shrunk: four stand-offs of the least tolerance.
            double inset = 4 * LIMIT_STAND_OFF *
                           contact_tolerance(&(ContactDesc){0}, &bench.parts[part_of[i]],
                                             &bench.parts[part_of[i]]);
            if (fabs(ends[run][i] - ends[0][i]) > 4 * inset)
                fail_msg("run %d: block %d ended at %.9g, before at %.9g", run, i, ends[run][i],
                         ends[0][i]);
        }
        bench_free(&bench);
    }
}

// Thin plates one behind the other, pushed by far more than they are thick at once.
static void nothing_tunnels(void **state)
{
    (void)state;
    for (int i = 0; i < (long_tier() ? 100 : 8); ++i) {
        Rng rng = rng_create((uint64_t)i + 1);
        Bench bench = {0};
        bench_add(&bench, shape_box(vec3d(0.1, 30, 30)), affine_translation(vec3d(20, 0, 0)));
        for (int k = 0; k < 3; ++k)
            add_loose(&bench, shape_box(vec3d(0.1, 10, 10)),
                      affine_translation(vec3d(5.0 + 3 * k, 0, 0)));
        bench_add(&bench, shape_box(vec3d(0.1, 5, 5)), affine_identity());
        grab(&bench, false);
        Vec3d off = rng_in_cube(&rng, 2);
        for (int frame = 1; frame <= 3; ++frame)
            push_to(&bench, 40.0 * frame, off.y, off.z);
        double before[] = {x_of(&bench, 4), x_of(&bench, 1), x_of(&bench, 2), x_of(&bench, 3), 20};
        for (int k = 0; k < 4; ++k)
            if (!(before[k] < before[k + 1]))
                fail_msg("plate %d is at %.9g, the next one at %.9g", k, before[k], before[k + 1]);
        judge(&bench, "plates");
        bench_free(&bench);
    }
}

// A list that was made while a part could not go on is still good for a long way; but meanwhile
// another part has been pushed to where it does not know of it.
static void a_part_sees_what_was_pushed_before_it(void **state)
{
    (void)state;
    Bench bench = {0};
    bench_add(&bench, shape_box(vec3d(4, 20, 4)), affine_translation(vec3d(5, 0, 0)));
    add_loose(&bench, shape_box(vec3d(4, 4, 4)), affine_identity());
    add_loose(&bench, shape_box(vec3d(4, 4, 4)), affine_translation(vec3d(0, 30, 0)));
    bench_add(&bench, shape_box(vec3d(4, 4, 4)), affine_translation(vec3d(-10, 0, 0)));
    grab(&bench, false);
    push_to(&bench, 6, 0, 0);
    assert_true(x_of(&bench, 1) > 0.9 && x_of(&bench, 1) < 1);
    static const double way[][2] = {{-20, 0},  {-20, 45},  {0, 45},  {0, 11},
                                    {-20, 11}, {-20, -15}, {0, -15}, {0, -5}};
    for (size_t i = 0; i < sizeof way / sizeof *way; ++i) {
        MotionResult result = push_to(&bench, way[i][0], way[i][1], 0);
        Vec3d at = place_of(&bench);
        if (result.end != ADVANCE_ARRIVED)
            fail_msg("%zu: at %.9g %.9g %.9g", i, at.x, at.y, at.z);
        judge_way(&bench, 2);
    }
    double above = bench.parts[2].placement.p.y;
    assert_true(above > 6.9 && above < 7.1);
    for (int i = 1; i <= 16; ++i) {
        push_to(&bench, 0, -5 + 0.5 * i, 0);
        judge_way(&bench, 2);
    }
    assert_true(bench.parts[2].placement.p.y > above + 3);
    bench_free(&bench);
}

// What is one group goes as one, and is held as one.
static void groups_go_as_one(void **state)
{
    (void)state;
    Bench bench = {0};
    bench_add(&bench, shape_box(vec3d(2, 10, 10)), affine_translation(vec3d(31, 20, 0)));
    add_loose(&bench, shape_box(vec3d(4, 4, 4)), affine_translation(vec3d(6, 0, 0)));
    add_loose(&bench, shape_box(vec3d(4, 4, 4)), affine_translation(vec3d(6, 20, 0)));
    bench_add(&bench, shape_box(vec3d(4, 4, 4)), affine_identity());
    bench.groups[1] = bench.groups[2] = 7;
    grab(&bench, false);
    MotionResult result = {0};
    for (int i = 1; i <= 20; ++i) {
        result = push_to(&bench, 2.0 * i, 0, 0);
        judge_way(&bench, 2);
    }
    assert_true(x_of(&bench, 1) > 27.9 && x_of(&bench, 1) < 28);
    assert_true(x_of(&bench, 1) == x_of(&bench, 2));
    assert_true(result.blocker_count == 1 && result.blockers[0].part == 0 &&
                result.blockers[0].hand == 2);
    bench_free(&bench);
}

static void lead(Bench *bench, const double (*way)[2], size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        push_to(bench, way[i][0], 0, way[i][1]);
        judge_way(bench, 4);
    }
}

// Two that are sunk into each other, and go together when one is pushed into the other. Drawn apart
// and pushed back by the second one, they do not go in again, although neither is in the hand.
static void what_was_pushed_out_stays_out(void **state)
{
    (void)state;
    Bench bench = {0};
    add_loose(&bench, shape_box(vec3d(10, 10, 30)), affine_identity());
    add_loose(&bench, shape_box(vec3d(10, 10, 10)), affine_translation(vec3d(9, 0, 0)));
    bench_add(&bench, shape_box(vec3d(2, 2, 2)), affine_translation(vec3d(-10, 0, 12)));
    grab(&bench, false);
    assert_true(bench.limit[0][1] > 1);
    static const double in[][2] = {{-8, 12}, {-4, 12}, {-2, 12}, {-10, 12}, {-10, 30}, {20, 30}};
    static const double apart[][2] = {{20, 12}, {10, 12}, {0, 12}, {0, 30}};
    static const double back[][2] = {{40, 30}, {40, 0}, {0, 0}};
    lead(&bench, in, sizeof in / sizeof *in);
    assert_true(x_of(&bench, 1) > 12.9 && x_of(&bench, 1) - x_of(&bench, 0) > 8.8);
    lead(&bench, apart, sizeof apart / sizeof *apart);
    assert_true(x_of(&bench, 1) - x_of(&bench, 0) > 18.9);
    bench.limit[0][1] = 0; // from now on
    lead(&bench, back, sizeof back / sizeof *back);
    assert_true(x_of(&bench, 1) < -5.9 && x_of(&bench, 1) - x_of(&bench, 0) >= 10);
    bench_free(&bench);
}

// Pushed along a slope, a block comes to the side where the hand has an arm.
static void what_is_pushed_does_not_go_through_the_hand(void **state)
{
    (void)state;
    Bench bench = {0};
    Affine slope = affine_rotation(vec3d(0, 0, 1), PI / 4);
    slope.p = vec3d(20, -10, 0);
    bench_add(&bench, shape_box(vec3d(20, 40, 10)), slope);
    add_loose(&bench, shape_box(vec3d(4, 4, 4)), affine_translation(vec3d(3, 0, 0)));
    bench_add(&bench, shape_box(vec3d(40, 1, 4)), affine_translation(vec3d(-10, 8, 0)));
    bench.roles[2] = MOTION_HAND;
    bench_add(&bench, shape_box(vec3d(1, 16, 4)), affine_identity());
    grab(&bench, false);
    for (int i = 0; i < 4; ++i) {
        push_to(&bench, 30, 0, 0);
        judge_way(&bench, 4);
    }
    double y = bench.parts[1].placement.p.y - place_of(&bench).y;
    if (!(y > 5.4 && y < 5.5))
        fail_msg("the block has come to %.9g beside the hand", y);
    bench_free(&bench);
}

static Affine near_place(Rng *rng, bool grid)
{
    Affine place = grid ? affine_identity() : rng_rotation(rng);
    place.p = grid ? vec3d(2 * (rng_below(rng, 5) - 2), 2 * (rng_below(rng, 3) - 1),
                           2 * (rng_below(rng, 3) - 1))
                   : rng_in_cube(rng, 5);
    return place;
}

static void drag_about(Bench *bench, uint64_t seed, int frames, bool judged)
{
    Rng rng = rng_create(seed);
    bool grid = seed % 2;
    int32_t parts = 3 + rng_below(&rng, 4), first = bench->count;
    for (int32_t i = 0; i < parts; ++i) {
        Mesh *mesh = grid || i % 3 == 0 ? shape_box(vec3d(2, 2, 2))
                     : i % 3 == 1       ? shape_cylinder(1, 3, 12)
                                        : shape_torus(1.2, 0.4, 12, 8);
        add_loose(bench, mesh, near_place(&rng, grid));
        if (i > 0 && rng_below(&rng, 5) == 0)
            bench->roles[first + i] = MOTION_STANDS;
    }
    grab(bench, false);
    Vec3d at = place_of(bench);
    for (int frame = 0; frame < frames; ++frame) {
        // After one of the others, which are pushed all over the place.
        Vec3d after = bench->parts[first + rng_below(&rng, parts - 1)].placement.p;
        at = vec3d_add(vec3d_lerp(at, after, 0.4), rng_in_cube(&rng, 0.5));
        enum MotionMode mode = frame % 7 == 6   ? MOTION_STOP
                               : frame % 7 == 5 ? MOTION_SLIDE
                                                : MOTION_PUSH;
        pull(bench, mode, at, rng_in_cube(&rng, 0.4), frame / 7 % 2);
        if (judged)
            judge_way(bench, long_tier() ? 8 : 1);
    }
}

static void random_pushes_violate_nothing(void **state)
{
    (void)state;
    size_t frames = 0, judged = 0, held = 0, pushed = 0;
    double deepest = 0;
    int each = long_tier() ? 40 : 14;
    for (uint64_t seed = 1; seed <= (long_tier() ? 60 : 5); ++seed) {
        Bench bench = {0};
        drag_about(&bench, seed, each, true);
        frames += (size_t)each;
        judged += bench.judged, held += bench.held, pushed += bench.pushed;
        deepest = fmax(deepest, bench.deepest);
        bench_free(&bench);
    }
    printf("RAN: %zu frames, %zu held, %zu push, %zu poses judged, at most %.3f of the depth that "
           "is allowed\n",
           frames, held, pushed, judged, deepest);
    assert_true(pushed > frames / 5);
}

// A broad plate presses parts that lie about against a wall: when the hand is still, nothing moves any
// more after a while.
static void what_is_pressed_rests(void **state)
{
    (void)state;
    size_t pushed = 0;
    for (uint64_t seed = 1; seed <= (long_tier() ? 100 : 2); ++seed) {
        Rng rng = rng_create(seed);
        Bench bench = {0};
        Affine last[MOST_PARTS];
        bench_add(&bench, shape_box(vec3d(2, 40, 40)), affine_translation(vec3d(18, 0, 0)));
        for (int i = 0; i < 4; ++i) {
            Affine place = rng_rotation(&rng);
            place.p = vec3d_add(vec3d(5.0 * i - 3, 0, 0), rng_in_cube(&rng, 1));
            add_loose(&bench, i % 2 ? shape_box(vec3d(2, 2, 2)) : shape_cylinder(1, 3, 12), place);
        }
        bench_add(&bench, shape_box(vec3d(1, 16, 16)), affine_translation(vec3d(-8, 0, 0)));
        grab(&bench, false);
        for (int i = 0; i < 60; ++i) {
            pull(&bench, MOTION_PUSH, vec3d(30, 1, 0), vec3d(0.2, 0.1, 0), seed % 2);
            for (int32_t k = 0; k < bench.count; ++k) {
                if (i > 50 && memcmp(&last[k], &bench.parts[k].placement, sizeof last[k]) != 0)
                    fail_msg("seed %d, frame %d: part %d creeps", (int)seed, i, k);
                last[k] = bench.parts[k].placement;
            }
        }
        judge(&bench, "pressed");
        pushed += bench.pushed;
        bench_free(&bench);
    }
    printf("RAN: pressed: %zu frames push\n", pushed);
    assert_true(pushed > 20);
}

static void the_same_again_is_the_same(void **state)
{
    (void)state;
    for (uint64_t seed = 3; seed <= 4; ++seed) {
        Bench runs[2];
        memset(runs, 0, sizeof runs);
        for (int i = 0; i < 2; ++i)
            drag_about(&runs[i], seed, 14, false);
        for (int32_t i = 0; i < runs[0].count; ++i)
            assert_memory_equal(&runs[0].parts[i].placement, &runs[1].parts[i].placement,
                                sizeof(Affine));
        assert_true(runs[0].pushed > 0);
        for (int i = 0; i < 2; ++i)
            bench_free(&runs[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_is_pushed_to_a_wall),
        cmocka_unit_test(a_row_at_a_wall_rests),
        cmocka_unit_test(what_is_not_loose_never_moves),
        cmocka_unit_test(flush_blocks_go_together),
        cmocka_unit_test(nothing_tunnels),
        cmocka_unit_test(a_part_sees_what_was_pushed_before_it),
        cmocka_unit_test(groups_go_as_one),
        cmocka_unit_test(what_was_pushed_out_stays_out),
        cmocka_unit_test(what_is_pushed_does_not_go_through_the_hand),
        cmocka_unit_test(what_is_pressed_rests),
        cmocka_unit_test(random_pushes_violate_nothing),
        cmocka_unit_test(the_same_again_is_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
