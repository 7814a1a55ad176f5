#include "app/window/panels/best_plots.h"

#include "app/window/look.h"
#include "core/base/array.h"

#include <cimplot.h>
#include <math.h>
#include <stdio.h>

static ImVec4 vector(uint32_t rgb)
{
    return (ImVec4){(float)(rgb >> 16 & 255) / 255, (float)(rgb >> 8 & 255) / 255,
                    (float)(rgb & 255) / 255, 1};
}

typedef struct Range {
    double least, most;
} Range;

// 1, 2 and 5 of every power of ten: a range of one power has marks, too.
static void set_axis(ImAxis axis, Range range, bool logs)
{
    ImPlot_SetupAxisLimits(axis, range.least, range.most, ImPlotCond_Always);
    if (!logs)
        return;
    double ticks[64];
    int count = 0;
    ImPlot_SetupAxisScale_PlotScale(axis, ImPlotScale_Log10);
    for (double power = pow(10, floor(log10(range.least))); power < range.most; power *= 10)
        for (int digit = 1; digit <= 5; digit += digit == 1 ? 1 : 3)
            if (power * digit >= range.least && power * digit <= range.most && count < 64)
                ticks[count++] = power * digit;
    if (count > 0)
        ImPlot_SetupAxisTicks_doublePtr(axis, ticks, count, NULL, false);
}

static bool begin_plot(const char *name, const char *x, const char *y, Range across, Range upright,
                       bool legend, bool logs)
{
    ImPlotFlags flags = ImPlotFlags_NoTitle | ImPlotFlags_NoMenus | ImPlotFlags_NoBoxSelect |
                        ImPlotFlags_NoFrame | (legend ? 0 : ImPlotFlags_NoLegend);
    ImVec2 space;
    igGetContentRegionAvail(&space);
    float height = space.y > 8 * igGetFontSize() ? space.y : 8 * igGetFontSize();
    if (!ImPlot_BeginPlot(name, (ImVec2){-1, height}, flags))
        return false;
    ImPlot_SetupAxes(x, y, ImPlotAxisFlags_Lock, ImPlotAxisFlags_Lock);
    set_axis(ImAxis_X1, across, logs);
    set_axis(ImAxis_Y1, upright, logs);
    if (legend)
        ImPlot_SetupLegend(ImPlotLocation_NorthWest, 0);
    ImPlot_SetupFinish();
    return true;
}

static void widen(Range *range, double value)
{
    range->least = fmin(range->least, value);
    range->most = fmax(range->most, value);
}

// From left to right.
static int front_of(const LabTable *table, enum ContestCost cost, double scale, double *x,
                    double *y)
{
    int count = 0;
    for (int k = 0; k < table->count; ++k) {
        if (!contest_on_front(table->results, table->count, k, cost))
            continue;
        double at = scale * contest_cost(&table->results[k], cost);
        int place = count++;
        for (; place > 0 && x[place - 1] > at; --place) {
            x[place] = x[place - 1];
            y[place] = y[place - 1];
        }
        x[place] = at;
        y[place] = table->results[k].us_least;
    }
    return count;
}

typedef struct Labels {
    ImVec2 low[2 * LAB_KINDS_MOST], high[2 * LAB_KINDS_MOST]; // dots and names that are there
    int count;
} Labels;

static bool is_free(const Labels *labels, ImVec2 low, ImVec2 high)
{
    for (int i = 0; i < labels->count; ++i)
        if (low.x < labels->high[i].x && high.x > labels->low[i].x && low.y < labels->high[i].y &&
            high.y > labels->low[i].y)
            return false;
    return true;
}

static void occupy(Labels *labels, ImVec2 low, ImVec2 high)
{
    labels->low[labels->count] = low;
    labels->high[labels->count++] = high;
}

static ImVec2 pixels_of(double x, double y)
{
    ImVec2 out;
    ImPlot_PlotToPixels_double(&out, x, y, -1, -1);
    return out;
}

// Above its dot, or wherever it hides neither a dot nor another name; nowhere if it would everywhere, for the
// colours stand in the table, too.
static void put_label(Labels *labels, const char *name, double x, double y)
{
    const float em = igGetFontSize();
    ImVec2 at = pixels_of(x, y), size;
    igCalcTextSize(&size, name, NULL, false, -1);
    const ImVec2 ways[] = {
        {0, -0.9f * em}, {0, 0.9f * em}, {size.x / 2 + 0.7f * em, 0}, {-size.x / 2 - 0.7f * em, 0},
        {0, -1.9f * em}, {0, 1.9f * em}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; ++i) {
        ImVec2 middle = {at.x + ways[i].x, at.y + ways[i].y};
        ImVec2 low = {middle.x - size.x / 2, middle.y - size.y / 2};
        ImVec2 high = {middle.x + size.x / 2, middle.y + size.y / 2};
        if (!is_free(labels, low, high))
            continue;
        ImPlot_PlotText(name, x, y, ways[i], 0);
        occupy(labels, low, high);
        return;
    }
}

