// Parts on joints in the hand: they go along their joint and no further than contact, limits and what
// follows them allow; where they are follows from their coordinates. Judged with the meshes as they are,
// by code that has nothing to do with how they are moved.
#include "core/base/angle.h"
#include "core/mesh/chord_error.h"
#include "core/tests/joint_works.h"
#include "core/tests/odd_shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

// --- one joint

static void door(Works *works)
{
    add_box(works, vec3d(1, 20, 1), vec3d(-1, 0, 0)); // what it hangs on
    add_box(works, vec3d(10, 20, 1), vec3d(6, 0, 0)); // the door, 1 to 11
    add_box(works, vec3d(1, 20, 1), vec3d(6, 0, 8));  // a post on either side
    add_box(works, vec3d(1, 20, 1), vec3d(6, 0, -8));
    join(works, JOINT_HINGE, 0, 1, vec3d(0, 0, 0), vec3d(0, 1, 0));
}

static void a_door_is_stopped_by_posts(void **state)
{
    (void)state;
    for (int mode = MOTION_STOP; mode <= MOTION_SLIDE; ++mode) {
        Works works = {0};
        door(&works);
        take(&works, 1);
        assert_int_equal(motion_joint(works.base.motion), 0);
        for (int side = -1; side <= 1; side += 2) {
            MotionResult result = {.blocker_count = 0};
            for (int i = 0; i <= 10; ++i) { // the mouse leads its middle round the hinge
                double angle = side * 0.15 * i;
                MotionWish wish = {.mode = (enum MotionMode)mode,
                                   .target =
                                       rigid_pose_at(vec3d(6 * cos(angle), 0, -6 * sin(angle)))};
                result = step(&works, &wish);
                judge_turns(&works, "door");
                on_joints(&works, 1e-12);
            }
            int32_t post = side > 0 ? 3 : 2;
            double gap = distance_of(&works, 1, post);
            if (result.end != ADVANCE_BLOCKED || result.blocker_count == 0 ||
                result.blockers[0].part != post || result.blockers[0].hand != 1 || gap > 1e-3)
                fail_msg("mode %d, side %d: ends %.9g from the post at %.9g", mode, side, gap,
                         result.coordinates.turn);
            assert_true(result.lag > 1 && result.limit_joint == -1);
            RigidPose rest = motion_pose(works.base.motion);
            MotionWish again = {
                .mode = (enum MotionMode)mode,
                .target = rigid_pose_at(vec3d(6 * cos(side * 1.5), 0, -6 * sin(side * 1.5)))};
            for (int i = 0; i < 5; ++i)
                step(&works, &again); // pressed on, it settles and rests
            rest = motion_pose(works.base.motion);
            step(&works, &again);
            RigidPose now = motion_pose(works.base.motion);
            assert_memory_equal(&rest, &now, sizeof rest);
        }
        bench_free(&works.base);
    }
}

// Pulled down and sideways it goes along its axis all the same, up to the wall at the end.
static void a_slide_goes_along_its_axis(void **state)
{
    (void)state;
    for (int mode = MOTION_STOP; mode <= MOTION_SLIDE; ++mode) {
        Works works = {0};
        add_box(&works, vec3d(60, 2, 20), vec3d(0, -2, 0));
        add_box(&works, vec3d(60, 10, 2), vec3d(0, 5, 6.5));
        add_box(&works, vec3d(60, 10, 2), vec3d(0, 5, -6.5));
        add_box(&works, vec3d(2, 10, 9), vec3d(25, 5, 0));
        add_box(&works, vec3d(10, 10, 10), vec3d(-20, 5, 0));
        join(&works, JOINT_SLIDE, 0, 4, vec3d(-20, 5, 0), vec3d(1, 0, 0));
        take(&works, 4);
        MotionResult result = {.blocker_count = 0};
        for (int i = 1; i <= 12; ++i) {
            MotionWish wish = {.mode = (enum MotionMode)mode,
                               .target = rigid_pose_at(vec3d(-20 + 5 * i, 5 - i, 0.5 * i))};
            result = step(&works, &wish);
            judge_turns(&works, "groove");
            Vec3d at = works.base.parts[4].placement.p;
            assert_true(fabs(at.y - 5) < 1e-12 && fabs(at.z) < 1e-12);
            if (i == 3) // free of what it is pulled aside by
                assert_true(fabs(at.x + 5) < 1e-9 && result.end == ADVANCE_ARRIVED);
        }
        assert_true(result.end == ADVANCE_BLOCKED && result.blockers[0].part == 3);
        assert_true(fabs(result.coordinates.shift - 39) < 1e-3);
        bench_free(&works.base);
    }
}

