// Tasks: what is understood, what is refused and where; steps in their order and out of it; contacts that
// count; the log, the report; and the alternator of the engine bay.
#include "app/actions/list.h"
#include "app/document/field_actions.h"
#include "app/document/move_settings.h"
#include "app/io/file.h"
#include "app/script/task_run.h"
#include "app/tests/task_fixture.h"
#include "core/base/rng.h"
#include "core/mesh/deform/variants.h"

#include <stdio.h>
#include <unistd.h>

#define STEP "step \"S\"\npart \"P\"\ngoal turn >= 1\n"

static bool parse(Task *task, const char *text, Error *err)
{
    *err = (Error){""};
    return task_parse(task, "test", text, strlen(text), err);
}

static void a_task_falls_into_steps(void **state)
{
    (void)state;
    Task task;
    Error err;
    assert_true(parse(&task,
                      HEAD "others stay\nfree \"W\"\nparts.select_all\n"
                           "step \"One\"\npart \"P\"\ngoal outside low=0,1,2 high=3,4,5\n"
                           "text \"x\"\nhint \"first\"\nhint \"second\"\nforbid \"Q\" \"R\"\n"
                           "step \"Two\"\npart #2\ngoal turn >= 60\ngoal shift <= -2\n"
                           "step \"Three\"\npart \"P\"\nafter none\ngoal screw out\n"
                           "step \"Four\"\npart \"P\"\nafter \"One\" \"Three\"\n"
                           "goal contact \"Q\"\ngoal shape >= 0.5\n",
                      &err));
    assert_int_equal(task.step_count, 4);
    assert_true(task.others_stay);
    assert_int_equal(task.steps[0].after, 0);
    assert_int_equal(task.steps[1].after, 1);
    assert_int_equal(task.steps[2].after, 0);
    assert_int_equal(task.steps[3].after, 5);
    assert_true(task.steps[0].goals[0].box.hi.y == 4 && task.steps[0].goals[0].box.lo.z == 2);
    assert_true(task.steps[1].goals[1].at_most && task.steps[1].goals[1].value == -2);
    assert_int_equal(task.steps[2].goals[0].kind, GOAL_SCREW);
    assert_string_equal(task.steps[3].goals[0].other->value, "Q");
    assert_int_equal(task.steps[3].goals[1].kind, GOAL_SHAPE);
    const ScriptCommand *hint = task_line(&task, &task.steps[0], "hint", 1);
    assert_string_equal(hint->words[0].value, "second");
    assert_null(task_line(&task, &task.steps[0], "hint", 2));
    assert_null(task_line(&task, &task.steps[1], "hint", 0));
    task_free(&task);
}

