// Which variants of a part fit: at rest, along a path, in the engine bay.
#include "app/actions/list_parts.h"
#include "app/actions/list_path.h"
#include "app/actions/list_session.h"
#include "app/scenes/scene.h"
#include "app/stages/rows.h"
#include "app/tests/variant_fixture.h"
#include "core/mesh/deform/variants.h"
#include "core/mesh/mesh_hash.h"
#include "core/tests/odd_shapes.h"

// A pin above a gate, axes along y, and a wall beside the pin: radius 3 in a hole of 4, the wall at 5.
static Assembly gate_assembly(void)
{
    Assembly assembly = {.title = strdup("gate")};
    Affine at = affine_translation(vec3d(0, 20, 0));
    assert_true(assembly_add(&assembly, "Pin", shape_cylinder(3, 6, 48), &at, 0x808080));
    at.p = vec3d(0, 0, 0);
    assert_true(assembly_add(&assembly, "Gate", shape_ring(4, 12, 4, 48), &at, 0x909090));
    at.p = vec3d(6, 20, 0);
    assert_true(assembly_add(&assembly, "Wall", shape_box(vec3d(2, 8, 8)), &at, 0xa0a0a0));
    at.p = vec3d(-12, 20, 0);
    assert_true(assembly_add(&assembly, "Slim", shape_cylinder(1, 6, 16), &at, 0xb0b0b0));
    return assembly;
}

// Down through the gate, 10 a second.
static void open_way(App *app)
{
    char text[400];
    MotionPath path;
    Error err = {""};
    snprintf(text, sizeof text,
             "snug-path 1\nunit mm\npart \"Pin\"\nmesh %016llx\nkey 0 0 20 0 1 0 0 0\n"
             "key 4 0 -20 0 1 0 0 0\n",
             (unsigned long long)mesh_hash(app->assembly.parts[0].loaded));
    assert_true(motion_path_parse(&path, "way", text, strlen(text), &err));
    path_state_set(app, &path, "way");
}

static void which_of_them_fit_is_a_table(void **state)
{
    (void)state;
    App app;
    Assembly assembly = gate_assembly();
    fixture_open_this(&app, &assembly);
    static const char *const SCALES[] = {"scale 1.2 1 1.2", "scale 1.5 1 1.5", "scale 2 1 2"};
    for (int i = 0; i < 3; ++i)
        assert_true(take(&app, 0, 0, VARIANT_FRAMES, SCALES[i]) &&
                    place(&app, 0, i + 1, SCALES[i]));
    assert_true(take(&app, 0, 3, VARIANT_CENTRES, "=Slim \"one\""));
    assert_true(act(&app, &action_variant_check, (ActionArgs){.part = 0}));
    const VariantTable *table = &app.variant_table;
    assert_int_equal(table->count, 5);
    assert_true(table->current && strcmp(table->no_way, "there is no path") == 0);
    assert_false(table->answers[0].has_way);
    open_way(&app);
    stages_wait(&app);
    assert_false(table->current); // it is about no path
    assert_true(act(&app, &action_variant_check, (ActionArgs){.part = 0}));
    const VariantAnswer *a = table->answers;
    assert_true(table->current && !table->no_way[0]);
    // As loaded: 2 from the wall; 1.2: 1.4; 1.5: 0.5 at rest, but too wide for the gate; 2: into the wall.
    assert_true(a[0].fits && a[1].fits && a[2].fits && !a[3].fits && a[4].fits);
    assert_near(a[0].clearance, 2, 0.02);
    assert_near(a[1].clearance, 1.4, 0.02);
    assert_near(a[2].clearance, 0.5, 0.02);
    assert_int_equal(a[2].nearest, 2);
    assert_near(a[3].clearance, 0, 0);
    assert_non_null(strstr(a[3].rest, "Wall"));
    assert_true(a[0].way == PATH_FREE && a[1].way == PATH_FREE && a[4].way == PATH_FREE);
    assert_true(a[2].way == PATH_COLLIDES && a[3].way == PATH_COLLIDES);
    // Its lower face, at 17, meets the upper one of the gate, at 2, after 1.5 s.
    assert_int_equal(a[2].blocker, 1);
    assert_near(a[2].time, 1.5, 0.01);
    assert_int_equal(a[3].blocker, 2); // it begins in the wall
    assert_non_null(strstr(a[2].words, "blocked at 1.5"));
    assert_non_null(strstr(a[2].words, "by Gate"));
    // Using one of them changes none of the answers; moving a part does, and undoing it brings them back.
    assert_true(choose(&app, 0, 2));
    assert_true(table->current);
    assert_true(act(&app, &action_part_move, move_args(2, vec3d(9, 20, 0))));
    assert_false(table->current);
    assert_true(act(&app, &action_edit_undo, (ActionArgs){0}));
    assert_true(table->current);
    char *csv = variant_table_csv(table, &app.assembly);
    assert_non_null(strstr(csv, "\"Pin\",\"scale 1.5 1 1.5\",fits,"));
    assert_non_null(strstr(csv, ",blocked,1.5"));
    assert_non_null(strstr(csv, "\"'=Slim \"\"one\"\"\""));
    free(csv);
    app_free(&app);
}

