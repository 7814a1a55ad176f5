#include "app/window/panels/figure_plots.h"

#include "app/lab/plot_svg.h"
#include "app/window/look.h"
#include "app/window/panels/lab_widgets.h"

#include <cimplot.h>
#include <math.h>

static ImVec4 vector(uint32_t rgb, float opacity)
{
    return (ImVec4){(float)(rgb >> 16 & 255) / 255, (float)(rgb >> 8 & 255) / 255,
                    (float)(rgb & 255) / 255, opacity};
}

static uint32_t colour_of(const FigurePlot *plot, int i)
{
    return plot->series[i].style == FIGURE_PAPER ? COLOUR_TEXT
                                                 : look_on_panel(figure_series_colour(plot, i));
}

typedef struct Range {
    double least, most;
} Range;

static void widen(Range *range, double value, bool logs)
{
    if (!isfinite(value) || (logs && value <= 0))
        return;
    range->least = fmin(range->least, value);
    range->most = fmax(range->most, value);
}

// 1, 2 and 5 of every power of ten: a range of one power has marks, too.
static void set_log(ImAxis axis, Range range)
{
    double ticks[48];
    int count = 0;
    bool few = range.most / range.least > 1e3; // only the powers
    ImPlot_SetupAxisScale_PlotScale(axis, ImPlotScale_Log10);
    for (double power = pow(10, floor(log10(range.least))); power < range.most; power *= 10)
        for (int digit = 1; digit <= (few ? 1 : 5); digit += digit == 1 ? 1 : 3)
            if (power * digit >= range.least && power * digit <= range.most && count < 48)
                ticks[count++] = power * digit;
    if (count > 0)
        ImPlot_SetupAxisTicks_doublePtr(axis, ticks, count, NULL, false);
}

static void setup(const FigurePlot *plot)
{
    Range x = {INFINITY, -INFINITY}, y = {INFINITY, -INFINITY};
    bool bars = plot->x_names != NULL;
    for (int s = 0; s < plot->count; ++s)
        for (int i = 0; i < plot->series[s].count; ++i) {
            widen(&x, plot->series[s].x[i], plot->x_log);
            widen(&y, plot->series[s].y[i], plot->y_log);
        }
    if (!(x.least <= x.most))
        x = (Range){1, 10};
    if (!(y.least <= y.most))
        y = (Range){1, 10};
    if (bars)
        x = (Range){0.4, plot->x_name_count + 0.6};
    double gap = plot->x_log ? pow(x.most / x.least, 0.03) : 0.02 * (x.most - x.least);
    if (!bars)
        x = plot->x_log ? (Range){x.least / gap, x.most * gap}
                        : (Range){x.least - gap, x.most + gap};
    if (plot->y_log)
        y = (Range){y.least / 1.3, y.most * 1.3};
    else
        y = (Range){fmin(0, y.least), y.most > 0 ? 1.06 * y.most : 1};
    if (!(x.most > x.least))
        x.most = x.least + 1;
    ImPlot_SetupAxisLimits(ImAxis_X1, x.least, x.most, ImPlotCond_Always);
    ImPlot_SetupAxisLimits(ImAxis_Y1, y.least, y.most, ImPlotCond_Always);
    if (plot->x_log)
        set_log(ImAxis_X1, x);
    if (plot->y_log)
        set_log(ImAxis_Y1, y);
    if (bars)
        ImPlot_SetupAxisTicks_double(ImAxis_X1, 1, plot->x_name_count, plot->x_name_count,
                                     plot->x_names, false);
}

static void draw_series(const FigurePlot *plot, int i, int bar, int bars)
{
    const FigureSeries *s = &plot->series[i];
    ImVec4 colour = vector(colour_of(plot, i), 1);
    if (s->count == 0)
        return;
    if (s->style == FIGURE_BARS || s->style == FIGURE_PAPER_BARS) {
        double width = 0.8 / bars;
        double x[64];
        int count = s->count < 64 ? s->count : 64;
        for (int k = 0; k < count; ++k)
            x[k] = s->x[k] - 0.4 + (bar + 0.5) * width;
        ImPlot_SetNextFillStyle(colour, 0.9f);
        ImPlot_PlotBars_doublePtrdoublePtr(s->name, x, s->y, count, 0.92 * width, 0, 0, sizeof *x);
    } else if (s->style == FIGURE_POINTS) {
        ImPlot_SetNextMarkerStyle(ImPlotMarker_Circle, 4, colour, 1, colour);
        ImPlot_PlotScatter_doublePtrdoublePtr(s->name, s->x, s->y, s->count, 0, 0, sizeof *s->x);
    } else {
        ImPlot_SetNextLineStyle(colour, 1.6f);
        if (s->count <= 12 && s->style == FIGURE_LINE)
            ImPlot_SetNextMarkerStyle(ImPlotMarker_Circle, 2.5f, colour, 1, colour);
        ImPlot_PlotLine_doublePtrdoublePtr(s->name, s->x, s->y, s->count, 0, 0, sizeof *s->x);
    }
}

