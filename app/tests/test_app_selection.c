// Several selected parts: what is done to one is done to all; and parts that nothing moves.
#include "app/actions/list.h"
#include "app/document/history.h"
#include "app/document/selection.h"
#include "app/tests/app_fixture.h"
#include "app/tests/examples.h"

#include <math.h>

enum { PLATE, UPPER_PLATE, BALL, RING };

static bool do_part(App *app, const Action *action, int32_t part, bool flag)
{
    return app_do(app, action, &(ActionArgs){.part = part, .flag = flag}, 0);
}

static void expect_selection(const App *app, const char *wanted, int32_t primary)
{
    for (int32_t i = 0; i < FIXTURE_PARTS; ++i)
        if (selection_has(&app->document, i) != (wanted[i] == 'x'))
            fail_msg("part %d is %sselected, wanted %s", (int)i,
                     selection_has(&app->document, i) ? "" : "not ", wanted);
    assert_int_equal(app->document.selected, primary);
    assert_true(primary == NO_PART || app->document.parts[primary].selected);
}

static void clicks_make_and_change_the_set(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    expect_selection(&app, "....", NO_PART);
    do_part(&app, &action_part_select, BALL, false);
    expect_selection(&app, "..x.", BALL);
    do_part(&app, &action_part_select_toggle, PLATE, false);
    expect_selection(&app, "x.x.", PLATE);
    do_part(&app, &action_part_select_toggle, PLATE, false);
    expect_selection(&app, "..x.", BALL); // another one leads
    do_part(&app, &action_part_select_toggle, BALL, false);
    expect_selection(&app, "....", NO_PART);
    app_do(&app, &action_part_select_range, &(ActionArgs){.part = RING, .other = UPPER_PLATE}, 0);
    expect_selection(&app, ".xxx", UPPER_PLATE);
    do_part(&app, &action_part_select, RING, false);
    expect_selection(&app, "...x", RING);
    app_do(&app, &action_parts_select_invert, NULL, 0);
    expect_selection(&app, "xxx.", PLATE);
    app_do(&app, &action_parts_select_none, NULL, 0);
    expect_selection(&app, "....", NO_PART);
    do_part(&app, &action_part_show, BALL, false);
    app_do(&app, &action_parts_select_all, NULL, 0);
    expect_selection(&app, "xx.x", PLATE); // what is not seen is not selected
    assert_int_equal(selection_count(&app.document), 3);
    app_free(&app);
}

static void what_is_done_to_one_is_done_to_the_selection(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    do_part(&app, &action_part_select, BALL, false);
    do_part(&app, &action_part_select_toggle, RING, false);
    const PartState *parts = app.document.parts;
    do_part(&app, &action_part_ghost, BALL, true);
    assert_true(parts[BALL].ghost && parts[RING].ghost && !parts[PLATE].ghost);
    do_part(&app, &action_part_show, RING, false);
    parts = app.document.parts;
    assert_true(!parts[BALL].visible && !parts[RING].visible && parts[PLATE].visible);
    app_do(&app, &action_edit_undo, NULL, 0);
    do_part(&app, &action_part_isolate, BALL, false);
    parts = app.document.parts;
    assert_true(parts[BALL].visible && parts[RING].visible && !parts[PLATE].visible);
    do_part(&app, &action_part_isolate, RING, false);
    parts = app.document.parts;
    assert_true(parts[PLATE].visible && parts[UPPER_PLATE].visible);
    // A part that is not selected stands alone.
    do_part(&app, &action_part_ghost, PLATE, true);
    parts = app.document.parts;
    assert_true(parts[PLATE].ghost && !parts[UPPER_PLATE].ghost);
    app_free(&app);
}

