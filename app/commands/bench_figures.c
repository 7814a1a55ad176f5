#include "app/commands/bench_figures.h"

#include "app/commands/bench_input.h"
#include "app/commands/figure_pictures.h"
#include "app/figures/page.h"
#include "app/io/file.h"
#include "app/lab/table.h"
#include "core/base/clock.h"
#include "core/bench/run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct FiguresRun {
    const OptionWords *words;
    const char *folder; // NULL: no pages
    bool chosen[NAMED_MOST], quick;
    int count;
    char *command;
    FigurePictures *pictures; // NULL: none can be drawn
    TextBuffer csv;
} FiguresRun;

static bool choose(FiguresRun *run, Error *err)
{
    const OptionWords *words = run->words;
    for (int i = BENCH_PATH; i < BENCH_OPTION_COUNT; ++i)
        if (words->text[i] && i != BENCH_HTML && i != BENCH_QUICK)
            return error_set(err, "%s: only of snug bench files", bench_options.rows[i].name);
    if (words->other_count > 1)
        return error_set(err, "%.200s: figures are chosen by --filter", words->others[1]);
    for (int i = 0; i < paper_figure_count; ++i) {
        const Figure *figure = paper_figures[i];
        char text[512];
        snprintf(text, sizeof text, "%s %s %s %s", figure->id, figure_papers[figure->paper].name,
                 figure->number, figure->note);
        run->chosen[i] =
            !words->text[BENCH_FILTER] || bench_words_match(text, words->text[BENCH_FILTER]);
        run->count += run->chosen[i];
    }
    return run->count > 0 || error_set(err, "--filter: no figure is left");
}

static bool write_file(const FiguresRun *run, const char *name, const char *ending,
                       TextBuffer *buffer, Error *err)
{
    char path[4096];
    size_t size = buffer->length;
    char *text = text_take(buffer);
    bool ok = snprintf(path, sizeof path, "%s/%s%s", run->folder, name, ending) < (int)sizeof path;
    ok = ok ? text && file_write_atomic(path, text, size, err)
            : error_set(err, "%.200s: the name is too long", run->folder);
    if (!text)
        error_set(err, "not enough memory for %s%s", name, ending);
    free(text);
    return ok;
}

static bool write_page(FiguresRun *run, const Figure *figure, const FigureData *data, Error *err)
{
    TextBuffer out = {0};
    FigurePicture pictures[FIGURE_DRAWINGS_MOST];
    FigurePage page = {.figure = figure,
                       .data = data,
                       .pictures = pictures,
                       .command = run->command,
                       .chosen = run->chosen};
    if (figure->pictures && run->pictures)
        page.picture_count = figure_pictures_draw(run->pictures, figure->id, run->folder, pictures,
                                                  FIGURE_DRAWINGS_MOST, err);
    if (page.picture_count < 0 || !figure_page(&page, &out)) {
        text_take(&out);
        return err->text[0] ? false : error_set(err, "not enough memory for %s", figure->id);
    }
    return write_file(run, figure->id, ".html", &out, err);
}

static void print_rows(const Figure *figure, const FigureData *data)
{
    printf("\n%s, %s: %s\n", figure_papers[figure->paper].name, figure->number, figure->note);
    printf("%-62s %11s %11s  %s\n", "", "paper", "ours", "agrees");
    for (int i = 0; i < data->row_count; ++i) {
        char number[32];
        figure_number(data->rows[i].ours, number, sizeof number);
        printf("%-62s %11s %11s  %s\n", data->rows[i].what, data->rows[i].paper, number,
               data->rows[i].verdict);
    }
    fflush(stdout);
}

static bool measure_one(FiguresRun *run, const Figure *figure, Error *err)
{
    FigureData data;
    FigureRun how = {.quick = run->quick};
    bool ok = figure_measure(figure, &how, &data, err);
    if (ok) {
        figure_csv_rows(figure, &data, &run->csv);
        const char *csv = run->words->text[BENCH_CSV];
        if (!csv || strcmp(csv, "-") != 0)
            print_rows(figure, &data);
        ok = !run->folder || write_page(run, figure, &data, err);
    }
    figure_data_free(&data);
    return ok;
}

static bool measure_all(FiguresRun *run, Error *err)
{
    double began = clock_seconds();
    for (int i = 0, done = 0; i < paper_figure_count; ++i) {
        if (!run->chosen[i])
            continue;
        double spent = clock_seconds() - began;
        fprintf(stderr, "snug bench: %d of %d, %s", done + 1, run->count, paper_figures[i]->id);
        if (done > 0)
            fprintf(stderr, ", %.0f s so far", spent);
        fputc('\n', stderr);
        if (!measure_one(run, paper_figures[i], err))
            return false;
        ++done;
    }
    return true;
}

static bool begin(FiguresRun *run, Error *err)
{
    Error why = {""};
    run->command = bench_command_line(run->words);
    if (!run->command)
        return error_set(err, "not enough memory");
    char machine[256];
    lab_machine(machine, sizeof machine);
    text_add(&run->csv, "# machine: %s\n# commit: %s\n# command: %s\n%s", machine, lab_commit(),
             run->command, figure_csv_heading);
    if (!run->folder)
        return true;
    if (mkdir(run->folder, 0777) != 0 && errno != EEXIST)
        return error_set(err, "%.200s: %s", run->folder, strerror(errno));
    bool drawn = false;
    for (int i = 0; i < paper_figure_count; ++i)
        drawn = drawn || (run->chosen[i] && paper_figures[i]->pictures);
    if (drawn && !(run->pictures = figure_pictures_begin(&why)))
        fprintf(stderr, "snug bench: pages without pictures: %s\n", why.text);
    return true;
}

static bool end(FiguresRun *run, Error *err)
{
    const char *csv = run->words->text[BENCH_CSV];
    TextBuffer index = {0};
    if (run->folder) {
        figure_index(run->chosen, run->command, &index);
        if (!write_file(run, "index", ".html", &index, err))
            return false;
    }
    size_t size = run->csv.length;
    char *text = text_take(&run->csv);
    bool ok = text || error_set(err, "not enough memory for the rows");
    if (ok && csv && strcmp(csv, "-") == 0)
        ok = fputs(text, stdout) >= 0 || error_set(err, "the results could not be written");
    else if (ok && csv)
        ok = file_write_atomic(csv, text, size, err);
    if (ok && run->folder) {
        TextBuffer rows = {0};
        text_add_bytes(&rows, text, size);
        ok = write_file(run, "figures", ".csv", &rows, err);
    }
    free(text);
    return ok;
}

int bench_figures(const OptionWords *words)
{
    Error err = {""};
    FiguresRun run = {.words = words,
                      .folder = words->text[BENCH_HTML],
                      .quick = words->text[BENCH_QUICK] != NULL};
    bool ok = choose(&run, &err) && begin(&run, &err) && measure_all(&run, &err) && end(&run, &err);
    if (!ok)
        fprintf(stderr, "snug bench: %s\n", err.text);
    figure_pictures_end(run.pictures);
    free(run.command);
    free(run.csv.text);
    if (ok && (fflush(stdout) != 0 || ferror(stdout))) {
        fputs("snug bench: the results could not be written\n", stderr);
        ok = false;
    }
    return ok ? 0 : 2;
}
