// The same as pictures, and as a page for a browser: one file, nothing loaded from elsewhere, no script.
#include "app/io/xml_text.h"
#include "app/lab/plot_svg.h"
#include "app/lab/table.h"
#include "core/base/array.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct Drawing {
    PlotSeries series[LAB_KINDS_MOST + 1];
    char names[LAB_KINDS_MOST][LAB_KIND_NAME];
    const char *labels[LAB_KINDS_MOST];
    double front_x[LAB_KINDS_MOST], front_y[LAB_KINDS_MOST];
    double *x, *y; // of frames, those of one kind together
    int count;
} Drawing;

static void front_picture(const LabTable *table, enum ContestCost cost, Drawing *d)
{
    int front = 0;
    PlotSeries *line = &d->series[d->count++]; // below the points
    for (int k = 0; k < table->count; ++k) {
        const ContestResult *r = &table->results[k];
        d->x[k] = r->timed ? contest_cost(r, cost) * (cost == CONTEST_BYTES ? 1e-3 : 1) : NAN;
        d->y[k] = r->timed ? r->us_least : NAN;
        d->labels[k] = d->names[k];
        d->series[d->count++] = (PlotSeries){.colour = plot_colour(k),
                                             .style = PLOT_POINTS,
                                             .x = &d->x[k],
                                             .y = &d->y[k],
                                             .labels = &d->labels[k],
                                             .count = 1};
        if (!contest_on_front(table->results, table->count, k, cost))
            continue;
        int at = front++;
        for (; at > 0 && d->front_x[at - 1] > d->x[k]; --at) {
            d->front_x[at] = d->front_x[at - 1];
            d->front_y[at] = d->front_y[at - 1];
        }
        d->front_x[at] = d->x[k];
        d->front_y[at] = d->y[k];
    }
    *line = (PlotSeries){.name = "Pareto front: none is faster and costs less",
                         .colour = 0x5b6470,
                         .dashes = 1,
                         .x = d->front_x,
                         .y = d->front_y,
                         .count = front};
}

static void frames_picture(const LabTable *table, bool time, Drawing *d)
{
    int frames = table->subject->frames;
    for (int k = 0; k < table->count; ++k) {
        if (!table->results[k].timed)
            continue;
        double *x = d->x + (size_t)k * (size_t)frames, *y = d->y + (size_t)k * (size_t)frames;
        for (int f = 0; f < frames; ++f) {
            const ContestFrame *frame = &table->results[k].frames[f];
            x[f] = f + 1;
            y[f] = time ? 1e-3 * frame->us : (double)frame->volume_tests;
        }
        d->series[d->count++] = (PlotSeries){.name = d->names[k],
                                             .colour = plot_colour(k),
                                             .dashes = plot_dashes(k),
                                             .x = x,
                                             .y = y,
                                             .count = frames};
    }
}

bool lab_svg(const LabTable *table, enum LabPicture picture, TextBuffer *out)
{
    static const char *const titles[LAB_PICTURES][3] = {
        {"Searching against building", "building all trees, ms of CPU", "T per frame, us of CPU"},
        {"Searching against memory", "all trees, kB", "T per frame, us of CPU"},
        {"Volume tests of every frame", "frame", "N_v"},
        {"Time of every frame", "frame", "ms of CPU"}};
    bool is_front = picture == LAB_FRONT_BUILD || picture == LAB_FRONT_BYTES;
    size_t points = (size_t)table->count * (size_t)(is_front ? 1 : table->subject->frames);
    Drawing *d = mem_calloc(1, sizeof *d);
    if (d) {
        d->x = array_alloc(points, sizeof *d->x);
        d->y = array_alloc(points, sizeof *d->y);
    }
    bool ok = d && d->x && d->y;
    for (int k = 0; ok && k < table->count; ++k)
        lab_kind_name(table->kinds, k, d->names[k], sizeof d->names[k]);
    if (ok && is_front)
        front_picture(table, picture == LAB_FRONT_BUILD ? CONTEST_BUILD : CONTEST_BYTES, d);
    else if (ok)
        frames_picture(table, picture == LAB_FRAMES_TIME, d);
    if (ok)
        plot_svg(&(Plot){.title = titles[picture][0],
                         .x_title = titles[picture][1],
                         .y_title = titles[picture][2],
                         .x_log = is_front,
                         .y_log = is_front,
                         .from_zero = !is_front,
                         .series = d->series,
                         .count = d->count},
                 out);
    if (d) {
        mem_free(d->x);
        mem_free(d->y);
    }
    mem_free(d);
    return ok;
}

