// Joints in files: scenes keep them, damage is refused by their names, paths keep turns.
#include "app/document/connectors.h"
#include "app/document/history.h"
#include "app/session/scene_file.h"
#include "app/tests/joint_fixture.h"

static void scenes_keep_joints_and_turns(void **state)
{
    (void)state;
    copy_file(MESHES "two.stl", in_folder("two.stl"));
    App app = start();
    open_path(&app, in_folder("two.stl"));
    add(&app, 0, JOINT_GROUND, JOINT_SCREW, "at 1 2 3 along 1 1 0");
    add(&app, 1, 0, JOINT_HINGE, "at 0 1 0 along 0 1 1 from 0 1.5 0 along 0 1 0.9");
    assert_true(limit(&app, 1, JOINT_TURN, "-3600 none"));
    ActionArgs couple = {.part = 1, .other = 0, .number = -1.0 / 3};
    assert_true(app_do(&app, &action_joint_couple, &couple, 0));
    assert_true(set(&app, 0, JOINT_TURN, 4000));
    check_joints(&app);
    stages_wait(&app);
    assert_true(do_text(&app, &action_file_save, in_folder("one.json")));
    stages_wait(&app);
    App again = start();
    open_path(&again, in_folder("one.json"));
    assert_int_equal(joint_list_count(again.document.joints), 2);
    assert_true(document_equal(&again.document, &app.document));
    assert_true(fabs(turn_of(&again, 0) - 4000) < 1e-9);
    check_joints(&again);
    assert_true(do_text(&again, &action_file_save, in_folder("two.json")));
    stages_wait(&again);
    char *first = read_text(in_folder("one.json")), *second = read_text(in_folder("two.json"));
    assert_string_equal(first, second);
    free(first);
    free(second);
    app_free(&again);
    app_free(&app);
}

static Vec3d bore_at(const App *app, int32_t part)
{
    NamedConnector bore[CONNECTORS_MOST];
    int count;
    Error err = {""};
    assert_true(connectors_read(app->document.parts[part].connectors, bore, &count, &err));
    assert_int_equal(count, 1);
    return affine_apply(&app->document.parts[part].placement, bore[0].at.origin);
}

// A mesh that has grown has another middle, which its coordinates are counted from.
static void meshes_grow_under_joints_and_connectors(void **state)
{
    (void)state;
    copy_file(MESHES "two.stl", in_folder("grows.stl"));
    App app = start();
    open_path(&app, in_folder("grows.stl"));
    ActionArgs bore = {.part = 0};
    snprintf(bore.text, sizeof bore.text, "hole 1 0 0 0 1 0 1 0 0 0.5 2 0 0 Bore");
    assert_true(app_do(&app, &action_connector_add, &bore, 0));
    assert_true(app_do(&app, &action_part_duplicate, &(ActionArgs){.part = 0}, 0));
    assert_int_equal(app.document.part_count, 3);
    add(&app, 0, JOINT_GROUND, JOINT_HINGE, "at 1 2 3 along 1 1 0");
    add(&app, 1, 0, JOINT_HINGE, "at 0 1 0 along 0 1 1");
    add(&app, 2, JOINT_GROUND, JOINT_HINGE, "at 9 0 0 along 0 0 1");
    ActionArgs around = {.part = 0, .index = VOLUME_TYPE_OBB};
    assert_true(app_do(&app, &action_primitive_fit, &around, 0));
    stages_wait(&app);
    for (int32_t i = 0; i < 3; ++i)
        assert_true(set(&app, i, JOINT_TURN, 30 + 20 * i));
    check_joints(&app);
    HybridVolume volume = app.document.primitives.list->set.items[0].volume;
    Vec3d before[3] = {bore_at(&app, 0), {{0, 0, 0}}, bore_at(&app, 2)};
    Vec3d corner = affine_apply(&app.document.parts[2].placement, vec3d(-1, -1, -1));
    write_text(in_folder("grows.stl"),
               "solid Left block\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 6 0 0\n"
               "vertex 0 2 4\nendloop\nendfacet\nendsolid\nsolid Right block\nfacet normal 0 0 1\n"
               "outer loop\nvertex 3 0 0\nvertex 9 0 0\nvertex 3 1 0\nendloop\nendfacet\n"
               "endsolid\n");
    app_do(&app, &action_file_reload, NULL, 0);
    stages_wait(&app);
    assert_int_equal(app.assembly.parts[2].mesh->triangle_count, 1);
    assert_int_equal(joint_list_count(app.document.joints), 3);
    check_joints(&app);
    for (int32_t i = 0; i < 3; i += 2)
        assert_true(vec3d_distance(bore_at(&app, i), before[i]) < 1e-9);
    // A copy stays at its place, too: the corner that has not moved in the file.
    Vec3d now = affine_apply(&app.document.parts[2].placement, vec3d(-3, -1, -2));
    assert_true(vec3d_distance(now, corner) < 1e-9);
    // A primitive stays where it was as well, and from there goes with its part.
    HybridVolume *kept = &app.document.primitives.list->set.items[0].volume;
    assert_true(hybrid_volume_equal(kept, &volume));
    Affine back, from = app.document.parts[0].placement;
    assert_true(affine_invert(&from, &back) && set(&app, 0, JOINT_TURN, 75));
    stages_wait(&app);
    check_joints(&app);
    Affine turned = affine_compose(&app.document.parts[0].placement, &back);
    Vec3d middle = affine_apply(&turned, hybrid_volume_ball(&volume).centre);
    kept = &app.document.primitives.list->set.items[0].volume;
    assert_true(vec3d_distance(middle, hybrid_volume_ball(kept).centre) < 1e-9);
    assert_true(vec3d_distance(middle, hybrid_volume_ball(&volume).centre) > 0.1);
    assert_true(do_text(&app, &action_file_save, in_folder("grown.json")));
    App again = start();
    open_path(&again, in_folder("grown.json"));
    assert_int_equal(again.assembly.part_count, 3);
    assert_true(document_equal(&again.document, &app.document));
    check_joints(&again);
    app_free(&again);
    app_free(&app);
}

