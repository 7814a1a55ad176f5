// Scripts: what is understood, what is refused and where, and that a recorded one does the same.
#include "app/actions/list.h"
#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "app/script/action_log.h"
#include "app/script/script.h"
#include "app/tests/app_fixture.h"
#include "app/tests/examples.h"
#include "app/tests/joint_fixture.h"
#include "core/base/rng.h"
#include "core/tree/build/build.h"
#include "core/tree/split/split.h"

#include <stdio.h>

static bool parse(Script *script, const char *text, Error *err)
{
    return script_parse(script, "test", text, strlen(text), NULL, err);
}

// Plays the actions of a text; what is under way comes to its end before each of them.
static bool play(App *app, const char *text, Error *err)
{
    Script script;
    if (!parse(&script, text, err))
        return false;
    bool good = true;
    for (size_t i = 0; good && i < script.command_count; ++i) {
        const ScriptCommand *command = &script.commands[i];
        ActionArgs args;
        stages_wait(app);
        good = script_arguments(app, command, &args, err);
        if (good && !app_do(app, command->action, &args, 0))
            good = error_set(err, "%s: %s", command->name, last_notice(app));
        if (!good)
            script_refuse(&script, command->line, err->text, err);
    }
    stages_wait(app);
    script_free(&script);
    return good;
}

static void must_play(App *app, const char *text)
{
    Error err = {""};
    if (!play(app, text, &err))
        fail_msg("%s\nin: %s", err.text, text);
}

static void lines_become_commands(void **state)
{
    (void)state;
    static const char text[] = "# a comment\n"
                               "\n"
                               "  part.select \"Ball\"   # another\r\n"
                               "now part.show part=\"a \\\"b\\\" \\\\c\" flag=off\n"
                               "\tedit.undo#not a comment: the name goes on\n";
    Script script;
    Error err = {""};
    assert_false(parse(&script, text, &err));
    assert_non_null(strstr(err.text, "test:5: there is no action edit.undo#not"));
    assert_true(
        script_parse(&script, "test", text, (size_t)(strstr(text, "\tedit") - text), NULL, &err));
    assert_int_equal(script.command_count, 2);
    assert_int_equal(script.commands[0].line, 3);
    assert_int_equal(script.commands[0].action, &action_part_select);
    assert_int_equal(script.commands[0].count, 1);
    assert_string_equal(script.commands[0].words[0].value, "Ball");
    assert_true(script.commands[0].words[0].quoted);
    assert_false(script.commands[0].now);
    assert_true(script.commands[1].now);
    assert_string_equal(script.commands[1].words[0].key, "part");
    assert_string_equal(script.commands[1].words[0].value, "a \"b\" \\c");
    assert_string_equal(script.commands[1].words[1].value, "off");
    script_free(&script);
    assert_true(parse(&script, "", &err));
    assert_int_equal(script.command_count, 0);
    script_free(&script);
}

// A criterion that is named holds, whether the volume is named before or after it; what is not named
// is the volume's own.
static void the_order_of_volume_and_criterion_does_not_matter(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    must_play(&app, "build.criterion \"object median\"\nbuild.volume \"boxtree\"\n");
    BvhDesc first = app.document.build;
    assert_string_equal(first.type->name, "boxtree");
    assert_string_equal(first.split->name, "object median");
    must_play(&app,
              "build.preset fast\nbuild.volume \"boxtree\"\nbuild.criterion \"object median\"\n");
    assert_true(bvh_desc_equal(&first, &app.document.build));
    // Also one that is the own one of the volume before.
    must_play(&app,
              "build.preset fast\nbuild.criterion \"spatial median\"\nbuild.volume \"OBB\"\n");
    assert_string_equal(app.document.build.split->name, "spatial median");
    must_play(&app, "build.own_criterion on\n");
    assert_string_equal(app.document.build.split->name, "OBB mean");
    must_play(&app, "build.volume \"slab cut ball\"\n");
    assert_string_equal(app.document.build.split->name, "middle by 10/90");
    // What a volume does not take is gone, and undo brings it back.
    must_play(&app, "build.criterion \"object median\"\nbuild.volume \"BoxTree 1997\"\n");
    assert_true(field_flag(&app.document, &action_build_own_criterion));
    must_play(&app, "edit.undo\nbuild.volume \"AABB\"\n");
    assert_string_equal(app.document.build.split->name, "object median");
    app_free(&app);
}

