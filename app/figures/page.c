#include "app/figures/page.h"

#include "app/io/xml_text.h"
#include "app/lab/plot_svg.h"
#include "app/lab/table.h"
#include "core/base/array.h"

#include <math.h>
#include <stdio.h>

static const char HEAD[] =
    "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src 'self'; "
    "style-src 'unsafe-inline'\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<style>\n"
    "body{font:16px/1.45 system-ui,sans-serif;color:#1b1e24;background:#f3f4f6;margin:0}\n"
    "main{max-width:920px;margin:0 auto;padding:24px}a{color:#0a5a9c}\n"
    "h1{font-size:26px;margin:0 0 4px}h2{font-size:19px;margin:28px 0 8px}\n"
    ".faint{color:#5b6470}code{overflow-wrap:anywhere;font-size:13px}\n"
    "nav{display:flex;justify-content:space-between;gap:16px;margin-bottom:20px;font-size:14px}\n"
    "table{border-collapse:collapse;background:#fff;font-size:14px;width:100%}\n"
    "th,td{border:1px solid #d8dce2;padding:4px 8px;text-align:left}\n"
    "td.n,th.n{text-align:right;white-space:nowrap}tr.no td:last-child{font-weight:600}\n"
    "svg,img{max-width:100%;height:auto;border:1px solid #d8dce2;border-radius:6px;margin:8px 0;"
    "background:#fff}\n"
    ".row{display:flex;flex-wrap:wrap;gap:16px}.row figure{flex:1 1 400px;max-width:452px}\n"
    "figure{margin:0}figcaption{font-size:14px;color:#5b6470}dt{font-weight:600}dd{margin:0 0 "
    "8px}\n"
    "</style>\n<title>";

static void begin(TextBuffer *out, const char *title)
{
    text_add(out, "%s", HEAD);
    xml_add_text(out, title);
    text_add(out, "</title>\n</head>\n<body><main>\n");
}

static void element(TextBuffer *out, const char *before, const char *text, const char *after)
{
    text_add(out, "%s", before);
    xml_add_text(out, text);
    text_add(out, "%s", after);
}

static void measured_by(TextBuffer *out, const char *command)
{
    char machine[256];
    lab_machine(machine, sizeof machine);
    element(out, "<h2>Measured by</h2>\n<p><code>", command, "</code><br>\n<span class=\"faint\">");
    xml_add_text(out, machine);
    element(out, ", commit ", lab_commit(), "</span></p>\n");
}

// --- plots

// Bars of several series stand beside each other: each becomes an area.
static int bar_series(const FigurePlot *plot, int which, int *count)
{
    int at = 0;
    *count = 0;
    for (int i = 0; i < plot->count; ++i) {
        if (plot->series[i].style != FIGURE_BARS && plot->series[i].style != FIGURE_PAPER_BARS)
            continue;
        at = i == which ? *count : at;
        ++*count;
    }
    return at;
}

static PlotSeries bars(const FigurePlot *plot, int which, double *room)
{
    enum { CORNERS = 5 };
    const FigureSeries *s = &plot->series[which];
    int count, at = bar_series(plot, which, &count);
    double width = 0.8 / count, *x = room, *y = room + CORNERS * s->count;
    for (int i = 0; i < s->count; ++i) {
        double left = s->x[i] - 0.4 + at * width, right = left + 0.92 * width;
        const double corners[CORNERS][2] = {
            {left, 0}, {left, s->y[i]}, {right, s->y[i]}, {right, 0}, {right, 0}};
        for (int k = 0; k < CORNERS; ++k) {
            x[CORNERS * i + k] = corners[k][0];
            y[CORNERS * i + k] = corners[k][1];
        }
    }
    return (PlotSeries){.style = PLOT_AREA, .x = x, .y = y, .count = CORNERS * s->count};
}

bool figure_plot_svg(const FigurePlot *plot, TextBuffer *out)
{
    PlotSeries series[FIGURE_SERIES_MOST];
    double *rooms[FIGURE_SERIES_MOST] = {0};
    bool ok = true;
    for (int i = 0; ok && i < plot->count; ++i) {
        const FigureSeries *s = &plot->series[i];
        series[i] = (PlotSeries){.style = s->style == FIGURE_POINTS ? PLOT_POINTS : PLOT_LINE,
                                 .dashes = s->style == FIGURE_PAPER,
                                 .x = s->x,
                                 .y = s->y,
                                 .count = s->count};
        if (s->style == FIGURE_BARS || s->style == FIGURE_PAPER_BARS) {
            rooms[i] = array_alloc(10 * (size_t)s->count, sizeof *rooms[i]);
            ok = rooms[i] != NULL;
            if (ok)
                series[i] = bars(plot, i, rooms[i]);
        }
        series[i].name = s->name;
        series[i].colour = figure_series_colour(plot, i);
    }
    if (ok)
        plot_svg(&(Plot){.title = plot->title,
                         .x_title = plot->x_title,
                         .y_title = plot->y_title,
                         .x_log = plot->x_log,
                         .y_log = plot->y_log,
                         .x_names = plot->x_names,
                         .x_name_count = plot->x_name_count,
                         .from_zero = !plot->y_log,
                         .series = series,
                         .count = plot->count,
                         .height = 340},
                 out);
    for (int i = 0; i < plot->count; ++i)
        mem_free(rooms[i]);
    return ok;
}