static void a_screw_goes_by_its_pitch(void **state)
{
    (void)state;
    for (int mode = MOTION_STOP; mode <= MOTION_SLIDE; ++mode) {
        Works works = {0};
        bench_add(&works.base, shape_cylinder(3, 60, 12), affine_identity());
        bench_add(&works.base, shape_ring(3.5, 8, 5, 12), affine_translation(vec3d(0, 10, 0)));
        add_box(&works, vec3d(4, 4, 4), vec3d(7, -15, 0)); // a block below the nut
        join(&works, JOINT_SCREW, 0, 1, vec3d(0, 0, 0), vec3d(0, 1, 0))->pitch = -6;
        take(&works, 1);
        MotionResult result = drive(&works, (enum MotionMode)mode, 2 * PI * 1.25, 0);
        assert_true(fabs(result.coordinates.turn - 2 * PI * 1.25) < 1e-9);
        assert_true(fabs(works.base.parts[1].placement.p.y - (10 - 6 * 1.25)) < 1e-9);
        on_joints(&works, 1e-12);
        result = drive(&works, (enum MotionMode)mode, 2 * PI * 9, 0);
        assert_true(result.end == ADVANCE_BLOCKED && result.blockers[0].part == 2);
        double y = works.base.parts[1].placement.p.y; // its lower face stands on the block
        assert_true(y > -10.5 && y < -10.5 + 1e-2);
        assert_true(fabs(y - 10 + 6 * result.coordinates.turn / (2 * PI)) < 1e-9);
        assert_true(fabs(result.coordinates.shift + 6 * result.coordinates.turn / (2 * PI)) <
                    1e-12);
        bench_free(&works.base);
    }
}

// Held in one of its two coordinates, it moves on in the other.
static void a_cylindrical_joint_turns_and_shifts(void **state)
{
    (void)state;
    Works works = {0};
    bench_add(&works.base, shape_cylinder(3, 60, 24), affine_identity());
    bench_add(&works.base, shape_ring(3.5, 8, 5, 24), affine_identity());
    bench_add(&works.base, shape_ring(3.5, 20, 2, 24), affine_translation(vec3d(0, 15, 0)));
    Joint *joint = join(&works, JOINT_CYLINDRICAL, 0, 1, vec3d(0, 0, 0), vec3d(0, 1, 0));
    joint->low.shift = -20;
    joint->high.turn = 4;
    take(&works, 1);
    MotionResult result = drive(&works, MOTION_SLIDE, 2.5, 30);
    judge_turns(&works, "cylindrical");
    assert_true(fabs(result.coordinates.turn - 2.5) < 1e-3 && result.blockers[0].part == 2);
    assert_true(result.coordinates.shift > 11.49 && result.coordinates.shift < 11.5);
    result = drive(&works, MOTION_SLIDE, 9, -70);
    assert_true(result.coordinates.turn == 4 && result.coordinates.shift == -20);
    assert_true(result.limit_joint == 0 && result.end == ADVANCE_BLOCKED);
    assert_true(result.blocker_count == 0);
    on_joints(&works, 1e-12);
    bench_free(&works.base);
}

static void limits_hold_exactly(void **state)
{
    (void)state;
    for (int mode = MOTION_STOP; mode <= MOTION_SLIDE; ++mode) {
        Works works = {0};
        door(&works);
        works.joints[0].low.turn = -0.3;
        works.joints[0].high.turn = 0.6;
        take(&works, 1);
        MotionResult result = drive(&works, (enum MotionMode)mode, 0.55, 0);
        assert_true(result.end == ADVANCE_ARRIVED && result.limit_joint == -1);
        result = drive(&works, (enum MotionMode)mode, 0.7, 0);
        assert_true(result.coordinates.turn == 0.6 && result.limit_joint == 0);
        assert_true(result.end == ADVANCE_BLOCKED && result.blocker_count == 0);
        assert_true(result.lag > 0.9); // 0.1 of a door of 11
        result = drive(&works, (enum MotionMode)mode, -7, 0);
        assert_true(result.coordinates.turn == -0.3 && result.limit_joint == 0);
        // A mouse that goes on pulling round.
        MotionWish wish = {.mode = (enum MotionMode)mode, .target = rigid_pose_at(vec3d(0, 0, 30))};
        works.joints[0].low.turn = -7; // seen at the next grab only
        result = step(&works, &wish);
        assert_true(result.coordinates.turn == -0.3 && result.limit_joint == 0);
        bench_free(&works.base);
    }
}

