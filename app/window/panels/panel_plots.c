// What the last searches took, plotted: cost by terms, counts, exits, contacts. Drag the line to go back to a
// frame: the parts go there, too.
#include "app/actions/list_frames.h"
#include "app/window/look.h"
#include "app/window/panels/lab_widgets.h"
#include "app/window/panels/path_dialog.h"
#include "app/window/panels/plot_deadline.h"

#include <cimplot.h>
#include <math.h>
#include <stdio.h>

enum PlotKind {
    PLOT_COST,
    PLOT_COUNTS,
    PLOT_LEVELS,
    PLOT_EXITS,
    PLOT_CONTACTS,
    PLOT_DEADLINE,
    PLOT_KINDS
};
static const struct {
    const char *title, *rect, *note;
} kinds[PLOT_KINDS] = {
    [PLOT_COST] = {"Cost", "plot_cost",
                   "Time by terms, N_v C_v + N_p C_p + N_u C_u, and as measured"},
    [PLOT_COUNTS] = {"Counts", "plot_counts", "Volume tests, triangle tests, volume updates"},
    [PLOT_LEVELS] = {"Levels", "plot_levels",
                     "N_v level by level, from the roots, of the selected part where it stands"},
    [PLOT_EXITS] = {"Exits", "plot_exits", "Share of separations by an axis across two edges"},
    [PLOT_CONTACTS] = {"Pairs", "plot_contacts", "Pairs of triangles in contact"},
    [PLOT_DEADLINE] = {"Deadline", "plot_deadline",
                       "With a time budget: what each answer left open"},
};

typedef struct PlotPanel {
    int kind;
} PlotPanel;
static const UiPrivate memory = {.size = sizeof(PlotPanel)};

// The frames as columns of numbers, as plots take them.
typedef struct Columns {
    int count;
    double x[LOG_FRAMES], ms[LOG_FRAMES], contacts[LOG_FRAMES], edges[LOG_FRAMES];
    double counts[COST_TERMS][LOG_FRAMES], stack[COST_TERMS + 1][LOG_FRAMES];
    double ghosts[COST_TERMS][LOG_FRAMES]; // with the setting before, all parts at the same places
    double ghost_ms[LOG_FRAMES];
    bool has_ghost;
    double changes[LOG_FRAMES]; // where the settings are others than before
    int change_count;
    bool known[LOG_FRAMES]; // what it costs
    bool has_cost;
} Columns;

static const uint32_t term_colours[COST_TERMS] = {
    [COST_VOLUME] = 0x3D9BE0, [COST_TRIANGLE] = 0xE07B00, [COST_UPDATE] = 0x8A8F98};
static const char *const term_costs[COST_TERMS] = {
    [COST_VOLUME] = "N_v C_v", [COST_TRIANGLE] = "N_p C_p", [COST_UPDATE] = "N_u C_u"};
static const char *const term_counts[COST_TERMS] = {
    [COST_VOLUME] = "N_v", [COST_TRIANGLE] = "N_p", [COST_UPDATE] = "N_u"};

static ImVec4 vector(uint32_t rgb)
{
    return (ImVec4){(float)(rgb >> 16 & 255) / 255, (float)(rgb >> 8 & 255) / 255,
                    (float)(rgb & 255) / 255, 1};
}

static void fill(const FrameLog *log, Columns *c)
{
    c->count = log->count;
    c->change_count = 0;
    c->has_cost = false;
    c->has_ghost = false;
    const LoggedFrame *newest = frame_log_at(log, log->count - 1);
    for (int i = 0; i < log->count; ++i) {
        const LoggedFrame *f = frame_log_at(log, i), *before = frame_log_at(log, i - 1);
        c->x[i] = i + 1;
        c->ms[i] = f->ms;
        c->contacts[i] = (double)f->contacts;
        c->edges[i] = 100 * frame_log_edge_share(log, f);
        c->stack[0][i] = 0;
        int ghost = f->setting == newest->setting ? frame_log_ghost(log, i) : -1;
        const LoggedFrame *then = frame_log_at(log, ghost);
        c->has_ghost |= then != NULL;
        c->ghost_ms[i] = then ? then->ms : NAN;
        for (int t = 0; t < COST_TERMS; ++t)
            c->ghosts[t][i] = then ? then->counts[t] : NAN;
        c->known[i] = !isnan(f->cost_ms[0]);
        c->has_cost |= c->known[i];
        for (int t = 0; t < COST_TERMS; ++t) {
            c->counts[t][i] = f->counts[t];
            c->stack[t + 1][i] = c->stack[t][i] + (isnan(f->cost_ms[t]) ? 0 : f->cost_ms[t]);
        }
        if (before && before->setting != f->setting)
            c->changes[c->change_count++] = i + 0.5;
    }
}

