// The document changes in mid-drag: the part is taken anew where it is, or the drag ends. Nobody learns of wishes.
// ctest labels: threads
#include "app/actions/list_rules.h"
#include "app/document/field_actions.h"
#include "app/document/move_settings.h"
#include "app/script/action_log.h"
#include "app/script/script.h"
#include "app/stages/rows.h"
#include "app/tests/joint_fixture.h"
#include "app/tests/journey/obj_box.h"
#include "core/base/rng.h"
#include "core/tests/affine_difference.h"

enum { BASE, ROOF, BLOCK, RIDER, FLAG, FAR, PARTS, SEED = 7, KEY = 9 };
static const double TOP = 0.5, HALF = 2; // of the base, and of the block

// A base, a roof, a block between them with a rider above it, and a flag beside it. With every version
// base and block are shaved on one side: their middles are elsewhere, but nothing is where nothing was.
static void write_version(int version, double top)
{
    const struct {
        const char *name;
        double low[3], high[3];
    } boxes[PARTS] = {
        {"Base", {-10, -0.5 + 0.002 * version, -10}, {10, top, 10}},
        {"Roof", {-10, 12, -10}, {10, 13, 10}},
        {"Block", {-2, 3, -2}, {2 - 0.004 * version, 7, 2}},
        {"Rider", {-1, 8, -1}, {1, 10, 1}},
        {"Flag", {2.5, 4, -1}, {3.5, 6, 1}},
        {"Far", {60, 0, 0}, {61, 1, 1}},
    };
    FILE *file = fopen(in_folder("parts.obj"), "w");
    assert_non_null(file);
    int vertices = 0;
    for (int i = 0; i < PARTS; ++i)
        obj_cuboid(file, &vertices, boxes[i].name, boxes[i].low, boxes[i].high);
    fclose(file);
}

static void open_parts(App *app, enum HandMode mode)
{
    write_version(0, TOP);
    *app = start();
    open_path(app, in_folder("parts.obj"));
    assert_int_equal(app->document.part_count, PARTS);
    assert_true(app_do(app, &action_move_contact, &(ActionArgs){.index = (int)mode}, 0));
    assert_true(app_do(app, &action_part_select, &(ActionArgs){.part = BLOCK}, 0));
}

static Vec3d at(const App *app, int32_t part)
{
    return app->document.parts[part].placement.p;
}

static void want(App *app, Vec3d to, uint64_t key)
{
    ActionArgs args = move_args(BLOCK, to);
    action_submit_merged(&app->queue, &action_part_move, &args, key);
    app_apply_actions(app);
}

// All that is selected.
static void want_by(App *app, Vec3d by, uint64_t key)
{
    ActionArgs args = {.part = NO_PART, .placement = affine_translation(by)};
    action_submit_merged(&app->queue, &action_parts_move, &args, key);
    app_apply_actions(app);
}

static void select_two(App *app, int32_t first, int32_t second)
{
    assert_true(app_do(app, &action_part_select, &(ActionArgs){.part = first}, 0));
    assert_true(app_do(app, &action_part_select_toggle, &(ActionArgs){.part = second}, 0));
}

static double above(const App *app, double top)
{
    return at(app, BLOCK).y - HALF - top;
}

// With the block on its way down its base comes back lower, later higher, each time with another middle.
static void a_file_is_loaded_again(void **state)
{
    (void)state;
    App app;
    open_parts(&app, HAND_STOP);
    hand_hold(&app, true);
    want(&app, vec3d(0, 4, 0), KEY);
    stages_wait(&app);
    assert_true(at(&app, BLOCK).y == 4);
    static const double tops[] = {0.2, 1.4};
    for (int i = 0; i < 2; ++i) {
        bool in_between = i == 0; // else it would rise into the block
        if (in_between)
            want(&app, vec3d(0, -6, 0), KEY);
        write_version(i + 1, tops[i]);
        assert_true(app_do(&app, &action_file_reload, NULL, 0));
        for (int k = 0; k < 3 && in_between; ++k) { // the mouse goes on meanwhile
            want(&app, vec3d(0, -6 - 0.1 * k, 0), KEY);
            stages_update(&app, 1);
        }
        stages_wait(&app);
        assert_int_equal(app.document.part_count, PARTS);
        want(&app, vec3d(0, -7, 0), KEY);
        stages_wait(&app);
        assert_int_equal(app.report.count, 0);
        assert_true(above(&app, tops[i]) > -1e-9 && above(&app, tops[i]) < 0.1);
        assert_true(app.hand.state == HAND_HELD && strstr(app.hand.text, "held by Base"));
        want(&app, vec3d(0, 4, 0), KEY);
        stages_wait(&app);
        assert_true(fabs(at(&app, BLOCK).y - 4) < 1e-9);
    }
    app_free(&app);
}

