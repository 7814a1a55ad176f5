#include "app/io/memory_budget.h"

#include "core/base/decimal.h"
#include "core/base/memory.h"

#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LEAST = 16 << 20 }; // less is no budget but a mistake

bool memory_budget_parse(const char *text, size_t *bytes, Error *err)
{
    static const struct {
        const char *name;
        double bytes;
    } UNITS[] = {{"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}, {"MiB", 0x1p20}, {"GiB", 0x1p30}};
    double number;
    if (strcmp(text, "none") == 0) {
        *bytes = 0;
        return true;
    }
    const char *unit = decimal_parse(text, &number);
    while (unit && *unit == ' ')
        ++unit;
    for (size_t i = 0; unit && i < sizeof UNITS / sizeof *UNITS; ++i) {
        if (strcmp(unit, UNITS[i].name) != 0)
            continue;
        double wanted = number * UNITS[i].bytes;
        if (!(wanted >= LEAST && wanted < 0x1p60))
            return error_set(err, "'%.60s' is no budget of memory: at least 17MB", text);
        *bytes = (size_t)wanted;
        return true;
    }
    return error_set(err, "'%.60s' is no budget of memory, such as 500MB, 2GB or none", text);
}

static size_t number_in(const char *path, size_t otherwise)
{
    FILE *file = fopen(path, "re");
    unsigned long long number;
    bool good = file && fscanf(file, "%llu", &number) == 1;
    if (file)
        fclose(file);
    return good && number < SIZE_MAX ? (size_t)number : otherwise;
}

static size_t of_machine(void)
{
    size_t pages = (size_t)sysconf(_SC_PHYS_PAGES), page = (size_t)sysconf(_SC_PAGESIZE);
    size_t group = number_in("/sys/fs/cgroup/memory.max", SIZE_MAX); // "max" is no number
    return pages * page < group ? pages * page : group;
}

// Of what the C library handed out; 0: it does not tell, or sanitizers have an allocator of their own.
static size_t handed_out(void)
{
#if defined(__GLIBC__)
#if __GLIBC_PREREQ(2, 33)
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#endif
#endif
    return 0;
}

// What is in memory, be it in use or kept for later.
static size_t resident(void)
{
    FILE *file = fopen("/proc/self/statm", "re");
    long all, pages = 0;
    if (file && fscanf(file, "%ld %ld", &all, &pages) != 2)
        pages = 0;
    if (file)
        fclose(file);
    return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
}

size_t memory_in_use(void)
{
    size_t known = handed_out();
    return known > LEAST / 2 ? known : resident();
}

static size_t begun_with;
static bool begun;

size_t memory_budget(void)
{
    return begun ? begun_with : of_machine() / 4;
}

bool memory_budget_begin(const char *text, Error *err)
{
    size_t bytes = of_machine() / 4;
    if (text && !memory_budget_parse(text, &bytes, err))
        return false;
    begun = true;
    begun_with = bytes;
    mem_set_budget(bytes, memory_in_use);
    return true;
}
