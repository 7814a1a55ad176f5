// Actions over their registry, the history, and what is refused.
#include "app/actions/list.h"
#include "app/document/field_actions.h"
#include "app/document/history.h"
#include "app/document/names.h"
#include "app/tests/app_fixture.h"
#include "app/tests/examples.h"
#include "core/base/rng.h"
#include "core/tree/build/build.h"
#include "core/tree/bv/variants.h"

// Nothing is as at the start: resetting and showing have something to do. A stud is there for a tool to turn.
static void open_lived_in(App *app)
{
    Assembly assembly = {.title = strdup("lived in")};
    Affine at = affine_translation(vec3d(-60, 0, 0));
    assert_true(assembly_add(&assembly, "Stud", shape_cylinder(5, 20, 32), &at, 0x808080));
    at.p = vec3d(0, 20, 0);
    assert_true(assembly_add(&assembly, "Plate", shape_box(vec3d(10, 1, 10)), &at, 0x909090));
    at.p = vec3d(0, 5, 0);
    assert_true(assembly_add(&assembly, "Ball", shape_ico_sphere(2, 2), &at, 0xa0a0a0));
    at.p = vec3d(40, 0, 0);
    assert_true(assembly_add(&assembly, "Ring", shape_torus(6, 2, 24, 12), &at, 0xb0b0b0));
    fixture_open_this(app, &assembly);
    app->document.parts[FIXTURE_PARTS - 1].placement.p.x += 3;
    app->document.parts[0].visible = false;
    app->document.parts[1].group = name_intern("Plates");
    app->document.selected = 0;
    app->document.parts[FIXTURE_PARTS - 1].connectors =
        name_intern("face 0 0 0 0 1 0 1 0 0 5 0 0 0 Top");
    app->document.build = bvh_desc_filled(&(BvhDesc){.type = &bv_aabb}); // has two overlap tests
}

static ActionArgs example_of(const App *app, const Action *action)
{
    ActionArgs args = {.part = NO_PART};
    action_example(app, action, &args);
    return args;
}

static void every_action_has_its_place_and_words(void **state)
{
    (void)state;
    for (int i = 0; i < action_count; ++i) {
        const Action *action = actions[i];
        assert_non_null(action);
        if (action_find(action->name) != action)
            fail_msg("%s is not found by its name", action->name);
        if (!action->name || !strchr(action->name, '.') || !action->title || !action->title[0] ||
            !action->note || !action->note[0] || (!action->apply && !action->act && !action->field))
            fail_msg("action %d lacks a name with a dot, a title, a note or apply", i);
        for (int j = 0; j < i; ++j) {
            if (strcmp(actions[j]->name, action->name) == 0)
                fail_msg("two actions are called %s", action->name);
            if (action->shortcut && actions[j]->shortcut &&
                strcmp(actions[j]->shortcut, action->shortcut) == 0)
                fail_msg("%s and %s share %s", actions[j]->name, action->name, action->shortcut);
        }
    }
}

