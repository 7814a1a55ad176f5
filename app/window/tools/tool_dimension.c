// The dimension line: how far the selected part is from what is nearest to it, live while it is
// dragged, and the least distance of the drag beside it. Where there are safety distances, the worst pair of
// those, and where the drag crossed one.
#include "app/window/dimension.h"
#include "app/window/look.h"
#include "app/window/marks.h"
#include "app/window/tool.h"

#include <math.h>
#include <stdio.h>

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

static void draw_dimension(const View *view, const Dimension *dimension, MarkStyle line,
                           const Theme *theme)
{
    Vec3d a = dimension->at[0], b = dimension->at[1];
    bool least = dimension->kind == DIMENSION_LEAST;
    if (least)
        line = (MarkStyle){line.colour, 0.45f, 1.2f};
    line.colour = dimension->near ? theme->clearance : line.colour;
    if (!least && !dimension->meets)
        mark_line(view, a, b, (MarkStyle){theme->background_bottom, 0.8f, 5});
    if (dimension->meets)
        mark_ring(view, a, line, 4);
    else
        dimension_line(view, a, b, line);
    label_beside(view, a, b, least ? -1 : 1, line, dimension->text);
}

static void draw(const View *view, const void *state)
{
    (void)state;
    const App *app = view->app;
    const Theme *theme = &themes[look_theme(app->document.view.look)];
    if (!dimension_wanted(app))
        return;
    MarkStyle line = {theme->edge, 1, 2};
    if (look_theme(app->document.view.look) == THEME_DARK)
        line.colour = 0xF2F4F7;
    draw_crossings(view, theme);
    Dimension lines[DIMENSION_KINDS];
    int count = dimension_lines(app, lines);
    for (int i = 0; i < count; ++i)
        draw_dimension(view, &lines[i], line, theme);
}

const Tool tool_dimension = {.name = "dimension", .draw = draw};
