// Joints of a document: what is moved obeys them, and each step is undone as one.
#include "app/document/field_actions.h"
#include "app/document/history.h"
#include "app/document/joint_hold.h"
#include "app/document/move_settings.h"
#include "app/scenes/scene.h"
#include "app/tests/joint_fixture.h"
#include "core/base/angle.h"
#include "core/base/rng.h"

static void what_is_moved_follows_its_joint(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    // A lid at the plate's edge, a ball on the lid, and all of it stands on the ground.
    add(&app, LID, PLATE, JOINT_HINGE, "at -5 20 0 along 0 0 1");
    add(&app, BALL, LID, JOINT_SLIDE, "at 0 5 0 along 1 0 0");
    Affine wish = app.document.parts[LID].placement;
    wish.p.y += 10; // the lid's middle is 5 from the axis: it turns towards there
    ActionArgs args = {.part = LID, .placement = wish};
    assert_true(app_do(&app, &action_part_move, &args, 0));
    check_joints(&app);
    assert_true(fabs(turn_of(&app, LID) - atan2(10, 5) * DEGREES_PER_RADIAN) < 1e-9);
    // The ball came along, as far from the lid as it was.
    assert_true(fabs(app.document.parts[BALL].joint.shift) < 1e-12);
    assert_true(vec3d_distance(app.document.parts[BALL].placement.p, vec3d(0, 5, 0)) > 5);
    assert_string_equal(history_undo_title(app.history), "Undo Move part Plate (2)");
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    assert_true(turn_of(&app, LID) == 0 && app.document.parts[BALL].placement.p.x == 0);
    // The plate carries both.
    args = move_args(PLATE, vec3d(1, 2, 3));
    assert_true(app_do(&app, &action_part_move, &args, 0));
    check_joints(&app);
    assert_true(vec3d_distance(app.document.parts[BALL].placement.p, vec3d(1, 7, 3)) < 1e-12);
    assert_true(turn_of(&app, LID) == 0);
    // Along its slide the ball goes as far as it was wanted in that direction alone.
    args = move_args(BALL, vec3d(5, 9, -4));
    assert_true(app_do(&app, &action_part_move, &args, 0));
    assert_true(vec3d_distance(app.document.parts[BALL].placement.p, vec3d(5, 7, 3)) < 1e-12);
    check_joints(&app);
    app_free(&app);
}

static void limits_stop_it_and_say_so(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    add(&app, LID, PLATE, JOINT_HINGE, "at -5 20 0 along 0 0 1");
    assert_true(limit(&app, LID, JOINT_TURN, "-10 90"));
    assert_true(set(&app, LID, JOINT_TURN, 120));
    assert_true(fabs(turn_of(&app, LID) - 90) < 1e-9);
    assert_string_equal(app.joint_text, "Plate (2) is at its limit, 90\xC2\xB0");
    assert_true(set(&app, LID, JOINT_TURN, 20));
    assert_string_equal(app.joint_text, "");
    assert_true(limit(&app, LID, JOINT_TURN, "30 90")); // it is taken to where it may be
    assert_true(fabs(turn_of(&app, LID) - 30) < 1e-9);
    check_joints(&app);
    assert_false(limit(&app, LID, JOINT_TURN, "90 30"));
    assert_false(limit(&app, LID, JOINT_SHIFT, "1 2"));
    assert_false(limit(&app, LID, JOINT_TURN, "1"));
    assert_true(limit(&app, LID, JOINT_TURN, "none"));
    add(&app, RING, JOINT_GROUND, JOINT_SCREW, "at 30 0 0 along 0 0 1");
    assert_true(set(&app, RING, JOINT_TURN, 720)); // it has no limits
    assert_string_equal(app.joint_text, "");
    // What is locked does not come along: nothing moves then.
    add(&app, BALL, LID, JOINT_FIXED, "at 0 0 0 along 0 0 1");
    app.document.parts[BALL].locked = true;
    double turn = turn_of(&app, LID);
    assert_false(set(&app, LID, JOINT_TURN, 50));
    assert_non_null(strstr(last_notice(&app), "Ball is locked"));
    assert_true(turn_of(&app, LID) == turn);
    assert_false(limit(&app, LID, JOINT_TURN, "40 50")); // nor is the joint another one
    assert_non_null(strstr(last_notice(&app), "Ball is locked"));
    check_joints(&app);
    app_free(&app);
}

