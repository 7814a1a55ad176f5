// What does not fit as it was opened is counted and listed, but lights up only for what is selected,
// pointed at, in the hand or moved.
#include "app/actions/list.h"
#include "app/document/field_actions.h"
#include "app/tests/journey/obj_box.h"
#include "app/tests/scene_fixture.h"

enum { BLOCK, PIN, CAP, FAR };

// Pin and Cap run into Block, Far stands apart.
static void write_machine(const char *path)
{
    FILE *file = fopen(path, "we");
    assert_non_null(file);
    int vertices = 0;
    obj_box(file, &vertices, "Block", 0, 0, 0, 10);
    obj_box(file, &vertices, "Pin", 3, 9.5, 3, 2);
    obj_box(file, &vertices, "Cap", 9.5, 2, 2, 4);
    obj_box(file, &vertices, "Far", -13, 0, 0, 5);
    assert_int_equal(fclose(file), 0);
}

static void begin(App *app)
{
    Error err = {""};
    if (!app_init(app, &err))
        fail_msg("app_init: %s", err.text);
}

static void settle(App *app)
{
    stages_wait(app);
    stages_update(app, 0);
}

static void open_machine(App *app)
{
    begin(app);
    write_machine(in_folder("machine.obj"));
    stages_open(app, in_folder("machine.obj"), NULL);
    settle(app);
    assert_int_equal(app->document.part_count, 4);
}

static bool lit(const App *app, int32_t a, int32_t b)
{
    const PairReport *pair = assembly_report_find(&app->report, a, b);
    return pair && !app->contacts.quiet[pair - app->report.pairs];
}

static bool marked(const App *app, int32_t part)
{
    return app->contacts.parts[part].polygons[FIT_INTERFERENCE] > 0;
}

static void select_part(App *app, int32_t part)
{
    assert_true(app_do(app, &action_part_select, &(ActionArgs){.part = part}, 0));
    settle(app);
}

static void move(App *app, int32_t part, Vec3d by)
{
    ActionArgs args = {.part = part, .placement = app->document.parts[part].placement};
    args.placement.p = vec3d_add(args.placement.p, by);
    assert_true(app_do(app, &action_part_move, &args, 0));
    assert_true(app_do(app, &action_part_select, &(ActionArgs){.part = NO_PART}, 0));
    settle(app);
}

static void opens_quietly_and_counts(void **state)
{
    (void)state;
    App app;
    open_machine(&app);
    assert_int_equal(app.fit.violations, 2);
    assert_int_equal(app.contacts.of_kind[FIT_INTERFERENCE], 2);
    assert_int_equal(app.contacts.calm_pairs, 2);
    assert_int_equal(app.contacts.parts[BLOCK].wrong, 2); // the list of parts says it
    for (int32_t i = 0; i < 4; ++i) {
        assert_false(marked(&app, i));
        assert_false(app.contacts.parts[i].wires);
    }
    assert_false(app.contacts.shows[FIT_INTERFERENCE]);

    // Selected, pointed at, chosen in the list: just these.
    select_part(&app, PIN);
    assert_true(lit(&app, BLOCK, PIN) && !lit(&app, BLOCK, CAP));
    assert_true(marked(&app, PIN) && marked(&app, BLOCK) && !marked(&app, CAP));
    assert_int_equal(app.contacts.calm_pairs, 2);
    select_part(&app, NO_PART);
    app.hovered = CAP;
    stages_update(&app, 0);
    assert_true(lit(&app, BLOCK, CAP) && !lit(&app, BLOCK, PIN));
    app.hovered = FAR;
    stages_update(&app, 0);
    assert_false(lit(&app, BLOCK, CAP));
    app.hovered = NO_PART;
    ActionArgs pair = {.part = BLOCK, .other = PIN, .aspect = 1.6, .flag = true};
    assert_true(app_do(&app, &action_pair_show, &pair, 0));
    stages_update(&app, 0);
    assert_true(lit(&app, BLOCK, PIN) && !lit(&app, BLOCK, CAP));
    app_free(&app);
}

