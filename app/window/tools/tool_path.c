// The way of the parts along the path that is open, as lines of their centres: red where it is proven
// to collide. Of a long way, only what is near the present time stands out.
#include "app/document/path_pose.h"
#include "app/window/look.h"
#include "app/window/marks.h"
#include "app/window/tool.h"

#include <math.h>

enum { PIECES = 90, MANY_PIECES = 720, MOST_PARTS = 12 };
static const double AROUND = 0.03; // of a long way's time, before and after the present

static Vec3d place_at(const App *app, size_t part, double time)
{
    const MotionPath *path = &app->path.path;
    return path_placement_in(path, &path->parts[part], time, app->assembly.unit).p;
}

static bool collides(const PathState *state, int32_t part, double from, double to)
{
    const PathProof *proof = &state->proof;
    for (size_t i = 0; state->proof_known && i < proof->check.count; ++i) {
        const PathStretch *stretch = &proof->check.stretches[i];
        const int32_t *pair = proof->pairs[stretch->pair].part;
        if (stretch->state == WAY_COLLIDES && stretch->from < to && stretch->to > from &&
            (pair[0] == part || pair[1] == part))
            return true;
    }
    return false;
}

static void draw_part(const View *view, size_t part, MarkStyle style)
{
    const App *app = view->app;
    const PathState *state = &app->path;
    const PathPart *moves = &state->path.parts[part];
    double start = moves->keys[0].time, end = moves->keys[moves->key_count - 1].time;
    // What bounces in a cage for a minute has its corners cut by few pieces.
    const bool is_long = moves->key_count > PIECES;
    const int pieces = is_long ? MANY_PIECES : PIECES;
    Vec3d last = place_at(app, part, start);
    for (int i = 1; i <= pieces && end > start; ++i) {
        double from = start + (end - start) * (i - 1) / pieces;
        double to = start + (end - start) * i / pieces;
        Vec3d next = place_at(app, part, to);
        bool red = collides(state, state->matches[part].part, from, to);
        bool near = !is_long || fabs(to - state->time) <= AROUND * (end - start);
        uint32_t colour = red ? COLOUR_ALERT : style.colour;
        if (near)
            mark_line(view, last, next, (MarkStyle){COLOUR_PANEL_DEEP, 0.5f, style.width + 2});
        mark_line(view, last, next,
                  near ? (MarkStyle){colour, style.opacity, style.width}
                       : (MarkStyle){colour, red ? 0.6f : 0.25f, 1});
        last = next;
    }
    mark_dot(view, place_at(app, part, state->time), (MarkStyle){style.colour, 1, 4});
}

static void draw(const View *view, const void *state)
{
    (void)state;
    const App *app = view->app;
    const PathState *path = &app->path;
    // In the exploded view parts are not where the path has them.
    if (!view->ui.open[panel_find("Path")] || path->trouble_count > 0 || !path->matches ||
        path->recording || app->document.view.explode > 0)
        return;
    for (size_t i = 0; i < path->path.part_count && i < MOST_PARTS; ++i)
        if (path->path.parts[i].key_count > 1)
            draw_part(view, i, (MarkStyle){COLOUR_ACCENT, 0.9f, 2});
}

const Tool tool_path = {.name = "path", .draw = draw};
