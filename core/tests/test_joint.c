// Joints: where a child stands follows from its coordinates, however far it went and however parts are
// scaled; and what is not possible is refused, with the joints named.
#include "core/base/angle.h"
#include "core/base/rng.h"
#include "core/motion/joint.h"
#include "core/tests/affine_difference.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static Vec3d across(Vec3d axis, Rng *rng)
{
    return vec3d_normalised(vec3d_cross(axis, rng_direction(rng)));
}

static JointFrame random_frame(Rng *rng)
{
    JointFrame frame = {.origin = rng_in_cube(rng, 5), .axis = rng_direction(rng)};
    frame.side = across(frame.axis, rng);
    return frame;
}

// Turned and shifted, and often scaled or mirrored.
static Affine random_placement(Rng *rng)
{
    Affine scale = affine_identity(), turn = rng_rotation(rng);
    for (int k = 0; k < 3; ++k)
        scale.m[k][k] = rng_below(rng, 2) ? 1 : rng_uniform(rng, 0.3, 3);
    if (rng_below(rng, 4) == 0)
        scale.m[0][0] = -scale.m[0][0];
    Affine placement = affine_compose(&turn, &scale);
    placement.p = rng_in_cube(rng, 20);
    return placement;
}

static Joint random_joint(Rng *rng, enum JointKind kind)
{
    Joint joint = joint_default(kind, 0, 1);
    joint.frame[0] = random_frame(rng);
    joint.frame[1] = random_frame(rng);
    joint.pitch = (rng_below(rng, 2) ? 1 : -1) * rng_uniform(rng, 0.1, 3);
    return joint;
}

// --- coordinates and poses

static void a_pose_follows_from_the_coordinates_and_says_them(void **state)
{
    (void)state;
    Rng rng = rng_create(7);
    for (int round = 0; round < 2000; ++round) {
        enum JointKind kind = (enum JointKind)(round % JOINT_KINDS);
        Joint joint = random_joint(&rng, kind);
        Error err = {""};
        assert_true(joint_check(&joint, 2, &err));
        Affine parent = random_placement(&rng), child = random_placement(&rng), placed, again;
        bool ground = rng_below(&rng, 3) == 0;
        const Affine *on = ground ? NULL : &parent;
        JointCoordinates at = {{rng_uniform(&rng, -40, 40), rng_uniform(&rng, -9, 9)}}, back;
        at = joint_clamped(&joint, at);
        assert_true(joint_placement(&joint, on, &child, at, &placed));
        assert_true(fabs(affine_determinant(&placed) / affine_determinant(&child) - 1) < 1e-12);
        assert_true(joint_coordinates(&joint, on, &placed, at, &back));
        assert_true(fabs(back.turn - at.turn) < 1e-11 && fabs(back.shift - at.shift) < 1e-11);
        JointResidual off;
        assert_true(joint_residual(&joint, on, &placed, &off));
        assert_true(off.length < 1e-11 && off.angle < 1e-11);
        assert_true(joint_placement(&joint, on, &placed, at, &again)); // whatever it was taken from
        assert_true(affine_difference(&placed, &again) < 1e-11);
        assert_true(joint_residual(&joint, on, &child, &off)); // where it was before
        assert_true(off.length > 1e-3 || off.angle > 1e-3);
    }
}

// What the words say, seen on a point in the world.
static void kinds_move_as_they_are_called(void **state)
{
    (void)state;
    JointCoordinates at = {{PI / 2, 3}};
    Affine none = affine_identity(), placed;
    const Vec3d ends[JOINT_KINDS] = {
        {{2, 0, 0}}, {{0, 2, 0}}, {{2, 0, 3}}, {{0, 2, 3}}, {{0, 2, 1}}};
    for (int k = 0; k < JOINT_KINDS; ++k) {
        Joint joint = joint_default((enum JointKind)k, -1, 0);
        joint.pitch = 4;
        assert_true(joint_placement(&joint, NULL, &none, at, &placed));
        assert_true(vec3d_distance(affine_apply(&placed, vec3d(2, 0, 0)), ends[k]) < 1e-15);
        enum JointKind found = JOINT_FIXED;
        assert_true(joint_kind_find(joint_kind_word((enum JointKind)k), &found) && (int)found == k);
    }
    assert_string_equal(joint_kind_word(JOINT_KINDS), "");
    assert_false(joint_kind_find("weld", &(enum JointKind){JOINT_FIXED}));
}