static void seek(App *app, double time)
{
    assert_true(app_do(app, &action_path_seek, &(ActionArgs){.number = time}, PATH_FIRST_KEY + 99));
}

// A replay counts turns as they were made, from wherever it begins, and all that is coupled agrees.
static void paths_keep_turns(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    add(&app, RING, JOINT_GROUND, JOINT_HINGE, "at 30 0 0 along 0 0 1");
    add(&app, BALL, PLATE, JOINT_SCREW, "at 0 5 0 along 0 1 0");
    ActionArgs couple = {.part = BALL, .other = RING, .number = -2};
    assert_true(app_do(&app, &action_joint_couple, &couple, 0));
    assert_true(app_do(&app, &action_path_record, &(ActionArgs){.flag = true}, 0));
    for (int i = 1; i <= 27; ++i)
        assert_true(set(&app, RING, JOINT_TURN, 40 * i));
    assert_true(app_do(&app, &action_path_record, &(ActionArgs){.flag = false}, 0));
    assert_int_equal(app.path.path.part_count, 2);
    for (size_t i = 0; i < 2; ++i)
        assert_int_equal(app.path.path.parts[i].joint_count, 2);
    double first = motion_path_start(&app.path.path), last = motion_path_end(&app.path.path);
    assert_true(fabs(turn_of(&app, RING) - 1080) < 1e-9);
    seek(&app, first);
    assert_true(fabs(turn_of(&app, RING)) < 1e-6 && fabs(turn_of(&app, BALL)) < 1e-6);
    check_joints(&app);
    seek(&app, last); // at once: by its placement alone it would not have turned
    assert_true(fabs(turn_of(&app, RING) - 1080) < 1e-6);
    assert_true(fabs(app.document.parts[BALL].joint.shift + 6) < 1e-6); // six turns back, of 1 each
    check_joints(&app);
    seek(&app, 0.5 * (first + last));
    assert_true(turn_of(&app, RING) > 360 && turn_of(&app, RING) < 720);
    check_joints(&app);
    app_free(&app);
}

