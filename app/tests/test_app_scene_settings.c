// What scenes keep besides parts: primitives and the hierarchy over them, how contacts are looked
// for, and panels. Saved and opened they are the same, twice gives the same bytes, and files from
// before read as they did.
// ctest labels: threads
#include "app/actions/list.h"
#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "app/session/scene_file_primitives.h"
#include "app/tests/examples.h"
#include "app/tests/scene_fixture.h"
#include "core/tree/build/build.h"
#include "core/tree/bv/variants.h"
#include "core/tree/split/split.h"

static void act(App *app, const Action *action, ActionArgs args)
{
    if (!app_do(app, action, &args, 0))
        fail_msg("%s: %s", action->name, last_notice(app));
    stages_wait(app);
}

static App open_two(void)
{
    copy_file(MESHES "two.stl", in_folder("two.stl"));
    App app = start();
    open_path(&app, in_folder("two.stl"));
    assert_int_equal(app.assembly.part_count, 2);
    return app;
}

static void make_primitives(App *app)
{
    act(app, &action_primitive_fit, (ActionArgs){.part = 0, .index = VOLUME_TYPE_SCB});
    act(app, &action_primitive_fit, (ActionArgs){.part = 1, .index = VOLUME_TYPE_OBB});
    act(app, &action_primitive_add, (ActionArgs){.text = "capsule 0 0 0.1 1 0 3 0.5"});
    act(app, &action_primitive_rename, (ActionArgs){.index = 2, .text = "By \"hand\" \xC3\xA4"});
    act(app, &action_primitive_select, (ActionArgs){.index = 1});
    act(app, &action_hybrid_builder, (ActionArgs){.index = hybrid_builder_count - 1});
    act(app, &action_hybrid_factor, (ActionArgs){.index = VOLUME_TYPE_OBB, .number = 1.0 / 3});
    act(app, &action_hybrid_types,
        (ActionArgs){.index = 1 << VOLUME_TYPE_SPHERE | 1 << VOLUME_TYPE_AABB, .number = 1});
    act(app, &action_hybrid_area, (ActionArgs){.flag = true});
    act(app, &action_hybrid_build, (ActionArgs){.flag = true});
    act(app, &action_hybrid_level, (ActionArgs){.index = 1});
    act(app, &action_build_volume, (ActionArgs){.index = bv_index(&bv_hybrid)});
    act(app, &action_query_leaf_volumes, (ActionArgs){.flag = true});
    act(app, &action_query_fronts, (ActionArgs){.flag = false});
    act(app, &action_query_budget, (ActionArgs){.number = 750});
}

static void all_of_it_comes_back(void **state)
{
    (void)state;
    App app = open_two();
    make_primitives(&app);
    app.panels = (PanelsShown){.known = true,
                               .open = {"Parts", "Primitives"},
                               .open_count = 2,
                               .settings = {VOLUME_TYPE_SPHERE, true, true}};
    assert_true(do_text(&app, &action_file_save, in_folder("one.json")));
    char *first = read_text(in_folder("one.json"));

    App again = start();
    open_path(&again, in_folder("one.json"));
    assert_int_equal(primitive_list_count(again.document.primitives.list), 3);
    assert_true(fields_equal(&again.document, &app.document));
    assert_true(document_equal(&again.document, &app.document));
    assert_true(again.document.query.leaf_volumes);
    assert_non_null(again.hybrid.list); // and the hierarchy is built
    assert_int_equal(again.panels_version, 1);
    assert_int_equal(again.panels.open_count, 2);
    assert_string_equal(again.panels.open[1], "Primitives");
    assert_int_equal(again.panels.settings.primitive_type, VOLUME_TYPE_SPHERE);
    assert_true(again.panels.settings.lasso_through && again.panels.settings.pose_from_home);
    assert_false(save_is_dirty(&again));
    assert_true(do_text(&again, &action_file_save, in_folder("two.json")));
    char *second = read_text(in_folder("two.json"));
    assert_string_equal(first, second);
    // Another file does not reset how contacts are looked for.
    open_path(&again, in_folder("two.stl"));
    for (int i = 0; i < field_count; ++i)
        if (document_fields[i].object && strcmp(document_fields[i].object, "search") == 0)
            assert_float_equal(field_value(&document_fields[i], &again.document),
                               field_value(&document_fields[i], &app.document), 0);
    assert_int_equal(primitive_list_count(again.document.primitives.list), 0);
    free(first);
    free(second);
    app_free(&again);
    app_free(&app);
}

