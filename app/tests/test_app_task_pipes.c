// The goal "joined", and the task of the scene "Ship pipes": pipe ends exactly on pipe ends, in their order, with
// the safety distances that the task sets.
#include "app/actions/list.h"
#include "app/document/field_actions.h"
#include "app/document/move_settings.h"
#include "app/io/file.h"
#include "app/scenes/scene.h"
#include "app/script/task_run.h"
#include "app/tests/joint_fixture.h"

#include <stdio.h>
#include <unistd.h>

#define END_RADIUS 100.0 // of the flanges of the line

static int open_pipes(void **state)
{
    App *app = calloc(1, sizeof *app);
    Error err = {""};
    assert_non_null(app);
    assert_true(app_init(app, &err));
    app->draws_nothing = true;
    assert_true(stages_open_scene(app, SCENE_ship_pipes, &err));
    stages_wait(app);
    *state = app;
    return 0;
}

static int close_pipes(void **state)
{
    app_free(*state);
    free(*state);
    return 0;
}

static void begin(App *app, const char *called)
{
    ActionArgs args = {.part = NO_PART};
    snprintf(args.text, sizeof args.text, "%s", called);
    assert_true(app_do(app, &action_task_open, &args, 0));
    stages_wait(app);
}

static void begin_text(App *app, const char *text)
{
    char path[80];
    Error err = {""};
    snprintf(path, sizeof path, "/tmp/snug-test-pipes-%ld.task", (long)getpid());
    assert_true(file_write_atomic(path, text, strlen(text), &err));
    begin(app, path);
    unlink(path);
}

static int32_t part(const App *app, const char *name)
{
    int32_t i = assembly_find(&app->assembly, name);
    assert_true(i >= 0);
    return i;
}

// Turned about its own x, which is the axis of its ends, with its origin there.
static bool put_turned(App *app, const char *name, double x, double y, double z, double roll)
{
    ActionArgs args = {.part = part(app, name), .placement = affine_rotation(vec3d(1, 0, 0), roll)};
    args.placement.p = vec3d(x, y, z);
    bool done = app_do(app, &action_part_move, &args, 0);
    stages_wait(app);
    return done;
}

static bool put(App *app, const char *name, double x, double y, double z)
{
    return put_turned(app, name, x, y, z, 0);
}

static bool done(const App *app, int step)
{
    return task_run(app)->steps[step].done;
}

static void assert_goal_says(const App *app, int step, const char *words)
{
    char text[160];
    task_goal_words(app, task_run(app), step, 0, text, sizeof text);
    assert_string_equal(text, words);
}

#define HEAD "title \"T\"\nabout \"A\"\nstep \"S\"\n"

static void what_cannot_be_joined_is_named_with_its_line(void **state)
{
    App *app = *state;
    begin_text(app, HEAD "part \"Valve\"\ngoal joined \"Deck\"\n");
    assert_null(task_run(app));
    assert_non_null(strstr(last_notice(app), ".task:5: Deck has no pipe end"));
    begin_text(app, HEAD "part \"Bench\"\ngoal turn >= 1\ngoal joined \"Valve\"\n");
    assert_non_null(strstr(last_notice(app), ".task:5: Bench hangs on no joint"));
    begin_text(app, HEAD "part \"Bench\"\ngoal joined \"Valve\"\n");
    assert_non_null(strstr(last_notice(app), ".task:5: Bench has no pipe end"));
    begin_text(app, HEAD "part \"Valve\"\ngoal joined \"Valve\"\n");
    assert_non_null(strstr(last_notice(app), ".task:5: Valve cannot be joined to itself"));
    begin_text(app, HEAD "part \"Valve\"\ngoal joined \"Nothing\"\n");
    assert_non_null(strstr(last_notice(app), ".task:5: "));
    assert_null(task_run(app));
}

// Beside it by a little more than is allowed, or rolled: no.
static void only_exactly_is_joined(void **state)
{
    App *app = *state;
    const double more = 1.01e-6 * END_RADIUS, less = 0.99e-6 * END_RADIUS,
                 hole = 0.7853981633974483;
    begin_text(app, HEAD "part \"Valve\"\ngoal joined \"Fixed end 1\"\n");
    assert_non_null(task_run(app));
    assert_goal_says(app, 0, "not joined yet to Fixed end 1");
    const double off[][3] = {{more, 0, 0}, {-more, 0, 0}, {0, more, 0}, {0, 0, -more}};
    for (size_t i = 0; i < sizeof off / sizeof *off; ++i) {
        assert_true(put(app, "Valve", 260 + off[i][0], 720 + off[i][1], 810 + off[i][2]));
        assert_false(task_run(app)->steps[0].met[0]);
    }
    assert_true(put_turned(app, "Valve", 260, 720, 810, 2e-6));
    assert_false(task_run(app)->steps[0].met[0]);
    assert_true(put(app, "Valve", 140, 720, 430)); // the wider pipe beside, and the wrong way round
    assert_false(task_run(app)->steps[0].met[0]);
    assert_true(put_turned(app, "Valve", 260 + less, 720, 810, hole)); // bolt holes over bolt holes
    assert_true(task_run(app)->steps[0].met[0]);
    assert_goal_says(app, 0, "joined to Fixed end 1");
}

