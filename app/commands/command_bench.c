// snug bench: benchmarks of the core and of the readers, as CSV.
#include "app/commands/bench_frames.h"
#include "app/commands/command.h"
#include "app/io/bench_hybrid.h"
#include "app/io/bench_obj.h"
#include "app/io/file.h"
#include "core/bench/bench.h"

#include <stdlib.h>
#include <string.h>

static const Bench app_benches[] = {
    {"hybrid", "Hybrid hierarchies on four sets, beside the 2006 paper's tables", bench_hybrid},
    {"obj", "OBJ import against libtinyobjloader alone, 871,200 triangles", bench_obj},
    {"drag", "frames of 200,000 triangles while dragging, with and without collision", bench_drag},
    {"draw", "frames with and without 10,000 volumes over the gear unit", bench_draw},
    {"motion", "parts dragged against contact: work, time and lag of a frame", bench_motion},
    {"parts", "frames of 2,000 small parts, each by itself and many in one call", bench_parts},
};
enum {
    APP_BENCH_COUNT = sizeof app_benches / sizeof *app_benches,
    ALL_BENCH_COUNT = (int)BENCH_COUNT + (int)APP_BENCH_COUNT
};

static const Bench *bench_at(int i)
{
    return i < BENCH_COUNT ? &benches[i] : &app_benches[i - BENCH_COUNT];
}

static const Bench *bench_find(const char *name)
{
    for (int i = 0; i < ALL_BENCH_COUNT; ++i)
        if (strcmp(name, bench_at(i)->name) == 0)
            return bench_at(i);
    return NULL;
}

static void print_list(void)
{
    for (int i = 0; i < ALL_BENCH_COUNT; ++i)
        printf("%-12s %s\n", bench_at(i)->name, bench_at(i)->note);
}

static void print_help(void)
{
    puts(
        "usage: snug bench [NAME...] [--csv FILE] [--list]\n"
        "Runs the named benchmarks, or all of them, and writes CSV to the standard output or into\n"
        "a file. Exit code 1: a figure misses its target.\n"
        "  --csv FILE  write into this file\n"
        "  --list      print the names of the benchmarks\n");
    print_list();
}

// Returns how many missed their target.
static int run_all(const Bench *const *chosen, int count, FILE *out)
{
    int missed = 0;
    for (int i = 0; i < count; ++i) {
        fprintf(stderr, "snug bench: %s: %s\n", chosen[i]->name, chosen[i]->note);
        fprintf(out, "# %s\n", chosen[i]->name);
        if (!chosen[i]->run(out)) {
            fprintf(stderr, "snug bench: %s misses its target\n", chosen[i]->name);
            ++missed;
        }
        fflush(out);
    }
    return missed;
}

// Into memory first: the file is replaced as a whole or not at all.
static int run_into_file(const Bench *const *chosen, int count, const char *path)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) {
        fputs("snug bench: not enough memory\n", stderr);
        return 2;
    }
    int missed = run_all(chosen, count, out);
    bool complete = fclose(out) == 0;
    Error err = {"not enough memory"};
    int code = missed > 0;
    if (!complete || !file_write_atomic(path, text, size, &err)) {
        fprintf(stderr, "snug bench: %s\n", err.text);
        code = 2;
    }
    free(text);
    return code;
}

int command_bench(int argc, char **argv)
{
    const Bench *chosen[ALL_BENCH_COUNT];
    int count = 0;
    const char *path = NULL;
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--help") == 0) {
            print_help();
            return 0;
        }
        if (strcmp(argv[i], "--list") == 0) {
            print_list();
            return 0;
        }
        if (strcmp(argv[i], "--csv") == 0 && i + 1 < argc) {
            path = argv[++i];
            continue;
        }
        const Bench *bench = bench_find(argv[i]);
        if (!bench || count == ALL_BENCH_COUNT) {
            fputs("snug bench: there is no benchmark of this name, or it is named twice; see snug "
                  "bench --list\n",
                  stderr);
            return 2;
        }
        chosen[count++] = bench;
    }
    for (int i = 0; count == 0 && i < ALL_BENCH_COUNT; ++i)
        chosen[i] = bench_at(i);
    if (count == 0)
        count = ALL_BENCH_COUNT;
    if (path)
        return run_into_file(chosen, count, path);
    int missed = run_all(chosen, count, stdout);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("snug bench: the results could not be written\n", stderr);
        return 2;
    }
    return missed > 0;
}
