// Scenes as files: what is saved comes back, twice gives the same bytes, damage is refused with its
// line; files are added and reloaded.
// ctest labels: threads
#include "app/actions/list.h"
#include "app/actions/poses.h"
#include "app/document/field_actions.h"
#include "app/scenes/kit.h"
#include "app/scenes/scene.h"
#include "app/stages/parts.h"
#include "app/tests/scene_fixture.h"

#include <sys/stat.h>

static void change_much(App *app)
{
    ActionArgs args = {.part = 0, .placement = affine_rotation(vec3d(0, 1, 0), 0.3)};
    args.placement.p = vec3d(0.1, 1.0 / 3, -7);
    assert_true(app_do(app, &action_part_move, &args, 0));
    args = (ActionArgs){.part = 1, .flag = true};
    assert_true(app_do(app, &action_part_ghost, &args, 0));
    assert_true(app_do(app, &action_part_select, &args, 0));
    args = (ActionArgs){.part = 1, .text = "A \"quoted\" name"};
    assert_true(app_do(app, &action_part_rename, &args, 0));
    args = (ActionArgs){.part = 1, .text = "Box/Shafts"};
    assert_true(app_do(app, &action_part_group, &args, 0));
    args = (ActionArgs){.part = 0, .other = 1, .rule = RULE_INTENTIONAL};
    assert_true(app_do(app, &action_pair_rule, &args, 0));
    args = (ActionArgs){.index = 3};
    assert_true(app_do(app, &action_build_volume, &args, 0));
    args = (ActionArgs){.number = 0.125};
    assert_true(app_do(app, &action_check_clearance, &args, 0));
    args = (ActionArgs){.index = LOOK_DARK};
    assert_true(app_do(app, &action_view_look, &args, 0));
    args = (ActionArgs){.part = 0};
    assert_true(app_do(app, &action_part_duplicate, &args, 0));
    stages_wait(app);
}

static void a_saved_scene_comes_back(void **state)
{
    (void)state;
    copy_file(MESHES "two.stl", in_folder("two.stl"));
    App app = start();
    open_path(&app, in_folder("two.stl"));
    assert_int_equal(app.assembly.part_count, 2);
    assert_false(save_is_dirty(&app));
    change_much(&app);
    assert_true(save_is_dirty(&app));
    assert_true(do_text(&app, &action_file_save, in_folder("one.json")));
    assert_false(save_is_dirty(&app));
    char *first = read_text(in_folder("one.json"));
    assert_non_null(strstr(first, "\"path\": \"two.stl\""));
    assert_null(strstr(first, folder));
    assert_non_null(strstr(first, "Box/Shafts"));

    App again = start();
    open_path(&again, in_folder("one.json"));
    assert_string_equal(save_path(&again), save_path(&app));
    assert_int_equal(again.assembly.part_count, 3);
    assert_true(document_equal(&again.document, &app.document));
    assert_memory_equal(&again.document.view.camera, &app.document.view.camera, sizeof(Camera));
    assert_string_equal(again.assembly.parts[1].name, "A \"quoted\" name");
    assert_ptr_equal(again.assembly.parts[2].mesh, again.assembly.parts[0].mesh);
    assert_false(save_is_dirty(&again));
    assert_true(do_text(&again, &action_file_save, in_folder("two.json")));
    char *second = read_text(in_folder("two.json"));
    assert_string_equal(first, second);
    free(first);
    free(second);
    app_free(&again);
    app_free(&app);
}

static void built_in_scenes_are_saved_by_name(void **state)
{
    (void)state;
    for (int i = 0; i < SCENE_COUNT; ++i) {
        App app = start();
        Error err;
        assert_true(stages_open_scene(&app, i, &err));
        stages_wait(&app);
        assert_true(do_text(&app, &action_file_save, in_folder("scene.json")));
        char *text = read_text(in_folder("scene.json"));
        assert_non_null(strstr(text, scenes[i]->name));
        free(text);
        App again = start();
        open_path(&again, in_folder("scene.json"));
        assert_int_equal(again.assembly.part_count, app.assembly.part_count);
        assert_true(document_equal(&again.document, &app.document));
        app_free(&again);
        app_free(&app);
    }
    printf("RAN: %d built-in scenes saved and opened\n", (int)SCENE_COUNT);
}

