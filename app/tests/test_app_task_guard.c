// A task that is open is not made easier, by whatever action.
#include "app/actions/list.h"
#include "app/document/field_actions.h"
#include "app/tests/task_fixture.h"

static void refused(App *app, const Action *action, ActionArgs args, const char *why)
{
    Document before;
    assert_true(document_copy(&before, &app->document));
    bool done = app_do(app, action, &args, 0);
    if (done || !strstr(last_notice(app), why))
        fail_msg("%s: %s, \"%s\"", action->name, done ? "done" : "refused", last_notice(app));
    assert_true(document_equal(&before, &app->document));
    document_free(&before);
}

static ActionArgs said(int32_t part, const char *text)
{
    ActionArgs args = {.part = part, .other = NO_PART};
    snprintf(args.text, sizeof args.text, "%s", text);
    return args;
}

// What would make it easier is refused, of parts whose turn it is, whose turn it is not, and that only stand
// in the way; what does not is done.
static void no_way_is_made_easier(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    add(&app, RING, PLATE, JOINT_SCREW, "at 40 0 0 along 0 1 0");
    assert_true(limit(&app, RING, JOINT_TURN, "0 720"));
    ActionArgs rule = said(NO_PART, "intentional Ball Plate"), take = said(BALL, "Small");
    static const int32_t PARTS[] = {BALL, RING, PLATE};
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; ++i) {
        take.part = PARTS[i];
        take.other = LID;
        assert_true(app_do(&app, &action_variant_take, &take, 0));
    }
    assert_true(app_do(&app, &action_variant_choose, &(ActionArgs){.part = PLATE, .index = 1}, 0));
    assert_true(app_do(&app, &action_part_lock, &(ActionArgs){.part = LID, .flag = true}, 0));
    assert_true(app_do(&app, &action_part_rename, &(ActionArgs){.part = LID, .text = "Lid"}, 0));
    assert_true(app_do(&app, &action_check_clearance, &(ActionArgs){.number = 1}, 0));
    // Outside already, and back: neither is to be undone or done again when the task has begun.
    assert_true(move(&app, BALL, 90, 0, 0) && move(&app, BALL, 0, 5, 0));
    assert_true(move(&app, BALL, 0, 6, 0) && app_do(&app, &action_edit_undo, NULL, 0));
    begin(&app, HEAD "step \"Take the ball away\"\npart \"Ball\"\ngoal outside low=-20,-20,-20 "
                     "high=20,30,20\nstep \"Bend\"\npart \"Ring\"\ngoal shape >= 0.5\n");
    assert_int_equal(task_run(&app)->phase, TASK_GOES);
    refused(&app, &action_edit_undo, (ActionArgs){.part = NO_PART}, "since the task began");
    refused(&app, &action_edit_redo, (ActionArgs){.part = NO_PART}, "nothing to redo");
    refused(&app, &action_edit_jump, (ActionArgs){.index = 0}, "before the task began");
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; ++i) {
        int32_t part = PARTS[i];
        ActionArgs scale = {.part = part, .index = 3, .number = 0.5};
        refused(&app, &action_part_scale, scale, part == BALL ? "their size" : "its turn is later");
        refused(&app, &action_part_show, (ActionArgs){.part = part}, "cannot be hidden");
        refused(&app, &action_part_delete, (ActionArgs){.part = part}, "cannot be deleted");
        ActionArgs choose = {.part = part, .index = part == PLATE ? 0 : 1};
        refused(&app, &action_variant_choose, choose, "keep their variants");
    }
    ActionArgs place = said(PLATE, "position 0 -50 0");
    place.index = 1;
    refused(&app, &action_variant_place, place, "keep their variants");
    refused(&app, &action_part_isolate, (ActionArgs){.part = BALL}, "cannot be hidden");
    refused(&app, &action_part_pose, said(BALL, "scale 0.1 0.1 0.1"), "keep their size");
    refused(&app, &action_part_lock, (ActionArgs){.part = LID}, "what was locked");
    refused(&app, &action_part_deform, (ActionArgs){.part = BALL, .number = 0.7},
            "about its shape");
    refused(&app, &action_rules_add, rule, "rules about pairs");
    refused(&app, &action_pair_rule,
            (ActionArgs){.part = BALL, .other = PLATE, .number = RULE_IGNORED},
            "rules about pairs");
    assert_true(app_do(&app, &action_part_select, &(ActionArgs){.part = BALL}, 0));
    refused(&app, &action_rules_group, said(NO_PART, "balls"), "rules about pairs");
    refused(&app, &action_check_tolerance, (ActionArgs){.number = 5}, "tolerance");
    refused(&app, &action_check_clearance, (ActionArgs){.number = 0}, "safety distance");
    refused(&app, &action_query_mode, (ActionArgs){.index = QUERY_FIRST}, "which contacts");
    refused(&app, &action_query_triangle_test, (ActionArgs){.index = 1}, "which contacts");
    refused(&app, &action_query_budget, (ActionArgs){.number = 50}, "time budget");
    refused(&app, &action_joint_delete, (ActionArgs){.part = RING}, "joints stay");
    ActionArgs limits = said(RING, "0 9");
    limits.index = JOINT_TURN;
    refused(&app, &action_joint_limits, limits, "joints stay");
    refused(&app, &action_joint_kind, (ActionArgs){.part = RING, .index = JOINT_CYLINDRICAL},
            "joints stay");
    refused(&app, &action_file_up, (ActionArgs){.index = UP_Z}, "end it first");
    assert_true(app_do(&app, &action_part_group, &(ActionArgs){.part = BALL, .text = "G"}, 0));
    assert_true(app_do(&app, &action_part_group, &(ActionArgs){.part = PLATE, .text = "G"}, 0));
    refused(&app, &action_group_rigid, (ActionArgs){.part = PLATE, .flag = true}, "rigid groups");
    stages_wait(&app);
    assert_int_equal(task_run(&app)->phase, TASK_GOES);

    // What makes nothing easier: a variant that is not used, names of joints, a larger safety distance, locks
    // of one's own, a joint for what had none, a copy, undoing since the beginning.
    assert_true(app_do(&app, &action_variant_take, &take, 0));
    assert_true(app_do(&app, &action_joint_rename, &(ActionArgs){.part = RING, .text = "J"}, 0));
    assert_true(app_do(&app, &action_check_clearance, &(ActionArgs){.number = 2}, 0));
    assert_true(app_do(&app, &action_check_clearance, &(ActionArgs){.number = 1}, 0));
    for (int on = 1; on >= 0; --on)
        assert_true(app_do(&app, &action_part_lock, &(ActionArgs){.part = BALL, .flag = on}, 0));
    assert_true(app_do(&app, &action_part_ghost, &(ActionArgs){.part = PLATE, .flag = true}, 0));
    add(&app, BALL, PLATE, JOINT_SLIDE, "at 0 0 0 along 1 0 0");
    assert_true(app_do(&app, &action_joint_delete, &(ActionArgs){.part = BALL}, 0));
    assert_true(app_do(&app, &action_part_duplicate, &(ActionArgs){.part = PLATE}, 0));
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    assert_true(app_do(&app, &action_edit_redo, NULL, 0));
    assert_true(move(&app, BALL, 90, 0, 0));
    assert_true(step(&app, 0)->done);
    assert_true(app_do(&app, &action_part_deform,
                       &(ActionArgs){.part = RING, .index = 0, .number = 0.7}, 0));
    stages_wait(&app);
    assert_int_equal(task_run(&app)->phase, TASK_OVER);
    // Over, everything may be done.
    assert_true(app_do(&app, &action_rules_add, &rule, 0));
    assert_true(app_do(&app, &action_variant_choose, &(ActionArgs){.part = BALL, .index = 1}, 0));
    app_free(&app);
}

