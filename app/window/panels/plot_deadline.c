#include "app/window/panels/plot_deadline.h"

#include "app/stages/timed_state.h"
#include "app/window/look.h"
#include "app/window/panels/lab_widgets.h"

#include <cimplot.h>
#include <math.h>

static const uint32_t APART = 0x3D9BE0, DEEP = 0xD6337C;

typedef struct Band {
    int count, deepest;
    double x[TIMED_LOG], low[TIMED_LOG], high[TIMED_LOG], zero[TIMED_LOG], level[TIMED_LOG];
} Band;

static ImVec4 vector(uint32_t rgb)
{
    return (ImVec4){(float)(rgb >> 16 & 255) / 255, (float)(rgb >> 8 & 255) / 255,
                    (float)(rgb & 255) / 255, 1};
}

static void fill(const TimedState *timed, Band *band)
{
    band->count = timed->log_count;
    band->deepest = 1;
    for (int i = 0; i < band->count; ++i) {
        const TimedFrame *frame = timed_log_at(timed, i);
        bool open = frame->undecided > 0;
        band->x[i] = i + 1;
        band->zero[i] = 0;
        // What is decided has no width.
        band->low[i] = open ? -frame->error : 0;
        band->high[i] = open && isfinite(frame->farthest) ? frame->farthest : 0;
        band->deepest = open && frame->level > band->deepest ? frame->level : band->deepest;
        band->level[i] = open ? (double)frame->level : NAN;
    }
}

static void area(const char *label, const Band *band, const double *edge, uint32_t colour)
{
    ImPlot_SetNextFillStyle(vector(colour), 0.5f);
    ImPlot_PlotShaded_doublePtrdoublePtrdoublePtr(label, band->x, band->zero, edge, band->count, 0,
                                                  0, sizeof *band->x);
    ImPlot_SetNextLineStyle(vector(colour), 1.2f);
    ImPlot_PlotLine_doublePtrdoublePtr(label, band->x, edge, band->count, 0, 0, sizeof *band->x);
}

void plot_deadline(const PanelContext *context)
{
    static Band band; // too large for the stack; filled anew for every picture
    const uint32_t colours[] = {APART, DEEP, COLOUR_FAINT};
    static const char *const words[] = {"surfaces at most so far apart",
                                        "volumes overlap by at most", "level reached (right axis)"};
    fill(&context->app->timed, &band);
    lab_legend(colours, words, 3);
    ImVec2 space;
    igGetContentRegionAvail(&space);
    float height = space.y - 2.3f * igGetFrameHeightWithSpacing();
    height = height < 9 * igGetFontSize() ? 9 * igGetFontSize() : height;
    ImPlotFlags flags = ImPlotFlags_NoTitle | ImPlotFlags_NoMenus | ImPlotFlags_NoBoxSelect |
                        ImPlotFlags_NoMouseText | ImPlotFlags_NoFrame | ImPlotFlags_NoLegend;
    igBeginGroup(); // which has a tooltip: plots have none
    if (ImPlot_BeginPlot("##deadline", (ImVec2){-1, height}, flags)) {
        ImPlot_SetupAxes(NULL, NULL, ImPlotAxisFlags_NoLabel | ImPlotAxisFlags_Lock,
                         ImPlotAxisFlags_AutoFit | ImPlotAxisFlags_NoLabel);
        ImPlot_SetupAxisFormat_PlotFormatter(ImAxis_X1, lab_whole_numbers, NULL);
        ImPlot_SetupAxis(ImAxis_Y2, NULL,
                         ImPlotAxisFlags_AuxDefault | ImPlotAxisFlags_Lock |
                             ImPlotAxisFlags_NoLabel);
        ImPlot_SetupAxisFormat_Str(ImAxis_Y2, "%.0f");
        ImPlot_SetupAxisTicks_double(ImAxis_Y2, 0, band.deepest + 1, band.deepest + 2, NULL, false);
        ImPlot_SetupAxisLimits(ImAxis_Y2, 0, band.deepest + 1, ImPlotCond_Always);
        ImPlot_SetupAxisLimits(ImAxis_X1, 0.5, band.count < 20 ? 20.5 : band.count + 0.5,
                               ImPlotCond_Always);
        ImPlot_SetupFinish();
        area("apart", &band, band.high, APART);
        area("deep", &band, band.low, DEEP);
        ImPlot_SetAxes(ImAxis_X1, ImAxis_Y2);
        ImPlot_SetNextLineStyle(vector(COLOUR_FAINT), 1.5f);
        ImPlot_SetNextMarkerStyle(ImPlotMarker_Circle, 2, vector(COLOUR_FAINT), 1,
                                  vector(COLOUR_FAINT));
        ImPlot_PlotLine_doublePtrdoublePtr("level", band.x, band.level, band.count, 0, 0,
                                           sizeof *band.x);
        ImPlot_EndPlot();
    }
    igEndGroup();
    widget_explain(
        context, "plot",
        "One answer per frame of a drag: above the line of touching how far apart surfaces can be, "
        "below it by how much volumes that are left overlap");
}
