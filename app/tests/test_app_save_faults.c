// Each system call and each allocation of saving, autosaving, recovering and ending fails once in
// turn: what is on the disk is the old or the new, whole; nothing fails without a word; and trying
// again works. Killed in the middle, nothing is left beside the scene after the next start.
// Linked with wrappers around those functions.
// ctest labels: threads
#include "app/actions/list_files.h"
#include "app/actions/list_parts.h"
#include "app/actions/list_path.h"
#include "app/session/autosave.h"
#include "app/session/scene_file.h"
#include "app/tests/scene_fixture.h"

#include <errno.h>
#include <glob.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/wait.h>

static const double NEVER = 1e6; // seconds until an autosave is due

// --- calls that fail

enum Call { WRITE, FSYNC, RENAME, CLOSE, UNLINK, FCHMOD, SYMLINK, MEMORY, CALLS };
static const char *const CALL_NAMES[] = {"write",  "fsync",  "rename",  "close",
                                         "unlink", "fchmod", "symlink", "allocation"};

static _Atomic int armed = CALLS; // the kind that fails
static _Atomic int fails_in;      // the so-many-th of them from now on
static _Atomic bool kills;        // it does not fail, the program ends

static bool fails(enum Call call)
{
    if (atomic_load(&armed) != (int)call || atomic_fetch_sub(&fails_in, 1) != 1)
        return false;
    if (atomic_load(&kills))
        raise(SIGKILL);
    errno = call == MEMORY ? ENOMEM : EIO;
    return true;
}

static void arm(enum Call call, int n)
{
    atomic_store(&fails_in, n);
    atomic_store(&armed, call);
}

// Whether it came that far.
static bool disarm(void)
{
    atomic_store(&armed, CALLS);
    return atomic_load(&fails_in) <= 0;
}

#define WRAPPED(type, name, call, bad, parameters, arguments)                                      \
    type __real_##name parameters;                                                                 \
    type __wrap_##name parameters;                                                                 \
    type __wrap_##name parameters                                                                  \
    {                                                                                              \
        return fails(call) ? (bad) : __real_##name arguments;                                      \
    }

WRAPPED(ssize_t, write, WRITE, -1, (int fd, const void *bytes, size_t size), (fd, bytes, size))
WRAPPED(int, fsync, FSYNC, -1, (int fd), (fd))
WRAPPED(int, rename, RENAME, -1, (const char *from, const char *to), (from, to))
WRAPPED(int, unlink, UNLINK, -1, (const char *path), (path))
WRAPPED(int, fchmod, FCHMOD, -1, (int fd, mode_t mode), (fd, mode))
WRAPPED(int, symlink, SYMLINK, -1, (const char *to, const char *path), (to, path))
WRAPPED(void *, malloc, MEMORY, NULL, (size_t size), (size))
WRAPPED(void *, calloc, MEMORY, NULL, (size_t count, size_t size), (count, size))
WRAPPED(void *, realloc, MEMORY, NULL, (void *old, size_t size), (old, size))
WRAPPED(char *, strdup, MEMORY, NULL, (const char *text), (text))

// What was to be closed is closed all the same, as on Linux.
int __real_close(int fd);
int __wrap_close(int fd);
int __wrap_close(int fd)
{
    bool bad = fails(CLOSE);
    int result = __real_close(fd), number = errno;
    errno = bad ? EIO : number;
    return bad ? -1 : result;
}

// --- a program that saves

static void settle(App *app)
{
    do
        stages_wait(app);
    while (save_waiting(app) > 0);
}

static void move_to(App *app, double x)
{
    ActionArgs args = move_args(0, vec3d(x, 4, 5));
    assert_true(app_do(app, &action_part_move, &args, 0));
    settle(app);
}

static App start_at(double x)
{
    App app = start();
    save_start_autosave(&app, NEVER);
    open_path(&app, in_folder("two.stl"));
    move_to(&app, x);
    return app;
}

static char *first_match(const char *pattern)
{
    glob_t found = {0};
    char *path = glob(in_folder(pattern), 0, NULL, &found) == 0 ? strdup(found.gl_pathv[0]) : NULL;
    globfree(&found);
    return path;
}

