// Variants shifted by numbers: their mesh is there to the last digit, the part stays, distances and contacts are those
// of the shifted mesh, and undo and redo go back and forth.
#include "app/actions/list_parts.h"
#include "app/actions/list_rules.h"
#include "app/actions/list_session.h"
#include "app/tests/variant_fixture.h"
#include "core/base/angle.h"

enum { PLATE, UPPER_PLATE, BALL, RING };

static Box3d box_of(const App *app, int32_t part)
{
    return mesh_bounds(app_part_mesh(app, part));
}

static void undo(App *app)
{
    assert_true(act(app, &action_edit_undo, (ActionArgs){0}));
}

// A ball of radius 2 at y = 5; the plate below it ends at 0.5, 2.5 lower.
static void open_ball(App *app)
{
    Assembly assembly = fixture_assembly("fixture");
    assembly.unit = UNIT_MM;
    fixture_open_this(app, &assembly);
    assert_true(take(app, BALL, BALL, VARIANT_FRAMES, "Shifted"));
}

static void what_is_not_in_use_changes_nothing_else(void **state)
{
    (void)state;
    App app;
    open_ball(&app);
    Box3d before = box_of(&app, BALL);
    assert_true(place(&app, BALL, 1, "position 0.25 -4 8"));
    Variant variant;
    assert_true(variants_find(app.document.parts[BALL].variants, 1, &variant));
    assert_true(vec3d_distance(variant.shift, vec3d(0.25, -4, 8)) == 0);
    assert_true(vec3d_distance(box_of(&app, BALL).lo, before.lo) == 0);
    assert_int_equal(app.report.contact_count, 0);
    undo(&app);
    assert_true(variants_find(app.document.parts[BALL].variants, 1, &variant));
    assert_true(vec3d_length(variant.shift) == 0);
    app_free(&app);
}

static void distances_follow_and_come_back(void **state)
{
    (void)state;
    App app;
    open_ball(&app);
    assert_true(act(&app, &action_rules_add, (ActionArgs){.text = "clearance Ball Plate 2mm"}));
    assert_true(choose(&app, BALL, 1));
    Affine placement = app.document.parts[BALL].placement;
    Box3d before = box_of(&app, BALL);
    double facets = apart(&app, PLATE, BALL) - 2.5; // of the ball, which is none
    static const struct {
        const char *text;
        double down;
        size_t violations;
    } steps[] = {{"position 0 -0.25 0", 0.25, 0},
                 {"position 0 -1 0", 1, 1},      // nearer than the rule allows
                 {"position 0 -3 0", 3, 1},      // half a millimetre in
                 {"position 0 0.5 0", -0.5, 0}}; // from where it was loaded, not from the last one
    enum { STEPS = sizeof steps / sizeof *steps };
    for (int i = 0; i < STEPS; ++i) {
        assert_true(place(&app, BALL, 1, steps[i].text));
        Box3d now = box_of(&app, BALL);
        assert_near(now.lo.y, before.lo.y - steps[i].down, 1e-12);
        assert_near(now.hi.x, before.hi.x, 1e-12);
        assert_true(affine_equal(&placement, &app.document.parts[BALL].placement));
        assert_near(apart(&app, PLATE, BALL), fmax(2.5 + facets - steps[i].down, 0), 1e-9);
        assert_int_equal(app.fit.violations, steps[i].violations);
        check_report(&app, steps[i].text);
    }
    assert_true(fabs(facets) < 0.1);
    for (int i = STEPS - 1; i > 0; --i) {
        undo(&app);
        assert_near(box_of(&app, BALL).lo.y, before.lo.y - steps[i - 1].down, 1e-12);
        assert_int_equal(app.fit.violations, steps[i - 1].violations);
        check_report(&app, "back");
    }
    assert_true(act(&app, &action_edit_redo, (ActionArgs){0}));
    assert_near(box_of(&app, BALL).lo.y, before.lo.y - steps[1].down, 1e-12);
    app_free(&app);
}

// Whichever way the part is turned: numbers are along its own axes.
static void numbers_are_along_the_axes_of_the_part(void **state)
{
    (void)state;
    App app;
    open_ball(&app);
    ActionArgs turn = move_args(BALL, vec3d(0, 5, 0));
    turn.placement = affine_rotation(vec3d(0, 0, 1), -0.5 * PI); // its x looks down
    turn.placement.p = vec3d(0, 5, 0);
    assert_true(act(&app, &action_part_move, turn));
    assert_true(choose(&app, BALL, 1));
    double before = apart(&app, PLATE, BALL);
    assert_true(place(&app, BALL, 1, "position 1.5 0 0"));
    assert_near(apart(&app, PLATE, BALL), before - 1.5, 1e-9);
    check_report(&app, "turned");
    undo(&app);
    assert_near(apart(&app, PLATE, BALL), before, 1e-12);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_in_use_changes_nothing_else),
        cmocka_unit_test(distances_follow_and_come_back),
        cmocka_unit_test(numbers_are_along_the_axes_of_the_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
