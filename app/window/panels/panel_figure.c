// A figure of the papers, measured here: its plots or its tree at the left, published values beside ours at the right.
#include "app/actions/list_figures.h"
#include "app/actions/list_session.h"
#include "app/stages/rows.h"
#include "app/window/look.h"
#include "app/window/panels/figure_plots.h"
#include "app/window/panels/lab_widgets.h"
#include "app/window/panels/path_dialog.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct FigurePanel {
    int shown; // of what there is to draw
    uint32_t version;
} FigurePanel;
static const UiPrivate memory = {.size = sizeof(FigurePanel)};

static void head(const PanelContext *context)
{
    const App *app = context->app;
    const Figure *figure = app->figure.figure;
    const StageRun *run = stage_run(app, &stage_figure);
    bool going = run->task || run->asked;
    char line[256];
    snprintf(line, sizeof line, "%s, %s: %s", figure_papers[figure->paper].name, figure->number,
             figure->note);
    const float button = 11 * igGetFontSize(), save = 4 * igGetFontSize(),
                width = 2 * button + save;
    ImVec2 space;
    igGetContentRegionAvail(&space);
    const bool narrow = space.x < 44 * igGetFontSize(); // what it is has a line of its own
    igAlignTextToFramePadding();
    widget_ellipsis(COLOUR_TEXT, narrow ? 0 : space.x - width - 2 * igGetFontSize(), line);
    widget_tooltip(figure->shows);
    if (!narrow)
        igSameLine(space.x - width, -1);
    else if (space.x > width)
        igSetCursorPosX(space.x - width);
    if (narrow)
        igAlignTextToFramePadding();
    if (going) {
        const char *step;
        double done = run->task ? worker_progress(run->worker, &step) : 0;
        igProgressBar((float)done, (ImVec2){button, 0}, NULL);
        ui_note_rect(context->ui, "figure_progress");
        igSameLine(0, -1);
        lab_action_button(context, "Cancel", "figure_cancel", &action_app_cancel, button);
        return;
    }
    const FigureData *data = app->figure.data;
    widget_text(COLOUR_FAINT, !data         ? "not measured"
                              : data->quick ? "measured quickly"
                                            : "measured in full");
    igSameLine(space.x - button - save - igGetStyle()->ItemSpacing.x, -1);
    if (widget_button(context, data && !data->quick ? "Measure again" : "Measure in full",
                      "figure_measure", widget_action_note(&action_figure_measure),
                      lab_obstacle(app, &action_figure_measure), button))
        action_submit(context->out, &action_figure_measure, NULL);
    igSameLine(space.x - save, -1);
    if (widget_button(context, "Save...", "figure_save",
                      "What is drawn as SVG or PNG, or published values and ours as CSV",
                      lab_obstacle(app, &action_figure_save), save))
        path_dialog_open(context->ui, PATH_SAVE_FIGURE, app);
}

static int drawn_count(const FigureData *data)
{
    return data->plot_count + (data->tree.count > 0);
}

// Arrows to the next plot, and what this one shows.
static void choose(const PanelContext *context, FigurePanel *panel, const FigureData *data)
{
    int count = drawn_count(data);
    bool tree = data->tree.count > 0 && panel->shown == 0;
    const char *title = tree ? "The hierarchy, from the root to the primitives"
                             : data->plots[panel->shown - (data->tree.count > 0)]->title;
    if (count > 1) {
        char where[32];
        if (igArrowButton("##before", ImGuiDir_Left))
            panel->shown = (panel->shown + count - 1) % count;
        widget_explain(context, "figure_before", "The plot before");
        igSameLine(0, -1);
        if (igArrowButton("##next", ImGuiDir_Right))
            panel->shown = (panel->shown + 1) % count;
        widget_explain(context, "figure_next", "The next plot");
        igSameLine(0, -1);
        snprintf(where, sizeof where, "%d of %d:", panel->shown + 1, count);
        widget_text(COLOUR_FAINT, where);
        igSameLine(0, -1);
    }
    widget_ellipsis(COLOUR_TEXT, 0, title);
    widget_tooltip(title);
}

static void pictures(const PanelContext *context, FigurePanel *panel, const FigureData *data)
{
    if (drawn_count(data) == 0)
        return;
    choose(context, panel, data);
    if (data->tree.count > 0 && panel->shown == 0)
        figure_tree_draw(context, &data->tree);
    else
        figure_plot_draw(context, data->plots[panel->shown - (data->tree.count > 0)]);
}

