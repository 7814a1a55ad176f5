#include "app/commands/bench_files.h"

#include "app/commands/bench_input.h"
#include "app/commands/bench_progress.h"
#include "app/io/file.h"
#include "app/lab/table.h"
#include "core/bench/run.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { NAME_WIDTH = 44 };

typedef struct FilesRun {
    LabSubject subject;
    LabKinds kinds;
    ContestResult results[LAB_KINDS_MOST];
    char *command;
    bool rows; // are told as they come
} FilesRun;

// --- what is measured

static void keep(LabKinds *kinds, int from, int to)
{
    kinds->searches[to] = kinds->searches[from];
    kinds->builders[to] = kinds->builders[from];
}

static bool take_kinds(const OptionWords *words, FilesRun *run, Error *err)
{
    Error why = {""};
    LabKinds *kinds = &run->kinds;
    bool sets = lab_subject_is_sets(&run->subject);
    const char *text = words->text[BENCH_KINDS];
    if (!lab_kinds_parse(text ? text : lab_kinds_usual(sets), sets, kinds, &why))
        return error_set(err, "--kinds: %s", why.text);
    int left = 0;
    for (int i = 0; i < kinds->count; ++i) {
        char both[LAB_KIND_TEXT + LAB_KIND_NAME];
        lab_kind_text(kinds, i, both, LAB_KIND_TEXT);
        size_t used = strlen(both);
        lab_kind_name(kinds, i, both + used, LAB_KIND_NAME);
        if (!words->text[BENCH_FILTER] || bench_words_match(both, words->text[BENCH_FILTER]))
            keep(kinds, i, left++);
    }
    kinds->count = left;
    return left > 0 || error_set(err, "--filter: no kind is left");
}

// --- what is told while it is measured

static void print_name(const LabKinds *kinds, int kind)
{
    char name[LAB_KIND_NAME];
    lab_kind_name(kinds, kind, name, sizeof name);
    printf("%-*s", NAME_WIDTH, name);
}

static void heard(void *user, int kind, const ContestResult *result)
{
    const FilesRun *run = user;
    if (result->rounds > 0 || !run->rows)
        return;
    bench_progress_clear();
    print_name(&run->kinds, kind);
    if (result->failure[0])
        printf("  %s\n", result->failure);
    else
        printf("%12.1f%12.1f%12.1f%10.2f%10.1f\n", result->volume_tests, result->triangle_tests,
               result->updates, result->build_ms, 1e-3 * result->bytes);
    fflush(stdout);
}

static void went_on(void *user, double done)
{
    (void)user;
    bench_progress(done);
}

// --- what was found

static void print_ranking(const LabTable *table)
{
    int order[LAB_KINDS_MOST];
    lab_order(table, order);
    printf("\n%-6s%-*s%22s%8s%12s\n", "rank", NAME_WIDTH, "kind", "T, us of CPU", "ratio",
           "break-even");
    for (int i = 0; i < table->count; ++i) {
        const ContestResult *r = &table->results[order[i]];
        char rank[32], even[32], range[48];
        if (!r->timed)
            continue;
        lab_rank_text(table, order[i], rank, sizeof rank);
        lab_break_even_text(table, order[i], even, sizeof even);
        snprintf(range, sizeof range, "%.2f - %.2f", r->us_least, r->us_most);
        printf("%-6s", rank);
        print_name(table->kinds, order[i]);
        printf("%22s%8.2f%12s\n", range, r->us_least / table->results[order[0]].us_least, even);
    }
    printf("\nMeans per frame; every kind found the same contacts, %.1f per frame. T from the "
           "fastest to the slowest of %d\nrounds; = is tied: rounds overlap. Break-even: frames "
           "after which a longer construction has paid off.\n",
           table->results[order[0]].contacts, CONTEST_ROUNDS);
}

static void add_frames(const LabTable *table, TextBuffer *out)
{
    lab_head(table, out);
    lab_frames_heading(table, out);
    for (int k = 0; k < table->count; ++k)
        lab_frames_rows(table, k, out);
}

static bool write_text(const char *path, TextBuffer *buffer, Error *err)
{
    size_t size = buffer->length;
    char *text = text_take(buffer);
    bool ok = text ? file_write_atomic(path, text, size, err)
                   : error_set(err, "not enough memory for %.200s", path);
    free(text);
    return ok;
}

