// For a browser: one file, nothing loaded from elsewhere, no script; pictures inside it.
#include "app/io/xml_text.h"
#include "app/picture/kind_colours.h"
#include "app/report/report_file.h"
#include "core/shape/up_axis.h"

static const char HEAD[] =
    "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
    "img-src data:; style-src 'unsafe-inline'\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";

static const char STYLE[] =
    "<style>\n"
    "body{font:16px/1.45 system-ui,sans-serif;color:#1b1e24;background:#f3f4f6;margin:0}\n"
    "main{max-width:1080px;margin:0 auto;padding:24px}\n"
    "h1{font-size:26px;margin:0 0 4px;overflow-wrap:anywhere}h2{font-size:19px;margin:32px 0 8px}\n"
    "p{margin:4px 0}.faint{color:#5b6470}\n"
    ".result{display:inline-block;margin:14px 0;padding:6px 14px;border-radius:6px;"
    "font-weight:600;color:#fff}\n"
    ".bad{background:#c0392b}.good{background:#2c8a3f}.open{background:#8a5a00}\n"
    "article{display:flex;flex-wrap:wrap;gap:16px;background:#fff;border:1px solid #d8dce2;"
    "border-radius:8px;padding:14px;margin:10px 0}\n"
    "article img{width:320px;height:auto;max-width:100%;border-radius:4px;background:#eee}\n"
    "article div{flex:1 1 360px;min-width:0}\n"
    ".say{font-size:17px;font-weight:600;margin:0 0 6px;overflow-wrap:anywhere}\n"
    ".tag{display:inline-block;padding:1px 9px;border-radius:10px;font-size:13px;"
    "background:#e3e6ea;margin-right:6px}\n"
    ".counts .tag{background:#f8d7d2;color:#8d1f12}\n"
    ".dot{display:inline-block;width:.7em;height:.7em;border-radius:50%;margin-right:6px}\n"
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:1px 14px;margin:8px 0 0;"
    "font-size:14px}dt{color:#5b6470}dd{margin:0;overflow-wrap:anywhere}\n"
    "code{font-size:13px}\n"
    ".pose{border-top:2px solid #d8dce2;margin-top:40px;padding-top:20px}.pose "
    ".faint{font-size:16px;font-weight:400}.bad-text{color:#a93226}.good-text{color:#24733a}"
    ".open-text{color:#8a5a00}\n"
    "@media print{body{background:#fff}article{break-inside:avoid}}\n"
    "</style>\n";

static void add_base64(TextBuffer *out, const unsigned char *data, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        unsigned bits = (unsigned)data[i] << 16;
        bits |= i + 1 < size ? (unsigned)data[i + 1] << 8 : 0;
        bits |= i + 2 < size ? (unsigned)data[i + 2] : 0;
        char four[4] = {digits[bits >> 18], digits[bits >> 12 & 63], digits[bits >> 6 & 63],
                        digits[bits & 63]};
        for (size_t k = 1 + (size - i < 3 ? size - i : 3); k < 4; ++k)
            four[k] = '=';
        text_add_bytes(out, four, 4);
    }
}

static void add_length(const ReportInput *in, TextBuffer *out, const char *term, double value)
{
    char text[64];
    length_format(value, in->assembly->unit, text, sizeof text);
    text_add(out, "<dt>%s</dt><dd>%s</dd>\n", term, text);
}

