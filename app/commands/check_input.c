#include "app/commands/check_input.h"

#include "app/io/file.h"
#include "app/io/format.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NAME "standard input"
#define MOST_BYTES ((uint64_t)4 << 30)

// Fixed memory: a handler of signals reads it.
static char folder[256], file_path[sizeof folder + sizeof NAME + 1];
static volatile sig_atomic_t is_there;

void check_input_end(void)
{
    if (!is_there)
        return;
    is_there = 0;
    unlink(file_path);
    rmdir(folder);
}

static void remove_and_end(int number)
{
    check_input_end();
    signal(number, SIG_DFL);
    raise(number);
}

static void catch_ends(void)
{
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; ++i) {
        struct sigaction was, action = {.sa_handler = remove_and_end};
        sigemptyset(&action.sa_mask);
        if (sigaction(ends[i], NULL, &was) == 0 && was.sa_handler != SIG_IGN)
            sigaction(ends[i], &action, NULL);
    }
}

static bool write_all(int fd, const char *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t wrote = write(fd, bytes + done, size - done);
        if (wrote < 0 && errno != EINTR)
            return false;
        done += wrote > 0 ? (size_t)wrote : 0;
    }
    return true;
}

static bool copy_input(int to, Error *err)
{
    static char buffer[1 << 16];
    uint64_t all = 0;
    for (;;) {
        ssize_t got = read(STDIN_FILENO, buffer, sizeof buffer);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return error_set(err, NAME ": it cannot be read: %s", strerror(errno));
        all += (uint64_t)got;
        if (all > MOST_BYTES)
            return error_set(err, NAME ": more than %llu MiB came; write it to a file first",
                             (unsigned long long)(MOST_BYTES >> 20));
        if (!write_all(to, buffer, (size_t)got))
            return error_set(err, NAME ": no room in %s: %s", folder, strerror(errno));
        if (got == 0)
            return all > 0 || error_set(err, NAME ": nothing came");
    }
}

static bool keep_input(Error *err)
{
    const char *place = getenv("TMPDIR");
    if (!place || place[0] != '/' || strlen(place) > sizeof folder - 20)
        place = "/tmp";
    snprintf(folder, sizeof folder, "%s/snug-check-XXXXXX", place);
    if (!mkdtemp(folder))
        return error_set(err, NAME ": no folder in %s to keep it in: %s", place, strerror(errno));
    snprintf(file_path, sizeof file_path, "%s/" NAME, folder);
    is_there = 1;
    int to = open(file_path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (to < 0)
        return error_set(err, NAME ": no room in %s: %s", folder, strerror(errno));
    bool good = copy_input(to, err);
    if (close(to) != 0 && good)
        good = error_set(err, NAME ": no room in %s: %s", folder, strerror(errno));
    return good;
}

// It has no name to go by.
static bool is_known(Error *err)
{
    char names[256];
    if (import_format_within(file_path) || import_is_foreign(file_path))
        return true;
    import_format_names(names, sizeof names);
    return error_set(err, NAME ": it begins like none of %s; write it to a file with its ending",
                     names);
}

// The place where "-" stands, if it is there once; *count of them.
static char **place_of(OpenRequest *open, int *count)
{
    char **found = NULL;
    *count = 0;
    for (int32_t i = -1; i < open->more_count; ++i) {
        char **place = i < 0 ? &open->path : &open->more[i];
        if (*place && strcmp(*place, "-") == 0) {
            found = place;
            ++*count;
        }
    }
    return found;
}

bool check_input_begin(OpenRequest *open, Error *err)
{
    int count;
    char **place = place_of(open, &count);
    if (!place)
        return true;
    if (count > 1)
        return error_set(err, "-: the standard input can be read only once");
    if (isatty(STDIN_FILENO))
        return error_set(err, "-: the standard input is a terminal; lead a file into it");
    catch_ends();
    char *path = keep_input(err) && is_known(err) ? strdup(file_path) : NULL;
    if (!path) {
        check_input_end();
        return err->text[0] ? false : error_set(err, "not enough memory");
    }
    free(*place);
    *place = path;
    return true;
}

void check_input_tidy(char *text)
{
    size_t length = strlen(folder) + 1;
    for (char *at; length > 1 && (at = strstr(text, folder)) && at[length - 1] == '/';)
        memmove(at, at + length, strlen(at + length) + 1);
}
