#include "app/lab/plot_svg.h"

#include "app/io/xml_text.h"

#include <math.h>
#include <stdio.h>

// After Okabe and Ito, of middle lightness: they stand on white pages and on dark panels.
static const unsigned palette[] = {0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0xb8860b,
                                   0x56b4e9, 0x8a63d2, 0xc0392b, 0x808080, 0x2aa198};
enum { PALETTE = sizeof palette / sizeof *palette };
static const char *const dash_patterns[] = {"", "7 4", "2 3", "9 3 2 3"};

unsigned plot_colour(int i)
{
    return palette[i % PALETTE];
}

int plot_dashes(int i)
{
    return i / PALETTE % 4;
}

enum { LEFT = 74, RIGHT = 16, TOP = 34, BOTTOM = 50, LEGEND_LINE = 18, LETTER = 7 };

typedef struct Axis {
    double least, most;
    bool log;
} Axis;

typedef struct Frame {
    const Plot *plot;
    TextBuffer *out;
    Axis x, y;
    double width, height; // of the inner field
    int legend;           // lines of it
} Frame;

static bool usable(const Axis *axis, double value)
{
    return isfinite(value) && (!axis->log || value > 0);
}

static void widen(Axis *axis, double value)
{
    if (!usable(axis, value))
        return;
    axis->least = fmin(axis->least, value);
    axis->most = fmax(axis->most, value);
}

static void round_axis(Axis *axis)
{
    if (axis->least > axis->most) {
        axis->least = axis->log ? 1 : 0;
        axis->most = axis->log ? 10 : 1;
    }
    if (axis->log) {
        axis->least = pow(10, floor(log10(axis->least) * 2) / 2);
        axis->most = pow(10, ceil(log10(axis->most) * 2) / 2);
        if (axis->most <= axis->least)
            axis->most = 10 * axis->least;
    } else if (axis->most - axis->least <= 1e-12 * fabs(axis->most)) {
        axis->most += fabs(axis->most) > 0 ? 0.5 * fabs(axis->most) : 1;
    }
}

static double share(const Axis *axis, double value)
{
    return axis->log ? log(value / axis->least) / log(axis->most / axis->least)
                     : (value - axis->least) / (axis->most - axis->least);
}

static double at_x(const Frame *frame, double value)
{
    return LEFT + frame->width * share(&frame->x, value);
}

static double at_y(const Frame *frame, double value)
{
    return TOP + LEGEND_LINE * frame->legend + frame->height * (1 - share(&frame->y, value));
}

