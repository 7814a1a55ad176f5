// The dimension line: how far the selected part is from what is nearest to it, live while it is
// dragged, and the least distance of the drag beside it. Where there are safety distances it shows the
// worst pair of those instead, and where the drag crossed one.
#include "app/stages/explode.h"
#include "app/window/look.h"
#include "app/window/marks.h"
#include "app/window/tool.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const float TICK = 5; // half length of the end marks, in points
static const float LABEL_AWAY = 20;

// A line with an end mark at both ends, as on a drawing.
static void dimension_line(const View *view, Vec3d a, Vec3d b, MarkStyle style)
{
    double ax, ay, bx, by;
    mark_line(view, a, b, style);
    if (!mark_place(view, a, &ax, &ay) || !mark_place(view, b, &bx, &by))
        return;
    double dx = bx - ax, dy = by - ay, length = hypot(dx, dy);
    double reach = (double)(TICK * view->ui_scale);
    double nx = length > 1 ? -dy / length * reach : 0, ny = length > 1 ? dx / length * reach : 0;
    mark_dot(view, a, (MarkStyle){style.colour, style.opacity, style.width + 1});
    mark_dot(view, b, (MarkStyle){style.colour, style.opacity, style.width + 1});
    if (length > 1) {
        mark_screen_line(view, ax - nx, ay - ny, ax + nx, ay + ny, style);
        mark_screen_line(view, bx - nx, by - ny, bx + nx, by + ny, style);
    }
}

// Beside the line and not on it, on the side where there is room for the other label.
static void label_beside(const View *view, Vec3d a, Vec3d b, int side, MarkStyle style,
                         const char *text)
{
    double ax, ay, bx, by;
    Vec3d middle = vec3d_scale(vec3d_add(a, b), 0.5);
    if (!mark_place(view, a, &ax, &ay) || !mark_place(view, b, &bx, &by))
        return;
    double dx = bx - ax, dy = by - ay, length = hypot(dx, dy);
    double nx = 0, ny = -1; // above
    if (length > 1) {
        nx = dy / length;
        ny = -dx / length;
        if (ny > 0) {
            nx = -nx;
            ny = -ny;
        }
    }
    // Labels are wider than high: further away from steep lines.
    double away = (double)LABEL_AWAY * (1 + 1.6 * fabs(nx)) * side;
    mark_led_label(view, middle, (float)(nx * away), (float)(ny * away),
                   (MarkStyle){style.colour, 0.5f * style.opacity, 1}, text);
}

static bool shown_gap(const App *app, const Gap *gap)
{
    return gap->other != NO_PART && gap->part < app->document.part_count &&
           gap->other < app->document.part_count;
}

static Vec3d end_of(const App *app, const Gap *gap, int end)
{
    int32_t part = end == 0 ? gap->part : gap->other;
    Affine shown = app_shown_placement(app, part);
    return affine_apply(&shown, gap->local[end]);
}

// What is finer than a millionth of the part says nothing but that: a power of ten.
static double finest(const App *app, const Gap *gap)
{
    const Bvh *tree = app->parts ? app->parts[gap->part].tree : NULL;
    double size = tree ? vec3d_distance(tree->box.lo, tree->box.hi) *
                             affine_stretch(&app->document.parts[gap->part].placement)
                       : 0;
    return size > 0 ? pow(10, floor(log10(1e-6 * size))) : 0;
}

static void say_length(const App *app, const Gap *gap, char *text, size_t size)
{
    char length[48];
    double fine = finest(app, gap);
    bool tiny = gap->distance > 0 && gap->distance < fine;
    length_format(tiny ? fine : gap->distance, app->assembly.unit, length, sizeof length);
    snprintf(text, size, "%s%s", tiny ? "< " : "", length);
}

// The same verdict as in the lists: exact contact decides, not a distance that was rounded to 0.
static void describe(const View *view, const Gap *gap, char *text, size_t size)
{
    const App *app = view->app;
    int32_t a = gap->part < gap->other ? gap->part : gap->other;
    int32_t b = gap->part < gap->other ? gap->other : gap->part;
    const PairReport *pair = assembly_report_find(&app->report, a, b);
    const FitRow *row = contact_row(app, a, b);
    char length[64];
    say_length(app, gap, length, sizeof length);
    if (row && row->state == PAIR_INTERFERENCE) {
        length_format(row->depth, app->assembly.unit, length, sizeof length);
        snprintf(text, size, "%s, %s deep", fit_row_verdict(row), length);
    } else if (row && row->state == PAIR_INSIDE) {
        snprintf(text, size, "%s, %s from the surface", fit_row_verdict(row), length);
    } else if (row && row->state != PAIR_CLEAR) {
        snprintf(text, size, "%s", fit_row_verdict(row));
    } else if ((pair && !contact_volumes_only(pair)) || !(gap->distance > 0)) {
        snprintf(text, size, "%s", fit_kind_info(FIT_CHECKING)->word);
    } else {
        snprintf(text, size, "%s", length);
    }
}

