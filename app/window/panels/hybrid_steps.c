#include "app/window/panels/hybrid_steps.h"

#include "app/stages/search_curve.h"
#include "app/stages/stage.h"
#include "app/window/look.h"
#include "app/window/panels/lab_widgets.h"

#include <cimplot.h>
#include <math.h>
#include <stdio.h>

enum { LISTED = 400 };

static ImVec4 vector(uint32_t rgb)
{
    return (ImVec4){(float)(rgb >> 16 & 255) / 255, (float)(rgb >> 8 & 255) / 255,
                    (float)(rgb & 255) / 255, 1};
}

void hybrid_step_said(const PanelContext *context)
{
    const ConstructionShown *c = &context->app->construction;
    const HybridConstruction *h = c->hybrid;
    char line[400], bytes[32];
    snprintf(line, sizeof line, "%d primitives, %s: %u steps, cost %.6g, %s", h->list->set.count,
             h->desc.builder->name, h->record.step_count,
             hybrid_cost(&h->tree, h->stats.measure).full,
             format_bytes(bytes, sizeof bytes, (double)hybrid_record_bytes(&h->record)));
    widget_paragraph(COLOUR_FAINT, 0, line);
    if (c->old)
        widget_paragraph(COLOUR_WARN, 0,
                         "Old: primitives or builder are others by now. Record again for what is "
                         "shown now.");
}

static void plot(const PanelContext *context, const HybridSearch *search)
{
    static SearchCurve columns; // too large for the stack; filled anew for every picture
    if (!search_curve(search, &columns))
        return;
    double room = columns.most > columns.least ? 0.08 * (columns.most - columns.least)
                                               : 0.02 * fabs(columns.most) + 1e-30;
    ImPlotFlags flags = ImPlotFlags_NoTitle | ImPlotFlags_NoMenus | ImPlotFlags_NoBoxSelect |
                        ImPlotFlags_NoMouseText | ImPlotFlags_NoFrame | ImPlotFlags_NoLegend;
    lab_legend((const uint32_t[]){SEARCH_COLOUR_BOUND, SEARCH_COLOUR_INCUMBENT},
               (const char *const[]){"bound of what is open", "incumbent, dots: found"}, 2);
    ImPlot_PushStyleVar_Vec2(ImPlotStyleVar_PlotPadding, (ImVec2){4, 4});
    igBeginGroup();
    bool open = ImPlot_BeginPlot("##bound", (ImVec2){-1, 8.2f * igGetFontSize()}, flags);
    ImPlot_PopStyleVar(1);
    if (open) {
        ImPlot_SetupAxes("nodes expanded", NULL, ImPlotAxisFlags_Lock,
                         ImPlotAxisFlags_Lock | ImPlotAxisFlags_NoLabel);
        ImPlot_SetupAxisLimits(ImAxis_X1, 0, (double)search->nodes + 1, ImPlotCond_Always);
        ImPlot_SetupAxisLimits(ImAxis_Y1, columns.least - room, columns.most + room,
                               ImPlotCond_Always);
        ImPlot_SetupFinish();
        ImPlot_SetNextLineStyle(vector(SEARCH_COLOUR_BOUND), 4); // seen also where both are one
        ImPlot_PlotStairs_doublePtrdoublePtr("bound", columns.x, columns.bound, columns.count, 0, 0,
                                             sizeof *columns.x);
        ImPlot_SetNextLineStyle(vector(SEARCH_COLOUR_INCUMBENT), 1.5f);
        ImPlot_PlotStairs_doublePtrdoublePtr("incumbent", columns.x, columns.incumbent,
                                             columns.count, 0, 0, sizeof *columns.x);
        ImPlot_SetNextMarkerStyle(ImPlotMarker_Circle, 4, vector(SEARCH_COLOUR_INCUMBENT), 1,
                                  vector(SEARCH_COLOUR_INCUMBENT));
        ImPlot_PlotScatter_doublePtrdoublePtr("found", columns.found_x, columns.found,
                                              columns.found_count, 0, 0, sizeof *columns.x);
        ImPlot_EndPlot();
    }
    igEndGroup();
    widget_explain(context, "construction_plot",
                   "Branch and bound over the nodes that it expanded: nothing that is still open "
                   "can cost less than the bound; where both meet, the best is proved");
}

// Those that were taken, then by cost.
static int sort(const HybridCandidate *list, uint32_t count, int order[LISTED])
{
    int listed = 0;
    for (uint32_t i = 0; i < count; ++i) {
        int at = listed < LISTED ? listed++ : LISTED;
        for (; at > 0; --at) {
            const HybridCandidate *a = &list[i], *b = &list[order[at - 1]];
            if (a->taken != b->taken ? !a->taken : !(a->cost < b->cost))
                break;
            if (at < LISTED)
                order[at] = order[at - 1];
        }
        if (at < LISTED)
            order[at] = (int)i;
    }
    return listed;
}

static void row(const PanelContext *context, const HybridStep *step, int index)
{
    const HybridConstruction *h = context->app->construction.hybrid;
    const HybridCandidate *c = &h->record.candidates[step->candidate + (uint32_t)index];
    char text[200];
    igTableNextRow(0, 0);
    igTableNextColumn();
    igPushID_Int(index);
    igSelectable_Bool("##candidate", c->taken, ImGuiSelectableFlags_SpanAllColumns, (ImVec2){0, 0});
    if (igIsItemHovered(0)) {
        context->ui->candidate_hovered = index;
        context->ui->candidate_frame = igGetFrameCount();
    }
    igSameLine(0, 0);
    hybrid_candidate_say(h, step, c, text, sizeof text);
    widget_ellipsis(COLOUR_TEXT, 0, text);
    widget_cell("%.5g", c->cost);
    igTableNextColumn();
    widget_text(COLOUR_FAINT, c->taken ? "taken" : "");
    igPopID();
}

void hybrid_step_plot(const PanelContext *context)
{
    const ConstructionShown *c = &context->app->construction;
    const HybridRecord *r = &c->hybrid->record;
    if (r->steps[c->step].search >= 0)
        plot(context, &r->searches[r->steps[c->step].search]);
}

void hybrid_step_weighed(const PanelContext *context)
{
    const ConstructionShown *c = &context->app->construction;
    const HybridRecord *r = &c->hybrid->record;
    const HybridStep *step = &r->steps[c->step];
    static const char *const notes[] = {"What it would do", "What is compared; less is better",
                                        NULL};
    static int order[LISTED]; // the window has one thread
    if (step->candidates == 0)
        return;
    int listed = sort(&r->candidates[step->candidate], step->candidates, order);
    ImGuiTableFlags flags =
        ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp;
    int most = step->search >= 0 ? 5 : 7; // a plot stands above them
    float rows = (float)(listed + 1 < most ? listed + 1 : most) + 0.4f;
    if (!igBeginTable("candidates", 3, flags, (ImVec2){0, rows * igGetTextLineHeightWithSpacing()},
                      0))
        return;
    char title[48];
    snprintf(title, sizeof title, "%d of %u weighed", listed, step->weighed);
    igTableSetupScrollFreeze(0, 1);
    igTableSetupColumn(title, 0, 3, 0);
    igTableSetupColumn("Cost", 0, 1, 0);
    igTableSetupColumn("", 0, 0.7f, 0);
    widget_headers(0x2, notes);
    for (int i = 0; i < listed; ++i)
        row(context, step, order[i]);
    igEndTable();
    ui_note_rect(context->ui, "construction_candidates");
}
