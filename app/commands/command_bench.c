// snug bench: benchmarks of the core and of the readers, as CSV.
#include "app/commands/bench_files.h"
#include "app/commands/bench_filter.h"
#include "app/commands/bench_frames.h"
#include "app/commands/command.h"
#include "app/commands/options.h"
#include "app/commands/options_shell.h"
#include "app/io/bench_cache.h"
#include "app/io/bench_hybrid.h"
#include "app/io/bench_obj.h"
#include "app/io/file.h"
#include "app/lab/table.h"
#include "core/bench/bench.h"

#include <stdlib.h>
#include <string.h>

static const Bench app_benches[] = {
    {"hybrid", "Hybrid hierarchies on four sets, beside the 2006 paper's tables", bench_hybrid},
    {"obj", "OBJ import against libtinyobjloader alone, 871,200 triangles", bench_obj},
    {"cache", "Opening a file again, 871,200 triangles of OBJ and a STEP assembly", bench_cache},
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

const char *command_bench_name(int i)
{
    return i < ALL_BENCH_COUNT ? bench_at(i)->name : i == ALL_BENCH_COUNT ? "files" : NULL;
}

static void print_list(void)
{
    for (int i = 0; i < ALL_BENCH_COUNT; ++i)
        printf("%-12s %s\n", bench_at(i)->name, bench_at(i)->note);
    printf("%-12s %s\n", "files", BENCH_FILES_NOTE);
}

static void print_help(void)
{
    puts(
        "usage: snug bench [NAME...] [options]\n"
        "       snug bench files A.obj B.obj [--path FILE | --motion NAME] [--kinds LIST] "
        "[options]\n"
        "Runs the named benchmarks, or all of them, and writes CSV to the standard output or into\n"
        "a file. Exit code 1: a figure misses its target.");
    options_print(&bench_options);
    putchar('\n');
    print_list();
}

// Returns how many missed their target.
static int run_each(const Bench *const *chosen, int count, FILE *out)
{
    int missed = 0;
    for (int i = 0; i < count; ++i) {
        fprintf(stderr, "snug bench: %d of %d, %s: %s\n", i + 1, count, chosen[i]->name,
                chosen[i]->note);
        fprintf(out, "# %s\n", chosen[i]->name);
        if (!chosen[i]->run(out)) {
            fprintf(stderr, "snug bench: %s misses its target\n", chosen[i]->name);
            ++missed;
        }
        fflush(out);
    }
    return missed;
}

// Who measured, what and on what, then the rows that are wanted.
static int run_all(const Bench *const *chosen, int count, const OptionWords *words, FILE *to)
{
    char machine[256];
    lab_machine(machine, sizeof machine);
    fprintf(to, "# machine: %s\n# commit: %s\n# command: snug bench", machine, lab_commit());
    for (int i = 0; words->other_count > 0 && i < count; ++i)
        fprintf(to, " %s", chosen[i]->name);
    fputc('\n', to);
    FILE *out = words->text[BENCH_FILTER] ? bench_filter_open(to, words->text[BENCH_FILTER]) : to;
    if (!out) {
        fputs("snug bench: not enough memory\n", stderr);
        return 1;
    }
    int missed = run_each(chosen, count, out);
    if (out != to)
        fclose(out);
    return missed;
}

// Into memory first: the file is replaced as a whole or not at all.
static int run_into_file(const Bench *const *chosen, int count, const OptionWords *words)
{
    const char *path = words->text[BENCH_CSV];
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) {
        fputs("snug bench: not enough memory\n", stderr);
        return 2;
    }
    int missed = run_all(chosen, count, words, out);
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

// Which are named, or all of them.
static bool choose(const OptionWords *words, const Bench **chosen, int *count, Error *err)
{
    for (*count = 0; *count < words->other_count; ++*count) {
        const char *name = words->others[*count];
        if (*count == ALL_BENCH_COUNT)
            return error_set(err, "a benchmark is named twice");
        if (!(chosen[*count] = bench_find(name)))
            return error_set(err, "there is no benchmark \"%.100s\"; see snug bench --list", name);
    }
    for (int i = 0; words->other_count == 0 && i < ALL_BENCH_COUNT; ++i)
        chosen[(*count)++] = bench_at(i);
    return true;
}

static int run(const OptionWords *words)
{
    const Bench *chosen[ALL_BENCH_COUNT];
    int count;
    Error err = {""};
    if (words->help || words->text[BENCH_LIST]) {
        words->help ? print_help() : print_list();
        return 0;
    }
    if (words->other_count > 0 && strcmp(words->others[0], "files") == 0)
        return bench_files(words);
    for (int i = BENCH_PATH; i < BENCH_OPTION_COUNT; ++i)
        if (words->text[i]) {
            fprintf(stderr, "snug bench: %s: only of snug bench files\n",
                    bench_options.rows[i].name);
            return 2;
        }
    if (!choose(words, chosen, &count, &err)) {
        fprintf(stderr, "snug bench: %s\n", err.text);
        return 2;
    }
    if (words->text[BENCH_CSV] && strcmp(words->text[BENCH_CSV], "-") != 0)
        return run_into_file(chosen, count, words);
    int missed = run_all(chosen, count, words, stdout);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("snug bench: the results could not be written\n", stderr);
        return 2;
    }
    return missed > 0;
}

int command_bench(int argc, char **argv)
{
    OptionWords words;
    Error err = {""};
    bool good = options_parse(&bench_options, argc, argv, &words, &err);
    int code = good ? run(&words) : 2;
    if (!good)
        fprintf(stderr, "snug bench: %s\n", err.text);
    options_free(&words);
    return code;
}