// Somebody puts a part into the block, and the hand takes the block before anybody has looked: nothing
// that was known of the two counts any more.
static void what_was_known_is_asked_again(void **state)
{
    (void)state;
    App app;
    open_parts(&app, HAND_STOP);
    ActionArgs into = move_args(ROOF, vec3d(0, 7, 0)); // half of it in the block
    ActionArgs away = move_args(RIDER, vec3d(30, 0, 0));
    assert_true(app_do(&app, &action_part_move, &away, 0));
    stages_wait(&app);
    assert_true(app.fit_known && app.fit.count == 0);
    assert_true(app_do(&app, &action_part_move, &into, 0));
    want(&app, vec3d(0, 9, 0), KEY);
    stages_wait(&app);
    if (!(at(&app, BLOCK).y <= 5 + 0.05 * 0.5))
        fail_msg("it went %g deeper: %s", at(&app, BLOCK).y - 5, app.hand.text);
    want(&app, vec3d(0, 3, 0), KEY);
    stages_wait(&app);
    if (!(fabs(at(&app, BLOCK).y - 3) < 1e-9))
        fail_msg("it does not come out: %g, %s", at(&app, BLOCK).y, app.hand.text);
    app_free(&app);
}

// Pressed into what it stands on, as far as a wide tolerance lets it; a narrow one lets it back out only.
static void the_tolerance_is_changed(void **state)
{
    (void)state;
    App app;
    open_parts(&app, HAND_STOP);
    ActionArgs flush = move_args(BLOCK, vec3d(0, TOP + HALF, 0));
    assert_true(app_do(&app, &action_check_tolerance, &(ActionArgs){.number = 1}, 0));
    assert_true(app_do(&app, &action_part_move, &flush, 0));
    stages_wait(&app);
    hand_hold(&app, true);
    want(&app, vec3d(0, -6, 0), KEY);
    stages_wait(&app);
    double pressed = -above(&app, TOP);
    assert_true(pressed > 0.1 && pressed <= 1);
    assert_true(app_do(&app, &action_check_tolerance, &(ActionArgs){.number = 0.01}, 0));
    want(&app, vec3d(0, -6.5, 0), KEY);
    stages_wait(&app);
    assert_true(-above(&app, TOP) <= 1.05 * pressed);
    want(&app, vec3d(0, 4, 0), KEY);
    stages_wait(&app);
    assert_true(at(&app, BLOCK).y == 4);
    want(&app, vec3d(0, -6, 0), KEY);
    stages_wait(&app);
    if (!(-above(&app, TOP) <= 0.01))
        fail_msg("it went in by %g, where 0.01 is tolerated", -above(&app, TOP));
    app_free(&app);
}

// --- several parts as one

static void a_group_moves_as_one(void **state)
{
    (void)state;
    App app;
    open_parts(&app, HAND_SLIDE);
    for (int32_t i = BLOCK; i <= RIDER; ++i) {
        ActionArgs args = {.part = i, .text = "Pile"};
        assert_true(app_do(&app, &action_part_group, &args, 0));
    }
    assert_true(app_do(&app, &action_group_select, &(ActionArgs){.part = RIDER}, 0));
    Vec3d before[2] = {at(&app, BLOCK), at(&app, RIDER)};
    int steps = history_done(app.history);
    hand_hold(&app, true);
    want_by(&app, vec3d(-1, -6, 0), KEY);
    stages_wait(&app);
    Vec3d by = vec3d_sub(at(&app, BLOCK), before[0]);
    assert_true(vec3d_distance(by, vec3d_sub(at(&app, RIDER), before[1])) < 1e-12);
    assert_true(fabs(by.x + 1) < 1e-3 && above(&app, TOP) > -1e-9 && above(&app, TOP) < 0.1);
    // A third one joins the group: the hand has what it has taken.
    ActionArgs args = {.part = FLAG, .text = "Pile"};
    assert_true(app_do(&app, &action_part_group, &args, 0));
    Vec3d flag = at(&app, FLAG);
    want_by(&app, vec3d(-2, -6, 0), KEY);
    stages_wait(&app);
    by = vec3d_sub(at(&app, BLOCK), before[0]);
    assert_true(vec3d_distance(by, vec3d_sub(at(&app, RIDER), before[1])) < 1e-12);
    assert_true(vec3d_distance(flag, at(&app, FLAG)) == 0);
    assert_true(history_done(app.history) <= steps + 3 && app.report.count == 0);
    app_free(&app);
}