// 1, 2 or 5 times a power of ten.
static double step_of(double range, int parts)
{
    double raw = range / parts, power = pow(10, floor(log10(raw))), digit = raw / power;
    return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

static void tick(const Frame *frame, bool upright, double value)
{
    double x = upright ? LEFT : at_x(frame, value);
    double y = upright ? at_y(frame, value) : at_y(frame, frame->y.least);
    double x2 = upright ? LEFT + frame->width : x, y2 = upright ? y : y - frame->height;
    text_add(frame->out,
             "<path class=\"g\" d=\"M%.1f %.1fL%.1f %.1f\"/><text x=\"%.1f\" y=\"%.1f\" "
             "class=\"%s\">%.6g</text>\n",
             x, y, x2, y2, upright ? x - 6 : x, upright ? y + 4 : y + 17, upright ? "e" : "m",
             fabs(value) < 1e-12 ? 0 : value);
}

static void names(const Frame *frame)
{
    for (int i = 0; i < frame->plot->x_name_count; ++i) {
        text_add(frame->out, "<text x=\"%.1f\" y=\"%.1f\" class=\"m\">", at_x(frame, i + 1),
                 at_y(frame, frame->y.least) + 17);
        xml_add_text(frame->out, frame->plot->x_names[i]);
        text_add(frame->out, "</text>\n");
    }
}

static void ticks(const Frame *frame, bool upright)
{
    const Axis *axis = upright ? &frame->y : &frame->x;
    if (!upright && frame->plot->x_names) {
        names(frame);
        return;
    }
    if (axis->log) {
        for (double p = pow(10, floor(log10(axis->least))); p <= axis->most * 1.0001; p *= 10)
            for (int digit = 1; digit <= 5; digit += digit == 1 ? 1 : 3)
                if (p * digit >= axis->least * 0.9999 && p * digit <= axis->most * 1.0001)
                    tick(frame, upright, p * digit);
        return;
    }
    double step = step_of(axis->most - axis->least, upright ? 5 : 8);
    double first = ceil(axis->least / step - 1e-9) * step;
    for (int i = 0; i < 32 && first + i * step <= axis->most + 1e-9 * step; ++i)
        tick(frame, upright, first + i * step);
}

static void stroke(const Frame *frame, const PlotSeries *s, const char *fill)
{
    text_add(frame->out, "\" fill=\"%s\" stroke=\"#%06x\" stroke-width=\"1.6\"", fill, s->colour);
    if (s->dashes > 0)
        text_add(frame->out, " stroke-dasharray=\"%s\"", dash_patterns[s->dashes % 4]);
    text_add(frame->out, "/>\n");
}

static void draw_line(const Frame *frame, const PlotSeries *s)
{
    bool on = false;
    text_add(frame->out, "<path d=\"");
    for (int i = 0; i < s->count; ++i) {
        bool good = usable(&frame->x, s->x[i]) && usable(&frame->y, s->y[i]);
        if (good)
            text_add(frame->out, "%s%.1f %.1f", on ? "L" : "M", at_x(frame, s->x[i]),
                     at_y(frame, s->y[i]));
        on = good;
    }
    stroke(frame, s, "none");
}

static void draw_area(const Frame *frame, const PlotSeries *s)
{
    int first = 0, last = s->count - 1;
    while (first < s->count && !isfinite(s->y[first]))
        ++first;
    if (first >= s->count)
        return;
    text_add(frame->out, "<path d=\"");
    for (int i = first; i <= last; ++i)
        if (isfinite(s->y[i]))
            text_add(frame->out, "%s%.1f %.1f", i > first ? "L" : "M", at_x(frame, s->x[i]),
                     at_y(frame, s->y[i]));
    for (int i = last; i >= first; --i)
        if (isfinite(s->y[i]))
            text_add(frame->out, "L%.1f %.1f", at_x(frame, s->x[i]),
                     at_y(frame, s->below ? s->below[i] : 0));
    text_add(frame->out, "Z\" fill=\"#%06x\" fill-opacity=\"0.45\"/>\n", s->colour);
}

static void draw_points(const Frame *frame, const PlotSeries *s)
{
    for (int i = 0; i < s->count; ++i) {
        if (!usable(&frame->x, s->x[i]) || !usable(&frame->y, s->y[i]))
            continue;
        double x = at_x(frame, s->x[i]), y = at_y(frame, s->y[i]);
        text_add(frame->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\" fill=\"#%06x\"/>\n", x, y,
                 s->colour);
        if (!s->labels || !s->labels[i])
            continue;
        bool left = x > LEFT + 0.7 * frame->width;
        text_add(frame->out, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">", left ? x - 8 : x + 8,
                 y + 4, left ? "t e" : "t");
        xml_add_text(frame->out, s->labels[i]);
        text_add(frame->out, "</text>\n");
    }
}

static void draw_uprights(const Frame *frame, const PlotSeries *s)
{
    for (int i = 0; i < s->count; ++i) {
        text_add(frame->out, "<path d=\"M%.1f %.1fL%.1f %.1f", at_x(frame, s->x[i]),
                 at_y(frame, frame->y.least), at_x(frame, s->x[i]), at_y(frame, frame->y.most));
        stroke(frame, s, "none");
    }
}

// Places names as in a text; returns how many lines they take. out: NULL only counts.
static int legend(const Plot *plot, int width, TextBuffer *out)
{
    int x = LEFT, line = 0, named = 0;
    for (int i = 0; i < plot->count; ++i) {
        const PlotSeries *s = &plot->series[i];
        if (!s->name)
            continue;
        int letters = 0;
        for (const char *c = s->name; *c; ++c)
            letters += ((unsigned char)*c & 0xc0) != 0x80;
        int needs = 30 + LETTER * letters;
        if (x > LEFT && x + needs > width - RIGHT) {
            x = LEFT;
            ++line;
        }
        ++named;
        if (out) {
            int y = TOP + LEGEND_LINE * line;
            text_add(out, "<path d=\"M%d %dh16\" stroke=\"#%06x\" stroke-width=\"%d\"", x, y - 2,
                     s->colour, s->style == PLOT_LINE || s->style == PLOT_UPRIGHT ? 2 : 8);
            if (s->dashes > 0)
                text_add(out, " stroke-dasharray=\"%s\"", dash_patterns[s->dashes % 4]);
            text_add(out, "/><text x=\"%d\" y=\"%d\" class=\"l\">", x + 20, y + 2);
            xml_add_text(out, s->name);
            text_add(out, "</text>\n");
        }
        x += needs;
    }
    return named > 0 ? line + 1 : 0;
}

static void titles(const Frame *frame, int height)
{
    const Plot *plot = frame->plot;
    double middle = TOP + LEGEND_LINE * frame->legend + frame->height / 2;
    text_add(frame->out, "<text x=\"%d\" y=\"18\" class=\"h\">", LEFT);
    xml_add_text(frame->out, plot->title);
    text_add(frame->out, "</text>\n<text x=\"%.0f\" y=\"%d\" class=\"m\">", LEFT + frame->width / 2,
             height - 10);
    xml_add_text(frame->out, plot->x_title);
    text_add(frame->out,
             "</text>\n<text x=\"16\" y=\"%.0f\" class=\"m\" transform=\"rotate(-90 16 %.0f)\">",
             middle, middle);
    xml_add_text(frame->out, plot->y_title);
    text_add(frame->out, "</text>\n");
}

void plot_svg(const Plot *plot, TextBuffer *out)
{
    int width = plot->width > 0 ? plot->width : 860;
    Frame frame = {.plot = plot,
                   .out = out,
                   .x = {INFINITY, -INFINITY, plot->x_log},
                   .y = {INFINITY, -INFINITY, plot->y_log},
                   .width = width - LEFT - RIGHT,
                   .legend = legend(plot, width, NULL)};
    int height = (plot->height > 0 ? plot->height : 420) + LEGEND_LINE * frame.legend;
    frame.height = height - TOP - BOTTOM - LEGEND_LINE * frame.legend;
    if (plot->from_zero && !plot->y_log)
        widen(&frame.y, 0);
    for (int i = 0; i < plot->count; ++i) {
        const PlotSeries *s = &plot->series[i];
        for (int k = 0; k < s->count; ++k) {
            widen(&frame.x, s->x[k]);
            if (s->style != PLOT_UPRIGHT)
                widen(&frame.y, s->y[k]);
        }
    }
    if (plot->x_names) { // room around what stands there
        widen(&frame.x, 0.4);
        widen(&frame.x, plot->x_name_count + 0.6);
        frame.y.most *= 1.04;
    }
    round_axis(&frame.x);
    round_axis(&frame.y);
    text_add(out,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 "
             "%d %d\" font-family=\"sans-serif\" font-size=\"12\">\n"
             "<style>.g{stroke:#d8dce2;stroke-width:1}.e{text-anchor:end}.m{text-anchor:middle}"
             ".t{paint-order:stroke;stroke:#fff;stroke-width:3px}"
             ".h{font-size:15px;font-weight:600}text{fill:#1b1e24}</style>\n"
             "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
             width, height, width, height, width, height);
    ticks(&frame, false);
    ticks(&frame, true);
    for (int i = 0; i < plot->count; ++i) {
        static void (*const draw[])(const Frame *, const PlotSeries *) = {draw_line, draw_points,
                                                                          draw_area, draw_uprights};
        draw[plot->series[i].style](&frame, &plot->series[i]);
    }
    legend(plot, width, out);
    titles(&frame, height);
    text_add(out, "</svg>\n");
}