static bool is_there(const char *pattern)
{
    char *path = first_match(pattern);
    free(path);
    return path != NULL;
}

// Where the scene at this place has its first part; 0: there is no scene.
static double place_in(const char *pattern)
{
    char *path = first_match(pattern);
    if (!path)
        return 0;
    SceneFile scene;
    Error err = {""};
    if (!scene_file_read(&scene, path, &err))
        fail_msg("half a file: %s", err.text);
    assert_int_equal(scene.part_count, 2);
    double x = scene.parts[0].state.placement.p.x;
    scene_file_free(&scene);
    free(path);
    return x;
}

static bool has_error(const App *app)
{
    for (size_t i = 0; i < app->notice_count; ++i)
        if (app->notices[i].kind == NOTICE_ERROR)
            return true;
    return false;
}

// In a program of its own, as the next one is.
static void expect_next_start_to_clean_up(const char *when)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        char path[1024];
        App app = start();
        save_start_autosave(&app, NEVER);
        save_find_recoverable(&app, path, sizeof path);
        app_free(&app);
        _exit(0);
    }
    assert_true(child > 0 && waitpid(child, &status, 0) == child && status == 0);
    if (is_there(".snug-*") || is_there("snug/.snug-*") || is_there("snug/*.tmp*"))
        fail_msg("%s: temporary files are left after the next start", when);
}

typedef struct Counts {
    int old, new;
} Counts;

// Runs it with each call of each kind failing in turn. `attempt` returns false once the fault was
// not reached.
typedef bool Attempt(enum Call call, int n, const char *when, Counts *counts);
static Attempt recover_with_fault;

static void fail_in_turn(const char *name, Attempt *attempt)
{
    for (enum Call call = 0; call < CALLS; ++call) {
        Counts counts = {0};
        char when[100];
        // Recovering reads a whole scene: the fast tier takes every fifth of its allocations.
        int n = 1, step = attempt == recover_with_fault && call == MEMORY && !full_tier() ? 5 : 1;
        for (;; n += step) {
            snprintf(when, sizeof when, "%s, %s %d", name, CALL_NAMES[call], n);
            if (!attempt(call, n, when, &counts))
                break;
        }
        printf("RAN: %s: %d times failed %s: %d times the old stayed, %d times the new came\n",
               name, counts.old + counts.new, CALL_NAMES[call], counts.old, counts.new);
        // Writing needs all of these.
        if (strcmp(name, "saving") == 0 && n == 1)
            fail_msg("saving calls no %s", CALL_NAMES[call]);
    }
}

// --- saving

static bool save_with_fault(enum Call call, int n, const char *when, Counts *counts)
{
    App app = start_at(1);
    assert_true(do_text(&app, &action_file_save, in_folder("s.json")));
    settle(&app);
    move_to(&app, 2);
    save_before_risk(&app);
    settle(&app);
    assert_true(place_in("s.json") == 1 && place_in("snug/autosave-*.json") == 2);
    app.notice_count = 0;
    arm(call, n);
    do_text(&app, &action_file_save, in_folder("s.json"));
    settle(&app);
    bool reached = disarm();
    double x = place_in("s.json");
    bool said = has_notice(&app, "Saved s.json");
    stages_update(&app, 0); // finds what has changed
    if (x != 1 && x != 2)
        fail_msg("%s: the part is at %g", when, x);
    if (x == 1 && (said || !has_error(&app) || !save_is_dirty(&app)))
        fail_msg("%s: nothing was saved, but %s", when, said ? "it says so" : "nobody knows");
    if (x == 2 && !said && !has_error(&app))
        fail_msg("%s: it was saved without a word", when);
    if (reached && call == FSYNC && !has_error(&app))
        fail_msg("%s: it may not be on the disk, but nobody knows", when);
    if (said && is_there("snug/autosave-*.json") && !has_error(&app))
        fail_msg("%s: an autosave stayed without a word", when);
    *(x == 1 ? &counts->old : &counts->new) += reached;
    assert_true(do_text(&app, &action_file_save, in_folder("s.json")));
    settle(&app);
    stages_update(&app, 0);
    if (place_in("s.json") != 2 || save_is_dirty(&app))
        fail_msg("%s: a second time it is not saved either", when);
    app_free(&app);
    expect_next_start_to_clean_up(when);
    return reached;
}

