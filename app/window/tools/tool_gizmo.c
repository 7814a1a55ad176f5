// Handles at what is selected: arrows, squares, rings and boxes. It takes the mouse on its handles
// only; a part is dragged by itself everywhere else.
#include "app/actions/list_parts.h"
#include "app/actions/move_tools.h"
#include "app/document/selection.h"
#include "app/stages/explode.h"
#include "app/stages/move.h"
#include "app/window/marks.h"
#include "app/window/tools/gizmo_draw.h"
#include "app/window/tools/tools.h"
#include "core/shape/up_axis.h"

#include <cimgui.h>

#include <math.h>

static const double CLICK_SLACK = 2;     // pixels: less is a click, which does nothing
static const double TOOLTIP_AFTER = 0.5; // seconds on a handle
static const double SCALE_STEP = 0.1;

// Sliders that scale have keys of their own.
static const uint64_t FIRST_KEY = (uint64_t)1 << 32;

typedef struct GizmoTool {
    GizmoHandle hot; // under the cursor, or in the hand
    double hot_since;
    bool held, moving;
    GizmoDrag drag;
    GizmoMotion motion; // of the last movement
    GizmoSnap snap;
    double least[3], most[3]; // factors that are possible
    uint64_t merge_key;
    uint32_t assembly_version; // that it was pressed in
    uint32_t seen_report;
} GizmoTool;

static bool place(const View *view, Gizmo *gizmo)
{
    const App *app = view->app;
    const Document *document = &app->document;
    const MoveSettings *move = &document->move;
    int32_t part = document->selected;
    if (part == NO_PART || move->handles == HANDLES_OFF || drag_moves_part(&view->drag))
        return false;
    if (view->ui.mode == &tool_variant_handles) // which has the same handles for something else
        return false;
    if (!document->parts[part].visible || document->parts[part].locked)
        return false;
    *gizmo = (Gizmo){.camera = document->view.camera,
                     .width = view->viewport.width,
                     .height = view->viewport.height,
                     .point = (double)view->ui_scale,
                     .set = (enum GizmoSet)move->handles};
    gizmo->world = move->handles != HANDLES_SCALE && !move->local; // scales: the part's own axes
    move_axes(document, !gizmo->world, gizmo->axes);
    for (int i = 0; i < 3 && gizmo->world; ++i) // called as in the files, like the part's own
        gizmo->axes[i] = up_axis_direction(view->app->assembly.up, i);
    if (!move_pivot(app, document, &gizmo->pivot))
        return false;
    gizmo->shift = app_shown_shift(app, part);
    gizmo->pivot = vec3d_add(gizmo->pivot, gizmo->shift);
    return gizmo_place(gizmo);
}

// Where parts met last is kept: it can be turned about when they have come apart again.
static void remember_contact(View *view, GizmoTool *tool)
{
    const App *app = view->app;
    int32_t part = app->document.selected;
    if (tool->seen_report == app->report_version || part == NO_PART)
        return;
    tool->seen_report = app->report_version;
    Vec3d point;
    if (part < app->document.part_count && move_contact_point(app, part, &point)) {
        view->ui.contact = (LastContact){part, point, app->assembly_version};
    }
}

static bool hover(View *view, void *state, bool inside, double x, double y)
{
    GizmoTool *tool = state;
    Gizmo gizmo;
    GizmoHandle before = tool->hot;
    tool->hot = (GizmoHandle){GIZMO_NONE, 0};
    remember_contact(view, tool);
    if (!place(view, &gizmo))
        return false;
    if (view->state_path)
        gizmo_note_grips(view, &gizmo);
    if (inside)
        tool->hot = gizmo_hit(&gizmo, x, y);
    bool changed = tool->hot.kind != before.kind || tool->hot.axis != before.axis;
    mark_hover_changed(view, changed);
    if (changed)
        tool->hot_since = igGetTime();
    if (tool->hot.kind == GIZMO_NONE)
        return false;
    igSetMouseCursor(ImGuiMouseCursor_Hand);
    if (igGetTime() - tool->hot_since > TOOLTIP_AFTER) {
        char text[64];
        gizmo_describe(tool->hot, text, sizeof text);
        igSetTooltip("%s. Ctrl: in steps.", text);
    }
    return true;
}