// A thousand turns forth and back in small steps, counted on from pose to pose alone.
static void a_thousand_turns_come_out(void **state)
{
    (void)state;
    Rng rng = rng_create(11);
    for (int k = JOINT_HINGE; k < JOINT_KINDS; ++k) {
        Joint joint = random_joint(&rng, (enum JointKind)k);
        Affine parent = random_placement(&rng), child = random_placement(&rng), first;
        JointCoordinates at = {{0, 0}}, last = at;
        assert_true(joint_placement(&joint, &parent, &child, at, &first));
        child = first;
        for (int i = 1; i <= 8000; ++i) {
            at.turn = 2 * PI * 1000 * (i <= 4000 ? i : 8000 - i) / 4000;
            assert_true(joint_placement(&joint, &parent, &child, at, &child));
            assert_true(joint_coordinates(&joint, &parent, &child, last, &last));
            if (joint_turns(joint.kind))
                assert_true(fabs(last.turn - at.turn) < 1e-9);
            if (joint.kind == JOINT_SCREW)
                assert_true(fabs(last.shift - joint.pitch * at.turn / (2 * PI)) < 1e-9);
        }
        assert_true(affine_difference(&child, &first) < 1e-9);
    }
}

static void limits_are_kept_exactly(void **state)
{
    (void)state;
    Joint hinge = joint_default(JOINT_HINGE, -1, 0), screw = joint_default(JOINT_SCREW, -1, 0);
    hinge.low.turn = -0.3, hinge.high.turn = 1.25;
    assert_true(joint_clamped(&hinge, (JointCoordinates){{7, 9}}).turn == 1.25);
    assert_true(joint_clamped(&hinge, (JointCoordinates){{7, 9}}).shift == 0);
    assert_true(joint_clamped(&hinge, (JointCoordinates){{-7, 9}}).turn == -0.3);
    screw.pitch = -2; // left-hand: up to 3 is down to one and a half turns back
    screw.high.shift = 3;
    screw.high.turn = 4 * PI;
    JointCoordinates low = joint_clamped(&screw, (JointCoordinates){{-50, 0}});
    assert_true(fabs(low.turn + 3 * PI) < 1e-14 && fabs(low.shift - 3) < 1e-14);
    assert_true(fabs(joint_clamped(&screw, (JointCoordinates){{50, 0}}).shift + 4) < 1e-14);
}

// --- the hand

static void the_hand_is_followed_as_near_as_possible(void **state)
{
    (void)state;
    Rng rng = rng_create(5);
    for (int round = 0; round < 600; ++round) {
        Joint joint = random_joint(&rng, (enum JointKind)(round % JOINT_KINDS));
        Affine parent = random_placement(&rng), child = random_placement(&rng), is, moved;
        JointCoordinates at = {{rng_uniform(&rng, -20, 20), rng_uniform(&rng, -3, 3)}}, found;
        at = joint_clamped(&joint, at);
        assert_true(joint_placement(&joint, &parent, &child, at, &is));
        Vec3d own = rng_in_cube(&rng, 4), from = affine_apply(&is, own);
        Vec3d to = vec3d_add(from, rng_in_cube(&rng, 2));
        assert_true(joint_follow(&joint, &parent, at, from, to, &found));
        assert_true(joint_placement(&joint, &parent, &is, found, &moved));
        double best = vec3d_distance(affine_apply(&moved, own), to);
        assert_true(best <= vec3d_distance(from, to) + 1e-9);
        for (int i = 0; i < 8; ++i) { // nothing beside it is nearer
            double by = i < 4 ? 1e-3 : 0.05;
            JointCoordinates beside = {{found.turn + (i % 2 ? by : -by),
                                        found.shift + (i / 2 % 2 ? by : -by) * (i % 3 > 0)}};
            assert_true(joint_placement(&joint, &parent, &is, beside, &moved));
            assert_true(vec3d_distance(affine_apply(&moved, own), to) >= best - 1e-9);
        }
    }
}

