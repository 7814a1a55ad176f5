// The mode that measures between two places: corners, points of edges, faces.
#include "app/window/measure_marks.h"
#include "app/window/tool.h"

#include <cimgui.h>

static bool hover(View *view, void *state, bool inside, double x, double y)
{
    return measure_hover(view, state, inside, x, y);
}

static bool press(View *view, void *state, int button, double x, double y)
{
    (void)x;
    (void)y;
    MeasureGesture *g = state;
    if (button != ImGuiMouseButton_Left || g->under.kind == ANCHOR_NONE)
        return false;
    if (g->first.kind == ANCHOR_NONE) {
        g->first = g->under;
    } else {
        measures_add(&view->measures, &(Measurement){.a = g->first, .b = g->under});
        g->first = (Anchor){.kind = ANCHOR_NONE, .part = NO_PART};
    }
    return true;
}

static void draw(const View *view, const void *state)
{
    const MeasureGesture *g = state;
    MeasureValue value;
    measure_draw_anchor(view, &g->under);
    if (g->first.kind == ANCHOR_NONE)
        return;
    measure_draw_anchor(view, &g->first);
    if (measure_between(view->app, &g->first, &g->under, &value))
        measure_draw_value(view, &value, true);
}

static void mode_ended(View *view, void *state)
{
    (void)view;
    *(MeasureGesture *)state = (MeasureGesture){{.part = NO_PART}, {.part = NO_PART}};
}

const Tool tool_measure = {
    .name = "measure",
    .title = "Measure between two places",
    .shortcut = "M",
    .mode_hint = "Click two corners, edges or faces to measure between them. Esc ends.",
    .state_size = sizeof(MeasureGesture),
    .hover = hover,
    .press = press,
    .draw = draw,
    .mode_ended = mode_ended,
};
