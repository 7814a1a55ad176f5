// The distance to the nearest part follows the selection and its placement; the least one of a drag
// is kept.
// ctest labels: threads
#include "app/actions/list.h"
#include "app/document/field_actions.h"
#include "app/document/history.h"
#include "app/document/selection.h"
#include "app/tests/app_fixture.h"

#include <math.h>
#include <stdio.h>

enum { PLATE, UPPER_PLATE, BALL, RING };

// The oracle: the distance to each visible part that is not selected.
static double expected(const App *app, int32_t part)
{
    double least = INFINITY;
    for (int32_t i = 0; i < app->document.part_count; ++i) {
        const PartState *other = &app->document.parts[i];
        if (!other->visible || selection_has(&app->document, i))
            continue;
        int32_t a = i < part ? i : part, b = i < part ? part : i;
        PosedPart posed[2] = {
            {app->parts[a].tree, app->document.parts[a].placement, true, true},
            {app->parts[b].tree, app->document.parts[b].placement, true, true},
        };
        Distance d;
        Error err = {""};
        assert_true(assembly_distance(&posed[0], &posed[1], NULL, NULL, &d, &err));
        least = fmin(least, d.value);
    }
    return least;
}

static void check_gap(const App *app, int32_t part)
{
    assert_true(app->gap_current);
    assert_int_equal(app->gap.part, part);
    double wanted = expected(app, part);
    if (!(app->gap.distance == wanted))
        fail_msg("%.17g, not %.17g", app->gap.distance, wanted);
    assert_true(fabs(vec3d_distance(app->gap.at[0], app->gap.at[1]) - wanted) < 1e-9);
    for (int i = 0; i < 2; ++i) {
        const Affine *placement =
            &app->document.parts[i == 0 ? app->gap.part : app->gap.other].placement;
        Vec3d back = affine_apply(placement, app->gap.local[i]);
        assert_true(vec3d_distance(back, app->gap.at[i]) < 1e-9);
    }
}

static void select_part(App *app, int32_t part)
{
    assert_true(app_do(app, &action_part_select, &(ActionArgs){.part = part}, 0));
    stages_wait(app);
}

static void move(App *app, int32_t part, Vec3d to, uint64_t gesture)
{
    ActionArgs args = move_args(part, to);
    assert_true(app_do(app, &action_part_move, &args, gesture));
}

static void it_follows_the_selection_and_its_placement(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    assert_int_equal(app.gap.other, NO_PART); // nothing is selected
    select_part(&app, BALL);
    check_gap(&app, BALL);
    assert_int_equal(app.gap.other, PLATE);
    assert_true(fabs(app.gap.distance - 2.5) < 0.1);
    move(&app, BALL, vec3d(1, 16, 2), 0);
    stages_wait(&app);
    check_gap(&app, BALL);
    assert_int_equal(app.gap.other, UPPER_PLATE);
    // A neighbour that moves counts as well, and one that is hidden does not.
    move(&app, RING, vec3d(7, 16, 2), 0);
    stages_wait(&app);
    check_gap(&app, BALL);
    assert_int_equal(app.gap.other, RING);
    assert_true(app_do(&app, &action_part_show, &(ActionArgs){.part = RING}, 0));
    stages_wait(&app);
    check_gap(&app, BALL);
    assert_int_equal(app.gap.other, UPPER_PLATE);
    // A pair that is ignored is no neighbour.
    assert_true(app_do(&app, &action_pair_rule,
                       &(ActionArgs){.part = BALL, .other = UPPER_PLATE, .number = RULE_IGNORED},
                       0));
    stages_wait(&app);
    assert_int_equal(app.gap.other, PLATE);
    select_part(&app, NO_PART);
    assert_int_equal(app.gap.other, NO_PART);
    // Nobody looks at it, nothing to measure it against.
    select_part(&app, BALL);
    assert_int_equal(app.gap.other, PLATE);
    assert_true(app_do(&app, &action_contact_dimension, &(ActionArgs){.flag = false}, 0));
    stages_wait(&app);
    assert_int_equal(app.gap.other, NO_PART);
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    select_part(&app, BALL);
    for (int32_t i = 0; i < FIXTURE_PARTS; ++i)
        if (i != BALL)
            assert_true(app_do(&app, &action_part_show, &(ActionArgs){.part = i}, 0));
    stages_wait(&app);
    assert_int_equal(app.gap.other, NO_PART);
    app_free(&app);
}

// What is in contact is at distance 0, and what is not is not.
static void it_agrees_with_contact(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    select_part(&app, BALL);
    int meeting = 0, apart = 0;
    for (int i = 0; i < 24; ++i) {
        move(&app, BALL, vec3d(0.3 * i, 0.3 * i, 0.1 * i), 7);
        stages_wait(&app);
        check_gap(&app, BALL);
        bool contact = app.report.count > 0;
        assert_int_equal(contact, app.gap.distance <= 0);
        meeting += contact;
        apart += !contact;
    }
    assert_true(meeting > 3 && apart > 3);
    app_free(&app);
}