static void saving_fails_at_each_call(void **state)
{
    (void)state;
    fail_in_turn("saving", save_with_fault);
}

// --- autosaving

static bool autosave_with_fault(enum Call call, int n, const char *when, Counts *counts)
{
    App app = start_at(1);
    save_before_risk(&app);
    settle(&app);
    move_to(&app, 2);
    arm(call, n);
    save_before_risk(&app);
    settle(&app);
    bool reached = disarm();
    double x = place_in("snug/autosave-*.json");
    if (x != 1 && x != 2)
        fail_msg("%s: the part is at %g", when, x);
    if (x == 1 && !has_error(&app))
        fail_msg("%s: nothing was kept, but nobody knows", when);
    if (reached && call == FSYNC && !has_error(&app))
        fail_msg("%s: it may not be on the disk, but nobody knows", when);
    *(x == 1 ? &counts->old : &counts->new) += reached;
    save_before_risk(&app);
    settle(&app);
    if (place_in("snug/autosave-*.json") != 2)
        fail_msg("%s: it is not tried again", when);
    app_free(&app);
    assert_false(is_there("snug/autosave-*.json"));
    expect_next_start_to_clean_up(when);
    return reached;
}

static void autosaving_fails_at_each_call(void **state)
{
    (void)state;
    fail_in_turn("autosaving", autosave_with_fault);
}

// --- ending

static char *end_of_stderr(App *app, enum Call call, int n, bool *reached)
{
    const char *path = in_folder("stderr.txt");
    fflush(stderr);
    int before = dup(STDERR_FILENO);
    FILE *file = fopen(path, "w+e");
    assert_true(before >= 0 && file && dup2(fileno(file), STDERR_FILENO) >= 0);
    arm(call, n);
    app_free(app);
    *reached = disarm();
    fflush(stderr);
    dup2(before, STDERR_FILENO);
    close(before);
    fclose(file);
    return read_text(path);
}

static bool end_with_fault(enum Call call, int n, const char *when, Counts *counts)
{
    App app = start_at(1);
    save_before_risk(&app);
    settle(&app);
    bool reached;
    char *said = end_of_stderr(&app, call, n, &reached);
    bool left = is_there("snug/autosave-*.json");
    if (left && !strstr(said, "cannot remove this autosave"))
        fail_msg("%s: the autosave is left without a word", when);
    *(left ? &counts->old : &counts->new) += reached;
    free(said);
    char *path = first_match("snug/autosave-*.json");
    if (path)
        unlink(path);
    free(path);
    return reached;
}

static void ending_fails_at_each_call(void **state)
{
    (void)state;
    fail_in_turn("ending", end_with_fault);
}

// --- programs that are killed

