// Why a test of the recorded search said what it said, drawn: beside the two volumes a line along the
// direction, on it the shadows of both as bars, and between them the gap, or what they have in common.
#include "app/picture/trace_colours.h"
#include "app/window/look.h"
#include "app/window/tools/trace_shape.h"

#include <math.h>
#include <stdio.h>

// A frame for the drawing, in the world: `along` is the direction of the explanation, `up` where the
// bars lie beside the volumes, as seen on the screen.
typedef struct Board {
    Vec3d origin, along, up;
    double scale;  // world length per unit of the intervals
    double height; // of the bars above the origin
    double depth;  // how far lines across go down
} Board;

static Vec3d on_board(const Board *board, double at, double up)
{
    return vec3d_add_scaled(vec3d_add_scaled(board->origin, board->along, at * board->scale),
                            board->up, up);
}

static void reach(const VolumeShape *shape, Vec3d n, double *lo, double *hi)
{
    for (int i = 0; i < shape->count; ++i) {
        double at = vec3d_dot(n, shape->ends[i]);
        *lo = fmin(*lo, at);
        *hi = fmax(*hi, at);
    }
}

// Planes across the direction in A's frame stay planes in the world: intervals are counted along their
// normal there.
static bool make_board(const View *view, const TraceShown *shown, const Explanation *e,
                       const VolumeShape *a, const VolumeShape *b, Board *board)
{
    Affine back;
    if (!affine_invert(&shown->placed[0], &back))
        return false;
    Vec3d normal, eye, towards;
    for (int j = 0; j < 3; ++j)
        normal.v[j] =
            back.m[0][j] * e->axis.x + back.m[1][j] * e->axis.y + back.m[2][j] * e->axis.z;
    double length = vec3d_length(normal);
    board->along = vec3d_normalised(normal);
    board->scale = 1 / length;
    // axis . x of a point x of A's frame is (normal . p - shift) in the world.
    double shift = vec3d_dot(normal, shown->placed[0].p);
    camera_ray(&view->app->document.view.camera, view->viewport.width / 2,
               view->viewport.height / 2, view->viewport.width, view->viewport.height, &eye,
               &towards);
    board->up = vec3d_normalised(vec3d_cross(board->along, towards));
    if (vec3d_length(board->up) < 0.5)
        return false; // one looks straight along it
    double lo = INFINITY, hi = -INFINITY, depth_lo = INFINITY, depth_hi = -INFINITY;
    Vec3d away = vec3d_normalised(vec3d_cross(board->up, board->along));
    reach(a, board->up, &lo, &hi);
    reach(b, board->up, &lo, &hi);
    reach(a, away, &depth_lo, &depth_hi);
    reach(b, away, &depth_lo, &depth_hi);
    if (!(hi >= lo))
        return false;
    double size = hi - lo;
    board->origin = vec3d_add_scaled(vec3d_scale(board->up, lo), away, (depth_lo + depth_hi) / 2);
    board->origin = vec3d_add_scaled(board->origin, board->along, shift / length);
    board->height = size * 1.14;
    board->depth = size;
    return true;
}

static void bar(const View *view, const Board *board, const double interval[2], double up,
                uint32_t colour)
{
    Vec3d from = on_board(board, interval[0], up), to = on_board(board, interval[1], up);
    mark_line(view, from, to, (MarkStyle){COLOUR_PANEL_DEEP, 0.7f, 9});
    mark_line(view, from, to, (MarkStyle){colour, 1, 6});
    for (int end = 0; end < 2; ++end) // down to the volume
        mark_line(view, on_board(board, interval[end], 0), on_board(board, interval[end], up),
                  (MarkStyle){colour, 0.45f, 1});
}

static void draw_edge(const View *view, const TraceShown *shown, const Explanation *e)
{
    const Affine *map = &shown->placed[0];
    Vec3d from = affine_apply(map, e->edge.from), to = affine_apply(map, e->edge.to);
    Vec3d enter = vec3d_lerp(from, to, e->edge.enter), leave = vec3d_lerp(from, to, e->edge.leave);
    mark_line(view, from, to, (MarkStyle){e->edge.of_b ? TRACE_COLOUR_B : TRACE_COLOUR_A, 1, 4});
    if (e->edge.enter <= e->edge.leave)
        mark_line(view, enter, leave, (MarkStyle){TRACE_COLOUR_GAP, 1, 5});
    mark_ring(view, enter, (MarkStyle){TRACE_COLOUR_GAP, 1, 2}, 4);
    mark_ring(view, leave, (MarkStyle){TRACE_COLOUR_GAP, 1, 2}, 6);
}

void trace_reason_draw(const View *view, uint32_t test, const VolumeShape *a, const VolumeShape *b)
{
    const TraceShown *shown = compare_trace(view->app, (enum CompareSide)view->side);
    Explanation e;
    Board board;
    if (!trace_explain(&shown->trace, test, &e))
        return;
    char text[256], length[48];
    if (e.kind == REASON_EMPTY) {
        const VolumeShape *empty = e.empty_a ? a : b;
        if (empty->count > 0)
            mark_label(view, empty->ends[0], 0, -18, "empty cell");
        return;
    }
    if (e.kind == REASON_CLIPPING)
        draw_edge(view, shown, &e);
    if (!make_board(view, shown, &e, a, b, &board))
        return;
    double up_b = board.height + 0.05 * board.depth;
    double from = fmin(e.a[0], e.b[0]), to = fmax(e.a[1], e.b[1]), more = 0.08 * (to - from);
    mark_line(view, on_board(&board, from - more, board.height),
              on_board(&board, to + more, board.height), (MarkStyle){COLOUR_TEXT, 0.6f, 1.2f});
    bar(view, &board, e.a, board.height, TRACE_COLOUR_A);
    bar(view, &board, e.b, up_b, TRACE_COLOUR_B);
    // Between the near ends: what is apart, or what both cover.
    bool b_beyond = e.b[0] - e.a[1] >= e.a[0] - e.b[1];
    double ends[2] = {b_beyond ? e.a[1] : e.b[1], b_beyond ? e.b[0] : e.a[0]};
    double up = board.height + 0.1 * board.depth;
    Vec3d first = on_board(&board, ends[0], up), last = on_board(&board, ends[1], up);
    MarkStyle between = {TRACE_COLOUR_GAP, 1, 4};
    mark_line(view, first, last, between);
    for (int end = 0; end < 2; ++end)
        mark_line(view, on_board(&board, ends[end], -0.04 * board.depth),
                  on_board(&board, ends[end], up + 0.03 * board.depth),
                  (MarkStyle){TRACE_COLOUR_GAP, e.gap > 0 ? 0.9f : 0.5f, 1.5f});
    length_format(trace_world_length(shown, e.axis, fabs(e.gap)), view->app->assembly.unit, length,
                  sizeof length);
    snprintf(text, sizeof text, "%s %s along %s", e.gap > 0 ? "gap" : "overlap", length, e.along);
    mark_led_label(view, vec3d_lerp(first, last, 0.5), 0, -26,
                   (MarkStyle){TRACE_COLOUR_GAP, 0.7f, 1}, text);
}