static void add_facts(const ReportInput *in, const FitRow *row, TextBuffer *out)
{
    const Part *parts = in->assembly->parts;
    const char *unit = length_unit_info(in->assembly->unit)->suffix;
    Vec3d at = vec3d_scale(vec3d_add(row->where.lo, row->where.hi), 0.5);
    at = up_axis_to_file(in->assembly->up, at);
    text_add(out, "<dl>\n<dt>Parts</dt><dd>");
    xml_add_text(out, parts[row->a].name);
    text_add(out, " &middot; ");
    xml_add_text(out, parts[row->b].name);
    text_add(out, "</dd>\n");
    if (row->state == PAIR_INTERFERENCE || row->state == PAIR_FACETS)
        add_length(in, out, row->holes_closed ? "Depth (holes closed)" : "Depth", row->depth);
    if (row->state == PAIR_CLEAR)
        add_length(in, out, "Distance", row->distance);
    if (row->clearance > 0)
        add_length(in, out, "Safety distance", row->clearance);
    if (row->tolerance > 0)
        add_length(in, out, "Tolerance", row->tolerance);
    if (row->facet_error > 0)
        add_length(in, out, "Error of the facets", row->facet_error);
    if (row->rule == RULE_BASELINE && isfinite(row->baseline_depth))
        add_length(in, out, "Depth in the baseline", row->baseline_depth);
    if (row->polygons > 0)
        text_add(out, "<dt>Polygons</dt><dd>%d</dd>\n", (int)row->polygons);
    char curves[120];
    curve_sum_words(&row->curves, in->assembly->unit, curves, sizeof curves);
    if (curves[0])
        text_add(out, "<dt>Meets along</dt><dd>%s</dd>\n", curves);
    char volume[480];
    report_volume_words(in, row, volume, sizeof volume);
    if (volume[0]) {
        text_add(out, "<dt>Common volume</dt><dd>");
        xml_add_text(out, volume);
        text_add(out, "</dd>\n");
    }
    if (vec3d_is_finite(at))
        text_add(out, "<dt>At</dt><dd>%.6g, %.6g, %.6g %s</dd>\n", at.x, at.y, at.z, unit);
    text_add(out, "<dt>Id</dt><dd><code>%016llx</code></dd>\n</dl>\n", (unsigned long long)row->id);
}

// As it is marked in the pictures, which are light.
static void add_dot(enum FitKind kind, TextBuffer *out)
{
    text_add(out, "<span class=\"dot\" style=\"background:#%06x\"></span>",
             (unsigned)kind_colour(&themes[THEME_LIGHT], kind));
}

static void add_row(const ReportInput *in, size_t index, TextBuffer *out)
{
    const FitRow *row = &in->fit->rows[index];
    const PngImage *picture = in->pictures ? &in->pictures[index] : NULL;
    text_add(out, "<article id=\"p%016llx", (unsigned long long)row->id);
    if (in->series)
        text_add(out, "-%zu", in->series->number);
    text_add(out, "\"%s>\n", row->violation ? " class=\"counts\"" : "");
    if (picture && picture->png) {
        text_add(out, "<img width=\"%d\" height=\"%d\" alt=\"", picture->width, picture->height);
        xml_add_text(out, row->text);
        text_add(out, "\" src=\"data:image/png;base64,");
        add_base64(out, picture->png, picture->size);
        text_add(out, "\">\n");
    }
    text_add(out, "<div>\n<p class=\"say\">");
    xml_add_text(out, row->text);
    text_add(out, "</p>\n<span class=\"tag\">");
    add_dot(fit_row_kind(row), out);
    xml_add_text(out, fit_row_verdict(row));
    text_add(out, "</span>\n");
    add_facts(in, row, out);
    text_add(out, "</div>\n</article>\n");
}

// How many of each kind, with the colour they have in the pictures.
static void add_counts(const ReportInput *in, TextBuffer *out)
{
    const FitReport *fit = in->fit;
    char line[160];
    for (int kind = FIT_KIND_COUNT - 1; kind > FIT_CHECKING; --kind) {
        size_t one[FIT_KIND_COUNT] = {0};
        one[kind] = fit->of_kind[kind];
        if (one[kind] == 0)
            continue;
        fit_kinds_describe(one, fit->near_limit, in->assembly->unit, FIT_COUNT_ALL, line,
                           sizeof line);
        text_add(out, "<p>");
        add_dot((enum FitKind)kind, out);
        xml_add_text(out, line);
        text_add(out, "</p>\n");
    }
}