static void await_death(pid_t child)
{
    int status = 0;
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

// What a program that was killed has left; made once.
static void leave_autosave(void)
{
    static char *text;
    if (!text) {
        pid_t child = fork();
        if (child == 0) {
            App app = start_at(3);
            save_before_risk(&app);
            settle(&app);
            raise(SIGKILL);
        }
        await_death(child);
        char *path = first_match("snug/autosave-*.json");
        text = read_text(path);
        free(path);
        return;
    }
    write_text(in_folder("snug/autosave-1-1.json"), text);
    write_text(in_folder("snug/autosave-1-1.json.lock"), "");
}

static bool recover_with_fault(enum Call call, int n, const char *when, Counts *counts)
{
    leave_autosave();
    char path[1024];
    App app = start();
    save_start_autosave(&app, NEVER);
    assert_true(save_find_recoverable(&app, path, sizeof path));
    arm(call, n);
    save_recover(&app, path);
    settle(&app);
    bool reached = disarm();
    bool opened = app.assembly.part_count == 2;
    if (place_in("snug/autosave-*.json") != 3)
        fail_msg("%s: what was left is lost", when);
    if (opened && (app.document.parts[0].placement.p.x != 3 || !save_is_dirty(&app)))
        fail_msg("%s: something else was recovered", when);
    bool left = access(path, F_OK) == 0;
    if ((!opened || left) && !has_error(&app))
        fail_msg("%s: it was not recovered, or will be offered again, without a word", when);
    *(left ? &counts->old : &counts->new) += reached;
    Error err;
    app_free(&app);
    if (left)
        assert_true(autosave_discard(path, &err));
    return reached;
}

static void recovering_fails_at_each_call(void **state)
{
    (void)state;
    fail_in_turn("recovering", recover_with_fault);
}

// At each of these calls the program ends instead. What it was writing is gone after the next start,
// wherever it was.
static bool killed_at(enum Call call, int n, const char *when, Counts *counts)
{
    write_text(in_folder("k.json"), "old");
    pid_t child = fork();
    int status = 0;
    if (child == 0) {
        App app = start_at(5);
        atomic_store(&kills, true);
        arm(call, n);
        do_text(&app, &action_file_save, in_folder("k.json"));
        settle(&app);
        _exit(0);
    }
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    char *text = read_text(in_folder("k.json"));
    bool old = strcmp(text, "old") == 0;
    free(text);
    if (!old && place_in("k.json") != 5)
        fail_msg("%s: neither the old file nor the new one", when);
    expect_next_start_to_clean_up(when);
    *(old ? &counts->old : &counts->new) += WIFSIGNALED(status);
    return WIFSIGNALED(status);
}

static void killed_at_each_call_nothing_is_left(void **state)
{
    (void)state;
    for (enum Call call = 0; call < MEMORY; ++call) {
        Counts counts = {0};
        char when[100];
        int n = 0;
        do
            snprintf(when, sizeof when, "killed at %s %d", CALL_NAMES[call], ++n);
        while (killed_at(call, n, when, &counts));
        printf("RAN: %d times killed at %s: %d times the old stayed, %d times the new came\n",
               n - 1, CALL_NAMES[call], counts.old, counts.new);
        assert_true(n > 1);
    }
}

static int set_up(void **state)
{
    if (make_folder(state) != 0 || setenv("XDG_STATE_HOME", folder, 1) != 0)
        return -1;
    copy_file(MESHES "two.stl", in_folder("two.stl"));
    return 0;
}

// --- a path that was recorded

// It counts as saved when it is on the disk: who asks for it before quitting must not lose it.
static void a_path_that_was_not_written_is_not_saved(void **state)
{
    (void)state;
    static const enum Call CALLS_OF_WRITING[] = {WRITE, FSYNC, RENAME};
    App app = start_at(1);
    assert_true(app_do(&app, &action_path_record, &(ActionArgs){.flag = true}, 0));
    move_to(&app, 2);
    assert_true(app_do(&app, &action_path_record, &(ActionArgs){.flag = false}, 0));
    assert_true(app.path.unsaved);
    for (int i = 0; i < 3; ++i) {
        app.notice_count = 0;
        arm(CALLS_OF_WRITING[i], 1);
        assert_true(do_text(&app, &action_path_save, in_folder("a.path")));
        settle(&app);
        assert_true(disarm());
        assert_true(has_error(&app) && app.path.unsaved && !app.path.file[0]);
    }
    assert_true(do_text(&app, &action_path_save, in_folder("a.path")));
    settle(&app);
    assert_true(!app.path.unsaved && strcmp(app.path.file, in_folder("a.path")) == 0);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(saving_fails_at_each_call),
        cmocka_unit_test(autosaving_fails_at_each_call),
        cmocka_unit_test(ending_fails_at_each_call),
        cmocka_unit_test(recovering_fails_at_each_call),
        cmocka_unit_test(killed_at_each_call_nothing_is_left),
        cmocka_unit_test(a_path_that_was_not_written_is_not_saved),
    };
    return cmocka_run_group_tests(tests, set_up, remove_folder);
}
