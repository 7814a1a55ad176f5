#define _DEFAULT_SOURCE // mallopt, malloc_trim
#include "app/window/memory_guard.h"

#include "app/stages/worker.h"
#include "core/base/memory.h"

#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

// Of address space: what a window with a software driver takes before anything large is opened, and
// what stays free for the driver from then on.
static const size_t LEAST = (size_t)768 << 20, RESERVE = (size_t)192 << 20;
static const size_t LARGE = (size_t)1 << 20; // smaller blocks are not worth looking at the limit

static size_t limit;

static size_t size_of_program(void)
{
    FILE *file = fopen("/proc/self/statm", "re");
    long pages = 0;
    if (file && fscanf(file, "%ld", &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
}

static bool fits(size_t size)
{
    return size < LARGE || (size < limit && size_of_program() + size + RESERVE <= limit);
}

static void *allocate(void *user, size_t size)
{
    (void)user;
    return fits(size) ? malloc(size) : NULL;
}

static void *resize(void *user, void *old, size_t size)
{
    (void)user;
    return fits(size) ? realloc(old, size) : NULL;
}

static void release(void *user, void *block)
{
    (void)user;
    free(block);
}

// Drivers take memory when they like and give up where they get none: by abort, or by using what
// they have not got. Only what may be called in a handler is called.
static void on_crash(int number)
{
    static const char TEXT[] =
        "snug view: ended inside the graphics driver or another library, most likely for lack of "
        "memory; raise the limit (ulimit -v). Autosaved work is offered at the next start.\n";
    (void)number;
    ssize_t written = write(STDERR_FILENO, TEXT, sizeof TEXT - 1);
    _exit(written > 0 ? 1 : 2);
}

bool memory_guard_begin(Error *err)
{
    struct rlimit space;
    bool limited = getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY;
    // The C library would keep a heap of its own for almost every one of our threads, 64 MB of
    // address space each; most of them sleep most of the time.
    mallopt(M_ARENA_MAX, limited ? 1 : worker_processors());
    if (!limited)
        return true;
    limit = (size_t)space.rlim_cur;
    if (limit < LEAST)
        return error_set(err,
                         "a window needs %zu MB of memory and %zu MB are allowed; raise the limit "
                         "(ulimit -v), or use snug check, which needs no window",
                         LEAST >> 20, limit >> 20);
    signal(SIGABRT, on_crash);
    signal(SIGSEGV, on_crash);
    signal(SIGBUS, on_crash);
    static const MemoryHooks HOOKS = {allocate, resize, release, NULL};
    return mem_set_hooks(&HOOKS) || error_set(err, "the memory limit came too late");
}

// The C library gives back by itself only what is free at the end of a heap. Judging a deep contact
// takes a hundred megabytes for a second, and some small block that stays lies behind them: they
// would stay resident, and the program would look as if it leaked.
void memory_guard_give_back(void)
{
#if defined(__GLIBC__)
    malloc_trim(0);
#endif
}
