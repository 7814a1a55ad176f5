// Parts in the hand that do not go through others: from the wish to the poses that are committed.
#include "app/actions/list_parts.h"
#include "app/actions/list_rules.h"
#include "app/actions/list_session.h"
#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "app/document/move_settings.h"
#include "app/document/rotation.h"
#include "app/stages/explode.h"
#include "app/stages/rows.h"
#include "app/tests/app_fixture.h"

#include <math.h>

enum { BALL = 2, BALL_RADIUS = 2 };

static void open_with(App *app, enum HandMode mode)
{
    fixture_open(app);
    assert_true(app_do(app, &action_move_contact, &(ActionArgs){.index = (int)mode}, 0));
    assert_true(app_do(app, &action_part_select, &(ActionArgs){.part = BALL}, 0));
}

static void ask_ball(App *app, Vec3d to, uint64_t key)
{
    ActionArgs args = move_args(BALL, to);
    action_submit_merged(&app->queue, &action_part_move, &args, key);
    app_apply_actions(app);
}

static Vec3d ball(const App *app)
{
    return app->document.parts[BALL].placement.p;
}

static double top_of_plate(const App *app)
{
    Box3d box = mesh_bounds(app->assembly.parts[0].mesh);
    return box.hi.y;
}

static void a_part_stops_at_another(void **state)
{
    (void)state;
    App app;
    open_with(&app, HAND_STOP);
    int before = history_done(app.history);
    Vec3d home = ball(&app);
    ask_ball(&app, vec3d(3, -6, 0), 9);
    assert_true(ball(&app).y == home.y); // nothing moves before it is proven
    stages_wait(&app);
    double gap = ball(&app).y - BALL_RADIUS - top_of_plate(&app);
    assert_true(gap > -1e-9 && gap < 0.1);
    // Straight towards the target and no further.
    assert_true(fabs(ball(&app).x / 3 - (home.y - ball(&app).y) / (home.y + 6)) < 1e-6);
    assert_int_equal(app.hand.state, HAND_HELD);
    assert_int_equal(app.hand.blocker_count, 1);
    assert_int_equal(app.hand.blockers[0].part, 0);
    assert_non_null(strstr(app.hand.text, "held by Plate"));
    assert_int_equal(app.report.count, 0);
    assert_int_equal(history_done(app.history), before + 1);
    // The hand goes on, in the same gesture: to the other side it is free.
    ask_ball(&app, vec3d(0, 10, 0), 9);
    stages_wait(&app);
    assert_int_equal(app.hand.state, HAND_THERE);
    assert_true(vec3d_distance(ball(&app), vec3d(0, 10, 0)) < 1e-9);
    assert_int_equal(history_done(app.history), before + 1);
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    assert_true(vec3d_distance(ball(&app), home) == 0);
    app_free(&app);
}

static void a_part_slides_along_another(void **state)
{
    (void)state;
    App app;
    open_with(&app, HAND_SLIDE);
    ask_ball(&app, vec3d(3, -6, 1), 9);
    stages_wait(&app);
    double gap = ball(&app).y - BALL_RADIUS - top_of_plate(&app);
    assert_true(gap > -1e-9 && gap < 0.1);
    assert_true(fabs(ball(&app).x - 3) < 0.05 && fabs(ball(&app).z - 1) < 0.05);
    assert_int_equal(app.hand.state, HAND_HELD);
    assert_int_equal(app.report.count, 0);
    app_free(&app);
}

static void free_parts_go_through(void **state)
{
    (void)state;
    App app;
    open_with(&app, HAND_FREE);
    ask_ball(&app, vec3d(0, 1, 0), 9);
    assert_true(ball(&app).y == 1);
    app_free(&app);
}

static void what_a_script_does_is_done(void **state)
{
    (void)state;
    App app;
    open_with(&app, HAND_SLIDE);
    ActionArgs args = move_args(BALL, vec3d(0, 1, 0));
    assert_true(app_do(&app, &action_part_move, &args, 0));
    assert_true(ball(&app).y == 1);
    app_free(&app);
}

