// Joints that follow each other, and anything on joints: ratios are kept exactly, what holds a follower
// holds the driver, and no drag violates anything.
#include "core/base/angle.h"
#include "core/tests/joint_works.h"
#include "core/tests/odd_shapes.h"
#include "core/tests/test_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// --- couplings

// A wheel about z whose teeth are narrower than the gaps between them.
static Mesh *wheel(int32_t teeth, double radius, double depth)
{
    int32_t n = 4 * teeth, v = 2 * n;
    Mesh *mesh = mesh_create(v + 2, 4 * n);
    assert_non_null(mesh);
    for (int32_t i = 0; i < n; ++i) {
        static const double at[4] = {-0.30, -0.12, 0.12, 0.30}; // of a tooth's share of the round
        bool tip = i % 4 == 1 || i % 4 == 2;
        double angle = 2 * PI * (i / 4 + at[i % 4]) / teeth;
        double r = radius + (tip ? 0.9 : -1.2);
        for (int k = 0; k < 2; ++k)
            mesh->vertices[k * n + i] = vec3d(r * cos(angle), r * sin(angle), (k - 0.5) * depth);
    }
    mesh->vertices[v] = vec3d(0, 0, -0.5 * depth);
    mesh->vertices[v + 1] = vec3d(0, 0, 0.5 * depth);
    for (int32_t i = 0; i < n; ++i) {
        int32_t j = (i + 1) % n;
        const int32_t t[4][3] = {
            {i, j, n + j}, {i, n + j, n + i}, {v, j, i}, {v + 1, n + i, n + j}};
        memcpy(mesh->triangles[4 * i], t, sizeof t);
    }
    return mesh;
}

// 12 teeth drive 24; the second one is turned so that its gap faces the first one's tooth.
static void gears(Works *works)
{
    Affine second = affine_rotation(vec3d(0, 0, 1), PI + PI / 24);
    second.p = vec3d(18.1, 0, 0);
    bench_add(&works->base, wheel(12, 6, 4), affine_identity());
    bench_add(&works->base, wheel(24, 12, 4), second);
    join(works, JOINT_HINGE, -1, 0, vec3d(0, 0, 0), vec3d(0, 0, 1));
    join(works, JOINT_HINGE, -1, 1, vec3d(18.1, 0, 0), vec3d(0, 0, 1));
    couple(works, 0, 1, -0.5);
}

static double turn_of(Works *works, int32_t joint)
{
    JointCoordinates at;
    assert_true(joint_coordinates(&works->joints[joint], NULL,
                                  &works->base.parts[works->joints[joint].child].placement,
                                  works->last[joint], &at));
    works->last[joint] = at;
    return at.turn;
}

static void gears_turn_each_other(void **state)
{
    (void)state;
    for (int mode = MOTION_STOP; mode <= MOTION_SLIDE; ++mode) {
        Works works = {0};
        gears(&works);
        take(&works, 0);
        for (int i = 1; i <= 12; ++i) {
            MotionResult result = drive(&works, (enum MotionMode)mode, 0.35 * i, 0);
            if (i < 5)
                judge_turns(&works, "gears");
            if (result.end != ADVANCE_ARRIVED)
                fail_msg("mode %d: held at %.9g", mode, result.coordinates.turn);
            assert_true(fabs(turn_of(&works, 0) - 0.35 * i) < 1e-9);
            assert_true(fabs(turn_of(&works, 1) + 0.175 * i) < 1e-9);
        }
        take(&works, 1); // the other one drives as well, from where they are
        drive(&works, (enum MotionMode)mode, -1, 0);
        assert_true(fabs(turn_of(&works, 1) + 1) < 1e-9);
        assert_true(fabs(turn_of(&works, 0) - 2) < 1e-9);
        on_joints(&works, 1e-11);
        bench_free(&works.base);
    }
}

