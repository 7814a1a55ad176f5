// Tools on screws that hang on no joint: they get one by their shape, with the pitch that their hole says, in the
// same step of the history; and what is no screw is refused with the reason.
#include "app/actions/list.h"
#include "app/document/move_settings.h"
#include "app/scenes/elements.h"
#include "app/scenes/kit.h"
#include "app/tests/joint_fixture.h"
#include "core/tests/odd_shapes.h"

static const double TAU = 6.283185307179586476925;
enum { BOLT, WRENCH, BLOCK, POST, PIN };
static const double SIZE = 13;

typedef struct Bench {
    double hole;  // diameter in the block
    double apart; // of the block from its place below the bolt
    double shift; // of everything: nothing is special about the origin
    enum LengthUnit unit;
} Bench;

static Mesh *in_unit(Mesh *mesh, enum LengthUnit unit)
{
    double scale = 1e-3 / length_unit_info(unit)->metres;
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        mesh->vertices[i] = vec3d_scale(mesh->vertices[i], scale);
    return mesh;
}

// An M8 along a slanted axis in a block that is drilled for it, a wrench at its head, a box, and a pin of 9 mm.
static void open_bench(App *app, const Bench *bench)
{
    const BoltSize m8 = {4, 20, SIZE, 5.3, 1.25, 1.25};
    double mm = 1e-3 / length_unit_info(bench->unit)->metres;
    Assembly assembly = {.title = strdup("bench"), .unit = bench->unit};
    Affine turn = affine_rotation(vec3d(0.6, 0.64, 0.48), bench->shift > 0 ? 1 : 0), at, own;
    turn.p = vec3d(bench->shift * mm, 0, 0);
    assert_true(assembly_add(&assembly, "Bolt 2", in_unit(element_hex_bolt(&m8), bench->unit),
                             &turn, 0x808080));
    own = affine_rotation(vec3d(1, 0, 0), 0.1);
    own.p = vec3d(1.5 * mm, 1 * mm, -1 * mm);
    at = affine_compose(&turn, &own);
    assert_true(assembly_add(&assembly, "Wrench", in_unit(kit_wrench.make(SIZE), bench->unit), &at,
                             0x909090));
    own = affine_translation(vec3d(bench->apart * mm, -8 * mm, 0));
    at = affine_compose(&turn, &own);
    Mesh *block = shape_ring(bench->hole / 2, 20, 12, 40);
    assert_true(assembly_add(&assembly, "Block", in_unit(block, bench->unit), &at, 0xa0a0a0));
    at = affine_translation(vec3d(900 * mm, 0, 0));
    Mesh *post = shape_box(vec3d(2, 30, 2));
    assert_true(assembly_add(&assembly, "Post", in_unit(post, bench->unit), &at, 0xa0a0a0));
    at = affine_translation(vec3d(990 * mm, 0, 0));
    Mesh *pin = shape_cylinder(4.5, 40, 48);
    assert_true(assembly_add(&assembly, "Pin", in_unit(pin, bench->unit), &at, 0xa0a0a0));
    fixture_open_this(app, &assembly);
}

static bool engage(App *app, int32_t screw)
{
    ActionArgs args = {.part = WRENCH, .other = screw};
    bool done = app_do(app, &action_tool_engage, &args, 0);
    stages_wait(app);
    return done;
}

static const Joint *joint_of(const App *app, int32_t part)
{
    int32_t index = joint_list_find(app->document.joints, part);
    return index == NO_JOINT ? NULL : &app->document.joints->joints[index];
}

// As in test_app_tool: of both, by the tool's size; the bolt's own axis is where its mesh says.
static double axis_error(const App *app, double mm)
{
    const Affine *tool = &app->document.parts[WRENCH].placement;
    const Affine *screw = &app->document.parts[BOLT].placement;
    Vec3d up = affine_apply_vector(tool, vec3d(0, 1, 0));
    Vec3d axis = affine_apply_vector(screw, vec3d(0, 1, 0));
    Vec3d off = vec3d_sub(tool->p, screw->p);
    return fmax(vec3d_length(vec3d_cross(up, axis)),
                vec3d_length(vec3d_cross(off, axis)) / (SIZE * mm));
}

// By hand: the wrench is to go round by so much.
static void pull(App *app, Vec3d axis, double angle)
{
    const Affine *was = &app->document.parts[WRENCH].placement;
    Affine turn = affine_rotation(axis, angle);
    turn = motion_about(&turn, was->p);
    ActionArgs args = {.part = WRENCH, .placement = affine_compose(&turn, was)};
    action_submit(&app->queue, &action_part_move, &args);
    app_apply_actions(app);
    stages_wait(app);
}