void figure_plot_draw(const PanelContext *context, const FigurePlot *plot)
{
    uint32_t colours[FIGURE_SERIES_MOST];
    const char *words[FIGURE_SERIES_MOST];
    int bars = 0;
    for (int i = 0; i < plot->count; ++i) {
        colours[i] = colour_of(plot, i);
        words[i] = plot->series[i].name;
        bars += plot->series[i].style == FIGURE_BARS || plot->series[i].style == FIGURE_PAPER_BARS;
    }
    lab_legend(colours, words, plot->count);
    ImVec2 space;
    igGetContentRegionAvail(&space);
    float height = space.y > 7 * igGetFontSize() ? space.y : 7 * igGetFontSize();
    igBeginGroup();
    ImPlotFlags flags = ImPlotFlags_NoTitle | ImPlotFlags_NoMenus | ImPlotFlags_NoBoxSelect |
                        ImPlotFlags_NoFrame | ImPlotFlags_NoLegend;
    if (ImPlot_BeginPlot("##figure", (ImVec2){-1, height}, flags)) {
        ImPlot_SetupAxes(plot->x_title, plot->y_title, ImPlotAxisFlags_Lock, ImPlotAxisFlags_Lock);
        setup(plot);
        ImPlot_SetupFinish();
        for (int i = 0, bar = 0; i < plot->count; ++i) {
            enum FigureStyle style = plot->series[i].style;
            draw_series(plot, i, bar, bars);
            bar += style == FIGURE_BARS || style == FIGURE_PAPER_BARS;
        }
        ImPlot_EndPlot();
    }
    igEndGroup();
    ui_note_rect(context->ui, "figure_plot");
}

void figure_tree_draw(const PanelContext *context, const FigureTree *tree)
{
    uint32_t shown[sizeof tree->colours / sizeof *tree->colours];
    for (int i = 0; i < tree->kind_count; ++i)
        shown[i] = look_on_panel(tree->colours[i]);
    lab_legend(shown, tree->kinds, tree->kind_count);
    ImVec2 space, at;
    igGetContentRegionAvail(&space);
    igGetCursorScreenPos(&at);
    float size = igGetFontSize(), height = fmaxf(space.y, 6 * size), radius = 0.42f * size;
    float step = (height - 2 * size) / (float)(tree->levels > 1 ? tree->levels - 1 : 1);
    step = fminf(step, 3.5f * size);
    float leaves = 1; // those of the lowest level stand side by side
    for (int i = 0; i < tree->count; ++i)
        leaves += tree->nodes[i].level == tree->levels - 1;
    radius = fminf(radius, 0.42f * fminf(step, space.x / leaves));
    ImDrawList *list = igGetWindowDrawList();
    for (int pass = 0; pass < 2; ++pass)
        for (int i = 0; i < tree->count; ++i) {
            const FigureNode *n = &tree->nodes[i];
            ImVec2 here = {at.x + space.x * (float)n->across, at.y + size + step * (float)n->level};
            if (pass == 0 && n->parent >= 0) {
                const FigureNode *p = &tree->nodes[n->parent];
                ImVec2 there = {at.x + space.x * (float)p->across,
                                at.y + size + step * (float)p->level};
                ImDrawList_AddLine(list, there, here, look_colour(COLOUR_FAINT, 0.6), 1.2f);
            } else if (pass == 1) {
                uint32_t colour = n->copy ? tree->colours[tree->kind_count - 1] : n->colour;
                ImDrawList_AddCircleFilled(list, here, radius,
                                           look_colour(look_on_panel(colour), 1), 0);
            }
        }
    igDummy((ImVec2){space.x, height});
    ui_note_rect(context->ui, "figure_plot");
}