static void what_is_wrong_is_refused_with_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } bad[] = {
        {"part.selekt Ball", "test:1: there is no action part.selekt"},
        {"\n\npart.select \"Ball", "test:3: a quote is not closed"},
        {"part.select Ba\"ll\"", "a quote within a word"},
        {"part.select \"Ball\"x", "a blank must follow"},
        {"\"part.select\" Ball", "a line begins with the name"},
        {"part=Ball", "a line begins with the name"},
        {"now", "a command must follow"},
        {"part.select number=3", "part.select has no argument \"number\""},
        {"part.select colour=3", "part.select has no argument \"colour\""},
        {"part.select Ball Ring", "does not know what to do with \"Ring\""},
        {"part.select Ball part=Ring", "\"part\" is given twice"},
        {"edit.undo now", "does not know what to do with \"now\""},
        {"part.move Ball", "needs at=, by= or placement="},
        {"part.move Ball at=1,2", "three numbers"},
        {"part.move Ball at=1,2,3 by=1,2,3", "\"by\" is given twice"},
        {"part.move Ball at=1,2,nan", "three numbers"},
        {"part.move Ball at=1,2,1e999", "three numbers"},
        {"part.move Ball at=1,2,3,4", "three numbers"},
        {"part.move Ball placement=1,2,3", "nine numbers"},
        {"part.show Ball", "part.show needs on or off"},
        {"part.show Ball flag=yes", "a flag is on or off"},
        {"file.open", "needs text="},
        {"view.opacity 0.5mm", "is not a number"},
        {"camera.set camera=1,2,3", "seven numbers"},
        {"pair.rule Ball number=1", "needs other="},
        {"expect contacts > 0", "there is no action expect"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        Script script = {0};
        Error err = {""};
        if (parse(&script, bad[i].text, &err))
            fail_msg("accepted: %s", bad[i].text);
        if (!strstr(err.text, bad[i].message))
            fail_msg("%s: \"%s\" is not in \"%s\"", bad[i].text, bad[i].message, err.text);
        assert_null(script.commands); // nothing is left to be freed
    }
    Script script;
    Error err = {""};
    assert_false(script_parse(&script, "test", "edit.undo\0\n", 11, NULL, &err));
    assert_non_null(strstr(err.text, "not text"));
}

static void names_are_looked_up_when_it_is_played(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } bad[] = {
        {"part.select Nobody", "test:1: there is no part \"Nobody\""},
        {"part.select #4", "there is no part #4"},
        {"edit.undo", "test:1:"},
        {"build.volume Blob", "there is no \"Blob\" to choose"},
        {"build.volume 1000", "there is no bounding volume number 1000"},
        {"part.select none\npart.move by=1,0,0", "test:2: which part?"},
    };
    App app;
    fixture_open(&app);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        Error err = {""};
        if (play(&app, bad[i].text, &err))
            fail_msg("played: %s", bad[i].text);
        if (!strstr(err.text, bad[i].message))
            fail_msg("%s: \"%s\" is not in \"%s\"", bad[i].text, bad[i].message, err.text);
    }
    must_play(&app, "part.select Ring\npart.move by=1,2,3\npart.move by=1,0,0");
    assert_int_equal(app.document.selected, 3);
    Vec3d p = app.document.parts[3].placement.p;
    assert_true(vec3d_distance(p, vec3d(42, 2, 3)) <= 0);
    must_play(&app, "part.move \"Plate (2)\" at=0,0.5,0");
    assert_true(app.report.contact_count > 0);
    must_play(&app, "part.move #1 at=0,50,0\nview.edges off\noverlay.level none 2");
    assert_int_equal(app.report.contact_count, 0);
    assert_false(app.document.view.feature_edges);
    assert_int_equal(app.document.parts[3].overlay_level, 2);
    must_play(&app, "build.volume OBB");
    assert_string_equal(app.document.build.type->name, "OBB");
    must_play(&app, "parts.select_all\nparts.move by=0,0,7");
    assert_true(vec3d_distance(app.document.parts[0].placement.p, vec3d(0, 0, 7)) <= 0);
    app_free(&app);
}

static ActionArgs example_of(const App *app, const Action *action)
{
    ActionArgs args = {.part = NO_PART};
    action_example(app, action, &args);
    return args;
}

