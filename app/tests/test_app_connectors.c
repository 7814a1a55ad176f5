// Connectors that are made by hand: as text, by actions, in scenes, and beside those that are recognised.
#include "app/actions/list_files.h"
#include "app/actions/list_parts.h"
#include "app/actions/list_rules.h"
#include "app/actions/list_session.h"
#include "app/document/connectors.h"
#include "app/document/field_actions.h"
#include "app/io/text_buffer.h"
#include "app/session/scene_file.h"
#include "app/stages/rows.h"
#include "app/tests/scene_fixture.h"
#include "core/tests/odd_shapes.h"

#include <math.h>

#define BORE "hole 0.1 -2 3e-7 0 1 0 1 0 0 5 20 48 1 Bore"
#define TIP                                                                                        \
    "pin 0 0 0 0 0 -1 0 1 0 0.33333333333333331 0 0 0 \xC3\x84u\xC3\x9F"                           \
    "ere Spitze"

static void texts_come_back(void **state)
{
    (void)state;
    static const char *const TEXTS[] = {BORE, TIP, "face 1 2 3 1 0 0 0 1 0 7 0 0 0 a",
                                        "pipe 1 2 3 1 0 0 0 1 0 7 0 0 0 a b, c"};
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; ++i) {
        NamedConnector read;
        char text[CONNECTOR_TEXT_SIZE], again[CONNECTOR_TEXT_SIZE];
        const char *end;
        Error err = {""};
        if (!connector_from_text(TEXTS[i], &read, &end, &err))
            fail_msg("%s: %s", TEXTS[i], err.text);
        assert_int_equal(*end, 0);
        connector_to_text(&read, text);
        assert_true(connector_from_text(text, &read, &end, &err));
        connector_to_text(&read, again);
        assert_string_equal(text, again);
    }
    NamedConnector list[CONNECTORS_MOST];
    int count;
    Error err = {""};
    assert_true(connectors_read(BORE "; " TIP, list, &count, &err));
    assert_int_equal(count, 2);
    assert_true(list[0].at.kind == CONNECTOR_HOLE && list[0].at.stops && list[0].at.facets == 48);
    assert_string_equal(list[0].name, "Bore");
    const char *text = connectors_intern(list, count);
    assert_int_equal(connectors_count(text), 2);
    assert_ptr_equal(connectors_accepted(text), text);
    assert_null(connectors_accepted(NULL));
    assert_true(connectors_read(NULL, list, &count, &err) && count == 0);
}

static void what_no_connector_can_be_is_refused(void **state)
{
    (void)state;
    static const char *const TEXTS[] = {
        "bolt 0 0 0 0 1 0 1 0 0 5 20 48 1 Bore",           // no such kind
        "hole 0 0 0 0 1 0 1 0 0 5 20 48 Bore",             // too few numbers
        "hole 0 0 0 0 1 0 1 0 0 5 20 48 1",                // no name
        "hole 0 0 0 0 1 0 1 0 0 5 20 48 1 ;",              // likewise
        "hole 0 0 0 0 2 0 1 0 0 5 20 48 1 Bore",           // no unit axis
        "hole 0 0 0 0 1 0 0 1 0 5 20 48 1 Bore",           // side along the axis
        "hole 0 0 0 0 0 0 1 0 0 5 20 48 1 Bore",           // no axis
        "hole nan 0 0 0 1 0 1 0 0 5 20 48 1 Bore",         // nowhere
        "hole 0 1e300 0 0 1 0 1 0 0 5 20 48 1 Bore",       // too far
        "hole 0 0 0 0 1 0 1 0 0 -5 20 48 1 Bore",          // negative
        "hole 0 0 0 0 1 0 1 0 0 5 -20 48 1 Bore",          // likewise
        "hole 0 0 0 0 1 0 1 0 0 5 20 4.5 1 Bore",          // half a facet
        "hole 0 0 0 0 1 0 1 0 0 5 20 1e12 1 Bore",         // too many
        "hole 0 0 0 0 1 0 1 0 0 5 20 48 2 Bore",           // neither yes nor no
        "hole 0 0 0 0 1 0 1 0 0 5 20 48 1 Bore; nonsense", // the second
    };
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; ++i) {
        int count;
        Error err = {""};
        if (connectors_read(TEXTS[i], NULL, &count, &err))
            fail_msg("was read: %s", TEXTS[i]);
        assert_true(err.text[0]);
        assert_null(connectors_accepted(TEXTS[i]));
    }
    TextBuffer many = {0};
    for (int i = 0; i <= CONNECTORS_MOST; ++i)
        text_add(&many, "%s" BORE, i ? ";" : "");
    char *text = text_take(&many);
    int count;
    Error err = {""};
    assert_false(connectors_read(text, NULL, &count, &err));
    assert_non_null(strstr(err.text, "at most"));
    free(text);
}

