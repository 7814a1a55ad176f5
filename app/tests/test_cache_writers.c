// The folder of the cache: its limits, and writers that meet, that are killed at any system call, or
// that run out of space. None of them leaves anything that is taken for an entry.
#include "app/tests/cache_fixture.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// --- system calls at which a writer is killed

enum Call { WRITE, CLOSE, RENAME, CALLS };
static const char *const CALL_NAMES[CALLS] = {"write", "close", "rename"};
static int kill_at[CALLS]; // the how manieth call; 0: none

static void pass(enum Call call)
{
    if (kill_at[call] > 0 && --kill_at[call] == 0)
        raise(SIGKILL);
}

ssize_t __real_write(int fd, const void *bytes, size_t size);
ssize_t __wrap_write(int fd, const void *bytes, size_t size);
ssize_t __wrap_write(int fd, const void *bytes, size_t size)
{
    pass(WRITE);
    return __real_write(fd, bytes, size);
}
int __real_close(int fd);
int __wrap_close(int fd);
int __wrap_close(int fd)
{
    pass(CLOSE);
    return __real_close(fd);
}
int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to)
{
    pass(RENAME);
    return __real_rename(from, to);
}

// --- limits

static Digest numbered(int number)
{
    DigestState state = cache_key(CACHE_TREE);
    digest_add(&state, &number, sizeof number);
    return digest_end(&state);
}

static void what_was_used_longest_ago_goes(void **state)
{
    (void)state;
    enum { SIZE = 3 << 20, COUNT = 20 };
    char *bytes = calloc(1, SIZE);
    cache_end();
    setenv("SNUG_CACHE_SIZE", "20MB", 1);
    cache_begin();
    for (int i = 0; i < COUNT; ++i) {
        Digest key = numbered(i), first = numbered(0);
        CacheEntry entry;
        cache_keep(CACHE_TREE, &key, &(Piece){bytes, SIZE}, 1);
        CacheList list = listed();
        assert_true(list.bytes <= 20000000 && list.count > 0);
        cache_list_free(&list);
        if (!cache_open(CACHE_TREE, &first, &entry)) // is used all the time
            fail_msg("what was used last is gone after %d", i);
        cache_close(&entry, true);
        nanosleep(&(struct timespec){.tv_nsec = 11000000}, NULL); // times on disks have steps
    }
    Digest last = numbered(COUNT - 1), second = numbered(1);
    assert_true(cache_has(CACHE_TREE, &last) && !cache_has(CACHE_TREE, &second));
    // One that is too large is not even tried.
    size_t before = entry_count();
    Digest large = numbered(COUNT);
    Piece pieces[4] = {{bytes, SIZE}, {bytes, SIZE}, {bytes, SIZE}, {bytes, SIZE}};
    cache_keep(CACHE_TREE, &large, pieces, 4);
    assert_true(!cache_has(CACHE_TREE, &large) && entry_count() == before);
    free(bytes);
}

static void sizes_are_said_well(void **state)
{
    (void)state;
    Error err = {""};
    setenv("SNUG_CACHE_SIZE", "off", 1);
    assert_true(cache_limit(&err) == 0 && !err.text[0]);
    setenv("SNUG_CACHE_SIZE", "none", 1);
    assert_true(cache_limit(&err) == UINT64_MAX && !err.text[0]);
    setenv("SNUG_CACHE_SIZE", "lots", 1);
    assert_true(cache_limit(&err) == UINT64_C(2000000000) && strstr(err.text, "lots"));
    unsetenv("SNUG_CACHE_SIZE");
    cache_end();
    setenv("SNUG_CACHE_SIZE", "off", 1);
    cache_begin();
    assert_false(cache_is_on());
    unsetenv("SNUG_CACHE_SIZE");
}

static void without_a_folder_it_works_as_well(void **state)
{
    (void)state;
    Error note;
    char before[PATH_MAX];
    snprintf(before, sizeof before, "%s", getenv("XDG_CACHE_HOME"));
    write_text(in_home("file"), "");
    setenv("XDG_CACHE_HOME", in_home("file"), 1);
    cache_end();
    cache_begin();
    assert_true(!cache_is_on() && cache_take_note(&note) && !cache_take_note(&note));
    ImportResult result = import(MESHES "two.stl", NULL);
    import_result_free(&result);
    setenv("XDG_CACHE_HOME", before, 1);
}

// As on a full disk: no more than so many bytes can be written.
static void a_full_disk_is_told_once(void **state)
{
    (void)state;
    Error note;
    struct rlimit usual, little = {300, RLIM_INFINITY};
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &usual), 0);
    little.rlim_max = usual.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &little), 0);
    for (int i = 0; i < 3; ++i) {
        ImportResult result = import(i == 1 ? MESHES "cube.ply" : MESHES "two.stl", NULL);
        import_result_free(&result);
        bool told = cache_take_note(&note);
        if (told != (i == 0)) // tried once
            break;
    }
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &usual), 0);
    signal(SIGXFSZ, SIG_DFL);
    assert_false(cache_take_note(&note));
    assert_int_equal(cache_counts().kept[CACHE_IMPORT], 0);
    CacheList list = listed();
    assert_int_equal(list.count, 0);
    cache_list_free(&list);
}