// Tools of ours are parts like others: undone, saved with their size and made again, in the unit of what is open.
static void tools_are_kept(void **state)
{
    (void)state;
    App app = start();
    open_path(&app, MESHES "cube.glb"); // in metres
    int32_t before = app.assembly.part_count;
    ActionArgs args = {.part = NO_PART, .index = KIT_ring_wrench, .number = 12.7};
    assert_true(app_do(&app, &action_kit_add, &args, 0));
    stages_wait(&app);
    args.index = KIT_hand, args.number = 0;
    assert_true(app_do(&app, &action_kit_add, &args, 0));
    stages_wait(&app);
    args.number = 1000;
    assert_false(app_do(&app, &action_kit_add, &args, 0));
    assert_int_equal(app.assembly.part_count, before + 2);
    assert_string_equal(app.assembly.parts[before].name, "Ring wrench 12.7 mm");
    app_do(&app, &action_edit_undo, NULL, 0);
    app_do(&app, &action_edit_undo, NULL, 0);
    assert_int_equal(document_live_count(&app.document), before);
    app_do(&app, &action_edit_redo, NULL, 0);
    app_do(&app, &action_edit_redo, NULL, 0);
    ActionArgs move = move_args(before, vec3d(0.125, 0.25, 0.5));
    assert_true(app_do(&app, &action_part_move, &move, 0));
    assert_true(do_text(&app, &action_file_save, in_folder("tools.json")));
    App again = start();
    again.allow_outside = true;
    open_path(&again, in_folder("tools.json"));
    assert_int_equal(again.assembly.part_count, before + 2);
    assert_true(document_equal(&again.document, &app.document));
    const Mesh *was = app.assembly.parts[before].mesh, *is = again.assembly.parts[before].mesh;
    assert_int_equal(was->vertex_count, is->vertex_count);
    assert_memory_equal(was->vertices, is->vertices,
                        sizeof *is->vertices * (size_t)is->vertex_count);
    Affine none = affine_identity();
    Box3d box = part_world_bounds(is, &none);
    assert_true(fabs(box.hi.x - 1e-3 * (60 + 7.5 * 12.7)) < 1e-9); // its length
    app_free(&again);
    app_free(&app);
}

#define HEAD "{\"snug\": 1,\n"
#define FILES "\"files\": [{\"path\": \"a.stl\"}],\n"
#define PLACE "\"placement\": [[1,0,0,0],[0,1,0,0],[0,0,1,0]]"

