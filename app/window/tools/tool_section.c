// Handles of the section plane: an arrow that pushes it, two knobs that tilt it.
#include "app/actions/list_view.h"
#include "app/picture/theme.h"
#include "app/window/marks.h"
#include "app/window/tool.h"

#include <cimgui.h>

#include <math.h>

enum Handle { HANDLE_NONE, HANDLE_PUSH, HANDLE_TILT_U, HANDLE_TILT_V };

// Points of the screen.
static const double ARROW = 74, KNOB_AT = 52, KNOB = 6, REACH = 9;

// Where the handles are: in the middle of what is shown, in the plane.
typedef struct Frame3 {
    Vec3d middle, u, v, normal;
    double unit; // length of a point of the screen there
} Frame3;

typedef struct SectionTool {
    enum Handle marked, held;
    Frame3 frame; // at the press
    SectionPlane start;
    double slack; // along the arrow, between the press and the middle
    uint64_t merge_key;
} SectionTool;

static bool find_frame(const View *view, Frame3 *out)
{
    const SectionPlane *plane = &view->app->document.view.section;
    const Box3d *box = &view->ui.shown;
    if (!plane->on || !(box->lo.x <= box->hi.x))
        return false;
    Vec3d centre = vec3d_lerp(box->lo, box->hi, 0.5);
    out->normal = plane->normal;
    out->middle = vec3d_add_scaled(centre, plane->normal, section_depth(plane, centre));
    Vec3d aside = fabs(plane->normal.y) < 0.9 ? vec3d(0, 1, 0) : vec3d(0, 0, 1);
    out->u = vec3d_normalised(vec3d_cross(aside, plane->normal));
    out->v = vec3d_cross(plane->normal, out->u);
    out->unit = camera_world_per_pixel(&view->app->document.view.camera, out->middle,
                                       view->viewport.height) *
                (double)view->ui_scale;
    return true;
}

static Vec3d tip(const Frame3 *f)
{
    return vec3d_add_scaled(f->middle, f->normal, ARROW * f->unit);
}

static Vec3d knob(const Frame3 *f, enum Handle which)
{
    return vec3d_add_scaled(f->middle, which == HANDLE_TILT_U ? f->u : f->v, KNOB_AT * f->unit);
}

static enum Handle handle_at(const View *view, const Frame3 *f, double x, double y)
{
    double reach = REACH * (double)view->ui_scale;
    for (enum Handle h = HANDLE_TILT_U; h <= HANDLE_TILT_V; ++h)
        if (mark_distance(view, knob(f, h), knob(f, h), x, y) < reach)
            return h;
    return mark_distance(view, f->middle, tip(f), x, y) < reach ? HANDLE_PUSH : HANDLE_NONE;
}

static bool hover(View *view, void *state, bool inside, double x, double y)
{
    static const char *const notes[] = {
        [HANDLE_NONE] = "",
        [HANDLE_PUSH] = "Drag: moves the section plane",
        [HANDLE_TILT_U] = "Drag: tilts the section plane",
        [HANDLE_TILT_V] = "Drag: tilts the section plane",
    };
    SectionTool *tool = state;
    enum Handle before = tool->marked;
    Frame3 frame;
    tool->marked = HANDLE_NONE;
    if (find_frame(view, &frame)) {
        mark_note(view, "section_arrow", tip(&frame));
        mark_note(view, "section_tilt_u", knob(&frame, HANDLE_TILT_U));
        mark_note(view, "section_tilt_v", knob(&frame, HANDLE_TILT_V));
        tool->marked = inside ? handle_at(view, &frame, x, y) : HANDLE_NONE;
    }
    mark_hover_changed(view, tool->marked != before);
    if (tool->marked == HANDLE_NONE)
        return false;
    igSetMouseCursor(ImGuiMouseCursor_Hand);
    igSetTooltip("%s", notes[tool->marked]);
    return true;
}

static void ray_at(const View *view, double x, double y, Vec3d *origin, Vec3d *direction)
{
    camera_ray(&view->app->document.view.camera, x, y, view->viewport.width, view->viewport.height,
               origin, direction);
}

// How far along the normal the ray comes nearest to it; false: it looks along the normal.
static bool along_normal(const View *view, const Frame3 *f, double x, double y, double *along)
{
    Vec3d o, d;
    ray_at(view, x, y, &o, &d);
    Vec3d w = vec3d_sub(o, f->middle);
    double b = vec3d_dot(f->normal, d), dd = vec3d_dot(d, d), scale = dd - b * b;
    if (!(scale > 1e-4 * dd))
        return false;
    *along = (vec3d_dot(w, f->normal) * dd - vec3d_dot(w, d) * b) / scale;
    return true;
}

static bool press(View *view, void *state, int button, double x, double y)
{
    SectionTool *tool = state;
    if (button != ImGuiMouseButton_Left || !find_frame(view, &tool->frame))
        return false;
    tool->held = handle_at(view, &tool->frame, x, y);
    tool->start = view->app->document.view.section;
    tool->merge_key = ++view->gesture;
    tool->slack = 0;
    if (tool->held == HANDLE_PUSH)
        along_normal(view, &tool->frame, x, y, &tool->slack);
    return tool->held != HANDLE_NONE;
}

static void submit(View *view, const SectionTool *tool, Vec3d point, Vec3d normal)
{
    ActionArgs args = {.part = NO_PART, .placement = affine_identity()};
    for (int k = 0; k < 3; ++k)
        args.placement.m[k][2] = normal.v[k];
    args.placement.p = point;
    action_submit_merged(&view->app->queue, &action_section_set, &args, tool->merge_key);
}