// Applied and undone once, the document is as before; redone, as after.
static void every_action_is_applied_and_undone(void **state)
{
    (void)state;
    int undone = 0;
    for (int i = 0; i < action_count; ++i) {
        const Action *action = actions[i];
        App app;
        open_lived_in(&app);
        ActionArgs args = example_of(&app, actions[i]);
        Document before, after;
        assert_true(document_copy(&before, &app.document));
        const char *why = NULL;
        if (!app_can(&app, action, &why)) {
            if (!why || !why[0])
                fail_msg("%s is not possible and does not say why", action->name);
            assert_false(app_do(&app, actions[i], &args, 0));
            assert_true(has_notice(&app, why));
            assert_true(document_equal(&before, &app.document));
        } else if (!app_do(&app, actions[i], &args, 0)) {
            fail_msg("%s refuses its own example (%s): give it one that works", action->name,
                     last_notice(&app));
        } else if (action->flags & ACTION_UNDOABLE) {
            assert_true(document_copy(&after, &app.document));
            bool changed = !document_equal(&before, &after);
            // An example with index 0 is that of a registry with one entry.
            if (!changed && !(action->example && args.index == 0))
                fail_msg("the example of %s changes nothing", action->name);
            assert_int_equal(history_can_undo(app.history), changed);
            if (changed) {
                assert_true(app_do(&app, &action_edit_undo, NULL, 0));
                if (!document_equal(&before, &app.document))
                    fail_msg("%s undone leaves another document", action->name);
                assert_false(history_can_undo(app.history));
                assert_true(app_do(&app, &action_edit_redo, NULL, 0));
                if (!document_equal(&after, &app.document))
                    fail_msg("%s redone gives another document", action->name);
                ++undone;
            }
            document_free(&after);
        } else { // it looks, selects, or chooses a tool; everything else can be undone
            assert_false(history_can_undo(app.history));
            before.selected = app.document.selected;
            for (int32_t k = 0; k < before.part_count; ++k)
                before.parts[k].selected = app.document.parts[k].selected;
            if (!document_equal(&before, &app.document))
                fail_msg("%s changes the document and cannot be undone", action->name);
        }
        document_free(&before);
        stages_wait(&app);
        app_free(&app);
    }
    print_message("%d actions, %d of them undone and redone\n", action_count, undone);
    assert_true(undone >= 10);
}

static void no_action_harms_an_app_without_parts(void **state)
{
    (void)state;
    for (int i = 0; i < action_count; ++i) {
        App app;
        Error err = {""};
        assert_true(app_init(&app, &err));
        ActionArgs args = {.part = NO_PART}, zero = {0};
        app_do(&app, actions[i], &args, 0);
        app_do(&app, actions[i], &zero, 0);
        app_do(&app, actions[i], NULL, 0);
        stages_update(&app, 0);
        app_free(&app);
    }
}

static void refuse(App *app, const Action *action, const ActionArgs *args)
{
    Document before;
    assert_true(document_copy(&before, &app->document));
    app->notice_count = 0;
    if (app_do(app, action, args, 0))
        fail_msg("%s accepts part %d index %d number %g", action->name, (int)args->part,
                 (int)args->index, args->number);
    assert_true(document_equal(&before, &app->document));
    assert_false(history_can_undo(app->history));
    if (app->notice_count != 1 || app->notices[0].kind != NOTICE_ERROR)
        fail_msg("%s is refused without a word", action->name);
    document_free(&before);
}

// What the row of an argument does not allow never reaches the action.
static int spoil(const Arg *arg, const ActionArgs *good, ActionArgs bad[2])
{
    bad[0] = bad[1] = *good;
    switch (arg->type) {
    case ARG_PART:
    case ARG_SELECTED:
        bad[0].part = -2;
        bad[1].part = FIXTURE_PARTS;
        return 2;
    case ARG_OTHER:
        bad[0].other = arg->optional ? NO_PART - 1 : NO_PART;
        bad[1].other = FIXTURE_PARTS;
        return 2;
    case ARG_PRIMITIVE:
        bad[0].index = -2;
        bad[1].index = 1000;
        return 2;
    case ARG_INDEX:
        bad[0].index = arg->list ? -1 : (int32_t)arg->least - 1;
        bad[1].index = arg->list ? 1000 : (int32_t)arg->most + 1;
        return arg->list || arg->least < arg->most ? 2 : 0;
    case ARG_NUMBER:
        bad[0].number = NAN;
        bad[1].number = arg->most + 1;
        return arg->least < arg->most ? 2 : 1;
    case ARG_PATH:
        memset(bad[0].text, 'x', sizeof bad[0].text);
        bad[1].text[0] = '\0';
        return arg->optional ? 1 : 2;
    case ARG_TEXT:
        memset(bad[0].text, 'x', sizeof bad[0].text);
        return 1;
    default:
        return 0;
    }
}

