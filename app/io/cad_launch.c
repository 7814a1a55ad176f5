#define _GNU_SOURCE // pipe2
#include "app/io/cad_launch.h"

#include "app/io/cad_stream.h"
#include "app/io/import_part.h"
#include "app/io/memory_budget.h"
#include "app/io/program.h"
#include "third_party/occt/cad_stream.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LOOK_MS = 20, NOT_STARTED = 127 };

// Why no more bytes come.
enum Stop { STOP_NONE, STOP_END, STOP_CANCELLED, STOP_SILENT };

const CadImporter cad_importer_occt = {.program = "snug-import-step",
                                       .variable = "SNUG_IMPORTER",
                                       .source = "libocct-data-exchange-dev",
                                       .libraries = "libocct-data-exchange-7.6",
                                       .advice = "a coarser --deflection is quicker",
                                       .seconds = 900,
                                       .seconds_per_megabyte = 60};
const CadImporter cad_importer_assimp = {.program = "snug-import-assimp",
                                         .variable = "SNUG_IMPORTER_ASSIMP",
                                         .source = "libassimp-dev",
                                         .libraries = "libassimp5",
                                         .advice = "convert it to glTF or OBJ",
                                         .seconds = 60,
                                         .seconds_per_megabyte = 10};

typedef struct Importer {
    const CadImporter *kind;
    pid_t pid;
    int pipe; // what it writes
    const CadLimits *limits;
    const Job *job;
    enum Stop stop;
} Importer;

CadLimits cad_limits_for(const CadImporter *importer, uint64_t file_bytes)
{
    // OCCT maps about half a gigabyte of libraries and stacks before it reads anything.
    uint64_t budget = memory_budget();
    uint64_t seconds = importer->seconds + importer->seconds_per_megabyte * (file_bytes >> 20);
    return (CadLimits){.bytes = budget > 0 ? budget + ((uint64_t)1 << 30) : 0,
                       .cpu_seconds = seconds,
                       .silent_seconds = (double)seconds};
}

bool cad_find_importer(const CadImporter *importer, const char *file, char *path, size_t size,
                       Error *err)
{
    char beside[PROGRAM_PATH_MAX];
    const char *named = getenv(importer->variable);
    if (!named && program_beside(importer->program, beside))
        named = beside;
    if (!named || strlen(named) >= size)
        return error_set(err,
                         "%s: the importer of such files, %s, is not there; install the package %s "
                         "and build again (./run.sh does both), or convert the file to STL, OBJ or "
                         "glTF",
                         file, importer->program, importer->source);
    strcpy(path, named);
    return true;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// A CadReadFn. Looks at the job while it waits.
static bool read_pipe(void *from, void *to, size_t size)
{
    Importer *importer = from;
    double last = now();
    for (size_t done = 0; done < size && importer->stop == STOP_NONE;) {
        struct pollfd wait = {.fd = importer->pipe, .events = POLLIN};
        int ready = poll(&wait, 1, LOOK_MS);
        if (job_cancelled(importer->job)) {
            importer->stop = STOP_CANCELLED;
        } else if (ready > 0) {
            ssize_t got = read(importer->pipe, (char *)to + done, size - done);
            if (got > 0) {
                done += (size_t)got;
                last = now();
            } else if (got == 0 || errno != EINTR) {
                importer->stop = STOP_END;
            }
        } else if (ready < 0 && errno != EINTR) {
            importer->stop = STOP_END;
        } else if (now() - last > importer->limits->silent_seconds) {
            importer->stop = STOP_SILENT;
        }
    }
    return importer->stop == STOP_NONE;
}

// An environment of its own: settings of OCCT and of the loader are not for files to be read by,
// except where libraries lie.
static void fill_environment(char *libraries, size_t size, char *environment[4])
{
    static char locale[] = "LC_ALL=C.UTF-8", path[] = "PATH=/usr/bin:/bin";
    const char *folders = getenv("LD_LIBRARY_PATH");
    int count = 0;
    environment[count++] = locale;
    environment[count++] = path;
    if (folders && strlen(folders) + sizeof "LD_LIBRARY_PATH=" <= size) {
        snprintf(libraries, size, "LD_LIBRARY_PATH=%s", folders);
        environment[count++] = libraries;
    }
    environment[count] = NULL;
}

static int spawn(pid_t *pid, int to, char *const argv[])
{
    char libraries[4096], *environment[4];
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, usual;
    sigemptyset(&none);
    sigfillset(&usual);
    fill_environment(libraries, sizeof libraries, environment);
    int failed = posix_spawn_file_actions_init(&actions);
    if (failed)
        return failed;
    failed = posix_spawnattr_init(&attributes);
    if (!failed) {
        // In a group of its own: Ctrl+C in a terminal is for the program, which then ends this one.
        short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP;
        if (posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0) ||
            posix_spawn_file_actions_adddup2(&actions, to, STDOUT_FILENO) ||
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) ||
            posix_spawnattr_setsigmask(&attributes, &none) ||
            posix_spawnattr_setsigdefault(&attributes, &usual) ||
            posix_spawnattr_setpgroup(&attributes, 0) ||
            posix_spawnattr_setflags(&attributes, flags))
            failed = ENOMEM;
        else
            failed = posix_spawn(pid, argv[0], &actions, &attributes, argv, environment);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return failed;
}