static void what_is_wrong_is_named_with_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *line, *why;
    } wrong[] = {
        {"", "test:1:", "begins with title and about"},
        {HEAD, "test:2:", "no step"},
        {"title \"T\"\nstep \"S\"\n", "test:2:", "title and about come before"},
        {HEAD "title \"U\"\n" STEP, "test:3:", "two lines title"},
        {HEAD "about \"\"\n" STEP, "test:3:", "about is empty"},
        {HEAD "others go\n" STEP, "test:3:", "others stay"},
        {HEAD "part \"P\"\n", "test:3:", "part cannot stand before the first step"},
        {HEAD STEP "others stay\n", "test:6:", "others cannot stand behind"},
        {HEAD STEP "parts.select_all\n", "test:6:", "actions stand before"},
        {HEAD "app.quit\n" STEP, "test:3:", "cannot end the program"},
        {HEAD "file.save text=\"x\"\n" STEP, "test:3:", "must not write"},
        {HEAD "task.end\n" STEP, "test:3:", "begin others"},
        {HEAD "fly\n", "test:3:", "neither an action nor"},
        {HEAD "now free \"P\"\n" STEP, "test:3:", "belongs to scripts"},
        {HEAD STEP "text x=\"y\"\n", "test:6:", "has no argument"},
        {HEAD STEP "hint\n", "test:6:", "it is written as: hint"},
        {HEAD STEP STEP, "test:6:", "two steps \"S\""},
        {HEAD STEP "part \"Q\"\n", "test:6:", "two lines part"},
        {HEAD "step \"S\"\ngoal turn >= 1\n", "test:4:", "does not say which part"},
        {HEAD "step \"S\"\npart \"P\"\nstep \"T\"\n", "test:5:", "\"S\", has no goal"},
        {HEAD STEP "after \"S\"\n", "test:6:", "no step \"S\" before"},
        {HEAD STEP "after none\nafter none\n", "test:7:", "two lines after"},
        {HEAD STEP "goal fly 3\n", "test:6:", "no goal \"fly\""},
        {HEAD STEP "goal turn > 3\n", "test:6:", "goal turn >= 60"},
        {HEAD STEP "goal turn >= x\n", "test:6:", "goal turn >= 60"},
        {HEAD STEP "goal turn >= inf\n", "test:6:", "goal turn >= 60"},
        {HEAD STEP "goal shift 3\n", "test:6:", "goal shift >= 60"},
        {HEAD STEP "goal screw in\n", "test:6:", "goal screw out"},
        {HEAD STEP "goal contact \"A\" \"B\"\n", "test:6:", "goal contact"},
        {HEAD STEP "goal joined\n", "test:6:", "it is written as: goal"},
        {HEAD STEP "goal joined x=\"A\"\n", "test:6:", "goal joined \"another part\""},
        {HEAD STEP "goal outside low=0,0,0\n", "test:6:", "goal outside low"},
        {HEAD STEP "goal outside low=0,0,0 high=1,1\n", "test:6:", "goal outside low"},
        {HEAD STEP "goal outside low=0,9,0 high=1,1,1\n", "test:6:", "above its high one"},
        {HEAD STEP "goal x=turn >= 3\n", "test:6:", "it is written as: goal"},
        {HEAD STEP "goal turn >= 1\ngoal turn >= 1\ngoal turn >= 1\ngoal turn >= 1\n",
         "test:9:", "at most 4 goals"},
        {HEAD "step \"S\n", "test:3:", "not closed"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        Task task;
        Error err;
        if (parse(&task, wrong[i].text, &err))
            fail_msg("accepted:\n%s", wrong[i].text);
        if (strncmp(err.text, wrong[i].line, strlen(wrong[i].line)) != 0 ||
            !strstr(err.text, wrong[i].why))
            fail_msg("\"%s\" instead of \"%s %s\" for\n%s", err.text, wrong[i].line, wrong[i].why,
                     wrong[i].text);
        assert_null(task.script.bytes);
    }
}

static void sizes_are_limited_and_bytes_made_text(void **state)
{
    (void)state;
    Task task;
    Error err;
    assert_false(task_parse(&task, "test", "a\0b", 3, &err));
    assert_non_null(strstr(err.text, "not text"));
    char *large = calloc(1, TASK_MAX_BYTES + 2);
    memset(large, '#', TASK_MAX_BYTES + 1);
    assert_false(parse(&task, large, &err));
    assert_non_null(strstr(err.text, "a task has at most"));
    size_t used = (size_t)snprintf(large, TASK_MAX_BYTES, HEAD);
    for (int i = 0; i <= TASK_MOST_STEPS; ++i)
        used += (size_t)snprintf(large + used, TASK_MAX_BYTES - used,
                                 "step \"S%d\"\npart \"P\"\ngoal turn >= 1\n", i);
    assert_false(parse(&task, large, &err));
    assert_non_null(strstr(err.text, "more than 64 steps"));
    free(large);
    assert_true(parse(&task, "title \"a\xff\x01z\"\r\nabout \"A\"\r\n" STEP, &err));
    assert_string_equal(task.title, "a? z");
    task_free(&task);
}

// --- in a document

static size_t entries(const App *app, enum TaskEvent event)
{
    const TaskRun *run = task_run(app);
    size_t count = 0;
    for (size_t i = 0; i < run->log_count; ++i)
        count += run->log[i].event == event;
    return count;
}

#define TWO_STEPS                                                                                  \
    HEAD "step \"Take the ball away\"\npart \"Ball\"\ngoal outside low=-20,-20,-20 "               \
         "high=20,30,20\nhint \"Pull <it>\"\n"                                                     \
         "step \"Bring the ring\"\npart \"Ring\"\ngoal contact #0\n"

