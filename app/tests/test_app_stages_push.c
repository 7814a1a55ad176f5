// Parts that give way to the one in the hand: in the document, in one step of the history, in recordings.
#include "app/actions/list_parts.h"
#include "app/actions/list_path.h"
#include "app/actions/list_session.h"
#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "app/document/move_settings.h"
#include "app/script/action_log.h"
#include "app/stages/rows.h"
#include "app/tests/app_fixture.h"

#include <math.h>

enum { WALL, TABLE, FIRST, BLOCKS = 3, PARTS = FIRST + BLOCKS };

// Three blocks of 4 with gaps of 2, 1 over a table, and a wall that begins at 30.
static void open_row(App *app)
{
    Assembly assembly = {.title = strdup("row")};
    Affine at = affine_translation(vec3d(31, 0, 0));
    assert_true(assembly_add(&assembly, "Wall", shape_box(vec3d(2, 20, 20)), &at, 0x808080));
    at.p = vec3d(0, -4, 0);
    assert_true(assembly_add(&assembly, "Table", shape_box(vec3d(50, 2, 30)), &at, 0x808080));
    for (int i = 0; i < BLOCKS; ++i) {
        char name[24];
        snprintf(name, sizeof name, "Block %d", i + 1);
        at.p = vec3d(6 * i, 0, 0);
        assert_true(assembly_add(&assembly, name, shape_box(vec3d(4, 4, 4)), &at, 0xa0a0a0));
    }
    fixture_open_this(app, &assembly);
    assert_true(app_do(app, &action_move_contact, &(ActionArgs){.index = HAND_PUSH}, 0));
    ActionArgs lock = {.part = WALL, .flag = true};
    assert_true(app_do(app, &action_part_lock, &lock, 0));
    lock.part = TABLE;
    assert_true(app_do(app, &action_part_lock, &lock, 0));
    assert_true(app_do(app, &action_part_select, &(ActionArgs){.part = FIRST}, 0));
}

static void ask(App *app, Vec3d to, uint64_t key)
{
    ActionArgs args = move_args(FIRST, to);
    action_submit_merged(&app->queue, &action_part_move, &args, key);
    app_apply_actions(app);
}

static double x_of(const App *app, int32_t part)
{
    return app->document.parts[part].placement.p.x;
}

static void a_row_is_pushed_in_one_step(void **state)
{
    (void)state;
    App app;
    open_row(&app);
    int before = history_done(app.history);
    Affine home[PARTS];
    for (int32_t i = 0; i < PARTS; ++i)
        home[i] = app.document.parts[i].placement;
    ask(&app, vec3d(5, 0, 0), 9);
    stages_wait(&app);
    assert_int_equal(app.hand.state, HAND_THERE);
    assert_true(x_of(&app, FIRST) == 5 && x_of(&app, FIRST + 1) > 9 && x_of(&app, FIRST + 2) > 13);
    ask(&app, vec3d(40, 0, 0), 9);
    stages_wait(&app);
    assert_int_equal(app.hand.state, HAND_HELD);
    assert_non_null(strstr(app.hand.text, "pushing Block 2, Block 3; held by Wall"));
    for (int i = 0; i < BLOCKS; ++i)
        assert_true(fabs(x_of(&app, FIRST + i) - (20 + 4 * i)) < 0.05);
    assert_true(x_of(&app, WALL) == 31);
    assert_int_equal(app.report.count, 0);
    assert_int_equal(history_done(app.history), before + 1);
    // In a script of it every part has its last place, and only that.
    char *script = action_log_text(&app);
    int moves = 0;
    for (const char *at = script; (at = strstr(at, "part.move ")) != NULL; ++at)
        ++moves;
    assert_int_equal(moves, BLOCKS);
    free(script);
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    for (int32_t i = 0; i < PARTS; ++i)
        assert_true(affine_equal(&home[i], &app.document.parts[i].placement));
    app_free(&app);
}

// Two in the hand push a third: still one step, and one line for those in the hand.
static void several_push_in_one_step(void **state)
{
    (void)state;
    App app;
    open_row(&app);
    assert_true(app_do(&app, &action_part_select_toggle, &(ActionArgs){.part = FIRST + 1}, 0));
    int before = history_done(app.history);
    for (int i = 1; i <= 3; ++i) {
        ActionArgs args = {.part = FIRST, .placement = affine_translation(vec3d(3 * i, 0, 0))};
        action_submit_merged(&app.queue, &action_parts_move, &args, 9);
        app_apply_actions(&app);
        stages_wait(&app);
    }
    assert_true(x_of(&app, FIRST) == 9 && x_of(&app, FIRST + 1) == 15);
    assert_true(x_of(&app, FIRST + 2) > 19);
    assert_int_equal(history_done(app.history), before + 1);
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    for (int i = 0; i < BLOCKS; ++i)
        assert_true(x_of(&app, FIRST + i) == 6 * i);
    app_free(&app);
}

