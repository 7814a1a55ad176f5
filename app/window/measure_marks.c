#include "app/window/measure_marks.h"

#include "app/picture/theme.h"
#include "app/stages/features.h"
#include "app/window/aim_centre.h"
#include "app/window/connector_marks.h"
#include "core/feature/cylinder_fit.h"

#include <cimgui.h>

#include <string.h>

bool measure_hover(View *view, MeasureGesture *gesture, bool inside, double x, double y)
{
    Anchor before = gesture->under;
    gesture->under = (Anchor){.kind = ANCHOR_NONE, .part = NO_PART};
    if (inside)
        gesture->under = view_aim(view, x, y);
    if (gesture->under.kind != ANCHOR_NONE && gesture->centres && !igGetIO()->KeyShift) {
        features_ask(&view->app->features, gesture->under.part); // found on a worker
        aim_centre(view->app, &gesture->under);
    }
    mark_hover_changed(view, gesture->under.kind != before.kind ||
                                 vec3d_distance(gesture->under.point, before.point) > 0);
    if (gesture->under.kind == ANCHOR_NONE)
        return false;
    igSetMouseCursor(ImGuiMouseCursor_Hand);
    return igIsMouseClicked_Bool(ImGuiMouseButton_Left, false);
}

static uint32_t accent(const View *view)
{
    return themes[look_theme(view->app->document.view.look)].accent;
}

// The ring that it is the middle of, its axis, and what it is.
static void draw_centre(const View *view, const Anchor *anchor, bool say)
{
    Connector ring = {.kind = CONNECTOR_HOLE,
                      .origin = anchor->point,
                      .axis = anchor->axis,
                      .radius = anchor->radius,
                      .feature = -1};
    Vec3d other;
    char text[MEASURE_TEXT_MAX];
    across(anchor->axis, &ring.side, &other);
    connector_mark(view, anchor->part, &ring, CONNECTOR_MARK_BRIGHT);
    measure_centre_text(view->app, anchor, text);
    if (say)
        mark_label(view, anchor_place(view->app, anchor), 0, 24, text);
}

void measure_draw_anchor(const View *view, const Anchor *anchor, bool say)
{
    if (anchor->kind == ANCHOR_NONE || anchor->part >= view->app->document.part_count)
        return;
    if (anchor->kind == ANCHOR_CENTRE) {
        draw_centre(view, anchor, say);
        return;
    }
    Vec3d at = anchor_place(view->app, anchor);
    MarkStyle line = {accent(view), 1, 2.5f}, rim = {0xFFFFFF, 0.9f, 5};
    if (anchor->kind == ANCHOR_EDGE) {
        mark_anchor_edge(view, anchor, rim);
        mark_anchor_edge(view, anchor, line);
    }
    mark_dot(view, at, (MarkStyle){0xFFFFFF, 0.95f, 4.8f});
    mark_dot(view, at, (MarkStyle){accent(view), 1, 3.4f});
    if (anchor->kind == ANCHOR_VERTEX)
        mark_ring(view, at, (MarkStyle){accent(view), 1, 1.8f}, 8.5f);
}

void measure_draw_value(const View *view, const MeasureValue *value, bool faint)
{
    float opacity = faint ? 0.7f : 1;
    mark_line(view, value->ends[0], value->ends[1], (MarkStyle){0xFFFFFF, 0.85f * opacity, 4.5f});
    mark_line(view, value->ends[0], value->ends[1], (MarkStyle){accent(view), opacity, 2});
    if (vec3d_distance(value->lead, value->ends[1]) > 0)
        mark_line(view, value->lead, value->ends[1], (MarkStyle){accent(view), opacity, 1});
    for (int k = 0; k < 2; ++k) {
        mark_dot(view, value->ends[k], (MarkStyle){0xFFFFFF, 0.95f * opacity, 4.6f});
        mark_dot(view, value->ends[k], (MarkStyle){accent(view), opacity, 3.2f});
    }
    mark_label(view, vec3d_lerp(value->ends[0], value->ends[1], 0.5), 0, -16, value->text);
}
