// Snapping without a window: what is offered while the mouse holds a part, and what comes of it when it
// lets go.
#include "app/actions/list_parts.h"
#include "app/actions/list_session.h"
#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "app/document/move_settings.h"
#include "app/scenes/scene.h"
#include "app/stages/rows.h"
#include "app/tests/app_fixture.h"
#include "core/base/angle.h"
#include "core/tests/odd_shapes.h"

#include <math.h>
#include <stdio.h>

enum { KEY = 9, FACETS = 96 };

static void set(App *app, enum HandMode mode)
{
    assert_true(app_do(app, &action_move_contact, &(ActionArgs){.index = (int)mode}, 0));
    assert_true(app_do(app, &action_move_snap, &(ActionArgs){.flag = true}, 0));
    stages_wait(app);
}

static void open_scene(App *app, int scene, enum HandMode mode)
{
    Error err = {""};
    assert_true(app_init(app, &err));
    assert_true(stages_open_scene(app, scene, &err));
    stages_wait(app);
    set(app, mode);
}

static int32_t find(const App *app, const char *name)
{
    for (int32_t i = 0; i < app->document.part_count; ++i)
        if (strcmp(app->assembly.parts[i].name, name) == 0)
            return i;
    fail_msg("there is no %s", name);
    return NO_PART;
}

static const Affine *placed(const App *app, int32_t part)
{
    return &app->document.parts[part].placement;
}

// The mouse holds it and brings it there.
static void drag(App *app, int32_t part, const Affine *to, uint64_t key)
{
    assert_true(app_do(app, &action_part_select, &(ActionArgs){.part = part}, 0));
    hand_hold(app, true);
    stages_wait(app);
    ActionArgs args = {.part = part, .placement = *to};
    action_submit_merged(&app->queue, &action_part_move, &args, key);
    app_apply_actions(app);
    stages_wait(app);
}

static void drag_to(App *app, int32_t part, Vec3d to, uint64_t key)
{
    Affine at = *placed(app, part);
    at.p = to;
    drag(app, part, &at, key);
}

static void let_go(App *app)
{
    hand_hold(app, false);
    stages_wait(app);
}

static const char *offered(const App *app)
{
    static char text[200];
    text[0] = 0;
    if (app->snap.offer.found)
        snap_offer_words(app, &app->snap.offer, text, sizeof text);
    return text;
}

// The pin of the scene is half in its hole: pushed on a little, it goes home.
static void a_pin_seats(void **state)
{
    (void)state;
    App app;
    for (int mode = HAND_FREE; mode < HAND_MODES; ++mode) {
        open_scene(&app, SCENE_pin_and_plate, (enum HandMode)mode);
        int32_t pin = find(&app, "Pin");
        Affine home = *placed(&app, pin);
        int before = history_done(app.history);
        drag_to(&app, pin, vec3d(0.05, home.p.y - 1, -0.1), KEY);
        if (!app.snap.offer.found)
            fail_msg("mode %d: nothing is offered: %s", mode, app.hand.text);
        printf("RAN: %s\n", offered(&app));
        assert_non_null(strstr(offered(&app), "of Plate"));
        let_go(&app);
        printf("RAN: mode %d: %s, at %.12g %.12g %.12g\n", mode, app.hand.text,
               placed(&app, pin)->p.x, placed(&app, pin)->p.y, placed(&app, pin)->p.z);
        assert_non_null(strstr(app.hand.text, "seated"));
        // On the axis to 1e-9 of its size, the head on the plate or a stand-off above it.
        Vec3d at = placed(&app, pin)->p;
        assert_true(fabs(at.x) < 4e-8 && fabs(at.z) < 4e-8);
        assert_true(at.y > -0.01 && at.y < 0.01);
        assert_int_equal(app.fit.of_kind[FIT_INTERFERENCE], 0);
        assert_int_equal(history_done(app.history), before + 1);
        assert_true(app_do(&app, &action_edit_undo, NULL, 0));
        assert_true(affine_equal(placed(&app, pin), &home));
        app_free(&app);
    }
}