static void what_moves_is_lit(void **state)
{
    (void)state;
    App app;
    open_machine(&app);
    move(&app, PIN, vec3d(0, -0.1, 0));
    assert_true(lit(&app, BLOCK, PIN) && !lit(&app, BLOCK, CAP));
    assert_int_equal(app.contacts.calm_pairs, 1);
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    settle(&app);
    assert_int_equal(app.contacts.calm_pairs, 2);

    // A new clash with what has not moved, and all of it moved as one.
    move(&app, FAR, vec3d(9, 0, 0));
    assert_true(lit(&app, BLOCK, FAR));
    assert_int_equal(app.contacts.calm_pairs, 2);
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    for (int32_t i = 0; i < 4; ++i)
        move(&app, i, vec3d(0.1, 1. / 3, -1e3));
    assert_int_equal(app.contacts.calm_pairs, 2);
    move(&app, CAP, vec3d(0, 0, 1e-3));
    assert_true(lit(&app, BLOCK, CAP));

    // So is what is bent.
    assert_true(app_do(&app, &action_part_deform,
                       &(ActionArgs){.part = PIN, .index = 0, .number = 0.2}, 0));
    select_part(&app, NO_PART);
    assert_int_equal(app.contacts.calm_pairs, 0);
    app_free(&app);
}

static void shows_all_or_takes_a_baseline(void **state)
{
    (void)state;
    App app;
    open_machine(&app);
    assert_true(app_do(&app, &action_contact_quiet, &(ActionArgs){.flag = false}, 0));
    stages_update(&app, 0);
    assert_true(lit(&app, BLOCK, PIN) && lit(&app, BLOCK, CAP));
    assert_int_equal(app.contacts.calm_pairs, 0);
    app_free(&app);

    open_machine(&app);
    assert_true(app_do(&app, &action_rules_baseline, NULL, 0));
    settle(&app);
    assert_int_equal(app.contacts.calm_pairs, 0);
    assert_int_equal(app.fit.violations, 0);
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    settle(&app);
    assert_int_equal(app.contacts.calm_pairs, 2);
    app_free(&app);
}

static void is_kept_with_the_scene(void **state)
{
    (void)state;
    App app;
    open_machine(&app);
    move(&app, PIN, vec3d(0, -0.1, 0));
    ActionArgs args = {.part = NO_PART};
    snprintf(args.text, sizeof args.text, "%s", in_folder("quiet.json"));
    assert_true(app_do(&app, &action_file_save, &args, 0));
    settle(&app);
    stages_open(&app, in_folder("quiet.json"), NULL);
    settle(&app);
    assert_int_equal(app.contacts.calm_pairs, 2); // it was opened so, the moved part included

    assert_true(app_do(&app, &action_contact_quiet, &(ActionArgs){.flag = false}, 0));
    assert_true(app_do(&app, &action_file_save, &args, 0));
    settle(&app);
    stages_open(&app, in_folder("quiet.json"), NULL);
    settle(&app);
    assert_int_equal(app.contacts.calm_pairs, 0);
    assert_true(lit(&app, BLOCK, CAP));
    stages_open(&app, in_folder("machine.obj"), NULL);
    settle(&app);
    assert_int_equal(app.contacts.calm_pairs, 2);
    app_free(&app);
}

// A new version of the file is where the old one was; what was moved by hand stays lit.
static void survives_a_reload(void **state)
{
    (void)state;
    App app;
    open_machine(&app);
    move(&app, PIN, vec3d(0, -0.1, 0));
    uint32_t opened = app.opened_version;
    write_machine(in_folder("machine.obj"));
    assert_true(stages_reload(&app, (const int32_t[]){0}, 1, NULL));
    settle(&app);
    assert_int_equal(app.opened_version, opened);
    assert_int_equal(app.contacts.calm_pairs, 1);
    assert_true(lit(&app, BLOCK, PIN) && !lit(&app, BLOCK, CAP));
    app_free(&app);
}

// Scenes of ours, and what a program made, are there to be seen.
static void built_in_scenes_are_not_quiet(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    ActionArgs args = move_args(1, vec3d(0, 0.8, 0));
    assert_true(app_do(&app, &action_part_move, &args, 0));
    select_part(&app, 3);
    assert_int_equal(app.contacts.calm_pairs, 0);
    assert_true(lit(&app, 0, 1));
    Error err = {""};
    assert_true(stages_open_scene(&app, 0, &err));
    settle(&app);
    assert_int_equal(app.contacts.calm_pairs, 0);
    for (int32_t i = 0; i < app.document.part_count; ++i)
        assert_false(app.parts[i].from_file);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opens_quietly_and_counts),
        cmocka_unit_test(what_moves_is_lit),
        cmocka_unit_test(shows_all_or_takes_a_baseline),
        cmocka_unit_test(is_kept_with_the_scene),
        cmocka_unit_test(survives_a_reload),
        cmocka_unit_test(built_in_scenes_are_not_quiet),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
