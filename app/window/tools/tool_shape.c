// A knob at the end of the selected part that twists, bends or blows it up: it follows the mouse
// along the way that a corner of the part takes. There while the Shape panel is in front, and as
// long as the part is deformed.
#include "app/actions/list_parts.h"
#include "app/document/selection.h"
#include "app/picture/theme.h"
#include "app/stages/explode.h"
#include "app/window/marks.h"
#include "app/window/tool.h"

#include <cimgui.h>

#include <math.h>
#include <stdio.h>

enum { TRACK = 41 }; // places of the track that is drawn
static const double KNOB = 6, REACH = 10;

typedef struct ShapeTool {
    const Mesh *mesh; // as loaded, of the frame; with ...
    uint32_t assembly_version;
    DeformFrame frame;
    bool marked, held;
    Deformation start;
    uint64_t merge_key;
} ShapeTool;

static int32_t shaped_part(const View *view)
{
    const Document *document = &view->app->document;
    int32_t part = document->selected;
    if (part < 0 || part >= document->part_count || selection_count(document) != 1 ||
        view->ui.mode || !document->parts[part].visible || !document_in_full(document, part))
        return NO_PART;
    double amount = document->parts[part].shape.amount;
    bool panel = igGetFrameCount() - view->ui.shape_frame <= 1;
    return panel || amount < 0 || amount > 0 ? part : NO_PART;
}

static void update_frame(const View *view, ShapeTool *tool, int32_t part)
{
    const Mesh *mesh = view->app->assembly.parts[part].mesh;
    if (tool->mesh == mesh && tool->assembly_version == view->app->assembly_version)
        return;
    tool->mesh = mesh;
    tool->assembly_version = view->app->assembly_version;
    tool->frame = deform_frame(mesh);
}

// Where the corner is when the part is deformed so much.
static Vec3d corner_at(const View *view, const ShapeTool *tool, int32_t part, double amount)
{
    const DeformFrame *f = &tool->frame;
    Deformation shape = {view->app->document.parts[part].shape.rule, amount};
    Vec3d corner = f->centre;
    int v = (f->u + 1) % 3;
    corner.v[f->u] += f->half;
    corner.v[v] += 0.5 * f->size.v[v];
    Affine placement = app_shown_placement(view->app, part);
    return affine_apply(&placement, deform_point(f, &shape, corner));
}

static Vec3d knob(const View *view, const ShapeTool *tool, int32_t part)
{
    return corner_at(view, tool, part, view->app->document.parts[part].shape.amount);
}

static bool hover(View *view, void *state, bool inside, double x, double y)
{
    ShapeTool *tool = state;
    int32_t part = shaped_part(view);
    bool before = tool->marked;
    tool->marked = false;
    if (part != NO_PART) {
        update_frame(view, tool, part);
        Vec3d at = knob(view, tool, part);
        mark_note(view, "shape_knob", at);
        tool->marked = inside && mark_distance(view, at, at, x, y) < REACH * (double)view->ui_scale;
    }
    mark_hover_changed(view, tool->marked != before);
    if (!tool->marked)
        return false;
    igSetMouseCursor(ImGuiMouseCursor_Hand);
    igSetTooltip("%s", "Drag: deforms the part; the Shape panel says how");
    return true;
}

static bool press(View *view, void *state, int button, double x, double y)
{
    ShapeTool *tool = state;
    (void)x, (void)y;
    int32_t part = shaped_part(view);
    if (button != ImGuiMouseButton_Left || !tool->marked || part == NO_PART)
        return false;
    tool->held = true;
    tool->start = view->app->document.parts[part].shape;
    tool->merge_key = ++view->gesture;
    return true;
}

static void submit(View *view, const ShapeTool *tool, double amount)
{
    ActionArgs args = {
        .part = view->app->document.selected, .index = (int32_t)tool->start.rule, .amount = amount};
    action_submit_merged(&view->app->queue, &action_part_deform, &args, tool->merge_key);
}

static double pixels_away(const View *view, const ShapeTool *tool, int32_t part, double amount,
                          double x, double y)
{
    double px, py;
    return mark_place(view, corner_at(view, tool, part, amount), &px, &py) ? hypot(px - x, py - y)
                                                                           : INFINITY;
}

// The amount at which the corner is nearest to the mouse; by steps of a hundredth. Of places that
// are equally near, the one next to where it is.
static void drag(View *view, void *state, double x, double y)
{
    const ShapeTool *tool = state;
    int32_t part = shaped_part(view);
    if (part == NO_PART)
        return;
    double now = view->app->document.parts[part].shape.amount, best = now, least = INFINITY;
    for (int i = -100; i <= 100; ++i) {
        double amount = i / 100.0;
        double away = pixels_away(view, tool, part, amount, x, y) + 0.5 * fabs(amount - now);
        if (away < least) {
            least = away;
            best = amount;
        }
    }
    if (best < now || best > now)
        submit(view, tool, best);
}

static void release(View *view, void *state, double x, double y, bool cancelled)
{
    ShapeTool *tool = state;
    (void)x, (void)y;
    if (cancelled && view->app->document.selected != NO_PART)
        submit(view, tool, tool->start.amount);
    tool->held = false;
}

static void draw(const View *view, const void *state)
{
    const ShapeTool *tool = state;
    int32_t part = shaped_part(view);
    if (part == NO_PART || tool->mesh != view->app->assembly.parts[part].mesh)
        return;
    const Theme *theme = &themes[look_theme(view->app->document.view.look)];
    Vec3d track[TRACK], at = knob(view, tool, part);
    for (int i = 0; i < TRACK; ++i)
        track[i] = corner_at(view, tool, part, 2.0 * i / (TRACK - 1) - 1);
    mark_path(view, track, TRACK, (MarkStyle){theme->accent, 0.6f, 1.4f});
    bool big = tool->held || tool->marked;
    mark_dot(view, at, (MarkStyle){0xFFFFFF, 0.95f, (float)KNOB + (big ? 2.5f : 1.2f)});
    mark_dot(view, at, (MarkStyle){theme->accent, 1, (float)KNOB + (big ? 1 : 0)});
    if (!big)
        return;
    const Deformation *shape = &view->app->document.parts[part].shape;
    char text[64];
    snprintf(text, sizeof text, "%s %.2f", deform_rules[shape->rule]->name, shape->amount);
    mark_label(view, at, 0, -20, text);
}

const Tool tool_shape = {
    .name = "shape",
    .state_size = sizeof(ShapeTool),
    .hover = hover,
    .press = press,
    .drag = drag,
    .release = release,
    .draw = draw,
};
