// The mode that measures edges: straight ones by their length, round ones by their radius.
#include "app/window/measure_marks.h"
#include "app/window/tool.h"

#include <cimgui.h>

static bool hover(View *view, void *state, bool inside, double x, double y)
{
    MeasureGesture *g = state;
    bool pressed = measure_hover(view, g, inside, x, y);
    // Near a corner the edge is meant that leads to it; faces are none.
    if (g->under.kind == ANCHOR_VERTEX)
        g->under.kind = ANCHOR_EDGE;
    if (g->under.kind != ANCHOR_EDGE)
        g->under.kind = ANCHOR_NONE;
    return pressed; // also beside an edge: nobody wants to move parts while measuring
}

static bool press(View *view, void *state, int button, double x, double y)
{
    (void)x;
    (void)y;
    const MeasureGesture *g = state;
    if (button != ImGuiMouseButton_Left)
        return false;
    if (g->under.kind == ANCHOR_EDGE) {
        Measurement taken = measure_keep_edge(view->app, &g->under);
        measures_add(&view->measures, &taken);
    }
    return true;
}

static void draw(const View *view, const void *state)
{
    const MeasureGesture *g = state;
    MeasureValue value;
    if (g->under.kind != ANCHOR_EDGE)
        return;
    measure_draw_anchor(view, &g->under, false);
    if (measure_edge(view->app, &g->under, &value))
        measure_draw_value(view, &value, true);
}

const Tool tool_measure_edge = {
    .name = "measure edge",
    .title = "Measure an edge",
    .shortcut = "Shift+M",
    .mode_hint = "Click an edge: its length, or its radius where it is round. Esc ends.",
    .state_size = sizeof(MeasureGesture),
    .hover = hover,
    .press = press,
    .draw = draw,
};
