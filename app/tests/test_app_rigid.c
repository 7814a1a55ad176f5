// Rigid groups are one body, whoever moves them: in every mode of the hand, pushed, typed, by scripts and
// by joints.
#include "app/actions/list_joints.h"
#include "app/actions/list_parts.h"
#include "app/actions/list_path.h"
#include "app/actions/list_session.h"
#include "app/document/field_actions.h"
#include "app/document/joint_hold.h"
#include "app/document/move_settings.h"
#include "app/document/rigid.h"
#include "app/document/selection.h"
#include "app/stages/rows.h"
#include "app/tests/app_fixture.h"
#include "app/tests/joint_fixture.h"
#include "core/base/rng.h"

#include <math.h>

enum { WALL, TABLE, HAMMER, FOOT, HEAD, UNSEEN, POST, PARTS };

static void put(App *app, const Action *action, ActionArgs args)
{
    if (!app_do(app, action, &args, 0))
        fail_msg("%s: %s", action->name, last_notice(app));
}

static void group(App *app, int32_t part, const char *path)
{
    ActionArgs args = {.part = part};
    snprintf(args.text, sizeof args.text, "%s", path);
    put(app, &action_part_group, args);
}

// Over a table, in front of a wall: a hammer, and a body of three of which one is hidden, and one is above the
// reach of the hammer.
static void open_body(App *app, int mode)
{
    Assembly assembly = {.title = strdup("body")};
    static const struct {
        const char *name;
        Vec3d size, at;
    } ROWS[PARTS] = {
        [WALL] = {"Wall", {{2, 40, 20}}, {{31, 0, 0}}},
        [TABLE] = {"Table", {{50, 2, 30}}, {{0, -4, 0}}},
        [HAMMER] = {"Hammer", {{4, 4, 4}}, {{0, 0, 0}}},
        [FOOT] = {"Foot", {{4, 4, 4}}, {{6, 0, 0}}},
        [HEAD] = {"Head", {{6, 4, 4}}, {{7, 6, 1}}},
        [UNSEEN] = {"Unseen", {{4, 4, 4}}, {{6, 12, 3}}},
        [POST] = {"Post", {{1, 1, 1}}, {{-20, 10, 0}}},
    };
    for (int i = 0; i < PARTS; ++i) {
        Affine at = affine_translation(ROWS[i].at);
        assert_true(assembly_add(&assembly, ROWS[i].name, shape_box(ROWS[i].size), &at, 0));
    }
    fixture_open_this(app, &assembly);
    for (int32_t i = FOOT; i <= UNSEEN; ++i)
        group(app, i, "Body");
    put(app, &action_group_rigid, (ActionArgs){.part = HEAD, .flag = true});
    put(app, &action_part_show, (ActionArgs){.part = UNSEEN, .flag = false});
    put(app, &action_part_lock, (ActionArgs){.part = WALL, .flag = true});
    put(app, &action_part_lock, (ActionArgs){.part = TABLE, .flag = true});
    put(app, &action_part_select, (ActionArgs){.part = NO_PART});
    put(app, &action_move_contact, (ActionArgs){.index = mode});
    stages_wait(app);
}

static double off_of(const Affine *a, const Affine *b)
{
    double off = 0;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 4; ++k)
            off = fmax(off, k < 3 ? fabs(a->m[i][k] - b->m[i][k]) : fabs(a->p.v[i] - b->p.v[i]));
    return off;
}

// How two of the body stand to each other.
static Affine between(const App *app, int32_t a, int32_t b)
{
    Affine back;
    assert_true(affine_invert(&app->document.parts[a].placement, &back));
    return affine_compose(&back, &app->document.parts[b].placement);
}