// The knob follows the mouse on the circle about the middle that lies across the other axis.
static bool tilt(const View *view, const SectionTool *tool, double x, double y, Vec3d *normal)
{
    const Frame3 *f = &tool->frame;
    Vec3d arm = tool->held == HANDLE_TILT_U ? f->u : f->v;
    Vec3d axis = vec3d_cross(arm, f->normal);
    Vec3d o, d;
    ray_at(view, x, y, &o, &d);
    double facing = vec3d_dot(axis, d), angle;
    if (fabs(facing) > 0.15 * vec3d_length(d)) {
        double t = vec3d_dot(axis, vec3d_sub(f->middle, o)) / facing;
        Vec3d at = vec3d_sub(vec3d_add_scaled(o, d, t), f->middle);
        angle = atan2(vec3d_dot(at, f->normal), vec3d_dot(at, arm));
    } else { // the circle is seen from its edge: by pixels up or down its normal
        double x0, y0, x1, y1;
        Vec3d from = knob(f, tool->held);
        if (!mark_place(view, from, &x0, &y0) ||
            !mark_place(view, vec3d_add_scaled(from, f->normal, KNOB_AT * f->unit), &x1, &y1))
            return false;
        double length = hypot(x1 - x0, y1 - y0);
        if (!(length > 1))
            return false;
        angle = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length /
                (KNOB_AT * (double)view->ui_scale);
    }
    Affine turn = affine_rotation(axis, angle);
    *normal = affine_apply_vector(&turn, f->normal);
    return true;
}

static void drag(View *view, void *state, double x, double y)
{
    const SectionTool *tool = state;
    double along;
    Vec3d normal;
    if (tool->held == HANDLE_PUSH) {
        if (along_normal(view, &tool->frame, x, y, &along))
            submit(view, tool,
                   vec3d_add_scaled(tool->frame.middle, tool->frame.normal, along - tool->slack),
                   tool->frame.normal);
    } else if (tilt(view, tool, x, y, &normal)) {
        submit(view, tool, tool->frame.middle, normal);
    }
}

static void release(View *view, void *state, double x, double y, bool cancelled)
{
    (void)x;
    (void)y;
    SectionTool *tool = state;
    if (cancelled)
        submit(view, tool, tool->start.point, tool->start.normal);
    tool->held = HANDLE_NONE;
}

// The plane's rectangle, as large as what it cuts.
static void draw_plane(const View *view, const Frame3 *f, uint32_t colour)
{
    const Box3d *box = &view->ui.shown;
    double half[2] = {0, 0};
    for (int k = 0; k < 3; ++k) {
        double size = (box->hi.v[k] - box->lo.v[k]) / 2;
        half[0] += fabs(f->u.v[k]) * size;
        half[1] += fabs(f->v.v[k]) * size;
    }
    Vec3d corners[4];
    for (int i = 0; i < 4; ++i) {
        double a = i == 0 || i == 3 ? -1.06 : 1.06, b = i < 2 ? -1.06 : 1.06;
        corners[i] =
            vec3d_add_scaled(vec3d_add_scaled(f->middle, f->u, a * half[0]), f->v, b * half[1]);
    }
    for (int i = 0; i < 4; ++i)
        mark_line(view, corners[i], corners[(i + 1) % 4], (MarkStyle){colour, 0.55f, 1.2f});
}

static void draw(const View *view, const void *state)
{
    const SectionTool *tool = state;
    Frame3 f;
    if (!find_frame(view, &f))
        return;
    const Theme *theme = &themes[look_theme(view->app->document.view.look)];
    enum Handle strong = tool->held != HANDLE_NONE ? tool->held : tool->marked;
    draw_plane(view, &f, theme->accent);
    const uint32_t rim = 0xFFFFFF;
    for (enum Handle h = HANDLE_TILT_U; h <= HANDLE_TILT_V; ++h) {
        bool big = strong == h;
        mark_line(view, f.middle, knob(&f, h), (MarkStyle){theme->accent, 0.8f, 1.6f});
        mark_dot(view, knob(&f, h), (MarkStyle){rim, 0.95f, (float)KNOB + (big ? 2.5f : 1.2f)});
        mark_dot(view, knob(&f, h), (MarkStyle){theme->accent, 1, (float)KNOB + (big ? 1 : 0)});
    }
    bool big = strong == HANDLE_PUSH;
    mark_line(view, f.middle, tip(&f), (MarkStyle){rim, 0.9f, big ? 6.5f : 5});
    mark_line(view, f.middle, tip(&f), (MarkStyle){theme->accent, 1, big ? 4.5f : 3});
    // A cone, seen from the side: its base stands across the arrow on the screen.
    double x0, y0, x1, y1;
    if (!mark_place(view, f.middle, &x0, &y0) || !mark_place(view, tip(&f), &x1, &y1))
        return;
    double length = hypot(x1 - x0, y1 - y0), s = (double)view->ui_scale * (big ? 1.25 : 1);
    if (length > 4)
        mark_arrow_head(view, x1, y1, (x1 - x0) / length, (y1 - y0) / length, 13 * s,
                        (MarkStyle){theme->accent, 1, 1});
    else
        mark_dot(view, tip(&f), (MarkStyle){theme->accent, 1, (float)KNOB});
}

const Tool tool_section = {
    .name = "section",
    .state_size = sizeof(SectionTool),
    .hover = hover,
    .press = press,
    .drag = drag,
    .release = release,
    .draw = draw,
};