void figure_tree_svg(const FigureTree *tree, TextBuffer *out)
{
    enum { WIDTH = 860, STEP = 56, TOP = 44, RADIUS = 7 };
    int height = TOP + STEP * (tree->levels - 1) + 24, x = 16;
    text_add(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d "
        "%d\" font-family=\"sans-serif\" font-size=\"12\">\n"
        "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
        WIDTH, height, WIDTH, height);
    for (int i = 0; i < tree->kind_count; ++i) {
        text_add(out, "<circle cx=\"%d\" cy=\"14\" r=\"6\" fill=\"#%06x\"/>", x, tree->colours[i]);
        text_add(out, "<text x=\"%d\" y=\"18\" fill=\"#1b1e24\">", x + 11);
        xml_add_text(out, tree->kinds[i]);
        text_add(out, "</text>\n");
        x += 40 + 7 * (int)strlen(tree->kinds[i]);
    }
    for (int pass = 0; pass < 2; ++pass)
        for (int i = 0; i < tree->count; ++i) {
            const FigureNode *n = &tree->nodes[i];
            const FigureNode *p = n->parent >= 0 ? &tree->nodes[n->parent] : NULL;
            double at = WIDTH * n->across;
            int y = TOP + STEP * n->level;
            if (pass == 0 && p)
                text_add(out, "<path stroke=\"#b4bac2\" d=\"M%.1f %dL%.1f %d\"/>\n",
                         WIDTH * p->across, TOP + STEP * p->level, at, y);
            else if (pass == 1)
                text_add(out, "<circle cx=\"%.1f\" cy=\"%d\" r=\"%d\" fill=\"#%06x\"/>\n", at, y,
                         RADIUS, n->copy ? tree->colours[tree->kind_count - 1] : n->colour);
        }
    text_add(out, "</svg>\n");
}

// --- pages

static void add_table(const FigureData *data, TextBuffer *out)
{
    if (data->row_count == 0)
        return;
    text_add(out, "<h2>Published and measured</h2>\n<table><tr><th>what</th><th class=\"n\">paper"
                  "</th><th>where it says so</th><th class=\"n\">ours</th><th>agrees</th></tr>\n");
    for (int i = 0; i < data->row_count; ++i) {
        const FigureRow *row = &data->rows[i];
        char number[32];
        bool inset = row->what[0] == ' ';
        figure_number(row->ours, number, sizeof number);
        text_add(out, "<tr%s>", strcmp(row->verdict, "no") == 0 ? " class=\"no\"" : "");
        element(out, inset ? "<td style=\"padding-left:24px\">" : "<td>",
                row->what + (inset ? strspn(row->what, " ") : 0), "</td>");
        element(out, "<td class=\"n\">", row->paper[0] ? row->paper : "-", "</td>");
        element(out, "<td>", row->source[0] ? row->source : FIGURE_NOT_PRINTED, "</td>");
        element(out, "<td class=\"n\">", number, "</td>");
        element(out, "<td>", row->verdict, "</td></tr>\n");
    }
    text_add(out, "</table>\n<p class=\"faint\">A single published figure means up to a tenth off "
                  "it; \"other\" means that what is claimed is so, but with another figure.</p>\n");
}

static void link_to(TextBuffer *out, const Figure *figure, const char *before, const char *after)
{
    text_add(out, "<a href=\"%s.html\">%s", figure->id, before);
    xml_add_text(out, figure_papers[figure->paper].name);
    element(out, ", ", figure->number, after);
    text_add(out, "</a>");
}

// The nearest one before or after it that has a page; NULL: there is none.
static const Figure *beside(const FigurePage *page, int step)
{
    int at = 0;
    while (at < paper_figure_count && paper_figures[at] != page->figure)
        ++at;
    if (at == paper_figure_count)
        return NULL; // it stands in no list
    do
        at += step;
    while (at >= 0 && at < paper_figure_count && page->chosen && !page->chosen[at]);
    return at >= 0 && at < paper_figure_count ? paper_figures[at] : NULL;
}

static void add_nav(const FigurePage *page, TextBuffer *out)
{
    const Figure *before = beside(page, -1), *after = beside(page, 1);
    text_add(out, "<nav><span>");
    if (before)
        link_to(out, before, "&larr; ", "");
    text_add(out, "</span><a href=\"index.html\">All figures</a><span>");
    if (after)
        link_to(out, after, "", " &rarr;");
    text_add(out, "</span></nav>\n");
}