// What files do not keep is refused, and all stays as it was.
static void no_joint_leaves_what_files_keep(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    add(&app, RING, JOINT_GROUND, JOINT_HINGE, "at 30 0 0 along 0 0 1");
    add(&app, BALL, PLATE, JOINT_SLIDE, "at 0 5 0 along 0 1 0");
    add(&app, LID, JOINT_GROUND, JOINT_HINGE, "at 0 20 0 along 0 1 0");
    assert_true(app_do(&app, &action_path_record, &(ActionArgs){.flag = true}, 0));
    assert_true(set(&app, RING, JOINT_TURN, 40));
    assert_true(app_do(&app, &action_path_record, &(ActionArgs){.flag = false}, 0));
    double last = motion_path_end(&app.path.path);
    PathPart *part = &app.path.path.parts[0];
    part->joints[(part->key_count - 1) * 2] = 2e9; // as a file may say
    double turn = turn_of(&app, RING), time = app.path.time;
    assert_false(app_do(&app, &action_path_seek, &(ActionArgs){.number = last}, 77));
    assert_non_null(strstr(last_notice(&app), "would be turned or shifted too far"));
    assert_true(turn_of(&app, RING) == turn && app.path.time == time);
    // Up and down from the one that drives: 1e12 times as far.
    ActionArgs couple = {.part = RING, .other = LID, .number = 1e-6};
    assert_true(app_do(&app, &action_joint_couple, &couple, 0));
    couple = (ActionArgs){.part = BALL, .other = LID, .number = 1e6};
    assert_true(app_do(&app, &action_joint_couple, &couple, 0));
    Document before;
    assert_true(document_copy(&before, &app.document));
    int steps = history_done(app.history);
    assert_false(set(&app, RING, JOINT_TURN, 1e6));
    assert_non_null(strstr(last_notice(&app), "too far away"));
    assert_true(document_equal(&before, &app.document));
    assert_int_equal(history_done(app.history), steps);
    document_free(&before);
    // An offset, too: from there another ratio would need 1e14.
    assert_true(app_do(&app, &action_joint_uncouple, &(ActionArgs){.part = BALL}, 0));
    assert_true(set(&app, BALL, JOINT_SHIFT, 1e8));
    couple = (ActionArgs){.part = LID, .other = BALL, .number = 1e6};
    assert_false(app_do(&app, &action_joint_couple, &couple, 0));
    assert_non_null(strstr(last_notice(&app), "too far apart"));
    assert_int_equal(app.document.joints->coupling_count, 1);
    check_joints(&app);
    app_free(&app);
}

#define FRAME "{\"origin\": [0, 0, 0], \"axis\": [0, 0, 1], \"side\": [1, 0, 0]}"
#define FRAMES "\"parent_frame\": " FRAME ", \"child_frame\": " FRAME
#define JOINT(name, child, more)                                                                   \
    "{\"name\": \"" name "\", \"kind\": \"hinge\", \"child\": \"" child "\", " FRAMES more "}"
#define SCENE(joints)                                                                              \
    "{\"snug\": 1, \"unit\": \"mm\", \"files\": [{\"path\": \"a.stl\"}], \"parts\": ["             \
    "{\"key\": \"A\", \"file\": 0, \"placement\": [[1,0,0,0],[0,1,0,0],[0,0,1,0]]},"               \
    "{\"key\": \"B\", \"file\": 0, \"placement\": [[1,0,0,0],[0,1,0,0],[0,0,1,0]]},"               \
    "{\"key\": \"C\", \"file\": 0, \"placement\": [[1,0,0,0],[0,1,0,5],[0,0,1,0]]},"               \
    "{\"key\": \"D\", \"file\": 0, \"removed\": true, "                                            \
    "\"placement\": [[1,0,0,0],[0,1,0,0],[0,0,1,0]]}], " joints "}"