// What is beyond its limits may stay there and come back.
static void what_is_beyond_its_limits_comes_back(void **state)
{
    (void)state;
    Works works = {0};
    door(&works);
    works.joints[0].low.turn = 0.2;
    works.joints[0].high.turn = 0.4;
    take(&works, 1);
    MotionResult result = drive(&works, MOTION_SLIDE, -0.5, 0);
    assert_true(result.coordinates.turn == 0 && result.limit_joint == 0);
    result = drive(&works, MOTION_SLIDE, 0.3, 0);
    assert_true(fabs(result.coordinates.turn - 0.3) < 1e-9 && result.limit_joint == -1);
    bench_free(&works.base);
}

static void a_thousand_turns_leave_no_trace(void **state)
{
    (void)state;
    Works works = {0};
    add_box(&works, vec3d(1, 1, 1), vec3d(0, 0, 900));
    add_box(&works, vec3d(10, 2, 1), vec3d(7, 1, 3));
    Vec3d axis = vec3d_normalised(vec3d(1, 2, -0.5));
    join(&works, JOINT_HINGE, 0, 1, vec3d(1, 0, 4), axis);
    Affine start = works.base.parts[1].placement;
    take(&works, 1);
    for (int i = 1; i <= 2000; ++i) {
        double turns = i <= 1000 ? i : 2000 - i;
        MotionWish wish = {
            .mode = MOTION_STOP, .has_coordinates = true, .coordinates = {{2 * PI * turns, 0}}};
        MotionResult result = step(&works, &wish);
        if (result.end != ADVANCE_ARRIVED)
            fail_msg("held at %.9g of %g turns", result.coordinates.turn / (2 * PI), turns);
        int32_t count; // poses tell less than half a turn
        const MotionLeg *legs = motion_legs(works.base.motion, &count);
        assert_int_equal(count, 3);
        for (int k = 0; k < count; ++k)
            assert_true(fabs(legs[k].at[1].turn - legs[k].at[0].turn) < 0.9 * PI);
        assert_true(fabs(result.coordinates.turn - 2 * PI * turns) < 1e-9);
        for (int k = 0; k < 8; ++k) {
            Vec3d corner = box3d_corner(&works.base.parts[1].tree->box, k);
            assert_true(vec3d_distance(affine_apply(&works.base.parts[1].placement, corner),
                                       affine_apply(&start, corner)) < 1e-9);
        }
    }
    bench_free(&works.base);
}

// Facets that stand for round surfaces: a shaft of 24 in a hole of its own radius could not turn by a
// hundredth. It gets deeper by what they stand out, no more; and is not stuck when it is taken freely.
static void a_flush_shaft_turns_in_its_hole(void **state)
{
    (void)state;
    for (int mode = MOTION_STOP; mode <= MOTION_SLIDE; ++mode) {
        Works works = {0};
        Bench *bench = &works.base;
        bench_add(bench, shape_ring(5, 12, 10, 24), affine_identity());
        bench_add(bench, shape_cylinder(5, 16, 24), affine_translation(vec3d(0, 3, 0)));
        join(&works, JOINT_HINGE, 0, 1, vec3d(0, 0, 0), vec3d(0, 1, 0));
        double allowed = tolerance_of(bench, 0), error, deepest = 0;
        for (int i = 0; i < 2; ++i) {
            assert_true(mesh_chord_error(bench->parts[i].tree->mesh, NULL, &error));
            allowed += error;
        }
        bool met;
        int32_t exempt;
        for (int i = 1; i <= 6; ++i) { // let go and taken again, at times half a facet on
            take(&works, 1);
            motion_exempt(bench->motion, &exempt);
            assert_int_equal(exempt, 0);
            MotionResult result = drive(&works, (enum MotionMode)mode, PI / 24 * i, 0);
            if (result.end != ADVANCE_ARRIVED)
                fail_msg("mode %d, time %d: held at %.9g", mode, i, result.coordinates.turn);
            deepest = fmax(deepest, depth_of(bench, 0, &met, &error) + error);
        }
        assert_true(deepest > 0.04 && deepest <= allowed);
        drive(&works, (enum MotionMode)mode, PI / 24, 0);
        double depth = depth_of(bench, 0, &met, &error);
        works.set = (JointSet){0};
        take(&works, 1);
        motion_exempt(bench->motion, &exempt);
        assert_int_equal(exempt, 0);
        Vec3d up = vec3d_add(motion_pivot(bench->motion), vec3d(1, 20, 0.5));
        step(&works, &(MotionWish){.mode = MOTION_SLIDE, .target = rigid_pose_at(up)});
        assert_true(depth_of(bench, 0, &met, &error) <= 1.06 * depth);
        assert_true(bench->parts[1].placement.p.y > 4);
        bench_free(bench);
    }
}

