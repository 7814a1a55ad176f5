// Sliding with turning locked and free: it goes where a hand would lead it, never meets anything, and
// rests when the hand does.
#include "core/base/angle.h"
#include "core/motion/slide.h"
#include "core/tests/motion_world.h"
#include "core/tests/odd_shapes.h"
#include "core/tests/test_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

// The last body of the world is in the hand.
typedef struct Hand {
    World world;
    Slide slide;
    double insets[MOST_BODIES * MOST_BODIES];
    RigidPose start;
} Hand;

static void grab(Hand *hand, double gap, bool turning)
{
    int32_t last = hand->world.scene.body_count - 1;
    hand->slide = (Slide){
        .freedom = freedom_free(last), .turning = turning, .gap = gap, .stand_off = 0.2 * gap};
    hand->start = hand->world.bodies[last].pose;
    assert_true(world_distance(&hand->world, NULL) > hand->slide.stand_off);
}

static void let_go(Hand *hand)
{
    slide_free(&hand->slide);
    world_free(&hand->world);
}

static MotionBody *held(Hand *hand)
{
    return &hand->world.bodies[hand->slide.freedom.hand];
}

// One frame towards the start moved by this.
static enum AdvanceEnd pull(Hand *hand, Vec3d shift, Vec3d turn)
{
    Error err = {""};
    RigidStep step = {shift, turn};
    FreedomPlace target = {.pose = rigid_pose_moved(&hand->start, &step, 1)};
    AdvanceDesc desc = {.stand_off = hand->slide.stand_off};
    enum AdvanceEnd end = slide_frame(&hand->slide, &hand->world.scene, &hand->world.list,
                                      hand->insets, &target, &desc, NULL, &err);
    assert_true(end == ADVANCE_ARRIVED || end == ADVANCE_BLOCKED);
    double apart = world_distance(&hand->world, NULL);
    if (apart < 0.5 * hand->slide.stand_off)
        fail_msg("%.17g apart", apart);
    return end;
}

static Vec3d gone(Hand *hand)
{
    return vec3d_sub(held(hand)->pose.pivot, hand->start.pivot);
}

static void rests(Hand *hand, Vec3d shift, Vec3d turn)
{
    for (int i = 0; i < 20; ++i)
        pull(hand, shift, turn);
    RigidPose rest = held(hand)->pose;
    for (int i = 0; i < 20; ++i) {
        pull(hand, shift, turn);
        assert_memory_equal(&rest, &held(hand)->pose, sizeof rest);
    }
}

// Pressed into a plate it slides along it: what the hand wants along the face is done exactly.
static void it_slides_on_a_face(void **state)
{
    (void)state;
    for (int frames = 1; frames <= 100; frames *= 10) {
        Hand hand = {0};
        world_add(&hand.world, shape_box(vec3d(100, 2, 100)), affine_translation(vec3d(0, -1, 0)));
        world_add(&hand.world, shape_box(vec3d(10, 10, 10)), affine_translation(vec3d(0, 10, 0)));
        grab(&hand, 1e-3, false);
        for (int i = 1; i <= frames; ++i)
            pull(&hand, vec3d_scale(vec3d(30, -50, 11), (double)i / frames), vec3d(0, 0, 0));
        rests(&hand, vec3d(30, -50, 11), vec3d(0, 0, 0));
        Vec3d at = gone(&hand);
        if (fabs(at.x - 30) > 1e-3 || fabs(at.z - 11) > 1e-3 || at.y > -5 + 2e-3 || at.y < -5)
            fail_msg("%d frames: ended at %.9g %.9g %.9g", frames, at.x, at.y, at.z);
        let_go(&hand);
    }
}

// A groove 0.02 wider than the box, with an end; the hand pulls down and sideways all the time.
static void it_follows_a_groove(void **state)
{
    (void)state;
    for (int turning = 0; turning < 2; ++turning) {
        Hand hand = {0};
        World *world = &hand.world;
        world_add(world, shape_box(vec3d(100, 2, 20)), affine_translation(vec3d(0, -1, 0)));
        world_add(world, shape_box(vec3d(100, 10, 2)), affine_translation(vec3d(0, 5, 6.01)));
        world_add(world, shape_box(vec3d(100, 10, 2)), affine_translation(vec3d(0, 5, -6.01)));
        world_add(world, shape_box(vec3d(2, 10, 20)), affine_translation(vec3d(51, 5, 0)));
        // The floor and the walls touch each other, which is nobody's business here.
        world->scene.pair_count = 0;
        world_add(world, shape_box(vec3d(10, 10, 10)), affine_translation(vec3d(-40, 5.005, 0)));
        grab(&hand, 4e-4, turning == 1);
        for (int i = 1; i <= 50; ++i)
            pull(&hand, vec3d_scale(vec3d(100, -5, 8), i / 50.0), vec3d(0, 0, 0));
        rests(&hand, vec3d(100, -5, 8), vec3d(0, 0, 0));
        Vec3d at = gone(&hand);
        if (fabs(at.x - 85) > 0.01)
            fail_msg("turning %d: got to %.9g %.9g %.9g", turning, at.x, at.y, at.z);
        let_go(&hand);
    }
}

