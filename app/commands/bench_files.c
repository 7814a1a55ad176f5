#include "app/commands/bench_files.h"

#include "app/commands/bench_filter.h"
#include "app/commands/bench_progress.h"
#include "app/io/file.h"
#include "app/io/format.h"
#include "app/io/hybrid_xml.h"
#include "app/io/text.h"
#include "app/lab/command.h"
#include "core/base/utf8.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { QUICK_FRAMES = 12, NAME_WIDTH = 44 };

typedef struct FilesRun {
    LabSubject subject;
    LabKinds kinds;
    ContestResult results[LAB_KINDS_MOST];
    char *command;
    bool rows; // are told as they come
} FilesRun;

// --- what is measured

static char *command_of(const OptionWords *words)
{
    TextBuffer out = {0};
    text_add(&out, "snug bench");
    for (int i = 0; i < words->other_count; ++i)
        lab_add_word(&out, words->others[i]);
    for (int i = 0; i < BENCH_OPTION_COUNT; ++i) {
        if (!words->text[i] || i == BENCH_CSV || i == BENCH_HTML)
            continue;
        text_add(&out, " %s", bench_options.rows[i].name);
        if (bench_options.rows[i].values != VALUES_NONE)
            lab_add_word(&out, words->text[i]);
    }
    return text_take(&out);
}

static bool take_number(const OptionWords *words, enum BenchOption option, long long least,
                        long long most, long long *out, Error *err)
{
    const char *text = words->text[option];
    char *end;
    if (!text)
        return true;
    errno = 0;
    *out = strtoll(text, &end, 10);
    if (errno || end == text || *end || *out < least || *out > most)
        return error_set(err, "%s: a number from %lld to %lld", bench_options.rows[option].name,
                         least, most);
    return true;
}

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

static bool is_xml(const char *file)
{
    size_t length = strlen(file);
    return length > 4 && strcasecmp(file + length - 4, ".xml") == 0;
}

// Paths call it by the name of its file.
static bool take_set(LabSubject *subject, const char *file, Error *err)
{
    HybridFile read;
    Affine same = affine_identity();
    char key[256];
    if (!hybrid_xml_read(file, &read, err))
        return false;
    const char *name = file_base_name(file);
    snprintf(key, sizeof key, "%.*s", (int)strlen(name) - 4, name);
    utf8_sanitise(key);
    bool ok = lab_subject_add_set(subject, key, &read.set, &same) ||
              error_set(err, "not enough memory for the primitives");
    hybrid_file_free(&read);
    return ok;
}

// All parts of the file; or the one with most triangles, for a motion of two.
static bool take_file(LabSubject *subject, const char *file, bool all, Error *err)
{
    ImportResult result;
    if (is_xml(file))
        return take_set(subject, file, err);
    if (!import_file(file, NULL, &result, NULL, err))
        return false;
    int32_t largest = 0;
    bool ok = result.part_count > 0 || error_set(err, "%.200s: there is no part in it", file);
    for (int32_t i = 0; i < result.part_count; ++i)
        if (result.parts[i].mesh->triangle_count > result.parts[largest].mesh->triangle_count)
            largest = i;
    for (int32_t i = 0; ok && i < result.part_count; ++i) {
        const ImportedPart *part = &result.parts[i];
        if (all || i == largest)
            ok = lab_subject_add(subject, part->name, part->mesh, &part->placement) ||
                 error_set(err, "not enough memory for the parts");
    }
    if (ok && !all && result.part_count > 1)
        fprintf(stderr, "snug bench: of the %d parts of %.200s the one with most triangles: %s\n",
                result.part_count, file, result.parts[largest].name);
    import_result_free(&result);
    return ok;
}

static const StandardMotion *motion_named(const char *name, Error *err)
{
    char names[256] = "";
    for (int i = 0; i < standard_motion_count; ++i) {
        if (named_is(standard_motions[i]->name, name))
            return standard_motions[i];
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? ", " : "",
                 standard_motions[i]->name);
    }
    error_set(err, "--motion: there is no \"%.100s\"; choose one of: %s", name, names);
    return NULL;
}

static bool take_subject(const OptionWords *words, LabSubject *subject, Error *err)
{
    const char *path = words->text[BENCH_PATH], *motion = words->text[BENCH_MOTION];
    int files = words->other_count - 1;
    if (path && motion)
        return error_set(err, "--path and --motion: only one of them");
    if (files < 1 || (!path && files > 2))
        return error_set(err, path ? "files must follow: snug bench files A.obj B.obj"
                                   : "two files must follow: snug bench files A.obj B.obj; more "
                                     "of them need a --path");
    if (path && !motion_path_read(&subject->path, path, err))
        return false;
    if (!path && !(subject->motion = motion_named(motion ? motion : "tumble", err)))
        return false;
    for (int i = 0; i < files; ++i)
        if (!take_file(subject, words->others[1 + i], path != NULL, err))
            return false;
    if (!path && files == 1 && !lab_subject_is_sets(subject)) // against itself
        if (!lab_subject_add(subject, subject->parts[0].key, subject->parts[0].mesh,
                             &subject->parts[0].rest))
            return error_set(err, "not enough memory for the parts");
    long long frames = words->text[BENCH_QUICK] ? QUICK_FRAMES
                       : path                   ? LAB_PATH_FRAMES
                                                : subject->motion->frames;
    long long seed = 1;
    if (!take_number(words, BENCH_FRAMES, 1, LAB_MOST_FRAMES, &frames, err) ||
        !take_number(words, BENCH_SEED, 0, INT64_MAX, &seed, err))
        return false;
    subject->frames = (int)frames;
    subject->seed = (uint64_t)seed;
    return lab_subject_prepare(subject, err);
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

int bench_files(const OptionWords *words)
{
    Error err = {""};
    FilesRun *run = calloc(1, sizeof *run);
    if (!run) {
        fputs("snug bench: not enough memory\n", stderr);
        return 2;
    }
    run->command = command_of(words);
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
