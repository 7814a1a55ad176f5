// Tools on screws: a wrench that is put on a head is coaxial and on its flats, stays so over a hundred turns,
// the screw follows its pitch, and whatever the wrench meets holds both.
#include "app/actions/list.h"
#include "app/document/move_settings.h"
#include "app/scenes/elements.h"
#include "app/scenes/kit.h"
#include "app/tests/joint_fixture.h"
#include "core/feature/flats.h"

static const double TAU = 6.283185307179586476925;
enum { BOLT, WRENCH, POST };
static const double SIZE = 16, PITCH = 1.5;

// A bolt along y, whose thread lies free; a wrench beside its head, tilted and rolled as a hand would hold it.
static void open_bolt(App *app, const KitPiece *piece, Vec3d post)
{
    const BoltSize m10 = {5, 15, SIZE, 7, 10, PITCH};
    Assembly assembly = {.title = strdup("bolt")};
    Affine at = affine_identity();
    assert_true(assembly_add(&assembly, "Bolt", element_hex_bolt(&m10), &at, 0x808080));
    Affine tilt = affine_rotation(vec3d(1, 0, 0.4), 0.12),
           roll = affine_rotation(vec3d(0, 1, 0), 0.3);
    at = affine_compose(&tilt, &roll);
    at.p = vec3d(1.5, 1, -1);
    assert_true(assembly_add(&assembly, "Wrench", piece->make(SIZE), &at, 0x909090));
    at = affine_translation(post);
    assert_true(assembly_add(&assembly, "Post", shape_box(vec3d(2, 30, 2)), &at, 0xa0a0a0));
    fixture_open_this(app, &assembly);
    add(app, BOLT, JOINT_GROUND, JOINT_SCREW, "at 0 0 0 along 0 1 0");
    ActionArgs args = {.part = BOLT, .number = PITCH};
    assert_true(app_do(app, &action_joint_pitch, &args, 0));
}

static bool engage(App *app)
{
    ActionArgs args = {.part = WRENCH, .other = BOLT};
    bool done = app_do(app, &action_tool_engage, &args, 0);
    stages_wait(app);
    return done;
}

// How far the tool's axis is from the screw's, by its size; in both, angle and distance.
static double axis_error(const App *app)
{
    const Affine *tool = &app->document.parts[WRENCH].placement;
    const Affine *screw = &app->document.parts[BOLT].placement;
    Vec3d up = affine_apply_vector(tool, vec3d(0, 1, 0));
    Vec3d axis = affine_apply_vector(screw, vec3d(0, 1, 0));
    Vec3d off = vec3d_sub(tool->p, screw->p);
    return fmax(vec3d_length(vec3d_cross(up, axis)), vec3d_length(vec3d_cross(off, axis)) / SIZE);
}

static double angle_of(const App *app)
{
    return turn_of(app, BOLT) / 360 * TAU;
}

// By hand: the wrench is to go round by so much, and is led as contact lets it.
static void pull(App *app, double angle)
{
    Affine turn = affine_rotation(vec3d(0, 1, 0), angle);
    ActionArgs args = {.part = WRENCH,
                       .placement = affine_compose(&turn, &app->document.parts[WRENCH].placement)};
    action_submit(&app->queue, &action_part_move, &args);
    app_apply_actions(app);
    stages_wait(app);
}

static void a_wrench_comes_onto_the_head(void **state)
{
    (void)state;
    const KitPiece *const pieces[] = {&kit_wrench, &kit_ring_wrench};
    for (int i = 0; i < 2; ++i) {
        App app;
        open_bolt(&app, pieces[i], vec3d(500, 0, 0));
        Affine before = app.document.parts[WRENCH].placement;
        assert_true(app.report.count > 0); // it is in the head, as it was put
        assert_true(engage(&app));
        assert_true(axis_error(&app) < 1e-12);
        assert_int_equal(app.report.count, 0); // between its flats and at their height
        assert_true(vec3d_distance(before.p, app.document.parts[WRENCH].placement.p) < 10);
        check_joints(&app);
        assert_false(engage(&app));
        assert_non_null(strstr(last_notice(&app), "hangs on a joint already"));
        assert_true(app_do(&app, &action_edit_undo, NULL, 0));
        assert_true(affine_equal(&before, &app.document.parts[WRENCH].placement));
        assert_int_equal(joint_list_count(app.document.joints), 1);
        app_free(&app);
    }
}

