// Chosen as the mode of the view: a click on a point of the variant that is looked at, then on the point
// where it belongs. Both keep to corners that are near; what comes of it is drawn before the second click.
#include "app/actions/list_variants.h"
#include "app/stages/explode.h"
#include "app/window/marks.h"
#include "app/window/tools/tools.h"
#include "app/window/variant_marks.h"
#include "core/query/ray.h"

#include <math.h>
#include <stdio.h>

typedef struct PointsTool {
    bool any, picked; // something is under the cursor; the first point is chosen
    Vec3d at;         // under the cursor, in the world
    Vec3d from;       // the first point, in the part's frame
    int32_t part;     // of this part ...
    int number;       // ... and variant
} PointsTool;

// The point of the mesh that is seen nearest to the cursor so far.
static void offer(const View *view, Vec3d point, double x, double y, double *best, Vec3d *out)
{
    double at_x, at_y;
    if (!mark_place(view, point, &at_x, &at_y) || !(hypot(at_x - x, at_y - y) < *best))
        return;
    *best = hypot(at_x - x, at_y - y);
    *out = point;
}

// The variant may not be in use: its mesh is looked at where it would be. A deformed one has corners alone.
static bool on_variant(const View *view, const ShownVariant *shown, double x, double y, Vec3d *out)
{
    const double REACH = 9 * (double)view->ui_scale;
    const Bvh *rays = view->app->parts[shown->donor].rays;
    const Mesh *mesh = view->app->assembly.parts[shown->donor].loaded;
    double best = REACH;
    Vec3d origin, direction;
    Affine back;
    if (variant_is_deformed(shown)) {
        for (int32_t i = 0; i < mesh->vertex_count; ++i)
            offer(view, variant_point(shown, mesh->vertices[i]), x, y, &best, out);
        return best < REACH;
    }
    camera_ray(&view->app->document.view.camera, x, y, view->viewport.width, view->viewport.height,
               &origin, &direction);
    if (!rays || !affine_invert(&shown->to_world, &back))
        return false;
    Ray ray = {affine_apply(&back, origin), affine_apply_vector(&back, direction), 0, INFINITY};
    RayHit hit = ray_nearest(rays, &ray);
    if (hit.triangle < 0)
        return false;
    *out = vec3d_add_scaled(origin, direction, hit.t);
    const int32_t *corners = rays->mesh->triangles[hit.triangle];
    for (int i = 0; i < 3; ++i)
        offer(view, variant_point(shown, rays->mesh->vertices[corners[i]]), x, y, &best, out);
    return true;
}

static bool hover(View *view, void *state, bool inside, double x, double y)
{
    PointsTool *tool = state;
    ShownVariant shown;
    tool->any = false;
    if (!inside || !variant_shown(view, &shown) || shown.number == 0)
        return false;
    if (tool->picked && (tool->part != shown.part || tool->number != shown.number))
        tool->picked = false;
    if (!tool->picked) {
        tool->any = on_variant(view, &shown, x, y, &tool->at);
        return tool->any;
    }
    Anchor aim = view_aim(view, x, y);
    tool->any = aim.kind != ANCHOR_NONE;
    if (tool->any)
        tool->at = anchor_place(view->app, &aim);
    return tool->any; // beside all parts the camera has the mouse
}

static bool press(View *view, void *state, int button, double x, double y)
{
    (void)x;
    (void)y;
    PointsTool *tool = state;
    ShownVariant shown;
    Affine back, placed;
    if (button != ImGuiMouseButton_Left || !tool->any || !variant_shown(view, &shown))
        return false;
    placed = app_shown_placement(view->app, shown.part);
    if (!affine_invert(&placed, &back))
        return false;
    Vec3d local = affine_apply(&back, tool->at), from = tool->from;
    if (!tool->picked) {
        tool->picked = true;
        tool->from = local;
        tool->part = shown.part;
        tool->number = shown.number;
        return true;
    }
    ActionArgs args = {.part = shown.part, .index = shown.number};
    snprintf(args.text, sizeof args.text, "%.17g %.17g %.17g to %.17g %.17g %.17g", from.x, from.y,
             from.z, local.x, local.y, local.z);
    action_submit(&view->app->queue, &action_variant_match, &args);
    tool->picked = false;
    view->ui.mode = NULL;
    return true;
}

static void draw(const View *view, const void *state)
{
    const PointsTool *tool = state;
    const Theme *theme = &themes[look_theme(view->app->document.view.look)];
    const MarkStyle line = {theme->accent, 1, 2};
    ShownVariant shown;
    if (view->ui.mode != &tool_variant_points || !variant_shown(view, &shown))
        return;
    Affine placed = app_shown_placement(view->app, shown.part);
    Vec3d from = affine_apply(&placed, tool->from), by = vec3d(0, 0, 0);
    if (tool->picked && tool->any)
        by = vec3d_sub(tool->at, from);
    variant_mark(view, &shown, by);
    if (tool->picked) {
        mark_ring(view, from, line, 7);
        if (tool->any)
            mark_line(view, from, tool->at, line);
    }
    if (tool->any) {
        mark_ring(view, tool->at, (MarkStyle){0xFFFFFF, 0.9f, 4}, 7);
        mark_ring(view, tool->at, line, 7);
        mark_dot(view, tool->at, line);
    }
}

static void mode_ended(View *view, void *state)
{
    (void)view;
    *(PointsTool *)state = (PointsTool){0};
}

const Tool tool_variant_points = {
    .name = "variant_points",
    .mode_hint = "Click a point of the variant, then the point where it belongs. Esc ends.",
    .state_size = sizeof(PointsTool),
    .hover = hover,
    .press = press,
    .draw = draw,
    .mode_ended = mode_ended,
};