static void check_whole(const App *app, const char *when)
{
    static const Vec3d HOME[] = {{{1, 6, 1}}, {{0, 12, 3}}};
    for (int32_t i = HEAD; i <= UNSEEN; ++i) {
        Affine is = between(app, FOOT, i), was = affine_translation(HOME[i - HEAD]);
        if (!(off_of(&is, &was) < 1e-12))
            fail_msg("%s: %s is off by %g", when, app->assembly.parts[i].name, off_of(&is, &was));
    }
}

static double x_of(const App *app, int32_t part)
{
    return app->document.parts[part].placement.p.x;
}

static void ask(App *app, const Action *action, ActionArgs args, uint64_t key)
{
    action_submit_merged(&app->queue, action, &args, key);
    app_apply_actions(app);
    stages_wait(app);
}

static void a_pushed_body_goes_whole(void **state)
{
    (void)state;
    App app;
    open_body(&app, HAND_PUSH);
    int before = history_done(app.history);
    put(&app, &action_part_select, (ActionArgs){.part = HAMMER});
    for (int i = 1; i <= 8; ++i)
        ask(&app, &action_part_move, move_args(HAMMER, vec3d(i, 0, 0)), 9);
    assert_true(x_of(&app, HAMMER) == 8 && x_of(&app, FOOT) > 12 && x_of(&app, FOOT) < 12.1);
    check_whole(&app, "pushed");
    // The head comes to the wall, and holds all of them.
    ask(&app, &action_part_move, move_args(HAMMER, vec3d(40, 0, 0)), 9);
    assert_true(app.hand.state == HAND_HELD && fabs(x_of(&app, HEAD) - 27) < 0.05);
    assert_non_null(strstr(app.hand.text, "held by Wall"));
    check_whole(&app, "held");
    assert_int_equal(history_done(app.history), before + 1);
    put(&app, &action_edit_undo, (ActionArgs){.part = NO_PART});
    assert_true(x_of(&app, FOOT) == 6 && x_of(&app, HEAD) == 7 && x_of(&app, UNSEEN) == 6);
    // Taken back, everything is exactly where it was.
    ask(&app, &action_part_move, move_args(HAMMER, vec3d(7, 0, 0)), 11);
    assert_true(x_of(&app, FOOT) > 10);
    ActionArgs back = move_args(HAMMER, vec3d(0, 0, 0));
    action_submit_back(&app.queue, &action_part_move, &back, 11);
    app_apply_actions(&app);
    stages_wait(&app);
    assert_true(x_of(&app, FOOT) == 6 && x_of(&app, HEAD) == 7 && x_of(&app, UNSEEN) == 6);
    // One of them touches what is locked, or is locked itself, be it hidden, and none gives way.
    put(&app, &action_move_contact, (ActionArgs){.index = HAND_FREE});
    put(&app, &action_part_move, move_args(FOOT, vec3d(26, 0, 0)));
    put(&app, &action_move_contact, (ActionArgs){.index = HAND_PUSH});
    ask(&app, &action_part_move, move_args(HAMMER, vec3d(40, 0, 0)), 13);
    assert_true(x_of(&app, FOOT) == 26 && fabs(x_of(&app, HAMMER) - 22) < 0.05);
    put(&app, &action_edit_undo, (ActionArgs){.part = NO_PART});
    put(&app, &action_part_move, move_args(FOOT, vec3d(6, 0, 0)));
    app.document.parts[UNSEEN].locked = true;
    put(&app, &action_part_select, (ActionArgs){.part = HAMMER});
    ask(&app, &action_part_move, move_args(HAMMER, vec3d(8, 0, 0)), 12);
    assert_true(x_of(&app, FOOT) == 6 && fabs(x_of(&app, HAMMER) - 2) < 0.05);
    app_free(&app);
}

