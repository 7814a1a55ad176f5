#include "app/window/marks.h"

#include "app/stages/explode.h"
#include "app/window/look.h"
#include "app/window/wrap.h"

#include <math.h>
#include <stdlib.h>

enum { MAX_CORNERS = 64, MAX_PATH = 96 };
static const double NEAREST = 1e-3; // of the camera's distance: what is nearer is cut off

static ImU32 colour_of(MarkStyle style)
{
    ImVec4 rgba = {(float)(style.colour >> 16 & 255) / 255, (float)(style.colour >> 8 & 255) / 255,
                   (float)(style.colour & 255) / 255, style.opacity};
    return igColorConvertFloat4ToU32(rgba);
}

static ImVec2 on_window(const View *view, double x, double y)
{
    return (ImVec2){(float)(view->viewport.x + x), (float)(view->viewport.y + y)};
}

bool mark_place(const View *view, Vec3d world, double *x, double *y)
{
    return camera_project(&view->app->document.view.camera, world, view->viewport.width,
                          view->viewport.height, x, y);
}

// Moves the end that is behind the eye to just before it. False: nothing is left.
static bool cut(const Camera *camera, Vec3d *a, Vec3d *b)
{
    if (!(camera->fov_y > 0))
        return true; // parallel rays: nothing is behind
    Vec3d right, up, forward, eye = camera_eye(camera);
    camera_axes(camera, &right, &up, &forward);
    double near = NEAREST * camera->distance;
    double da = vec3d_dot(forward, vec3d_sub(*a, eye)) - near;
    double db = vec3d_dot(forward, vec3d_sub(*b, eye)) - near;
    if (!(da > 0) && !(db > 0))
        return false;
    Vec3d along = vec3d_sub(*b, *a);
    if (!(da > 0))
        *a = vec3d_add_scaled(*a, along, da / (da - db));
    else if (!(db > 0))
        *b = vec3d_add_scaled(*a, along, da / (da - db));
    return true;
}

static bool place_line(const View *view, Vec3d a, Vec3d b, double from[2], double to[2])
{
    return cut(&view->app->document.view.camera, &a, &b) &&
           mark_place(view, a, &from[0], &from[1]) && mark_place(view, b, &to[0], &to[1]);
}

void mark_screen_line(const View *view, double x0, double y0, double x1, double y1, MarkStyle style)
{
    ImDrawList_AddLine(igGetBackgroundDrawList_Nil(), on_window(view, x0, y0),
                       on_window(view, x1, y1), colour_of(style), style.width * view->ui_scale);
}

void mark_line(const View *view, Vec3d a, Vec3d b, MarkStyle style)
{
    double from[2], to[2];
    if (place_line(view, a, b, from, to))
        mark_screen_line(view, from[0], from[1], to[0], to[1], style);
}

void mark_anchor_edge(const View *view, const Anchor *anchor, MarkStyle style)
{
    Affine shown = app_shown_placement(view->app, anchor->part);
    mark_line(view, affine_apply(&shown, anchor->ends[0]), affine_apply(&shown, anchor->ends[1]),
              style);
}

// False: one of them is behind the eye.
static bool place_all(const View *view, const Vec3d *points, int count, ImVec2 *places)
{
    for (int i = 0; i < count; ++i) {
        double x, y;
        if (!mark_place(view, points[i], &x, &y))
            return false;
        places[i] = on_window(view, x, y);
    }
    return true;
}

void mark_path(const View *view, const Vec3d *points, int count, MarkStyle style)
{
    ImVec2 places[MAX_PATH];
    if (count < 2 || count > MAX_PATH || !place_all(view, points, count, places))
        return;
    ImDrawList_AddPolyline(igGetBackgroundDrawList_Nil(), places, count, colour_of(style), 0,
                           style.width * view->ui_scale);
}

