// Chosen as the mode of the view: the next click on a part is the point that parts are turned
// about. It keeps to corners and edges that are near.
#include "app/move.h"
#include "app/view/aim.h"
#include "app/view/marks.h"
#include "app/view/scene_draw.h"
#include "tool.h"

#include <cimgui.h>

static const double SLACK = 8; // points

typedef struct PivotTool {
    Aim aim; // under the cursor
    bool any;
} PivotTool;

static bool hover(View *view, void *state, bool inside, double x, double y)
{
    PivotTool *tool = state;
    tool->any = false;
    if (!inside)
        return false;
    tool->aim =
        aim_at(view->app, scene_draw_local_bounds(view->scene), &view->app->document.view.camera, x,
               y, view->viewport.width, view->viewport.height, SLACK * (double)view->ui_scale);
    tool->any = tool->aim.part != NO_PART;
    return tool->any; // beside all parts the camera has the mouse
}

static bool press(View *view, void *state, int button, double x, double y)
{
    (void)x;
    (void)y;
    const PivotTool *tool = state;
    Affine to_part;
    if (button != ImGuiMouseButton_Left ||
        !affine_invert(&view->app->document.parts[tool->aim.part].placement, &to_part))
        return false;
    ActionArgs args = {.part = tool->aim.part,
                       .index = PIVOT_POINT,
                       .placement = affine_translation(affine_apply(&to_part, tool->aim.point))};
    action_submit(&view->app->queue, ACTION_move_pivot, &args);
    view->ui.mode = NO_TOOL;
    return true;
}

static void draw(const View *view, const void *state)
{
    const PivotTool *tool = state;
    if (!tool->any)
        return;
    const Theme *theme = &themes[look_theme(view->app->document.view.look)];
    if (tool->aim.kind != AIM_FACE)
        mark_line(view, tool->aim.ends[0], tool->aim.ends[1], (MarkStyle){theme->accent, 1, 3});
    mark_ring(view, tool->aim.point, (MarkStyle){0xFFFFFF, 0.9f, 4}, 7);
    mark_ring(view, tool->aim.point, (MarkStyle){theme->accent, 1, 2}, 7);
    mark_dot(view, tool->aim.point, (MarkStyle){theme->accent, 1, 2});
}

const Tool tool_pivot = {
    .name = "pivot",
    .mode_hint = "Click the point to turn about: a corner, an edge or a place on a face. Esc ends.",
    .state_size = sizeof(PivotTool),
    .hover = hover,
    .press = press,
    .draw = draw,
};
