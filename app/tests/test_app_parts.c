// Parts that are renamed, coloured, grouped, duplicated and deleted, and what follows from it.
// ctest labels: threads
#include "app/actions/list.h"
#include "app/document/history.h"
#include "app/document/names.h"
#include "app/document/selection.h"
#include "app/stages/parts.h"
#include "app/tests/app_fixture.h"
#include "core/mesh/deform/variants.h"

#include <stdio.h>

enum { PLATE, UPPER_PLATE, BALL, RING };

static bool do_part(App *app, const Action *action, int32_t part)
{
    return app_do(app, action, &(ActionArgs){.part = part}, 0);
}

static bool do_text(App *app, const Action *action, int32_t part, const char *text)
{
    ActionArgs args = {.part = part};
    snprintf(args.text, sizeof args.text, "%s", text);
    return app_do(app, action, &args, 0);
}

static const char *name_of(const App *app, int32_t part)
{
    return app->assembly.parts[part].name;
}

static void equal_texts_are_one_name(void **state)
{
    (void)state;
    char text[32];
    const char *names[500];
    for (int i = 0; i < 500; ++i) {
        snprintf(text, sizeof text, "part %d", i);
        names[i] = name_intern(text);
    }
    for (int i = 0; i < 500; ++i) {
        snprintf(text, sizeof text, "part %d and more", i);
        assert_ptr_equal(name_intern_part(text, strlen(text) - 9), names[i]);
        text[strlen(text) - 9] = 0;
        assert_string_equal(names[i], text);
    }
}

static void renaming_changes_what_is_read_and_not_what_is_meant(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    ActionArgs into = move_args(BALL, vec3d(0, 1, 0)); // runs into the lower plate
    app_do(&app, &action_part_move, &into, 0);
    stages_wait(&app);
    assert_int_equal(app.fit.count, 1);
    uint64_t id = app.fit.rows[0].id;
    assert_true(do_text(&app, &action_part_rename, BALL, "  Kugel\t7 "));
    assert_string_equal(name_of(&app, BALL), "Kugel 7");
    assert_string_equal(app.assembly.parts[BALL].key, "Ball");
    stages_wait(&app);
    assert_int_equal(app.fit.count, 1);
    if (!strstr(app.fit.rows[0].text, "Kugel 7") || strstr(app.fit.rows[0].text, "Ball"))
        fail_msg("the report says: %s", app.fit.rows[0].text);
    assert_true(app.fit.rows[0].id == id);
    // A rule made before or after finds the part by its key.
    assert_true(app_do(&app, &action_pair_rule,
                       &(ActionArgs){.part = PLATE, .other = BALL, .number = RULE_IGNORED}, 0));
    stages_wait(&app);
    assert_int_equal(app.fit.count, 0);
    assert_true(do_text(&app, &action_part_rename, BALL, "Globus"));
    stages_wait(&app);
    assert_int_equal(app.fit.count, 0);
    while (history_can_undo(app.history))
        app_do(&app, &action_edit_undo, NULL, 0);
    assert_string_equal(name_of(&app, BALL), "Ball");
    app_do(&app, &action_edit_jump, &(ActionArgs){.index = 2}, 0);
    assert_string_equal(name_of(&app, BALL), "Kugel 7");

    assert_false(do_text(&app, &action_part_rename, BALL, "Ring"));
    assert_non_null(strstr(last_notice(&app), "already called Ring"));
    assert_false(do_text(&app, &action_part_rename, BALL, " \n "));
    char bad[] = "50% \xff %s";
    assert_true(do_text(&app, &action_part_rename, BALL, bad));
    assert_string_equal(name_of(&app, BALL), "50% ? %s");
    assert_true(do_text(&app, &action_part_rename, BALL, "Ball"));
    assert_null(app.document.parts[BALL].name);
    app_free(&app);
}

static void colours_follow_the_document(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    do_part(&app, &action_part_select, BALL);
    do_part(&app, &action_part_select_toggle, RING);
    assert_true(
        app_do(&app, &action_part_colour, &(ActionArgs){.part = BALL, .index = 0x123456}, 5));
    assert_true(
        app_do(&app, &action_part_colour, &(ActionArgs){.part = BALL, .index = 0x654321}, 5));
    assert_int_equal(app.assembly.parts[RING].colour, 0x654321);
    assert_int_equal(history_done(app.history), 1); // the picker was dragged
    app_do(&app, &action_edit_undo, NULL, 0);
    assert_int_equal(app.assembly.parts[RING].colour, 0xb0b0b0);
    app_do(&app, &action_edit_redo, NULL, 0);
    app_do(&app, &action_part_colour, &(ActionArgs){.part = BALL, .index = -1}, 0);
    assert_int_equal(app.assembly.parts[BALL].colour, 0xa0a0a0);
    assert_false(
        app_do(&app, &action_part_colour, &(ActionArgs){.part = BALL, .index = 0x1000000}, 0));
    assert_false(app_do(&app, &action_part_colour, &(ActionArgs){.part = BALL, .index = -2}, 0));
    app_free(&app);
}

