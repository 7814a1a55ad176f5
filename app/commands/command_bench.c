// snug bench: benchmarks of the core and of the readers, as CSV.
#include "app/commands/bench_figures.h"
#include "app/commands/bench_files.h"
#include "app/commands/bench_filter.h"
#include "app/commands/bench_frames.h"
#include "app/commands/bench_meshes.h"
#include "app/commands/bench_progress.h"
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
    return i < ALL_BENCH_COUNT        ? bench_at(i)->name
           : i == ALL_BENCH_COUNT     ? "files"
           : i == ALL_BENCH_COUNT + 1 ? "figures"
                                      : NULL;
}

static void print_list(void)
{
    for (int i = 0; i < ALL_BENCH_COUNT; ++i)
        printf("%-12s %s\n", bench_at(i)->name, bench_at(i)->note);
    printf("%-12s %s\n", "files", BENCH_FILES_NOTE);
    printf("%-12s %s\n", "figures", BENCH_FIGURES_NOTE);
}

static void print_help(void)
{
    puts(
        "usage: snug bench [NAME...] [FILE...] [options]\n"
        "       snug bench files A.obj B.obj [--path FILE | --motion NAME] [--kinds LIST] "
        "[options]\n"
        "       snug bench figures [--html DIR] [--quick] [--filter WORDS] [--csv FILE]\n"
        "Runs the named benchmarks, or all of them, and writes CSV to the standard output or into\n"
        "a file. With files (OBJ, STL, ...), those among them that are about one mesh or two "
        "measure\n"
        "on yours. Exit code 1: a figure misses its target.");
    options_print(&bench_options);
    putchar('\n');
    print_list();
}

static void went_on(void *user, double done)
{
    (void)user;
    bench_progress(done);
}

// Returns how many missed their target.
static int run_each(const Bench *const *chosen, int count, const BenchFiles *files, FILE *out)
{
    int missed = 0;
    for (int i = 0; i < count; ++i) {
        fprintf(stderr, "snug bench: %d of %d, %s: %s\n", i + 1, count, chosen[i]->name,
                chosen[i]->note);
        fprintf(out, "# %s\n", chosen[i]->name);
        bench_begin(went_on, NULL, files->meshes, files->count);
        bench_progress_begin(chosen[i]->name);
        bool met = chosen[i]->run(out);
        bench_progress_clear();
        if (!met) {
            fprintf(stderr, "snug bench: %s misses its target\n", chosen[i]->name);
            ++missed;
        }
        fflush(out);
    }
    return missed;
}

// Who measured, what and on what, then the rows that are wanted.
static int run_all(const Bench *const *chosen, int count, const BenchFiles *files,
                   const OptionWords *words, FILE *to)
{
    char machine[256];
    lab_machine(machine, sizeof machine);
    fprintf(to, "# machine: %s\n# commit: %s\n# command: snug bench", machine, lab_commit());
    for (int i = 0; words->other_count > 0 && i < count; ++i)
        fprintf(to, " %s", chosen[i]->name);
    bench_files_words(files, to);
    fputc('\n', to);
    FILE *out = bench_filter_open(to, words->text[BENCH_FILTER] ? words->text[BENCH_FILTER] : "");
    if (!out) {
        fputs("snug bench: not enough memory\n", stderr);
        return 1;
    }
    int missed = run_each(chosen, count, files, out);
    fclose(out);
    return missed;
}

// Into memory first: the file is replaced as a whole or not at all.
static int run_into_file(const Bench *const *chosen, int count, const BenchFiles *files,
                         const OptionWords *words)
{
    const char *path = words->text[BENCH_CSV];
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) {
        fputs("snug bench: not enough memory\n", stderr);
        return 2;
    }
    int missed = run_all(chosen, count, files, words, out);
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

// Which are named, or all of them; with files all that take some. Other words are files.
static bool choose(const OptionWords *words, const Bench **chosen, int *count, BenchFiles *files,
                   Error *err)
{
    *count = 0;
    for (int i = 0; i < words->other_count; ++i) {
        const char *name = words->others[i];
        const Bench *bench = bench_find(name);
        if (!bench && !strpbrk(name, "./"))
            return error_set(err, "there is no benchmark \"%.100s\"; see snug bench --list", name);
        if (!bench && !bench_files_add(files, name, err))
            return false;
        if (bench && *count == ALL_BENCH_COUNT)
            return error_set(err, "a benchmark is named twice");
        if (bench)
            chosen[(*count)++] = bench;
    }
    bool named = *count > 0;
    for (int i = 0; i < *count; ++i)
        if (files->count > 0 && !bench_takes_files(chosen[i]->name))
            return error_set(err, "%s measures on meshes of its own; files go with: %s",
                             chosen[i]->name, bench_files_takers());
    for (int i = 0; !named && i < ALL_BENCH_COUNT; ++i)
        if (files->count == 0 || bench_takes_files(bench_at(i)->name))
            chosen[(*count)++] = bench_at(i);
    return true;
}

static int run_chosen(const OptionWords *words, const BenchFiles *files, const Bench *const *chosen,
                      int count)
{
    if (words->text[BENCH_CSV] && strcmp(words->text[BENCH_CSV], "-") != 0)
        return run_into_file(chosen, count, files, words);
    int missed = run_all(chosen, count, files, words, stdout);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("snug bench: the results could not be written\n", stderr);
        return 2;
    }
    return missed > 0;
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
    if (words->other_count > 0 && strcmp(words->others[0], "figures") == 0)
        return bench_figures(words);
    for (int i = BENCH_PATH; i < BENCH_OPTION_COUNT; ++i)
        if (words->text[i]) {
            fprintf(stderr, "snug bench: %s: only of snug bench files or figures\n",
                    bench_options.rows[i].name);
            return 2;
        }
    BenchFiles files = {.count = 0};
    int code = 2;
    if (choose(words, chosen, &count, &files, &err))
        code = run_chosen(words, &files, chosen, count);
    else
        fprintf(stderr, "snug bench: %s\n", err.text);
    bench_files_free(&files);
    return code;
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