// The ends of what an action takes can be saved and opened again.
static void the_deepest_level_comes_back(void **state)
{
    (void)state;
    App app = start(), again = start();
    open_path(&app, in_folder("two.stl"));
    act(&app, &action_overlay_level, (ActionArgs){.part = NO_PART, .level = OVERLAY_MOST});
    assert_true(do_text(&app, &action_file_save, in_folder("deep.json")));
    open_path(&again, in_folder("deep.json"));
    assert_int_equal(again.document.part_count, app.document.part_count);
    assert_int_equal(again.document.parts[0].overlay_level, OVERLAY_MOST);
    app_free(&app);
    app_free(&again);
}

// Every builder with its parameters changed from what they usually are.
static void every_builder_comes_back(void **state)
{
    (void)state;
    for (int b = 0; b < hybrid_builder_count; ++b) {
        SceneFile file, back;
        Error err = {""};
        scene_file_init(&file);
        HybridDesc *desc = &file.settings.primitives.desc;
        *desc = hybrid_desc_filled(&(HybridDesc){.builder = hybrid_builders[b]});
        for (int i = 0; i < desc->builder->param_count; ++i)
            desc->params[i] = desc->builder->params[i].max;
        char *text = scene_file_text(&file);
        assert_non_null(text);
        if (!scene_file_parse(&back, "s.json", text, strlen(text), &err))
            fail_msg("%s: %s", desc->builder->name, err.text);
        assert_true(hybrid_desc_equal(desc, &back.settings.primitives.desc));
        free(text);
        scene_file_free(&back);
        scene_file_free(&file);
    }
    printf("RAN: %d builders of hybrid hierarchies written and read\n", hybrid_builder_count);
}

static BvhDesc built_by(const char *build, Document *settings)
{
    SceneFile file;
    Error err = {""};
    char text[512];
    snprintf(text, sizeof text, "{\"snug\": 1, %s}", build);
    if (!scene_file_parse(&file, "s.json", text, strlen(text), &err))
        fail_msg("%s: %s", text, err.text);
    *settings = file.settings;
    scene_file_free(&file); // settings without parts and rules own nothing
    return settings->build;
}

// What a scene leaves out is as if the volume had been chosen by hand.
static void what_a_scene_leaves_out_is_the_volumes_own(void **state)
{
    (void)state;
    Document read;
    char text[256];
    for (int t = 0; t < bv_type_count; ++t) {
        snprintf(text, sizeof text, "\"build\": {\"volume\": \"%s\"}", bv_types[t]->name);
        BvhDesc build = built_by(text, &read),
                own = bvh_desc_filled(&(BvhDesc){.type = bv_types[t]});
        if (!bvh_desc_equal(&build, &own))
            fail_msg("%s: built by %s, not by %s", bv_types[t]->name, build.split->name,
                     own.split->name);
        assert_int_equal(read.query.rule, bv_types[t]->rule);
        assert_true(field_flag(&read, &action_build_own_criterion));
    }
    for (int s = 0; s < split_rule_count; ++s) { // alone: of the volume of a new document
        snprintf(text, sizeof text, "\"build\": {\"criterion\": \"%s\"}", split_rules[s]->name);
        BvhDesc build = built_by(text, &read);
        assert_ptr_equal(build.type, bv_types[0]);
        assert_ptr_equal(build.split, split_rules[s]);
        assert_int_equal(field_flag(&read, &action_build_own_criterion),
                         split_rules[s] == bvh_own_criterion(bv_types[0]));
    }
    BvhDesc none = built_by("\"unit\": \"mm\"", &read), usual = bvh_desc_filled(NULL);
    assert_true(bvh_desc_equal(&none, &usual));
    // Both orders of the two keys, and a flag that contradicts them.
    built_by("\"build\": {\"criterion\": \"object median\", \"volume\": \"boxtree\"}", &read);
    assert_string_equal(read.build.type->name, "boxtree");
    assert_string_equal(read.build.split->name, "object median");
    built_by("\"build\": {\"volume\": \"boxtree\", \"criterion\": \"object median\", "
             "\"own_criterion\": true}",
             &read);
    assert_string_equal(read.build.split->name, "object median");
    assert_false(field_flag(&read, &action_build_own_criterion));
    printf("RAN: scenes of %d volumes and %d criteria alone\n", bv_type_count, split_rule_count);
}

static int32_t covered_part(const App *app, int32_t primitive)
{
    const Coverage *covers = app->document.primitives.list->covers[primitive];
    return covers && covers->count > 0 ? covers->items[0].part : NO_PART;
}