// By mouse with all that is selected, and by scripts with one part that is not, in every mode; the hidden one
// comes along, what is seen is held by others, and every gesture is one step.
static void every_mode_moves_all_of_it(void **state)
{
    (void)state;
    for (int mode = HAND_FREE; mode <= HAND_PUSH; ++mode) {
        App app;
        open_body(&app, mode);
        bool held = mode != HAND_FREE;
        int before = history_done(app.history);
        put(&app, &action_part_select, (ActionArgs){.part = HEAD});
        assert_int_equal(selection_count(&app.document), 3);
        for (int i = 1; i <= 5; ++i) {
            ActionArgs args = {.part = HEAD, .placement = affine_translation(vec3d(i, 0.3 * i, 0))};
            ask(&app, &action_parts_move, args, 5);
            check_whole(&app, "dragged");
        }
        assert_true(fabs(x_of(&app, FOOT) - 11) < 1e-12);
        assert_int_equal(history_done(app.history), before + 1);
        ActionArgs far = {.part = HEAD, .placement = affine_translation(vec3d(40, 1, 0))};
        ask(&app, &action_parts_move, far, 5);
        check_whole(&app, "held");
        assert_true(held ? fabs(x_of(&app, HEAD) - 27) < 0.05 : x_of(&app, HEAD) == 47);
        put(&app, &action_edit_undo, (ActionArgs){.part = NO_PART});
        check_whole(&app, "undone");
        assert_true(x_of(&app, UNSEEN) == 6);
        put(&app, &action_part_select, (ActionArgs){.part = NO_PART});
        before = history_done(app.history);
        for (int32_t part = FOOT; part <= UNSEEN; ++part) {
            Affine to = app.document.parts[part].placement;
            to.p.x += 1;
            ask(&app, &action_part_move, (ActionArgs){.part = part, .placement = to}, 0);
            check_whole(&app, "moved by name");
            if (!(fabs(x_of(&app, FOOT) - (7 + part - FOOT)) < 1e-12))
                fail_msg("mode %d, part %d: at %.17g", mode, (int)part, x_of(&app, FOOT));
        }
        assert_int_equal(history_done(app.history), before + 3);
        // Whichever is asked for, the head comes to the wall.
        for (int32_t part = FOOT; held && part <= UNSEEN; ++part) {
            Affine to = app.document.parts[part].placement;
            to.p.x += 40;
            ask(&app, &action_part_move, (ActionArgs){.part = part, .placement = to}, 0);
            assert_true(fabs(x_of(&app, HEAD) - 27) < 0.05);
            check_whole(&app, "held, by name");
            put(&app, &action_edit_undo, (ActionArgs){.part = NO_PART});
        }
        app_free(&app);
    }
}

static void other_ways_to_move_one_of_it(void **state)
{
    (void)state;
    App app;
    open_body(&app, HAND_FREE);
    ActionArgs args = {.part = UNSEEN, .text = "position 9 14 3; angles 0 0 90"};
    put(&app, &action_part_pose, args);
    check_whole(&app, "part.pose");
    assert_true(fabs(app.document.parts[FOOT].placement.p.x - 21) < 1e-12);
    put(&app, &action_part_turn, (ActionArgs){.part = FOOT, .index = 1, .number = 33});
    check_whole(&app, "part.turn");
    put(&app, &action_part_reset, (ActionArgs){.part = FOOT});
    assert_true(x_of(&app, FOOT) == 6);
    check_whole(&app, "part.reset");
    // Made larger, a part stays where it is, and so do the others.
    put(&app, &action_part_scale, (ActionArgs){.part = HEAD, .index = 3, .number = 1.5});
    assert_true(x_of(&app, HEAD) == 7 && x_of(&app, FOOT) == 6);
    assert_true(fabs(app.document.parts[HEAD].placement.m[1][1] - 1.5) < 1e-12);
    put(&app, &action_part_scale, (ActionArgs){.part = FOOT, .index = 0, .number = 2});
    assert_true(fabs(app.document.parts[FOOT].placement.m[0][0] - 2) < 1e-12);
    assert_true(x_of(&app, HEAD) == 7 && x_of(&app, FOOT) == 6 && x_of(&app, UNSEEN) == 6);
    // Inverted, a selection has all of it or nothing, the hidden one included.
    put(&app, &action_part_select, (ActionArgs){.part = HAMMER});
    put(&app, &action_parts_select_invert, (ActionArgs){.part = NO_PART});
    assert_true(selection_has(&app.document, UNSEEN) && selection_has(&app.document, FOOT));
    put(&app, &action_parts_select_invert, (ActionArgs){.part = NO_PART});
    assert_true(selection_count(&app.document) == 1 && selection_has(&app.document, HAMMER));
    app_free(&app);
}