static void coupled_joints_turn_together_and_stop_together(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    add(&app, LID, JOINT_GROUND, JOINT_HINGE, "at 0 20 0 along 0 1 0");
    add(&app, BALL, PLATE, JOINT_SLIDE, "at 0 5 0 along 1 0 0");
    add(&app, RING, LID, JOINT_FIXED, "at 0 0 0 along 0 0 1"); // turns with the lid
    ActionArgs couple = {.part = BALL, .other = LID, .number = 2};
    assert_true(app_do(&app, &action_joint_couple, &couple, 0));
    assert_true(set(&app, LID, JOINT_TURN, 90));
    assert_true(fabs(app.document.parts[BALL].joint.shift - PI) < 1e-12);
    check_joints(&app);
    // Pulled at what is fixed to it, or at what follows: the same thing moves.
    ActionArgs pull = {.part = RING, .placement = affine_identity()};
    Vec3d far = app.document.parts[RING].placement.p;
    assert_true(joint_pull(&app.document, RING, vec3d(0, 0, 0), vec3d(far.z, far.y, -far.x), NULL,
                           &pull.placement));
    assert_true(app_do(&app, &action_part_move, &pull, 0));
    assert_true(fabs(fabs(turn_of(&app, LID) - 90) - 90) < 1e-9);
    check_joints(&app);
    assert_true(limit(&app, BALL, JOINT_SHIFT, "0 7"));
    assert_true(set(&app, LID, JOINT_TURN, 720)); // the follower stops the driver
    assert_true(fabs(app.document.parts[BALL].joint.shift - 7) < 1e-12);
    assert_true(fabs(app.document.parts[LID].joint.turn - 3.5) < 1e-12);
    assert_non_null(strstr(app.joint_text, "Ball is at its limit, 7 "));
    check_joints(&app);
    // A ring of ratios that do not agree is refused by name.
    assert_true(app_do(&app, &action_joint_uncouple, &(ActionArgs){.part = BALL}, 0));
    assert_true(set(&app, LID, JOINT_TURN, 10));
    assert_true(fabs(app.document.parts[BALL].joint.shift - 7) < 1e-12);
    app_free(&app);
}

static void what_is_coupled_keeps_the_limits_of_its_shift(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    add(&app, BALL, PLATE, JOINT_CYLINDRICAL, "at 0 5 0 along 1 0 0");
    add(&app, LID, JOINT_GROUND, JOINT_HINGE, "at 0 20 0 along 0 1 0");
    assert_true(limit(&app, BALL, JOINT_SHIFT, "-1 4"));
    ActionArgs couple = {.part = BALL, .other = LID, .number = 2};
    assert_true(app_do(&app, &action_joint_couple, &couple, 0));
    assert_true(set(&app, BALL, JOINT_SHIFT, 9));
    assert_true(fabs(app.document.parts[BALL].joint.shift - 4) < 1e-12);
    assert_non_null(strstr(app.joint_text, "Ball is at its limit, 4 "));
    assert_true(set(&app, LID, JOINT_TURN, 30)); // it turns with the lid, and stays there
    assert_true(fabs(turn_of(&app, BALL) - 60) < 1e-9);
    assert_true(fabs(app.document.parts[BALL].joint.shift - 4) < 1e-12);
    check_joints(&app);
    app_free(&app);
}

// What is laid onto an axis takes along what hangs on it, and not what it hangs on.
static void a_part_is_fixed_where_it_was_laid(void **state)
{
    (void)state;
    for (int kind = JOINT_FIXED; kind < JOINT_KINDS; ++kind) {
        App app;
        fixture_open(&app);
        add(&app, RING, BALL, JOINT_HINGE, "at 30 0 0 along 0 0 1");
        Affine plate = app.document.parts[PLATE].placement;
        Vec3d apart =
            vec3d_sub(app.document.parts[RING].placement.p, app.document.parts[BALL].placement.p);
        add(&app, BALL, PLATE, (enum JointKind)kind, "at 9 0 0 along 0 0 1 from 2 1 0 along 0 0 1");
        assert_true(affine_equal(&plate, &app.document.parts[PLATE].placement));
        assert_true(vec3d_distance(app.document.parts[BALL].placement.p, vec3d(7, 4, 0)) < 1e-9);
        Vec3d now =
            vec3d_sub(app.document.parts[RING].placement.p, app.document.parts[BALL].placement.p);
        assert_true(vec3d_distance(apart, now) < 1e-9);
        check_joints(&app);
        app_free(&app);
    }
}