static void a_blocked_follower_stops_the_driver(void **state)
{
    (void)state;
    for (int mode = MOTION_STOP; mode <= MOTION_SLIDE; ++mode) {
        Works works = {0};
        gears(&works);
        add_box(&works, vec3d(1, 1, 4), vec3d(18.1, 12, 0)); // between two teeth, far off
        take(&works, 0);
        MotionResult result = drive(&works, (enum MotionMode)mode, 5, 0);
        judge_turns(&works, "follower");
        assert_true(result.end == ADVANCE_BLOCKED && result.blocker_count > 0);
        assert_true(result.blockers[0].part == 2 && result.blockers[0].hand == 1);
        assert_true(result.coordinates.turn > 0.01 && result.coordinates.turn < 0.5);
        double gap = distance_of(&works, 1, 2);
        assert_true(gap > 0 && gap < 1e-2);
        assert_true(fabs(turn_of(&works, 1) + 0.5 * turn_of(&works, 0)) < 1e-12);
        for (int32_t k = 0; k < 2; ++k) {
            JointCoordinates at;
            assert_true(motion_coordinates(works.base.motion, k, &at));
            assert_true(fabs(at.turn - turn_of(&works, k)) < 1e-12 && at.shift == 0);
        }
        bench_free(&works.base);
    }
}

static void a_followers_limit_stops_the_driver(void **state)
{
    (void)state;
    Works works = {0};
    gears(&works);
    works.joints[1].low.turn = -0.25;
    take(&works, 0);
    MotionResult result = drive(&works, MOTION_SLIDE, 5, 0);
    assert_true(result.limit_joint == 1 && result.end == ADVANCE_BLOCKED);
    assert_true(fabs(result.coordinates.turn - 0.5) < 1e-12);
    assert_true(fabs(turn_of(&works, 1) + 0.25) < 1e-12);
    bench_free(&works.base);
}

// A rack is a slide that follows a wheel; a crank carries a joint that follows it.
static void slides_and_joints_on_joints_follow(void **state)
{
    (void)state;
    Works works = {0};
    add_box(&works, vec3d(10, 1, 1), vec3d(5, 0, 0)); // crank about z
    add_box(&works, vec3d(4, 1, 1), vec3d(10, 0, 2)); // on its end, kept level
    add_box(&works, vec3d(4, 1, 1), vec3d(0, 30, 0)); // rack
    add_box(&works, vec3d(1, 1, 1), vec3d(2, 10.5, 2));
    join(&works, JOINT_HINGE, -1, 0, vec3d(0, 0, 0), vec3d(0, 0, 1));
    join(&works, JOINT_HINGE, 0, 1, vec3d(10, 0, 0), vec3d(0, 0, 1));
    join(&works, JOINT_SLIDE, -1, 2, vec3d(0, 30, 0), vec3d(1, 0, 0));
    couple(&works, 0, 1, -1);
    couple(&works, 0, 2, 3);
    take(&works, 0);
    MotionResult result = {.lag = 0};
    for (int i = 1; i <= 30; ++i) {
        MotionWish wish = {.mode = MOTION_STOP, .has_coordinates = true, .coordinates = {{2, 0}}};
        result = step(&works, &wish);
        if (i % 10 == 0)
            judge_turns(&works, "crank");
        on_joints(&works, 1e-11);
        const Affine *level = &works.base.parts[1].placement;
        double turn = result.coordinates.turn;
        assert_true(fabs(level->m[0][0] - 1) < 1e-11 && fabs(level->m[0][1]) < 1e-11);
        assert_true(vec3d_distance(level->p, vec3d(10 * cos(turn), 10 * sin(turn), 2)) < 1e-9);
        assert_true(fabs(works.base.parts[2].placement.p.x - 3 * turn) < 1e-9);
    }
    for (int i = 0; i < 3000 && result.moved; ++i) {
        MotionWish wish = {.mode = MOTION_STOP, .has_coordinates = true, .coordinates = {{2, 0}}};
        double before = result.lag;
        result = step(&works, &wish);
        if (!(result.lag < before))
            break;
    }
    assert_true(result.end == ADVANCE_BLOCKED && result.blockers[0].part == 3);
    assert_true(result.blockers[0].hand == 1 && distance_of(&works, 1, 3) < 1e-2);
    bench_free(&works.base);
}

