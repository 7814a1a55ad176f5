#include "app/window/connector_marks.h"

#include "app/stages/explode.h"
#include "core/base/angle.h"

#include <math.h>

enum { RING_POINTS = 33 };
static const double STROKE = 22, SQUARE = 6; // points of the screen

bool connector_shown(const View *view, int32_t part, const Connector *at, Connector *out)
{
    Affine placement = app_shown_placement(view->app, part);
    return connector_placed(at, &placement, out);
}

static void ring(const View *view, const Connector *c, Vec3d across, MarkStyle style)
{
    Vec3d points[RING_POINTS];
    for (int i = 0; i < RING_POINTS; ++i) {
        double angle = 2 * PI * i / (RING_POINTS - 1);
        points[i] = vec3d_add_scaled(c->origin, c->side, c->radius * cos(angle));
        points[i] = vec3d_add_scaled(points[i], across, c->radius * sin(angle));
    }
    mark_path(view, points, RING_POINTS, style);
}

static void square(const View *view, const Connector *c, Vec3d across, double half, MarkStyle style)
{
    static const double corners[5][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}, {1, 1}};
    Vec3d points[5];
    for (int i = 0; i < 5; ++i) {
        points[i] = vec3d_add_scaled(c->origin, c->side, half * corners[i][0]);
        points[i] = vec3d_add_scaled(points[i], across, half * corners[i][1]);
    }
    mark_path(view, points, 5, style);
}

void connector_mark(const View *view, int32_t part, const Connector *at, enum ConnectorMark how)
{
    const Document *document = &view->app->document;
    const Theme *theme = &themes[look_theme(document->view.look)];
    bool bright = how == CONNECTOR_MARK_BRIGHT;
    MarkStyle style = {theme->accent, bright ? 1 : 0.55f, bright ? 2.5f : 1.5f};
    MarkStyle casing = {theme->background_top, 0.6f * style.opacity, style.width + 2};
    Connector c;
    if (!connector_shown(view, part, at, &c))
        return;
    double pixel = camera_world_per_pixel(&document->view.camera, c.origin, view->viewport.height) *
                   (double)view->ui_scale;
    Vec3d across = vec3d_cross(c.axis, c.side);
    Vec3d tip = vec3d_add_scaled(c.origin, c.axis, STROKE * pixel);
    for (int pass = 0; pass < 2; ++pass) {
        MarkStyle with = pass == 0 ? casing : style;
        if (c.kind == CONNECTOR_FACE)
            square(view, &c, across, SQUARE * pixel, with);
        else
            ring(view, &c, across, with);
        mark_line(view, c.origin, tip, with);
    }
    mark_dot(view, c.origin, (MarkStyle){style.colour, style.opacity, bright ? 3.5f : 2.5f});
}