static void a_gesture_is_taken_back_exactly(void **state)
{
    (void)state;
    App app;
    open_with(&app, HAND_SLIDE);
    Vec3d home = ball(&app);
    int before = history_done(app.history);
    ask_ball(&app, vec3d(3, -6, 1), 9);
    stages_wait(&app);
    assert_true(vec3d_distance(ball(&app), home) > 1);
    ActionArgs args = move_args(BALL, home);
    action_submit_back(&app.queue, &action_part_move, &args, 9);
    app_apply_actions(&app);
    assert_true(vec3d_distance(ball(&app), home) == 0);
    stages_wait(&app);
    assert_true(vec3d_distance(ball(&app), home) == 0);
    assert_int_equal(history_done(app.history), before);
    app_free(&app);
}

static void several_parts_move_as_one(void **state)
{
    (void)state;
    App app;
    open_with(&app, HAND_SLIDE);
    assert_true(app_do(&app, &action_part_select_toggle, &(ActionArgs){.part = 3}, 0));
    Vec3d home[2] = {ball(&app), app.document.parts[3].placement.p};
    ActionArgs args = {.part = NO_PART, .placement = affine_translation(vec3d(2, -6, 0))};
    action_submit_merged(&app.queue, &action_parts_move, &args, 9);
    app_apply_actions(&app);
    stages_wait(&app);
    Vec3d shift = vec3d_sub(ball(&app), home[0]);
    Vec3d other = vec3d_sub(app.document.parts[3].placement.p, home[1]);
    assert_true(vec3d_distance(shift, other) < 1e-9);
    assert_true(fabs(shift.x - 2) < 0.05 && shift.y > -2.5 && shift.y < -1.5);
    assert_int_equal(app.report.count, 0);
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    assert_true(vec3d_distance(ball(&app), home[0]) == 0);
    app_free(&app);
}

enum { PLATE, BAR };

// A bar of 8 on a plate that ends at 5, with its middle at x.
static void open_bar(App *app, double x)
{
    Assembly assembly = {.title = strdup("bar")};
    Affine at = affine_identity();
    assert_true(assembly_add(&assembly, "Plate", shape_box(vec3d(10, 1, 10)), &at, 0x808080));
    at.p = vec3d(x, 2, 0);
    assert_true(assembly_add(&assembly, "Bar", shape_box(vec3d(8, 0.5, 1)), &at, 0x909090));
    fixture_open_this(app, &assembly);
    assert_true(app_do(app, &action_move_contact, &(ActionArgs){.index = HAND_SLIDE}, 0));
    assert_true(app_do(app, &action_part_select, &(ActionArgs){.part = BAR}, 0));
    hand_hold(app, true);
}

static void ask_bar(App *app, double x, double y)
{
    ActionArgs args = move_args(BAR, vec3d(x, y, 0));
    action_submit_merged(&app->queue, &action_part_move, &args, 9);
    app_apply_actions(app);
    stages_wait(app);
}

static double tilt(const App *app)
{
    const Affine *bar = &app->document.parts[BAR].placement;
    return DEGREES_PER_RADIAN * atan2(-bar->m[1][0], bar->m[0][0]);
}

// Pressed down with its middle beyond the edge it tips over that, if it may turn. How far follows from how it is
// led. A hand that stays near says how the part should lie: led on in small steps, the bar tips until its middle
// is below the plate. A hand that is far ahead at once only says where the part should be, and a part that
// stands must not fall over for that (STANDS in slide.c): the farther ahead, the less it turns, here by a few
// degrees, and there it rests. Neither is a promise of motion, so nothing else may follow from it: it is never
// farther from the hand than without turning, and lies flat again as soon as the hand is back.
static void a_switch_lets_drags_turn_parts(void **state)
{
    (void)state;
    App app;
    open_bar(&app, 6);
    const Affine *bar = &app.document.parts[BAR].placement;
    ask_bar(&app, 6, 0);
    double flat = bar->p.y;
    assert_true(bar->m[0][0] == 1 && flat > 0.75 - 1e-9 && flat < 0.76);
    // The hand does not move, and the part goes on.
    assert_true(app_do(&app, &action_move_turning, &(ActionArgs){.flag = true}, 0));
    stages_wait(&app);
    assert_true(tilt(&app) > 3 && tilt(&app) < 5 && bar->p.y < flat - 0.05);
    Affine rest = *bar;
    ask_bar(&app, 6, -1e-9); // as good as the same wish: it rests
    assert_true(affine_equal(bar, &rest));
    ask_bar(&app, 6, 2);
    ask_bar(&app, 6, -2); // farther ahead, and hardly more
    assert_true(tilt(&app) > 3 && tilt(&app) < 6 && bar->p.y < flat - 0.05);
    // Back and led down by the mouse: the middle follows the hand, over the edge.
    ask_bar(&app, 6, 0.8);
    assert_true(fabs(tilt(&app)) < 1e-6 && fabs(bar->p.y - 0.8) < 1e-9);
    double before = bar->p.y;
    for (int i = 1; i <= 45; ++i) {
        ask_bar(&app, 6, 0.8 - 0.05 * i);
        assert_true(bar->p.y <= before + 1e-9);
        before = bar->p.y;
    }
    assert_true(tilt(&app) > 30 && bar->p.y < -0.5);
    assert_int_equal(app.report.count, 0);
    ask_bar(&app, 6, 0.8);
    assert_true(fabs(tilt(&app)) < 1e-6 && fabs(bar->p.y - 0.8) < 1e-9);
    // With its middle on the plate it lies still, however it is led.
    ask_bar(&app, 3, 0.8);
    for (int i = 1; i <= 24; ++i)
        ask_bar(&app, 3, 0.8 - 0.05 * i);
    assert_true(fabs(tilt(&app)) < 0.01 && bar->p.y > 0.75 - 1e-3);
    ask_bar(&app, 3, 0.8);
    ask_bar(&app, 3, -2);
    assert_true(fabs(tilt(&app)) < 0.01 && bar->p.y > 0.75 - 1e-3);
    assert_int_equal(app.report.count, 0);
    app_free(&app);
}

