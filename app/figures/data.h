// What is measured for a figure: plots, rows of published values beside ours, drawings.
#ifndef SNUG_APP_FIGURES_DATA_H
#define SNUG_APP_FIGURES_DATA_H

#include "app/figures/published.h"
#include "core/base/error.h"
#include "core/base/job.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    FIGURE_PLOTS_MOST = 8,
    FIGURE_SERIES_MOST = 12,
    FIGURE_DRAWINGS_MOST = 16,
    FIGURE_TEXT = 128,
    FIGURE_VERDICT = 40
};

enum FigureStyle {
    FIGURE_LINE,
    FIGURE_POINTS,
    FIGURE_BARS,
    FIGURE_PAPER,      // as published: dashed
    FIGURE_PAPER_BARS, // as published: a paler colour of the series before
};

typedef struct FigureSeries {
    char name[FIGURE_TEXT];
    enum FigureStyle style;
    double *x, *y;
    int count;
    size_t x_capacity, y_capacity;
    bool *failed; // of the data: memory ran short
} FigureSeries;

typedef struct FigurePlot {
    const char *title, *x_title, *y_title; // literals
    bool x_log, y_log;
    const char *const *x_names; // of 1, 2 ...: for bars; NULL: numbers
    int x_name_count;
    FigureSeries series[FIGURE_SERIES_MOST];
    int count;
} FigurePlot;

#define FIGURE_NOT_PRINTED "no value in print" // shown in place of a source

typedef struct FigureRow {
    char what[FIGURE_TEXT];
    char paper[32];           // as published; "": nothing was
    char source[FIGURE_TEXT]; // where; "" only where nothing was published
    double ours;
    char verdict[FIGURE_VERDICT]; // whether ours agrees; "": there is nothing to compare
} FigureRow;

typedef struct FigureDrawing {
    char title[FIGURE_TEXT];
    char *svg; // a whole element
} FigureDrawing;

// A hierarchy as a diagram: levels from the top, places across from 0 to 1.
typedef struct FigureNode {
    double across;
    int level, parent; // parent: -1 of the root
    bool copy;         // of a node that stands for itself further down: drawn grey
    unsigned colour;   // 0xRRGGBB
} FigureNode;

typedef struct FigureTree {
    FigureNode *nodes;
    int count, levels;
    const char *kinds[8]; // a legend: what colours mean
    unsigned colours[8];
    int kind_count;
} FigureTree;

typedef struct FigureData {
    const char *figure; // its id
    FigurePlot *plots[FIGURE_PLOTS_MOST];
    int plot_count;
    FigureRow *rows;
    int row_count;
    size_t row_capacity;
    FigureDrawing drawings[FIGURE_DRAWINGS_MOST];
    int drawing_count;
    FigureTree tree; // of some: no nodes, no diagram
    char note[512];  // seeds, sizes, parameters
    bool quick;
    bool failed;           // memory ran short, or something could not be measured
    FigurePlot spare_plot; // for what does not fit
    FigureSeries spare_series;
} FigureData;

void figure_data_free(FigureData *data); // empty afterwards

// These never return NULL: what does not fit, or has no memory, is dropped and noted in `failed`.
FigurePlot *figure_plot(FigureData *data, const char *title, const char *x_title,
                        const char *y_title);
FigureSeries *figure_series(FigureData *data, FigurePlot *plot, const char *name,
                            enum FigureStyle style);
void figure_point(FigureSeries *series, double x, double y);

// A published value, which must be in the table under this figure's id and `what`, beside ours.
void figure_row(FigureData *data, const char *what, double ours);
// The same where what is claimed may be false whatever its figure.
void figure_claim(FigureData *data, const char *what, double ours, bool holds);
// A value that is published in a table of its own, or nowhere (paper and source are "").
void figure_row_of(FigureData *data, const char *what, const char *paper, const char *source,
                   double ours, enum FigureJudge judge);
// The same where what is claimed may be false whatever its figure.
void figure_claim_of(FigureData *data, const char *what, const char *paper, const char *source,
                     double ours, bool holds);
// Takes over the text; NULL counts as lack of memory.
void figure_drawing(FigureData *data, const char *title, char *svg);

// 0xRRGGBB, the same on pages and panels but for published lines.
unsigned figure_series_colour(const FigurePlot *plot, int series);

// "1234", "0.0123", "-": as people read it.
void figure_number(double value, char *text, size_t size);
// The least exponent e for which y grows like x^e, by least squares over the logarithms; NAN of fewer than two.
double figure_exponent(const FigureSeries *series);

#endif