static uint32_t verdict_colour(const char *verdict)
{
    return strcmp(verdict, "yes") == 0  ? COLOUR_GOOD
           : strcmp(verdict, "no") == 0 ? COLOUR_WARN
                                        : COLOUR_FAINT;
}

static void table(const PanelContext *context, const FigureData *data)
{
    static const struct {
        const char *title, *note;
        float letters;
    } columns[] = {{"What", NULL, 0},
                   {"Paper", "As published; the pointer over a row says where", 4.3f},
                   {"Ours", "As measured here", 4.1f},
                   {"Agrees",
                    "A single published figure means up to a tenth off it; other: what is "
                    "claimed is so, but with another figure",
                    7.8f}};
    enum { COLUMNS = sizeof columns / sizeof *columns };
    ImGuiTableFlags flags =
        ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY | ImGuiTableFlags_BordersInnerV;
    if (!igBeginTable("published", COLUMNS, flags, (ImVec2){0, 0}, 0))
        return;
    igTableSetupScrollFreeze(0, 1);
    for (int i = 0; i < COLUMNS; ++i)
        igTableSetupColumn(columns[i].title,
                           columns[i].letters > 0 ? ImGuiTableColumnFlags_WidthFixed
                                                  : ImGuiTableColumnFlags_WidthStretch,
                           columns[i].letters > 0 ? columns[i].letters * igGetFontSize() : 1, 0);
    igTableNextRow(ImGuiTableRowFlags_Headers, 0);
    for (int i = 0; i < COLUMNS; ++i) {
        igTableNextColumn();
        igTableHeader(columns[i].title);
        if (i == 0)
            ui_note_rect(context->ui, "figure_table");
        if (columns[i].note)
            widget_tooltip(columns[i].note);
    }
    for (int i = 0; i < data->row_count; ++i) {
        const FigureRow *row = &data->rows[i];
        char number[32], tip[2 * FIGURE_TEXT];
        figure_number(row->ours, number, sizeof number);
        snprintf(tip, sizeof tip, "%s\n%s%s", row->what + strspn(row->what, " "),
                 row->source[0] ? "Published: " : "The paper: ",
                 row->source[0] ? row->source : FIGURE_NOT_PRINTED);
        igTableNextRow(0, 0);
        igTableNextColumn();
        widget_paragraph(COLOUR_TEXT, 0, row->what); // whole: its end says what it is of
        widget_tooltip(tip);
        igTableNextColumn();
        widget_right(row->paper[0] ? row->paper : "-");
        igTableNextColumn();
        widget_right(number);
        igTableNextColumn();
        widget_text(verdict_colour(row->verdict), row->verdict);
    }
    igEndTable();
}

static void draw(const PanelContext *context)
{
    const FigureState *state = &context->app->figure;
    FigurePanel *panel = ui_own(context->ui, &memory);
    if (!state->figure) {
        widget_paragraph(COLOUR_FAINT, 0,
                         "Choose a figure under Help > Figures of the papers: it is set up in the "
                         "view and measured here, with the published values beside ours.");
        return;
    }
    head(context);
    if (!state->data) {
        widget_paragraph(COLOUR_FAINT, 0, state->figure->models);
        return;
    }
    if (panel->version != state->version) {
        panel->version = state->version;
        if (panel->shown >= drawn_count(state->data))
            panel->shown = 0;
    }
    ImVec2 space;
    igGetContentRegionAvail(&space);
    bool both = drawn_count(state->data) > 0;
    if (both) {
        bool wide = space.x > 34 * igGetFontSize();
        // What the table has no use for is the plot's.
        const float left = space.x - 48 * igGetFontSize();
        ImVec2 size = {wide ? fmaxf(0.4f * space.x, left) : 0, wide ? 0 : 0.5f * space.y};
        igBeginChild_Str("##drawn", size, 0, 0);
        pictures(context, panel, state->data);
        igEndChild();
        if (wide)
            igSameLine(0, -1);
    }
    igBeginChild_Str("##values", (ImVec2){0, 0}, 0, 0);
    table(context, state->data);
    igEndChild();
}

const Panel panel_figure = {
    .title = "Figure",
    .note = "A figure of the papers, measured here",
    .chapter = "papers#the-figure-panel",
    .place = PLACE_STRIP,
    .draw = draw,
};