// --- what moves together

static void a_parent_carries_its_children_once(void **state)
{
    (void)state;
    Works works = {0};
    add_box(&works, vec3d(10, 2, 10), vec3d(0, 0, 0));
    add_box(&works, vec3d(2, 6, 2), vec3d(0, 5, 0));  // hinged upon it
    add_box(&works, vec3d(2, 2, 2), vec3d(0, 10, 0)); // fixed to that
    add_box(&works, vec3d(2, 40, 40), vec3d(30, 0, 0));
    join(&works, JOINT_HINGE, 0, 1, vec3d(0, 1, 0), vec3d(0, 1, 0));
    join(&works, JOINT_FIXED, 1, 2, vec3d(0, 9, 0), vec3d(0, 1, 0));
    Vec3d at[3];
    for (int i = 0; i < 3; ++i)
        at[i] = works.base.parts[i].placement.p;
    take(&works, 0);
    assert_int_equal(motion_joint(works.base.motion), -1);
    MotionWish wish = {.mode = MOTION_SLIDE, .target = rigid_pose_at(vec3d(60, 5, 0))};
    MotionResult result = step(&works, &wish);
    for (int i = 0; i < 20; ++i)
        result = step(&works, &wish);
    for (int i = 0; i < 3; ++i) {
        Vec3d gone = vec3d_sub(works.base.parts[i].placement.p, at[i]);
        assert_true(fabs(gone.x - 24) < 1e-2 && fabs(gone.y - 5) < 1e-6);
    }
    assert_true(result.blockers[0].part == 3);
    // What is fixed to the hinged part turns that one, and the parent stands.
    take(&works, 2);
    assert_int_equal(motion_joint(works.base.motion), 0);
    drive(&works, MOTION_SLIDE, 0.7, 0);
    assert_true(fabs(works.base.parts[1].placement.m[0][0] - cos(0.7)) < 1e-9);
    assert_true(fabs(works.base.parts[2].placement.m[0][0] - cos(0.7)) < 1e-9);
    assert_true(works.base.parts[0].placement.m[0][0] == 1);
    on_joints(&works, 1e-12);
    bench_free(&works.base);
}

// Takes the part; the others may be pushed.
static void take_among_loose(Works *works, int32_t hand)
{
    Error err = {""};
    uint8_t roles[MOST_PARTS];
    MotionDesc desc = take_desc(works, roles, hand);
    for (int32_t i = 0; i < works->base.count; ++i)
        roles[i] = i == hand ? MOTION_HAND : MOTION_LOOSE;
    works->base.motion = motion_begin(&desc, NULL, &err);
    assert_non_null(works->base.motion);
}

static double turn_of(const Works *works, int32_t joint)
{
    JointCoordinates at, zero = {{0, 0}};
    const Joint *j = &works->joints[joint];
    assert_true(joint_coordinates(j,
                                  j->parent >= 0 ? &works->base.parts[j->parent].placement : NULL,
                                  &works->base.parts[j->child].placement, zero, &at));
    return j->kind == JOINT_SLIDE ? at.shift : at.turn;
}

