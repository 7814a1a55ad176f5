#include "app/window/tools/gizmo_draw.h"

#include "app/document/rotation.h"
#include "app/window/marks.h"

#include <math.h>
#include <stdio.h>

static const char axis_letters[] = "xyz";

typedef struct Dress {
    uint32_t colour, casing, plain;
    float strength; // opacity of the handle
    float width;
    bool hot;
} Dress;

// The casing sets handles off from whatever is behind them.
static Dress look_of(const View *view, const Gizmo *gizmo, GizmoHandle handle, GizmoHandle hot,
                     bool held)
{
    enum ThemeId theme = look_theme(view->app->document.view.look);
    bool dark = theme == THEME_DARK;
    Dress look = {.casing = dark ? 0x0E1216 : 0xFFFFFF, .plain = dark ? 0xD5DCE4 : 0x3A444F};
    bool middle = handle.kind == GIZMO_VIEW_PLANE || handle.kind == GIZMO_BALL ||
                  handle.kind == GIZMO_SCALE_ALL || handle.kind == GIZMO_VIEW_RING;
    look.colour = middle ? look.plain : themes[theme].axis[handle.axis];
    if (look.colour == themes[THEME_LIGHT].axis[0])
        look.colour = 0xD1495B; // on top of parts it must not be taken for a collision
    look.hot = handle.kind == hot.kind && handle.axis == hot.axis;
    look.strength = (float)gizmo_clarity(gizmo, handle);
    if (held && !look.hot)
        look.strength *= 0.2f;
    look.width = look.hot ? 4.0f : 2.5f;
    return look;
}

static MarkStyle style(uint32_t colour, const Dress *look, float opacity, float width)
{
    return (MarkStyle){colour, look->strength * opacity, width};
}

static void path(const View *view, const Vec3d *points, int count, const Dress *look, float opacity)
{
    mark_path(view, points, count, style(look->casing, look, 0.55f * opacity, look->width + 2));
    mark_path(view, points, count, style(look->colour, look, opacity, look->width));
    if (look->hot) // a light core: to be seen without colours too
        mark_path(view, points, count, style(0xFFFFFF, look, opacity, 1.3f));
}

static void draw_head(const View *view, const Gizmo *gizmo, int axis, const Dress *look)
{
    Vec3d along = gizmo->axes[axis], aside = vec3d_normalised(vec3d_cross(along, gizmo->toward));
    Vec3d base = vec3d_add_scaled(gizmo->pivot, along, GIZMO_ARROW * gizmo->size);
    double half = (look->hot ? 0.085 : 0.07) * gizmo->size;
    Vec3d corners[3] = {vec3d_add_scaled(gizmo->pivot, along, 1.06 * gizmo->size),
                        vec3d_add_scaled(base, aside, half), vec3d_add_scaled(base, aside, -half)};
    mark_face(view, corners, 3, style(look->colour, look, 1, 1));
    if (look->hot) {
        Vec3d border[4] = {corners[0], corners[1], corners[2], corners[0]};
        mark_path(view, border, 4, style(0xFFFFFF, look, 1, 1.5f));
    }
}

static void draw_box(const View *view, const Gizmo *gizmo, Vec3d at, const Dress *look)
{
    Vec3d right, up, forward;
    camera_axes(&gizmo->camera, &right, &up, &forward);
    double half = (look->hot ? 0.08 : 0.065) * gizmo->size;
    Vec3d corners[5];
    for (int i = 0; i < 5; ++i) {
        bool far_x = i % 4 == 1 || i % 4 == 2, far_y = i % 4 >= 2;
        corners[i] = vec3d_add_scaled(at, right, far_x ? half : -half);
        corners[i] = vec3d_add_scaled(corners[i], up, far_y ? half : -half);
    }
    mark_face(view, corners, 4, style(look->colour, look, 1, 1));
    mark_path(view, corners, 5, style(look->casing, look, 0.7f, look->hot ? 2 : 1));
}