static void line(const char *label, const double *x, const double *y, int count, uint32_t colour,
                 float width)
{
    ImPlot_SetNextLineStyle(vector(colour), width);
    ImPlot_PlotLine_doublePtrdoublePtr(label, x, y, count, 0, 0, sizeof *x);
}

// Of frames before the constants were known there is nothing to draw.
static void plot_cost(const Columns *c)
{
    for (int from = 0, to; from < c->count; from = to) {
        to = from + 1;
        while (to < c->count && c->known[to] == c->known[from])
            ++to;
        for (int t = 0; c->known[from] && t < COST_TERMS; ++t) {
            ImPlot_SetNextFillStyle(vector(term_colours[t]), 0.65f);
            ImPlot_PlotShaded_doublePtrdoublePtrdoublePtr(
                term_costs[t], c->x + from, c->stack[t] + from, c->stack[t + 1] + from, to - from,
                0, 0, sizeof *c->x);
        }
    }
    line("T, measured", c->x, c->ms, c->count, COLOUR_TEXT, 1.5f);
}

// Faint, with dots: a ghost is often a single frame.
static void ghost(const char *label, const Columns *c, const double *y, uint32_t colour)
{
    ImVec4 faint = vector(colour);
    faint.w = 0.45f;
    ImPlot_SetNextLineStyle(faint, 1.2f);
    ImPlot_SetNextMarkerStyle(ImPlotMarker_Circle, 2.5f, faint, 1, faint);
    ImPlot_PlotLine_doublePtrdoublePtr(label, c->x, y, c->count, 0, 0, sizeof *c->x);
}

static void plot_ghosts(const Columns *c, int kind)
{
    for (int t = 0; kind == PLOT_COUNTS && t < COST_TERMS; ++t)
        ghost(term_counts[t], c, c->ghosts[t], term_colours[t]);
    if (kind == PLOT_COST)
        ghost("T before", c, c->ghost_ms, COLOUR_TEXT);
}

static void plot_lines(const Columns *c, int kind)
{
    if (c->has_ghost)
        plot_ghosts(c, kind);
    if (kind == PLOT_COST)
        plot_cost(c);
    for (int t = 0; kind == PLOT_COUNTS && t < COST_TERMS; ++t)
        line(term_counts[t], c->x, c->counts[t], c->count, term_colours[t], 1.8f);
    if (kind == PLOT_EXITS)
        line("edge axes, %", c->x, c->edges, c->count, term_colours[COST_VOLUME], 1.8f);
    if (kind == PLOT_CONTACTS)
        line("pairs of triangles", c->x, c->contacts, c->count, COLOUR_ALERT, 1.8f);
    if (c->change_count > 0) {
        ImPlot_SetNextLineStyle(vector(COLOUR_WARN), 1);
        ImPlot_PlotInfLines_doublePtr("other settings", c->changes, c->change_count, 0, 0,
                                      sizeof *c->changes);
    }
}

// Of all that is drawn: ImPlot would fit its axis a picture later, and from 0 to below 0 where all is 0.
static double highest(const Columns *c, int kind)
{
    double most = 0;
    for (int i = 0; i < c->count; ++i) {
        if (kind == PLOT_COST) // fmax leaves out what is not known
            most = fmax(fmax(most, c->ms[i]), fmax(c->stack[COST_TERMS][i], c->ghost_ms[i]));
        for (int t = 0; kind == PLOT_COUNTS && t < COST_TERMS; ++t)
            most = fmax(fmax(most, c->counts[t][i]), c->ghosts[t][i]);
        if (kind == PLOT_EXITS)
            most = fmax(most, c->edges[i]);
        if (kind == PLOT_CONTACTS)
            most = fmax(most, c->contacts[i]);
    }
    return most > 0 ? 1.05 * most : 1;
}