static void groups_come_from_names_and_from_people(void **state)
{
    (void)state;
    Assembly assembly = {.title = strdup("groups")};
    static const char *const keys[] = {"Pump/Shaft", "Lid", "Pump/Case", "Solo/Part", "/x", "y/"};
    enum { COUNT = sizeof keys / sizeof *keys };
    Affine rest = affine_identity();
    for (int i = 0; i < COUNT; ++i)
        assert_true(assembly_add(&assembly, keys[i], shape_box(vec3d(1, 1, 1)), &rest, 0));
    App app;
    Error err = {""};
    assert_true(app_init(&app, &err));
    stages_open_assembly(&app, &assembly);
    stages_wait(&app);
    const PartState *parts = app.document.parts;
    assert_string_equal(parts[0].group, "Pump");
    assert_ptr_equal(parts[0].group, parts[2].group);
    for (int i = 1; i < COUNT; ++i)
        assert_true(i == 2 || !parts[i].group); // one alone is no group

    do_part(&app, &action_group_select, 2);
    assert_int_equal(selection_count(&app.document), 2);
    assert_int_equal(app.document.selected, 0);
    do_part(&app, &action_group_show, 0);
    assert_true(!app.document.parts[0].visible && !app.document.parts[2].visible &&
                app.document.parts[1].visible);
    assert_true(do_text(&app, &action_group_rename, 2, "Pumps"));
    assert_string_equal(app.document.parts[0].group, "Pumps");
    do_part(&app, &action_part_select, 1);
    do_part(&app, &action_part_select_toggle, 3);
    assert_true(app_do(&app, &action_parts_group, NULL, 0));
    assert_string_equal(app.document.parts[1].group, "Group");
    do_part(&app, &action_part_select, 4);
    assert_true(app_do(&app, &action_parts_group, NULL, 0));
    assert_string_equal(app.document.parts[4].group, "Group (2)");
    assert_true(do_text(&app, &action_part_group, 5, "Pumps")); // dragged into it
    assert_ptr_equal(app.document.parts[5].group, app.document.parts[0].group);
    do_part(&app, &action_part_ungroup, 5);
    assert_null(app.document.parts[5].group);
    assert_false(do_part(&app, &action_group_show, 5));
    app_do(&app, &action_edit_jump, &(ActionArgs){.index = 0}, 0);
    assert_string_equal(app.document.parts[0].group, "Pump");
    assert_null(app.document.parts[1].group);
    app_free(&app);
}

static void a_copy_shares_mesh_and_tree_and_takes_part(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    uint32_t reports = app.report_version;
    assert_true(do_part(&app, &action_part_duplicate, BALL));
    stages_wait(&app);
    assert_int_equal(app.document.part_count, FIXTURE_PARTS + 1);
    assert_int_equal(app.assembly.part_count, FIXTURE_PARTS + 1);
    int32_t copy = FIXTURE_PARTS;
    assert_string_equal(name_of(&app, copy), "Ball (2)");
    assert_ptr_equal(app.assembly.parts[copy].mesh, app.assembly.parts[BALL].mesh);
    assert_ptr_equal(app.parts[copy].tree, app.parts[BALL].tree);
    assert_ptr_equal(app.parts[copy].drawn, app.parts[BALL].drawn);
    assert_int_equal(app.document.selected, copy);
    assert_int_equal(selection_count(&app.document), 1);
    assert_true(app.report_version > reports);
    assert_int_equal(app.report.count, 0); // it stands beside its original
    check_report(&app, "duplicated");
    ActionArgs into = move_args(copy, vec3d(0, 0.5, 0));
    app_do(&app, &action_part_move, &into, 0);
    stages_wait(&app);
    assert_int_equal(app.report.count, 1);
    assert_int_equal(app.report.pairs[0].b, copy);
    check_report(&app, "moved");
    // All at once, copies of copies, and of a deformed part.
    app_do(&app, &action_part_deform,
           &(ActionArgs){.part = RING, .index = deform_index(&deform_bend), .number = 0.3}, 0);
    app_do(&app, &action_parts_select_all, NULL, 0);
    assert_true(do_part(&app, &action_part_duplicate, BALL));
    stages_wait(&app);
    assert_int_equal(app.document.part_count, 2 * FIXTURE_PARTS + 2);
    assert_int_equal(selection_count(&app.document), FIXTURE_PARTS + 1);
    assert_string_equal(name_of(&app, 2 * FIXTURE_PARTS + 1), "Ball (4)");
    int32_t ring = FIXTURE_PARTS + 1 + RING;
    assert_string_equal(name_of(&app, ring), "Ring (2)");
    assert_true(app.parts[ring].shape.applied.amount == 0.3);
    check_report(&app, "all duplicated");
    app_free(&app);
}