static void name_dots(const LabTable *table, enum ContestCost cost, double scale)
{
    Labels labels = {.count = 0};
    for (int k = 0; k < table->count; ++k) {
        const ContestResult *r = &table->results[k];
        if (!r->timed)
            continue;
        ImVec2 at = pixels_of(scale * contest_cost(r, cost), r->us_least);
        occupy(&labels, (ImVec2){at.x - 5, at.y - 5}, (ImVec2){at.x + 5, at.y + 5});
    }
    for (int front = 1; front >= 0; --front) // those on the line choose first
        for (int k = 0; k < table->count; ++k) {
            const ContestResult *r = &table->results[k];
            char name[LAB_KIND_NAME];
            if (!r->timed || contest_on_front(table->results, table->count, k, cost) != front)
                continue;
            lab_kind_name(table->kinds, k, name, sizeof name);
            put_label(&labels, name, scale * contest_cost(r, cost), r->us_least);
        }
}

void best_plot_front(const PanelContext *context, const LabTable *table, bool *bytes)
{
    double x[LAB_KINDS_MOST], y[LAB_KINDS_MOST];
    igCheckbox("Memory instead of building", bytes);
    widget_explain(context, "best_bytes", "What stands below: the trees' memory, or building them");
    enum ContestCost cost = *bytes ? CONTEST_BYTES : CONTEST_BUILD;
    double scale = *bytes ? 1e-3 : 1;
    Range across = {INFINITY, 0}, upright = {INFINITY, 0};
    for (int k = 0; k < table->count; ++k)
        if (table->results[k].timed) {
            widen(&across, fmax(scale * contest_cost(&table->results[k], cost), 1e-3));
            widen(&upright, fmax(table->results[k].us_least, 1e-3));
        }
    if (across.most <= 0)
        return; // every kind failed
    across = (Range){across.least / 1.8, across.most * 1.8};
    upright = (Range){upright.least / 1.5, upright.most * 1.7};
    igBeginGroup();
    if (begin_plot("##front", *bytes ? "kB of all trees" : "building, ms of CPU",
                   "T per frame, us of CPU", across, upright, false, true)) {
        int count = front_of(table, cost, scale, x, y);
        ImPlot_SetNextLineStyle(vector(COLOUR_FAINT), 1.5f);
        ImPlot_PlotLine_doublePtrdoublePtr("front", x, y, count, 0, 0, sizeof *x);
        for (int k = 0; k < table->count; ++k) {
            const ContestResult *r = &table->results[k];
            if (!r->timed)
                continue;
            char name[LAB_KIND_NAME];
            double at = scale * contest_cost(r, cost), us = r->us_least;
            lab_kind_name(table->kinds, k, name, sizeof name);
            ImVec4 colour = vector(look_on_panel(plot_colour(k)));
            ImPlot_SetNextMarkerStyle(ImPlotMarker_Circle, 5, colour, 1, colour);
            ImPlot_PlotScatter_doublePtrdoublePtr(name, &at, &us, 1, 0, 0, sizeof at);
        }
        name_dots(table, cost, scale);
        ImPlot_EndPlot();
    }
    igEndGroup();
    widget_explain(context, "best_plot", "On the line stands what nothing else beats in both");
}

static double value_of(const ContestFrame *frame, bool time)
{
    return time ? 1e-3 * frame->us : (double)frame->volume_tests;
}

void best_plot_frames(const PanelContext *context, const LabTable *table, bool time)
{
    int frames = table->subject->frames;
    double *x = array_alloc(2 * (size_t)frames, sizeof *x), *y = x + frames;
    Range upright = {0, 0};
    for (int k = 0; k < table->count; ++k)
        for (int f = 0; table->results[k].timed && f < frames; ++f)
            widen(&upright, value_of(&table->results[k].frames[f], time));
    upright.most = upright.most > 0 ? 1.05 * upright.most : 1;
    igBeginGroup();
    if (x && begin_plot(time ? "##time" : "##tests", "frame", time ? "ms of CPU" : "N_v",
                        (Range){1, frames > 1 ? frames : 2}, upright, table->count <= 12, false)) {
        for (int k = 0; k < table->count; ++k) {
            if (!table->results[k].timed)
                continue;
            char name[LAB_KIND_NAME];
            lab_kind_name(table->kinds, k, name, sizeof name);
            for (int f = 0; f < frames; ++f) {
                x[f] = f + 1;
                y[f] = value_of(&table->results[k].frames[f], time);
            }
            ImPlot_SetNextLineStyle(vector(look_on_panel(plot_colour(k))), 1.6f);
            ImPlot_PlotLine_doublePtrdoublePtr(name, x, y, frames, 0, 0, sizeof *x);
        }
        ImPlot_EndPlot();
    }
    igEndGroup();
    mem_free(x);
    widget_explain(context, "best_plot", "All kinds on the same frames");
}