// Against a post it gives way to the side and goes around its corner.
static void it_goes_around_a_corner(void **state)
{
    (void)state;
    Hand hand = {0};
    world_add(&hand.world, shape_box(vec3d(10, 10, 10)), affine_translation(vec3d(0, 0, 0)));
    world_add(&hand.world, shape_box(vec3d(4, 4, 4)), affine_translation(vec3d(-20, 0, 1)));
    grab(&hand, 5e-4, false);
    for (int i = 1; i <= 80; ++i) // the hand leads it past, cutting the corner
        pull(&hand, vec3d(i * 0.5, 0, i < 40 ? i * 0.15 : 6), vec3d(0, 0, 0));
    for (int i = 1; i <= 20; ++i)
        pull(&hand, vec3d(40, 0, 7), vec3d(0, 0, 0));
    Vec3d at = gone(&hand);
    if (at.x < 39.9)
        fail_msg("stuck at %.9g %.9g %.9g", at.x, at.y, at.z);
    let_go(&hand);
}

// A slender post on a plate, and a hand that trembles by two degrees three lengths below it: lying down it
// would be nearer to the hand, but that is not what a hand wants.
static void what_stands_does_not_fall_over(void **state)
{
    (void)state;
    Rng rng = rng_create(5);
    Hand hand = {0};
    world_add(&hand.world, shape_box(vec3d(200, 2, 200)), affine_translation(vec3d(0, -1, 0)));
    world_add(&hand.world, shape_box(vec3d(1, 40, 1)), affine_translation(vec3d(0, 20.1, 0)));
    grab(&hand, 1e-3, true);
    double most = 0;
    for (int i = 1; i <= 40; ++i) {
        pull(&hand, vec3d(0, fmax(-120, -6 * i), 0), rng_in_cube(&rng, 2 * PI / 180));
        RigidStep turned = rigid_step_between(&hand.start, &held(&hand)->pose);
        most = fmax(most, vec3d_length(turned.turn));
    }
    if (most > 0.1)
        fail_msg("turned by %g", most);
    rests(&hand, vec3d(0, -120, 0), vec3d(0, 0, 0));
    assert_true(gone(&hand).y > -0.1);
    let_go(&hand);
}

// A peg of 10 in a hole with a radial play of 0.005, in and out with a hand that trembles by half a
// millimetre and two degrees.
static void a_peg_goes_in_and_out(void **state)
{
    (void)state;
    int frames = long_tier() ? 150 : 20;
    for (int turning = 0; turning < 2; ++turning) {
        Rng rng = rng_create(3);
        Hand hand = {0};
        world_add(&hand.world, shape_ring(5.005, 12, 30, 48), affine_identity());
        world_add(&hand.world, shape_cylinder(5, 40, 48), affine_identity());
        grab(&hand, 8e-4, turning == 1);
        double lag = 0;
        for (int i = 1; i <= 2 * frames; ++i) {
            double along = 28.0 * (i <= frames ? i : 2 * frames - i) / frames;
            Vec3d noise = rng_in_cube(&rng, 0.5);
            pull(&hand, vec3d(noise.x, along, noise.z), rng_in_cube(&rng, 2 * PI / 180));
            lag = fmax(lag, fabs(gone(&hand).y - along));
        }
        rests(&hand, vec3d(0, 0, 0), vec3d(0, 0, 0));
        printf("RAN: peg, turning %s: lag %.4f, %.0f closest points and %.1f lists per frame\n",
               turning ? "free" : "locked", lag,
               (double)hand.world.scene.work.closest / (2 * frames + 40),
               (double)hand.world.scene.work.lists / (2 * frames + 40));
        if (lag > 0.05 || fabs(gone(&hand).y) > 0.01)
            fail_msg("turning %d: lag %.9g, ended at %.9g", turning, lag, gone(&hand).y);
        let_go(&hand);
    }
}

// Pressed anywhere into a corner of round and flat things, turning free: it comes to rest, bit for bit.
static void it_rests_wherever_it_is_pressed(void **state)
{
    (void)state;
    for (int seed = 2; seed <= (long_tier() ? 60 : 24); seed += long_tier() ? 1 : 8) {
        Rng rng = rng_create((uint64_t)seed);
        Hand hand = {0};
        world_add(&hand.world, shape_box(vec3d(40, 4, 40)), affine_translation(vec3d(0, -8, 0)));
        world_add(&hand.world, shape_ico_sphere(6, 1), affine_translation(vec3d(-12, 2, 1)));
        world_add(&hand.world, shape_cylinder(5, 9, 12), affine_translation(vec3d(11, 0, 8)));
        Mesh *mesh = seed % 2 ? shape_box(vec3d(9, 3, 5)) : shape_cylinder(2.5, 9, 10);
        world_add(&hand.world, mesh, affine_translation(vec3d(0, 3, 0)));
        grab(&hand, 1e-3, true);
        Vec3d shift = rng_in_cube(&rng, 15), turn = rng_in_cube(&rng, 1.5);
        shift.y -= 8;
        for (int i = 0; i < 100; ++i) // it may creep for a while
            pull(&hand, shift, turn);
        rests(&hand, shift, turn);
        let_go(&hand);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_slides_on_a_face),
        cmocka_unit_test(it_follows_a_groove),
        cmocka_unit_test(it_goes_around_a_corner),
        cmocka_unit_test(what_stands_does_not_fall_over),
        cmocka_unit_test(a_peg_goes_in_and_out),
        cmocka_unit_test(it_rests_wherever_it_is_pressed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