// Who pulls it out does not want it back in.
static void what_is_pulled_out_stays_out(void **state)
{
    (void)state;
    App app;
    open_scene(&app, SCENE_pin_and_plate, HAND_SLIDE);
    int32_t pin = find(&app, "Pin");
    double from = placed(&app, pin)->p.y;
    drag_to(&app, pin, vec3d(0, from + 5, 0), KEY);
    assert_string_equal(offered(&app), "");
    let_go(&app);
    assert_true(fabs(placed(&app, pin)->p.y - from - 5) < 1e-6);
    // The next gesture brings it back.
    drag_to(&app, pin, vec3d(0, from + 4, 0), KEY + 1);
    assert_string_not_equal(offered(&app), "");
    // Esc takes the gesture back: nothing snaps.
    ActionArgs args = {.part = pin, .placement = *placed(&app, pin)};
    args.placement.p = vec3d(0, from + 5, 0);
    action_submit_back(&app.queue, &action_part_move, &args, KEY + 1);
    hand_hold(&app, false);
    app_apply_actions(&app);
    stages_wait(&app);
    assert_true(fabs(placed(&app, pin)->p.y - from - 5) < 1e-6);
    app_free(&app);
}

static void without_the_switch_nothing_is_offered(void **state)
{
    (void)state;
    App app;
    open_scene(&app, SCENE_pin_and_plate, HAND_SLIDE);
    assert_true(app_do(&app, &action_move_snap, &(ActionArgs){.flag = false}, 0));
    int32_t pin = find(&app, "Pin");
    drag_to(&app, pin, vec3d(0, 10, 0), KEY);
    assert_string_equal(offered(&app), "");
    let_go(&app);
    assert_true(fabs(placed(&app, pin)->p.y - 10) < 1e-6);
    app_free(&app);
}

// Out with one gesture, back with the next, from beside its hole and tilted.
static void a_flush_bolt_goes_back(void **state)
{
    (void)state;
    App app;
    open_scene(&app, SCENE_bolted_plate, HAND_SLIDE);
    int32_t bolt = find(&app, "Bolt 4");
    Affine home = *placed(&app, bolt);
    drag_to(&app, bolt, vec3d_add(home.p, vec3d(0, 60, 0)), KEY);
    let_go(&app);
    if (!(fabs(placed(&app, bolt)->p.y - home.p.y - 60) < 1e-3))
        fail_msg("it came out by %g: %s", placed(&app, bolt)->p.y - home.p.y, app.hand.text);
    Affine beside = affine_rotation(vec3d(0.8, 0, 0.6), 0.1);
    beside = affine_compose(&beside, &home);
    beside.p = vec3d_add(home.p, vec3d(2, 46, 1.5));
    drag(&app, bolt, &beside, KEY + 1);
    if (!app.snap.offer.found)
        fail_msg("nothing is offered: %s", app.hand.text);
    printf("RAN: %s\n", offered(&app));
    let_go(&app);
    Vec3d at = placed(&app, bolt)->p;
    printf("RAN: %s: %.12g %.12g %.12g from home\n", app.hand.text, at.x - home.p.x,
           at.y - home.p.y, at.z - home.p.z);
    assert_non_null(strstr(app.hand.text, "seated"));
    assert_true(hypot(at.x - home.p.x, at.z - home.p.z) < 4e-8);
    assert_true(fabs(at.y - home.p.y) < 0.01);
    assert_int_equal(app.fit.of_kind[FIT_INTERFERENCE], 0);
    app_free(&app);
}

static Assembly pin_and_ring(double clearance)
{
    Assembly assembly = {.title = strdup("pin and ring")};
    Affine at = affine_identity();
    assert_true(
        assembly_add(&assembly, "Ring", shape_ring(5 + clearance, 15, 30, FACETS), &at, 0x808080));
    at.p.y = 60;
    assert_true(assembly_add(&assembly, "Pin", shape_cylinder(5, 40, FACETS), &at, 0x909090));
    return assembly;
}

// 0.01 mm of play, at any roll, with two gestures: near the hole, and in.
static void a_tight_pin_goes_in_at_any_roll(void **state)
{
    (void)state;
    for (int roll = 0; roll < (full_tier() ? 12 : 3); ++roll) {
        App app;
        Assembly assembly = pin_and_ring(0.01);
        fixture_open_this(&app, &assembly);
        set(&app, HAND_SLIDE);
        Affine at = affine_rotation(vec3d(0, 1, 0), 0.37 * roll);
        at.p = vec3d(12, 52, -6);
        drag(&app, 1, &at, KEY); // turned, and not near enough yet
        let_go(&app);
        drag_to(&app, 1, vec3d(1.5, 37, 1), KEY + 1);
        if (!app.snap.offer.found)
            fail_msg("roll %d: nothing is offered: %s", roll, app.hand.text);
        let_go(&app);
        Vec3d end = placed(&app, 1)->p;
        printf("RAN: roll %d: %s: %.3g %.6g %.3g\n", roll, app.hand.text, end.x, end.y, end.z);
        assert_non_null(strstr(app.hand.text, "seated"));
        assert_true(hypot(end.x, end.z) < 4e-8 && end.y < 10);
        assert_int_equal(app.report.count, 0);
        app_free(&app);
    }
}