static void a_thousand_turns_end_where_they_began(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    add(&app, RING, JOINT_GROUND, JOINT_HINGE, "at 3 -2 5 along 1 2 -3");
    Affine start = app.document.parts[RING].placement;
    for (int i = 1; i <= 8000; ++i) { // by placements, as the mouse does
        Joint joint = app.document.joints->joints[0];
        JointCoordinates at = app.document.parts[RING].joint;
        at.turn = i * (PI / 4);
        ActionArgs args = {.part = RING};
        assert_true(joint_placement(&joint, NULL, &app.document.parts[RING].placement, at,
                                    &args.placement));
        assert_true(app_do(&app, &action_part_move, &args, 9));
    }
    assert_true(fabs(turn_of(&app, RING) - 360000) < 1e-6);
    for (int i = 0; i < 3; ++i)
        assert_true(fabs(app.document.parts[RING].placement.p.v[i] - start.p.v[i]) < 1e-9);
    assert_int_equal(history_done(app.history), 2);
    app_free(&app);
}

static void deleting_a_part_takes_its_joints_in_the_same_step(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    add(&app, LID, PLATE, JOINT_HINGE, "at -5 20 0 along 0 0 1");
    add(&app, BALL, LID, JOINT_SLIDE, "at 0 5 0 along 1 0 0");
    add(&app, RING, JOINT_GROUND, JOINT_HINGE, "at 0 0 0 along 1 0 0");
    ActionArgs couple = {.part = BALL, .other = LID, .number = 0.5};
    assert_true(app_do(&app, &action_joint_couple, &couple, 0));
    couple = (ActionArgs){.part = RING, .other = BALL, .number = -3};
    assert_true(app_do(&app, &action_joint_couple, &couple, 0));
    assert_true(set(&app, LID, JOINT_TURN, 30));
    Document before;
    assert_true(document_copy(&before, &app.document));
    assert_true(app_do(&app, &action_part_delete, &(ActionArgs){.part = LID}, 0));
    assert_int_equal(app.document.joints->count, 1);
    assert_int_equal(app.document.joints->joints[0].child, RING);
    assert_int_equal(app.document.joints->coupling_count, 0);
    check_joints(&app);
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    assert_true(document_equal(&before, &app.document));
    check_joints(&app);
    document_free(&before);
    app_free(&app);
}

// Random moves of random parts over a tree with all kinds and a coupling; undone, all is as it was.
static void joints_hold_whatever_is_done(void **state)
{
    (void)state;
    Rng rng = rng_create(77);
    for (int kind = JOINT_HINGE; kind < JOINT_KINDS; ++kind) {
        App app;
        fixture_open(&app);
        add(&app, LID, PLATE, (enum JointKind)kind, "at -5 20 0 along 0 1 1");
        add(&app, BALL, LID, JOINT_HINGE, "at 0 5 0 along 1 0 0");
        add(&app, RING, BALL, JOINT_FIXED, "at 0 5 0 along 1 0 0");
        ActionArgs couple = {.part = BALL, .other = LID, .number = -0.5};
        assert_true(app_do(&app, &action_joint_couple, &couple, 0));
        Document before;
        assert_true(document_copy(&before, &app.document));
        int steps = history_done(app.history);
        for (int i = 0; i < 60; ++i) {
            ActionArgs args = {.part = rng_below(&rng, FIXTURE_PARTS)};
            args.placement =
                affine_rotation(vec3d_normalised(rng_in_cube(&rng, 1)), 3 * rng_unit(&rng));
            args.placement.p = rng_in_cube(&rng, 30);
            const Action *action = i % 5 == 4   ? &action_parts_reset_all
                                   : i % 5 == 3 ? &action_part_reset
                                                : &action_part_move;
            assert_true(app_do(&app, action, &args, 0));
            check_joints(&app);
        }
        while (history_done(app.history) > steps)
            assert_true(app_do(&app, &action_edit_undo, NULL, 0));
        assert_true(document_equal(&before, &app.document));
        document_free(&before);
        app_free(&app);
    }
}

