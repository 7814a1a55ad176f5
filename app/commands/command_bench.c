// snug bench: benchmarks of the core and of the readers, as CSV.
#include "app/commands/bench_figures.h"
#include "app/commands/bench_files.h"
#include "app/commands/bench_filter.h"
#include "app/commands/bench_frames.h"
#include "app/commands/bench_input.h"
#include "app/commands/bench_keep.h"
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
    {"hybrid", TAKES_NOTHING,
     "it is about primitives: snug bench files SET.xml compares the same builders",
     "Hybrid hierarchies on four sets, beside the 2006 paper's tables", bench_hybrid},
    {"obj", TAKES_MESHES, "each that is one of OBJ",
     "OBJ import against libtinyobjloader alone, 871,200 triangles", bench_obj},
    {"cache", TAKES_MESHES, "each that is large enough to be kept",
     "Opening a file again, 871,200 triangles of OBJ and a STEP assembly", bench_cache},
    {"drag", TAKES_MESHES, "25 copies of the largest parts side by side, one of which is dragged",
     "frames of 200,000 triangles while dragging, with and without collision", bench_drag},
    {"draw", TAKES_MESHES, "all parts of all files where they stand",
     "frames with and without 10,000 volumes over the gear unit", bench_draw},
    {"motion", TAKES_NOTHING,
     "its drags are made for its scenes, and judged by the work that they took there",
     "parts dragged against contact: work, time and lag of a frame", bench_motion},
    {"parts", TAKES_MESHES,
     "copies of the largest part of each file, at most 2,000 of them and 2 million triangles",
     "frames of 2,000 small parts, each by itself and many in one call", bench_parts},
};
// Commands of their own.
static const Bench others[] = {
    {"files", TAKES_MOTIONS, "what it is about, sets of primitives too", BENCH_FILES_NOTE, NULL},
    {"figures", TAKES_NOTHING, "its models are those of the papers, or stand in for them",
     BENCH_FIGURES_NOTE, NULL},
};
enum {
    APP_BENCH_COUNT = sizeof app_benches / sizeof *app_benches,
    ALL_BENCH_COUNT = (int)BENCH_COUNT + (int)APP_BENCH_COUNT,
    LISTED = ALL_BENCH_COUNT + (int)(sizeof others / sizeof *others)
};

static const Bench *bench_at(int i)
{
    return i < BENCH_COUNT       ? &benches[i]
           : i < ALL_BENCH_COUNT ? &app_benches[i - BENCH_COUNT]
                                 : &others[i - ALL_BENCH_COUNT];
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
    return i < LISTED ? bench_at(i)->name : NULL;
}

static void print_list(void)
{
    for (int i = 0; i < LISTED; ++i)
        printf("%-12s %s\n%-12s %s: %s\n", bench_at(i)->name, bench_at(i)->note, "",
               bench_at(i)->takes == TAKES_NOTHING ? "no files" : "of files", bench_at(i)->own);
}

static void print_help(void)
{
    puts(
        "usage: snug bench [NAME...] [FILE...] [options]\n"
        "       snug bench files A.obj B.obj [--path FILE | --motion NAME] [--kinds LIST] "
        "[options]\n"
        "       snug bench figures [--html DIR] [--quick] [--filter WORDS] [--csv FILE]\n"
        "Runs the named benchmarks, or all of them, and writes CSV to the standard output or into\n"
        "a file. With files (OBJ, STL, ...) they measure on yours, those about pairs of parts "
        "along "
        "your\n"
        "path or motion; the list says of each what it takes of files, or why nothing. Exit code "
        "1: "
        "a\n"
        "figure misses its target.");
    options_print(&bench_options);
    putchar('\n');
    print_list();
}

static void went_on(void *user, double done)
{
    (void)user;
    bench_progress(done);
}

typedef struct BenchRun {
    const OptionWords *words;
    const Bench *chosen[ALL_BENCH_COUNT];
    int count;
    BenchInput input;
    BenchOwn own;
} BenchRun;

// Returns how many missed their target.
static int run_each(const BenchRun *run, FILE *out)
{
    int missed = 0;
    for (int i = 0; i < run->count; ++i) {
        const Bench *bench = run->chosen[i];
        fprintf(stderr, "snug bench: %d of %d, %s: %s\n", i + 1, run->count, bench->name,
                bench->note);
        fprintf(out, "# %s\n", bench->name);
        bench_begin(&(BenchDesc){.went_on = went_on,
                                 .own = &run->own,
                                 .wanted = run->words->text[BENCH_FILTER],
                                 .quick = run->words->text[BENCH_QUICK] != NULL});
        bench_progress_begin(bench->name);
        bool met = bench->run(out);
        bench_progress_clear();
        if (!met) {
            fprintf(stderr, "snug bench: %s misses its target\n", bench->name);
            ++missed;
        }
        fflush(out);
    }
    return missed;
}

// Who measured, what and on what, then the rows that are wanted.
static int run_all(const BenchRun *run, FILE *to)
{
    char text[256];
    const char *wanted = run->words->text[BENCH_FILTER];
    char *command = bench_command_line(run->words);
    FILE *out = bench_filter_open(to, wanted ? wanted : "");
    if (!out || !command) {
        fputs("snug bench: not enough memory\n", stderr);
        free(command);
        if (out)
            fclose(out);
        return 1;
    }
    lab_machine(text, sizeof text);
    fprintf(to, "# machine: %s\n# commit: %s\n# command: %s\n", text, lab_commit(), command);
    free(command);
    if (run->own.pair_count > 0) {
        lab_motion_text(&run->input.moving, text, sizeof text);
        fprintf(to, "# motion: %s\n", text);
    }
    int missed = run_each(run, out);
    fclose(out);
    return missed;
}