static bool write_csv(const LabTable *table, const char *path, bool frames, Error *err)
{
    TextBuffer out = {0};
    (frames ? add_frames : lab_csv)(table, &out);
    if (strcmp(path, "-") != 0)
        return write_text(path, &out, err);
    char *text = text_take(&out);
    bool ok = text && fputs(text, stdout) >= 0;
    free(text);
    return ok || error_set(err, "the results could not be written");
}

static bool write_page(const LabTable *table, const char *folder, Error *err)
{
    static const char *const pictures[LAB_PICTURES] = {"build.svg", "bytes.svg", "tests.svg",
                                                       "time.svg"};
    char path[4096];
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return error_set(err, "%.200s: %s", folder, strerror(errno));
    for (int i = 0; i < LAB_PICTURES + 3; ++i) {
        TextBuffer out = {0};
        const char *name = i < LAB_PICTURES        ? pictures[i]
                           : i == LAB_PICTURES     ? "results.csv"
                           : i == LAB_PICTURES + 1 ? "frames.csv"
                                                   : "index.html";
        if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
            return error_set(err, "%.200s: the name is too long", folder);
        if (i < LAB_PICTURES)
            lab_svg(table, (enum LabPicture)i, &out);
        else if (i == LAB_PICTURES)
            lab_csv(table, &out);
        else if (i == LAB_PICTURES + 1)
            add_frames(table, &out);
        else
            lab_html(table, &out);
        if (!write_text(path, &out, err))
            return false;
    }
    return true;
}

static bool measure(const OptionWords *words, FilesRun *run, Error *err)
{
    const char *csv = words->text[BENCH_CSV];
    run->rows = !csv || strcmp(csv, "-") != 0;
    LabTable table = {.subject = &run->subject,
                      .kinds = &run->kinds,
                      .results = run->results,
                      .count = run->kinds.count,
                      .command = run->command};
    if (run->rows) {
        TextBuffer head = {0};
        lab_head(&table, &head);
        char *text = text_take(&head);
        fputs(text ? text : "", stdout);
        free(text);
        printf("%-*s%12s%12s%12s%10s%10s\n", NAME_WIDTH, "kind", "N_v", "N_p", "N_u", "build, ms",
               "kB");
    }
    ContestListener listener = {.heard = heard, .went_on = went_on, .user = run};
    bench_progress_begin("");
    bool ok = lab_run(&run->subject, &run->kinds, &listener, run->results, NULL, err);
    bench_progress_clear();
    if (ok && run->rows)
        print_ranking(&table);
    bool frames = words->text[BENCH_PER_FRAME] != NULL;
    if (ok && (csv || frames))
        ok = write_csv(&table, csv ? csv : "-", frames, err);
    if (ok && words->text[BENCH_HTML])
        ok = write_page(&table, words->text[BENCH_HTML], err);
    contest_free(run->results, run->kinds.count);
    return ok;
}

static bool take_subject(const OptionWords *words, LabSubject *subject, Error *err)
{
    BenchInput input = {.files = NULL};
    bool ok = true;
    for (int i = 1; ok && i < words->other_count; ++i)
        ok = bench_input_add(&input, words->others[i], err);
    ok = ok && bench_input_subject(&input, words, subject, err);
    bench_input_free(&input);
    return ok;
}

int bench_files(const OptionWords *words)
{
    Error err = {""};
    FilesRun *run = calloc(1, sizeof *run);
    if (!run) {
        fputs("snug bench: not enough memory\n", stderr);
        return 2;
    }
    run->command = bench_command_line(words);
    bool ok = run->command || error_set(&err, "not enough memory");
    ok = ok && take_subject(words, &run->subject, &err) && take_kinds(words, run, &err) &&
         measure(words, run, &err);
    if (!ok)
        fprintf(stderr, "snug bench: %s\n", err.text);
    lab_subject_free(&run->subject);
    free(run->command);
    free(run);
    if (ok && (fflush(stdout) != 0 || ferror(stdout))) {
        fputs("snug bench: the results could not be written\n", stderr);
        ok = false;
    }
    return ok ? 0 : 2;
}
