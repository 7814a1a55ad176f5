// The step of the recorded search that is shown: its two volumes, filled and outlined, the volumes
// above them, triangles that are compared, and the reason.
#include "app/picture/trace_colours.h"
#include "app/window/tool.h"
#include "app/window/tools/trace_shape.h"

static const uint32_t colours[2] = {TRACE_COLOUR_A, TRACE_COLOUR_B};

static const float FAINT = 0.08f; // what fills a volume beside those under test

static void draw_volume(const View *view, bool of_b, NodeId node, float filled, VolumeShape *shape)
{
    const TraceShown *shown = compare_trace(view->app, (enum CompareSide)view->side);
    if (!trace_shape(shown, of_b, node, shape))
        return;
    if (filled > 0 && !shown->old) // else parts are elsewhere by now
        volume_shape_fill(view, shape, (MarkStyle){colours[of_b], filled, 1});
    const bool strong = filled >= TRACE_FILL;
    volume_shape_lines(view, shape,
                       (MarkStyle){colours[of_b], strong ? 1 : 0.6f, strong ? 2 : 1.2f});
}

// What the two were before one of them was opened.
static void draw_parents(const View *view, const TraceTest *test)
{
    const TraceShown *shown = compare_trace(view->app, (enum CompareSide)view->side);
    VolumeShape shape;
    if (test->parent == TRACE_NONE)
        return;
    const TraceTest *parent = &shown->trace.tests[test->parent];
    for (int of_b = 0; of_b < 2; ++of_b) {
        NodeId node = of_b ? parent->b : parent->a;
        if (node != (of_b ? test->b : test->a) && trace_shape(shown, of_b, node, &shape))
            volume_shape_lines(view, &shape, (MarkStyle){colours[of_b], 0.4f, 1});
    }
}

static void draw_triangles(const View *view, bool of_b, NodeId node)
{
    const TraceShown *shown = compare_trace(view->app, (enum CompareSide)view->side);
    const Bvh *tree = of_b ? shown->trace.b : shown->trace.a;
    NodeLinks links = tree->type->links(tree, node);
    for (uint32_t i = 0; links.leaf && i < links.count; ++i) {
        Triangle t = mesh_triangle(tree->mesh, tree->slots[links.first + i]);
        t = triangle_transformed(&t, &shown->placed[of_b]);
        mark_face(view, t.p, 3, (MarkStyle){colours[of_b], 0.6f, 1});
        for (int k = 0; k < 3; ++k)
            mark_line(view, t.p[k], t.p[(k + 1) % 3], (MarkStyle){colours[of_b], 1, 2.5f});
    }
}

static void draw_test(const View *view, uint32_t index)
{
    const TraceShown *shown = compare_trace(view->app, (enum CompareSide)view->side);
    const TraceTest *test = &shown->trace.tests[index];
    VolumeShape a, b;
    a.count = b.count = 0;
    draw_parents(view, test);
    draw_volume(view, false, test->a, TRACE_FILL, &a);
    draw_volume(view, true, test->b, TRACE_FILL, &b);
    if (test->flags & TRACE_LEAVES) {
        draw_triangles(view, false, test->a);
        draw_triangles(view, true, test->b);
    }
    if (!shown->old)
        trace_reason_draw(view, index, &a, &b);
}

// A block: one node against all children of another. Those that are not the one that is explained are
// faint, and thin where they are told apart.
static void draw_block(const View *view, TraceStep step, uint32_t explained)
{
    const Trace *trace = &compare_trace(view->app, (enum CompareSide)view->side)->trace;
    VolumeShape shape;
    for (uint32_t i = step.first; i < step.first + step.count; ++i) {
        const TraceTest *test = &trace->tests[i];
        bool one_is_b = test->flags & TRACE_ONE_IS_B;
        if (i != explained)
            draw_volume(view, !one_is_b, one_is_b ? test->a : test->b, test->exit ? 0 : FAINT,
                        &shape);
    }
}

static void draw(const View *view, const void *state)
{
    (void)state;
    const App *app = view->app;
    const TraceShown *shown = compare_trace(app, (enum CompareSide)view->side);
    // In the exploded view parts are not where they were searched.
    if (!view->ui.open[panel_find(TRACE_PANEL)] || !trace_known(shown) ||
        app->document.view.explode > 0)
        return;
    if (view->ui.trace_frame == igGetFrameCount() && view->ui.trace_side == view->side &&
        view->ui.trace_hovered < shown->trace.test_count) {
        draw_test(view, view->ui.trace_hovered);
        return;
    }
    TraceStep step = trace_step(&shown->trace, shown->step);
    draw_block(view, step, trace_shown_test(shown));
    draw_test(view, trace_shown_test(shown));
}

const Tool tool_trace = {.name = "trace", .draw = draw};