static void steps_are_done_in_their_order_and_no_other(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    begin(&app, TWO_STEPS);
    const TaskRun *run = task_run(&app);
    assert_non_null(run);
    assert_int_equal(run->phase, TASK_GOES);
    assert_int_equal(task_step_now(run), 0);
    assert_int_equal(task_step_state(run, 1), STEP_LATER);

    // By an action, a typed number in the hand, the mouse, a deformation, a reset: the reason is the same.
    static const char WHY[] = "Ring: its turn is later; first: Take the ball away";
    seconds += 2;
    Affine home = app.document.parts[RING].placement;
    assert_false(move(&app, RING, 30, 0, 0));
    assert_non_null(strstr(last_notice(&app), WHY));
    app.document.move.contact = HAND_SLIDE;
    ActionArgs args = move_args(RING, vec3d(35, 0, 0));
    action_submit_merged(&app.queue, &action_part_move, &args, 7);
    app_apply_actions(&app);
    stages_wait(&app);
    assert_true(affine_equal(&home, &app.document.parts[RING].placement));
    assert_int_equal(app.hand.count, 0);
    args = (ActionArgs){.part = RING, .index = 0, .number = 0.5};
    assert_false(app_do(&app, &action_part_deform, &args, 0));
    assert_false(app_do(&app, &action_part_delete, &(ActionArgs){.part = RING}, 0));
    assert_non_null(strstr(last_notice(&app), "cannot be deleted"));
    assert_false(app.document.parts[RING].removed);
    args = (ActionArgs){.part = BALL, .flag = false};
    assert_false(app_do(&app, &action_part_show, &args, 0));
    assert_true(app.document.parts[BALL].visible);
    assert_true(affine_equal(&home, &app.document.parts[RING].placement));
    stages_wait(&app);
    assert_int_equal(step(&app, 1)->refused, 1); // all of that within a second
    seconds += 3;
    assert_false(move(&app, RING, 30, 0, 0));
    assert_int_equal(step(&app, 1)->refused, 2);
    assert_int_equal(entries(&app, TASK_REFUSED), 2);
    app.document.move.contact = HAND_FREE;

    // A hint is counted; the ball goes; undone it is there again, and so is its step.
    assert_true(app_do(&app, &action_task_hint, NULL, 0));
    assert_false(app_do(&app, &action_task_hint, NULL, 0));
    seconds += 5;
    assert_true(move(&app, BALL, -60, 0, 0));
    assert_true(step(&app, 0)->done && step(&app, 0)->done_at == 10);
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    stages_wait(&app);
    assert_false(step(&app, 0)->done);
    assert_int_equal(entries(&app, TASK_STEP_OPEN), 1);
    assert_false(move(&app, RING, 30, 0, 0));
    assert_true(move(&app, BALL, 60, 0, 0));
    assert_int_equal(task_step_now(task_run(&app)), 1);

    // Now the ring: near is not there yet, and then it touches.
    assert_true(move(&app, RING, 30, 0, 0));
    assert_false(step(&app, 1)->done);
    task_end(&app);
    assert_null(task_run(&app));
    assert_true(move(&app, RING, 40, 0, 0));
    app_free(&app);
}

static void contacts_that_count_are_counted_once_each(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    begin(&app, HEAD "others stay\nstep \"Lift\"\npart \"Ball\"\n"
                     "goal outside low=-20,-20,-20 high=20,10,20\nforbid \"Ring\"\n");
    assert_false(move(&app, PLATE, 1, 0, 0));
    assert_non_null(strstr(last_notice(&app), "it stays where it is in this task"));
    assert_true(move(&app, BALL, 0, 1.5, 0)); // into the plate below
    assert_int_equal(step(&app, 0)->forbidden, 1);
    assert_true(move(&app, BALL, 0, 1.6, 0));
    assert_int_equal(step(&app, 0)->forbidden, 1);
    assert_true(move(&app, BALL, 0, 6, 0));
    assert_true(move(&app, BALL, 0, 1.5, 0));
    assert_int_equal(step(&app, 0)->forbidden, 2);
    // Out of the box, but in the plate above: not done.
    assert_true(move(&app, BALL, 0, 19, 0));
    assert_int_equal(step(&app, 0)->forbidden, 3);
    assert_false(step(&app, 0)->done);
    assert_true(step(&app, 0)->met[0]);
    seconds += 125;
    assert_true(move(&app, BALL, 0, 15, 0));
    assert_true(step(&app, 0)->done);
    const TaskRun *run = task_run(&app);
    assert_int_equal(run->phase, TASK_OVER);
    char text[TASK_TEXT];
    task_verdict(run, text, sizeof text);
    assert_string_equal(text, "The task is done, with 3 forbidden contacts");
    assert_int_equal(entries(&app, TASK_FORBIDDEN), 3);
    assert_int_equal(entries(&app, TASK_FINISHED), 1);
    assert_true(move(&app, PLATE, 1, 0, 0)); // it is over
    char *html = task_report_html(&app, run);
    assert_non_null(strstr(html, "Time: 2 min 05.0 s"));
    assert_non_null(strstr(html, "class=\"result bad\">The task is done, with 3 forbidden"));
    assert_non_null(strstr(html, "<td>forbidden contact</td><td>Plate and Ball</td>"));
    free(html);
    app_free(&app);
}

