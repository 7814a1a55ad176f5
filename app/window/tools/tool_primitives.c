// Primitives over the parts: outlines, the selected one filled and with grips that move and size
// it, and the groups of one level of the hierarchy over them.
#include "app/actions/list_primitives.h"
#include "app/window/look.h"
#include "app/window/marks.h"
#include "app/window/primitive_handles.h"
#include "app/window/tool.h"

#include <cimgui.h>

#include <math.h>
#include <stdlib.h>

enum { MOST_LINES = 20000, MOST_POINTS = 1024, MOST_CORNERS = 64 };
static const double GRIP_PIXELS = 10;

typedef struct State {
    int hovered; // 1 + the grip under the cursor, or 0
    int held;    // the grip in the hand
    int32_t index;
    HybridVolume start;
    Vec3d at, grabbed; // where the grip and the hand were
    uint64_t merge_key;
} State;

static const HybridVolume *selected_volume(const View *view)
{
    const PrimitiveState *p = &view->app->document.primitives;
    return !p->hidden && p->selected >= 0 && p->selected < primitive_list_count(p->list)
               ? &p->list->set.items[p->selected].volume
               : NULL;
}

// --- gripping

// Where the hand is in the plane of the view through the grip, or on the grip's own line.
static Vec3d hand_at(const View *view, Vec3d at, Vec3d along, double x, double y)
{
    const Camera *camera = &view->app->document.view.camera;
    Vec3d origin, direction, right, up, forward;
    camera_ray(camera, x, y, view->viewport.width, view->viewport.height, &origin, &direction);
    camera_axes(camera, &right, &up, &forward);
    Vec3d w = vec3d_sub(at, origin);
    if (vec3d_dot(along, along) > 0) {
        double uu = vec3d_dot(direction, direction), uv = vec3d_dot(direction, along);
        double det = uu - uv * uv; // along has length 1
        if (det > 1e-4 * uu) {
            double t = (uv * vec3d_dot(direction, w) - uu * vec3d_dot(along, w)) / det;
            return vec3d_add_scaled(at, along, t);
        }
        return at; // looked at end-on: it cannot be moved from here
    }
    double depth = vec3d_dot(forward, w) / vec3d_dot(forward, direction);
    return vec3d_add_scaled(origin, direction, depth);
}

static int grip_at(const View *view, double x, double y)
{
    const HybridVolume *volume = selected_volume(view);
    PrimitiveHandle handles[PRIMITIVE_MAX_HANDLES];
    int count = volume ? primitive_handles(volume, handles) : 0, best = -1;
    double nearest = GRIP_PIXELS * (double)view->ui_scale;
    for (int i = count - 1; i >= 0; --i) { // the middle wins where they are on one another
        double px, py;
        if (!mark_place(view, handles[i].at, &px, &py))
            continue;
        double d = hypot(px - x, py - y);
        if (d <= nearest) {
            nearest = d;
            best = i;
        }
    }
    return best;
}

// For tests from outside.
static void note_grips(View *view)
{
    static const char *const names[] = {"grip_0", "grip_1", "grip_2"};
    const HybridVolume *volume = selected_volume(view);
    PrimitiveHandle handles[PRIMITIVE_MAX_HANDLES];
    int count = volume ? primitive_handles(volume, handles) : 0;
    for (int i = 0; i < count && i < 3; ++i)
        mark_note(view, names[i], handles[i].at);
}

static bool hover(View *view, void *state, bool inside, double x, double y)
{
    State *s = state;
    note_grips(view);
    int before = s->hovered;
    s->hovered = inside ? grip_at(view, x, y) + 1 : 0;
    mark_hover_changed(view, s->hovered != before);
    if (s->hovered > 0)
        igSetMouseCursor(s->hovered == 1 ? ImGuiMouseCursor_ResizeAll : ImGuiMouseCursor_Hand);
    return s->hovered > 0;
}

static bool press(View *view, void *state, int button, double x, double y)
{
    State *s = state;
    const HybridVolume *volume = selected_volume(view);
    int grip = grip_at(view, x, y);
    if (button != ImGuiMouseButton_Left || grip < 0)
        return false;
    PrimitiveHandle handles[PRIMITIVE_MAX_HANDLES];
    primitive_handles(volume, handles);
    s->held = grip;
    s->index = view->app->document.primitives.selected;
    s->start = *volume;
    s->at = handles[grip].at;
    s->grabbed = hand_at(view, s->at, handles[grip].along, x, y);
    s->merge_key = ++view->gesture;
    return true;
}

static void set_volume(View *view, const State *s, const HybridVolume *volume)
{
    ActionArgs args = {.part = NO_PART, .index = s->index};
    primitive_to_text(volume, args.text);
    action_submit_merged(&view->app->queue, &action_primitive_set, &args, s->merge_key);
}

static void drag(View *view, void *state, double x, double y)
{
    State *s = state;
    PrimitiveHandle handles[PRIMITIVE_MAX_HANDLES];
    primitive_handles(&s->start, handles);
    Vec3d to = hand_at(view, s->at, handles[s->held].along, x, y);
    HybridVolume moved = primitive_dragged(&s->start, s->held, vec3d_sub(to, s->grabbed));
    set_volume(view, s, &moved);
}