static void numbers_go_as_far_as_they_can(void **state)
{
    (void)state;
    App app;
    open_with(&app, HAND_SLIDE);
    ActionArgs args = {.part = BALL, .axis = 1, .number = -4};
    action_submit(&app.queue, &action_part_nudge, &args);
    app_apply_actions(&app);
    stages_wait(&app);
    double gap = ball(&app).y - BALL_RADIUS - top_of_plate(&app);
    assert_true(gap > -1e-9 && gap < 0.1);
    assert_non_null(strstr(app.hand.text, " of 4"));
    app_free(&app);
}

// A pair that rules ignore does not hold, and what is hidden neither; both are said.
static void what_is_hidden_does_not_hold(void **state)
{
    (void)state;
    App app;
    open_with(&app, HAND_STOP);
    assert_true(app_do(&app, &action_part_show, &(ActionArgs){.part = 0}, 0));
    ask_ball(&app, vec3d(0, -6, 0), 9);
    stages_wait(&app);
    assert_true(fabs(ball(&app).y + 6) < 1e-9);
    assert_non_null(strstr(app.hand.text, "1 hidden part does not hold it"));
    // One that is elsewhere is not counted.
    ask_ball(&app, vec3d(0, -7, 0), 10);
    stages_wait(&app);
    assert_string_equal(app.hand.text, "");
    app_free(&app);
}

static void what_is_ignored_does_not_hold(void **state)
{
    (void)state;
    App app;
    open_with(&app, HAND_STOP);
    ActionArgs rule = {.text = "ignore Ball Plate"};
    assert_true(app_do(&app, &action_rules_add, &rule, 0)); // both plates; one is on the way
    ask_ball(&app, vec3d(0, -6, 0), 9);
    stages_wait(&app);
    assert_true(fabs(ball(&app).y + 6) < 1e-9);
    assert_non_null(strstr(app.hand.text, "1 on the way ignored by rules"));
    app_free(&app);
}

// A ghost is there, and so is a part that is meant to be met.
static void ghosts_and_intentional_pairs_hold(void **state)
{
    (void)state;
    App app;
    open_with(&app, HAND_STOP);
    ActionArgs rule = {.text = "intentional Ball Plate"};
    assert_true(app_do(&app, &action_rules_add, &rule, 0));
    assert_true(app_do(&app, &action_part_ghost, &(ActionArgs){.part = 0, .flag = true}, 0));
    ask_ball(&app, vec3d(0, -6, 0), 9);
    stages_wait(&app);
    assert_true(app.document.parts[0].ghost);
    assert_true(ball(&app).y - BALL_RADIUS > top_of_plate(&app) - 1e-9);
    assert_non_null(strstr(app.hand.text, "held by Plate"));
    app_free(&app);
}

