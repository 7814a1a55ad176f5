// What is certain about a path: free, colliding, too near or undecided, with rules, tolerance, scales
// and units as in every other verdict; and it goes with what it was about.
#include "app/actions/list.h"
#include "app/document/field_actions.h"
#include "app/document/study_actions.h"
#include "app/io/format.h"
#include "app/io/text_buffer.h"
#include "app/scenes/scene.h"
#include "app/stages/removal_state.h"
#include "app/stages/sweep_state.h"
#include "app/tests/app_fixture.h"
#include "core/mesh/mesh_hash.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

enum { FLOOR, BOX, SHEET };

// A floor from y = -1 to 0, a box of 2 whose bottom is at y = 1, and an open sheet at x = 20.
static void open_floor(App *app, double floor_scale)
{
    Error err = {""};
    Assembly assembly = {.title = strdup("floor")};
    Affine at = affine_translation(vec3d(0, -0.5, 0));
    assert_true(app_init(app, &err));
    at.m[0][0] = floor_scale;
    assert_true(assembly_add(&assembly, "Floor", shape_box(vec3d(20, 1, 20)), &at, 0));
    at = affine_translation(vec3d(0, 2, 0));
    assert_true(assembly_add(&assembly, "Box", shape_box(vec3d(2, 2, 2)), &at, 0));
    Mesh *sheet = shape_box(vec3d(4, 0.5, 4));
    sheet->triangle_count -= 2; // a side is missing
    at = affine_translation(vec3d(20, 2, 0));
    assert_true(assembly_add(&assembly, "Sheet", sheet, &at, 0));
    stages_open_assembly(app, &assembly);
    stages_wait(app);
}

// Of one part, through these places at 0, 1, 2 ... seconds.
static void set_path(App *app, int32_t part, const char *unit, const Vec3d *places, int count,
                     const char *scale)
{
    TextBuffer text = {0};
    MotionPath path;
    Error err = {""};
    text_add(&text, "snug-path 1\nunit %s\npart \"%s\"\nmesh %016llx\nscale %s\n", unit,
             app->assembly.parts[part].key, (unsigned long long)mesh_hash(app_part_mesh(app, part)),
             scale);
    for (int i = 0; i < count; ++i)
        text_add(&text, "key %d %.17g %.17g %.17g 1 0 0 0\n", i, places[i].x, places[i].y,
                 places[i].z);
    if (!motion_path_parse(&path, "p", text.text, text.length, &err))
        fail_msg("%s", err.text);
    free(text.text);
    path_state_set(app, &path, "p");
}

static const PathProof *check(App *app)
{
    assert_true(app_do(app, &action_path_check, NULL, 0));
    stages_wait(app);
    if (!app->path.proof_known)
        fail_msg("not checked: %s", last_notice(app));
    return &app->path.proof;
}

static void expect_sentence(const App *app, const char *words)
{
    char text[512];
    path_proof_sentence(&app->path.proof, &app->assembly, text, sizeof text);
    if (!strstr(text, words))
        fail_msg("it says \"%s\", not \"%s\"", text, words);
}

static const Vec3d ALONG[] = {{{-5, 2, 0}}, {{5, 2, 0}}};
static const Vec3d THROUGH[] = {{{0, 2, 0}}, {{0, 0, 0}}, {{0, 3, 0}}};

static void a_free_path_has_its_tightest_place(void **state)
{
    (void)state;
    App app;
    open_floor(&app, 1);
    set_path(&app, BOX, "mm", ALONG, 2, "1 1 1");
    const PathProof *proof = check(&app);
    assert_int_equal(proof->verdict, PATH_FREE);
    assert_int_equal(proof->check.count, 0);
    assert_true(proof->check.tight_high >= 1 && proof->check.tight_high < 1.001);
    assert_true(proof->check.tight_low <= 1 && proof->check.tight_low > 0.95);
    expect_sentence(&app, "Free over the whole way; tightest at");
    expect_sentence(&app, "1 mm between Box and Floor");
    // Where the part of the path stands does not matter; where another one stands does.
    assert_true(app_do(&app, &action_path_seek, &(ActionArgs){.part = NO_PART, .number = 0.5}, 0));
    stages_wait(&app);
    assert_true(app.path.proof_known);
    ActionArgs args = move_args(FLOOR, vec3d(0, -0.25, 0));
    assert_true(app_do(&app, &action_part_move, &args, 0));
    stages_wait(&app);
    assert_false(app.path.proof_known);
    assert_true(fabs(check(&app)->check.tight_high - 0.75) < 0.001);
    // A safety distance that is kept, and one that is not.
    assert_true(app_do(&app, &action_check_clearance, &(ActionArgs){.number = 0.7}, 0));
    assert_int_equal(check(&app)->verdict, PATH_FREE);
    assert_true(app_do(&app, &action_check_clearance, &(ActionArgs){.number = 0.8}, 0));
    assert_int_equal(check(&app)->verdict, PATH_NEAR);
    expect_sentence(&app, "Free, but nearer than 0.8 mm");
    // Of this pair another one, by a rule.
    assert_true(app_do(&app, &action_rules_add,
                       &(ActionArgs){.part = NO_PART, .text = "clearance Box Floor 0.7mm"}, 0));
    assert_int_equal(check(&app)->verdict, PATH_FREE);
    assert_true(app_do(&app, &action_rules_add,
                       &(ActionArgs){.part = NO_PART, .text = "clearance Bo* F* 0.85mm"}, 0));
    assert_int_equal(check(&app)->verdict, PATH_NEAR);
    expect_sentence(&app, "Free, but nearer than 0.85 mm: Box and Floor come as near as 0.75 mm");
    app_free(&app);
}