static bool contact_row_meets(const App *app, int32_t a, int32_t b)
{
    const FitRow *row = contact_row(app, a, b);
    return row && row->state != PAIR_CLEAR;
}

// "least 0.8 mm" is worth a line only where it is less than what there is, and reads so.
static bool least_differs(const App *app, const char *least)
{
    char now[64];
    say_length(app, &app->gap, now, sizeof now);
    return app->least_gap.distance < app->gap.distance && strcmp(now, least) != 0;
}

// The places of contact say it already, each with its depth.
static bool said_by_places(const App *app, const Gap *gap)
{
    const FitRow *row = contact_row(app, gap->part, gap->other);
    return app->document.view.contact.marks && !(gap->distance > 0) && row &&
           row->state == PAIR_INTERFERENCE;
}

// "1.2 mm of 2 mm", in the colour of what is too near; exact contact has its own words.
static bool draw_worst(const View *view, MarkStyle halo, MarkStyle line, const Theme *theme)
{
    const App *app = view->app;
    const WatchedPair *pair = watch_worst(app);
    if (!pair || !(pair->distance.value > 0) || contact_row_meets(app, pair->a, pair->b))
        return false;
    char text[160], distance[64], limit[64];
    Affine shown[2] = {app_shown_placement(app, pair->a), app_shown_placement(app, pair->b)};
    Vec3d a = affine_apply(&shown[0], pair->local[0]), b = affine_apply(&shown[1], pair->local[1]);
    length_format(pair->distance.value, app->assembly.unit, distance, sizeof distance);
    length_format(pair->limit, app->assembly.unit, limit, sizeof limit);
    bool near = watched_beyond(pair) < 0;
    line.colour = near ? theme->clearance : line.colour;
    snprintf(text, sizeof text, near ? "%s, too near: at least %s" : "%s of at least %s", distance,
             limit);
    mark_line(view, a, b, halo);
    dimension_line(view, a, b, line);
    label_beside(view, a, b, 1, line, text);
    return true;
}

static void draw_crossings(const View *view, const Theme *theme)
{
    const WatchState *watch = &view->app->watch;
    MarkStyle style = {theme->clearance, 0.8f, 1.5f};
    for (int32_t i = 0; i < watch->crossing_count; ++i) {
        const WatchCrossing *crossing = &watch->crossings[i];
        char text[96], limit[64];
        if (!crossing->known)
            continue;
        length_format(crossing->limit, view->app->assembly.unit, limit, sizeof limit);
        snprintf(text, sizeof text, "crossed %s here", limit);
        dimension_line(view, crossing->at[0], crossing->at[1], style);
        if (i + 1 == watch->crossing_count)
            label_beside(view, crossing->at[0], crossing->at[1], -1, style, text);
    }
}

static void draw(const View *view, const void *state)
{
    (void)state;
    const App *app = view->app;
    const Theme *theme = &themes[look_theme(app->document.view.look)];
    if (!app->document.view.contact.dimension ||
        app->document.view.explode > 0) // there, distances are not what is seen
        return;
    MarkStyle halo = {theme->background_bottom, 0.8f, 5}, line = {theme->edge, 1, 2};
    if (look_theme(app->document.view.look) == THEME_DARK)
        line.colour = 0xF2F4F7;
    draw_crossings(view, theme);
    if (draw_worst(view, halo, line, theme) || !shown_gap(app, &app->gap))
        return;
    char text[96], least[96], length[64];
    const Gap *kept = &app->least_gap;
    if (shown_gap(app, kept))
        say_length(app, kept, length, sizeof length);
    if (shown_gap(app, kept) && least_differs(app, length)) {
        MarkStyle faint = {line.colour, 0.45f, 1.2f};
        snprintf(least, sizeof least, "least %s", length);
        if (kept->distance > 0)
            dimension_line(view, kept->at[0], kept->at[1], faint);
        else
            mark_ring(view, kept->at[0], faint, 4);
        label_beside(view, kept->at[0], kept->at[1], -1, faint, least);
    }
    if (said_by_places(app, &app->gap))
        return;
    Vec3d a = end_of(app, &app->gap, 0), b = end_of(app, &app->gap, 1);
    describe(view, &app->gap, text, sizeof text);
    if (app->gap.distance > 0) {
        mark_line(view, a, b, halo);
        dimension_line(view, a, b, line);
    } else {
        mark_ring(view, a, line, 4);
    }
    label_beside(view, a, b, 1, line, text);
}

const Tool tool_dimension = {.name = "dimension", .draw = draw};