// A hand that goes round an axis many times, always at the same height.
static void a_hand_that_goes_round_is_followed(void **state)
{
    (void)state;
    Joint screw = joint_default(JOINT_SCREW, -1, 0);
    JointCoordinates at = {{0, 0}};
    Affine child = affine_identity();
    for (int i = 1; i <= 200; ++i) {
        double angle = 2 * PI * i / 10;
        assert_true(joint_placement(&screw, NULL, &child, at, &child));
        Vec3d from = affine_apply(&child, vec3d(8, 0, 0));
        assert_true(
            joint_follow(&screw, NULL, at, from, vec3d(8 * cos(angle), 8 * sin(angle), 0), &at));
        assert_true(fabs(at.turn - angle) < 0.06);
    }
    Joint hinge = joint_default(JOINT_HINGE, -1, 0);
    JointCoordinates still = {{3, 0}};
    assert_true(joint_follow(&hinge, NULL, still, vec3d(0, 0, 1), vec3d(0, 5, 1), &still));
    assert_true(still.turn == 3); // a point on the axis says nothing
}

// --- what is not possible

static void refused(const Joint *joint, const char *text)
{
    Error err = {""};
    assert_false(joint_check(joint, 3, &err));
    if (!strstr(err.text, text))
        fail_msg("\"%s\" does not say \"%s\"", err.text, text);
}

static void impossible_joints_are_refused(void **state)
{
    (void)state;
    Joint good = joint_default(JOINT_SCREW, 0, 1), bad;
    Error err = {""};
    assert_true(joint_check(&good, 3, &err));
    bad = good, bad.kind = JOINT_KINDS, refused(&bad, "no such kind");
    bad = good, bad.child = 3, refused(&bad, "child is not a part");
    bad = good, bad.parent = -2, refused(&bad, "neither a part nor the ground");
    bad = good, bad.parent = 1, refused(&bad, "with itself");
    bad = good, bad.frame[1].axis = vec3d(0, 0, 2), refused(&bad, "axis at the child");
    bad = good, bad.frame[0].axis = vec3d(0, 0, NAN), refused(&bad, "axis at the parent");
    bad = good, bad.frame[0].side = vec3d(0, 0, 1), refused(&bad, "along its axis");
    bad = good, bad.frame[0].side = vec3d(0, 0, 0), refused(&bad, "side at the parent");
    bad = good, bad.frame[1].origin.x = INFINITY, refused(&bad, "not a place");
    bad = good, bad.pitch = 0, refused(&bad, "pitch");
    bad = good, bad.pitch = NAN, refused(&bad, "pitch");
    bad = good, bad.low.turn = 2, bad.high.turn = 1, refused(&bad, "limits of the turn");
    bad = good, bad.high.shift = NAN, refused(&bad, "limits of the shift");
    bad = good, bad.low.turn = INFINITY, refused(&bad, "limits of the turn");
    bad = good, bad.low.turn = 10, bad.high.shift = 0, refused(&bad, "leave no place");
    bad = joint_default(JOINT_SLIDE, 0, 1), bad.low.turn = NAN; // which a slide does not have
    assert_true(joint_check(&bad, 3, &err));
}

static void circles_and_second_parents_are_refused(void **state)
{
    (void)state;
    Joint joints[4];
    for (int i = 0; i < 4; ++i)
        joints[i] = joint_default(JOINT_HINGE, i - 1, i);
    JointSet set = {.joints = joints, .count = 4};
    Error err = {""};
    int32_t at[2], joint_of[5];
    assert_true(joint_set_check(&set, 5, at, &err));
    joint_set_parents(&set, 5, joint_of);
    assert_true(joint_of[0] == 0 && joint_of[3] == 3 && joint_of[4] == -1);
    joints[0].parent = 2;
    assert_false(joint_set_check(&set, 5, at, &err));
    assert_non_null(strstr(err.text, "circle"));
    assert_true(at[0] >= 0 && at[0] < 3 && at[1] >= 0 && at[1] < 3);
    joints[0].parent = -1, joints[3].child = 1;
    assert_false(joint_set_check(&set, 5, at, &err));
    assert_non_null(strstr(err.text, "joints 2 and 4 have the same child"));
    joints[3].child = 3, joints[2].frame[0].axis.x = 1;
    assert_false(joint_set_check(&set, 5, at, &err));
    assert_true(at[0] == 2 && at[1] == -1 && strncmp(err.text, "joint 3: ", 9) == 0);
}

