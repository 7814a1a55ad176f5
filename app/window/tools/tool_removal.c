// Nothing to grab: the ways of the part that was asked about, as arrows. Green ones are free, red ones blocked,
// yellow ones not proven.
#include "app/stages/explode.h"
#include "app/stages/removal_state.h"
#include "app/window/look.h"
#include "app/window/marks.h"
#include "app/window/tool.h"

#include <math.h>
#include <stdio.h>

enum { MOST_FREE = 8, MOST_OTHERS = 10, MOST_LABELS = 3 };
static const double LENGTH = 86; // points of the screen, of a way that is free

static void arrow(const View *view, Vec3d from, Vec3d to, MarkStyle style)
{
    double x0, y0, x1, y1;
    mark_line(view, from, to, (MarkStyle){COLOUR_PANEL_DEEP, 0.5f, style.width + 2});
    mark_line(view, from, to, style);
    if (!mark_place(view, from, &x0, &y0) || !mark_place(view, to, &x1, &y1))
        return;
    double length = hypot(x1 - x0, y1 - y0);
    if (length > 4)
        mark_arrow_head(view, x1, y1, (x1 - x0) / length, (y1 - y0) / length,
                        12 * (double)view->ui_scale, style);
}

static void label(const View *view, const RemovalWay *way, Vec3d at)
{
    const App *app = view->app;
    char text[160], words[128];
    if (way->state == PULL_FREE) {
        length_format(way->distance, app->assembly.unit, words, sizeof words);
        snprintf(text, sizeof text, "free, out after %s", words);
    } else {
        removal_way_words(app, &removal_state(app)->ways, way, 1, words, sizeof words);
        snprintf(text, sizeof text, "%s", words);
    }
    mark_label(view, at, 0, -14, text);
}

static void draw(const View *view, const void *nothing)
{
    (void)nothing;
    const App *app = view->app;
    const RemovalState *state = removal_state(app);
    if (!view->ui.open[panel_find("Removal")] || !state->ways_known || state->ways_old ||
        state->part != app->document.selected)
        return;
    const Bvh *tree = app->parts[state->part].tree;
    if (!tree)
        return;
    Affine placement = app_shown_placement(app, state->part);
    Vec3d centre = affine_apply(&placement, vec3d_lerp(tree->box.lo, tree->box.hi, 0.5));
    double scale = (double)view->ui_scale * camera_world_per_pixel(&app->document.view.camera,
                                                                   centre, view->viewport.height);
    int free_ways = 0, others = 0, labels[3] = {0};
    for (size_t i = 0; i < state->ways.count; ++i) {
        const RemovalWay *way = &state->ways.items[i];
        bool is_free = way->state == PULL_FREE;
        int *count = is_free ? &free_ways : &others;
        if (++*count > (is_free ? MOST_FREE : MOST_OTHERS))
            continue;
        uint32_t colour = is_free                      ? COLOUR_GOOD
                          : way->state == PULL_BLOCKED ? COLOUR_ALERT
                                                       : COLOUR_WARN;
        double length = (is_free ? 1 : 0.6) * LENGTH * scale;
        Vec3d to = vec3d_add_scaled(centre, way->direction, length);
        arrow(view, centre, to, (MarkStyle){colour, is_free ? 1.0f : 0.75f, is_free ? 3.0f : 2.0f});
        if (labels[way->state]++ < MOST_LABELS && (is_free || free_ways == 0))
            label(view, way, to);
    }
}

const Tool tool_removal = {.name = "removal", .draw = draw};