static void a_screw_gets_its_joint_in_the_same_step(void **state)
{
    (void)state;
    static const struct {
        Bench bench;
        double pitch; // mm
        int32_t into;
        const char *notice;
    } rows[] = {
        {{6.647, 0, 0, UNIT_MM},
         1.25,
         BLOCK,
         "Bolt 2 got a screw joint into Block: M8, pitch 1.25 mm"},
        {{6.8, 0, 30, UNIT_MM}, 1.25, BLOCK, "into Block: M8, pitch 1.25 mm"},
        {{7, 0, 30, UNIT_MM}, 1, BLOCK, "into Block: M8, pitch 1 mm"},
        {{6.647, 0, 30, UNIT_CM}, 1.25, BLOCK, "into Block: M8, pitch 0.125 cm"},
        {{8, 0, 0, UNIT_MM}, 1.25, BLOCK, "into Block: M8, pitch 1.25 mm"},
        {{9, 0, 0, UNIT_MM}, 1.25, JOINT_GROUND, "Bolt 2 got a screw joint: M8, pitch 1.25 mm"},
        {{6.647, 100, 30, UNIT_MM}, 1.25, JOINT_GROUND, "got a screw joint: M8, pitch 1.25 mm"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        App app;
        open_bench(&app, &rows[i].bench);
        double mm = 1e-3 / length_unit_info(rows[i].bench.unit)->metres;
        Affine wrench = app.document.parts[WRENCH].placement,
               bolt = app.document.parts[BOLT].placement;
        int steps = history_done(app.history);
        assert_true(engage(&app, BOLT));
        if (!has_notice(&app, rows[i].notice))
            fail_msg("row %zu: %s", i, last_notice(&app));
        assert_int_equal(history_done(app.history), steps + 1);
        const Joint *joint = joint_of(&app, BOLT);
        assert_true(joint && joint->kind == JOINT_SCREW && joint->parent == rows[i].into);
        assert_true(fabs(joint->pitch - rows[i].pitch * mm) < 1e-12);
        assert_true(joint_of(&app, WRENCH)->kind == JOINT_FIXED);
        assert_true(affine_equal(&bolt, &app.document.parts[BOLT].placement));
        assert_true(axis_error(&app, mm) < 1e-9);
        check_joints(&app);
        Affine seat = app.document.parts[WRENCH].placement;
        assert_true(app_do(&app, &action_edit_undo, NULL, 0));
        assert_int_equal(joint_list_count(app.document.joints), 0);
        assert_true(affine_equal(&wrench, &app.document.parts[WRENCH].placement));
        assert_true(app_do(&app, &action_edit_redo, NULL, 0));
        assert_int_equal(joint_list_count(app.document.joints), 2);
        assert_true(affine_equal(&seat, &app.document.parts[WRENCH].placement));
        app_free(&app);
    }
}

// It hangs on the screw already, so the screw cannot hang on it.
static void a_nut_on_it_does_not_carry_it(void **state)
{
    (void)state;
    App app;
    open_bench(&app, &(Bench){.hole = 6.8, .unit = UNIT_MM});
    add(&app, BLOCK, BOLT, JOINT_SCREW, "at 0 0 0 along 0 1 0");
    assert_true(engage(&app, BOLT));
    assert_int_equal(joint_of(&app, BOLT)->parent, JOINT_GROUND);
    assert_true(has_notice(&app, "Bolt 2 got a screw joint: M8, pitch 1.25 mm"));
    app_free(&app);
}

static void it_turns_by_its_pitch(void **state)
{
    (void)state;
    enum { TURNS = 100, PULLS = 3 };
    App app;
    open_bench(&app, &(Bench){.hole = 6.8, .shift = 30, .unit = UNIT_MM});
    assert_true(engage(&app, BOLT));
    app.document.move.contact = HAND_FREE;
    Affine start = app.document.parts[BOLT].placement;
    Vec3d axis = affine_apply_vector(&start, vec3d(0, 1, 0));
    double worst = 0;
    for (int i = 1; i <= TURNS * PULLS; ++i) {
        pull(&app, axis, TAU / PULLS);
        worst = fmax(worst, axis_error(&app, 1));
        Vec3d way = vec3d_sub(app.document.parts[BOLT].placement.p, start.p);
        if (!(fabs(vec3d_dot(way, axis) - 1.25 * i / PULLS) < 1e-6))
            fail_msg("pull %d: out by %g", i, vec3d_dot(way, axis));
        assert_true(vec3d_length(vec3d_cross(way, axis)) < 1e-6);
    }
    print_message("%d turns: axis error %.3g of the tool's size\n", TURNS, worst);
    assert_true(worst < 1e-4);
    check_joints(&app);
    app_free(&app);
}

static void what_is_no_screw_is_refused_with_the_reason(void **state)
{
    (void)state;
    App app;
    open_bench(&app, &(Bench){.hole = 6.8, .unit = UNIT_MM});
    Affine wrench = app.document.parts[WRENCH].placement;
    int steps = history_done(app.history);
    assert_false(engage(&app, POST));
    assert_non_null(strstr(last_notice(&app), "Post is no screw: it has no round shank; give it a "
                                              "joint that turns first (J)"));
    assert_false(engage(&app, PIN));
    assert_non_null(
        strstr(last_notice(&app), "Pin is no screw: its shank of 9 mm has no thread of ISO 261"));
    ActionArgs lock = {.part = WRENCH, .flag = true};
    assert_true(app_do(&app, &action_part_lock, &lock, 0));
    assert_false(engage(&app, BOLT));
    lock.flag = false;
    assert_true(app_do(&app, &action_part_lock, &lock, 0));
    add(&app, BOLT, JOINT_GROUND, JOINT_SLIDE, "at 0 0 0 along 0 1 0");
    assert_false(engage(&app, BOLT));
    assert_non_null(strstr(last_notice(&app), "Bolt 2 is no screw: it does not turn in its joint"));
    assert_true(joint_list_count(app.document.joints) == 1);
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    // The bolt would hang on the block, the wrench on the bolt, and the block on the wrench.
    add(&app, BLOCK, WRENCH, JOINT_FIXED, "at 0 0 0 along 0 1 0");
    assert_false(engage(&app, BOLT));
    assert_true(joint_list_count(app.document.joints) == 1 && !joint_of(&app, BOLT));
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    for (int k = 0; k < 3; ++k) // longer than wide: no thread is as long as its parts say
        app.document.parts[BOLT].placement.m[k][1] *= 1.5;
    assert_false(engage(&app, BOLT));
    assert_non_null(strstr(last_notice(&app), "it is scaled differently along its axes"));
    assert_true(affine_equal(&wrench, &app.document.parts[WRENCH].placement));
    assert_true(joint_list_count(app.document.joints) == 0 && history_done(app.history) >= steps);
    app_free(&app);
}

// Let go at the head while snapping is on: as with a screw that has its joint. A pin has no flats to be taken by.
static void let_go_at_its_head_a_tool_of_ours_goes_on(void **state)
{
    (void)state;
    App app;
    open_bench(&app, &(Bench){.hole = 6.8, .unit = UNIT_MM});
    assert_true(app_do(&app, &action_part_delete, &(ActionArgs){.part = WRENCH}, 0));
    ActionArgs kit = {.part = NO_PART, .index = KIT_wrench, .number = SIZE};
    assert_true(app_do(&app, &action_kit_add, &kit, 0));
    stages_wait(&app);
    int32_t tool = app.document.part_count - 1;
    assert_true(app_do(&app, &action_part_select, &(ActionArgs){.part = tool}, 0));
    assert_true(app_do(&app, action_find("move.snap"), &(ActionArgs){.flag = true}, 0));
    stages_wait(&app);
    const Vec3d places[] = {{{990 + 1, 15, 1}}, {{2, 3, 1}}};
    for (int i = 0; i < 2; ++i) {
        hand_hold(&app, true);
        stages_wait(&app);
        ActionArgs args = move_args(tool, places[i]);
        assert_true(app_do(&app, &action_part_move, &args, 9));
        stages_wait(&app);
        hand_hold(&app, false);
        stages_wait(&app);
        assert_int_equal(joint_list_count(app.document.joints), i == 0 ? 0 : 2);
    }
    assert_true(has_notice(&app, "Bolt 2 got a screw joint into Block: M8, pitch 1.25 mm"));
    assert_true(has_notice(&app, "is on Bolt 2: pull it, and it turns"));
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_screw_gets_its_joint_in_the_same_step),
        cmocka_unit_test(a_nut_on_it_does_not_carry_it),
        cmocka_unit_test(it_turns_by_its_pitch),
        cmocka_unit_test(what_is_no_screw_is_refused_with_the_reason),
        cmocka_unit_test(let_go_at_its_head_a_tool_of_ours_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