static void arguments_are_checked_by_their_rows(void **state)
{
    (void)state;
    int count = 0;
    App app;
    fixture_open(&app);
    app_do(&app, &action_primitive_add, &(ActionArgs){.text = "sphere 0 0 0 1"}, 0);
    app_do(&app, &action_part_select, &(ActionArgs){.part = 1}, 0);
    history_clear(app.history);
    for (int i = 0; i < action_count; ++i) {
        const char *why;
        if (actions[i]->field || !app_can(&app, actions[i], &why))
            continue;
        ActionArgs args = example_of(&app, actions[i]), bad[2];
        for (const Arg *arg = actions[i]->args; arg->type != ARG_END; ++arg)
            for (int k = spoil(arg, &args, bad); k > 0; --k, ++count)
                refuse(&app, actions[i], &bad[k - 1]);
    }
    print_message("RAN: %d arguments refused\n", count);
    assert_true(count > 100);
    app_free(&app);
}

static void arguments_out_of_range_are_refused_and_nothing_moves(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    static const int32_t wrong[] = {-2, -1000, FIXTURE_PARTS, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        ActionArgs args = move_args(wrong[i], vec3d(0, 0, 0));
        static const Action *const of_part[] = {&action_part_select, &action_part_move,
                                                &action_part_show, &action_part_reset,
                                                &action_overlay_level};
        for (size_t j = 0; j < sizeof of_part / sizeof *of_part; ++j)
            refuse(&app, of_part[j], &args);
        args.part = 0;
        args.index = wrong[i] == FIXTURE_PARTS ? 5000 : wrong[i];
        static const Action *const of_index[] = {
            &action_overlay_level, &action_build_volume,        &action_build_criterion,
            &action_build_builder, &action_build_leaf_size,     &action_query_test,
            &action_query_rule,    &action_query_triangle_test, &action_camera_standard_view,
            &action_scene_open,    &action_build_arity};
        for (size_t j = 0; j < sizeof of_index / sizeof *of_index; ++j)
            refuse(&app, of_index[j], &args);
    }
    ActionArgs zero = {0};
    refuse(&app, &action_build_leaf_size, &zero);
    refuse(&app, &action_build_arity, &(ActionArgs){.index = 3});
    refuse(&app, &action_file_open, &zero);
    static const double bad_number[] = {-0.1, 1.1, 1e300, NAN, INFINITY};
    for (size_t i = 0; i < sizeof bad_number / sizeof *bad_number; ++i)
        refuse(&app, &action_view_opacity, &(ActionArgs){.number = bad_number[i]});
    app_free(&app);
}

static void placements_that_are_no_placements_are_refused(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        for (int k = 0; k < 12; ++k) {
            ActionArgs args = move_args(2, vec3d(1, 2, 3));
            if (k < 9)
                args.placement.m[k / 3][k % 3] = bad[i];
            else
                args.placement.p.v[k - 9] = bad[i];
            refuse(&app, &action_part_move, &args);
        }
    }
    ActionArgs flat = move_args(2, vec3d(0, 0, 0));
    flat.placement.m[1][1] = 0;
    refuse(&app, &action_part_move, &flat);
    flat.placement.m[1][1] = 1e-14;
    refuse(&app, &action_part_move, &flat);
    ActionArgs zero = {.part = 2};
    refuse(&app, &action_part_move, &zero);
    ActionArgs tiny = move_args(2, vec3d(0, 0, 0));
    for (int i = 0; i < 3; ++i)
        tiny.placement.m[i][i] = 1e-200; // the determinant underflows
    refuse(&app, &action_part_move, &tiny);
    ActionArgs far = move_args(2, vec3d(0, 1e16, 0));
    refuse(&app, &action_part_move, &far);
    assert_non_null(strstr(last_notice(&app), "Ball"));
    // Mirrored and non-uniformly scaled ones are legal.
    ActionArgs legal = move_args(2, vec3d(0, 5, 0));
    legal.placement.m[0][0] = -2;
    assert_true(app_do(&app, &action_part_move, &legal, 0));
    app_free(&app);
}