// A bolt without play goes through bracket, plate and nut, although nobody knows that it was there before.
static void what_lies_in_line_fits_as_well(void **state)
{
    (void)state;
    App app;
    open_scene(&app, SCENE_bolted_plate, HAND_FREE);
    int32_t bolt = find(&app, "Bolt 4");
    Vec3d home = placed(&app, bolt)->p;
    ActionArgs out = {.part = bolt, .placement = *placed(&app, bolt)};
    out.placement.p.y += 60;
    assert_true(app_do(&app, &action_part_move, &out, 0));
    stages_wait(&app);
    stage_motion.reset(&app); // what has touched is forgotten
    set(&app, HAND_STOP);
    drag_to(&app, bolt, vec3d_add(home, vec3d(1, 45, 0)), KEY);
    let_go(&app);
    if (!strstr(app.hand.text, "seated"))
        fail_msg("%s", app.hand.text);
    assert_true(vec3d_distance(placed(&app, bolt)->p, home) < 0.01);
    assert_int_equal(app.fit.of_kind[FIT_INTERFERENCE], 0);
    app_free(&app);
}

static void esc_stops_it_where_it_is(void **state)
{
    (void)state;
    App app;
    open_scene(&app, SCENE_pin_and_plate, HAND_SLIDE);
    int32_t pin = find(&app, "Pin");
    Affine home = *placed(&app, pin);
    drag_to(&app, pin, vec3d(0.1, home.p.y - 0.5, 0), KEY);
    hand_hold(&app, false);
    for (int i = 0; i < 400 && placed(&app, pin)->p.y > home.p.y - 2; ++i)
        stages_update(&app, 1);
    assert_true(app.hand.snap.on);
    assert_true(app_do(&app, &action_app_cancel, NULL, 0));
    Affine stopped = *placed(&app, pin);
    stages_wait(&app);
    assert_true(affine_equal(placed(&app, pin), &stopped) && stopped.p.y > 0.5);
    assert_non_null(strstr(app.hand.text, "stopped"));
    assert_true(app_do(&app, &action_edit_undo, NULL, 0)); // one step
    assert_true(affine_equal(placed(&app, pin), &home));
    app_free(&app);
}

static void undo_and_opening_leave_the_switch_alone(void **state)
{
    (void)state;
    App app;
    Error err = {""};
    open_scene(&app, SCENE_pin_and_plate, HAND_FREE);
    drag_to(&app, 1, vec3d(0, 80, 0), KEY);
    let_go(&app);
    assert_true(app_do(&app, &action_move_snap, &(ActionArgs){.flag = false}, 0));
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    assert_false(field_flag(&app.document, &action_move_snap));
    assert_true(app_do(&app, &action_move_snap, &(ActionArgs){.flag = true}, 0));
    assert_true(stages_open_scene(&app, SCENE_bolted_plate, &err));
    stages_wait(&app);
    assert_true(field_flag(&app.document, &action_move_snap));
    app_free(&app);
}

// What stands in the way is named, and the part stays where it came.
static void what_is_in_the_way_is_said(void **state)
{
    (void)state;
    App app;
    Assembly assembly = pin_and_ring(0.1);
    Affine at = affine_translation(vec3d(0, 10, 0));
    assert_true(assembly_add(&assembly, "Plug", shape_cylinder(4, 6, 12), &at, 0xa0a0a0));
    fixture_open_this(&app, &assembly);
    set(&app, HAND_SLIDE);
    drag_to(&app, 1, vec3d(1, 38, 0), KEY);
    if (!app.snap.offer.found)
        fail_msg("nothing is offered: %s", app.hand.text);
    printf("RAN: %s\n", offered(&app));
    let_go(&app);
    printf("RAN: %s\n", app.hand.text);
    assert_non_null(strstr(app.hand.text, "Plug is in the way, "));
    assert_non_null(strstr(app.hand.text, " before the end")); // in line, and no deeper
    assert_true(placed(&app, 1)->p.y > 13 + 20 - 1e-9);
    assert_int_equal(app.report.count, 0);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pin_seats),
        cmocka_unit_test(what_is_pulled_out_stays_out),
        cmocka_unit_test(without_the_switch_nothing_is_offered),
        cmocka_unit_test(a_flush_bolt_goes_back),
        cmocka_unit_test(a_tight_pin_goes_in_at_any_roll),
        cmocka_unit_test(what_lies_in_line_fits_as_well),
        cmocka_unit_test(esc_stops_it_where_it_is),
        cmocka_unit_test(undo_and_opening_leave_the_switch_alone),
        cmocka_unit_test(what_is_in_the_way_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
