// The mode that picks a node of the hierarchy by clicking a triangle: its leaf, and the path to the root.
#include "app/actions/list_tree.h"
#include "app/picture/tree_colours.h"
#include "app/window/marks.h"
#include "app/window/tool.h"

typedef struct TreePick {
    int32_t part, triangle; // under the cursor; part NO_PART: none
} TreePick;

static bool hover(View *view, void *memory, bool inside, double x, double y)
{
    TreePick *pick = memory;
    const App *app = view->app;
    TreePick before = *pick;
    *pick = (TreePick){NO_PART, -1};
    if (inside && tree_known(&app->tree)) {
        Vec3d origin, direction;
        camera_ray(&app->document.view.camera, x, y, view->viewport.width, view->viewport.height,
                   &origin, &direction);
        Pick hit = pick_ray(app, origin, direction);
        // Of this part alone: another one is selected in the list of parts, or without this mode.
        if (hit.part == app->tree.part && hit.triangle < app->tree.map.tree->mesh->triangle_count)
            *pick = (TreePick){hit.part, hit.triangle};
    }
    mark_hover_changed(view, pick->triangle != before.triangle);
    return pick->triangle >= 0;
}

static bool press(View *view, void *memory, int button, double x, double y)
{
    (void)x, (void)y;
    const TreePick *pick = memory;
    if (button != ImGuiMouseButton_Left || pick->triangle < 0)
        return false;
    action_submit(&view->app->queue, &action_tree_triangle,
                  &(ActionArgs){.part = NO_PART, .index = pick->triangle});
    return true;
}

static void draw(const View *view, const void *memory)
{
    const TreePick *pick = memory;
    const App *app = view->app;
    if (pick->triangle < 0 || pick->part != app->tree.part || !tree_known(&app->tree) ||
        pick->triangle >= app->tree.map.tree->mesh->triangle_count)
        return;
    Triangle t = mesh_triangle(app->tree.map.tree->mesh, pick->triangle);
    t = triangle_transformed(&t, &app->document.parts[pick->part].placement);
    for (int k = 0; k < 3; ++k)
        mark_line(view, t.p[k], t.p[(k + 1) % 3],
                  (MarkStyle){tree_role_colours[ROLE_VISITED], 1, 2.5f});
}

static void mode_ended(View *view, void *memory)
{
    (void)view;
    *(TreePick *)memory = (TreePick){NO_PART, -1};
}

const Tool tool_tree_pick = {
    .name = "tree_pick",
    .mode_hint =
        "Click a triangle of the part: its leaf and the path to the root are shown. Again: "
        "the next leaf that lists it. Esc ends.",
    .state_size = sizeof(TreePick),
    .hover = hover,
    .press = press,
    .draw = draw,
    .mode_ended = mode_ended,
};
