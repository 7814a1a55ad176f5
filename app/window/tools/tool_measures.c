// Measurements that were taken stay in the picture until they are cleared, and follow their parts.
#include "app/window/measure_marks.h"
#include "app/window/tool.h"

static bool hover(View *view, void *state, bool inside, double x, double y)
{
    (void)state;
    (void)inside;
    (void)x;
    (void)y;
    Measures *m = &view->measures;
    if (view->ui.measures_clear || m->assembly_version != view->app->assembly_version)
        m->count = 0;
    view->ui.measures_clear = false;
    m->assembly_version = view->app->assembly_version;
    view->ui.measure_count = m->count;
    return false;
}

static void draw(const View *view, const void *state)
{
    (void)state;
    for (int i = 0; i < view->measures.count; ++i) {
        MeasureValue value;
        if (measure_value(view->app, &view->measures.items[i], &value))
            measure_draw_value(view, &value, false);
    }
}

const Tool tool_measures = {.name = "measurements", .hover = hover, .draw = draw};
