// Chosen as the mode of the view: the next click on a part is the point that parts are turned
// about. It keeps to corners and edges that are near.
#include "app/actions/list_parts.h"
#include "app/stages/move.h"
#include "app/window/marks.h"
#include "app/window/tool.h"

#include <cimgui.h>

typedef struct PivotTool {
    Anchor aim; // under the cursor
    bool any;
} PivotTool;

static bool hover(View *view, void *state, bool inside, double x, double y)
{
    PivotTool *tool = state;
    tool->any = false;
    if (!inside)
        return false;
    tool->aim = view_aim(view, x, y);
    tool->any = tool->aim.kind != ANCHOR_NONE;
    return tool->any; // beside all parts the camera has the mouse
}

static bool press(View *view, void *state, int button, double x, double y)
{
    (void)x;
    (void)y;
    const PivotTool *tool = state;
    if (button != ImGuiMouseButton_Left || !tool->any)
        return false;
    ActionArgs args = {.part = tool->aim.part,
                       .index = PIVOT_POINT,
                       .placement = affine_translation(tool->aim.point)};
    action_submit(&view->app->queue, &action_move_pivot, &args);
    view->ui.mode = NULL;
    return true;
}

static void draw(const View *view, const void *state)
{
    const PivotTool *tool = state;
    if (!tool->any)
        return;
    const Theme *theme = &themes[look_theme(view->app->document.view.look)];
    Vec3d at = anchor_place(view->app, &tool->aim);
    if (tool->aim.kind != ANCHOR_FACE)
        mark_anchor_edge(view, &tool->aim, (MarkStyle){theme->accent, 1, 3});
    mark_ring(view, at, (MarkStyle){0xFFFFFF, 0.9f, 4}, 7);
    mark_ring(view, at, (MarkStyle){theme->accent, 1, 2}, 7);
    mark_dot(view, at, (MarkStyle){theme->accent, 1, 2});
}

const Tool tool_pivot = {
    .name = "pivot",
    .title = "Pick the point to turn about",
    .shortcut = "P",
    .mode_hint = "Click the point to turn about: a corner, an edge or a place on a face. Esc ends.",
    .state_size = sizeof(PivotTool),
    .hover = hover,
    .press = press,
    .draw = draw,
};