// The bottom of the box is in the floor while its middle is below 1: from 0.5 to 1 and on to 1.333.
static void a_collision_has_its_times(void **state)
{
    (void)state;
    for (int scaled = 0; scaled < 2; ++scaled) {
        App app;
        open_floor(&app, scaled ? 1.5 : 1);
        set_path(&app, BOX, "mm", THROUGH, 3, "1 1 1");
        const PathProof *proof = check(&app);
        assert_int_equal(proof->verdict, PATH_COLLIDES);
        const PathStretch *first = path_proof_first_contact(proof);
        double tolerance = 5e-4 * sqrt(12) / 2; // of a way of 2 per second
        assert_non_null(first);
        assert_true(first->from > 0.5 && first->from < 0.5 + 2 * tolerance);
        assert_true(proof->collides > 0.83 && proof->collides < 0.8334);
        expect_sentence(&app, "Collides for 0.83");
        expect_sentence(&app, "Box and Floor");
        app_free(&app);
    }
}

static void flush_is_a_touch_as_everywhere(void **state)
{
    (void)state;
    static const Vec3d down_and_along[] = {{{0, 2, 0}}, {{0, 1, 0}}, {{3, 1, 0}}, {{3, 4, 0}}};
    App app;
    open_floor(&app, 1);
    set_path(&app, BOX, "mm", down_and_along, 4, "1 1 1");
    assert_int_equal(check(&app)->verdict, PATH_FREE);
    assert_int_equal(app.path.proof.touched, 1);
    expect_sentence(&app, "Free over the whole way, with touches");
    // In centimetres it is ten times as far: never in the floor, which is 20 mm wide.
    set_path(&app, BOX, "cm", down_and_along, 4, "1 1 1");
    assert_int_equal(check(&app)->verdict, PATH_FREE);
    assert_int_equal(app.path.proof.touched, 0);
    // Twice as large it is in the floor all along.
    app.document.parts[BOX].placement = affine_translation(vec3d(0, 9, 0));
    for (int k = 0; k < 3; ++k)
        app.document.parts[BOX].placement.m[k][k] = 2;
    set_path(&app, BOX, "mm", down_and_along, 4, "2 2 2");
    assert_int_equal(check(&app)->verdict, PATH_COLLIDES);
    app_free(&app);
}

static void rules_hold_for_paths(void **state)
{
    (void)state;
    static const Vec3d flush[] = {{{0, 1, 0}}, {{3, 1, 0}}};
    static const struct {
        enum PairRule rule;
        double depth; // in metres
        const Vec3d *places;
        int count;
        enum PathVerdict verdict;
    } CASES[] = {
        {RULE_INTENTIONAL, 0, THROUGH, 3, PATH_FREE},
        {RULE_IGNORED, 0, THROUGH, 3, PATH_FREE},
        {RULE_BASELINE, 0.5e-3, THROUGH, 3, PATH_COLLIDES},
        {RULE_FORBIDDEN, 0, flush, 2, PATH_UNDECIDED},
        {RULE_CHECKED, 0, flush, 2, PATH_FREE},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        App app;
        Error err = {""};
        open_floor(&app, 1);
        RuleSet *rules = rule_set_create();
        assert_true(rule_set_add(rules, CASES[i].rule, "Box", "Floor", CASES[i].depth, &err));
        app.document.rules = rules;
        set_path(&app, BOX, "mm", CASES[i].places, CASES[i].count, "1 1 1");
        const PathProof *proof = check(&app);
        if (proof->verdict != CASES[i].verdict)
            fail_msg("%s: verdict %d", pair_rule_name(CASES[i].rule), proof->verdict);
        assert_int_equal(proof->intentional, CASES[i].rule == RULE_INTENTIONAL);
        assert_int_equal(proof->ignored, CASES[i].rule == RULE_IGNORED);
        if (CASES[i].rule == RULE_BASELINE) // half a millimetre deep at the middle of 0.5
            assert_true(path_proof_first_contact(proof)->from > 0.74);
        app_free(&app);
    }
}