static void damage_is_refused_with_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } CASES[] = {
        {"", "s.json:1: a value expected (the file ends here: is it complete?)"},
        {"{}", "s.json: this is no scene of Snug: the key \"snug\" with its version is missing"},
        {"{\"snug\": 2}", "s.json:1: the scene has version 2, this program reads version 1"},
        {HEAD "\"unit\": 3}", "s.json:2: unit must be a text, not a number"},
        {HEAD "\"unit\": \"mile\"}",
         "s.json:2: there is no unit \"mile\"; choose one of: mm, cm, m, um, in, ft"},
        {HEAD "\"files\": [\n{\"path\": \"a\", \"scene\": \"Gear unit\"}]}",
         "s.json:3: a file needs either a path, a tool or a scene"},
        {HEAD "\"files\": [\n{\"kit\": \"spoon 17\"}]}", "s.json:3: there is no tool 'spoon 17'"},
        {HEAD "\"files\": [\n{\"kit\": \"wrench 1000\"}]}",
         "s.json:3: a wrench has a width across flats of 4 to 100 mm"},
        {HEAD FILES "\"parts\": [{\"key\": \"A\", \"file\": 1, " PLACE "}]}",
         "s.json:3: a part needs either copy_of or a file that is listed (from 0)"},
        {HEAD FILES "\"parts\": [{\"key\": \"A\", \"file\": 0}]}",
         "s.json:3: a part needs a placement"},
        {HEAD FILES "\"parts\": [{\"key\": \"A\", \"file\": 0, " PLACE "},\n{\"key\": \"A\", "
                    "\"file\": 0, " PLACE "}]}",
         "s.json:4: the part \"A\" comes twice"},
        {HEAD FILES "\"parts\": [{\"key\": \"A\", \"file\": 0, \"placement\": "
                    "[[1,0,0,0],[0,1,0,0],[0,0,0,0]]}]}",
         "s.json:3: placement would make the part flat"},
        {HEAD "\"rules\": [\n\"ignore \\\"a\"]}", "s.json:3: a quote is not closed"},
        {HEAD "\"clearance\": -1}", "s.json:2: clearance must be from 0 to 1e+15"},
        {HEAD "\"clearance\": 1e999}", "s.json:2: a number is too large"},
        {HEAD "\"unit\": \"mm\",\n\"unit\": \"mm\"}", "s.json:3: the key \"unit\" comes twice"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        SceneFile file;
        Error err = {""};
        if (scene_file_parse(&file, "s.json", CASES[i].text, strlen(CASES[i].text), &err))
            fail_msg("was read: %s", CASES[i].text);
        assert_string_equal(err.text, CASES[i].message);
    }
    SceneFile file;
    Error err = {""};
    static const char ODD[] = HEAD "\"colours\": 3}";
    assert_true(scene_file_parse(&file, "s.json", ODD, strlen(ODD), &err));
    assert_int_equal(file.notes.notice_count, 1);
    assert_string_equal(file.notes.notices[0],
                        "line 2: the key \"colours\" is not known and was ignored");
    scene_file_free(&file);
    printf("RAN: %zu damaged scenes refused\n", sizeof CASES / sizeof *CASES);
}

static void scenes_stay_in_their_folder(void **state)
{
    (void)state;
    copy_file(MESHES "binary.stl", in_folder("outer.stl"));
    assert_int_equal(mkdir(in_folder("inner"), 0700), 0);
    static const char TEXT[] = HEAD "\"files\": [{\"path\": \"../outer.stl\"}]}";
    write_text(in_folder("inner/s.json"), TEXT);
    App app = start();
    open_path(&app, in_folder("inner/s.json"));
    assert_int_equal(app.assembly.part_count, 0);
    assert_true(has_notice(&app, "'../outer.stl' is not in the folder of the scene"));
    app.allow_outside = true;
    open_path(&app, in_folder("inner/s.json"));
    assert_int_equal(app.assembly.part_count, 1);
    assert_true(has_notice(&app, "is not in the scene yet and was added"));
    app_free(&app);
}

// A link in the folder of the scene is as good as "..", wherever on the way it is.
static void links_do_not_lead_out_of_the_folder(void **state)
{
    (void)state;
    static const char *const PATHS[] = {"link.stl", "sub/outer2.stl", "chain.stl", "kept/in.stl"};
    // One outer folder has a name of the same length, the other one's begins in the same way.
    assert_int_equal(mkdir(in_folder("far"), 0700), 0);
    assert_int_equal(mkdir(in_folder("owner"), 0700), 0);
    assert_int_equal(mkdir(in_folder("own"), 0700), 0);
    assert_int_equal(mkdir(in_folder("own/real"), 0700), 0);
    copy_file(MESHES "binary.stl", in_folder("far/outer2.stl"));
    copy_file(MESHES "binary.stl", in_folder("owner/outer2.stl"));
    copy_file(MESHES "binary.stl", in_folder("own/real/in.stl"));
    assert_int_equal(symlink("../far/outer2.stl", in_folder("own/link.stl")), 0);
    assert_int_equal(symlink(in_folder("owner"), in_folder("own/sub")), 0);
    assert_int_equal(symlink("link.stl", in_folder("own/chain.stl")), 0);
    assert_int_equal(symlink("real", in_folder("own/kept")), 0);
    // The folder itself may be reached by a link.
    assert_int_equal(symlink("own", in_folder("by_link")), 0);
    for (int i = 0; i < 4; ++i)
        for (int by_link = 0; by_link < 2; ++by_link) {
            char text[200];
            snprintf(text, sizeof text, HEAD "\"files\": [{\"path\": \"%s\"}]}", PATHS[i]);
            const char *scene = in_folder(by_link ? "by_link/s.json" : "own/s.json");
            write_text(scene, text);
            App app = start();
            open_path(&app, scene);
            bool inside = i == 3;
            assert_int_equal(app.assembly.part_count, inside);
            assert_int_equal(has_notice(&app, "is not in the folder of the scene"), !inside);
            app.allow_outside = true;
            open_path(&app, scene);
            assert_int_equal(app.assembly.part_count, 1);
            app_free(&app);
        }
}