// Where the pose is, and what came of it: a line of what stands before all of them.
static void add_contents(const ReportInput *in, const char *verdict, const char *line)
{
    ReportSeries *series = in->series;
    if (report_begins(in))
        text_add(&series->late, "<ol>\n");
    text_add(&series->late, "<li><a href=\"#pose%zu\">", series->number);
    xml_add_text(&series->late, series->pose);
    text_add(&series->late, "</a>: <b class=\"%s-text\">", verdict);
    xml_add_text(&series->late, line);
    text_add(&series->late, "</b></li>\n");
    if (report_ends(in)) {
        char all[160];
        report_series_summary(series, all, sizeof all);
        text_add(&series->late, "</ol>\n<p class=\"result %s\">%s.</p>\n",
                 series->violating > 0   ? "bad"
                 : series->undecided > 0 ? "open"
                                         : "good",
                 all);
    }
}

static void add_head(const ReportInput *in, TextBuffer *out)
{
    const char *title = in->assembly->title ? in->assembly->title : "";
    char line[256];
    text_add(out, "%s<title>Fit report: ", HEAD);
    xml_add_text(out, title);
    text_add(out, "</title>\n%s</head>\n<body>\n<main>\n<h1>", STYLE);
    xml_add_text(out, title);
    text_add(out, "</h1>\n<p class=\"faint\">");
    report_headline(in, line, sizeof line);
    xml_add_text(out, line);
    text_add(out, "</p>\n");
    if (in->series)
        in->series->late_at = out->length;
}

void report_html(const ReportInput *in, TextBuffer *out)
{
    const FitReport *fit = in->fit;
    char line[256];
    if (report_begins(in))
        add_head(in, out);
    if (in->series) {
        text_add(out, "<h1 class=\"pose\" id=\"pose%zu\">Pose ", in->series->number);
        xml_add_text(out, in->series->pose);
        text_add(out, " <span class=\"faint\">%zu of %zu</span></h1>\n", in->series->number,
                 in->series->count);
    }
    text_add(out, "<p class=\"faint\">");
    report_conditions(in, line, sizeof line);
    xml_add_text(out, line);
    const char *verdict = fit->violations > 0 ? "bad" : fit->undecided > 0 ? "open" : "good";
    text_add(out, "</p>\n<p class=\"result %s\">", verdict);
    fit_report_summary(fit, in->assembly->unit, line, sizeof line);
    text_add(out, fit_report_fits(fit) ? "It " : "");
    xml_add_text(out, line);
    text_add(out, "%s</p>\n", fit_report_fits(fit) ? "." : "");
    if (in->series)
        add_contents(in, verdict, line);
    add_counts(in, out);
    for (size_t i = 0; i < fit->count; ++i) {
        if (i == 0 && fit->violations > 0)
            text_add(out, "<h2>What is wrong</h2>\n");
        if (i == fit->violations && fit->undecided > 0)
            text_add(out, "<h2>Undecided</h2>\n");
        if (i == fit->violations + fit->undecided)
            text_add(out, "<h2>Not counted</h2>\n");
        add_row(in, i, out);
    }
    if (fit->count == 0)
        text_add(out, "<p>No parts meet%s.</p>\n",
                 fit->clearance > 0 || fit->clearance_rules > 0
                     ? " or come nearer than the safety distance"
                     : "");
    if (fit->ignored_pairs > 0)
        text_add(out,
                 "<p class=\"faint\">%zu pairs of parts that come near each other are ignored "
                 "by rules.</p>\n",
                 fit->ignored_pairs);
    if (in->no_pictures) {
        text_add(out, "<p class=\"faint\">No pictures: ");
        xml_add_text(out, in->no_pictures);
        text_add(out, "</p>\n");
    }
    if (!report_ends(in))
        return;
    text_add(out, "</main>\n</body>\n</html>\n");
    if (in->series)
        report_series_put_late(in->series, out);
}