// --- others at the same time

static bool holds(const Digest *key, const char *bytes, size_t size)
{
    CacheEntry entry;
    char *read = malloc(size);
    bool sound = true;
    if (cache_open(CACHE_TREE, key, &entry)) {
        sound = cache_next(&entry, read, size) && memcmp(read, bytes, size) == 0;
        cache_close(&entry, sound);
    }
    free(read);
    return sound;
}

static void clear(void)
{
    size_t count;
    uint64_t bytes;
    Error err;
    assert_true(cache_clear(folder(), &count, &bytes, &err));
}

static void writers_do_not_disturb_each_other(void **state)
{
    (void)state;
    enum { SIZE = 300000, WRITERS = 3, TIMES = 40 };
    char *bytes = malloc(SIZE);
    for (int i = 0; i < SIZE; ++i)
        bytes[i] = (char)(i * 31 >> 3);
    Digest key = numbered(1);
    pid_t children[WRITERS];
    for (int w = 0; w < WRITERS; ++w) {
        children[w] = fork();
        if (children[w] == 0) {
            for (int i = 0; i < TIMES; ++i) {
                cache_keep(CACHE_TREE, &key, &(Piece){bytes, SIZE}, 1);
                if (w == 0 && i % 8 == 7) // and goes while others write it
                    clear();
            }
            _exit(cache_counts().refused > 0 || cache_counts().kept[CACHE_TREE] != TIMES);
        }
    }
    int found = 0, running = WRITERS;
    while (running > 0) {
        if (!holds(&key, bytes, SIZE))
            fail_msg("half an entry");
        ++found;
        int status;
        if (waitpid(-1, &status, WNOHANG) > 0) {
            assert_int_equal(status, 0);
            --running;
        }
    }
    assert_int_equal(cache_counts().refused, 0);
    printf("RAN: %d times %d writers, looked at %d times\n", TIMES, WRITERS, found);
    free(bytes);
}

static void killed_writers_leave_nothing(void **state)
{
    (void)state;
    for (int call = 0; call < CALLS; ++call) {
        int n = 0, kept = 0;
        bool killed = true;
        while (killed) {
            ++n;
            empty();
            pid_t child = fork();
            if (child == 0) {
                kill_at[call] = n;
                ImportResult result = import(MESHES "two.stl", NULL);
                import_result_free(&result);
                _exit(0);
            }
            int status = 0;
            assert_true(child > 0 && waitpid(child, &status, 0) == child);
            killed = WIFSIGNALED(status);
            kept += killed && entry_count() > 0;
            open_thrice(MESHES "two.stl", NULL, true);
            assert_int_equal(cache_counts().refused, 0);
            assert_int_equal(entry_count(), 1);
        }
        printf("RAN: %d times killed at %s, %d times with an entry, which is whole\n", n - 1,
               CALL_NAMES[call], kept);
        assert_true(n > 1);
    }
    // What they have left besides goes after an hour, or, if nobody can be writing it, when all goes.
    char left[PATH_MAX];
    snprintf(left, sizeof left, "%.3000s/.snug-1-1", folder());
    write_text(left, "half");
    assert_true(entry_count() == 1 && access(left, F_OK) == 0);
    struct timespec old[2] = {{.tv_sec = time(NULL) - 4000}, {.tv_sec = time(NULL) - 4000}};
    assert_int_equal(utimensat(AT_FDCWD, left, old, 0), 0);
    assert_true(entry_count() == 1 && access(left, F_OK) != 0);
    write_text(left, "half");
    empty();
    assert_true(access(left, F_OK) == 0);
    old[1].tv_sec = time(NULL) - 100;
    assert_int_equal(utimensat(AT_FDCWD, left, old, 0), 0);
    empty();
    assert_true(access(left, F_OK) != 0);
}

// What was read stays, whatever becomes of the file.
static void what_was_taken_stays(void **state)
{
    (void)state;
    char path[PATH_MAX];
    open_thrice(MESHES "two.stl", NULL, true);
    ImportResult taken = import(MESHES "two.stl", NULL);
    entry_path(path, 0);
    assert_int_equal(truncate(path, 10), 0);
    empty();
    cache_end();
    ImportResult plain = import(MESHES "two.stl", NULL);
    same_result(&plain, &taken);
    import_result_free(&plain);
    import_result_free(&taken);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(what_was_used_longest_ago_goes),
        TEST(sizes_are_said_well),
        TEST(without_a_folder_it_works_as_well),
        TEST(a_full_disk_is_told_once),
        TEST(writers_do_not_disturb_each_other),
        TEST(killed_writers_leave_nothing),
        TEST(what_was_taken_stays),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