static void what_is_hidden_is_left_out_and_counted(void **state)
{
    (void)state;
    App app;
    open_floor(&app, 1);
    app.document.parts[FLOOR].visible = false;
    set_path(&app, BOX, "mm", THROUGH, 3, "1 1 1");
    assert_int_equal(check(&app)->verdict, PATH_FREE);
    assert_int_equal(app.path.proof.hidden, 1);
    app.document.parts[FLOOR].visible = true;
    stages_wait(&app);
    assert_false(app.path.proof_known);
    app_free(&app);
}

// An open part that slides on a closed one: the closed one is shrunk.
static void open_parts_touch_closed_ones(void **state)
{
    (void)state;
    static const Vec3d flush[] = {{{0, 0.25, 0}}, {{3, 0.25, 0}}};
    App app;
    open_floor(&app, 1);
    set_path(&app, SHEET, "mm", flush, 2, "1 1 1");
    app.document.parts[BOX].placement.p.y = 50;
    const PathProof *proof = check(&app);
    assert_int_equal(proof->verdict, PATH_FREE);
    assert_int_equal(proof->touched, 1);
    app_free(&app);
}

static void a_path_that_does_not_fit_is_not_checked(void **state)
{
    (void)state;
    App app;
    open_floor(&app, 1);
    set_path(&app, BOX, "mm", THROUGH, 3, "1 1 2");
    assert_false(app_do(&app, &action_path_check, NULL, 0));
    assert_true(has_notice(&app, "does not fit what is open"));
    app_free(&app);
}

static const SweepShown *sweep(App *app, int32_t part)
{
    ActionArgs args = {.part = part};
    if (!app_do(app, &action_sweep_make, &args, 0))
        fail_msg("not swept: %s", last_notice(app));
    stages_wait(app);
    assert_true(sweep_shown(app)->known && !sweep_shown(app)->old);
    return sweep_shown(app);
}

static void expect_row(const App *app, int32_t part, enum SweepMeets meets, const char *words)
{
    SweepRow rows[8];
    size_t count = sweep_rows(app, rows, 8);
    for (size_t i = 0; i < count; ++i) {
        char text[256];
        sweep_row_sentence(app, &rows[i], text, sizeof text);
        if (rows[i].part == part && (rows[i].meets != meets || !strstr(text, words)))
            fail_msg("it says \"%s\", not \"%s\"", text, words);
        if (rows[i].part == part)
            return;
    }
    fail_msg("nothing is said about part %d", (int)part);
}

// What a box of 2 sweeps on its way of 10 has 24 in the cube; what it meets is judged as by the check of the path.
static void what_a_part_sweeps(void **state)
{
    (void)state;
    App app;
    ActionArgs args = {.part = FLOOR, .number = 0.25};
    open_floor(&app, 1);
    assert_false(app_do(&app, &action_sweep_make, &args, 0)); // no path
    set_path(&app, BOX, "cm", (const Vec3d[]){{{-0.5, 0.2, 0}}, {{0.5, 0.2, 0}}}, 2, "1 1 1");
    assert_false(app_do(&app, &action_sweep_make, &args, 0));
    assert_non_null(strstr(last_notice(&app), "does not move"));
    assert_true(app_do(&app, &action_sweep_cell, &args, 0));
    const SweepShown *shown = sweep(&app, BOX);
    assert_true(shown->solid && !shown->coarser && shown->cell == 0.25 && shown->bound < 0.6);
    assert_true(shown->volume_least <= 48 && shown->volume_least > 35);
    assert_true(shown->volume_most >= 48 && shown->volume_most < 90);
    assert_int_equal(shown->met_count, 0);
    assert_int_equal(shown->apart, 2); // a whole millimetre away: proven by the cells alone
    char text[512];
    sweep_sentence(&app, text, sizeof text);
    assert_non_null(strstr(text, "mm³"));
    // Near enough for the cells, and free.
    set_path(&app, BOX, "mm", (const Vec3d[]){{{-5, 1.1, 0}}, {{5, 1.1, 0}}}, 2, "1 1 1");
    sweep(&app, BOX);
    expect_row(&app, FLOOR, SWEEP_MARGIN, "Proven free: only the margin of the cells meets Floor");
    set_path(&app, BOX, "mm", THROUGH, 3, "1 1 1");
    shown = sweep(&app, BOX);
    expect_row(&app, FLOOR, SWEEP_CERTAIN, "Certain: runs into Floor, first at 0.5");
    // Where others stand matters; a ghost of it stays until it is made again.
    ActionArgs move = move_args(FLOOR, vec3d(0, -1, 0));
    assert_true(app_do(&app, &action_part_move, &move, 0));
    stages_wait(&app);
    assert_true(shown->known && shown->old);
    expect_row(&app, FLOOR, SWEEP_UNCHECKED, "the path is not checked yet");
    assert_true(app_do(&app, &action_sweep_clear, NULL, 0));
    assert_false(shown->known);
    app_free(&app);
}