// Escape puts back what was pushed, too.
static void a_push_is_taken_back(void **state)
{
    (void)state;
    App app;
    open_row(&app);
    int before = history_done(app.history);
    ask(&app, vec3d(15, 0, 0), 9);
    stages_wait(&app);
    assert_true(x_of(&app, FIRST + 2) > 20);
    ActionArgs args = move_args(FIRST, vec3d(0, 0, 0));
    action_submit_back(&app.queue, &action_part_move, &args, 9);
    app_apply_actions(&app);
    for (int i = 0; i < BLOCKS; ++i)
        assert_true(x_of(&app, FIRST + i) == 6 * i);
    assert_int_equal(history_done(app.history), before);
    app_free(&app);
}

// What is locked stands, and what touches it; the latter unless that is switched on.
static void locked_parts_stand(void **state)
{
    (void)state;
    App app;
    open_row(&app);
    ActionArgs lock = {.part = FIRST + 1, .flag = true};
    assert_true(app_do(&app, &action_part_lock, &lock, 0));
    ask(&app, vec3d(15, 0, 0), 9);
    stages_wait(&app);
    assert_int_equal(app.hand.state, HAND_HELD);
    assert_true(x_of(&app, FIRST + 1) == 6 && fabs(x_of(&app, FIRST) - 2) < 0.05);
    assert_non_null(strstr(app.hand.text, "held by Block 2"));
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    lock.flag = false;
    assert_true(app_do(&app, &action_part_lock, &lock, 0));
    for (int i = 0; i < BLOCKS; ++i) { // down on the table
        ActionArgs down = move_args(FIRST + i, vec3d(6 * i, -1, 0));
        assert_true(app_do(&app, &action_part_move, &down, 0));
    }
    stages_wait(&app);
    for (int seated = 0; seated < 2; ++seated) {
        assert_true(app_do(&app, &action_move_seated, &(ActionArgs){.flag = seated}, 0));
        ask(&app, vec3d(8, -1, 0), 20 + (uint64_t)seated);
        stages_wait(&app);
        double wanted = seated ? 8 : 2;
        if (!(fabs(x_of(&app, FIRST) - wanted) < 0.05))
            fail_msg("seated %d: it came to %.9g", seated, x_of(&app, FIRST));
        assert_true((x_of(&app, FIRST + 1) > 6) == seated);
    }
    app_free(&app);
}

// In other modes they stand, also when the mode is changed while one is held.
static void the_mode_may_change_in_the_hand(void **state)
{
    (void)state;
    App app;
    open_row(&app);
    assert_true(app_do(&app, &action_move_contact, &(ActionArgs){.index = HAND_SLIDE}, 0));
    hand_hold(&app, true);
    ask(&app, vec3d(5, 0, 0), 9);
    stages_wait(&app);
    assert_true(x_of(&app, FIRST + 1) == 6 && app.hand.state == HAND_HELD);
    assert_true(app_do(&app, &action_move_contact, &(ActionArgs){.index = HAND_PUSH}, 0));
    stages_wait(&app);
    assert_true(x_of(&app, FIRST) == 5 && x_of(&app, FIRST + 1) > 9);
    app_free(&app);
}

// A recorded path has all that was pushed, in the order in which it moved: it is proven free.
static void paths_know_what_was_pushed(void **state)
{
    (void)state;
    App app;
    open_row(&app);
    assert_true(app_do(&app, &action_path_record, &(ActionArgs){.flag = true}, 0));
    ask(&app, vec3d(15, 0, 0), 9);
    stages_wait(&app);
    assert_true(app_do(&app, &action_path_record, &(ActionArgs){.flag = false}, 0));
    assert_int_equal(app.path.path.part_count, BLOCKS);
    assert_true(app_do(&app, &action_path_check, NULL, 0));
    stages_wait(&app);
    assert_true(app.path.proof_known);
    assert_int_equal(app.path.proof.verdict, PATH_FREE);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_is_pushed_in_one_step),
        cmocka_unit_test(several_push_in_one_step),
        cmocka_unit_test(a_push_is_taken_back),
        cmocka_unit_test(locked_parts_stand),
        cmocka_unit_test(the_mode_may_change_in_the_hand),
        cmocka_unit_test(paths_know_what_was_pushed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