// Where it was put, if its jaw is at the height of the head; else at its middle. The head is 7 high.
static void it_stays_as_high_as_it_was_put(void **state)
{
    (void)state;
    const double heights[] = {-3, -1.5, 2, 3, 30, -30};
    double middle = 0;
    for (int i = 0; i < 6; ++i) {
        App app;
        open_bolt(&app, &kit_wrench, vec3d(500, 0, 0));
        Affine at = affine_translation(vec3d(0, 60, 0)); // out of the head's reach
        ActionArgs args = {.part = WRENCH, .placement = at};
        assert_true(app_do(&app, &action_part_move, &args, 0));
        assert_true(engage(&app));
        middle = app.document.parts[WRENCH].placement.p.y;
        assert_true(app_do(&app, &action_edit_undo, NULL, 0));
        args.placement.p.y = middle + heights[i];
        assert_true(app_do(&app, &action_part_move, &args, 0));
        assert_true(engage(&app));
        double wanted = fabs(heights[i]) < 3.5 ? heights[i] : 0;
        if (!(fabs(app.document.parts[WRENCH].placement.p.y - middle - wanted) < 1e-9))
            fail_msg("put %g above the middle: %g", heights[i],
                     app.document.parts[WRENCH].placement.p.y - middle);
        app_free(&app);
    }
}

static void wrench_and_screw_over_a_hundred_turns(void **state)
{
    (void)state;
    enum { TURNS = 100, PULLS = 3 };
    App app;
    open_bolt(&app, &kit_wrench, vec3d(500, 0, 0));
    assert_true(engage(&app));
    app.document.move.contact = HAND_SLIDE;
    double start = app.document.parts[WRENCH].placement.p.y, worst = 0;
    for (int i = 1; i <= TURNS * PULLS; ++i) {
        pull(&app, TAU / PULLS);
        worst = fmax(worst, axis_error(&app));
        if (!(fabs(angle_of(&app) - TAU * i / PULLS) < 1e-6))
            fail_msg("pull %d: turned by %g", i, angle_of(&app));
    }
    const PartState *bolt = &app.document.parts[BOLT];
    double rise = app.document.parts[WRENCH].placement.p.y - start;
    print_message("%d turns: axis error %.3g of its size, pitch error %.3g\n", TURNS, worst,
                  fabs(bolt->placement.p.y - TURNS * PITCH));
    assert_true(worst < 1e-4);
    assert_true(fabs(bolt->placement.p.y - TURNS * PITCH) < 1e-6);
    assert_true(fabs(rise - TURNS * PITCH) < 1e-6);
    assert_int_equal(app.report.count, 0);
    check_joints(&app);
    app_free(&app);
}

static void what_it_meets_holds_the_wrench(void **state)
{
    (void)state;
    App app;
    open_bolt(&app, &kit_wrench, vec3d(-60, 0, 0)); // the handle points to +x
    assert_true(engage(&app));
    app.document.move.contact = HAND_STOP;
    pull(&app, TAU / 3);
    pull(&app, TAU / 3);
    assert_int_equal(app.hand.state, HAND_HELD);
    assert_int_equal(app.hand.blockers[0].part, POST);
    double held = angle_of(&app);
    assert_true(held > TAU * 0.35 && held < TAU * 0.55);
    assert_true(axis_error(&app) < 1e-4 && app.report.count == 0);
    assert_true(fabs(app.document.parts[BOLT].placement.p.y - PITCH * held / TAU) < 1e-9);

    // Lifted off, turned back by a flat and put on again: the screw stays, and can be turned on.
    Affine bolt = app.document.parts[BOLT].placement;
    ActionArgs args = {.part = WRENCH, .number = 1};
    assert_true(app_do(&app, &action_tool_back, &args, 0));
    stages_wait(&app);
    assert_true(affine_equal(&bolt, &app.document.parts[BOLT].placement));
    assert_true(axis_error(&app) < 1e-12 && app.report.count == 0);
    check_joints(&app);
    pull(&app, TAU / 7);
    assert_true(fabs(angle_of(&app) - held - TAU / 7) < 1e-6);

    // Off it moves alone, and a tool is refused where nothing turns.
    assert_true(app_do(&app, &action_tool_off, &(ActionArgs){.part = WRENCH}, 0));
    bolt = app.document.parts[BOLT].placement;
    args = move_args(WRENCH, vec3d(0, 50, 0));
    assert_true(app_do(&app, &action_part_move, &args, 0));
    assert_true(affine_equal(&bolt, &app.document.parts[BOLT].placement));
    assert_false(app_do(&app, &action_tool_back, &(ActionArgs){.part = WRENCH, .number = 1}, 0));
    assert_non_null(strstr(last_notice(&app), "is on no screw"));
    args = (ActionArgs){.part = WRENCH, .other = POST};
    assert_false(app_do(&app, &action_tool_engage, &args, 0));
    assert_non_null(strstr(last_notice(&app), "Post is no screw"));
    app_free(&app);
}