// A touch that a rule forbids is neither proven free nor proven to be a collision.
static void what_is_undecided_is_possible(void **state)
{
    (void)state;
    static const Vec3d flush[] = {{{0, 1, 0}}, {{3, 1, 0}}};
    App app;
    open_floor(&app, 1);
    set_path(&app, BOX, "mm", flush, 2, "1 1 1");
    sweep(&app, BOX);
    expect_row(&app, FLOOR, SWEEP_MARGIN, "Proven free but for touches: Floor");
    ActionArgs args = {.part = NO_PART, .text = "forbid Box Floor"};
    assert_true(app_do(&app, &action_rules_add, &args, 0));
    sweep(&app, BOX);
    expect_row(&app, FLOOR, SWEEP_POSSIBLE, "Possible: may run into Floor at 0 s; undecided");
    app_free(&app);
}

// As OBJ bit for bit, as STL in single precision; and read back it is closed.
static void what_is_swept_is_exported(void **state)
{
    (void)state;
    App app;
    Error err = {""};
    open_floor(&app, 1);
    set_path(&app, BOX, "mm", ALONG, 2, "1 1 1");
    Mesh *surface = mesh_retain(sweep(&app, BOX)->surface);
    const char *const endings[] = {"obj", "stl"};
    for (int i = 0; i < 2; ++i) {
        ActionArgs args = {.part = NO_PART};
        snprintf(args.text, sizeof args.text, "/tmp/snug-sweep-%d.%s", (int)getpid(), endings[i]);
        assert_true(app_do(&app, &action_sweep_export, &args, 0));
        stages_wait(&app);
        ImportResult read;
        if (!import_file(args.text, &(ImportOptions){0}, &read, NULL, &err))
            fail_msg("%s", err.text);
        assert_int_equal(read.part_count, 1);
        const Mesh *mesh = read.parts[0].mesh;
        assert_int_equal(mesh->triangle_count, surface->triangle_count);
        for (int32_t k = 0; k < mesh->triangle_count; ++k) {
            Triangle a = mesh_triangle(mesh, k), b = mesh_triangle(surface, k);
            for (int c = 0; c < 3; ++c)
                assert_true(vec3d_distance(affine_apply(&read.parts[0].placement, a.p[c]),
                                           b.p[c]) <= (i == 0 ? 0 : 1e-5));
        }
        import_result_free(&read);
        unlink(args.text);
    }
    ActionArgs args = {.part = NO_PART, .text = "sweep.ply"};
    assert_false(app_do(&app, &action_sweep_export, &args, 0));
    mesh_release(surface);
    app_free(&app);
}

// --- what comes out next

// The bolted plate is taken apart: every part leaves, none while another one holds it, and the whole order as a
// path is free, by a proof that knows nothing of straight pulls. That takes half a minute.
static void an_order_is_a_free_path(void **state)
{
    (void)state;
    App app;
    if (!full_tier())
        skip();
    Error err = {""};
    assert_true(app_init(&app, &err));
    assert_true(stages_open_scene(&app, SCENE_bolted_plate, &err));
    stages_wait(&app);
    assert_true(app_do(&app, &action_removal_order, NULL, 0));
    stages_wait(&app);
    const RemovalState *found = removal_state(&app);
    assert_true(found->order_known && !found->order_old);
    assert_int_equal(found->order.step_count, app.document.part_count - 1);
    assert_int_equal(found->order.rest_count, 0);
    assert_string_equal(app.assembly.parts[found->base].name, "Plate");
    assert_true(app_do(&app, &action_removal_path, &(ActionArgs){.index = -1}, 0));
    const PathProof *proof = check(&app);
    assert_int_equal(proof->verdict, PATH_FREE);
    app_free(&app);
}

static bool is_at(const App *app, int32_t part, Vec3d place)
{
    return !(vec3d_distance(app->document.parts[part].placement.p, place) > 0);
}