#define FRAMES_KEY ((uint64_t)1 << 43) // going back and forth is one step of the history

static void go(const PanelContext *context, double frame)
{
    const FrameLog *log = &context->app->frames;
    int to = (int)fmin(fmax(round(frame), 1), log->count);
    if (to - 1 != log->shown)
        action_submit_merged(context->out, &action_frames_go,
                             &(ActionArgs){.part = NO_PART, .index = to}, FRAMES_KEY);
}

// Over the plot and in one line: ImPlot's own would take half of a small panel.
static void legend(const Columns *c, int kind)
{
    uint32_t colours[COST_TERMS + 3];
    const char *words[COST_TERMS + 3];
    int count = 0;
    for (int t = 0; t < COST_TERMS; ++t)
        if (kind == PLOT_COUNTS || (kind == PLOT_COST && c->has_cost)) {
            colours[count] = term_colours[t];
            words[count++] = kind == PLOT_COUNTS ? term_counts[t] : term_costs[t];
        }
    if (kind != PLOT_COUNTS) {
        colours[count] = kind == PLOT_COST    ? COLOUR_TEXT
                         : kind == PLOT_EXITS ? term_colours[COST_VOLUME]
                                              : COLOUR_ALERT;
        words[count++] = kind == PLOT_COST    ? "T, wall clock"
                         : kind == PLOT_EXITS ? "edge axes, %"
                                              : "pairs of triangles";
    }
    if (c->has_ghost && (kind == PLOT_COST || kind == PLOT_COUNTS)) {
        colours[count] = COLOUR_FAINT;
        words[count++] = "faint: before";
    }
    if (c->change_count > 0) {
        colours[count] = COLOUR_WARN;
        words[count++] = "settings";
    }
    lab_legend(colours, words, count);
}

static void plot(const PanelContext *context, int kind)
{
    static Columns columns; // too large for the stack; filled anew for every picture
    const FrameLog *log = &context->app->frames;
    static const char *const units[PLOT_KINDS] = {[PLOT_COST] = "ms",
                                                  [PLOT_COUNTS] = "",
                                                  [PLOT_LEVELS] = "",
                                                  [PLOT_EXITS] = "%",
                                                  [PLOT_CONTACTS] = ""};
    fill(log, &columns);
    legend(&columns, kind);
    ImVec2 space;
    igGetContentRegionAvail(&space);
    float letter = igGetFontSize(), height = space.y - 2.3f * igGetFrameHeightWithSpacing();
    height = height < 9 * letter ? 9 * letter : height;
    ImPlotFlags flags = ImPlotFlags_NoTitle | ImPlotFlags_NoMenus | ImPlotFlags_NoBoxSelect |
                        ImPlotFlags_NoMouseText | ImPlotFlags_NoFrame | ImPlotFlags_NoLegend;
    ImPlot_PushStyleVar_Vec2(ImPlotStyleVar_PlotPadding, (ImVec2){2, 4});
    igBeginGroup(); // which has a tooltip: plots have none
    bool open = ImPlot_BeginPlot("##frames", (ImVec2){-1, height}, flags);
    ImPlot_PopStyleVar(1);
    if (!open) {
        igEndGroup();
        return;
    }
    ImPlot_SetupAxes(NULL, units[kind][0] ? units[kind] : NULL,
                     ImPlotAxisFlags_NoLabel | ImPlotAxisFlags_Lock,
                     ImPlotAxisFlags_Lock | (units[kind][0] ? 0 : ImPlotAxisFlags_NoLabel));
    ImPlot_SetupAxisFormat_PlotFormatter(ImAxis_X1, lab_whole_numbers, NULL);
    ImPlot_SetupAxisLimits(ImAxis_X1, 0.5, log->count < 20 ? 20.5 : log->count + 0.5,
                           ImPlotCond_Always);
    ImPlot_SetupAxisLimits(ImAxis_Y1, 0, highest(&columns, kind), ImPlotCond_Always);
    ImPlot_SetupFinish();
    plot_lines(&columns, kind);
    double at = log->shown == LOG_LIVE ? log->count : log->shown + 1;
    if (ImPlot_DragLineX(1, &at, vector(COLOUR_ACCENT), 2, ImPlotDragToolFlags_NoFit, NULL, NULL,
                         NULL))
        go(context, at);
    ImPlot_EndPlot();
    igEndGroup();
    widget_explain(context, "plot", "Frame by frame; drag the upright line to go back to one");
}