static void a_camera_that_is_no_camera_is_refused(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    Camera good = app.document.view.camera;
    for (int k = 0; k < 6; ++k) {
        ActionArgs args = {.camera = good};
        double *fields[] = {&args.camera.target.y, &args.camera.yaw,      &args.camera.pitch,
                            &args.camera.distance, &args.camera.distance, &args.camera.fov_y};
        *fields[k] = k == 4 ? 0 : NAN;
        refuse(&app, &action_camera_set, &args);
    }
    assert_memory_equal(&good, &app.document.view.camera, sizeof good);
    app_free(&app);
}

static void a_notice_that_repeats_the_last_one_is_kept_once(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    app.notice_count = 0;
    ActionArgs zero = {.part = 2};
    for (int i = 0; i < 500; ++i)
        app_do(&app, &action_part_move, &zero, 1);
    assert_int_equal(app.notice_count, 1);
    for (int i = 0; i < 500; ++i)
        app_notify(&app, NOTICE_INFO, "%d", i);
    assert_int_equal(app.notice_count, 200); // the oldest went
    assert_string_equal(last_notice(&app), "499");
    app_free(&app);
}

static void a_drag_is_one_step_of_the_history(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    Document rest;
    assert_true(document_copy(&rest, &app.document));
    for (int i = 1; i <= 50; ++i) {
        ActionArgs args = move_args(2, vec3d(0.1 * i, 5, 0));
        action_submit_merged(&app.queue, &action_part_move, &args, 7);
    }
    app_apply_actions(&app);
    assert_string_equal(history_undo_title(app.history), "Undo Move part Ball");
    // Another gesture, then one without a key: each is its own step.
    for (int i = 1; i <= 5; ++i) {
        ActionArgs args = move_args(2, vec3d(0, 5, i));
        action_submit_merged(&app.queue, &action_part_move, &args, 8);
    }
    ActionArgs args = move_args(1, vec3d(0, 30, 0));
    action_submit(&app.queue, &action_part_move, &args);
    args.placement.p.y = 31;
    action_submit(&app.queue, &action_part_move, &args);
    app_apply_actions(&app);
    assert_int_equal(app.queue.count, 0);
    for (int steps = 4; steps > 0; --steps) {
        assert_true(history_can_undo(app.history));
        assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    }
    assert_false(history_can_undo(app.history));
    assert_null(history_undo_title(app.history));
    assert_string_equal(history_redo_title(app.history), "Redo Move part Ball");
    assert_true(document_equal(&rest, &app.document));
    document_free(&rest);
    app_free(&app);
}

static void an_undone_drag_is_not_merged_into(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    ActionArgs args = move_args(2, vec3d(9, 9, 9));
    app_do(&app, &action_part_move, &args, 7);
    app_do(&app, &action_part_show, &(ActionArgs){.part = 1}, 0);
    app_do(&app, &action_edit_undo, NULL, 0);
    args.placement.p.x = 8;
    app_do(&app, &action_part_move, &args, 7);
    assert_false(history_can_redo(app.history));
    app_do(&app, &action_edit_undo, NULL, 0);
    assert_true(app.document.parts[2].placement.p.x == 9);
    app_free(&app);
}

static void looking_around_is_neither_recorded_nor_undone(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    ActionArgs args = move_args(2, vec3d(1, 2, 3));
    assert_true(app_do(&app, &action_part_move, &args, 0));
    args.camera = app.document.view.camera;
    args.camera.yaw += 1;
    assert_true(app_do(&app, &action_camera_set, &args, 0));
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    assert_memory_equal(&args.camera, &app.document.view.camera, sizeof args.camera);
    assert_false(history_can_undo(app.history));
    app_free(&app);
}

static void what_changes_nothing_is_no_step(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    assert_true(app_do(&app, &action_parts_reset_all, NULL, 0));
    assert_true(app_do(&app, &action_part_show, &(ActionArgs){.flag = true}, 0));
    assert_false(history_can_undo(app.history));
    app_free(&app);
}