// --- anything

static Mesh *any_mesh(int k)
{
    return k % 3 == 0   ? shape_box(vec3d(2, 2, 2))
           : k % 3 == 1 ? shape_cylinder(1, 3, 12)
                        : shape_torus(1.2, 0.4, 12, 8);
}

static bool all_apart(const Works *works)
{
    for (int32_t a = 0; a < works->base.count; ++a)
        for (int32_t b = a + 1; b < works->base.count; ++b)
            if (!(distance_of(works, a, b) > 0.05))
                return false;
    return true;
}

// Two joints, at times coupled or one on the other, among parts that stand about.
static bool random_works(Works *works, Rng *rng, uint64_t seed)
{
    for (int k = 0; k < 5; ++k) {
        Affine place = rng_rotation(rng);
        place.p = rng_in_cube(rng, 3.5);
        bench_add(&works->base, any_mesh(k), place);
    }
    for (int32_t k = 0; k < 2; ++k) {
        enum JointKind kind = (enum JointKind)(1 + (seed / 3 + (uint64_t)k) % (JOINT_KINDS - 1));
        Vec3d axis = rng_direction(rng);
        JointFrame world = {rng_in_cube(rng, 3), axis,
                            vec3d_normalised(vec3d_cross(axis, rng_direction(rng)))};
        Joint joint = joint_default(kind, k == 1 && seed % 3 == 0 ? 0 : -1, k);
        const Affine *on = joint.parent >= 0 ? &works->base.parts[joint.parent].placement : NULL;
        assert_true(joint_frame_of(&world, on, &joint.frame[0]));
        assert_true(joint_frame_of(&world, &works->base.parts[k].placement, &joint.frame[1]));
        joint.low.shift = -4, joint.high.shift = 4;
        works->joints[works->set.count++] = joint;
    }
    works->set.joints = works->joints;
    if (seed % 2 == 0)
        couple(works, 0, 1, rng_uniform(rng, -2, 2));
    return all_apart(works);
}

static void random_drags_violate_nothing(void **state)
{
    (void)state;
    size_t frames = 0, held = 0, judged = 0, scenes = 0, touches = 0;
    size_t wanted = long_tier() ? 400 : 16;
    for (uint64_t seed = 1; scenes < wanted; ++seed) {
        Rng rng = rng_create(seed);
        Works works = {0};
        if (random_works(&works, &rng, seed)) {
            ++scenes;
            int32_t hand = (int32_t)(seed / 2 % 2);
            take(&works, hand);
            Vec3d at = works.base.parts[hand].placement.p;
            for (int frame = 0; frame < 10; ++frame) {
                MotionWish wish = {.mode = frame / 5 % 2 ? MOTION_STOP : MOTION_SLIDE};
                at = vec3d_scale(vec3d_add(at, rng_in_cube(&rng, 3)), 0.95);
                wish.target = rigid_pose_at(at);
                RigidStep turn = {.turn = rng_in_cube(&rng, 1)};
                wish.turning = frame % 3 == 2;
                wish.target = rigid_pose_moved(&wish.target, &turn, wish.turning ? 1 : 0);
                MotionResult result = step(&works, &wish);
                judge_turns(&works, "random");
                on_joints(&works, 1e-9);
                held += result.blocker_count > 0;
                ++frames;
            }
        }
        judged += works.base.judged, touches += works.touches;
        bench_free(&works.base);
    }
    printf("RAN: %zu frames, %zu held, %zu poses judged, %zu touches on joints\n", frames, held,
           judged, touches);
    assert_true(held > frames / 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gears_turn_each_other),
        cmocka_unit_test(a_blocked_follower_stops_the_driver),
        cmocka_unit_test(a_followers_limit_stops_the_driver),
        cmocka_unit_test(slides_and_joints_on_joints_follow),
        cmocka_unit_test(random_drags_violate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