static bool add(App *app, int32_t part, const char *text)
{
    ActionArgs args = {.part = part};
    snprintf(args.text, sizeof args.text, "%s", text);
    return app_do(app, &action_connector_add, &args, 0);
}

static const char *name_of(const App *app, int32_t part, int32_t index)
{
    static NamedConnector one;
    return app_connector(app, part, index, &one) ? one.name : "";
}

static void they_are_added_renamed_deleted_and_undone(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    assert_true(add(&app, 2, BORE) && add(&app, 2, TIP));
    assert_int_equal(app_connector_count(&app, 2), 2);
    assert_int_equal(app_connector_count(&app, 1), 0);
    ActionArgs args = {.part = 2, .index = 1, .text = "  Long;er "};
    assert_true(app_do(&app, &action_connector_rename, &args, 0));
    assert_string_equal(name_of(&app, 2, 1), "Long");
    args.index = 2;
    assert_false(app_do(&app, &action_connector_rename, &args, 0));
    assert_false(app_do(&app, &action_connector_delete, &args, 0));
    args.index = 0;
    assert_true(app_do(&app, &action_connector_delete, &args, 0));
    assert_int_equal(app_connector_count(&app, 2), 1);
    assert_string_equal(name_of(&app, 2, 0), "Long");
    assert_false(add(&app, 2, "hole"));
    assert_false(add(&app, 2, BORE "; " TIP)); // one at a time
    for (int i = 0; i < 2; ++i)
        assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    assert_string_equal(name_of(&app, 2, 0), "Bore");
    for (int i = 2; i < CONNECTORS_MOST; ++i)
        assert_true(add(&app, 2, BORE));
    assert_false(add(&app, 2, BORE));
    app_free(&app);
}

static void scenes_keep_them(void **state)
{
    (void)state;
    copy_file(MESHES "two.stl", in_folder("two.stl"));
    App app = start(), again = start();
    open_path(&app, in_folder("two.stl"));
    assert_true(add(&app, 1, BORE) && add(&app, 1, TIP));
    ActionArgs args = {.part = NO_PART};
    snprintf(args.text, sizeof args.text, "%s", in_folder("one.json"));
    assert_true(app_do(&app, &action_file_save, &args, 0));
    stages_wait(&app);
    open_path(&again, in_folder("one.json"));
    assert_true(document_equal(&again.document, &app.document));
    assert_string_equal(name_of(&again, 1, 0), "Bore");
    app_free(&again);
    app_free(&app);
}

#define SCENE                                                                                      \
    "{\"snug\": 1, \"files\": [{\"path\": \"a.stl\"}],\n\"parts\": [{\"key\": \"A\", \"file\": "   \
    "0, \"placement\": [[1,0,0,0],[0,1,0,0],[0,0,1,0]], \"connectors\": %s}]}"

static void bad_scenes_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *value, *message;
    } CASES[] = {
        {"3", "s.json:2: connectors must be a text, not a number"},
        {"\"hole\"", "s.json:2: a connector needs 13 numbers"},
        {"\"hole 0 0 0 0 1 0 1 0 0 5 20 48 1 a\\u0007\"", "s.json:2: connectors are not plain"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        char text[512];
        SceneFile file;
        Error err = {""};
        snprintf(text, sizeof text, SCENE, CASES[i].value);
        if (scene_file_parse(&file, "s.json", text, strlen(text), &err))
            fail_msg("was read: %s", text);
        if (strncmp(err.text, CASES[i].message, strlen(CASES[i].message)) != 0)
            fail_msg("%s", err.text);
    }
}