static void a_locked_part_holds_its_body(void **state)
{
    (void)state;
    for (int mode = HAND_FREE; mode <= HAND_PUSH; ++mode) {
        App app;
        open_body(&app, mode);
        app.document.parts[UNSEEN].locked = true;
        ask(&app, &action_part_move, move_args(HEAD, vec3d(9, 9, 9)), 0);
        assert_true(x_of(&app, HEAD) == 7 && x_of(&app, FOOT) == 6);
        assert_true(has_notice(&app, "Unseen is locked, and with it the rigid group"));
        put(&app, &action_part_select, (ActionArgs){.part = FOOT});
        ActionArgs args = {.part = FOOT, .placement = affine_translation(vec3d(1, 0, 0))};
        ask(&app, &action_parts_move, args, 3);
        assert_true(x_of(&app, HEAD) == 7 && x_of(&app, FOOT) == 6);
        app_free(&app);
    }
}

static void paths_move_all_of_it(void **state)
{
    (void)state;
    App app;
    open_body(&app, HAND_PUSH);
    put(&app, &action_path_record, (ActionArgs){.flag = true});
    put(&app, &action_part_select, (ActionArgs){.part = HAMMER});
    ask(&app, &action_part_move, move_args(HAMMER, vec3d(5, 0, 0)), 9);
    put(&app, &action_path_record, (ActionArgs){.flag = false});
    assert_int_equal(app.path.path.part_count, 4); // the hidden one, too
    put(&app, &action_path_seek, (ActionArgs){.number = 0});
    assert_true(fabs(x_of(&app, HEAD) - 7) < 1e-12 && fabs(x_of(&app, FOOT) - 6) < 1e-12);
    check_whole(&app, "played");
    // What joined the body since is not moved by the path: it says so.
    group(&app, POST, "Body");
    assert_false(app_do(&app, &action_path_seek, &(ActionArgs){.number = 1}, 0));
    assert_true(has_notice(&app, "is part of a rigid group that the path does not move"));
    app_free(&app);
}

static void its_joint_moves_all_of_it(void **state)
{
    (void)state;
    App app;
    open_body(&app, HAND_FREE);
    // The head on a hinge: whichever part is moved turns about it.
    add(&app, HEAD, -1, JOINT_HINGE, "at 7 6 1 along 0 0 1");
    assert_true(set(&app, HEAD, JOINT_TURN, 30));
    check_whole(&app, "joint.set");
    int32_t moved;
    assert_true(joint_that_moves(&app.document, FOOT, &moved) == 0 && moved == HEAD);
    Affine turned = app.document.parts[FOOT].placement;
    put(&app, &action_part_turn, (ActionArgs){.part = FOOT, .index = 2, .number = 15});
    check_whole(&app, "turned on a hinge");
    assert_true(fabs(turn_of(&app, HEAD) - 45) < 1e-9);
    assert_true(off_of(&turned, &app.document.parts[FOOT].placement) > 0.1);
    check_joints(&app);
    // A second one about the same axis agrees, and says where it is; one elsewhere does not.
    add(&app, FOOT, -1, JOINT_HINGE, "at 7 6 9 along 0 0 1");
    assert_true(set(&app, HEAD, JOINT_TURN, 60));
    assert_true(fabs(turn_of(&app, FOOT) - 15) < 1e-9);
    check_joints(&app);
    assert_false(set(&app, FOOT, JOINT_TURN, 70));
    assert_non_null(strstr(last_notice(&app), "Foot is part of a rigid group"));
    add(&app, UNSEEN, POST, JOINT_HINGE, "at 0 0 0 along 0 1 0");
    assert_false(set(&app, HEAD, JOINT_TURN, 10));
    assert_non_null(strstr(last_notice(&app), "Unseen is part of a rigid group"));
    assert_true(fabs(turn_of(&app, HEAD) - 60) < 1e-9);
    put(&app, &action_joint_delete, (ActionArgs){.part = UNSEEN});
    // Limits of either hold.
    assert_true(limit(&app, FOOT, JOINT_TURN, "0 20"));
    assert_false(set(&app, HEAD, JOINT_TURN, 90));
    check_joints(&app);
    check_whole(&app, "limits");
    app_free(&app);
}