// Others are selected in mid-drag: they move as one from where they are, not from where the gesture began.
static void other_parts_are_taken_meanwhile(void **state)
{
    (void)state;
    App app;
    open_parts(&app, HAND_SLIDE);
    hand_hold(&app, true);
    select_two(&app, BLOCK, FLAG);
    want_by(&app, vec3d(0, 4, 0), KEY);
    stages_wait(&app);
    select_two(&app, BLOCK, RIDER);
    Vec3d block = at(&app, BLOCK), rider = at(&app, RIDER), flag = at(&app, FLAG);
    for (int i = 6; i <= 8; ++i, stages_wait(&app)) // the first may end what was in the hand
        want_by(&app, vec3d(0, i, 0), KEY);
    Vec3d by = vec3d_sub(at(&app, BLOCK), block);
    assert_true(hand_has(&app.hand, RIDER) && by.y > 1 && app.report.count == 0);
    assert_true(vec3d_distance(by, vec3d_sub(at(&app, RIDER), rider)) < 1e-12 &&
                vec3d_distance(flag, at(&app, FLAG)) == 0);
    app_free(&app);
}

// What hangs on the block goes along by as much, also when it is selected as well: not twice.
static void a_parent_and_its_child_move_once(void **state)
{
    (void)state;
    for (int both = 0; both < 3; ++both) {
        App app;
        open_parts(&app, HAND_SLIDE);
        add(&app, FLAG, BLOCK, JOINT_HINGE, "at 2 5 0 along 0 0 1");
        if (both)
            select_two(&app, both == 1 ? BLOCK : FLAG, both == 1 ? FLAG : BLOCK);
        Vec3d before[2] = {at(&app, BLOCK), at(&app, FLAG)};
        int steps = history_done(app.history);
        for (int i = 1; i <= 2; ++i) {
            Vec3d by = vec3d(0.5 * i, -6, 0);
            if (both)
                want_by(&app, by, KEY);
            else
                want(&app, vec3d_add(before[0], by), KEY);
            stages_wait(&app);
        }
        Vec3d by = vec3d_sub(at(&app, BLOCK), before[0]);
        if (!(vec3d_distance(by, vec3d_sub(at(&app, FLAG), before[1])) < 1e-12))
            fail_msg("%d: by %g %g, and by %g %g", both, by.x, by.y, at(&app, FLAG).x - before[1].x,
                     at(&app, FLAG).y - before[1].y);
        assert_true(fabs(by.x - 1) < 1e-3 && above(&app, TOP) > -1e-9 && above(&app, TOP) < 0.1);
        check_joints(&app);
        assert_int_equal(history_done(app.history), steps + 1);
        assert_true(app_do(&app, &action_edit_undo, NULL, 0));
        assert_true(vec3d_distance(before[0], at(&app, BLOCK)) == 0 &&
                    vec3d_distance(before[1], at(&app, FLAG)) == 0);
        app_free(&app);
    }
}

// --- scripts and files

static void play(App *app, const char *text)
{
    Script script;
    Error err = {""};
    if (!script_parse(&script, "test", text, strlen(text), NULL, &err))
        fail_msg("%s", err.text);
    for (size_t i = 0; i < script.command_count; ++i) {
        ActionArgs args;
        if (!script_arguments(app, &script.commands[i], &args, &err) ||
            !app_do(app, script.commands[i].action, &args, 0))
            fail_msg("%s: %s", script.commands[i].name, err.text);
        stages_update(app, 1);
    }
    script_free(&script);
}

static void a_script_runs_meanwhile(void **state)
{
    (void)state;
    App app;
    open_parts(&app, HAND_STOP);
    hand_hold(&app, true);
    want(&app, vec3d(0, 4, 0), KEY);
    stages_wait(&app);
    // What it puts into the way holds.
    want(&app, vec3d(0, 14, 0), KEY);
    play(&app, "part.move Roof at=0,12,0\nrules.add \"intentional Block Roof\"\n"
               "part.move Rider at=20,0,0\n");
    want(&app, vec3d(0, 20, 0), KEY);
    stages_wait(&app);
    double gap = 11.5 - HALF - at(&app, BLOCK).y;
    assert_true(gap > -1e-9 && gap < 0.1 && app.hand.blockers[0].part == ROOF);
    // What it does to the part itself is done, and what the hand wanted is over: until the mouse moves.
    want(&app, vec3d(1, 4, 0), KEY);
    play(&app, "part.move Block at=6,5,0\n");
    stages_wait(&app);
    assert_true(vec3d_distance(at(&app, BLOCK), vec3d(6, 5, 0)) == 0);
    want(&app, vec3d(6, 6, 0), KEY);
    stages_wait(&app);
    assert_true(vec3d_distance(at(&app, BLOCK), vec3d(6, 6, 0)) < 1e-9);
    assert_int_equal(app.report.count, 0);
    app_free(&app);
}