// Rules that call parts by their names, couplings, and bodies that were there when it began.
static void what_it_began_with_stays(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    add(&app, RING, -1, JOINT_HINGE, "at 40 0 0 along 0 1 0");
    add(&app, BALL, -1, JOINT_HINGE, "at 0 5 0 along 0 1 0");
    ActionArgs coupling = said(RING, "2"), rule = said(NO_PART, "intentional Bolt* Plate*");
    coupling.other = BALL;
    coupling.number = 2;
    assert_true(app_do(&app, &action_joint_couple, &coupling, 0));
    assert_true(app_do(&app, &action_rules_add, &rule, 0));
    for (int32_t i = PLATE; i <= LID; ++i)
        assert_true(app_do(&app, &action_part_group, &(ActionArgs){.part = i, .text = "G"}, 0));
    assert_true(app_do(&app, &action_group_rigid, &(ActionArgs){.part = LID, .flag = true}, 0));
    begin(&app, HEAD "step \"Turn\"\npart \"Ball\"\ngoal turn >= 90\n");
    assert_int_equal(task_run(&app)->phase, TASK_GOES);
    refused(&app, &action_part_rename, said(BALL, "Bolt 1"), "keep their names");
    refused(&app, &action_joint_uncouple, coupling, "joints stay");
    refused(&app, &action_group_rigid, (ActionArgs){.part = LID}, "rigid groups");
    refused(&app, &action_part_group, said(BALL, "G"), "rigid groups");
    refused(&app, &action_rules_clear, (ActionArgs){.part = NO_PART}, "rules about pairs");
    assert_true(app_do(&app, &action_part_colour, &(ActionArgs){.part = BALL, .colour = 7}, 0));
    assert_true(set(&app, BALL, JOINT_TURN, 95));
    stages_wait(&app);
    assert_int_equal(task_run(&app)->phase, TASK_OVER);
    // Others stay, but not what is one body with the part of a step.
    begin(&app,
          HEAD "others stay\nstep \"Lift\"\npart #1\ngoal outside low=-9,-9,-9 high=9,30,9\n");
    refused(&app, &action_part_move, move_args(RING, vec3d(0, 90, 0)), "it stays where it is");
    assert_true(move(&app, LID, 0, 60, 0));
    assert_int_equal(task_run(&app)->phase, TASK_OVER);
    assert_true(fabs(app.document.parts[PLATE].placement.p.y - 40) < 1e-12);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_way_is_made_easier),
        cmocka_unit_test(what_it_began_with_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
