// The mode that asks what became of two triangles in the recorded search: click one of A and one of B.
#include "app/actions/list_trace.h"
#include "app/picture/trace_colours.h"
#include "app/window/marks.h"
#include "app/window/tool.h"

typedef struct TracePick {
    int32_t chosen[2]; // 1 + the triangle of A and of B; 0: none yet
    int side;          // whose triangle is under the cursor; -1: none
    int32_t under;
} TracePick;

static bool hover(View *view, void *memory, bool inside, double x, double y)
{
    TracePick *pick = memory;
    const App *app = view->app;
    int32_t before = pick->side < 0 ? -1 : pick->under;
    pick->side = -1;
    if (!inside || !trace_known(&app->trace))
        return false;
    Vec3d origin, direction;
    camera_ray(&app->document.view.camera, x, y, view->viewport.width, view->viewport.height,
               &origin, &direction);
    Pick hit = pick_ray(app, origin, direction);
    for (int side = 0; side < 2; ++side) {
        const Bvh *tree = side ? app->trace.trace.b : app->trace.trace.a;
        if (hit.part == app->trace.part[side] && hit.triangle < tree->mesh->triangle_count) {
            pick->side = side;
            pick->under = hit.triangle;
        }
    }
    mark_hover_changed(view, (pick->side < 0 ? -1 : pick->under) != before);
    return pick->side >= 0;
}

static bool press(View *view, void *memory, int button, double x, double y)
{
    (void)x, (void)y;
    TracePick *pick = memory;
    if (button != ImGuiMouseButton_Left || pick->side < 0)
        return false;
    pick->chosen[pick->side] = 1 + pick->under;
    if (pick->chosen[0] && pick->chosen[1]) {
        action_submit(&view->app->queue, &action_trace_triangles,
                      &(ActionArgs){.part = NO_PART,
                                    .index = pick->chosen[0] - 1,
                                    .number = pick->chosen[1] - 1});
        *pick = (TracePick){.side = -1};
    }
    return true;
}

static void draw_triangle(const View *view, int side, int32_t triangle, float opacity)
{
    const TraceShown *shown = &view->app->trace;
    const Mesh *mesh = (side ? shown->trace.b : shown->trace.a)->mesh;
    if (triangle < 0 || triangle >= mesh->triangle_count)
        return;
    Triangle t = mesh_triangle(mesh, triangle);
    t = triangle_transformed(&t, &view->app->document.parts[shown->part[side]].placement);
    uint32_t colour = side ? TRACE_COLOUR_B : TRACE_COLOUR_A;
    mark_face(view, t.p, 3, (MarkStyle){colour, 0.6f * opacity, 1});
    for (int k = 0; k < 3; ++k)
        mark_line(view, t.p[k], t.p[(k + 1) % 3], (MarkStyle){colour, opacity, 2.5f});
}

static void draw(const View *view, const void *memory)
{
    const TracePick *pick = memory;
    const TraceShown *shown = &view->app->trace;
    if (!trace_known(shown) || shown->part[1] >= view->app->document.part_count)
        return;
    for (int side = 0; side < 2; ++side)
        if (pick->chosen[side])
            draw_triangle(view, side, pick->chosen[side] - 1, 1);
    if (pick->side >= 0)
        draw_triangle(view, pick->side, pick->under, 0.7f);
}

static void mode_ended(View *view, void *memory)
{
    (void)view;
    *(TracePick *)memory = (TracePick){.side = -1};
}

const Tool tool_trace_pick = {
    .name = "trace_pick",
    .mode_hint =
        "Click a triangle of A and one of B: the search goes to where the two are compared, "
        "or told apart. Esc ends.",
    .state_size = sizeof(TracePick),
    .hover = hover,
    .press = press,
    .draw = draw,
    .mode_ended = mode_ended,
};
