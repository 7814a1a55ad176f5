// Chosen as the mode of the view: a click on an edge or a face says which way, then parts are
// dragged along it.
#include "app/actions/list_parts.h"
#include "app/document/selection.h"
#include "app/stages/move.h"
#include "app/window/gizmo.h"
#include "app/window/marks.h"
#include "app/window/tool.h"

#include <cimgui.h>

#include <math.h>
#include <stdio.h>

static const double CLICK_SLACK = 4; // pixels
static const uint64_t FIRST_KEY = (uint64_t)1 << 33;

typedef struct AlongTool {
    Anchor aim; // under the cursor
    bool any;
    bool chosen; // a direction was clicked:
    Vec3d point, direction;
    uint32_t assembly_version;
    // The drag.
    Anchor grip;
    Vec3d grip_place; // where it was shown at the press
    double press_x, press_y, moved;
    Camera camera;
    bool held, moving;
    uint64_t merge_key;
} AlongTool;

static bool hover(View *view, void *state, bool inside, double x, double y)
{
    AlongTool *tool = state;
    tool->any = false;
    if (tool->assembly_version != view->app->assembly_version)
        tool->chosen = false;
    if (!inside)
        return false;
    tool->aim = view_aim(view, x, y);
    tool->any = tool->aim.kind != ANCHOR_NONE;
    return tool->any;
}

static bool press(View *view, void *state, int button, double x, double y)
{
    AlongTool *tool = state;
    if (button != ImGuiMouseButton_Left || !tool->any)
        return false;
    tool->grip = tool->aim;
    tool->grip_place = anchor_place(view->app, &tool->grip);
    tool->press_x = x;
    tool->press_y = y;
    tool->camera = view->app->document.view.camera;
    tool->held = true;
    tool->moving = false;
    tool->moved = 0;
    tool->merge_key = FIRST_KEY + ++view->gesture;
    tool->assembly_version = view->app->assembly_version;
    return true;
}

static ActionArgs arguments(const AlongTool *tool)
{
    return (ActionArgs){
        .part = NO_PART, .placement = affine_translation(tool->direction), .number = tool->moved};
}

static void drag(View *view, void *state, double x, double y)
{
    AlongTool *tool = state;
    if (!tool->chosen ||
        (!tool->moving && hypot(x - tool->press_x, y - tool->press_y) < CLICK_SLACK))
        return;
    if (!tool->moving && !selection_has(&view->app->document, tool->grip.part))
        action_submit(&view->app->queue, &action_part_select,
                      &(ActionArgs){.part = tool->grip.part});
    tool->moving = true;
    const Gizmo view_of = {
        .camera = tool->camera, .width = view->viewport.width, .height = view->viewport.height};
    tool->moved = gizmo_along(&view_of, tool->grip_place, tool->direction, x - tool->press_x,
                              y - tool->press_y);
    if (igGetIO()->KeyCtrl)
        tool->moved = snap_to(tool->moved, move_step(view->app, STEP_GRID));
    ActionArgs args = arguments(tool);
    action_submit_merged(&view->app->queue, &action_part_move_along, &args, tool->merge_key);
    igSetMouseCursor(ImGuiMouseCursor_ResizeAll);
}

static void release(View *view, void *state, double x, double y, bool cancelled)
{
    (void)x;
    (void)y;
    AlongTool *tool = state;
    bool same = tool->assembly_version == view->app->assembly_version;
    if (cancelled && tool->moving && same) {
        tool->moved = 0;
        ActionArgs args = arguments(tool);
        action_submit_back(&view->app->queue, &action_part_move_along, &args, tool->merge_key);
    }
    if (!cancelled && !tool->moving && same) { // a click
        tool->chosen = true;
        tool->point = tool->grip_place;
        tool->direction = anchor_direction(view->app, &tool->grip);
    }
    tool->held = tool->moving = false;
}

static void draw_direction(const View *view, Vec3d point, Vec3d direction, MarkStyle style)
{
    double length =
        60 * (double)view->ui_scale *
        camera_world_per_pixel(&view->app->document.view.camera, point, view->viewport.height);
    MarkStyle far = style;
    far.width = 1;
    far.opacity *= 0.6f;
    mark_line(view, vec3d_add_scaled(point, direction, -40 * length),
              vec3d_add_scaled(point, direction, 40 * length), far);
    mark_line(view, vec3d_add_scaled(point, direction, -length),
              vec3d_add_scaled(point, direction, length), style);
    mark_dot(view, point, (MarkStyle){style.colour, style.opacity, 4});
}

static void draw(const View *view, const void *state)
{
    const AlongTool *tool = state;
    const Theme *theme = &themes[look_theme(view->app->document.view.look)];
    if (tool->chosen)
        draw_direction(view, tool->point, tool->direction, (MarkStyle){theme->accent, 1, 3});
    if (tool->any && !tool->held) {
        if (tool->aim.kind == ANCHOR_FACE)
            draw_direction(view, anchor_place(view->app, &tool->aim),
                           anchor_direction(view->app, &tool->aim),
                           (MarkStyle){theme->accent, 0.45f, 2});
        else
            mark_anchor_edge(view, &tool->aim, (MarkStyle){theme->accent, 0.7f, 3});
    }
    if (!tool->moving)
        return;
    char number[48], text[64];
    length_format(tool->moved, view->app->assembly.unit, number, sizeof number);
    snprintf(text, sizeof text, "%s%s", tool->moved > 0 ? "+" : "", number);
    mark_label(view, vec3d_add_scaled(tool->grip_place, tool->direction, tool->moved), 0, -28,
               text);
}

static void mode_ended(View *view, void *state)
{
    (void)view;
    *(AlongTool *)state = (AlongTool){.chosen = false};
}

const Tool tool_move_along = {
    .name = "move_along",
    .title = "Move parts along an edge or a face",
    .shortcut = "Shift+E",
    .mode_hint = "Click an edge or a face to say which way, then drag parts along it. Esc ends.",
    .state_size = sizeof(AlongTool),
    .hover = hover,
    .press = press,
    .drag = drag,
    .release = release,
    .draw = draw,
    .mode_ended = mode_ended,
};