static void a_drag_of_the_selection_is_one_step_and_goes_back_exactly(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    Affine odd = affine_rotation(vec3d(0.6, 0, 0.8), 0.7);
    odd.p = vec3d(0.1, 1.0 / 3, 7);
    app_do(&app, &action_part_move, &(ActionArgs){.part = RING, .placement = odd}, 0);
    do_part(&app, &action_part_select, BALL, false);
    do_part(&app, &action_part_select_toggle, RING, false);
    Affine ball = app.document.parts[BALL].placement, plate = app.document.parts[PLATE].placement;
    for (int i = 1; i <= 1000; ++i) {
        Affine motion = affine_rotation(vec3d(0, 1, 0), 0.01 * i);
        motion.p = vec3d(0.1 * i, 0, 1.0 / i);
        assert_true(
            app_do(&app, &action_parts_move, &(ActionArgs){.part = BALL, .placement = motion}, 77));
    }
    const PartState *parts = app.document.parts;
    // Absolute from the start of the drag: a thousand steps are as good as one.
    Affine last = affine_rotation(vec3d(0, 1, 0), 10);
    last.p = vec3d(100, 0, 0.001);
    Affine wanted = affine_compose(&last, &ball);
    assert_true(vec3d_distance(wanted.p, parts[BALL].placement.p) < 1e-9);
    assert_true(vec3d_distance(odd.p, parts[RING].placement.p) > 50);
    assert_true(affine_equal(&plate, &parts[PLATE].placement));
    assert_true(app_do(&app, &action_parts_move,
                       &(ActionArgs){.part = BALL, .placement = affine_identity()}, 77));
    assert_true(affine_equal(&ball, &app.document.parts[BALL].placement));
    assert_true(affine_equal(&odd, &app.document.parts[RING].placement));
    assert_string_equal(history_undo_title(app.history), "Undo Move part Ring"); // the first one
    assert_false(history_can_redo(app.history));

    Affine shift = affine_translation(vec3d(1, 0, 0));
    app_do(&app, &action_parts_move, &(ActionArgs){.part = NO_PART, .placement = shift}, 78);
    shift.p.x = 2;
    app_do(&app, &action_parts_move, &(ActionArgs){.part = NO_PART, .placement = shift}, 78);
    assert_true(app.document.parts[BALL].placement.p.x == ball.p.x + 2);
    app_do(&app, &action_edit_undo, NULL, 0);
    assert_true(affine_equal(&ball, &app.document.parts[BALL].placement));
    assert_true(affine_equal(&odd, &app.document.parts[RING].placement));
    app_free(&app);
}

static void one_that_cannot_go_there_keeps_all_of_them(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    app_do(&app, &action_parts_select_all, NULL, 0);
    Document before;
    assert_true(document_copy(&before, &app.document));
    Affine bad = affine_translation(vec3d(NAN, 0, 0));
    assert_false(
        app_do(&app, &action_parts_move, &(ActionArgs){.part = NO_PART, .placement = bad}, 0));
    bad = affine_translation(vec3d(MESH_MAX_COORDINATE - 20, 0, 0)); // too far for the ring alone
    assert_false(
        app_do(&app, &action_parts_move, &(ActionArgs){.part = NO_PART, .placement = bad}, 0));
    assert_non_null(strstr(last_notice(&app), "Ring"));
    assert_true(document_equal(&before, &app.document));
    document_free(&before);
    app_free(&app);
}

static void a_locked_part_stays_and_says_so(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    Affine rest = app.document.parts[BALL].placement;
    ActionArgs there = move_args(BALL, vec3d(9, 9, 9));
    do_part(&app, &action_part_lock, BALL, true);
    assert_false(app_do(&app, &action_part_move, &there, 0));
    assert_non_null(strstr(last_notice(&app), "Ball is locked"));
    app_do(&app, &action_parts_select_all, NULL, 0);
    Affine shift = affine_translation(vec3d(1, 0, 0));
    assert_false(
        app_do(&app, &action_parts_move, &(ActionArgs){.part = BALL, .placement = shift}, 0));
    assert_true(
        app_do(&app, &action_parts_move, &(ActionArgs){.part = RING, .placement = shift}, 0));
    assert_true(affine_equal(&rest, &app.document.parts[BALL].placement));
    assert_true(app.document.parts[RING].placement.p.x == 41);
    assert_string_equal(last_notice(&app), "1 locked part stays in place.");
    do_part(&app, &action_part_lock, BALL, false);
    assert_true(app_do(&app, &action_part_move, &there, 0));
    app_free(&app);
}

// Over the registry: whatever is added later has to respect the lock as well.
static void no_action_moves_a_locked_part(void **state)
{
    (void)state;
    int done = 0;
    for (int id = 0; id < action_count; ++id) {
        if (!(actions[id]->flags & ACTION_UNDOABLE))
            continue;
        App app;
        fixture_open(&app);
        for (int32_t i = 0; i < FIXTURE_PARTS; ++i)
            app.document.parts[i].placement.p.z += 3; // so that a reset would be seen
        app_do(&app, &action_parts_select_all, NULL, 0);
        Document before;
        do_part(&app, &action_part_lock, BALL, true); // of a selected one: all
        assert_true(document_copy(&before, &app.document));
        ActionArgs args = {.part = NO_PART};
        action_example(&app, actions[id], &args);
        done += app_do(&app, actions[id], &args, 0);
        for (int32_t i = 0; i < FIXTURE_PARTS; ++i)
            if (!affine_equal(&before.parts[i].placement, &app.document.parts[i].placement))
                fail_msg("%s moves part %d although it is locked", actions[id]->name, (int)i);
        document_free(&before);
        app_free(&app);
    }
    print_message("RAN: %d undoable actions on locked parts\n", done);
    assert_true(done > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clicks_make_and_change_the_set),
        cmocka_unit_test(what_is_done_to_one_is_done_to_the_selection),
        cmocka_unit_test(a_drag_of_the_selection_is_one_step_and_goes_back_exactly),
        cmocka_unit_test(one_that_cannot_go_there_keeps_all_of_them),
        cmocka_unit_test(a_locked_part_stays_and_says_so),
        cmocka_unit_test(no_action_moves_a_locked_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