static const char HEAD[] =
    "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
    "style-src 'unsafe-inline'\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<title>Which hierarchy is best</title>\n<style>\n"
    "body{font:16px/1.45 system-ui,sans-serif;color:#1b1e24;background:#f3f4f6;margin:0}\n"
    "main{max-width:1080px;margin:0 auto;padding:24px}\n"
    "h1{font-size:26px;margin:0 0 4px}h2{font-size:19px;margin:32px 0 8px}\n"
    ".faint{color:#5b6470}code{overflow-wrap:anywhere;font-size:13px}\n"
    "table{border-collapse:collapse;background:#fff;font-size:14px;width:100%}\n"
    "th,td{border:1px solid #d8dce2;padding:4px 8px;text-align:right}\n"
    "td:nth-child(2),th:nth-child(2){text-align:left}tr.best{background:#e3f3e6}\n"
    "svg{max-width:100%;height:auto;border:1px solid #d8dce2;border-radius:6px;margin:8px 0}\n"
    "</style>\n</head>\n<body><main>\n";

static void add_row(const LabTable *table, int k, TextBuffer *out)
{
    const ContestResult *r = &table->results[k];
    char name[LAB_KIND_NAME], rank[32], even[32];
    lab_kind_name(table->kinds, k, name, sizeof name);
    lab_rank_text(table, k, rank, sizeof rank);
    lab_break_even_text(table, k, even, sizeof even);
    text_add(out, "<tr%s><td>%s</td><td>",
             contest_rank(table->results, table->count, k) == 1 ? " class=\"best\"" : "", rank);
    xml_add_text(out, name);
    if (!r->timed) {
        text_add(out, "</td><td colspan=\"7\">");
        xml_add_text(out, r->failure);
        text_add(out, "</td></tr>\n");
        return;
    }
    text_add(out,
             "</td><td>%.1f - %.1f</td><td>%.1f</td><td>%.1f</td><td>%.1f</td><td>%.2f</td>"
             "<td>%.1f</td><td>%s</td></tr>\n",
             r->us_least, r->us_most, r->volume_tests, r->triangle_tests, r->updates, r->build_ms,
             1e-3 * r->bytes, even);
}

bool lab_html(const LabTable *table, TextBuffer *out)
{
    int order[LAB_KINDS_MOST];
    char text[256];
    lab_order(table, order);
    text_add(out, "%s<h1>Which %s is best for these %s?</h1>\n<p class=\"faint\">", HEAD,
             table->kinds->primitives ? "builder" : "hierarchy",
             table->kinds->primitives ? "primitives" : "parts");
    lab_motion_text(table->subject, text, sizeof text);
    xml_add_text(out, text);
    text_add(out, ". ");
    lab_machine(text, sizeof text);
    xml_add_text(out, text);
    text_add(out, ", commit ");
    xml_add_text(out, lab_commit());
    text_add(out,
             ".</p>\n<p>Means per frame; all kinds found the same contacts, %.1f per frame. T "
             "is CPU time, from the fastest to the slowest of three rounds; kinds whose rounds "
             "overlap are tied (=). Break-even: frames after which a longer construction has "
             "paid off against the shortest.</p>\n",
             table->count > 0 ? table->results[order[0]].contacts : 0);
    if (table->kinds->primitives)
        text_add(out, "<p>N_v: tests of two volumes, N_p: those among them of two primitives, N_u: "
                      "volumes moved into the other frame. Branch and bound is limited by nodes "
                      "of its search, not by time, so that it repeats.</p>\n");
    text_add(out, "<table><tr><th>rank</th><th>kind</th><th>T, us</th><th>N_v</th><th>N_p</th>"
                  "<th>N_u</th><th>build, ms</th><th>kB</th><th>break-even</th></tr>\n");
    for (int i = 0; i < table->count; ++i)
        add_row(table, order[i], out);
    text_add(out, "</table>\n");
    bool ok = true;
    for (enum LabPicture picture = 0; ok && picture < LAB_PICTURES; ++picture)
        ok = lab_svg(table, picture, out);
    text_add(out, "<h2>Parts</h2>\n<ul>\n");
    for (int32_t i = 0; i < table->subject->part_count; ++i) {
        text_add(out, "<li>");
        xml_add_text(out, table->subject->parts[i].key);
        lab_part_size_text(&table->subject->parts[i], text, sizeof text);
        text_add(out, ": %s</li>\n", text);
    }
    text_add(out, "</ul>\n<h2>Measured again by</h2>\n<p><code>");
    xml_add_text(out, table->command);
    text_add(out, "</code></p>\n</main></body>\n</html>\n");
    return ok;
}