static void the_history_forgets_the_oldest_steps_only(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    enum { MOVES = HISTORY_MAX_STEPS + 44 };
    for (int i = 1; i <= MOVES; ++i) {
        ActionArgs args = move_args(2, vec3d(i, 100, 0));
        assert_true(app_do(&app, &action_part_move, &args, 0));
    }
    int steps = 0;
    while (history_can_undo(app.history)) {
        assert_true(app_do(&app, &action_edit_undo, NULL, 0));
        ++steps;
    }
    assert_int_equal(steps, HISTORY_MAX_STEPS);
    assert_true(app.document.parts[2].placement.p.x == MOVES - HISTORY_MAX_STEPS);
    while (history_can_redo(app.history))
        assert_true(app_do(&app, &action_edit_redo, NULL, 0));
    assert_true(app.document.parts[2].placement.p.x == MOVES);
    app_free(&app);
}

static void opening_something_else_clears_the_history(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    ActionArgs args = move_args(2, vec3d(1, 2, 3));
    app_do(&app, &action_part_move, &args, 0);
    app_do(&app, &action_build_leaf_size, &(ActionArgs){.index = 3}, 0);
    Assembly other = fixture_assembly("other");
    stages_open_assembly(&app, &other);
    stages_wait(&app);
    assert_string_equal(app.assembly.title, "other");
    assert_false(history_can_undo(app.history));
    assert_false(history_can_redo(app.history));
    assert_int_equal(app.document.build.leaf_size, 3); // settings stay
    app_free(&app);
}

// Any sequence can be taken back to the start and done again to the end.
static void random_sequences_can_be_undone_and_redone(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; ++seed) {
        Rng rng = rng_create(seed);
        App app;
        fixture_open(&app);
        Document start, end;
        assert_true(document_copy(&start, &app.document));
        for (int i = 0; i < 60; ++i) {
            const Action *action = actions[rng_below(&rng, action_count)];
            bool travels = action == &action_edit_undo || action == &action_edit_redo;
            if (!(action->flags & ACTION_UNDOABLE) && !travels)
                continue;
            ActionArgs args = {.part = rng_below(&rng, FIXTURE_PARTS + 2) - 1,
                               .index = rng_below(&rng, 6) - 1,
                               .number = rng_unit(&rng),
                               .flag = rng_below(&rng, 2),
                               .placement = affine_translation(rng_in_cube(&rng, 50))};
            app_do(&app, action, &args, (uint64_t)rng_below(&rng, 3));
        }
        assert_true(document_copy(&end, &app.document));
        int forward = 0;
        while (history_can_redo(app.history)) {
            app_do(&app, &action_edit_redo, NULL, 0);
            ++forward;
        }
        while (history_can_undo(app.history))
            app_do(&app, &action_edit_undo, NULL, 0);
        if (!document_equal(&start, &app.document))
            fail_msg("seed %d: undone, it is another document", (int)seed);
        while (history_can_redo(app.history))
            app_do(&app, &action_edit_redo, NULL, 0);
        while (forward-- > 0)
            app_do(&app, &action_edit_undo, NULL, 0);
        if (!document_equal(&end, &app.document))
            fail_msg("seed %d: redone, it is another document", (int)seed);
        document_free(&start);
        document_free(&end);
        app_free(&app);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arguments_are_checked_by_their_rows),
        cmocka_unit_test(every_action_has_its_place_and_words),
        cmocka_unit_test(every_action_is_applied_and_undone),
        cmocka_unit_test(no_action_harms_an_app_without_parts),
        cmocka_unit_test(arguments_out_of_range_are_refused_and_nothing_moves),
        cmocka_unit_test(placements_that_are_no_placements_are_refused),
        cmocka_unit_test(a_camera_that_is_no_camera_is_refused),
        cmocka_unit_test(a_notice_that_repeats_the_last_one_is_kept_once),
        cmocka_unit_test(a_drag_is_one_step_of_the_history),
        cmocka_unit_test(an_undone_drag_is_not_merged_into),
        cmocka_unit_test(looking_around_is_neither_recorded_nor_undone),
        cmocka_unit_test(what_changes_nothing_is_no_step),
        cmocka_unit_test(the_history_forgets_the_oldest_steps_only),
        cmocka_unit_test(opening_something_else_clears_the_history),
        cmocka_unit_test(random_sequences_can_be_undone_and_redone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