// Of the present pose, as bars; the setting before beside them.
static void plot_levels(const PanelContext *context)
{
    const RootReading *roots = &context->app->roots;
    double x[ROOT_LEVELS], now[ROOT_LEVELS], before[ROOT_LEVELS], most = 1;
    int levels =
        roots->levels.count > roots->before.count ? roots->levels.count : roots->before.count;
    uint32_t colours[] = {term_colours[COST_VOLUME], COLOUR_FAINT};
    const char *words[] = {"N_v", "setting before"};
    lab_legend(colours, words, roots->before.count > 0 ? 2 : 1);
    for (int i = 0; i < ROOT_LEVELS; ++i) {
        x[i] = i;
        now[i] = (double)roots->levels.tests[i];
        before[i] = (double)roots->before.tests[i];
        most = fmax(most, fmax(now[i], before[i]));
    }
    ImVec2 space;
    igGetContentRegionAvail(&space);
    float height = space.y - 2.3f * igGetFrameHeightWithSpacing();
    height = height < 9 * igGetFontSize() ? 9 * igGetFontSize() : height;
    ImPlotFlags flags = ImPlotFlags_NoTitle | ImPlotFlags_NoMenus | ImPlotFlags_NoBoxSelect |
                        ImPlotFlags_NoMouseText | ImPlotFlags_NoFrame | ImPlotFlags_NoLegend;
    igBeginGroup();
    if (ImPlot_BeginPlot("##levels", (ImVec2){-1, height}, flags)) {
        ImPlot_SetupAxes("level", NULL, ImPlotAxisFlags_Lock,
                         ImPlotAxisFlags_Lock | ImPlotAxisFlags_NoLabel);
        ImPlot_SetupAxisFormat_PlotFormatter(ImAxis_X1, lab_whole_numbers, NULL);
        ImPlot_SetupAxisLimits(ImAxis_X1, -0.7, levels > 1 ? levels - 0.3 : 1.7, ImPlotCond_Always);
        ImPlot_SetupAxisLimits(ImAxis_Y1, 0, 1.05 * most, ImPlotCond_Always);
        ImPlot_SetupFinish();
        ImPlot_SetNextFillStyle(vector(COLOUR_FAINT), 0.4f);
        ImPlot_PlotBars_doublePtrdoublePtr("before", x, before, roots->before.count, 0.9, 0, 0,
                                           sizeof *x);
        ImPlot_SetNextFillStyle(vector(term_colours[COST_VOLUME]), 0.85f);
        ImPlot_PlotBars_doublePtrdoublePtr("now", x, now, roots->levels.count, 0.55, 0, 0,
                                           sizeof *x);
        ImPlot_EndPlot();
    }
    igEndGroup();
    widget_explain(context, "plot", "Level 0 is the pair of roots");
}

static const char *levels_hint(const App *app)
{
    return app->roots.part == NO_PART ? "Select a part: its search is counted level by level."
           : app->roots.by_level && app->roots.levels.count == 0
               ? "Nothing is near it, or there are too many tests to count by levels."
               : NULL;
}

static void scrub(const PanelContext *context)
{
    const FrameLog *log = &context->app->frames;
    int first = 1, frame = log->shown == LOG_LIVE ? log->count : log->shown + 1;
    char format[48];
    snprintf(format, sizeof format, log->shown == LOG_LIVE ? "frame %%d, now" : "frame %%d of %d",
             log->count);
    widget_label("Go back", "Drag to see an earlier frame: the parts go back to where they were");
    if (igSliderInt("##frame", &frame, first, log->count, format, ImGuiSliderFlags_AlwaysClamp))
        go(context, frame);
    widget_explain(context, "plot_frame", NULL);
}