// As long a chain as there may be, listed from its end: what is above is seen to first all the same.
static void a_long_chain_comes_along(void **state)
{
    (void)state;
    Document document = {.part_count = JOINTS_MOST, .selected = NO_PART};
    document.parts = calloc(JOINTS_MOST, sizeof *document.parts);
    document.joints = joint_list_create();
    assert_true(document.parts && document.joints);
    for (int32_t i = 0; i < JOINTS_MOST; ++i)
        document.parts[i].placement = affine_identity();
    for (int32_t i = JOINTS_MOST; i-- > 0;) {
        Joint joint = joint_default(JOINT_SLIDE, i - 1, i); // the first one hangs on the ground
        for (int k = 0; k < 2; ++k)
            joint.frame[k] = joint_frame_along(vec3d(0, 0, 0), vec3d(1, 0, 0));
        assert_true(joint_list_add(document.joints, &joint, "link"));
    }
    JointGuard guard;
    JointOutcome outcome;
    assert_true(joint_guard_take(&guard, &document));
    document.parts[0].joint.shift = 3;
    document.parts[JOINTS_MOST / 2].joint.shift = 4;
    assert_true(joints_hold(&document, &guard, &document, NULL, NULL, &outcome));
    for (int32_t i = 0; i < JOINTS_MOST; ++i)
        assert_true(fabs(document.parts[i].placement.p.x - (i < JOINTS_MOST / 2 ? 3 : 7)) < 1e-9);
    joint_guard_free(&guard);
    joint_list_release(document.joints);
    free(document.parts);
}

// The mouse leads a lid over its limit and on: it stays there, and the limit is told, in every mode.
static void the_mouse_is_told_of_limits(void **state)
{
    (void)state;
    for (int mode = HAND_FREE; mode <= HAND_PUSH; ++mode) {
        App app = start();
        Error err;
        assert_true(stages_open_scene(&app, scene_find("Box and lid"), &err));
        stages_wait(&app);
        int32_t lid = assembly_find(&app.assembly, "Lid");
        assert_true(app_do(&app, &action_move_contact, &(ActionArgs){.index = mode}, 0));
        assert_true(app_do(&app, &action_part_select, &(ActionArgs){.part = lid}, 0));
        Affine back, first = app.document.parts[lid].placement;
        assert_true(affine_invert(&first, &back));
        Vec3d grip = affine_apply(&back, vec3d(3, 50.25, -10.3));
        hand_hold(&app, true);
        for (int degrees = 7; degrees < 160; degrees += 7) {
            double angle = degrees / DEGREES_PER_RADIAN;
            Vec3d to = vec3d(3, 50.25 + 32.7 * sin(angle), -43 + 32.7 * cos(angle));
            ActionArgs args = {.part = lid};
            assert_true(joint_pull(&app.document, lid, grip, to, NULL, &args.placement));
            action_submit_merged(&app.queue, &action_part_move, &args, 9);
            app_apply_actions(&app);
            stages_wait(&app);
            const char *said = mode == HAND_FREE ? app.joint_text : app.hand.text;
            bool beyond = degrees > 110;
            if (!(fabs(turn_of(&app, lid) - (beyond ? 110 : degrees)) < 1e-6) ||
                strcmp(said, beyond ? "Lid is at its limit, 110\xC2\xB0" : "") != 0)
                fail_msg("mode %d, %d degrees: at %g, \"%s\"", mode, degrees, turn_of(&app, lid),
                         said);
            // In the hand it is wanted there, and not where coordinates begin.
            if (mode != HAND_FREE)
                assert_true(fabs(app.hand.at.turn - turn_of(&app, lid) / DEGREES_PER_RADIAN) <
                            1e-9);
        }
        app_free(&app);
    }
}

static void ask(App *app, int32_t part, int coordinate, double value)
{
    ActionArgs args = {.part = part, .index = coordinate, .number = value};
    action_submit(&app->queue, &action_joint_set, &args);
    app_apply_actions(app);
    stages_wait(app);
}