static void damaged_joints_are_refused_by_name(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } bad[] = {
        {SCENE("\"joints\": 3"), "joints"},
        {SCENE("\"joints\": [7]"), "object"},
        {SCENE("\"joints\": [{\"kind\": \"hinge\"}]"), "name"},
        {SCENE("\"joints\": [{\"name\": \"J\", \"child\": \"A\"}]"), "\"J\": it needs a kind"},
        {SCENE("\"joints\": [{\"name\": \"J\", \"child\": \"A\", \"kind\": \"elbow\"}]"), "kind"},
        {SCENE("\"joints\": [{\"name\": \"J\", \"child\": \"A\", \"kind\": \"hinge\"}]"),
         "parent_frame"},
        {SCENE("\"joints\": [" JOINT("J", "X", "") "]"), "\"J\": its child is no part"},
        {SCENE("\"joints\": [" JOINT("J", "D", "") "]"), "\"J\": its child is no part"},
        {SCENE("\"joints\": [" JOINT("J", "A", ", \"parent\": \"X\"") "]"), "\"J\": its parent"},
        {SCENE("\"joints\": [" JOINT("J", "A", ", \"parent\": \"A\"") "]"), "\"J\""},
        {SCENE("\"joints\": [" JOINT("J", "A", ", \"least_turn\": 2, \"most_turn\": 1") "]"),
         "\"J\": its limits"},
        {SCENE("\"joints\": [" JOINT("J", "A", ", \"turn\": 1e300") "]"), "turn"},
        {SCENE("\"joints\": [" JOINT("J", "A", ", \"turn\": \"x\"") "]"), "turn"},
        {SCENE("\"joints\": [" JOINT("J", "A", ", \"turn\": 0.5") "]"), "does not stand"},
        {SCENE("\"joints\": [" JOINT("J", "C", "") "]"), "does not stand"},
        {SCENE("\"joints\": [" JOINT("J", "A", "") ", " JOINT("K", "A", "") "]"), "\"K\""},
        {SCENE("\"joints\": [" JOINT("J", "A", ", \"parent\": \"B\"") ", " JOINT(
             "K", "B", ", \"parent\": \"A\"") "]"),
         "joint"},
        {SCENE("\"couplings\": [{\"of\": \"A\", \"with\": \"B\", \"ratio\": 1}]"), "no joints"},
        {SCENE("\"joints\": [" JOINT("J", "A", "") "], \"couplings\": [{\"of\": \"A\", \"with\": "
                                                   "\"B\", \"ratio\": 1}]"),
         "a coupling is"},
        {SCENE("\"joints\": [" JOINT("J", "A", "") ", " JOINT(
             "K", "B", "") "], \"couplings\": [{\"of\": \"A\", \"with\": \"B\"}]"),
         "\"K\""},
        {SCENE("\"joints\": [" JOINT("J", "A", "") ", " JOINT(
             "K", "B", "") "], \"couplings\": [{\"of\": \"A\", \"with\": \"B\", \"ratio\": 2}, "
                           "{\"of\": \"A\", \"with\": \"B\", \"ratio\": 3}]"),
         "\"K\""},
        {SCENE("\"joints\": [" JOINT("J", "A", "") ", " JOINT(
             "K", "B", "") "], \"couplings\": [{\"of\": \"A\", \"with\": \"B\", \"ratio\": 2, "
                           "\"offset\": 1}]"),
         "do not stand"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        SceneFile file;
        Error err = {""};
        if (scene_file_parse(&file, "s", bad[i].text, strlen(bad[i].text), &err))
            fail_msg("accepted: %s", bad[i].text);
        if (!strstr(err.text, bad[i].says) || strncmp(err.text, "s:1: ", 5) != 0)
            fail_msg("\"%s\" does not say \"%s\", of: %s", err.text, bad[i].says, bad[i].text);
    }
    SceneFile file;
    Error err = {""};
    const char *good = SCENE("\"joints\": [" JOINT("J", "A", ", \"parent\": \"B\"") "]");
    if (!scene_file_parse(&file, "s", good, strlen(good), &err))
        fail_msg("%s", err.text);
    scene_file_free(&file);
    if (!scene_file_read(&file, "app/tests/corpus/scene/joints.json", &err))
        fail_msg("%s", err.text);
    assert_int_equal(joint_list_count(file.settings.joints), 2);
    scene_file_free(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scenes_keep_joints_and_turns),
        cmocka_unit_test(meshes_grow_under_joints_and_connectors),
        cmocka_unit_test(paths_keep_turns),
        cmocka_unit_test(no_joint_leaves_what_files_keep),
        cmocka_unit_test(damaged_joints_are_refused_by_name),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