static void release(View *view, void *state, double x, double y, bool cancelled)
{
    const State *s = state;
    (void)x, (void)y;
    if (cancelled && s->index < primitive_list_count(view->app->document.primitives.list))
        set_volume(view, s, &s->start);
}

// --- drawing

typedef struct Pen {
    const View *view;
    MarkStyle style;
    int lines; // that may still be drawn
    Vec3d points[MOST_POINTS];
    int count; // points kept, for the silhouette; not kept while it is negative
} Pen;

static void draw_line(void *user, Vec3 from, Vec3 to)
{
    Pen *pen = user;
    Vec3d a = vec3d_from(from), b = vec3d_from(to);
    if (pen->lines-- > 0)
        mark_line(pen->view, a, b, pen->style);
    if (pen->count >= 0 && pen->count < MOST_POINTS)
        pen->points[pen->count++] = a;
}

typedef struct Corner {
    double x, y;
    Vec3d world;
} Corner;

static int by_place(const void *a, const void *b)
{
    const Corner *p = a, *q = b;
    if (p->x < q->x || p->x > q->x)
        return p->x < q->x ? -1 : 1;
    return (p->y > q->y) - (p->y < q->y);
}

static double turn(const Corner *a, const Corner *b, const Corner *c)
{
    return (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
}

// What a convex volume covers on the screen: the hull of its outline's points (Andrew's chains).
static void fill(const Pen *pen, MarkStyle style)
{
    static Corner corners[MOST_POINTS], hull[2 * MOST_POINTS]; // the window has one thread
    int count = 0, size = 0;
    for (int i = 0; i < pen->count; ++i) {
        Corner *c = &corners[count];
        c->world = pen->points[i];
        count += mark_place(pen->view, c->world, &c->x, &c->y);
    }
    qsort(corners, (size_t)count, sizeof *corners, by_place);
    for (int pass = 0; pass < 2; ++pass) {
        int first = size;
        for (int i = 0; i < count; ++i) {
            const Corner *c = &corners[pass ? count - 1 - i : i];
            while (size >= first + 2 && turn(&hull[size - 2], &hull[size - 1], c) <= 0)
                --size;
            hull[size++] = *c;
        }
        --size; // begins the other chain
    }
    if (size < 3)
        return;
    Vec3d face[MOST_CORNERS];
    int used = size < MOST_CORNERS ? size : MOST_CORNERS;
    for (int i = 0; i < used; ++i)
        face[i] = hull[(int64_t)i * size / used].world;
    mark_face(pen->view, face, used, style);
}

static void draw_grips(const View *view, const State *s, const HybridVolume *volume,
                       const Theme *theme)
{
    PrimitiveHandle handles[PRIMITIVE_MAX_HANDLES];
    int count = primitive_handles(volume, handles);
    for (int i = count - 1; i >= 0; --i) {
        bool marked = s->hovered == i + 1;
        float size = i == 0 ? 6.5f : 5;
        mark_dot(view, handles[i].at, (MarkStyle){0xFFFFFF, 1, size + (marked ? 2.5f : 1)});
        mark_dot(view, handles[i].at, (MarkStyle){marked ? theme->touch : theme->accent, 1, size});
    }
}

static int depth_of(const HybridTree *tree, HybridId node)
{
    int depth = 0;
    while ((node = tree->nodes[node].parent) != HYBRID_NONE)
        ++depth;
    return depth;
}

static void draw_level(const View *view, Pen *pen, const Theme *theme)
{
    const HybridTree *tree = &view->app->hybrid.tree;
    int level = view->app->document.primitives.level;
    if (!view->app->hybrid.list || level == HYBRID_LEVEL_OFF)
        return;
    for (int32_t i = 0; i < tree->count && pen->lines > 0; ++i) {
        int depth = depth_of(tree, i);
        if (depth != level && !(depth < level && tree->nodes[i].primitive != HYBRID_NONE))
            continue;
        pen->style = (MarkStyle){theme->hues[tree->nodes[i].type], 0.9f, 1.6f};
        hybrid_volume_outline(&tree->nodes[i].volume, draw_line, pen);
    }
}

static void draw(const View *view, const void *state)
{
    static Pen pen; // large; the window has one thread
    const PrimitiveState *p = &view->app->document.primitives;
    const Theme *theme = &themes[look_theme(view->app->document.view.look)];
    pen = (Pen){.view = view, .lines = MOST_LINES, .count = -1};
    draw_level(view, &pen, theme);
    if (p->hidden)
        return;
    for (int32_t i = 0; i < primitive_list_count(p->list) && pen.lines > 0; ++i) {
        if (i == p->selected)
            continue;
        pen.style = (MarkStyle){theme->overlay, 0.75f, 1.2f};
        hybrid_volume_outline(&p->list->set.items[i].volume, draw_line, &pen);
    }
    const HybridVolume *volume = selected_volume(view);
    if (!volume)
        return;
    pen.count = 0;
    pen.lines = MOST_LINES;
    pen.style = (MarkStyle){theme->accent, 1, 2.2f};
    hybrid_volume_outline(volume, draw_line, &pen);
    fill(&pen, (MarkStyle){theme->accent, 0.16f, 1});
    draw_grips(view, state, volume, theme);
}

const Tool tool_primitives = {.name = "primitives",
                              .state_size = sizeof(State),
                              .hover = hover,
                              .press = press,
                              .drag = drag,
                              .release = release,
                              .draw = draw};
