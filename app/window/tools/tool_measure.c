// The mode that measures between two places: centres of holes, corners, points of edges, faces.
#include "app/stages/features.h"
#include "app/window/measure_marks.h"
#include "app/window/tool.h"

#include <cimgui.h>

static bool hover(View *view, void *state, bool inside, double x, double y)
{
    ((MeasureGesture *)state)->centres = true;
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
    bool shown =
        g->first.kind != ANCHOR_NONE && measure_between(view->app, &g->first, &g->under, &value);
    if (shown)
        measure_draw_value(view, &value, true);
    measure_draw_anchor(view, &g->first, false);
    measure_draw_anchor(view, &g->under, true);
}

static void mode_ended(View *view, void *state)
{
    features_ask(&view->app->features, NO_PART);
    *(MeasureGesture *)state =
        (MeasureGesture){.under = {.part = NO_PART}, .first = {.part = NO_PART}};
}

const Tool tool_measure = {
    .name = "measure",
    .title = "Measure between two places",
    .shortcut = "M",
    .mode_hint =
        "Click two holes, corners, edges or faces to measure between them. Shift: not from "
        "the centre of what is round. Esc ends.",
    .state_size = sizeof(MeasureGesture),
    .hover = hover,
    .press = press,
    .draw = draw,
    .mode_ended = mode_ended,
};
