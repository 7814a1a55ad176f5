// Clearance bands follow the selected part, its placement and the limit; nothing waits for them.
// ctest labels: threads
#include "app/actions/list.h"
#include "app/document/field_actions.h"
#include "app/tests/app_fixture.h"

#include <math.h>
#include <stdio.h>

enum { PLATE, UPPER_PLATE, BALL, RING };

static const PartBands *bands_of(const App *app, int32_t part)
{
    for (size_t i = 0; i < app->bands.count; ++i)
        if (app->bands.items[i].part == part)
            return &app->bands.items[i];
    return NULL;
}

static size_t triangles_of(const PartBands *bands)
{
    size_t count = 0;
    for (int i = 0; bands && i < CLEARANCE_BANDS; ++i)
        count += bands->bands.band[i].count / 3;
    return count;
}

static void set_flag(App *app, const Action *action, bool flag)
{
    assert_true(app_do(app, action, &(ActionArgs){.flag = flag}, 0));
    stages_wait(app);
}

static void select_part(App *app, int32_t part)
{
    assert_true(app_do(app, &action_part_select, &(ActionArgs){.part = part}, 0));
    stages_wait(app);
}

static void set_number(App *app, const Action *action, double number)
{
    assert_true(app_do(app, action, &(ActionArgs){.number = number}, 0));
    stages_wait(app);
}

// The ball is 2.5 above the plate, its radius is 2.
static void they_follow_part_and_limit(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    select_part(&app, BALL);
    assert_int_equal(app.bands.count, 0); // not switched on
    set_flag(&app, &action_contact_bands, true);
    set_number(&app, &action_contact_band_limit, 1);
    // Nearer than 4, not nearer than 2: the last band, on both.
    const PartBands *ball = bands_of(&app, BALL), *plate = bands_of(&app, PLATE);
    assert_non_null(ball);
    assert_non_null(plate);
    assert_true(app.bands.limit == 1);
    assert_int_equal(ball->bands.band[0].count + ball->bands.band[1].count, 0);
    assert_int_equal(plate->bands.band[0].count + plate->bands.band[1].count, 0);
    assert_true(ball->bands.band[2].count > 0 && plate->bands.band[2].count > 0);
    assert_null(bands_of(&app, RING));
    // Only the middle of the plate, though it has two large triangles there.
    for (size_t i = 0; i < plate->bands.band[2].count; ++i) {
        Vec3d p = plate->bands.band[2].points[i];
        assert_true(hypot(p.x, p.z) < 4.6);
    }
    // Nearer.
    ActionArgs move = move_args(BALL, vec3d(0, 3, 0)); // 0.5 above it
    assert_true(app_do(&app, &action_part_move, &move, 5));
    stages_wait(&app);
    ball = bands_of(&app, BALL);
    assert_true(ball && ball->bands.band[0].count > 0 && ball->bands.band[2].count > 0);
    // A smaller limit paints less.
    size_t before = triangles_of(bands_of(&app, PLATE));
    set_number(&app, &action_contact_band_limit, 0.01);
    assert_int_equal(app.bands.count, 0);
    assert_true(before > 0);
    // 0 means the safety distance, and where there is none, something sensible.
    set_number(&app, &action_contact_band_limit, 0);
    assert_true(app.bands.limit > 0.2 && app.bands.limit < 2);
    set_number(&app, &action_check_clearance, 0.75);
    assert_true(app.bands.limit == 0.75);
    printf("RAN: %zu surfaces painted at the safety distance\n", app.bands.count);
    // Gone with the selection, with the switch, and undone like everything.
    select_part(&app, NO_PART);
    assert_int_equal(app.bands.count, 0);
    select_part(&app, BALL);
    assert_true(app.bands.count >= 2);
    set_flag(&app, &action_contact_bands, false);
    assert_int_equal(app.bands.count, 0);
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    stages_wait(&app);
    assert_true(app.bands.count >= 2);
    assert_false(app_do(&app, &action_contact_band_limit, &(ActionArgs){.number = -1}, 0));
    assert_false(app_do(&app, &action_contact_band_limit, &(ActionArgs){.number = NAN}, 0));
    app_free(&app);
}

static void pairs_that_are_ignored_or_hidden_paint_nothing(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    select_part(&app, BALL);
    set_flag(&app, &action_contact_bands, true);
    set_number(&app, &action_contact_band_limit, 1);
    assert_non_null(bands_of(&app, PLATE));
    assert_true(app_do(&app, &action_pair_rule,
                       &(ActionArgs){.part = BALL, .other = PLATE, .number = RULE_IGNORED}, 0));
    stages_wait(&app);
    assert_int_equal(app.bands.count, 0);
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    assert_true(app_do(&app, &action_part_show, &(ActionArgs){.part = PLATE}, 0));
    stages_wait(&app);
    assert_int_equal(app.bands.count, 0);
    app_free(&app);
}

// Dragging, another part, another limit, another assembly, the end: at any time.
static void they_can_be_interrupted(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    assert_true(app_do(&app, &action_contact_bands, &(ActionArgs){.flag = true}, 0));
    for (int i = 0; i < 12; ++i) {
        assert_true(
            app_do(&app, &action_part_select, &(ActionArgs){.part = i % 3 ? BALL : RING}, 0));
        ActionArgs move = move_args(BALL, vec3d(0.1 * i, 3.1, 0));
        assert_true(app_do(&app, &action_part_move, &move, 9));
        assert_true(
            app_do(&app, &action_contact_band_limit, &(ActionArgs){.number = 0.2 + i % 4}, 0));
        stages_update(&app, 0);
        if (i == 6) {
            Assembly other = fixture_assembly("other");
            stages_open_assembly(&app, &other);
            stages_wait(&app);
        }
    }
    stages_wait(&app);
    assert_int_equal(app.document.selected, BALL);
    assert_true(app.bands.limit == 0.2 + 3);
    assert_non_null(bands_of(&app, BALL));
    ActionArgs move = move_args(BALL, vec3d(0, 4, 0));
    assert_true(app_do(&app, &action_part_move, &move, 0));
    stages_update(&app, 0);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_follow_part_and_limit),
        cmocka_unit_test(pairs_that_are_ignored_or_hidden_paint_nothing),
        cmocka_unit_test(they_can_be_interrupted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