// Numbers of parts change when a part is no longer in its file; a copy that was deleted keeps its own where
// others follow it.
static void primitives_find_their_parts_again(void **state)
{
    (void)state;
    App app = open_two();
    act(&app, &action_part_duplicate, (ActionArgs){.part = 0});
    act(&app, &action_part_duplicate, (ActionArgs){.part = 1});
    assert_int_equal(app.assembly.part_count, 4);
    for (int32_t part = 1; part < 4; ++part)
        act(&app, &action_primitive_fit, (ActionArgs){.part = part, .index = VOLUME_TYPE_AABB});
    act(&app, &action_part_delete, (ActionArgs){.part = 2});
    assert_true(do_text(&app, &action_file_save, in_folder("one.json")));

    App again = start();
    open_path(&again, in_folder("one.json"));
    assert_int_equal(again.assembly.part_count, 4);
    assert_true(again.document.parts[2].removed);
    for (int i = 0; i < 3; ++i)
        assert_int_equal(covered_part(&again, i), covered_part(&app, i));
    // The first part goes from the file: the others move up.
    char *mesh = read_text(in_folder("two.stl"));
    char *rest = strstr(strstr(mesh, "endsolid"), "\nsolid");
    assert_non_null(rest);
    write_text(in_folder("two.stl"), rest + 1);
    open_path(&again, in_folder("one.json"));
    assert_int_equal(again.assembly.part_count, 2);
    assert_int_equal(covered_part(&again, 0), 0);
    assert_int_equal(covered_part(&again, 2), 1);
    free(mesh);
    app_free(&again);
    app_free(&app);
}

// Whoever adds an action that can be undone, and no field of the scene for it, is told here.
static void what_any_action_changes_is_saved(void **state)
{
    (void)state;
    App app = open_two();
    make_primitives(&app);
    int kept = 0;
    for (int i = 0; i < action_count; ++i) {
        const Action *action = actions[i];
        ActionArgs args = {.part = 0};
        const char *why;
        if (!(action->flags & ACTION_UNDOABLE) || !app_can(&app, action, &why))
            continue;
        action_example(&app, action, &args);
        int steps = history_done(app.history);
        if (!app_do(&app, actions[i], &args, 0) || history_done(app.history) == steps)
            continue;
        stages_wait(&app); // a volume may not be buildable so, and is then refused
        assert_true(do_text(&app, &action_file_save, in_folder("any.json")));
        App again = start();
        open_path(&again, in_folder("any.json"));
        if (!document_equal(&again.document, &app.document))
            fail_msg("what %s does is lost in a saved scene", action->name);
        app_free(&again);
        ++kept;
        if (history_done(app.history) > steps)
            act(&app, &action_edit_jump, (ActionArgs){.index = steps});
    }
    printf("RAN: what %d actions changed was saved and opened\n", kept);
    assert_true(kept > 50);
    app_free(&app);
}

static bool asks(App *app)
{
    stages_wait(app);
    stages_update(app, 0);
    return save_asks(app);
}

// Nobody is asked about parts of a demonstration that were moved, but about what was made in it.
static void demonstrations_are_played_with(void **state)
{
    (void)state;
    App app = start();
    Error err;
    assert_true(stages_open_scene(&app, 1, &err));
    assert_false(asks(&app));
    act(&app, &action_part_move, move_args(0, vec3d(1, 2, 3)));
    assert_false(asks(&app));
    act(&app, &action_primitive_fit, (ActionArgs){.part = 0, .index = VOLUME_TYPE_AABB});
    assert_true(asks(&app));
    act(&app, &action_edit_undo, (ActionArgs){0});
    assert_false(asks(&app));
    act(&app, &action_pair_rule, (ActionArgs){.part = 0, .other = 1, .number = RULE_INTENTIONAL});
    assert_true(asks(&app));
    act(&app, &action_edit_undo, (ActionArgs){0});
    assert_false(asks(&app));
    act(&app, &action_joint_add,
        (ActionArgs){
            .part = 0, .other = NO_PART, .index = JOINT_HINGE, .text = "at 0 0 0 along 0 1 0"});
    assert_true(asks(&app));
    act(&app, &action_edit_undo, (ActionArgs){0});
    assert_false(asks(&app));
    act(&app, &action_connector_add,
        (ActionArgs){.part = 0, .text = "hole 0 0 0 0 1 0 1 0 0 5 20 0 0 Bore"});
    assert_true(asks(&app));
    act(&app, &action_edit_undo, (ActionArgs){0});
    assert_false(asks(&app));
    copy_file(MESHES "two.stl", in_folder("two.stl"));
    assert_true(do_text(&app, &action_file_merge, in_folder("two.stl")));
    assert_true(asks(&app));
    // A file of one's own is work from the start, and nothing is asked before anything is changed.
    open_path(&app, in_folder("two.stl"));
    assert_false(asks(&app));
    act(&app, &action_part_move, move_args(0, vec3d(1, 2, 3)));
    assert_true(asks(&app));
    app_free(&app);
}

