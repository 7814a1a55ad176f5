// Where contact leaves no way out: one key, and the part in the hand goes through what holds it until
// the two are apart, and its depth is shown meanwhile.
#include "app/actions/list_parts.h"
#include "app/actions/list_session.h"
#include "app/document/field_actions.h"
#include "app/document/move_settings.h"
#include "app/stages/hand_text.h"
#include "app/tests/app_fixture.h"

#include <math.h>

enum { LOWER = 0, BALL = 2, BALL_RADIUS = 2 };
static const double TOP = 0.5; // of the plate

static void open_with(App *app, enum HandMode mode)
{
    fixture_open(app);
    assert_true(app_do(app, &action_move_contact, &(ActionArgs){.index = (int)mode}, 0));
    assert_true(app_do(app, &action_part_select, &(ActionArgs){.part = BALL}, 0));
}

static void ask_ball(App *app, double y, uint64_t key)
{
    ActionArgs args = move_args(BALL, vec3d(0, y, 0));
    action_submit_merged(&app->queue, &action_part_move, &args, key);
    app_apply_actions(app);
    stages_wait(app);
}

static double height(const App *app)
{
    return app->document.parts[BALL].placement.p.y;
}

static bool go_through(App *app)
{
    bool done = app_do(app, &action_part_go_through, NULL, 0);
    stages_wait(app);
    return done;
}

static bool says(const App *app, const char *text)
{
    return strstr(app->hand.text, text) != NULL;
}

// Nothing holds it, and yet it is not there: the mouse waits, or has let go and may stop it.
static void who_waits_is_told(void **state)
{
    (void)state;
    App app;
    open_with(&app, HAND_SLIDE);
    hand_hold(&app, true);
    ask_ball(&app, 6, 3);
    assert_true(app.hand.state == HAND_THERE && !says(&app, "following"));
    app.hand.state = HAND_MOVING;
    app.hand.late = true;
    hand_text_update(&app);
    assert_true(says(&app, " of ") && says(&app, ", following") && !says(&app, "Esc"));
    app.hand.held = false;
    hand_text_update(&app);
    assert_true(says(&app, ", on its way (Esc stops)"));
    app_free(&app);
}

// Nothing lies in the plate but by the key.
static void one_key_leads_through(void **state)
{
    (void)state;
    App app;
    open_with(&app, HAND_SLIDE);
    double home = height(&app);
    int before = history_done(app.history);
    assert_false(go_through(&app)); // nothing holds it
    hand_hold(&app, true);
    ask_ball(&app, 0, 9);
    assert_true(height(&app) > TOP + BALL_RADIUS - 1e-9);
    assert_true(says(&app, "held by Plate; it comes no nearer") &&
                says(&app, "Shift+X: through Plate"));
    // What is cut short where the window is narrow ends before the keys.
    assert_true(app.hand.offer_at > 0 &&
                strncmp(app.hand.text + app.hand.offer_at, " (X: ", 5) == 0);
    assert_true(go_through(&app));
    assert_true(fabs(height(&app)) < 1e-9);
    assert_true(through_has(&app.through, BALL, LOWER));
    // Its depth is that of the report, measured where it is.
    bool now;
    const HandDepth *depth = hand_depth_find(&app, BALL, LOWER, &now);
    assert_true(depth && now && !depth->estimated && app.fit.count == 1);
    assert_true(fabs(depth->depth - app.fit.rows[0].depth) <= 0.05 * depth->depth);
    assert_true(says(&app, "through Plate") && says(&app, " deep") && !says(&app, "moment ago"));
    // Halfway it is let go and taken again: it is not caught there.
    hand_hold(&app, false);
    stages_wait(&app);
    assert_true(through_has(&app.through, BALL, LOWER));
    hand_hold(&app, true);
    ask_ball(&app, -2, 10);
    assert_true(fabs(height(&app) + 2) < 1e-9);
    // Apart: that ends it, and there is no way back.
    ask_ball(&app, -6, 10);
    assert_int_equal(app.through.count, 0);
    ask_ball(&app, 5, 10);
    assert_true(height(&app) < -TOP - BALL_RADIUS + 1e-9);
    assert_int_equal(app.report.count, 0);
    // Two gestures, two steps back.
    hand_hold(&app, false);
    assert_int_equal(history_done(app.history), before + 2);
    assert_true(app_do(&app, &action_edit_undo, NULL, 0) &&
                app_do(&app, &action_edit_undo, NULL, 0));
    assert_true(height(&app) == home);
    stages_wait(&app);
    assert_string_equal(app.hand.text, ""); // about another place
    app_free(&app);
}