static void change(const char *label, const char *note, int digits, const char *unit, double before,
                   double now)
{
    widget_figure(label, note, "%.*f -> %.*f%s", digits, before, digits, now, unit);
}

static void before_and_after(const FrameLog *log)
{
    FrameChange c;
    char names[2][160], line_text[400];
    if (!frame_log_change(log, &c))
        return;
    frame_log_setting_name(c.from, names[0], sizeof names[0]);
    frame_log_setting_name(c.to, names[1], sizeof names[1]);
    snprintf(line_text, sizeof line_text, "%s -> %s", names[0], names[1]);
    widget_paragraph(COLOUR_TEXT, 0, line_text);
    if (!igBeginTable("before_after", 2, 0, widget_figures_size(), 0))
        return;
    for (int t = 0; t < COST_TERMS; ++t)
        change(term_counts[t], "In the last frame before the change, and in the first after it", 0,
               "", c.before->counts[t], c.after->counts[t]);
    change("T", "Wall clock of these two searches", 2, " ms", c.before->ms, c.after->ms);
    change("Build", "Wall clock of building, the sum over all trees", 1, " ms", c.from->build_ms,
           c.to->build_ms);
    change("Memory", "Of all hierarchies", 1, " kB", c.from->bytes / 1e3, c.to->bytes / 1e3);
    igEndTable();
}

static void choose_kind(const PanelContext *context, PlotPanel *panel)
{
    float width = widget_share(PLOT_KINDS);
    for (int i = 0; i < PLOT_KINDS; ++i) {
        if (i > 0)
            igSameLine(0, -1);
        igPushStyleColor_U32(ImGuiCol_Button,
                             look_colour(panel->kind == i ? COLOUR_ACCENT : COLOUR_FIELD, 1));
        if (widget_button(context, kinds[i].title, kinds[i].rect, kinds[i].note, NULL, width))
            panel->kind = i;
        igPopStyleColor(1);
    }
}

static const char *hint(const App *app, int kind)
{
    if (kind == PLOT_COST && !app->cost.known)
        return "Areas begin once C_v, C_p and C_u of the selected part are measured.";
    if (kind == PLOT_EXITS)
        return "Only tests of all 15 axes (SAT) have axes across two edges.";
    if (kind == PLOT_LEVELS)
        return levels_hint(app);
    if (kind == PLOT_DEADLINE && app->timed.log_count == 0)
        return "Choose a time budget (Settings in the Collision panel) and drag a part.";
    return NULL;
}

static void draw(const PanelContext *context)
{
    const App *app = context->app;
    PlotPanel *panel = ui_own(context->ui, &memory);
    if (app->frames.count == 0) {
        widget_paragraph(COLOUR_FAINT, 0,
                         "Move a part: what each search takes is plotted here, and can be gone "
                         "back to.");
        return;
    }
    choose_kind(context, panel);
    if (panel->kind == PLOT_LEVELS)
        plot_levels(context);
    else if (panel->kind == PLOT_DEADLINE)
        plot_deadline(context);
    else
        plot(context, panel->kind);
    scrub(context);
    float width = widget_share(2);
    if (widget_button(context, "Save...", "plot_save",
                      "Figures of all these frames as CSV, or every plot as SVG or PNG", NULL,
                      width))
        path_dialog_open(context->ui, PATH_SAVE_FRAMES, app);
    igSameLine(0, -1);
    lab_action_button(context, "Clear", "plot_clear", &action_frames_clear, width);
    if (hint(app, panel->kind))
        widget_paragraph(COLOUR_FAINT, 0, hint(app, panel->kind));
    before_and_after(&app->frames);
}

const Panel panel_plots = {
    .title = PLOTS_PANEL,
    .note = "What the last searches took, over time",
    .chapter = "hierarchies#the-plots-panel",
    .place = PLACE_STRIP,
    .lab = true,
    .draw = draw,
};