// The gear unit runs: the teeth never meet, and everything on the shafts goes round with them.
static void built_in_scenes_have_joints_that_work(void **state)
{
    (void)state;
    App app = start();
    Error err;
    assert_true(stages_open_scene(&app, scene_find("Gear unit"), &err));
    stages_wait(&app);
    check_joints(&app);
    int32_t input = assembly_find(&app.assembly, "Input shaft");
    int32_t wheel = assembly_find(&app.assembly, "Gear wheel");
    assert_int_equal(app.report.count, 0);
    for (int i = 1; i <= 7; ++i) { // a tooth and a bit
        assert_true(set(&app, input, JOINT_TURN, 3.1 * i));
        stages_wait(&app);
        check_joints(&app);
        if (app.report.count > 0)
            fail_msg("parts meet at %g degrees", 3.1 * i);
    }
    // By the hand, too: all nine parts of it at once, and as one step.
    assert_true(app_do(&app, &action_move_contact, &(ActionArgs){.index = HAND_SLIDE}, 0));
    int steps = history_done(app.history);
    double from = turn_of(&app, input);
    ask(&app, wheel, JOINT_TURN, 0); // it is fixed: refused
    assert_true(turn_of(&app, input) == from);
    ask(&app, input, JOINT_TURN, from + 5);
    assert_true(fabs(turn_of(&app, input) - from - 5) < 1e-6);
    check_joints(&app);
    assert_int_equal(history_done(app.history), steps + 1);
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    // About x, backwards and half as far.
    double turned = atan2(app.document.parts[wheel].placement.m[2][1],
                          app.document.parts[wheel].placement.m[1][1]);
    assert_true(fabs(turned * DEGREES_PER_RADIAN + 0.5 * 3.1 * 7) < 1e-9);
    // Along the shaft it does not go.
    Affine at = app.document.parts[input].placement;
    ActionArgs args = {.part = input, .placement = at};
    args.placement.p.x += 6;
    assert_true(app_do(&app, &action_part_move, &args, 0));
    assert_true(affine_equal(&at, &app.document.parts[input].placement));
    assert_string_equal(app.joint_text, "Input shaft only turns about its axis");
    assert_true(stages_open_scene(&app, scene_find("Box and lid"), &err));
    stages_wait(&app);
    check_joints(&app);
    assert_int_equal(joint_list_count(app.document.joints), 4);
    int32_t lid = assembly_find(&app.assembly, "Lid");
    assert_true(set(&app, lid, JOINT_TURN, 200));
    assert_string_equal(app.joint_text, "Lid is at its limit, 110\xC2\xB0");
    stages_wait(&app);
    assert_int_equal(app.report.count, 0);
    app_free(&app);
}

// Parts that do not go through others follow their joints as far as contact lets them, and all that
// moves along is held with them.
static void in_the_hand_contact_holds_what_joints_move(void **state)
{
    (void)state;
    App app = start();
    Error err;
    assert_true(stages_open_scene(&app, scene_find("Box and lid"), &err));
    stages_wait(&app);
    assert_true(app_do(&app, &action_move_contact, &(ActionArgs){.index = HAND_SLIDE}, 0));
    int32_t lid = assembly_find(&app.assembly, "Lid");
    int32_t latch = assembly_find(&app.assembly, "Latch");
    ask(&app, latch, JOINT_SHIFT, 9);
    assert_true(fabs(app.document.parts[latch].joint.shift - 9) < 1e-9);
    ask(&app, lid, JOINT_TURN, 60); // 0.5 mm of play, 83 mm from the hinge
    assert_int_equal(app.hand.state, HAND_HELD);
    assert_non_null(strstr(app.hand.text, "held by Latch"));
    assert_true(turn_of(&app, lid) > 0.3 && turn_of(&app, lid) < 0.36);
    check_joints(&app);
    assert_int_equal(app.report.count, 0);
    ask(&app, latch, JOINT_SHIFT, 0);
    ask(&app, lid, JOINT_TURN, 200);
    assert_true(fabs(turn_of(&app, lid) - 110) < 1e-6);
    assert_non_null(strstr(app.hand.text, "at its limit, 110"));
    check_joints(&app);
    int steps = history_done(app.history);
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    assert_true(turn_of(&app, lid) < 0.36);
    assert_int_equal(history_done(app.history), steps - 1);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_moved_follows_its_joint),
        cmocka_unit_test(limits_stop_it_and_say_so),
        cmocka_unit_test(coupled_joints_turn_together_and_stop_together),
        cmocka_unit_test(what_is_coupled_keeps_the_limits_of_its_shift),
        cmocka_unit_test(a_part_is_fixed_where_it_was_laid),
        cmocka_unit_test(a_thousand_turns_end_where_they_began),
        cmocka_unit_test(deleting_a_part_takes_its_joints_in_the_same_step),
        cmocka_unit_test(joints_hold_whatever_is_done),
        cmocka_unit_test(a_long_chain_comes_along),
        cmocka_unit_test(the_mouse_is_told_of_limits),
        cmocka_unit_test(built_in_scenes_have_joints_that_work),
        cmocka_unit_test(in_the_hand_contact_holds_what_joints_move),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