void mark_axis(const View *view, Vec3d point, Vec3d direction, MarkStyle style)
{
    static const int strokes = 10; // on each side
    static const double ends[2][2] = {{-0.32, 0.32}, {0.45, 0.55}};
    const Document *document = &view->app->document;
    uint32_t casing = themes[look_theme(document->view.look)].background_top;
    double pixel = camera_world_per_pixel(&document->view.camera, point, view->viewport.height);
    double period = 44 * (double)view->ui_scale * pixel;
    for (int i = -strokes; i <= strokes; ++i)
        for (int k = 0; k < 2; ++k) {
            Vec3d a = vec3d_add_scaled(point, direction, (i + ends[k][0]) * period);
            Vec3d b = vec3d_add_scaled(point, direction, (i + ends[k][1]) * period);
            mark_line(view, a, b, (MarkStyle){casing, 0.7f * style.opacity, style.width + 2});
            mark_line(view, a, b, style);
        }
}

void mark_dot(const View *view, Vec3d at, MarkStyle style)
{
    double x, y;
    if (mark_place(view, at, &x, &y))
        ImDrawList_AddCircleFilled(igGetBackgroundDrawList_Nil(), on_window(view, x, y),
                                   style.width * view->ui_scale, colour_of(style), 0);
}

void mark_ring(const View *view, Vec3d at, MarkStyle style, float radius)
{
    double x, y;
    if (mark_place(view, at, &x, &y))
        ImDrawList_AddCircle(igGetBackgroundDrawList_Nil(), on_window(view, x, y),
                             radius * view->ui_scale, colour_of(style), 0,
                             style.width * view->ui_scale);
}

void mark_face(const View *view, const Vec3d *corners, int count, MarkStyle style)
{
    ImVec2 places[MAX_CORNERS];
    if (count < 3 || count > MAX_CORNERS)
        return;
    for (int i = 0; i < count; ++i) {
        double x, y;
        if (!mark_place(view, corners[i], &x, &y))
            return;
        places[i] = on_window(view, x, y);
    }
    ImDrawList_AddConvexPolyFilled(igGetBackgroundDrawList_Nil(), places, count, colour_of(style));
}

static int by_place(const void *a, const void *b)
{
    const ImVec2 *p = a, *q = b;
    return p->x != q->x ? (p->x > q->x) - (p->x < q->x) : (p->y > q->y) - (p->y < q->y);
}

static bool turns_left(ImVec2 a, ImVec2 b, ImVec2 c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0;
}

// Both sides of the hull, each from one end to the other (Andrew 1979).
void mark_hull(const View *view, const Vec3d *points, int count, MarkStyle style)
{
    enum { MOST = 1024 };
    ImVec2 places[MOST], hull[2 * MOST];
    if (count < 3 || count > MOST || !place_all(view, points, count, places))
        return;
    qsort(places, (size_t)count, sizeof *places, by_place);
    int size = 0;
    for (int side = 0; side < 2; ++side) {
        int start = size;
        for (int n = 0; n < count; ++n) {
            ImVec2 p = places[side ? count - 1 - n : n];
            while (size >= start + 2 && !turns_left(hull[size - 2], hull[size - 1], p))
                --size;
            hull[size++] = p;
        }
        --size; // the last one begins the other side
    }
    if (size >= 3)
        ImDrawList_AddConvexPolyFilled(igGetBackgroundDrawList_Nil(), hull, size, colour_of(style));
}

void mark_plate(ImVec2 at, float pad, float rounding, float opacity, const char *text)
{
    ImDrawList *list = igGetBackgroundDrawList_Nil();
    ImVec2 size;
    igCalcTextSize(&size, text, NULL, false, -1);
    ImDrawList_AddRectFilled(list, (ImVec2){at.x - pad, at.y - pad / 2},
                             (ImVec2){at.x + size.x + pad, at.y + size.y + pad / 2},
                             igGetColorU32_Col(ImGuiCol_PopupBg, opacity), rounding, 0);
    ImDrawList_AddText_Vec2(list, at, igGetColorU32_Col(ImGuiCol_Text, 1), text, NULL);
}

