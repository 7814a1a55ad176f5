// Nothing to grab: where the part in the hand is wanted while it cannot follow, and what holds it.
#include "app/stages/explode.h"
#include "app/window/marks.h"
#include "app/window/tool.h"

#include <math.h>

static const double VISIBLE = 3; // points of the screen: a smaller lag is not seen

static void draw_edges(const View *view, int32_t part, const Affine *placement, MarkStyle style)
{
    const RenderMesh *instead = app_part_drawn_instead(view->app, part);
    const RenderMesh *mesh = instead ? instead : view->app->parts[part].drawn;
    for (size_t i = 0; mesh && i < mesh->outline_count; ++i) {
        Vec3d ends[2];
        for (int k = 0; k < 2; ++k) {
            Vec3 p = mesh->outline[i][k];
            ends[k] = affine_apply(placement, vec3d((double)p.x, (double)p.y, (double)p.z));
        }
        mark_line(view, ends[0], ends[1], style);
    }
}

// How far the leading part is from where it is wanted, in points of the screen.
static double lag_on_screen(const View *view)
{
    const App *app = view->app;
    const Hand *hand = &app->hand;
    const RenderMesh *mesh = app->parts[hand->lead].drawn;
    const Affine *now = &app->document.parts[hand->lead].placement;
    if (!mesh)
        return 0;
    Vec3d middle = vec3d((double)mesh->centre.x, (double)mesh->centre.y, (double)mesh->centre.z);
    double most = 0;
    for (int i = 0; i < 4; ++i) {
        Vec3d point = middle;
        if (i > 0)
            point.v[i - 1] += (double)mesh->radius;
        double lag = vec3d_distance(affine_apply(now, point), affine_apply(&hand->to, point));
        most = fmax(most, lag);
    }
    double pixel = camera_world_per_pixel(&app->document.view.camera, affine_apply(now, middle),
                                          view->viewport.height);
    return most / pixel / (double)view->ui_scale;
}

static void draw_target(const View *view, MarkStyle style)
{
    const App *app = view->app;
    const Hand *hand = &app->hand;
    for (int32_t i = 0; i < hand->count; ++i) {
        int32_t part = hand->parts[i];
        Affine to = hand->targets[i];
        to.p = vec3d_add(to.p, app_shown_shift(app, part));
        draw_edges(view, part, &to, style);
    }
}

static void draw_blockers(const View *view, const Theme *theme)
{
    const App *app = view->app;
    const Hand *hand = &app->hand;
    for (int i = 0; i < hand->blocker_count; ++i) {
        const MotionBlocker *blocker = &hand->blockers[i];
        Affine placement = app_shown_placement(app, blocker->part);
        bool again = false;
        for (int k = 0; k < i; ++k)
            again |= hand->blockers[k].part == blocker->part;
        if (!again)
            draw_edges(view, blocker->part, &placement, (MarkStyle){theme->accent, 0.55f, 1.5f});
        Vec3d at = vec3d_add(blocker->place, app_shown_shift(app, blocker->part));
        mark_ring(view, at, (MarkStyle){theme->accent, 1, 2}, 7);
        mark_dot(view, at, (MarkStyle){theme->accent, 1, 3});
    }
}

static void draw(const View *view, const void *state)
{
    (void)state;
    const App *app = view->app;
    const Hand *hand = &app->hand;
    if (!hand_shown(app) || !app->parts || hand->lead >= app->document.part_count)
        return;
    const Theme *theme = &themes[look_theme(app->document.view.look)];
    if (lag_on_screen(view) < VISIBLE)
        return;
    draw_target(view, (MarkStyle){theme->accent, 0.6f, 1.4f});
    draw_blockers(view, theme);
}

const Tool tool_hand = {.name = "hand", .draw = draw};