static bool start(Importer *importer, ImportFile *file, const char *program, const char *kind)
{
    const ImportOptions *options = &file->out->options;
    char numbers[4][40];
    snprintf(numbers[0], sizeof *numbers, "%.17g", options->deflection);
    snprintf(numbers[1], sizeof *numbers, "%.17g", length_unit_info(options->unit)->metres);
    snprintf(numbers[2], sizeof *numbers, "%llu", (unsigned long long)importer->limits->bytes);
    snprintf(numbers[3], sizeof *numbers, "%llu",
             (unsigned long long)importer->limits->cpu_seconds);
    const char *const argv[] = {program,    "--deflection", numbers[0], "--unit",
                                numbers[1], "--memory",     numbers[2], "--seconds",
                                numbers[3], kind,           file->path, NULL};
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return error_set(file->err, "%s: no pipe to the importer: %s", file->name, strerror(errno));
    int failed = spawn(&importer->pid, ends[1], (char *const *)(const void *)argv);
    close(ends[1]);
    if (failed) {
        close(ends[0]);
        return error_set(file->err, "%s: the importer %s cannot be started: %s", file->name,
                         program, strerror(failed));
    }
    importer->pipe = ends[0];
    return true;
}

// One sentence about a program that did not deliver.
static bool explain(const Importer *importer, const ImportFile *file, int status)
{
    if (importer->stop == STOP_CANCELLED)
        return import_cancelled(file);
    if (importer->stop == STOP_SILENT || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU))
        return error_set(file->err, "%s: the importer took more than %llu s and was stopped; %s",
                         file->name, (unsigned long long)importer->limits->cpu_seconds,
                         importer->kind->advice);
    if (WIFSIGNALED(status))
        return error_set(file->err,
                         "%s: the importer crashed on this file (%s); export it again, or convert "
                         "it to STL, OBJ or glTF",
                         file->name, strsignal(WTERMSIG(status)));
    if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_STARTED)
        return error_set(file->err, "%s: the importer %s cannot run; is the package %s installed?",
                         file->name, importer->kind->program, importer->kind->libraries);
    return error_set(file->err, "%s: the importer ended without a result (exit code %d)",
                     file->name, WIFEXITED(status) ? WEXITSTATUS(status) : -1);
}

bool cad_import(ImportFile *file, const CadImporter *importer, const char *kind)
{
    char program[PROGRAM_PATH_MAX];
    CadLimits limits = cad_limits_for(importer, file->whole_size);
    if (!file->path)
        return error_set(file->err, "%s: such files are read from the disk only", file->name);
    return cad_find_importer(importer, file->name, program, sizeof program, file->err) &&
           cad_launch(file, importer, program, kind, &limits);
}

bool cad_launch(ImportFile *file, const CadImporter *kind_of, const char *program, const char *kind,
                const CadLimits *limits)
{
    Importer importer = {.kind = kind_of, .limits = limits, .job = file->job};
    if (!start(&importer, file, program, kind))
        return false;
    bool ended;
    Error *err = file->err, said = {""};
    file->err = &said;
    bool good = cad_stream_read(file, read_pipe, &importer, &ended);
    file->err = err;
    // Nothing it does from here on is wanted, and it might not end by itself. How it ended is only
    // asked where it had stopped sending; one that is dead already stays as it died.
    kill(importer.pid, SIGKILL);
    close(importer.pipe);
    int status = 0;
    while (waitpid(importer.pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (!good && importer.stop != STOP_NONE)
        return explain(&importer, file, status);
    return good || error_set(err, "%s", said.text);
}