static void draw_square(const View *view, const Vec3d *corners, const Dress *look)
{
    Vec3d border[5] = {corners[0], corners[1], corners[2], corners[3], corners[0]};
    mark_face(view, corners, 4, style(look->colour, look, look->hot ? 0.75f : 0.4f, 1));
    mark_path(view, border, 5, style(look->colour, look, 1, look->hot ? 2.0f : 1.2f));
}

// The far half pale: where it begins and ends says how the ring lies.
static void draw_ring(const View *view, const Gizmo *gizmo, GizmoHandle handle, const Vec3d *points,
                      int count, const Dress *look)
{
    int from = 0;
    while (from + 1 < count) {
        bool behind = gizmo_is_behind(gizmo, handle, points[from + 1]);
        int to = from + 1;
        while (to + 1 < count && gizmo_is_behind(gizmo, handle, points[to + 1]) == behind)
            ++to;
        if (behind)
            mark_path(view, points + from, to - from + 1, style(look->colour, look, 0.28f, 1.2f));
        else
            path(view, points + from, to - from + 1, look, 1);
        from = to;
    }
}

static void draw_middle(const View *view, const Gizmo *gizmo, GizmoHandle handle, const Dress *look)
{
    if (handle.kind == GIZMO_SCALE_ALL) {
        draw_box(view, gizmo, gizmo->pivot, look);
        return;
    }
    float radius = (float)GIZMO_CENTRE - 1;
    mark_ring(view, gizmo->pivot, style(look->casing, look, 0.55f, look->width + 2), radius);
    mark_ring(view, gizmo->pivot, style(look->plain, look, 1, look->hot ? 3.5f : 2), radius);
    mark_dot(view, gizmo->pivot, style(look->plain, look, 1, look->hot ? 3.0f : 2));
}

static void draw_handle(const View *view, const Gizmo *gizmo, GizmoHandle handle, const Dress *look)
{
    Vec3d points[GIZMO_MAX_POINTS];
    int count = gizmo_outline(gizmo, handle, points);
    if (!(look->strength > 0.01f))
        return;
    switch (handle.kind) {
    case GIZMO_AXIS:
        points[1] =
            vec3d_add_scaled(gizmo->pivot, gizmo->axes[handle.axis], GIZMO_ARROW * gizmo->size);
        path(view, points, 2, look, 1);
        draw_head(view, gizmo, handle.axis, look);
        break;
    case GIZMO_SCALE_AXIS:
        path(view, points, 2, look, 1);
        draw_box(view, gizmo, points[1], look);
        break;
    case GIZMO_PLANE:
        draw_square(view, points, look);
        break;
    case GIZMO_RING:
    case GIZMO_VIEW_RING:
        draw_ring(view, gizmo, handle, points, count, look);
        break;
    default:
        draw_middle(view, gizmo, handle, look);
    }
}

void gizmo_draw(const View *view, const Gizmo *gizmo, GizmoHandle hot, bool held)
{
    GizmoHandle handles[GIZMO_MAX_HANDLES];
    int count = gizmo_handles(gizmo, handles);
    double depth[GIZMO_MAX_HANDLES];
    for (int i = 0; i < count; ++i)
        depth[i] = vec3d_dot(gizmo->axes[handles[i].axis], gizmo->toward) -
                   (handles[i].kind == GIZMO_AXIS || handles[i].kind == GIZMO_SCALE_AXIS) * 2;
    for (int drawn = 0; drawn < count; ++drawn) { // the farthest first, arrows last
        int next = 0;
        for (int i = 1; i < count; ++i)
            if (depth[i] > depth[next])
                next = i;
        depth[next] = -INFINITY;
        Dress look = look_of(view, gizmo, handles[next], hot, held);
        draw_handle(view, gizmo, handles[next], &look);
    }
}