static void what_moved_meanwhile_is_in_the_way(void **state)
{
    (void)state;
    App app;
    open_with(&app, HAND_STOP);
    ask_ball(&app, vec3d(0, 6, 0), 9);
    stages_wait(&app);
    ActionArgs args = move_args(1, vec3d(0, 11, 0));
    assert_true(app_do(&app, &action_part_move, &args, 0));
    ask_ball(&app, vec3d(0, 25, 0), 9);
    stages_wait(&app);
    double gap = 11 - top_of_plate(&app) - BALL_RADIUS - ball(&app).y;
    assert_true(gap > -1e-9 && gap < 0.1);
    assert_int_equal(app.hand.blockers[0].part, 1);
    app_free(&app);
}

static void an_exploded_view_collapses_for_the_drag(void **state)
{
    (void)state;
    App app;
    open_with(&app, HAND_SLIDE);
    assert_true(app_do(&app, &action_view_explode, &(ActionArgs){.number = 1}, 0));
    stages_wait(&app);
    assert_true(vec3d_length(app_shown_shift(&app, 3)) > 1);
    hand_hold(&app, true);
    ask_ball(&app, vec3d(1, 5, 0), 9);
    stages_wait(&app);
    assert_true(vec3d_length(app_shown_shift(&app, 3)) == 0);
    hand_hold(&app, false);
    stages_wait(&app);
    assert_true(vec3d_length(app_shown_shift(&app, 3)) > 1);
    app_free(&app);
}

// Mirrored and stretched parts stop as they are; what is squashed flat cannot be moved by anybody.
static void scaled_parts_stop_where_they_are(void **state)
{
    (void)state;
    App app;
    open_with(&app, HAND_STOP);
    Affine large = affine_translation(vec3d(0, 8, 0));
    large.m[0][0] = -1, large.m[1][1] = 1.5;
    assert_true(
        app_do(&app, &action_part_move, &(ActionArgs){.part = BALL, .placement = large}, 0));
    stages_wait(&app);
    ActionArgs args = {.part = BALL, .placement = large};
    args.placement.p.y = -6;
    action_submit_merged(&app.queue, &action_part_move, &args, 9);
    app_apply_actions(&app);
    stages_wait(&app);
    double gap = ball(&app).y - 1.5 * BALL_RADIUS - top_of_plate(&app);
    assert_true(gap > -1e-9 && gap < 0.1);
    assert_true(app.document.parts[BALL].placement.m[0][0] == -1);
    assert_int_equal(app.report.count, 0);
    Vec3d before = ball(&app);
    args.placement.m[1][1] = 0;
    action_submit_merged(&app.queue, &action_part_move, &args, 10);
    app_apply_actions(&app);
    stages_wait(&app);
    assert_true(vec3d_distance(before, ball(&app)) == 0);
    app_free(&app);
}

// A part that changes its shape in the hand is taken anew: it stops as it is then.
static void a_part_that_is_deformed_is_taken_anew(void **state)
{
    (void)state;
    App app;
    open_with(&app, HAND_STOP);
    ask_ball(&app, vec3d(0, 8, 0), 9);
    stages_wait(&app);
    assert_true(app_do(&app, &action_part_deform,
                       &(ActionArgs){.part = BALL, .index = 0, .amount = 0.5}, 0));
    stages_wait(&app);
    ask_ball(&app, vec3d(0, -6, 0), 9);
    stages_wait(&app);
    assert_int_equal(app.hand.state, HAND_HELD);
    assert_int_equal(app.report.count, 0); // by a search of its own, of the shape that is drawn
    app_free(&app);
}

// Blown up in the hand it runs into what it stands on. That is a clash and no motion: it stays where it is
// and is reported; from there it gets no deeper, and comes out.
static void a_depth_from_deforming_is_a_clash(void **state)
{
    (void)state;
    App app;
    open_with(&app, HAND_STOP);
    hand_hold(&app, true);
    ask_ball(&app, vec3d(0, -6, 0), 9);
    stages_wait(&app);
    Vec3d before = ball(&app);
    ActionArgs blow_up = {.part = BALL, .amount = 0.5};
    for (int i = 0; i < deform_rule_count; ++i)
        if (strcmp(deform_rules[i]->name, "blow up") == 0)
            blow_up.index = i;
    assert_true(app_do(&app, &action_part_deform, &blow_up, 0));
    stages_wait(&app);
    assert_true(vec3d_distance(before, ball(&app)) == 0);
    assert_int_equal(app.fit.of_kind[FIT_INTERFERENCE], 1);
    double deep = app.fit.rows[0].depth;
    ask_ball(&app, vec3d(0, -7, 0), 9);
    stages_wait(&app);
    assert_true(deep > 0.1 && app.fit.rows[0].depth <= 1.1 * deep);
    ask_ball(&app, vec3d(0, 9, 0), 9);
    stages_wait(&app);
    assert_true(fabs(ball(&app).y - 9) < 1e-9 && app.fit.count == 0);
    app_free(&app);
}

