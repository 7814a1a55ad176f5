// Lines and points over two axes as SVG: what the viewer plots, for papers and pages.
#ifndef SNUG_APP_LAB_PLOT_SVG_H
#define SNUG_APP_LAB_PLOT_SVG_H

#include "app/io/text_buffer.h"

enum PlotStyle { PLOT_LINE, PLOT_POINTS, PLOT_AREA, PLOT_UPRIGHT };

typedef struct PlotSeries {
    const char *name; // any text; NULL: not in the legend
    unsigned colour;  // 0xRRGGBB
    int dashes;       // 0: drawn through, 1 .. 3: kinds of dashes
    enum PlotStyle style;
    const double *x, *y; // y of uprights is not read; not finite: a gap
    const double *below; // of areas: where they begin; NULL: at 0
    int count;
    const char *const *labels; // of points, or NULL
} PlotSeries;

typedef struct Plot {
    const char *title, *x_title, *y_title;
    bool x_log, y_log;          // values that are not positive are left out
    bool from_zero;             // the upright axis begins at 0
    const char *const *x_names; // of 1, 2 ... instead of numbers; NULL: numbers
    int x_name_count;
    const PlotSeries *series;
    int count;
    int width, height; // 0: 860 x 420
} Plot;

void plot_svg(const Plot *plot, TextBuffer *out); // a whole <svg> element

// Colours that can be told apart, also by those who see few of them; every ten with other dashes.
unsigned plot_colour(int i);
int plot_dashes(int i);

#endif