// Where the script of all that was done puts the block.
static Affine logged_place(const App *app)
{
    char *text = action_log_text(app);
    Affine place = app->assembly.parts[BLOCK].rest;
    Script script;
    Error err = {""};
    if (!script_parse(&script, "log", text, strlen(text), NULL, &err))
        fail_msg("%s", err.text);
    for (size_t i = 0; i < script.command_count; ++i) {
        ActionArgs args;
        if (script.commands[i].action != &action_part_move)
            continue;
        assert_true(script_arguments(app, &script.commands[i], &args, &err));
        place = args.placement;
    }
    script_free(&script);
    free(text);
    return place;
}

// Saved, logged and let go in mid-drag: where it came, never where it was wanted.
static void nobody_learns_of_targets(void **state)
{
    (void)state;
    App app;
    open_parts(&app, HAND_STOP);
    hand_hold(&app, true);
    for (int step = 0; step < 3; ++step) {
        want(&app, vec3d(0, -6 - step, 0), KEY);
        for (int i = 0; i < step; ++i)
            stages_update(&app, 1);
        SceneFile scene;
        Error err = {""};
        assert_true(save_collect(&app, in_folder("auto.json"), true, &scene, &err));
        assert_true(affine_equal(&scene.parts[BLOCK].state.placement,
                                 &app.document.parts[BLOCK].placement));
        assert_true(at(&app, BLOCK).y >= TOP + HALF - 1e-9);
        scene_file_free(&scene);
        Affine logged = logged_place(&app);
        assert_true(affine_equal(&logged, &app.document.parts[BLOCK].placement));
    }
    hand_hold(&app, false);
    assert_true(at(&app, BLOCK).y >= TOP + HALF - 1e-9);
    stages_wait(&app);
    assert_true(above(&app, TOP) > -1e-9 && above(&app, TOP) < 0.1);
    app_free(&app);
}

// --- at random

static void disturb(App *app, Rng *rng, int *version)
{
    ActionArgs args = {.part = FAR};
    switch (rng_below(rng, 14)) {
    case 0:
        app_do(app, &action_check_tolerance, &(ActionArgs){.number = rng_uniform(rng, 0, 0.01)}, 0);
        break;
    case 1:
        if (history_can_undo(app->history))
            app_do(app, &action_edit_undo, NULL, 0);
        break;
    case 2:
        if (history_can_redo(app->history))
            app_do(app, &action_edit_redo, NULL, 0);
        break;
    case 3:
        app_do(app, &action_part_lock, &(ActionArgs){.part = BLOCK, .flag = rng_below(rng, 2)}, 0);
        break;
    case 4:
        app_do(app, &action_build_leaf_size, &(ActionArgs){.index = 1 + (int)rng_below(rng, 3)}, 0);
        break;
    case 5:
        app_do(app, &action_part_select, &(ActionArgs){.part = (int32_t)rng_below(rng, PARTS)}, 0);
        break;
    case 6:
        app_do(app, &action_move_contact, &(ActionArgs){.index = 1 + (int)rng_below(rng, 2)}, 0);
        break;
    case 7:
        app_do(app, &action_part_show, &(ActionArgs){.part = FAR, .flag = rng_below(rng, 2)}, 0);
        break;
    case 8:
        app_do(app, &action_part_delete, &(ActionArgs){.part = FAR}, 0);
        break;
    case 9:
        app_do(app, &action_rules_add, &(ActionArgs){.text = "ignore Block Far"}, 0);
        break;
    case 10:
        app_do(app, &action_rules_clear, NULL, 0);
        break;
    case 11:
        app_do(app, &action_move_turning, &(ActionArgs){.flag = rng_below(rng, 2)}, 0);
        break;
    case 12:
        write_version(++*version, TOP);
        app_do(app, &action_file_reload, NULL, 0);
        break;
    default:
        args.placement = affine_translation(vec3d(60, rng_uniform(rng, -1, 1), 0));
        app_do(app, &action_part_move, &args, 0);
    }
}