// Steps are shown and put back, in one step of the history; what is changed makes the order old.
static void an_order_is_shown_and_put_back(void **state)
{
    (void)state;
    App app;
    open_floor(&app, 1);
    app.document.parts[BOX].placement.p.y = 1;
    app.document.parts[SHEET].placement.p = vec3d(0, 2.3, 0);
    Error err = {""};
    assert_false(removal_place(&app, 1, &err));
    assert_true(app_do(&app, &action_part_lock, &(ActionArgs){.part = FLOOR, .flag = true}, 0));
    assert_true(app_do(&app, &action_removal_order, NULL, 0));
    stages_wait(&app);
    const RemovalState *found = removal_state(&app);
    assert_true(found->order_known && found->order.step_count == 2 && found->staying == 1);
    assert_true(app_do(&app, &action_removal_path, &(ActionArgs){.index = -1}, 0));
    assert_int_equal(check(&app)->verdict, PATH_FREE);
    uint64_t key = REMOVAL_FIRST_KEY + found->replay;
    Vec3d start[3];
    for (int32_t i = 0; i < 3; ++i)
        start[i] = app.document.parts[i].placement.p;
    for (int i = 1; i <= 8; ++i) {
        ActionArgs to = {.part = NO_PART, .number = 0.25 * i};
        assert_true(app_do(&app, &action_removal_seek, &to, key));
        stages_wait(&app);
        assert_false(found->order_old);
    }
    for (int32_t i = BOX; i <= SHEET; ++i)
        assert_true(vec3d_distance(app.document.parts[i].placement.p, start[i]) > 0.5);
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    stages_wait(&app);
    assert_true(is_at(&app, SHEET, start[SHEET]) && is_at(&app, BOX, start[BOX]));
    assert_true(found->position == 0 && !found->order_old);
    assert_true(app_do(&app, &action_removal_seek, &(ActionArgs){.number = 1}, 0));
    stages_wait(&app); // as a script does it, in steps of their own
    assert_false(found->order_old);
    assert_true(app_do(&app, &action_removal_seek, &(ActionArgs){.number = 0}, 0));
    stages_wait(&app);
    assert_false(found->order_old);
    assert_true(is_at(&app, SHEET, start[SHEET]) && is_at(&app, BOX, start[BOX]));
    ActionArgs move = {.part = SHEET, .placement = app.document.parts[SHEET].placement};
    move.placement.p.x += 1;
    assert_true(app_do(&app, &action_part_move, &move, 0));
    stages_wait(&app);
    assert_true(found->order_old);
    assert_false(app_do(&app, &action_removal_seek, &(ActionArgs){.number = 1}, 0));
    app_free(&app);
}

static void ways_are_said_in_words(void **state)
{
    (void)state;
    App app;
    char words[256];
    open_floor(&app, 1);
    app.document.parts[BOX].placement.p.y = 1;
    stages_wait(&app);
    assert_true(app_do(&app, &action_removal_part, &(ActionArgs){.part = BOX}, 0));
    stages_wait(&app);
    const RemovalState *found = removal_state(&app);
    assert_true(found->ways_known && found->part == BOX);
    bool down = false;
    for (size_t i = 0; i < found->ways.count; ++i) {
        const RemovalWay *way = &found->ways.items[i];
        removal_way_words(&app, &found->ways, way, 4, words, sizeof words);
        if (way->direction.y < -0.99) {
            assert_string_equal(words, "blocked by Floor");
            down = true;
        }
    }
    assert_true(down);
    assert_int_equal(found->ways.items[0].state, PULL_FREE);
    assert_true(app_do(&app, &action_removal_path, &(ActionArgs){.index = 0}, 0));
    assert_int_equal(check(&app)->verdict, PATH_FREE);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_free_path_has_its_tightest_place),
        cmocka_unit_test(a_collision_has_its_times),
        cmocka_unit_test(flush_is_a_touch_as_everywhere),
        cmocka_unit_test(rules_hold_for_paths),
        cmocka_unit_test(what_is_hidden_is_left_out_and_counted),
        cmocka_unit_test(open_parts_touch_closed_ones),
        cmocka_unit_test(a_path_that_does_not_fit_is_not_checked),
        cmocka_unit_test(what_a_part_sweeps),
        cmocka_unit_test(what_is_undecided_is_possible),
        cmocka_unit_test(what_is_swept_is_exported),
        cmocka_unit_test(an_order_is_a_free_path),
        cmocka_unit_test(an_order_is_shown_and_put_back),
        cmocka_unit_test(ways_are_said_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