// Let go near the head, while snapping is on, it goes on by itself; elsewhere it does not.
static void a_tool_that_is_let_go_at_a_screw_goes_onto_it(void **state)
{
    (void)state;
    App app;
    open_bolt(&app, &kit_wrench, vec3d(500, 0, 0));
    ActionArgs kit = {.part = NO_PART, .index = KIT_wrench, .number = SIZE};
    assert_true(app_do(&app, &action_kit_add, &kit, 0));
    stages_wait(&app);
    int32_t tool = app.document.part_count - 1;
    assert_true(app_do(&app, &action_part_delete, &(ActionArgs){.part = WRENCH}, 0));
    assert_true(app_do(&app, &action_part_select, &(ActionArgs){.part = tool}, 0));
    for (int place = 0; place < 3; ++place) { // too far; snapping is off; on
        ActionArgs flag = {.flag = place != 1};
        assert_true(app_do(&app, action_find("move.snap"), &flag, 0));
        hand_hold(&app, true);
        stages_wait(&app);
        ActionArgs args = move_args(tool, place == 0 ? vec3d(40, 5, 0) : vec3d(3, 5, 2));
        assert_true(app_do(&app, &action_part_move, &args, 9));
        stages_wait(&app);
        hand_hold(&app, false);
        stages_wait(&app);
        assert_int_equal(joint_list_find(app.document.joints, tool) != NO_JOINT, place == 2);
    }
    assert_true(has_notice(&app, "is on Bolt: pull it, and it turns"));
    assert_int_equal(app.report.count, 0);
    Vec3d p = app.document.parts[tool].placement.p;
    assert_true(hypot(p.x, p.z) < 1e-9);
    app_free(&app);
}

// Hexagons at known rolls, round ones, and double ones.
static void flats_are_found_where_they_are(void **state)
{
    (void)state;
    FlatsAxis about = {vec3d(0, 0, 0), vec3d(0, 1, 0), vec3d(1, 0, 0), 0, 100};
    Mesh *hexagon = shape_cylinder(8, 6, 6), *round = shape_cylinder(8, 6, 48),
         *twelve = shape_cylinder(8, 6, 12);
    Affine at = affine_identity();
    Flats rest = flats_around(hexagon, &at, &about);
    assert_int_equal(rest.fold, 6);
    assert_int_equal(flats_around(round, &at, &about).fold, 0);
    assert_int_equal(flats_around(twelve, &at, &about).fold, 12);
    for (int i = 0; i < 24; ++i) {
        double angle = TAU * i / 96; // up to a quarter
        at = affine_rotation(vec3d(0, 1, 0), angle);
        at.p.y = i;
        Flats flats = flats_around(hexagon, &at, &about);
        assert_true(fabs(flats.along - i - rest.along) < 1e-9);
        assert_true(fabs(remainder(flats_roll(&flats, &rest) - angle, TAU / 6)) < 1e-9 ||
                    fabs(remainder(flats_roll(&flats, &rest) + angle, TAU / 6)) < 1e-9);
        Affine back = affine_rotation(vec3d(0, 1, 0), flats_roll(&flats, &rest));
        Affine rolled = affine_compose(&back, &at);
        Flats again = flats_around(hexagon, &rolled, &about);
        assert_true(fabs(flats_roll(&again, &rest)) < 1e-9);
    }
    mesh_release(hexagon);
    mesh_release(round);
    mesh_release(twelve);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flats_are_found_where_they_are),
        cmocka_unit_test(a_wrench_comes_onto_the_head),
        cmocka_unit_test(it_stays_as_high_as_it_was_put),
        cmocka_unit_test(wrench_and_screw_over_a_hundred_turns),
        cmocka_unit_test(what_it_meets_holds_the_wrench),
        cmocka_unit_test(a_tool_that_is_let_go_at_a_screw_goes_onto_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