static void what_touched_from_the_beginning_is_not_counted(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    assert_true(move(&app, BALL, 0, 1.5, 0));
    begin(&app, HEAD "step \"Slide\"\npart \"Ball\"\ngoal outside low=-9,-9,-9 high=-1,9,9\n");
    assert_int_equal(task_sums(task_run(&app)).forbidden, 0);
    assert_true(move(&app, BALL, 3, 1.5, 0)); // in the plate all the time
    assert_int_equal(task_sums(task_run(&app)).forbidden, 0);
    assert_int_equal(task_run(&app)->phase, TASK_OVER);
    app_free(&app);
}

static void forbidden_parts_and_hands_that_are_held_count(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    begin(&app, HEAD "step \"Touch\"\npart \"Ball\"\ngoal contact #1\nforbid #0\n");
    app.document.move.contact = HAND_STOP;
    hand_hold(&app, true);
    for (int leg = 0; leg < 2; ++leg) { // down on one plate, up to the other
        ActionArgs args = move_args(BALL, vec3d(0, leg ? 40 : -10, 0));
        action_submit_merged(&app.queue, &action_part_move, &args, 11);
        app_apply_actions(&app);
        stages_wait(&app);
        assert_int_equal(app.hand.state, HAND_HELD);
    }
    assert_int_equal(task_sums(task_run(&app)).forbidden, 1);
    assert_int_equal(task_run(&app)->phase, TASK_OVER);
    assert_true(step(&app, 0)->done);
    app_free(&app);
}

static void joints_shapes_and_reports(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    add(&app, RING, PLATE, JOINT_SCREW, "at 40 0 0 along 0 1 0");
    add(&app, LID, PLATE, JOINT_HINGE, "at 0 40 0 along 1 0 0");
    static const char BAD[] = HEAD "step \"S\"\npart \"Ring\"\ngoal screw out\n";
    begin(&app, BAD);
    assert_null(task_run(&app));
    assert_non_null(strstr(last_notice(&app), ".task:5: the screw of Ring has no upper limit"));
    assert_true(limit(&app, RING, JOINT_TURN, "0 720"));
    begin(&app, HEAD "step \"S\"\npart \"Nobody\"\ngoal turn >= 1\n");
    assert_non_null(strstr(last_notice(&app), ".task:3: "));
    begin(&app, HEAD "step \"S\"\npart \"Ball\"\ngoal turn >= 1\n");
    assert_non_null(strstr(last_notice(&app), ".task:5: Ball hangs on no joint"));
    begin(&app,
          "title \"<b>&amp;\"\nabout \"\\\"A\\\"\"\nstep \"Swing <i>\"\npart #1\ngoal turn >= 30\n"
          "step \"Screw\"\npart \"Ring\"\ngoal screw out\n"
          "step \"Back\"\npart #1\ngoal turn <= 1\n"
          "step \"Bend\"\npart \"Ball\"\ngoal shape >= 0.3\ngoal shape <= 0.5\n");
    char words[160];
    assert_true(set(&app, LID, JOINT_TURN, 29));
    stages_wait(&app);
    assert_false(step(&app, 0)->done);
    task_goal_words(&app, task_run(&app), 0, 0, words, sizeof words);
    assert_string_equal(words, "turned by 29\xC2\xB0, at least 30\xC2\xB0 wanted");
    assert_true(set(&app, LID, JOINT_TURN, 31));
    stages_wait(&app);
    assert_true(step(&app, 0)->done);
    assert_true(set(&app, RING, JOINT_TURN, 719));
    stages_wait(&app);
    assert_false(step(&app, 1)->done);
    assert_true(set(&app, RING, JOINT_TURN, 5000)); // it stops at its limit
    stages_wait(&app);
    assert_true(step(&app, 1)->done);
    assert_true(step(&app, 2)->part == LID && task_step_state(task_run(&app), 2) == STEP_NOW);
    assert_true(set(&app, LID, JOINT_TURN, 0)); // the first step stays done
    stages_wait(&app);
    assert_true(step(&app, 0)->done && step(&app, 2)->done);
    char *html = task_report_html(&app, task_run(&app));
    assert_non_null(strstr(html, "<h1>&lt;b&gt;&amp;amp;</h1>"));
    assert_non_null(strstr(html, "Swing &lt;i&gt;"));
    assert_non_null(strstr(html, "3 of 4 steps are done"));
    assert_null(strstr(html, "<b>"));
    free(html);
    ActionArgs args = {.part = BALL, .index = 0, .number = 0.4};
    assert_true(app_do(&app, &action_part_deform, &args, 0));
    stages_wait(&app);
    assert_int_equal(task_run(&app)->phase, TASK_OVER);
    app_free(&app);
}

