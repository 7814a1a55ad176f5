#include "app/figures/data.h"

#include "app/lab/plot_svg.h"
#include "core/base/array.h"
#include "core/bench/claims.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void figure_data_free(FigureData *data)
{
    for (int p = 0; p < data->plot_count; ++p) {
        for (int s = 0; s < data->plots[p]->count; ++s) {
            mem_free(data->plots[p]->series[s].x);
            mem_free(data->plots[p]->series[s].y);
        }
        mem_free(data->plots[p]);
    }
    for (int i = 0; i < data->drawing_count; ++i)
        free(data->drawings[i].svg);
    mem_free(data->rows);
    mem_free(data->tree.nodes);
    *data = (FigureData){0};
}

FigurePlot *figure_plot(FigureData *data, const char *title, const char *x_title,
                        const char *y_title)
{
    FigurePlot *plot = data->plot_count < FIGURE_PLOTS_MOST ? mem_calloc(1, sizeof *plot) : NULL;
    if (!plot) {
        data->failed = true;
        return &data->spare_plot;
    }
    plot->title = title;
    plot->x_title = x_title;
    plot->y_title = y_title;
    data->plots[data->plot_count++] = plot;
    return plot;
}

FigureSeries *figure_series(FigureData *data, FigurePlot *plot, const char *name,
                            enum FigureStyle style)
{
    bool known = data->plot_count > 0 && data->plots[data->plot_count - 1] == plot;
    for (int i = 0; i < data->plot_count && !known; ++i)
        known = data->plots[i] == plot;
    if (!known || plot->count == FIGURE_SERIES_MOST) {
        data->failed = true;
        return &data->spare_series;
    }
    FigureSeries *series = &plot->series[plot->count++];
    series->style = style;
    series->failed = &data->failed;
    snprintf(series->name, sizeof series->name, "%s", name);
    return series;
}

void figure_point(FigureSeries *series, double x, double y)
{
    if (!series->failed)
        return;
    size_t count = (size_t)series->count + 1;
    if (!array_reserve(&series->x, &series->x_capacity, count, sizeof *series->x) ||
        !array_reserve(&series->y, &series->y_capacity, count, sizeof *series->y)) {
        *series->failed = true;
        return;
    }
    series->x[series->count] = x;
    series->y[series->count++] = y;
}

static void add_row(FigureData *data, const char *what, const char *paper, const char *source,
                    double ours, enum FigureJudge judge, bool holds)
{
    if (!array_reserve(&data->rows, &data->row_capacity, (size_t)data->row_count + 1,
                       sizeof *data->rows)) {
        data->failed = true;
        return;
    }
    FigureRow *row = &data->rows[data->row_count++];
    *row = (FigureRow){.ours = ours};
    snprintf(row->what, sizeof row->what, "%s", what);
    snprintf(row->paper, sizeof row->paper, "%s", paper);
    snprintf(row->source, sizeof row->source, "%s", source);
    if (judge != JUDGE_VALUE) {
        snprintf(row->verdict, sizeof row->verdict, "%s",
                 judge == JUDGE_MACHINE ? "another machine" : "another model");
    } else if (paper[0]) {
        char verdict[CLAIM_VERDICT];
        claims_judge(paper, ours, holds, verdict);
        snprintf(row->verdict, sizeof row->verdict, "%s",
                 strcmp(verdict, "NO") == 0 ? "no" : verdict);
    }
}

void figure_claim(FigureData *data, const char *what, double ours, bool holds)
{
    const PublishedValue *value = published_find(data->figure, what);
    assert(value && "the table of published values has no such row");
    char source[FIGURE_TEXT];
    snprintf(source, sizeof source, "%s%s%s", figure_source_names[value->source],
             value->where[0] ? ", " : "", value->where);
    add_row(data, what, value->value, source, ours, value->judge, holds);
}

void figure_row(FigureData *data, const char *what, double ours)
{
    figure_claim(data, what, ours, true);
}

void figure_row_of(FigureData *data, const char *what, const char *paper, const char *source,
                   double ours, enum FigureJudge judge)
{
    assert(!paper[0] == !source[0]);
    add_row(data, what, paper, source, ours, judge, true);
}

void figure_claim_of(FigureData *data, const char *what, const char *paper, const char *source,
                     double ours, bool holds)
{
    assert(paper[0] && source[0]);
    add_row(data, what, paper, source, ours, JUDGE_VALUE, holds);
}

void figure_drawing(FigureData *data, const char *title, char *svg)
{
    if (!svg || data->drawing_count == FIGURE_DRAWINGS_MOST) {
        data->failed = true;
        free(svg);
        return;
    }
    FigureDrawing *drawing = &data->drawings[data->drawing_count++];
    snprintf(drawing->title, sizeof drawing->title, "%s", title);
    drawing->svg = svg;
}

// Halfway to a grey that is neither the light nor the dark background.
static unsigned pale(unsigned colour)
{
    return ((colour & 0xFEFEFE) >> 1) + (0xC8CCD2 >> 1);
}

unsigned figure_series_colour(const FigurePlot *plot, int series)
{
    int ours = 0;
    for (int i = 0; i < series; ++i)
        ours += plot->series[i].style < FIGURE_PAPER;
    switch (plot->series[series].style) {
    case FIGURE_PAPER_BARS:
        return pale(plot_colour(ours > 0 ? ours - 1 : 0));
    case FIGURE_PAPER:
        return 0x1B1E24;
    default:
        return plot_colour(ours);
    }
}

void figure_number(double value, char *text, size_t size)
{
    if (isnan(value))
        snprintf(text, size, "-");
    else if (value != 0 && fabs(value) < 5e-5)
        snprintf(text, size, "< 0.0001");
    else if (fabs(value) >= 1000)
        snprintf(text, size, "%.0f", value);
    else
        snprintf(text, size, "%.3g", value);
}

double figure_exponent(const FigureSeries *series)
{
    double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (int i = 0; i < series->count; ++i) {
        if (!(series->x[i] > 0) || !(series->y[i] > 0))
            continue;
        double x = log(series->x[i]), y = log(series->y[i]);
        n += 1;
        sx += x;
        sy += y;
        sxx += x * x;
        sxy += x * y;
    }
    return n < 2 ? NAN : (n * sxy - sx * sy) / (n * sxx - sx * sx);
}