static void add_pictures(const FigurePage *page, TextBuffer *out)
{
    const FigureData *data = page->data;
    if (page->picture_count + data->drawing_count == 0)
        return;
    bool small = data->drawing_count > 2 || page->picture_count > 1;
    text_add(out, "<div%s>\n", small ? " class=\"row\"" : "");
    for (int i = 0; i < page->picture_count; ++i) {
        text_add(out, "<figure><img src=\"%s\" alt=\"", page->pictures[i].file);
        xml_add_text(out, page->pictures[i].title);
        element(out, "\"><figcaption>", page->pictures[i].title, "</figcaption></figure>\n");
    }
    for (int i = 0; i < data->drawing_count; ++i) {
        text_add(out, "<figure>%s", data->drawings[i].svg);
        element(out, "<figcaption>", data->drawings[i].title, "</figcaption></figure>\n");
    }
    text_add(out, "</div>\n");
}

bool figure_page(const FigurePage *page, TextBuffer *out)
{
    const Figure *figure = page->figure;
    const FigurePaperRow *paper = &figure_papers[figure->paper];
    char title[256];
    snprintf(title, sizeof title, "%s, %s: %s", paper->name, figure->number, figure->note);
    begin(out, title);
    add_nav(page, out);
    element(out, "<h1>", figure->note, "</h1>\n<p class=\"faint\">");
    xml_add_text(out, figure->number);
    element(out, " of ", paper->citation, "</p>\n<p>");
    xml_add_text(out, figure->shows);
    element(out, "</p>\n<p><b>Models.</b> ", figure->models, "</p>\n");
    if (page->data->quick)
        text_add(out, "<p><b>Measured quickly</b>, on fewer sizes and poses than in full.</p>\n");
    if (page->data->tree.count > 0)
        figure_tree_svg(&page->data->tree, out);
    add_pictures(page, out);
    bool ok = true;
    for (int i = 0; ok && i < page->data->plot_count; ++i)
        ok = figure_plot_svg(page->data->plots[i], out);
    add_table(page->data, out);
    if (page->data->note[0])
        element(out, "<p>", page->data->note, "</p>\n");
    element(out,
            "<h2>Live</h2>\n<p>In the viewer under <b>Help &gt; Figures of the papers</b>, or "
            "<code>snug view --lesson ",
            figure->id, "</code></p>\n");
    measured_by(out, page->command);
    text_add(out, "</main></body>\n</html>\n");
    return ok;
}

void figure_index(const bool *chosen, const char *command, TextBuffer *out)
{
    begin(out, "Figures of the papers");
    text_add(out,
             "<h1>Figures of the papers</h1>\n<p>Figures and tables of five papers, made again "
             "on our models, with the published values beside ours. Values that a paper shows "
             "as a curve only are not among them, but for what it says in words and on the "
             "axes.</p>\n");
    for (int p = 0; p < FIGURE_PAPERS; ++p) {
        element(out, "<h2>", figure_papers[p].name, "</h2>\n<p class=\"faint\">");
        element(out, "", figure_papers[p].citation, "</p>\n<ul>\n");
        for (int i = 0; i < paper_figure_count; ++i) {
            if (paper_figures[i]->paper != (enum FigurePaper)p)
                continue;
            text_add(out, "<li>");
            if (chosen[i])
                text_add(out, "<a href=\"%s.html\">", paper_figures[i]->id);
            xml_add_text(out, paper_figures[i]->number);
            element(out, ": ", paper_figures[i]->note,
                    chosen[i] ? "</a></li>\n" : " (left out)</li>\n");
        }
        text_add(out, "</ul>\n");
    }
    measured_by(out, command);
    text_add(out, "</main></body>\n</html>\n");
}

// --- CSV

const char figure_csv_heading[] = "figure,what,paper,source,ours,agrees\n";

static void add_cell(TextBuffer *out, const char *text)
{
    text_add(out, "\"");
    for (const char *c = text + strspn(text, " "); *c; ++c)
        text_add(out, "%s%c", *c == '"' ? "\"" : "", *c);
    text_add(out, "\"");
}

void figure_csv_rows(const Figure *figure, const FigureData *data, TextBuffer *out)
{
    for (int i = 0; i < data->row_count; ++i) {
        const FigureRow *row = &data->rows[i];
        text_add(out, "%s,", figure->id);
        add_cell(out, row->what);
        text_add(out, ",");
        add_cell(out, row->paper);
        text_add(out, ",");
        add_cell(out, row->source[0] ? row->source : FIGURE_NOT_PRINTED);
        text_add(out, ",%.6g,", row->ours);
        add_cell(out, row->verdict);
        text_add(out, "\n");
    }
}
