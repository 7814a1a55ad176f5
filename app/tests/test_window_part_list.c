// The rows of the list of parts: groups, folding, searching.
#include "app/actions/list.h"
#include "app/document/names.h"
#include "app/tests/app_fixture.h"
#include "app/window/panel.h"
#include "app/window/panels/part_list.h"

#include <stdio.h>

static void put_into(App *app, int32_t part, const char *group)
{
    ActionArgs args = {.part = part};
    snprintf(args.text, sizeof args.text, "%s", group);
    assert_true(app_do(app, &action_part_group, &args, 0));
}

// "g3" is the header of the group whose first part is 3, ".1" a part in a group, "2" one in none.
static void expect_rows(PartList *list, const App *app, const char *filter, const char *wanted)
{
    UiState ui = {0};
    ui_list_parts(&ui, app);
    part_list_fill(list, app, ui.live, ui.live_count, filter);
    char text[256] = "";
    size_t used = 0;
    for (size_t i = 0; i < list->count && used < sizeof text - 16; ++i)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s%d", i ? " " : "",
                                 list->rows[i].header   ? "g"
                                 : list->rows[i].inside ? "."
                                                        : "",
                                 (int)list->rows[i].part);
    assert_string_equal(text, wanted);
    ui_state_free(&ui);
}

static void groups_stand_where_their_first_part_does(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    PartList list = {.renamed = NO_PART};
    expect_rows(&list, &app, "", "0 1 2 3");
    put_into(&app, 3, "Round");
    put_into(&app, 1, "Round");
    expect_rows(&list, &app, "", "0 g1 .1 .3 2");
    assert_int_equal(list.rows[1].count, 2);
    assert_int_equal(list.rows[1].visible, 2);
    assert_true(list.rows[1].triangles == app.assembly.parts[1].mesh->triangle_count +
                                              app.assembly.parts[3].mesh->triangle_count);
    put_into(&app, 0, "Flat");
    expect_rows(&list, &app, "", "g0 .0 g1 .1 .3 2");
    part_list_fold(&list, name_intern("Round"), true);
    expect_rows(&list, &app, "", "g0 .0 g1 2");
    assert_int_equal(list.rows[2].count, 2);
    expect_rows(&list, &app, "ring",
                "g3 .3"); // found although it is folded; the group begins with it
    expect_rows(&list, &app, "round", "g1 .1 .3");
    expect_rows(&list, &app, "nothing", "");
    part_list_fold(&list, name_intern("Round"), false);
    assert_true(app_do(&app, &action_part_delete, &(ActionArgs){.part = 1}, 0));
    expect_rows(&list, &app, "", "g0 .0 2 g3 .3");
    assert_true(app_do(&app, &action_part_delete, &(ActionArgs){.part = 3}, 0));
    expect_rows(&list, &app, "", "g0 .0 2"); // an empty group is none
    part_list_free(&list);
    app_free(&app);
}

// Groups within groups: each row with its depth, figures of a header with those of groups in it.
static void groups_stand_in_groups(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    PartList list = {.renamed = NO_PART};
    put_into(&app, 3, "Gear box/Shafts");
    put_into(&app, 1, "Gear box/Shafts/Keys");
    put_into(&app, 2, "Gear box"); // "Gear" and "Gear 2" are other groups, though they sort between
    put_into(&app, 0, "Gear");
    expect_rows(&list, &app, "", "g0 .0 g1 g1 g1 .1 .3 .2");
    static const int depths[] = {0, 1, 0, 1, 2, 3, 2, 1};
    for (size_t i = 0; i < list.count; ++i)
        assert_int_equal(list.rows[i].depth, depths[i]);
    assert_string_equal(list.rows[4].group, "Gear box/Shafts/Keys");
    assert_int_equal(list.rows[2].count, 3);
    assert_int_equal(list.rows[3].count, 2);
    assert_int_equal(list.rows[4].count, 1);
    put_into(&app, 0, "Gear box 2");
    expect_rows(&list, &app, "", "g0 .0 g1 g1 g1 .1 .3 .2");
    part_list_fold(&list, name_intern("Gear box/Shafts"), true);
    expect_rows(&list, &app, "", "g0 .0 g1 g1 .2");
    assert_int_equal(list.rows[3].count, 2); // folded, and still counted
    expect_rows(&list, &app, "keys", "g1 g1 g1 .1");
    part_list_fold(&list, name_intern("Gear box"), true);
    expect_rows(&list, &app, "", "g0 .0 g1");
    assert_int_equal(list.rows[2].count, 3);
    part_list_fold_all(&list, false);
    expect_rows(&list, &app, "", "g0 .0 g1 g1 g1 .1 .3 .2");
    part_list_fold_all(&list, true);
    expect_rows(&list, &app, "", "g0 g1");
    part_list_fold(&list, name_intern("Gear box 2"), false);
    part_list_reveal(&list, name_intern("Gear box/Shafts/Keys"));
    expect_rows(&list, &app, "", "g0 .0 g1 g1 g1 .1 .3 .2");
    part_list_free(&list);
    app_free(&app);
}

static void names_are_not_said_twice(void **state)
{
    (void)state;
    Assembly assembly = {.title = strdup("groups")};
    static const char *const keys[] = {"Pump/Shaft", "Pump/", "Pump/Case"};
    Affine rest = affine_identity();
    for (int i = 0; i < 3; ++i)
        assert_true(assembly_add(&assembly, keys[i], shape_box(vec3d(1, 1, 1)), &rest, 0));
    App app;
    Error err = {""};
    assert_true(app_init(&app, &err));
    stages_open_assembly(&app, &assembly);
    stages_wait(&app);
    PartList list = {.renamed = NO_PART};
    expect_rows(&list, &app, "", "g0 .0 .1 .2");
    assert_string_equal(part_list_name(&app, &list.rows[1]), "Shaft");
    assert_string_equal(part_list_name(&app, &list.rows[2]), "Pump/"); // nothing would be left
    ActionArgs args = {.part = 2, .text = "Pumpernickel"};
    assert_true(app_do(&app, &action_part_rename, &args, 0));
    assert_string_equal(part_list_name(&app, &list.rows[3]), "Pumpernickel");
    part_list_rename(&list, &app, 2, NULL);
    assert_string_equal(list.rename_text, "Pumpernickel");
    part_list_rename(&list, &app, 2, name_intern("Pump"));
    assert_string_equal(list.rename_text, "Pump");
    part_list_free(&list);
    app_free(&app);
}

static void folding_forgets_nothing_and_overflows_nothing(void **state)
{
    (void)state;
    PartList list = {.renamed = NO_PART};
    char text[32];
    for (int i = 0; i < PART_LIST_MAX_FOLDED + 50; ++i) {
        snprintf(text, sizeof text, "group %d", i);
        part_list_fold(&list, name_intern(text), true);
    }
    assert_int_equal(list.folded_count, PART_LIST_MAX_FOLDED);
    assert_true(part_list_folded(&list, name_intern("group 0")));
    part_list_fold(&list, name_intern("group 0"), false);
    assert_false(part_list_folded(&list, name_intern("group 0")));
    part_list_fold(&list, name_intern("group 1"), true);
    assert_int_equal(list.folded_count, PART_LIST_MAX_FOLDED - 1); // it was already
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_stand_where_their_first_part_does),
        cmocka_unit_test(groups_stand_in_groups),
        cmocka_unit_test(names_are_not_said_twice),
        cmocka_unit_test(folding_forgets_nothing_and_overflows_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