// A ball of a hand that goes straight on: a door in its way opens up to its limit, a drawer that is pushed
// askew goes along its axis, and what it hangs on stands.
static void what_is_pushed_goes_along_its_joint(void **state)
{
    (void)state;
    for (int kind = 0; kind < 2; ++kind) {
        Works works = {0};
        PosedPart *parts = works.base.parts;
        add_box(&works, vec3d(1, 20, 1), vec3d(-1, 0, 0));
        add_box(&works, vec3d(10, 20, 1), vec3d(6, 0, 0));
        bench_add(&works.base, shape_uv_sphere(1.5, 12, 8), affine_translation(vec3d(9, 0, 6)));
        Vec3d axis = vec3d_normalised(vec3d(0.3, 0, -1));
        Joint *joint = kind ? join(&works, JOINT_SLIDE, 0, 1, vec3d(6, 0, 0), axis)
                            : join(&works, JOINT_HINGE, 0, 1, vec3d(0, 0, 0), vec3d(0, 1, 0));
        joint->high.turn = 0.7, joint->high.shift = 4;
        take_among_loose(&works, 2);
        MotionResult result = {.lag = 0};
        Affine places[3];
        for (int i = 0; i < 3; ++i)
            places[i] = parts[i].placement;
        for (int i = 1; i <= 20; ++i) {
            MotionWish wish = {.mode = MOTION_PUSH,
                               .target = rigid_pose_at(vec3d(9, 0, 6 - 0.25 * i))};
            result = step(&works, &wish);
            judge_pushes(&works, places, "pushed");
            on_joints(&works, 1e-11);
        }
        double opened = turn_of(&works, 0);
        assert_true(result.lag < 1e-3 && fabs(parts[2].placement.p.z - 1) < 1e-3);
        if (kind == 0) // as far as a ball of 1.5 at (9, 1) has to open it
            assert_true(opened > 0.1 && opened < 0.2);
        else
            assert_true(opened > 1 && opened < 1.2);
        for (int i = 1; i <= 60; ++i) {
            MotionWish wish = {.mode = MOTION_PUSH,
                               .target = rigid_pose_at(vec3d(9, 0, 1 - 0.25 * i))};
            result = step(&works, &wish);
            judge_pushes(&works, places, "pushed on");
        }
        double limit = kind ? 4 : 0.7;
        assert_true(fabs(turn_of(&works, 0) - limit) < 1e-9 || parts[2].placement.p.z < -9);
        assert_true(turn_of(&works, 0) <= limit + 1e-12);
        on_joints(&works, 1e-11);
        assert_true(parts[0].placement.p.x == -1 && parts[0].placement.m[0][0] == 1);
        bench_free(&works.base);
    }
}

static void refused(Works *works, const uint8_t *hands, const char *text)
{
    Error err = {""};
    uint8_t roles[MOST_PARTS];
    MotionDesc desc = take_desc(works, roles, 0);
    for (int32_t i = 0; i < works->base.count; ++i)
        roles[i] = hands[i] ? MOTION_HAND : MOTION_STANDS;
    assert_null(motion_begin(&desc, NULL, &err));
    if (!strstr(err.text, text))
        fail_msg("\"%s\" does not say \"%s\"", err.text, text);
}

static void what_cannot_move_is_refused(void **state)
{
    (void)state;
    Works works = {0};
    for (int i = 0; i < 4; ++i)
        add_box(&works, vec3d(2, 2, 2), vec3d(5 * i, 0, 0));
    join(&works, JOINT_FIXED, -1, 0, vec3d(0, 0, 0), vec3d(0, 1, 0));
    join(&works, JOINT_HINGE, 0, 1, vec3d(5, 0, 0), vec3d(0, 1, 0));
    join(&works, JOINT_HINGE, 0, 2, vec3d(10, 0, 0), vec3d(0, 1, 0));
    refused(&works, (uint8_t[]){1, 0, 0, 0}, "fixed to the ground");
    refused(&works, (uint8_t[]){0, 1, 1, 0}, "different joints");
    refused(&works, (uint8_t[]){0, 1, 0, 1}, "different joints");
    couple(&works, 1, 2, 2);
    couple(&works, 2, 1, 2);
    refused(&works, (uint8_t[]){0, 1, 0, 0}, "joints 3 and 2 contradicts");
    bench_free(&works.base);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_door_is_stopped_by_posts),
        cmocka_unit_test(a_slide_goes_along_its_axis),
        cmocka_unit_test(a_screw_goes_by_its_pitch),
        cmocka_unit_test(a_cylindrical_joint_turns_and_shifts),
        cmocka_unit_test(limits_hold_exactly),
        cmocka_unit_test(what_is_beyond_its_limits_comes_back),
        cmocka_unit_test(a_thousand_turns_leave_no_trace),
        cmocka_unit_test(a_flush_shaft_turns_in_its_hole),
        cmocka_unit_test(a_parent_carries_its_children_once),
        cmocka_unit_test(what_is_pushed_goes_along_its_joint),
        cmocka_unit_test(what_cannot_move_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