// --- the engine bay

static int32_t part(const App *app, const char *name)
{
    for (int32_t i = 0; i < app->assembly.part_count; ++i)
        if (strcmp(app->assembly.parts[i].name, name) == 0)
            return i;
    fail_msg("there is no %s", name);
    return NO_PART;
}

static bool shift(App *app, const char *name, double x, double y, double z)
{
    ActionArgs args = {.part = part(app, name)};
    args.placement = app->document.parts[args.part].placement;
    args.placement.p = vec3d_add(args.placement.p, vec3d(x, y, z));
    bool done = app_do(app, &action_part_move, &args, 0);
    stages_wait(app);
    return done;
}

static void turn(App *app, const char *name, double degrees)
{
    assert_true(set(app, part(app, name), JOINT_TURN, degrees));
    stages_wait(app);
}

static void the_alternator_comes_out_in_order_only(void **state)
{
    (void)state;
    App app;
    Error err = {""};
    assert_true(app_init(&app, &err));
    app.task.clock = test_clock;
    app.draws_nothing = true;
    ActionArgs args = {.part = NO_PART, .text = "alternator"};
    assert_true(app_do(&app, &action_task_open, &args, 0));
    stages_wait(&app);
    assert_non_null(task_run(&app));
    assert_int_equal(task_run(&app)->phase, TASK_GOES);
    assert_int_equal(task_run(&app)->task.step_count, 6);
    assert_int_equal(app.document.move.contact, HAND_SLIDE);
    static const char *const waits[] = {"Fan", "Alternator", "Battery"};
    for (size_t i = 0; i < sizeof waits / sizeof *waits; ++i)
        assert_false(shift(&app, waits[i], 1, 0, 0));
    assert_false(set(&app, part(&app, "Fixing wheel"), JOINT_TURN, 90));
    assert_non_null(strstr(last_notice(&app), "first: Open the hood"));
    turn(&app, "Hood", 40);
    assert_false(step(&app, 0)->done);
    turn(&app, "Hood", 65);
    assert_true(step(&app, 0)->done);
    assert_false(set(&app, part(&app, "Fixing wheel"), JOINT_TURN, 90));
    assert_non_null(strstr(last_notice(&app), "first: Remove the fan"));
    assert_true(shift(&app, "Fan", 24, 0, 0));
    assert_true(shift(&app, "Fan", 0, 560, 0));
    assert_true(step(&app, 1)->done);
    turn(&app, "Oil filter", 85);
    assert_true(step(&app, 2)->done);
    assert_false(shift(&app, "Alternator", -40, 0, 0));
    assert_non_null(strstr(last_notice(&app), "first: Push the hose aside"));
    args = (ActionArgs){.part = part(&app, "Cooling hose"),
                        .index = deform_index(&deform_push_aside),
                        .number = 0.65};
    assert_true(app_do(&app, &action_part_deform, &args, 0));
    stages_wait(&app);
    assert_true(step(&app, 3)->done);
    turn(&app, "Fixing wheel", 360);
    assert_true(step(&app, 4)->done);
    assert_true(shift(&app, "Alternator", -40, 0, 0));
    assert_int_equal(task_run(&app)->phase, TASK_GOES);
    assert_true(shift(&app, "Alternator", 0, 480, 0));
    assert_int_equal(task_run(&app)->phase, TASK_OVER);
    char text[TASK_TEXT];
    task_verdict(task_run(&app), text, sizeof text);
    assert_string_equal(text, "The task is done, without a forbidden contact");
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_task_falls_into_steps),
        cmocka_unit_test(what_is_wrong_is_named_with_its_line),
        cmocka_unit_test(sizes_are_limited_and_bytes_made_text),
        cmocka_unit_test(steps_are_done_in_their_order_and_no_other),
        cmocka_unit_test(contacts_that_count_are_counted_once_each),
        cmocka_unit_test(what_touched_from_the_beginning_is_not_counted),
        cmocka_unit_test(forbidden_parts_and_hands_that_are_held_count),
        cmocka_unit_test(joints_shapes_and_reports),
        cmocka_unit_test(the_alternator_comes_out_in_order_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