static void what_is_deleted_is_nowhere_and_comes_back(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    ActionArgs into = move_args(BALL, vec3d(0, 1, 0));
    app_do(&app, &action_part_move, &into, 0);
    stages_wait(&app);
    assert_int_equal(app.report.count, 1);
    do_part(&app, &action_part_select, BALL);
    assert_true(do_part(&app, &action_part_delete, BALL));
    stages_wait(&app);
    assert_int_equal(app.report.count, 0);
    assert_int_equal(app.document.selected, NO_PART);
    assert_int_equal(document_live_count(&app.document), FIXTURE_PARTS - 1);
    // Nothing that is done to all parts, and nothing that names it, brings it back.
    app_do(&app, &action_parts_show_all, NULL, 0);
    app_do(&app, &action_parts_select_all, NULL, 0);
    assert_false(selection_has(&app.document, BALL));
    assert_false(app.document.parts[BALL].visible);
    assert_false(do_part(&app, &action_part_select, BALL));
    assert_false(do_part(&app, &action_part_duplicate, BALL));
    assert_false(do_part(&app, &action_part_delete, BALL));
    assert_true(do_text(&app, &action_part_rename, RING, "Ball")); // the name is free
    app_do(&app, &action_edit_undo, NULL, 0);
    app_do(&app, &action_edit_undo, NULL, 0);
    stages_wait(&app);
    assert_int_equal(app.report.count, 1);
    assert_int_equal(app.document.selected, BALL);
    check_report(&app, "back again");
    do_part(&app, &action_part_lock, BALL);
    app_do(&app, &action_part_lock, &(ActionArgs){.part = BALL, .flag = true}, 0);
    assert_false(do_part(&app, &action_part_delete, BALL));
    app_do(&app, &action_parts_select_all, NULL, 0);
    assert_true(do_part(&app, &action_part_delete, RING));
    assert_int_equal(document_live_count(&app.document), 1);
    app_free(&app);
}

static void older_documents_do_not_know_newer_parts(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    Document start, end;
    assert_true(document_copy(&start, &app.document));
    for (int i = 0; i < 5; ++i) {
        assert_true(do_part(&app, &action_part_duplicate, i == 0 ? RING : FIXTURE_PARTS + i - 1));
        assert_true(do_part(&app, &action_part_delete, i < FIXTURE_PARTS ? i : BALL + 3));
        stages_update(&app, 0);
    }
    assert_true(document_copy(&end, &app.document));
    assert_int_equal(document_live_count(&app.document), FIXTURE_PARTS);
    app_do(&app, &action_edit_jump, &(ActionArgs){.index = 0}, 0);
    assert_true(document_equal(&start, &app.document));
    assert_int_equal(app.document.part_count, FIXTURE_PARTS + 5);
    stages_wait(&app);
    check_report(&app, "all undone");
    // Another branch: what was there stays undone for good and takes no part in anything.
    assert_int_equal(history_count(app.history), 10);
    app_do(&app, &action_edit_jump, &(ActionArgs){.index = 10}, 0);
    assert_true(document_equal(&end, &app.document));
    app_do(&app, &action_edit_jump, &(ActionArgs){.index = 3}, 0);
    assert_true(do_part(&app, &action_part_duplicate, BALL));
    assert_int_equal(history_count(app.history), 4);
    assert_false(history_can_redo(app.history));
    stages_wait(&app);
    check_report(&app, "another branch");
    assert_false(app_do(&app, &action_edit_jump, &(ActionArgs){.index = 5}, 0));
    assert_false(app_do(&app, &action_edit_jump, &(ActionArgs){.index = -1}, 0));
    document_free(&start);
    document_free(&end);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_texts_are_one_name),
        cmocka_unit_test(renaming_changes_what_is_read_and_not_what_is_meant),
        cmocka_unit_test(colours_follow_the_document),
        cmocka_unit_test(groups_come_from_names_and_from_people),
        cmocka_unit_test(a_copy_shares_mesh_and_tree_and_takes_part),
        cmocka_unit_test(what_is_deleted_is_nowhere_and_comes_back),
        cmocka_unit_test(older_documents_do_not_know_newer_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