static void contradicting_ratios_are_refused(void **state)
{
    (void)state;
    Joint joints[4];
    for (int i = 0; i < 4; ++i)
        joints[i] = joint_default(i == 3 ? JOINT_SLIDE : JOINT_HINGE, -1, i);
    JointCoupling couplings[4] = {
        {{1, 0}, -0.5, 0.25}, {{1, 2}, 3, 0}, {{2, 3}, 0.1, 1}, {{0, 2}, -6, 1.5}};
    JointSet set = {joints, 4, couplings, 4};
    Error err = {""};
    int32_t at[2];
    JointLink links[4];
    assert_true(joint_set_check(&set, 4, at, &err));
    assert_true(joint_set_links(&set, links, at, &err));
    for (int i = 0; i < 4; ++i) { // whatever the root is, the couplings hold
        double root = 0.7, first, second;
        assert_true(links[i].root == links[0].root);
        const JointCoupling *c = &couplings[i];
        first = links[c->joint[0]].ratio * root + links[c->joint[0]].offset;
        second = links[c->joint[1]].ratio * root + links[c->joint[1]].offset;
        assert_true(fabs(second - c->ratio * first - c->offset) < 1e-14);
    }
    couplings[3].ratio = -6.001;
    assert_false(joint_set_check(&set, 4, at, &err));
    assert_non_null(strstr(err.text, "joints 1 and 3 contradicts"));
    assert_true(at[0] == 0 && at[1] == 2);
    couplings[3].ratio = -6, couplings[3].offset = 1.6;
    assert_false(joint_set_check(&set, 4, at, &err));
    JointCoupling there_and_back[2] = {{{0, 1}, 2, 0}, {{1, 0}, 0.6, 0}};
    set.couplings = there_and_back, set.coupling_count = 2;
    assert_false(joint_set_check(&set, 4, at, &err));
    assert_true(at[0] == 1 && at[1] == 0);
    there_and_back[1].ratio = 0.5;
    assert_true(joint_set_check(&set, 4, at, &err));
    set.couplings = couplings;
    set.coupling_count = 3;
    couplings[2].ratio = 0;
    assert_false(joint_set_check(&set, 4, at, &err));
    couplings[2] = (JointCoupling){{2, 2}, 1, 0};
    assert_false(joint_set_check(&set, 4, at, &err));
    couplings[2] = (JointCoupling){{2, 4}, 1, 0};
    assert_false(joint_set_check(&set, 4, at, &err));
    couplings[2] = (JointCoupling){{2, 3}, 1, 0};
    joints[3].kind = JOINT_FIXED;
    assert_false(joint_set_check(&set, 4, at, &err));
    assert_non_null(strstr(err.text, "joint 4 is fixed"));
}

// Placements that leave nothing of an axis are said, not computed with.
static void flat_placements_are_refused(void **state)
{
    (void)state;
    Joint hinge = joint_default(JOINT_HINGE, 0, 1);
    Affine flat = affine_identity(), none = affine_identity(), out;
    JointCoordinates at = {{0, 0}};
    JointResidual off;
    flat.m[2][2] = 0;
    assert_false(joint_placement(&hinge, &flat, &none, at, &out));
    assert_false(joint_coordinates(&hinge, &none, &flat, at, &at));
    assert_false(joint_residual(&hinge, &none, &flat, &off));
    assert_false(joint_follow(&hinge, &flat, at, vec3d(1, 0, 0), vec3d(0, 1, 0), &at));
    JointFrame world = {vec3d(1, 2, 3), vec3d(0, 0, 1), vec3d(1, 0, 0)}, own, back;
    assert_false(joint_frame_of(&world, &flat, &own));
    Rng rng = rng_create(3);
    Affine placement = random_placement(&rng);
    assert_true(joint_frame_of(&world, &placement, &own) &&
                joint_frame_at(&own, &placement, &back));
    assert_true(vec3d_distance(back.origin, world.origin) < 1e-12);
    assert_true(vec3d_distance(back.axis, world.axis) < 1e-14);
    assert_true(vec3d_distance(back.side, world.side) < 1e-14);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pose_follows_from_the_coordinates_and_says_them),
        cmocka_unit_test(kinds_move_as_they_are_called),
        cmocka_unit_test(a_thousand_turns_come_out),
        cmocka_unit_test(limits_are_kept_exactly),
        cmocka_unit_test(the_hand_is_followed_as_near_as_possible),
        cmocka_unit_test(a_hand_that_goes_round_is_followed),
        cmocka_unit_test(impossible_joints_are_refused),
        cmocka_unit_test(circles_and_second_parents_are_refused),
        cmocka_unit_test(contradicting_ratios_are_refused),
        cmocka_unit_test(flat_placements_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