static Vec3d place_in_drag(int i, int count)
{
    double angle = 2 * acos(-1) * i / count; // up, down to 2.2, up again
    return vec3d(0.1 * i, 8 + 5.3 * sin(angle), 0.3);
}

// Poses come faster than they are measured (nothing slow happens between them), and none is lost.
static void the_least_of_a_drag_is_kept(void **state)
{
    (void)state;
    App app, still;
    fixture_open(&app);
    fixture_open(&still);
    enum { SAMPLES = 40 };
    double least = INFINITY, before = 0;
    bool approached = false;
    select_part(&still, BALL);
    for (int i = 0; i < SAMPLES; ++i) {
        move(&still, BALL, place_in_drag(i, SAMPLES), 11);
        double distance = expected(&still, BALL);
        approached |= distance < before;
        before = distance;
        least = approached ? fmin(least, distance) : least;
    }
    app_free(&still);
    select_part(&app, BALL);
    for (int i = 0; i < SAMPLES; ++i) {
        move(&app, BALL, place_in_drag(i, SAMPLES), 11);
        stages_update(&app, 0); // does not wait for the worker
    }
    stages_wait(&app);
    check_gap(&app, BALL);
    if (!(app.least_gap.distance == least))
        fail_msg("%.17g, not %.17g", app.least_gap.distance, least);
    assert_true(app.gap.distance > 2 * least);
    printf("RAN: %d poses of a drag, least distance %.3f\n", (int)SAMPLES, least);

    // Still there when the selection is looked at, gone with the next drag or another selection.
    stages_wait(&app);
    assert_int_equal(app.least_gap.part, BALL);
    move(&app, BALL, vec3d(0, 10, 0), 12);
    stages_wait(&app);
    assert_int_equal(app.least_gap.other, NO_PART);
    move(&app, BALL, vec3d(0, 9, 0), 12);
    move(&app, BALL, vec3d(0, 6, 0), 12);
    move(&app, BALL, vec3d(0, 7, 0), 12);
    stages_wait(&app);
    assert_int_equal(app.least_gap.part, BALL);
    select_part(&app, RING);
    assert_int_equal(app.least_gap.other, NO_PART);
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    stages_wait(&app);
    assert_int_equal(app.least_gap.other, NO_PART);
    app_free(&app);
}

// The place where a drag begins is nothing that was reached.
static void leaving_a_seat_is_no_approach(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    select_part(&app, BALL);
    move(&app, BALL, vec3d(0, 2.3, 0), 0);
    stages_wait(&app);
    assert_true(app.gap.distance <= 0);
    for (int i = 1; i < 10; ++i) {
        move(&app, BALL, vec3d(0, 2.3 + 0.5 * i, 0), 21);
        stages_update(&app, 0);
    }
    stages_wait(&app);
    assert_true(app.gap.distance > 1);
    assert_int_equal(app.least_gap.other, NO_PART);
    app_free(&app);
}

static void selected_parts_are_no_neighbours_of_each_other(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    selection_only(&app.document, BALL);
    selection_add(&app.document, PLATE);
    stages_wait(&app);
    assert_true(app.gap_current);
    double wanted = fmin(expected(&app, BALL), expected(&app, PLATE));
    assert_true(app.gap.distance == wanted);
    app_free(&app);
}

// Another assembly, another volume, the end: at any time.
static void it_can_be_interrupted(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    select_part(&app, BALL);
    for (int i = 0; i < 5; ++i) {
        move(&app, BALL, vec3d(i, 6, 0), 3);
        stages_update(&app, 0);
        if (i % 2 == 0) {
            Assembly other = fixture_assembly("other");
            stages_open_assembly(&app, &other);
            stages_update(&app, 0);
        } else {
            assert_true(app_do(&app, &action_build_volume, &(ActionArgs){.index = i}, 0));
        }
        stages_update(&app, 0);
    }
    stages_wait(&app);
    select_part(&app, BALL);
    check_gap(&app, BALL);
    move(&app, BALL, vec3d(0, 6, 0), 4);
    stages_update(&app, 0);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_follows_the_selection_and_its_placement),
        cmocka_unit_test(it_agrees_with_contact),
        cmocka_unit_test(the_least_of_a_drag_is_kept),
        cmocka_unit_test(leaving_a_seat_is_no_approach),
        cmocka_unit_test(selected_parts_are_no_neighbours_of_each_other),
        cmocka_unit_test(it_can_be_interrupted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