void gizmo_describe(GizmoHandle handle, char *text, size_t size)
{
    static const char *const words[] = {[GIZMO_NONE] = "",
                                        [GIZMO_AXIS] = "Move along ",
                                        [GIZMO_PLANE] = "Move in the plane of ",
                                        [GIZMO_VIEW_PLANE] = "Move in the plane of the view",
                                        [GIZMO_RING] = "Turn about ",
                                        [GIZMO_VIEW_RING] = "Turn about the direction of view",
                                        [GIZMO_BALL] = "Roll it like a ball",
                                        [GIZMO_SCALE_AXIS] = "Scale along ",
                                        [GIZMO_SCALE_ALL] = "Scale evenly"};
    static const char *const axes[] = {"x", "y", "z"};
    static const char *const planes[] = {"y and z", "x and z", "x and y"};
    bool along =
        handle.kind == GIZMO_AXIS || handle.kind == GIZMO_RING || handle.kind == GIZMO_SCALE_AXIS;
    snprintf(text, size, "%s%s", words[handle.kind],
             along                        ? axes[handle.axis]
             : handle.kind == GIZMO_PLANE ? planes[handle.axis]
                                          : "");
}

// As many as a pixel is worth.
static int decimals(const Gizmo *gizmo, double step)
{
    double fine = gizmo->size / (GIZMO_POINTS * gizmo->point);
    if (step > 0)
        fine = fmin(fine, step / 10);
    int digits = (int)ceil(-log10(fine));
    return digits < 0 ? 0 : digits > 9 ? 9 : digits;
}

// How far along an axis the part has come that others hold back; false: it is where it is wanted.
static bool held_back(const App *app, int axis, double wanted, double fine, double *come)
{
    const Hand *hand = &app->hand;
    if (!hand_shown(app) || hand->lead >= app->document.part_count)
        return false;
    *come = app->document.parts[hand->lead].placement.p.v[axis] -
            hand->start.parts[hand->lead].placement.p.v[axis];
    return fabs(*come - wanted) > fine;
}

static void say_shift(const View *view, const GizmoDrag *drag, const GizmoMotion *motion,
                      const GizmoSnap *snap, char *text, size_t size)
{
    const char *unit = length_unit_info(view->app->assembly.unit)->suffix;
    int digits = decimals(&drag->gizmo, snap->grid), axis = drag->handle.axis;
    const double *s = motion->shift.v;
    double come;
    bool along_world = drag->handle.kind == GIZMO_AXIS && drag->gizmo.world;
    if (along_world && held_back(view->app, axis, s[axis], 0.5 * pow(10, -digits), &come))
        snprintf(text, size, "%c %.*f %s  (%+.*f of %+.*f)", axis_letters[axis], digits,
                 motion->lead.p.v[axis] - s[axis] + come, unit, digits, come, digits, s[axis]);
    else if (along_world)
        snprintf(text, size, "%c %.*f %s  (%+.*f)", axis_letters[axis], digits,
                 motion->lead.p.v[axis], unit, digits, s[axis]);
    else if (drag->handle.kind == GIZMO_AXIS)
        snprintf(text, size, "%c %+.*f %s", axis_letters[axis], digits, s[axis], unit);
    else
        snprintf(text, size, "x %+.*f  y %+.*f  z %+.*f %s", digits, s[0], digits, s[1], digits,
                 s[2], unit);
}

static void say_motion(const View *view, const GizmoDrag *drag, const GizmoMotion *motion,
                       const GizmoSnap *snap, char *text, size_t size)
{
    int axis = drag->handle.axis;
    switch (drag->handle.kind) {
    case GIZMO_RING:
    case GIZMO_VIEW_RING:
    case GIZMO_BALL:
        snprintf(text, size, "%+.1f\xC2\xB0", motion->degrees);
        break;
    case GIZMO_SCALE_AXIS:
        snprintf(text, size, "%c \xC3\x97 %.2f", axis_letters[axis], motion->factors[axis]);
        break;
    case GIZMO_SCALE_ALL:
        snprintf(text, size, "\xC3\x97 %.2f", motion->factors[0]);
        break;
    default:
        say_shift(view, drag, motion, snap, text, size);
    }
}