// What an action does not read may be lost on the way; what it reads may not, to the last bit.
static void every_action_survives_being_written_and_read(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    app.document.selected = 2;
    app.document.parts[2].selected = true;
    for (int id = 0; id < action_count; ++id) {
        ActionArgs args = example_of(&app, actions[id]), again;
        unsigned reads = 0;
        for (const Arg *arg = actions[id]->args; arg->type != ARG_END; ++arg) {
            if (arg > actions[id]->args && arg->type <= arg[-1].type)
                fail_msg("%s: arguments are listed by type, each once", actions[id]->name);
            reads |= 1u << arg->type;
        }
        args.number += action_takes(actions[id], ARG_NUMBER) ? 1.0 / 3 : 0;
        TextBuffer line = {0};
        script_line(&line, &app, actions[id], &args);
        char *text = text_take(&line);
        Script script;
        Error err = {""};
        if (!parse(&script, text, &err) ||
            !script_arguments(&app, &script.commands[0], &again, &err))
            fail_msg("%s: %s", text, err.text);
        bool same = script.commands[0].action == actions[id];
        if (reads & (1u << ARG_PART | 1u << ARG_SELECTED))
            same = same && args.part == again.part;
        if (reads & 1u << ARG_OTHER)
            same = same && args.other == again.other;
        if (reads & (1u << ARG_INDEX | 1u << ARG_PRIMITIVE))
            same = same && args.index == again.index;
        if (reads & 1u << ARG_NUMBER)
            same = same && memcmp(&args.number, &again.number, sizeof args.number) == 0;
        if (reads & 1u << ARG_FLAG)
            same = same && args.flag == again.flag;
        if (reads & (1u << ARG_TEXT | 1u << ARG_PATH))
            same = same && strcmp(args.text, again.text) == 0;
        if (reads & (1u << ARG_PLACEMENT | 1u << ARG_MOTION))
            same = same && memcmp(&args.placement, &again.placement, sizeof args.placement) == 0;
        if (reads & 1u << ARG_CAMERA)
            same = same && memcmp(&args.camera, &again.camera, sizeof args.camera) == 0;
        if (!same)
            fail_msg("%s is read as something else", text);
        script_free(&script);
        free(text);
    }
    print_message("RAN: %d actions written and read\n", action_count);
    app_free(&app);
}

static void any_name_survives(void **state)
{
    (void)state;
    static const char *const names[] = {"#3",     "none", "on",      "\\",  "\"",
                                        "a\\\"b", "at=1", "  twice", "now", "Räder № 7 # x"};
    App app;
    Error err = {""};
    assert_true(app_init(&app, &err));
    Assembly assembly = {.title = strdup("names")};
    Affine at = affine_identity();
    enum { NAMES = sizeof names / sizeof *names };
    for (int i = 0; i < NAMES; ++i) {
        at.p.x = 5 * i;
        assert_true(assembly_add(&assembly, names[i], shape_box(vec3d(1, 1, 1)), &at, 0));
    }
    stages_open_assembly(&app, &assembly);
    stages_wait(&app);
    for (int32_t i = 0; i < NAMES; ++i) {
        TextBuffer line = {0};
        script_line(&line, &app, &action_part_select, &(ActionArgs){.part = i});
        char *text = text_take(&line);
        must_play(&app, text);
        assert_int_equal(app.document.selected, i);
        free(text);
    }
    app_free(&app);
}