// Many wishes before anything could be done: the newest counts, the others are not gone through.
static void the_newest_wish_counts(void **state)
{
    (void)state;
    App app;
    open_with(&app, HAND_STOP);
    hand_hold(&app, true);
    for (int i = 0; i < 50; ++i)
        ask_ball(&app, vec3d(i % 2 ? 3 : -3, -6, 0), 9); // through the plate
    ask_ball(&app, vec3d(0, 8, 0), 9);
    while (app.hand.state != HAND_THERE) {
        stages_update(&app, 0);
        stages_nap(&app, 1);
        assert_true(ball(&app).y >= 5 && ball(&app).x == 0);
    }
    assert_true(vec3d_distance(ball(&app), vec3d(0, 8, 0)) < 1e-9);
    app_free(&app);
}

// Let go on its way it goes on, but Esc stops it where it came; the next gesture begins there.
static void esc_stops_what_was_let_go(void **state)
{
    (void)state;
    for (int updates = 0; updates < 3; ++updates) {
        App app;
        open_with(&app, HAND_STOP);
        hand_hold(&app, true);
        ask_ball(&app, vec3d(0, 9, 0), 9);
        const char *why = NULL;
        assert_false(app_can(&app, &action_app_cancel, &why)); // it is in the hand
        hand_hold(&app, false);
        for (int i = 0; i < updates; ++i)
            stages_update(&app, 0);
        Vec3d at = ball(&app);
        assert_true(hand_active(&app.hand));
        assert_true(app_do(&app, &action_app_cancel, NULL, 0));
        stages_wait(&app);
        assert_true(vec3d_distance(at, ball(&app)) == 0 && !hand_active(&app.hand));
        ask_ball(&app, vec3d(1, 9, 0), 10);
        stages_wait(&app);
        assert_true(vec3d_distance(ball(&app), vec3d(1, 9, 0)) < 1e-9);
        app_free(&app);
    }
}

// The primary part may be locked, and a reloaded file may leave none.
static void what_may_move_is_taken(void **state)
{
    (void)state;
    for (int none = 0; none < 2; ++none) {
        App app;
        open_with(&app, HAND_SLIDE);
        app_do(&app, &action_part_lock, &(ActionArgs){.part = 0, .flag = true}, 0);
        app_do(&app, &action_part_select_toggle, &(ActionArgs){.part = 0}, 0);
        assert_int_equal(app.document.selected, 0);
        if (none)
            app.document.selected = NO_PART;
        Affine motion = affine_translation(vec3d(0, 1, 0));
        assert_true(hand_take_selection(&app, &motion));
        assert_int_equal(app.hand.lead, BALL);
        assert_int_equal(app.hand.count, 1);
        assert_true(app.hand.targets[0].p.y == ball(&app).y + 1);
        app_free(&app);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_part_stops_at_another),
        cmocka_unit_test(a_part_slides_along_another),
        cmocka_unit_test(free_parts_go_through),
        cmocka_unit_test(what_a_script_does_is_done),
        cmocka_unit_test(a_gesture_is_taken_back_exactly),
        cmocka_unit_test(several_parts_move_as_one),
        cmocka_unit_test(a_switch_lets_drags_turn_parts),
        cmocka_unit_test(numbers_go_as_far_as_they_can),
        cmocka_unit_test(what_may_move_is_taken),
        cmocka_unit_test(what_is_hidden_does_not_hold),
        cmocka_unit_test(what_is_ignored_does_not_hold),
        cmocka_unit_test(ghosts_and_intentional_pairs_hold),
        cmocka_unit_test(what_moved_meanwhile_is_in_the_way),
        cmocka_unit_test(an_exploded_view_collapses_for_the_drag),
        cmocka_unit_test(scaled_parts_stop_where_they_are),
        cmocka_unit_test(a_part_that_is_deformed_is_taken_anew),
        cmocka_unit_test(a_depth_from_deforming_is_a_clash),
        cmocka_unit_test(the_newest_wish_counts),
        cmocka_unit_test(esc_stops_what_was_let_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