static void draw_turn(const View *view, const GizmoDrag *drag, const GizmoMotion *motion,
                      MarkStyle line)
{
    Vec3d origin, direction, right, up, forward, normal = drag->gizmo.axes[drag->handle.axis];
    camera_axes(&drag->gizmo.camera, &right, &up, &forward);
    if (drag->handle.kind == GIZMO_VIEW_RING)
        normal = forward;
    camera_ray(&drag->gizmo.camera, drag->press_x, drag->press_y, drag->gizmo.width,
               drag->gizmo.height, &origin, &direction);
    double slope = vec3d_dot(normal, direction);
    if (fabs(slope) < 0.02)
        return;
    double along = vec3d_dot(normal, vec3d_sub(drag->gizmo.pivot, origin)) / slope;
    Vec3d from = vec3d_add_scaled(origin, direction, along);
    mark_line(view, drag->gizmo.pivot, from, line);
    mark_line(view, drag->gizmo.pivot, gizmo_seen(&drag->gizmo, &motion->motion, from), line);
}

void gizmo_draw_motion(const View *view, const GizmoDrag *drag, const GizmoMotion *motion,
                       const GizmoSnap *snap)
{
    const Gizmo *gizmo = &drag->gizmo;
    Dress plain = look_of(view, gizmo, (GizmoHandle){GIZMO_BALL, 0}, drag->handle, false);
    MarkStyle line = {plain.plain, 0.6f, 1};
    Vec3d pivot = gizmo_seen(gizmo, &motion->motion, gizmo->pivot),
          axis = gizmo->axes[drag->handle.axis];
    char text[128];
    if (drag->handle.kind == GIZMO_AXIS)
        mark_line(view, vec3d_add_scaled(pivot, axis, -30 * gizmo->size),
                  vec3d_add_scaled(pivot, axis, 30 * gizmo->size), line);
    if (drag->handle.kind == GIZMO_RING || drag->handle.kind == GIZMO_VIEW_RING)
        draw_turn(view, drag, motion, line);
    else
        mark_line(view, gizmo->pivot, pivot, line);
    mark_dot(view, gizmo->pivot, (MarkStyle){plain.plain, 0.6f, 3});
    say_motion(view, drag, motion, snap, text, sizeof text);
    mark_label(view, pivot, 0, (float)GIZMO_POINTS * 1.1f + 22, text);
}

void gizmo_note_grips(View *view, const Gizmo *gizmo)
{
    static const char *const names[][3] = {
        [GIZMO_AXIS] = {"gizmo_x", "gizmo_y", "gizmo_z"},
        [GIZMO_PLANE] = {"gizmo_plane_x", "gizmo_plane_y", "gizmo_plane_z"},
        [GIZMO_VIEW_PLANE] = {"gizmo_middle"},
        [GIZMO_RING] = {"gizmo_turn_x", "gizmo_turn_y", "gizmo_turn_z"},
        [GIZMO_VIEW_RING] = {"gizmo_turn_view"},
        [GIZMO_BALL] = {"gizmo_ball"},
        [GIZMO_SCALE_AXIS] = {"gizmo_scale_x", "gizmo_scale_y", "gizmo_scale_z"},
        [GIZMO_SCALE_ALL] = {"gizmo_scale"},
    };
    GizmoHandle handles[GIZMO_MAX_HANDLES];
    int count = gizmo_handles(gizmo, handles);
    for (int i = 0; i < count; ++i) {
        double x, y;
        if (gizmo_grip(gizmo, handles[i], &x, &y))
            mark_note_spot(view, names[handles[i].kind][handles[i].axis], x, y);
    }
}