static void files_are_added_to_what_is_open(void **state)
{
    (void)state;
    App app = start();
    open_path(&app, MESHES "two.stl");
    ActionArgs args = move_args(0, vec3d(3, 4, 5));
    assert_true(app_do(&app, &action_part_move, &args, 0));
    const Mesh *mesh = app.assembly.parts[0].mesh;
    assert_true(do_text(&app, &action_file_merge, MESHES "cube.glb"));
    assert_int_equal(app.assembly.part_count, 4);
    assert_ptr_equal(app.assembly.parts[0].mesh, mesh);
    assert_true(app.document.parts[0].placement.p.x == 3);
    assert_string_equal(app.assembly.parts[2].name, "cube/Block");
    // Metres have become millimetres.
    Box3d box = part_world_bounds(app.assembly.parts[3].mesh, &app.document.parts[3].placement);
    assert_true(fabs(box.hi.x - 9000) < 1e-3);
    assert_true(app.parts[3].tree != NULL);
    // One step back they are gone, one more the move is undone too; and forward again.
    app_do(&app, &action_edit_undo, NULL, 0);
    assert_int_equal(document_live_count(&app.document), 2);
    app_do(&app, &action_edit_undo, NULL, 0);
    assert_false(app.document.parts[0].placement.p.x == 3);
    app_do(&app, &action_edit_redo, NULL, 0);
    app_do(&app, &action_edit_redo, NULL, 0);
    assert_int_equal(document_live_count(&app.document), 4);
    assert_false(do_text(&app, &action_file_merge, "scene.json"));
    app_free(&app);
}

static void files_are_reloaded_in_place(void **state)
{
    (void)state;
    copy_file(MESHES "two.stl", in_folder("watched.stl"));
    App app = start();
    open_path(&app, in_folder("watched.stl"));
    ActionArgs args = {.part = 1, .flag = false};
    app_do(&app, &action_part_show, &args, 0);
    args = move_args(0, vec3d(0, 0, 0));
    args.placement = app.assembly.parts[0].rest;
    args.placement.p.x += 10;
    app_do(&app, &action_part_move, &args, 0);
    app_do(&app, &action_part_select, &(ActionArgs){.part = 0}, 0);
    app_do(&app, &action_part_select_toggle, &(ActionArgs){.part = 1}, 0);
    assert_int_equal(app.document.selected, 1);
    // The left block grows by 4 to the right, a new one comes.
    write_text(in_folder("watched.stl"),
               "solid Left block\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 6 0 0\n"
               "vertex 0 2 2\nendloop\nendfacet\nendsolid\nsolid New\nfacet normal 0 0 1\nouter "
               "loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n");
    app_do(&app, &action_file_reload, NULL, 0);
    stages_wait(&app);
    assert_int_equal(app.assembly.part_count, 3);
    assert_int_equal(app.assembly.parts[0].mesh->triangle_count, 1);
    Box3d box = part_world_bounds(app.assembly.parts[0].mesh, &app.document.parts[0].placement);
    assert_true(fabs(box.lo.x - 10) < 1e-9 && fabs(box.hi.x - 16) < 1e-9);
    assert_true(app.document.parts[1].removed); // no longer in the file
    assert_int_equal(app.document.selected, 0); // of those that were selected, the one that is left
    assert_string_equal(app.assembly.parts[2].name, "New");
    // A broken version replaces nothing.
    write_text(in_folder("watched.stl"), "solid Left block\nfacet");
    app_do(&app, &action_file_reload, NULL, 0);
    stages_wait(&app);
    assert_int_equal(app.assembly.part_count, 3);
    assert_true(has_notice(&app, "what was loaded before stays"));
    app_free(&app);
}