// What the table says of a variant is what the program says once it is in use.
static void the_table_says_what_using_it_says(void **state)
{
    (void)state;
    App app;
    Assembly assembly = gate_assembly();
    fixture_open_this(&app, &assembly);
    assert_true(take(&app, 0, 0, VARIANT_FRAMES, "a") && place(&app, 0, 1, "scale 1.9 1 1.9"));
    assert_true(take(&app, 0, 0, VARIANT_FRAMES, "b") && place(&app, 0, 2, "position 0 0 1"));
    assert_true(act(&app, &action_part_deform, (ActionArgs){.part = 0, .amount = 0.2}));
    assert_true(act(&app, &action_variant_check, (ActionArgs){.part = 0}));
    assert_int_equal(app.variant_table.count, 3);
    for (int i = 0; i < 3; ++i) {
        assert_true(choose(&app, 0, i));
        const VariantAnswer *a = &app.variant_table.answers[i];
        assert_true(app.fit_current && a->fits == fit_report_fits(&app.fit));
        if (!a->fits)
            assert_string_equal(a->rest, app.fit.rows[0].text);
    }
    app_free(&app);
}

static bool is_named(const char *name, const char *const *names, int count)
{
    for (int i = 0; i < count; ++i)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

// The scene comes with a variant that fits where it is and does not come out. The whole of it in the long tier;
// in the fast one, the parts that it has to pass between.
static void the_larger_alternator_is_blocked(void **state)
{
    (void)state;
    static const char *const AWAY[] = {"Hood", "Fan", "Oil filter", "Fixing wheel"};
    static const char *const NEAR[] = {"Alternator", "Intake plenum", "Fender right"};
    App app = start();
    Error err = {""};
    app.draws_nothing = true;
    assert_true(stages_open_scene(&app, scene_find("Engine bay"), &err));
    while (stages_loading(&app) || app.document.part_count == 0)
        stages_update(&app, 20);
    int32_t alternator = assembly_find(&app.assembly, "Alternator");
    assert_int_equal(variants_count(app.document.parts[alternator].variants), 1);
    assert_int_equal(document_live_count(&app.document), app.document.part_count - 1);
    // What stands in its way goes out of the picture; the hose is pushed aside.
    for (int32_t i = 0; i < app.document.part_count; ++i) {
        const char *name = app.assembly.parts[i].key;
        if (!app.document.parts[i].removed &&
            (is_named(name, AWAY, 4) || (!full_tier() && !is_named(name, NEAR, 3))))
            app.document.parts[i].visible = false;
    }
    int32_t hose = assembly_find(&app.assembly, "Cooling hose");
    app.document.parts[hose].shape = (Deformation){deform_index(&deform_push_aside), 0.65};
    stages_wait(&app);
    Vec3d p = app.document.parts[alternator].placement.p;
    char text[600];
    MotionPath path;
    snprintf(text, sizeof text,
             "snug-path 1\nunit mm\npart \"Alternator\"\nmesh %016llx\nkey 0 %.17g %.17g %.17g 1 0 "
             "0 0\nkey 1 %.17g %.17g %.17g 1 0 0 0\nkey 2 %.17g %.17g %.17g 1 0 0 0\n",
             (unsigned long long)mesh_hash(app.assembly.parts[alternator].loaded), p.x, p.y, p.z,
             p.x - 40, p.y, p.z, p.x - 40, p.y + 480, p.z);
    if (!motion_path_parse(&path, "way", text, strlen(text), &err))
        fail_msg("%s", err.text);
    path_state_set(&app, &path, "way");
    stages_wait(&app);
    assert_true(act(&app, &action_variant_check, (ActionArgs){.part = alternator}));
    const VariantAnswer *a = app.variant_table.answers;
    if (app.variant_table.count != 2 || !a[0].has_way)
        fail_msg("%s; %s", last_notice(&app), app.variant_table.no_way);
    if (!a[0].fits || !a[1].fits || a[0].way != PATH_FREE || a[1].way != PATH_COLLIDES)
        fail_msg("%s, %s; %s, %s", a[0].rest, a[0].words, a[1].rest, a[1].words);
    assert_true(a[1].time > 1); // on its way up, between these two:
    const char *blocker = app.assembly.parts[a[1].blocker].name;
    assert_true(strcmp(blocker, "Intake plenum") == 0 || strcmp(blocker, "Fender right") == 0);
    assert_non_null(strstr(a[1].words, blocker));
    app_free(&app);
}

// A path belongs to the part, whichever variant it is.
static void paths_belong_to_the_part(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    assert_true(take(&app, 2, 3, VARIANT_CENTRES, "Ring") && choose(&app, 2, 1));
    assert_true(act(&app, &action_path_record, (ActionArgs){.flag = true}));
    assert_true(act(&app, &action_part_move, move_args(2, vec3d(0, 40, 0))));
    assert_true(act(&app, &action_path_record, (ActionArgs){.flag = false}));
    assert_int_equal(app.path.path.part_count, 1);
    Error err = {""};
    for (int i = 0; i < 2; ++i) {
        assert_true(choose(&app, 2, i));
        assert_true(path_state_match(&app));
        if (!path_state_ready(&app, &err))
            fail_msg("variant %d: %s", i, err.text);
    }
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_belong_to_the_part),
        cmocka_unit_test(which_of_them_fit_is_a_table),
        cmocka_unit_test(the_table_says_what_using_it_says),
        cmocka_unit_test(the_larger_alternator_is_blocked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