#define HEAD                                                                                       \
    "{\"snug\": 1, \"files\": [{\"path\": \"a.stl\"}], \"parts\": [{\"key\": \"A\", \"file\": 0, " \
    "\"placement\": [[1,0,0,0],[0,1,0,0],[0,0,1,0]]}],\n"
#define BALL "\"volume\": \"sphere 0 0 0 1\""
#define VOLUMES(text) HEAD "\"primitives\": {\"volumes\": [\n" text "]}}"

static void damage_is_refused_with_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } CASES[] = {
        {HEAD "\"search\": {\n\"budget_us\": -1}}", "s.json:3: budget_us must be from 0 to 1e+06"},
        {HEAD "\"search\": 3}", "s.json:2: an object in braces expected, not a number"},
        {HEAD "\"panels\": [3]}", "s.json:2: panels are listed by name"},
        {HEAD "\"panel_settings\": {\"fit\": \"cone\"}}",
         "s.json:2: there is no fit \"cone\"; choose one of: aabb, obb, sphere, capsule, scb"},
        {HEAD "\"primitives\": []}", "s.json:2: an object in braces expected, not a list"},
        {HEAD "\"primitives\": {\"factors\": {\n\"obb\": 0}}}",
         "s.json:3: obb must be from 0.01 to 100"},
        {HEAD "\"primitives\": {\"types\": [\n[\"cone\"]]}}",
         "s.json:3: types names a type of volume that does not exist"},
        {HEAD "\"primitives\": {\"selected\": 0}}",
         "s.json:2: the selected primitive is not listed"},
        {VOLUMES("{}"), "s.json:3: a primitive needs a volume"},
        {VOLUMES("{\"volume\": \"sphere 0 0 0\"}"), "s.json:3: a sphere needs 4 finite numbers"},
        {VOLUMES("{\"volume\": \"sphere 0 0 0 1 1\"}"),
         "s.json:3: a sphere has 4 numbers and nothing more"},
        {VOLUMES("{" BALL ", \"covers\": [\n{\"part\": \"B\", \"triangles\": [0, 1]}]}"),
         "s.json:4: covers needs the key of a part that is listed, and its triangles"},
        {VOLUMES("{" BALL ", \"covers\": [\n{\"part\": \"A\"}]}"),
         "s.json:4: covers needs the key of a part that is listed, and its triangles"},
        {VOLUMES("{" BALL ", \"covers\": [{\"part\": \"A\", \"triangles\": [\n0]}]}"),
         "s.json:3: triangles are pairs of the first and the last of a run"},
        {VOLUMES("{" BALL ", \"covers\": [{\"part\": \"A\", \"triangles\": [7,\n6]}]}"),
         "s.json:4: triangles are whole numbers from 0, the last not before the first"},
        {VOLUMES("{" BALL ", \"covers\": [{\"part\": \"A\", \"triangles\": [-1, 6]}]}"),
         "s.json:3: triangles are whole numbers from 0, the last not before the first"},
        {VOLUMES("{" BALL ", \"covers\": [{\"part\": \"A\", \"triangles\": [0, 2147483646]}]}"),
         "s.json:3: primitives cover more than 16777216 triangles"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        SceneFile file;
        Error err = {""};
        if (scene_file_parse(&file, "s.json", CASES[i].text, strlen(CASES[i].text), &err))
            fail_msg("was read: %s", CASES[i].text);
        assert_string_equal(err.text, CASES[i].message);
    }
    printf("RAN: %zu damaged scenes refused\n", sizeof CASES / sizeof *CASES);
}

// What the file says nothing about is as in a new document, and panels stay as they are.
static void older_files_still_read(void **state)
{
    (void)state;
    copy_file("app/tests/corpus/scene/two.json", in_folder("old.json"));
    App app = open_two();
    app.panels = (PanelsShown){.known = true, .open = {"Parts"}, .open_count = 1};
    open_path(&app, in_folder("old.json"));
    assert_int_equal(app.assembly.part_count, 3);
    assert_int_equal(primitive_list_count(app.document.primitives.list), 0);
    assert_true(app.document.effort.fronts && app.document.effort.threads);
    assert_int_equal(app.panels_version, 0);
    assert_string_equal(app.panels.open[0], "Parts");
    assert_false(has_notice(&app, "not known"));
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_of_it_comes_back),
        cmocka_unit_test(the_deepest_level_comes_back),
        cmocka_unit_test(every_builder_comes_back),
        cmocka_unit_test(what_a_scene_leaves_out_is_the_volumes_own),
        cmocka_unit_test(what_any_action_changes_is_saved),
        cmocka_unit_test(primitives_find_their_parts_again),
        cmocka_unit_test(damage_is_refused_with_its_line),
        cmocka_unit_test(demonstrations_are_played_with),
        cmocka_unit_test(older_files_still_read),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