// Random work over the whole registry, drags included; the recorded script on a fresh app must end
// in an equal document with a history of the same shape.
static void a_recorded_script_ends_in_the_same_document(void **state)
{
    (void)state;
    int rounds = full_tier() ? 40 : 4, steps = full_tier() ? 120 : 50;
    for (uint64_t seed = 1; seed <= (uint64_t)rounds; ++seed) {
        App app, again;
        fixture_open(&app);
        fixture_open(&again);
        Rng rng = rng_create(seed);
        int done = 0;
        for (int i = 0; i < steps; ++i) {
            const Action *action = actions[rng_below(&rng, action_count)];
            ActionArgs args = example_of(&app, action);
            if (action_takes(action, ARG_TEXT) || action_takes(action, ARG_PATH) ||
                action == &action_scene_open || action == &action_app_quit)
                continue; // the fixture is not a file
            if (action_takes(action, ARG_PART) || action_takes(action, ARG_SELECTED))
                args.part = (int32_t)rng_below(&rng, FIXTURE_PARTS);
            args.flag = rng_below(&rng, 2);
            stages_wait(&app);
            bool merges = action->flags & ACTION_MERGES;
            for (int k = merges ? 3 : 1; k > 0; --k) {
                if (merges)
                    args.placement.p.x += 1.0 / 3;
                done += app_do(&app, action, &args, merges ? (uint64_t)i + 1 : 0);
            }
        }
        stages_wait(&app);
        char *text = action_log_text(&app);
        Error err = {""};
        assert_non_null(text);
        if (!play(&again, text, &err))
            fail_msg("seed %d: %s\nin:\n%s", (int)seed, err.text, text);
        if (!document_equal(&app.document, &again.document))
            fail_msg("seed %d: another document after:\n%s", (int)seed, text);
        assert_true(done > steps / 4);
        // Both can be undone equally often, to equal documents.
        while (history_can_undo(app.history)) {
            assert_true(history_can_undo(again.history));
            assert_true(app_do(&app, &action_edit_undo, NULL, 0));
            assert_true(app_do(&again, &action_edit_undo, NULL, 0));
            if (!document_equal(&app.document, &again.document))
                fail_msg("seed %d: another document after undoing", (int)seed);
        }
        assert_false(history_can_undo(again.history));
        free(text);
        app_free(&app);
        app_free(&again);
    }
    print_message("RAN: %d recorded scripts of %d steps replayed\n", rounds, steps);
}

static void a_drag_is_one_line_and_refusals_are_none(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    assert_true(action_log_is_empty(&app));
    for (int i = 0; i < 20; ++i) {
        ActionArgs args = move_args(2, vec3d(i, 5, 0));
        assert_true(app_do(&app, &action_part_move, &args, 7));
    }
    ActionArgs args = move_args(2, vec3d(0, 0, 0));
    assert_true(app_do(&app, &action_part_move, &args, 8));
    args.part = 100;
    assert_false(app_do(&app, &action_part_move, &args, 8));
    char *text = action_log_text(&app);
    int lines = 0;
    for (const char *c = text; *c; ++c)
        lines += *c == '\n';
    assert_int_equal(lines, 3); // with the heading
    assert_non_null(strstr(text, ",19,5,0\n"));
    free(text);
    app_free(&app);
}

// What is coupled goes by the turns: a script that knows only where the driver ended loses them.
static void turns_of_a_drag_are_kept(void **state)
{
    (void)state;
    App app, again;
    fixture_open(&app);
    add(&app, LID, JOINT_GROUND, JOINT_HINGE, "at 0 20 0 along 0 1 0");
    add(&app, BALL, PLATE, JOINT_SLIDE, "at 0 5 0 along 1 0 0");
    ActionArgs couple = {.part = BALL, .other = LID, .number = 2};
    assert_true(app_do(&app, &action_joint_couple, &couple, 0));
    for (int degrees = 20; degrees <= 540; degrees += 20) {
        Joint joint = app.document.joints->joints[0];
        JointCoordinates at = {.turn = degrees / DEGREES_PER_RADIAN};
        ActionArgs args = {.part = LID};
        assert_true(
            joint_placement(&joint, NULL, &app.document.parts[LID].placement, at, &args.placement));
        assert_true(app_do(&app, &action_part_move, &args, 9));
    }
    assert_true(fabs(turn_of(&app, LID) - 540) < 1e-6);
    char *text = action_log_text(&app);
    fixture_open(&again);
    must_play(&again, text);
    assert_true(fabs(turn_of(&again, LID) - 540) < 1e-6);
    assert_true(
        fabs(again.document.parts[BALL].joint.shift - app.document.parts[BALL].joint.shift) < 1e-6);
    int lines = 0;
    for (const char *c = text; *c; ++c)
        lines += *c == '\n';
    assert_true(lines <= 4 + 4); // few, and not each step
    free(text);
    app_free(&app);
    app_free(&again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_become_commands),
        cmocka_unit_test(the_order_of_volume_and_criterion_does_not_matter),
        cmocka_unit_test(what_is_wrong_is_refused_with_its_line),
        cmocka_unit_test(names_are_looked_up_when_it_is_played),
        cmocka_unit_test(every_action_survives_being_written_and_read),
        cmocka_unit_test(any_name_survives),
        cmocka_unit_test(a_recorded_script_ends_in_the_same_document),
        cmocka_unit_test(a_drag_is_one_line_and_refusals_are_none),
        cmocka_unit_test(turns_of_a_drag_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