// The block alone, the block and the rider as a group, the block and the flag that hangs on it.
static void take(App *app, int kind)
{
    if (kind == 1)
        app_do(app, &action_group_select, &(ActionArgs){.part = RIDER}, 0);
    else
        app_do(app, &action_part_select, &(ActionArgs){.part = BLOCK}, 0);
    if (kind == 2)
        app_do(app, &action_part_select_toggle, &(ActionArgs){.part = FLAG}, 0);
}

static Affine seen_from_block(const App *app, int32_t part)
{
    Affine back;
    assert_true(affine_invert(&app->document.parts[BLOCK].placement, &back));
    return affine_compose(&back, &app->document.parts[part].placement);
}

static void check_nothing_meets(const App *app, int round)
{
    for (size_t i = 0; i < app->report.count; ++i)
        if (app->report.pairs[i].contacts.count > 0)
            fail_msg("round %d (seed %d): parts %d and %d meet", round, SEED,
                     (int)app->report.pairs[i].a, (int)app->report.pairs[i].b);
}

static void anything_changes_meanwhile(void **state)
{
    (void)state;
    App app;
    Rng rng = rng_create(SEED);
    open_parts(&app, HAND_SLIDE);
    for (int32_t i = BLOCK; i <= RIDER; ++i) {
        ActionArgs args = {.part = i, .text = "Pile"};
        assert_true(app_do(&app, &action_part_group, &args, 0));
    }
    add(&app, FLAG, BLOCK, JOINT_FIXED, "at 2 5 0 along 0 0 1");
    int held = 0, moved = 0, together = 0, version = 0, rounds = full_tier() ? 600 : 72;
    for (int round = 0; round < rounds; ++round) {
        int kind = round / 8 % 3;
        if (app.document.parts[BLOCK].locked && rng_below(&rng, 2))
            app_do(&app, &action_part_lock, &(ActionArgs){.part = BLOCK, .flag = false}, 0);
        if (round % 8 == 0 || rng_below(&rng, 4) == 0)
            take(&app, kind);
        bool locked = app.document.parts[BLOCK].locked;
        Affine before = app.document.parts[BLOCK].placement, rider = seen_from_block(&app, RIDER),
               stood = app.document.parts[RIDER].placement;
        Vec3d to = rng_in_cube(&rng, 9);
        if (kind == 0)
            want(&app, to, 100 + (uint64_t)(round / 8));
        else
            want_by(&app, vec3d_sub(to, before.p), 100 + (uint64_t)(round / 8));
        for (int i = (int)rng_below(&rng, 4); i > 0; --i)
            stages_update(&app, 1);
        if (rng_below(&rng, 3) == 0)
            stages_wait(&app);
        const PartState *parts = app.document.parts;
        bool went = !affine_equal(&before, &parts[BLOCK].placement);
        assert_false(locked && went);
        // A gesture goes on with what it began with, whatever was selected since.
        if (went && kind == 1 && hand_has(&app.hand, BLOCK) && hand_has(&app.hand, RIDER)) {
            Affine now = seen_from_block(&app, RIDER);
            assert_true(affine_difference(&rider, &now) < 1e-9 && ++together);
        } else if (went && kind == 1 && app.hand.count > 0)
            assert_true(affine_equal(&stood, &parts[RIDER].placement));
        moved += went;
        check_joints(&app);
        if (rng_below(&rng, 2))
            disturb(&app, &rng, &version);
        held += app.hand.state == HAND_HELD;
        if (round % 4 != 3)
            continue;
        stages_wait(&app);
        check_nothing_meets(&app, round);
    }
    printf("RAN: %d moves, %d as one, %d held, %d reloads\n", moved, together, held, version);
    assert_true(moved > rounds / 20 && held > rounds / 60 && together > 0 && version > 0);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_loaded_again),
        cmocka_unit_test(what_was_known_is_asked_again),
        cmocka_unit_test(the_tolerance_is_changed),
        cmocka_unit_test(a_group_moves_as_one),
        cmocka_unit_test(other_parts_are_taken_meanwhile),
        cmocka_unit_test(a_parent_and_its_child_move_once),
        cmocka_unit_test(a_script_runs_meanwhile),
        cmocka_unit_test(nobody_learns_of_targets),
        cmocka_unit_test(anything_changes_meanwhile),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
