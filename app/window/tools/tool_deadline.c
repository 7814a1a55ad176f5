// Nothing to grab: with a time budget, what was left when time was up. The volumes of the frontier, those of thick lenses
// clearly and the rest faintly; and for each pair of parts where contact would be by the balls of its thickest lens, which
// way out, and by how much they overlap.
#include "app/picture/trace_colours.h"
#include "app/stages/timed_state.h"
#include "app/window/look.h"
#include "app/window/tool.h"
#include "app/window/tools/volume_shape.h"

#include <math.h>
#include <stdio.h>

enum { MOST_LINES = 6000 };     // of outlines, in one picture
static const double ARROW = 34; // pixels

static void draw_volumes(const View *view, const FrontierRow *row, int *lines)
{
    static const uint32_t colours[2] = {TRACE_COLOUR_A, TRACE_COLOUR_B};
    double thickest = row->count > 0 ? row->rest[0].thickness : 0;
    const BvType *type = row->tree[0]->type;
    const unsigned char *volume = row->volumes;
    VolumeShape shape;
    for (size_t i = 0; i < row->count && *lines < MOST_LINES; ++i) {
        const TimedRest *rest = &row->rest[i];
        float opacity = thickest > 0 ? (float)(0.12 + 0.5 * rest->thickness / thickest) : 0.3f;
        for (int of_b = 0; of_b < 2; ++of_b, volume += type->volume_size) {
            volume_shape(type, volume, &row->placed[of_b], &shape);
            volume_shape_lines(view, &shape, (MarkStyle){colours[of_b], opacity, i == 0 ? 2 : 1});
            *lines += shape.count / 2;
        }
    }
}

// The band across the lens, with its ends; and an arrow the way that the second part would have to go.
static void draw_contact(const View *view, const FrontierRow *row)
{
    const TimedAnswer *answer = &row->row.answer;
    if (row->count == 0)
        return;
    Affine map = row->placed[0];
    Vec3d at = affine_apply(&map, answer->point),
          along = vec3d_sub(affine_apply(&map, vec3d_add(answer->point, answer->normal)), at);
    along = vec3d_normalised(along);
    double pixel =
        camera_world_per_pixel(&view->app->document.view.camera, at, view->viewport.height);
    Vec3d low = vec3d_add_scaled(at, along, -answer->error / 2),
          high = vec3d_add_scaled(at, along, answer->error / 2);
    MarkStyle band = {TRACE_COLOUR_GAP, 1, 4}, casing = {COLOUR_PANEL_DEEP, 0.6f, 7};
    mark_line(view, low, high, casing);
    mark_line(view, low, high, band);
    Vec3d tip = vec3d_add_scaled(high, along, ARROW * (double)view->ui_scale * pixel);
    mark_line(view, high, tip, (MarkStyle){TRACE_COLOUR_GAP, 1, 1.6f});
    double from[2], to[2];
    if (mark_place(view, high, &from[0], &from[1]) && mark_place(view, tip, &to[0], &to[1])) {
        double dx = to[0] - from[0], dy = to[1] - from[1], length = hypot(dx, dy);
        if (length > 1)
            mark_arrow_head(view, to[0], to[1], dx / length, dy / length,
                            9 * (double)view->ui_scale, (MarkStyle){TRACE_COLOUR_GAP, 1, 1});
    }
    mark_ring(view, at, (MarkStyle){TRACE_COLOUR_GAP, 1, 2}, 6);
    char text[192], range[128];
    timed_band_say(answer->error, answer->farthest, view->app->assembly.unit, range, sizeof range);
    snprintf(text, sizeof text, "at the deadline: level %d, %zu pairs left;\n%s", answer->level,
             answer->unresolved, range);
    mark_led_label(view, at, 60, -54, (MarkStyle){TRACE_COLOUR_GAP, 0.7f, 1}, text);
}

static void draw(const View *view, const void *state)
{
    (void)state;
    const App *app = view->app;
    const TimedFrontier *frontier = &app->timed.frontier;
    int lines = 0;
    if (!timed_frontier_shown(app) || view->side == SIDE_B) // which is searched without a deadline
        return;
    for (size_t i = 0; i < frontier->count; ++i)
        draw_volumes(view, &frontier->rows[i], &lines);
    for (size_t i = 0; i < frontier->count && i < 3; ++i) // more labels than that hide the rest
        draw_contact(view, &frontier->rows[i]);
}

const Tool tool_deadline = {.name = "deadline", .draw = draw};