// Whatever is done at random, with a body that carries one part, hangs on another, or has a joint within.
static void nothing_tears_it(void **state)
{
    (void)state;
    int rounds = full_tier() ? 300 : 12, moved = 0;
    for (int round = 0; round < rounds; ++round) {
        Rng rng = rng_create(1000 + (uint64_t)round);
        App app;
        open_body(&app, round % 4 == 3 ? HAND_PUSH : HAND_FREE);
        app.draws_nothing = true;
        if (round % 2)
            add(&app, POST, HEAD, JOINT_SLIDE, "at 0 0 0 along 0 1 0");
        if (round % 4 == 1) // round a circle
            add(&app, UNSEEN, POST, JOINT_HINGE, "at 0 0 0 along 0 1 0");
        if (round % 3 == 1)
            add(&app, FOOT, HAMMER, JOINT_HINGE, "at 3 0 0 along 1 2 0");
        if (round % 3 == 2)
            add(&app, HEAD, FOOT, JOINT_SLIDE, "at 3 0 0 along 0 1 0");
        for (int i = 0; i < 12; ++i) {
            int32_t part = HAMMER + rng_below(&rng, PARTS - HAMMER);
            Affine by = affine_rotation(vec3d(0.6, 0, 0.8), rng_unit(&rng) - 0.5);
            by.p = vec3d(rng_unit(&rng), rng_unit(&rng), rng_unit(&rng));
            ActionArgs args = {.part = part, .index = 2, .number = 40 * rng_unit(&rng)};
            const Action *action = &action_part_turn;
            switch (rng_below(&rng, 5)) {
            case 0:
                action = &action_part_move;
                args.placement = affine_compose(&by, &app.document.parts[part].placement);
                break;
            case 1:
                assert_true(app_do(&app, &action_part_select, &args, 0));
                action = &action_parts_move;
                args.placement = by;
                break;
            case 2:
                action = &action_joint_set;
                args.index = rng_below(&rng, 2);
                break;
            case 3:
                action = &action_edit_undo;
                break;
            default:
                break;
            }
            int32_t none;
            if (action == &action_part_turn && joint_that_moves(&app.document, part, &none) >= 0)
                args.flag = true;
            Affine was = app.document.parts[HEAD].placement;
            action_submit_merged(&app.queue, action, &args, 0);
            app_apply_actions(&app);
            stages_wait(&app);
            moved += !affine_equal(&was, &app.document.parts[HEAD].placement);
            check_whole(&app, action->name);
            check_joints(&app);
        }
        app_free(&app);
    }
    assert_true(moved > 3 * rounds); // and not only refused
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pushed_body_goes_whole),
        cmocka_unit_test(every_mode_moves_all_of_it),
        cmocka_unit_test(other_ways_to_move_one_of_it),
        cmocka_unit_test(a_locked_part_holds_its_body),
        cmocka_unit_test(paths_move_all_of_it),
        cmocka_unit_test(its_joint_moves_all_of_it),
        cmocka_unit_test(nothing_tears_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