static void the_same_key_holds_again(void **state)
{
    (void)state;
    App app;
    open_with(&app, HAND_STOP);
    hand_hold(&app, true);
    ask_ball(&app, 2, 9);
    assert_true(says(&app, "X: slide along it, Shift+X: through Plate"));
    assert_true(go_through(&app) && height(&app) == 2);
    assert_true(go_through(&app)); // not held by anything
    assert_int_equal(app.through.count, 0);
    ask_ball(&app, 0, 9); // no deeper than it is, up to what the rule adds
    assert_true(height(&app) > 1.9);
    ask_ball(&app, 6, 9);
    assert_true(height(&app) == 6);
    app_free(&app);
}

static void what_ends_it(void **state)
{
    (void)state;
    App app;
    // The hand lets go before anything was gone through.
    open_with(&app, HAND_SLIDE);
    hand_hold(&app, true);
    ask_ball(&app, 2, 9);
    assert_true(app_do(&app, &action_part_go_through, NULL, 0)); // and at once:
    ask_ball(&app, 3.5, 9);
    assert_int_equal(app.through.count, 1);
    hand_hold(&app, false);
    stages_wait(&app);
    assert_int_equal(app.through.count, 0);
    // Somebody else puts the part elsewhere.
    hand_hold(&app, true);
    ask_ball(&app, 2, 10);
    assert_true(go_through(&app) && app.through.count == 1);
    ActionArgs args = move_args(BALL, vec3d(0, 2.5, 0));
    assert_true(app_do(&app, &action_part_move, &args, 0));
    stages_wait(&app);
    assert_int_equal(app.through.count, 0);
    // The mode.
    args = move_args(BALL, vec3d(0, 5, 0));
    assert_true(app_do(&app, &action_part_move, &args, 0));
    ask_ball(&app, 2, 11);
    assert_true(go_through(&app) && app.through.count == 1);
    assert_true(app_do(&app, &action_move_contact, &(ActionArgs){.index = HAND_FREE}, 0));
    stages_wait(&app);
    assert_int_equal(app.through.count, 0);
    assert_false(go_through(&app));
    app_free(&app);
}

// A part that begins in another comes out, and its depth is shown.
static void how_deep_is_told_of_exempt_pairs(void **state)
{
    (void)state;
    App app;
    open_with(&app, HAND_SLIDE);
    Affine small = affine_identity();
    for (int i = 0; i < 3; ++i)
        small.m[i][i] = 0.2;
    ActionArgs args = {.part = BALL, .placement = small};
    assert_true(app_do(&app, &action_part_move, &args, 0)); // wholly inside the plate
    stages_wait(&app);
    hand_hold(&app, true);
    small.p.y = 0.1;
    args.placement = small;
    action_submit_merged(&app.queue, &action_part_move, &args, 9);
    app_apply_actions(&app);
    stages_wait(&app);
    assert_int_equal(app.hand.exempt_count, 1);
    assert_true(says(&app, "not held by Plate: one inside the other, "));
    assert_true(says(&app, " deep"));
    small.p.y = 3;
    args.placement = small;
    action_submit_merged(&app.queue, &action_part_move, &args, 9);
    app_apply_actions(&app);
    stages_wait(&app);
    assert_true(height(&app) == 3 && says(&app, "one inside the other, apart"));
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_waits_is_told),
        cmocka_unit_test(one_key_leads_through),
        cmocka_unit_test(the_same_key_holds_again),
        cmocka_unit_test(what_ends_it),
        cmocka_unit_test(how_deep_is_told_of_exempt_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