// Rows come into a file beside it, which replaces it when all of them are there.
static int run_into_file(const BenchRun *run)
{
    FileGrowing file;
    Error err = {""};
    int missed = 0;
    bool good = file_grow_begin(run->words->text[BENCH_CSV], &file, &err);
    if (good) {
        bench_keep_begin(file.place);
        missed = run_all(run, file.out);
        bench_keep_end();
        good = file_grow_end(&file, &err);
    }
    if (!good)
        fprintf(stderr, "snug bench: %s\n", err.text);
    return good ? missed > 0 : 2;
}

static void takers(enum BenchTakes least, char *names, size_t size)
{
    size_t used = 0;
    names[0] = 0;
    for (int i = 0; i < ALL_BENCH_COUNT; ++i)
        if (bench_at(i)->takes >= least && used < size) {
            int more = snprintf(names + used, size - used, "%s%s", used > 0 ? ", " : "",
                                bench_at(i)->name);
            used += more > 0 ? (size_t)more : 0;
        }
}

static bool takes(const Bench *bench, enum BenchTakes least, Error *err)
{
    char names[256];
    takers(least, names, sizeof names);
    if (bench->takes == TAKES_NOTHING && least > TAKES_NOTHING)
        return error_set(err, "%s takes no files: %s; files go with: %s", bench->name, bench->own,
                         names);
    return bench->takes >= least ||
           error_set(err, "%s moves nothing of yours; motions go with: %s", bench->name, names);
}

// Which are named, or all of them; with files all that take some, with a motion all that take one. Other words are
// files.
static bool choose(BenchRun *run, enum BenchTakes asked, Error *err)
{
    const OptionWords *words = run->words;
    for (int i = 0; i < words->other_count; ++i) {
        const char *name = words->others[i];
        const Bench *bench = bench_find(name);
        if (!bench && !strpbrk(name, "./"))
            return error_set(err, "there is no benchmark \"%.100s\"; see snug bench --list", name);
        if (!bench && !bench_input_add(&run->input, name, err))
            return false;
        if (bench && run->count == ALL_BENCH_COUNT)
            return error_set(err, "a benchmark is named twice");
        if (bench)
            run->chosen[run->count++] = bench;
    }
    if (!bench_input_is_meshes(&run->input, err))
        return false;
    bool named = run->count > 0;
    if (asked == TAKES_NOTHING && run->input.file_count > 0)
        asked = TAKES_MESHES;
    for (int i = 0; i < run->count; ++i)
        if (!takes(run->chosen[i], asked, err))
            return false;
    // More than two files do not move by themselves.
    bool still = asked == TAKES_MESHES && run->input.file_count > 2;
    for (int i = 0; !named && i < ALL_BENCH_COUNT; ++i)
        if (bench_at(i)->takes >= asked && !(still && bench_at(i)->takes == TAKES_MOTIONS))
            run->chosen[run->count++] = bench_at(i);
    return true;
}

// Some options are about motions, others not about benchmarks by name.
static bool read_options(const OptionWords *words, enum BenchTakes *asked, Error *err)
{
    *asked = TAKES_NOTHING;
    for (int i = BENCH_PATH; i < BENCH_OPTION_COUNT; ++i) {
        if (!words->text[i])
            continue;
        if (i == BENCH_KINDS || i == BENCH_PER_FRAME || i == BENCH_HTML)
            return error_set(err, "%s: only of snug bench files or figures",
                             bench_options.rows[i].name);
        if (i != BENCH_QUICK)
            *asked = TAKES_MOTIONS;
    }
    return true;
}

static bool prepare(BenchRun *run, Error *err)
{
    enum BenchTakes asked;
    bool moves = false;
    if (!read_options(run->words, &asked, err) || !choose(run, asked, err))
        return false;
    for (int i = 0; i < run->count; ++i)
        moves = moves || run->chosen[i]->takes == TAKES_MOTIONS;
    if (run->input.file_count > 0)
        return bench_input_own(&run->input, run->words, moves, &run->own, err);
    return asked == TAKES_NOTHING || error_set(err, "motions are of files, which must follow");
}

static int run_chosen(const BenchRun *run)
{
    const char *csv = run->words->text[BENCH_CSV];
    if (csv && strcmp(csv, "-") != 0)
        return run_into_file(run);
    int missed = run_all(run, stdout);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("snug bench: the results could not be written\n", stderr);
        return 2;
    }
    return missed > 0;
}

static int run_words(const OptionWords *words)
{
    Error err = {""};
    if (words->help || words->text[BENCH_LIST]) {
        words->help ? print_help() : print_list();
        return 0;
    }
    if (words->other_count > 0 && strcmp(words->others[0], "files") == 0)
        return bench_files(words);
    if (words->other_count > 0 && strcmp(words->others[0], "figures") == 0)
        return bench_figures(words);
    BenchRun run = {.words = words};
    int code = 2;
    if (prepare(&run, &err))
        code = run_chosen(&run);
    else
        fprintf(stderr, "snug bench: %s\n", err.text);
    bench_input_free(&run.input);
    return code;
}

int command_bench(int argc, char **argv)
{
    OptionWords words;
    Error err = {""};
    bool good = options_parse(&bench_options, argc, argv, &words, &err);
    int code = good ? run_words(&words) : 2;
    if (!good)
        fprintf(stderr, "snug bench: %s\n", err.text);
    options_free(&words);
    return code;
}