// Its middle, from the viewport's corner. False: behind the eye.
static bool place_label(const View *view, Vec3d at, float dx, float dy, const char *text,
                        double middle[2])
{
    double x, y;
    if (!mark_place(view, at, &x, &y))
        return false;
    ImDrawList *list = igGetBackgroundDrawList_Nil();
    ImVec2 size, wanted = on_window(view, x, y);
    float pad = 4 * view->ui_scale, border = 1;
    const LabelRect *within = &view->labels->within;
    char lines[1024];
    wrap_text(text, within->x1 - within->x0 - 2 * (pad + border), look_text_width, NULL, lines,
              sizeof lines);
    igCalcTextSize(&size, lines, NULL, false, -1);
    ImVec2 half = {size.x / 2 + pad + border, size.y / 2 + pad / 2 + border};
    wanted = (ImVec2){wanted.x + dx * view->ui_scale, wanted.y + dy * view->ui_scale};
    LabelRect rect = label_room_take(
        view->labels,
        (LabelRect){wanted.x - half.x, wanted.y - half.y, wanted.x + half.x, wanted.y + half.y},
        dy > 0);
    middle[0] = (double)(rect.x0 + half.x) - view->viewport.x;
    middle[1] = (double)(rect.y0 + half.y) - view->viewport.y;
    ImVec2 corner = {roundf(rect.x0 + half.x - size.x / 2), roundf(rect.y0 + half.y - size.y / 2)};
    ImDrawList_ChannelsSetCurrent(list, 1); // no handle or line covers what is to be read
    mark_plate(corner, pad, pad, 0.92f, lines);
    ImDrawList_ChannelsSetCurrent(list, 0);
    return true;
}

void mark_label(const View *view, Vec3d at, float dx, float dy, const char *text)
{
    double middle[2];
    place_label(view, at, dx, dy, text, middle);
}

void mark_led_label(const View *view, Vec3d at, float dx, float dy, MarkStyle line,
                    const char *text)
{
    double x, y, middle[2];
    if (mark_place(view, at, &x, &y) && place_label(view, at, dx, dy, text, middle))
        mark_screen_line(view, x, y, middle[0], middle[1], line);
}

void mark_arrow_head(const View *view, double x, double y, double dx, double dy, double size,
                     MarkStyle style)
{
    double w = 0.38 * size;
    ImVec2 side = on_window(view, x - dx * size - dy * w, y - dy * size + dx * w);
    ImVec2 other = on_window(view, x - dx * size + dy * w, y - dy * size - dx * w);
    ImDrawList_AddTriangleFilled(igGetBackgroundDrawList_Nil(), on_window(view, x, y), side, other,
                                 colour_of(style));
}

double mark_distance(const View *view, Vec3d a, Vec3d b, double x, double y)
{
    double from[2], to[2];
    if (!place_line(view, a, b, from, to))
        return INFINITY;
    double dx = to[0] - from[0], dy = to[1] - from[1], length = dx * dx + dy * dy;
    double t = length > 0 ? ((x - from[0]) * dx + (y - from[1]) * dy) / length : 0;
    t = fmin(fmax(t, 0), 1);
    return hypot(x - from[0] - t * dx, y - from[1] - t * dy);
}

void mark_note_spot(View *view, const char *name, double x, double y)
{
    ui_note_place(&view->ui, name, (float)(view->viewport.x + x) - 2,
                  (float)(view->viewport.y + y) - 2, 4, 4);
}

void mark_note(View *view, const char *name, Vec3d at)
{
    double x, y;
    if (mark_place(view, at, &x, &y))
        mark_note_spot(view, name, x, y);
}

void mark_hover_changed(View *view, bool changed)
{
    if (changed && view->frames_wanted < 1)
        view->frames_wanted = 1;
}