static void those_of_a_mesh_are_found_when_they_are_wanted(void **state)
{
    (void)state;
    App app;
    Assembly assembly = {.title = strdup("ring")};
    Affine at = affine_identity();
    assert_true(assembly_add(&assembly, "Ring", shape_ring(5, 15, 30, 48), &at, 0x808080));
    at.p.y = 50;
    assert_true(
        assembly_add(&assembly, "Ring", mesh_retain(assembly.parts[0].mesh), &at, 0x808080));
    fixture_open_this(&app, &assembly);
    assert_null(app_features(&app, 0)); // nobody has asked
    assert_true(app_do(&app, &action_move_snap, &(ActionArgs){.flag = true}, 0));
    stages_wait(&app);
    assert_non_null(app_features(&app, 0));
    assert_ptr_equal(app_features(&app, 0), app_features(&app, 1)); // once per mesh
    int holes = 0, pins = 0;
    NamedConnector one;
    for (int32_t i = 0; app_connector(&app, 0, i, &one); ++i) {
        holes += one.at.kind == CONNECTOR_HOLE;
        pins += one.at.kind == CONNECTOR_PIN;
        if (one.at.kind == CONNECTOR_HOLE)
            assert_true(fabs(one.at.radius - 5) < 1e-6 && fabs(fabs(one.at.axis.y) - 1) < 1e-9);
    }
    assert_true(holes == 2 && pins == 2); // both ends of each
    int32_t recognised = app_connectors_recognised(&app, 0);
    assert_true(add(&app, 0, BORE));
    assert_string_equal(name_of(&app, 0, recognised), "Bore");
    assert_false(app_connector(&app, 0, recognised + 1, &one));
    app_free(&app);
}

// Stopped means stopped, for the meshes that would come next as well, until it is switched on again.
static void looking_for_them_can_be_stopped(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    assert_false(app_do(&app, &action_app_cancel, NULL, 0)); // nothing is under way
    assert_true(app_do(&app, &action_move_snap, &(ActionArgs){.flag = true}, 0));
    stages_update(&app, 0);
    assert_non_null(stage_task(&app, &stage_features));
    uint32_t started = stage_run(&app, &stage_features)->started;
    assert_true(app_do(&app, &action_app_cancel, NULL, 0));
    stages_wait(&app);
    assert_int_equal(stage_run(&app, &stage_features)->started, started);
    for (int32_t i = 0; i < app.document.part_count; ++i)
        assert_int_equal(app_connector_count(&app, i), 0);
    for (int on = 0; on < 2; ++on) {
        assert_true(app_do(&app, &action_move_snap, &(ActionArgs){.flag = on}, 0));
        stages_wait(&app);
    }
    for (int32_t i = 0; i < app.document.part_count; ++i)
        assert_true(app_features(&app, i) && !app_features(&app, i)->refused);
    app_free(&app);
}

