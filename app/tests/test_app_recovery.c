// Autosaves and what a crash leaves: programs are killed while they work, save and recover, and
// nothing that was kept is lost, offered twice or older than what was saved.
// ctest labels: threads
#include "app/actions/list.h"
#include "app/document/field_actions.h"
#include "app/stages/rows.h"
#include "app/tests/scene_fixture.h"
#include "core/base/rng.h"
#include "core/hybrid/variants.h"

#include <glob.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

static const double NEVER = 1e6; // seconds until an autosave is due

// The program of a child, which ends by being killed.
static _Noreturn void die(void)
{
    raise(SIGKILL);
    abort();
}

static void await_death(pid_t child)
{
    int status;
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

static App start_saving(double period)
{
    App app = start();
    save_start_autosave(&app, period);
    return app;
}

static void settle(App *app)
{
    do
        stages_wait(app);
    while (save_waiting(app) > 0);
}

static bool autosave_is_there(void)
{
    glob_t found = {0};
    bool there = glob(in_folder("snug/autosave-*.json"), 0, NULL, &found) == 0;
    globfree(&found);
    return there;
}

static void await_autosave(App *app)
{
    while (!autosave_is_there() || save_waiting(app) > 0)
        stages_update(app, 0);
}

static void move_to(App *app, double x)
{
    ActionArgs args = move_args(0, vec3d(x, 4, 5));
    assert_true(app_do(app, &action_part_move, &args, 0));
}

static void expect_nothing_left(void)
{
    char path[1024];
    App app = start_saving(NEVER);
    assert_false(save_find_recoverable(&app, path, sizeof path));
    app_free(&app);
    assert_false(autosave_is_there());
}

// Opens what was left and returns where its first part is; a clean end follows.
static double recover(void)
{
    App app = start_saving(NEVER);
    char path[1024] = "";
    assert_true(save_find_recoverable(&app, path, sizeof path));
    save_recover(&app, path);
    settle(&app);
    assert_int_equal(app.assembly.part_count, 2);
    assert_true(save_is_dirty(&app));
    assert_false(save_find_recoverable(&app, path, sizeof path));
    assert_true(app.document.parts[0].placement.p.y == 4);
    assert_string_equal(app.assembly.title, "Recovered work"); // no scene was saved before
    double x = app.document.parts[0].placement.p.x;
    app_free(&app);
    return x;
}

static void crash_with_part_at(double x)
{
    copy_file(MESHES "two.stl", in_folder("two.stl"));
    pid_t child = fork();
    if (child == 0) {
        App app = start_saving(0);
        open_path(&app, in_folder("two.stl"));
        move_to(&app, x);
        await_autosave(&app);
        die();
    }
    await_death(child);
}

static void what_a_crash_leaves_is_recovered(void **state)
{
    (void)state;
    crash_with_part_at(3);
    assert_true(recover() == 3);
    expect_nothing_left();
}

// Killed at some moment of a long drag: what is kept is one of the states there were.
static void a_kill_at_work_leaves_some_state(void **state)
{
    (void)state;
    enum { ROUNDS = 8 };
    Rng rng = rng_create(12);
    copy_file(MESHES "two.stl", in_folder("two.stl"));
    for (int round = 0; round < ROUNDS; ++round) {
        pid_t child = fork();
        if (child == 0) {
            App app = start_saving(0);
            open_path(&app, in_folder("two.stl"));
            for (int i = 1;; ++i) {
                move_to(&app, i);
                stages_update(&app, 0);
            }
        }
        assert_true(child > 0);
        while (!autosave_is_there())
            nanosleep(&(struct timespec){0, 1000000}, NULL);
        nanosleep(&(struct timespec){0, rng_below(&rng, 30000000)}, NULL);
        kill(child, SIGKILL);
        await_death(child);
        double x = recover();
        if (!(x >= 1 && x == floor(x)))
            fail_msg("seed 12, round %d: the part is at %.17g", round, x);
        expect_nothing_left();
    }
    printf("RAN: killed %d times at work, each time recovered\n", ROUNDS);
}

// A program that recovers may be killed as well: the old autosave goes only when there is a new
// one.
static void a_kill_while_recovering_loses_nothing(void **state)
{
    (void)state;
    enum { ROUNDS = 16 };
    Rng rng = rng_create(13);
    crash_with_part_at(7);
    for (int round = 0; round < ROUNDS; ++round) {
        bool at_once = round % 2 == 0; // in the moment when it is open
        pid_t child = fork();
        if (child == 0) {
            char path[1024] = "";
            App app = start_saving(NEVER);
            if (!save_find_recoverable(&app, path, sizeof path))
                _exit(3); // seen by await_death
            save_recover(&app, path);
            while (!at_once || app.assembly.part_count == 0)
                stages_update(&app, 0);
            die();
        }
        assert_true(child > 0);
        if (!at_once) {
            nanosleep(&(struct timespec){0, rng_below(&rng, 40000000)}, NULL);
            kill(child, SIGKILL);
        }
        await_death(child);
    }
    assert_true(recover() == 7);
    expect_nothing_left();
    printf("RAN: killed %d times while recovering\n", ROUNDS);
}

// What is on the disk, or was given up, is not offered again: it would be older than what is there.
static void nothing_is_offered_after_saving_or_discarding(void **state)
{
    (void)state;
    copy_file(MESHES "two.stl", in_folder("two.stl"));
    for (int saves = 0; saves < 2; ++saves) {
        pid_t child = fork();
        if (child == 0) {
            App app = start_saving(0);
            open_path(&app, in_folder("two.stl"));
            move_to(&app, 3);
            await_autosave(&app);
            if (saves)
                do_text(&app, &action_file_save, in_folder("kept.json"));
            else
                open_path(&app, in_folder("two.stl"));
            settle(&app);
            die();
        }
        await_death(child);
        expect_nothing_left();
    }
    char *text = read_text(in_folder("kept.json"));
    assert_non_null(strstr(text, "[1, 0, 0, 3]"));
    free(text);
}

static void write_sheet(const char *path, int n)
{
    FILE *file = fopen(path, "we");
    assert_non_null(file);
    for (int y = 0; y <= n; ++y)
        for (int x = 0; x <= n; ++x)
            fprintf(file, "v %d %d %d\n", x, (x * y) % 7, y);
    for (int y = 0; y < n; ++y)
        for (int x = 0; x < n; ++x) {
            int a = y * (n + 1) + x + 1;
            fprintf(file, "f %d %d %d\nf %d %d %d\n", a, a + n + 1, a + 1, a + 1, a + n + 1,
                    a + n + 2);
        }
    assert_int_equal(fclose(file), 0);
}

// Long before an autosave is due, a long build begins with one; a short one does not.
static void work_is_kept_before_long_builds(void **state)
{
    (void)state;
    enum { SIDE = 160 };
    assert_true(2 * SIDE * SIDE >= LONG_BUILD_TRIANGLES);
    write_sheet(in_folder("large.obj"), SIDE);
    write_sheet(in_folder("small.obj"), 4);
    const ActionArgs volume = {.index = 1};
    App app = start_saving(NEVER);
    open_path(&app, in_folder("small.obj"));
    assert_true(app_do(&app, &action_build_volume, &volume, 0));
    settle(&app);
    assert_false(autosave_is_there());
    open_path(&app, in_folder("large.obj"));
    assert_false(autosave_is_there());
    assert_true(app_do(&app, &action_build_volume, &(ActionArgs){.index = 0}, 0));
    settle(&app);
    assert_true(autosave_is_there());
    app_free(&app);
    assert_false(autosave_is_there());
    // And a hierarchy over many primitives.
    App other = start_saving(NEVER);
    open_path(&other, in_folder("small.obj"));
    for (int i = 0; i < LONG_BUILD_PRIMITIVES; ++i) {
        ActionArgs ball = {0};
        snprintf(ball.text, sizeof ball.text, "sphere %d 0 0 1", i);
        assert_true(app_do(&other, &action_primitive_add, &ball, 0));
    }
    stages_update(&other, 0);
    assert_false(autosave_is_there());
    assert_true(app_do(&other, &action_hybrid_builder,
                       &(ActionArgs){.index = hybrid_builder_index(&hybrid_merging)}, 0));
    assert_true(app_do(&other, &action_hybrid_build, &(ActionArgs){.flag = true}, 0));
    settle(&other);
    assert_true(autosave_is_there());
    app_free(&other);
}

// Two scenes take turns at one place until the program is killed at some moment: what is there is
// always one of the two, whole.
static void a_kill_while_saving_leaves_a_whole_file(void **state)
{
    (void)state;
    enum { ROUNDS = 40 };
    Rng rng = rng_create(11);
    copy_file(MESHES "two.stl", in_folder("two.stl"));
    char *texts[2];
    App app = start();
    open_path(&app, in_folder("two.stl"));
    for (int i = 0; i < 2; ++i) {
        ActionArgs args = move_args(0, vec3d(i, 4, 5));
        app_do(&app, &action_part_move, &args, 0);
        assert_true(do_text(&app, &action_file_save, in_folder("both.json")));
        texts[i] = read_text(in_folder("both.json"));
    }
    app_free(&app);
    int seen[2] = {0};
    for (int round = 0; round < ROUNDS; ++round) {
        pid_t child = fork();
        if (child == 0) {
            Error err;
            for (int i = 0;; ++i)
                file_write_atomic(in_folder("both.json"), texts[i % 2], strlen(texts[i % 2]), &err);
        }
        assert_true(child > 0);
        nanosleep(&(struct timespec){0, 200000 + rng_below(&rng, 20000000)}, NULL);
        kill(child, SIGKILL);
        assert_int_equal(waitpid(child, NULL, 0), child);
        char *text = read_text(in_folder("both.json"));
        int which = strcmp(text, texts[0]) == 0 ? 0 : 1;
        if (strcmp(text, texts[which]) != 0)
            fail_msg("seed 11, round %d: half a file:\n%s", round, text);
        ++seen[which];
        free(text);
    }
    free(texts[0]);
    free(texts[1]);
    printf("RAN: killed %d times while saving; the one file was there %d times, the other %d\n",
           ROUNDS, seen[0], seen[1]);
}

static int set_up(void **state)
{
    return make_folder(state) == 0 ? setenv("XDG_STATE_HOME", folder, 1) : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_crash_leaves_is_recovered),
        cmocka_unit_test(a_kill_at_work_leaves_some_state),
        cmocka_unit_test(a_kill_while_recovering_loses_nothing),
        cmocka_unit_test(nothing_is_offered_after_saving_or_discarding),
        cmocka_unit_test(work_is_kept_before_long_builds),
        cmocka_unit_test(a_kill_while_saving_leaves_a_whole_file),
    };
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