static void poses_go_out_and_come_in(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    ActionArgs args = move_args(2, vec3d(0.1, 1.0 / 3, -7));
    app_do(&app, &action_part_move, &args, 0);
    Affine before = app.document.parts[2].placement;
    assert_true(do_text(&app, &action_poses_save, in_folder("poses.txt")));
    app_do(&app, &action_parts_reset_all, NULL, 0);
    assert_false(affine_equal(&before, &app.document.parts[2].placement));
    assert_true(do_text(&app, &action_poses_open, in_folder("poses.txt")));
    assert_true(affine_equal(&before, &app.document.parts[2].placement));
    write_text(in_folder("poses.txt"), "# none\n\"Ball\" 1 0 0 5 0 1 0 6 0 0 1 7\n\"Nobody\" 1 0 0 "
                                       "0 0 1 0 0 0 0 1 0\n");
    assert_true(do_text(&app, &action_poses_open, in_folder("poses.txt")));
    assert_true(app.document.parts[2].placement.p.z == 7);
    assert_true(has_notice(&app, "Placed 1 parts; 1 lines name"));
    write_text(in_folder("poses.txt"), "\"Ball\" 1 0 0 1 0 1 0 2 0 0 1 3\n\"Ring\" 1 0 0\n");
    assert_false(do_text(&app, &action_poses_open, in_folder("poses.txt")));
    assert_true(has_notice(&app, "poses.txt:2: a number expected"));
    assert_true(app.document.parts[2].placement.p.z == 7); // all or nothing
    app_free(&app);
}

static void recent_files_are_kept_in_order(void **state)
{
    (void)state;
    static Recent recent;
    static const char TEXT[] = "/a\nrelative\n\n/b";
    recent_read(&recent, TEXT, strlen(TEXT));
    assert_int_equal(recent.count, 2);
    assert_false(recent_add(&recent, "/a"));
    assert_false(recent_add(&recent, "relative"));
    assert_true(recent_add(&recent, "/b"));
    assert_string_equal(recent.paths[0], "/b");
    assert_string_equal(recent.paths[1], "/a");
    for (int i = 0; i < 2 * RECENT_MOST; ++i) {
        char path[16];
        snprintf(path, sizeof path, "/%d", i);
        assert_true(recent_add(&recent, path));
    }
    assert_int_equal(recent.count, RECENT_MOST);
    assert_string_equal(recent.paths[RECENT_MOST - 1], "/15");
    char *text = recent_text(&recent);
    static Recent again;
    recent_read(&again, text, strlen(text));
    assert_memory_equal(again.paths[3], recent.paths[3], 4);
    assert_int_equal(again.count, RECENT_MOST);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_saved_scene_comes_back),
        cmocka_unit_test(built_in_scenes_are_saved_by_name),
        cmocka_unit_test(tools_are_kept),
        cmocka_unit_test(damage_is_refused_with_its_line),
        cmocka_unit_test(scenes_stay_in_their_folder),
        cmocka_unit_test(links_do_not_lead_out_of_the_folder),
        cmocka_unit_test(files_are_added_to_what_is_open),
        cmocka_unit_test(files_are_reloaded_in_place),
        cmocka_unit_test(poses_go_out_and_come_in),
        cmocka_unit_test(recent_files_are_kept_in_order),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