// An M8 in a block that is drilled for it, and a pin that simply is too thick.
static void threads_are_found_and_accepted(void **state)
{
    (void)state;
    Assembly assembly = {.title = strdup("bolts")};
    static const struct {
        const char *name;
        double inner, outer, height, x;
    } rings[] = {{"Block", 6.647 / 2, 20, 12, 0}, {"Other block", 3.5, 20, 12, 60}};
    Affine at = affine_identity();
    for (int i = 0; i < 2; ++i) {
        at.p.x = rings[i].x;
        Mesh *ring = shape_ring(rings[i].inner, rings[i].outer, rings[i].height, 40);
        assert_true(assembly_add(&assembly, rings[i].name, ring, &at, 0));
    }
    at.p.x = 0;
    assert_true(assembly_add(&assembly, "Bolt M8", shape_cylinder(4, 30, 48), &at, 0));
    at.p.x = 60;
    assert_true(assembly_add(&assembly, "Pin", shape_cylinder(6, 30, 48), &at, 0));
    App app;
    fixture_open_this(&app, &assembly);
    assert_int_equal(app.fit.violations, 2);
    assert_false(app_do(&app, &action_threads_accept, NULL, 0));
    assert_true(app_do(&app, &action_threads_find, NULL, 0));
    stages_wait(&app);
    assert_true(threads_known(&app));
    assert_int_equal(app.threads.count, 1);
    assert_int_equal(app.threads.looked, 2);
    assert_true(threads_have(&app, 0, 2) && !threads_have(&app, 1, 3));
    assert_true(app_do(&app, &action_threads_accept, NULL, 0));
    stages_wait(&app);
    assert_true(app.fit.violations == 1 && app.fit.of_kind[FIT_INTENTIONAL] == 1);
    assert_false(threads_known(&app));                                  // about another report
    assert_true(threads_have(&app, 0, 2) && !threads_have(&app, 1, 3)); // but it is one still
    assert_true(app_do(&app, &action_threads_find, NULL, 0));
    stages_wait(&app);
    assert_true(app.threads.count == 1 && app.threads.unsaid == 0); // said already
    assert_false(app_do(&app, &action_threads_accept, NULL, 0));
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    stages_wait(&app);
    assert_int_equal(app.fit.violations, 2);

    // Both at once, and one step to undo.
    int steps = history_done(app.history);
    assert_true(app_do(&app, &action_threads_settle, NULL, 0));
    stages_wait(&app);
    app_apply_actions(&app);
    stages_wait(&app);
    assert_true(app.fit.violations == 1 && app.fit.of_kind[FIT_INTENTIONAL] == 1);
    assert_int_equal(history_done(app.history), steps + 1);
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    stages_wait(&app);
    assert_int_equal(app.fit.violations, 2);

    // Aside by more than a tenth of the thread's depth it is none, and nothing is said of it.
    ActionArgs aside = {.part = 2};
    aside.placement = affine_translation(vec3d(0.3, 0, 0));
    assert_true(app_do(&app, &action_part_move, &aside, 0));
    stages_wait(&app);
    assert_false(threads_have(&app, 0, 2));
    assert_true(app_do(&app, &action_threads_settle, NULL, 0));
    stages_wait(&app);
    app_apply_actions(&app);
    stages_wait(&app);
    assert_int_equal(app.fit.violations, 2);
    assert_string_equal(last_notice(&app), "None of the clashes is a bolt in a tapped hole");
    app_free(&app);
}

// Bolt and hole both as wide as the crests: only their facets clash. Pins that slide meet nothing, and a shaft
// in its seat stays a clash.
static void threads_drawn_at_one_diameter_are_found(void **state)
{
    (void)state;
    static const struct {
        double pin, hole;
    } pairs[] = {{4, 4}, {4, 4.08}, {12.5, 12.5}, {5, 5}};
    enum { PAIRS = sizeof pairs / sizeof *pairs };
    Assembly assembly = {.title = strdup("bolts")};
    for (int i = 0; i < PAIRS; ++i) {
        Affine at = affine_translation(vec3d(100 * i, 0, 0));
        Mesh *ring = shape_ring(pairs[i].hole, 30, 12, 40);
        assert_true(assembly_add(&assembly, "Block", ring, &at, 0));
        Mesh *pin = shape_cylinder(pairs[i].pin, 30, 48);
        assert_true(assembly_add(&assembly, "Pin", pin, &at, 0));
    }
    App app;
    fixture_open_this(&app, &assembly);
    // As long as the tolerance lets them touch there is nothing to be settled.
    assert_int_equal(app.fit.violations, 0);
    assert_true(app_do(&app, &action_threads_find, NULL, 0));
    stages_wait(&app);
    assert_int_equal(app.threads.count, 0);
    assert_true(app_do(&app, &action_check_tolerance, &(ActionArgs){.number = 0.001}, 0));
    stages_wait(&app);
    assert_int_equal(app.fit.violations, PAIRS - 1); // the one that slides is clear
    assert_true(app_do(&app, &action_threads_find, NULL, 0));
    stages_wait(&app);
    assert_int_equal(app.threads.count, 2);
    assert_true(threads_have(&app, 0, 1) && threads_have(&app, 6, 7));
    assert_true(fabs(app.threads.pairs[0].thread.pitch + app.threads.pairs[1].thread.pitch - 1.25 -
                     1.5) < 1e-6);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_come_back),
        cmocka_unit_test(what_no_connector_can_be_is_refused),
        cmocka_unit_test(they_are_added_renamed_deleted_and_undone),
        cmocka_unit_test(scenes_keep_them),
        cmocka_unit_test(bad_scenes_are_refused),
        cmocka_unit_test(those_of_a_mesh_are_found_when_they_are_wanted),
        cmocka_unit_test(looking_for_them_can_be_stopped),
        cmocka_unit_test(threads_are_found_and_accepted),
        cmocka_unit_test(threads_drawn_at_one_diameter_are_found),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