static void refuse(App *app, const char *name, const char *why)
{
    Affine home = app->document.parts[part(app, name)].placement;
    if (put(app, name, 0, 900, 900))
        fail_msg("%s can be moved", name);
    if (!strstr(last_notice(app), why))
        fail_msg("%s: %s", name, last_notice(app));
    assert_true(affine_equal(&home, &app->document.parts[part(app, name)].placement));
}

static const WatchedPair *watched(const App *app, const char *a, const char *b)
{
    int32_t first = part(app, a), second = part(app, b);
    for (size_t i = 0; i < app->watch.count; ++i) {
        const WatchedPair *pair = &app->watch.pairs[i];
        if ((pair->a == first && pair->b == second) || (pair->a == second && pair->b == first))
            return pair;
    }
    fail_msg("%s and %s have no safety distance", a, b);
    return NULL;
}

// Joined, but nearer than it has to be: that counts, and the step is not done.
static void what_is_joined_too_near_counts(void **state)
{
    App *app = *state;
    assert_true(put(app, "Valve", 260, 720, 810) && put(app, "Straight pipe", 380, 720, 810));
    assert_true(put(app, "Reducer", 140, 720, 430) && put(app, "T-piece", 455, 720, 430));
    begin_text(app, "title \"T\"\nabout \"A\"\n"
                    "rules.add text=\"clearance \\\"Return bend\\\" Pillar 45mm\"\n"
                    "step \"S\"\npart \"Return bend\"\n"
                    "goal joined \"Straight pipe\"\ngoal joined \"T-piece\"\n");
    const TaskRun *run = task_run(app);
    assert_non_null(run);
    assert_true(put(app, "Return bend", 620, 720, 620));
    assert_true(run->steps[0].met[0] && run->steps[0].met[1]);
    assert_false(done(app, 0));
    assert_int_equal(task_sums(run).forbidden, 1);
    char *html = task_report_html(app, run);
    assert_non_null(strstr(html, "<td>Pillar and Return bend</td>"));
    free(html);
}

static void the_line_is_put_together_in_order_only(void **state)
{
    App *app = *state;
    begin(app, "pipes");
    const TaskRun *run = task_run(app);
    assert_non_null(run);
    assert_int_equal(run->phase, TASK_GOES);
    assert_int_equal(run->task.step_count, 7);
    assert_int_equal(app->document.move.contact, HAND_SLIDE);
    assert_int_equal(task_sums(run).forbidden, 0);
    refuse(app, "Straight pipe", "first: Mount the valve");
    refuse(app, "T-piece", "first: Mount the reducer");
    refuse(app, "Return bend", "first: Mount the valve");
    refuse(app, "Bench", "it stays where it is in this task");
    assert_false(set(app, part(app, "Handwheel"), JOINT_TURN, 30));
    assert_non_null(
        strstr(last_notice(app), "Handwheel: its turn is later; first: Mount the valve"));
    int32_t wheel = part(app, "Handwheel");
    assert_true(put(app, "Valve", 260, 720, 810)); // and the wheel comes along
    assert_true(vec3d_distance(app->document.parts[wheel].placement.p, vec3d(260, 720, 810)) <
                1e-9);
    assert_true(done(app, 0) && !done(app, 1));
    refuse(app, "Return bend", "first: Mount the straight pipe");
    assert_true(put(app, "Straight pipe", 380, 720, 810) && done(app, 1));
    assert_true(put(app, "Reducer", 140, 720, 430) && done(app, 2));
    assert_true(put(app, "T-piece", 455, 720, 430) && done(app, 3));
    assert_true(put(app, "Return bend", 620, 720, 620) && done(app, 4));
    assert_true(fabs(watched(app, "Return bend", "Ballast pipe")->distance.value - 38.5) < 1e-6);
    assert_true(fabs(watched(app, "Return bend", "Pillar")->distance.value - 38.5) < 0.05);
    assert_false(set(app, wheel, JOINT_TURN, 30));
    assert_non_null(strstr(last_notice(app), "first: Close the branch"));
    assert_true(put(app, "Cover flange", 455, 885, 430) && done(app, 5));
    assert_true(set(app, wheel, JOINT_TURN, 360));
    stages_wait(app);
    assert_int_equal(task_run(app)->phase, TASK_OVER);
    assert_true(watched(app, "Handwheel", "Bulkhead")->distance.value > 45);
    assert_int_equal(app->fit.of_kind[FIT_INTERFERENCE], 0);
    char *html = task_report_html(app, task_run(app));
    assert_non_null(strstr(html, "The task is done, without a forbidden contact<"));
    free(html);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_cannot_be_joined_is_named_with_its_line, open_pipes,
                                        close_pipes),
        cmocka_unit_test_setup_teardown(only_exactly_is_joined, open_pipes, close_pipes),
        cmocka_unit_test_setup_teardown(what_is_joined_too_near_counts, open_pipes, close_pipes),
        cmocka_unit_test_setup_teardown(the_line_is_put_together_in_order_only, open_pipes,
                                        close_pipes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
