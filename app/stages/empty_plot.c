#include "app/stages/empty_plot.h"

#include "app/lab/plot_svg.h"
#include "core/base/utf8.h"

#include <stdio.h>

enum { CORNERS = 5 }; // of a bar as an area

typedef struct Bars {
    double x[CORNERS * EMPTY_SPACE_BINS], y[CORNERS * EMPTY_SPACE_BINS];
} Bars;

// Both in percent; `half` of each bin: 0 the left one.
static void fill(const EmptySpace *space, int half, Bars *out)
{
    const double bin = 100.0 / EMPTY_SPACE_BINS;
    for (int i = 0; i < EMPTY_SPACE_BINS; ++i) {
        double left = (i + 0.08 + 0.42 * half) * bin, right = left + 0.42 * bin;
        double height = space->count > 0 ? 100.0 * space->bins[i] / space->count : 0;
        const double corners[CORNERS][2] = {
            {left, 0}, {left, height}, {right, height}, {right, 0}, {right, 0}};
        for (int k = 0; k < CORNERS; ++k) {
            out->x[CORNERS * i + k] = corners[k][0];
            out->y[CORNERS * i + k] = corners[k][1];
        }
    }
}

char *empty_plot_svg(const TreeQuality *quality, const char *part)
{
    const EmptySpace *spaces[2] = {&quality->empty, &quality->empty_upper};
    static const char *const words[2] = {"all nodes", "nodes of more than ten triangles"};
    char title[160], names[2][96];
    Bars bars[2];
    PlotSeries series[2];
    TextBuffer out = {0};
    int count = 0;
    for (int i = 0; i < 2; ++i) {
        if (spaces[i]->count == 0)
            continue; // small parts have no upper nodes
        fill(spaces[i], i, &bars[i]);
        snprintf(names[i], sizeof names[i], "%s: %u, median %.1f %%", words[i], spaces[i]->count,
                 100 * spaces[i]->median);
        series[count++] = (PlotSeries){.name = names[i],
                                       .colour = plot_colour(i),
                                       .style = PLOT_AREA,
                                       .x = bars[i].x,
                                       .y = bars[i].y,
                                       .count = CORNERS * EMPTY_SPACE_BINS};
    }
    snprintf(title, sizeof title, "Empty space in the hierarchy of %.80s, %s", part,
             quality->tree->type->name);
    utf8_sanitise(title); // a long name may have been cut inside a character
    plot_svg(&(Plot){.title = title,
                     .x_title = "of the parent left empty, besides the side of the split, %",
                     .y_title = "nodes, %",
                     .from_zero = true,
                     .series = series,
                     .count = count},
             &out);
    return text_take(&out);
}