// How far what is selected can be scaled together.
static void find_limits(GizmoTool *tool, const Document *document)
{
    const Affine *lead = &document->parts[document->selected].placement;
    for (int k = 0; k < 3; ++k) {
        tool->least[k] = 0;
        tool->most[k] = INFINITY;
    }
    for (int32_t i = 0; i < document->part_count; ++i) {
        for (int k = 0; k < 3 && selection_has(document, i) && !document->parts[i].locked; ++k) {
            const Affine *placement = &document->parts[i].placement;
            double scale = affine_axis_scale(placement, move_scaled_axis(lead, k, placement));
            tool->least[k] = fmax(tool->least[k], PART_LEAST_SCALE / scale);
            tool->most[k] = fmin(tool->most[k], PART_MOST_SCALE / scale);
        }
    }
}

static bool press(View *view, void *state, int button, double x, double y)
{
    GizmoTool *tool = state;
    const Document *document = &view->app->document;
    GizmoDrag drag = {.press_x = x, .press_y = y};
    if (button != ImGuiMouseButton_Left || !place(view, &drag.gizmo))
        return false;
    drag.handle = gizmo_hit(&drag.gizmo, x, y);
    drag.start = document->parts[document->selected].placement;
    if (drag.handle.kind == GIZMO_NONE)
        return false;
    find_limits(tool, document);
    tool->drag = drag;
    tool->hot = drag.handle;
    tool->held = true;
    tool->moving = false;
    tool->merge_key = FIRST_KEY + ++view->gesture;
    tool->assembly_version = view->app->assembly_version;
    return true;
}

// The action refuses what is too large or too small: here the drag stops there. Returns what came
// of it.
static double submit_scale(View *view, const GizmoTool *tool, double factor, double step)
{
    bool all = tool->drag.handle.kind == GIZMO_SCALE_ALL;
    int axis = tool->drag.handle.axis;
    double scale = affine_axis_scale(&tool->drag.start, axis), least = 0, most = INFINITY;
    if (step > 0)
        factor = snap_to(scale * factor, step) / scale;
    for (int k = 0; k < 3; ++k) {
        if (!all && k != axis)
            continue;
        least = fmax(least, tool->least[k]);
        most = fmin(most, tool->most[k]);
    }
    if (least < most && (factor < 1 || factor > 1))
        factor = fmin(fmax(factor, least), most);
    ActionArgs args = {.part = view->app->document.selected,
                       .axis = all ? 3 : axis,
                       .number = factor,
                       .flag = true};
    action_submit_merged(&view->app->queue, &action_part_scale, &args, tool->merge_key);
    return factor;
}

static bool scales(const GizmoTool *tool)
{
    return tool->drag.handle.kind == GIZMO_SCALE_AXIS || tool->drag.handle.kind == GIZMO_SCALE_ALL;
}

static void drag(View *view, void *state, double x, double y)
{
    GizmoTool *tool = state;
    const App *app = view->app;
    if (!tool->moving && hypot(x - tool->drag.press_x, y - tool->drag.press_y) < CLICK_SLACK)
        return;
    tool->moving = true;
    tool->snap = (GizmoSnap){0, 0, 0};
    if (igGetIO()->KeyCtrl)
        tool->snap = (GizmoSnap){move_step(app, STEP_GRID), move_step(app, STEP_ANGLE), SCALE_STEP};
    tool->motion = gizmo_drag(&tool->drag, x, y, &tool->snap);
    if (scales(tool))
        tool->motion.factors[tool->drag.handle.axis] = submit_scale(
            view, tool, tool->motion.factors[tool->drag.handle.axis], tool->snap.scale);
    else
        move_submit(&view->app->queue, &app->document, &tool->motion.motion, &tool->motion.lead,
                    tool->merge_key);
    igSetMouseCursor(ImGuiMouseCursor_ResizeAll);
}

static void release(View *view, void *state, double x, double y, bool cancelled)
{
    (void)x;
    (void)y;
    GizmoTool *tool = state;
    bool same = tool->assembly_version == view->app->assembly_version;
    if (cancelled && tool->moving && same) { // exactly: motions count from the press on
        Affine none = affine_identity();
        if (scales(tool))
            submit_scale(view, tool, 1, 0);
        else
            move_submit_back(&view->app->queue, &view->app->document, &none, &tool->drag.start,
                             tool->merge_key);
    }
    tool->held = tool->moving = false;
}

static void draw(const View *view, const void *state)
{
    const GizmoTool *tool = state;
    Gizmo gizmo;
    if (!place(view, &gizmo))
        return;
    gizmo_draw(view, &gizmo, tool->hot, tool->held);
    if (tool->held && tool->moving)
        gizmo_draw_motion(view, &tool->drag, &tool->motion, &tool->snap);
}

const Tool tool_gizmo = {
    .name = "gizmo",
    .state_size = sizeof(GizmoTool),
    .hover = hover,
    .press = press,
    .drag = drag,
    .release = release,
    .draw = draw,
};
