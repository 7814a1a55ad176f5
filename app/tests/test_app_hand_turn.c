// Parts in the hand that are turned: by more than half a turn they go the way that was meant. And keys
// that are pressed one after the other: the parts around are looked at once.
#include "app/actions/list_parts.h"
#include "app/actions/list_session.h"
#include "app/actions/move_tools.h"
#include "app/document/field_actions.h"
#include "app/document/move_settings.h"
#include "app/document/rotation.h"
#include "app/stages/rows.h"
#include "app/tests/app_fixture.h"

#include <math.h>

enum { POST, ARM };

// An arm that turns about the y axis, and a post at so many degrees beside the axis.
static void open_arm(App *app, double degrees)
{
    Assembly assembly = {.title = strdup("arm")};
    Affine turn = rotation_degrees(vec3d(0, 1, 0), degrees);
    Affine at = affine_translation(affine_apply(&turn, vec3d(8, 0, 0)));
    assert_true(assembly_add(&assembly, "Post", shape_box(vec3d(1, 4, 1)), &at, 0x808080));
    at = affine_translation(vec3d(0, 0, 0));
    Mesh *arm = shape_box(vec3d(10, 1, 1));
    for (int32_t v = 0; v < arm->vertex_count; ++v)
        arm->vertices[v].x += 5.5f; // its origin is on the axis, outside of it
    assert_true(assembly_add(&assembly, "Arm", arm, &at, 0x909090));
    fixture_open_this(app, &assembly);
    assert_true(app_do(app, &action_move_contact, &(ActionArgs){.index = HAND_STOP}, 0));
    assert_true(app_do(app, &action_part_select, &(ActionArgs){.part = ARM}, 0));
}

static void turn(App *app, double degrees, uint64_t key)
{
    ActionArgs args = {.part = ARM, .axis = 1, .number = degrees};
    action_submit_merged(&app->queue, &action_part_turn, &args, key);
    app_apply_actions(app);
    stages_wait(app);
}

static double angle(const App *app)
{
    const Affine *at = &app->document.parts[ARM].placement;
    double degrees = DEGREES_PER_RADIAN * atan2(at->m[0][2], at->m[0][0]);
    return degrees < -1e-6 ? degrees + 360 : degrees;
}

static void three_quarters_go_the_long_way(void **state)
{
    (void)state;
    App app;
    open_arm(&app, -45); // in the shorter way
    turn(&app, 270, 0);
    assert_int_equal(app.hand.state, HAND_THERE);
    assert_true(fabs(angle(&app) - 270) < 1e-6);
    assert_true(vec3d_length(app.document.parts[ARM].placement.p) < 1e-9);
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    turn(&app, -90, 0); // the same place, and the post is on the way
    assert_int_equal(app.hand.state, HAND_HELD);
    assert_true(angle(&app) > 315 && angle(&app) < 340);
    app_free(&app);
    open_arm(&app, 200);
    turn(&app, 270, 0);
    assert_int_equal(app.hand.state, HAND_HELD);
    assert_true(angle(&app) > 180 && angle(&app) < 200);
    assert_non_null(strstr(app.hand.text, " of 270.0\xC2\xB0, held by Post"));
    app_free(&app);
}

// The same by a number that is typed over another in the Pose panel.
static void typed_angles_lead_the_long_way(void **state)
{
    (void)state;
    App app;
    open_arm(&app, -45);
    Affine to = rotation_degrees(vec3d(0, 1, 0), 270);
    move_submit_typed(&app.queue, &app.document, &to, &to, 270);
    app_apply_actions(&app);
    stages_wait(&app);
    assert_int_equal(app.hand.state, HAND_THERE);
    assert_true(fabs(angle(&app) - 270) < 1e-6);
    app_free(&app);
}

// A ring that is dragged on while the arm is held does not turn it the other way round.
static void a_hand_that_goes_on_does_not_lead_back(void **state)
{
    (void)state;
    App app;
    open_arm(&app, 60);
    for (int degrees = 20; degrees <= 340; degrees += 20) {
        Affine to = rotation_degrees(vec3d(0, 1, 0), degrees);
        ActionArgs args = {.part = ARM, .placement = to};
        action_submit_merged(&app.queue, &action_part_move, &args, 9);
        app_apply_actions(&app);
        stages_wait(&app);
        assert_true(angle(&app) < 60);
        assert_true(degrees < 60 || angle(&app) > 45);
    }
    assert_non_null(strstr(app.hand.text, " of 340.0\xC2\xB0, held by Post"));
    // And back, as the hand goes back.
    for (int degrees = 240; degrees >= 0; degrees -= 80) {
        ActionArgs args = {.part = ARM, .placement = rotation_degrees(vec3d(0, 1, 0), degrees)};
        action_submit_merged(&app.queue, &action_part_move, &args, 9);
        app_apply_actions(&app);
    }
    stages_wait(&app);
    assert_true(fabs(angle(&app)) < 1e-6);
    app_free(&app);
}

static bool prepares(App *app, const Action *action, const ActionArgs *args, uint64_t key)
{
    action_submit_merged(&app->queue, action, args, key);
    app_apply_actions(app);
    stages_update(app, 0);
    bool result = app->hand.state == HAND_PREPARING;
    stages_wait(app);
    return result;
}

static void keys_look_around_once(void **state)
{
    (void)state;
    App app;
    open_arm(&app, 180);
    ActionArgs nudge = {.part = ARM, .axis = 1, .number = 0.5};
    ActionArgs turned = {.part = ARM, .axis = 1, .number = 10};
    int before = history_done(app.history);
    assert_true(prepares(&app, &action_part_nudge, &nudge, 1));
    assert_false(prepares(&app, &action_part_nudge, &nudge, 2));
    assert_false(prepares(&app, &action_part_nudge, &nudge, 3));
    assert_true(fabs(app.document.parts[ARM].placement.p.y - 1.5) < 1e-9);
    assert_int_equal(history_done(app.history), before + 3); // each press is a step
    // A turn is about another point; more of them are not.
    assert_true(prepares(&app, &action_part_turn, &turned, 4));
    assert_false(prepares(&app, &action_part_turn, &turned, 5));
    assert_true(fabs(angle(&app) - 20) < 1e-6);
    // Another part, or one that was moved by somebody else, is looked at.
    Affine to = affine_translation(vec3d(0, 3, 0));
    ActionArgs move = {.part = ARM, .placement = to};
    assert_true(app_do(&app, &action_part_move, &move, 0));
    assert_true(prepares(&app, &action_part_turn, &turned, 6));
    assert_true(app_do(&app, &action_part_select, &(ActionArgs){.part = POST}, 0));
    assert_true(prepares(&app, &action_part_nudge, &nudge, 7));
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    assert_true(prepares(&app, &action_part_nudge, &nudge, 8));
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_quarters_go_the_long_way),
        cmocka_unit_test(typed_angles_lead_the_long_way),
        cmocka_unit_test(a_hand_that_goes_on_does_not_lead_back),
        cmocka_unit_test(keys_look_around_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
