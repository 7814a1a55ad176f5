// Places of contact: a dot, an arrow that says which way leads out of it, and how deep it is where
// there are few of them.
#include "app/explode.h"
#include "app/selection.h"
#include "app/view/contact_colours.h"
#include "app/view/look.h"
#include "app/view/marks.h"
#include "tool.h"

#include <math.h>
#include <stdio.h>

enum { MOST_MARKS = 40, MOST_LABELS = 5 };
static const double ARROW = 34, HEAD = 8; // in points
static const double LABELS_APART = 26;

// Touches are everywhere: only those of the selection, or of the pair that is shown alone.
static bool in_question(const App *app, const FitPlace *place)
{
    const Document *document = &app->document;
    return document_pair_shown(document) || selection_has(document, place->a) ||
           selection_has(document, place->b);
}

// Not the markers of a moment ago: they still meet, and it is to be seen.
static bool is_shown(const View *view, const FitPlace *place)
{
    const App *app = view->app;
    const PairReport *pair = place->b < app->document.part_count
                                 ? assembly_report_find(&app->report, place->a, place->b)
                                 : NULL;
    size_t p = pair ? (size_t)(pair - app->report.pairs) : 0;
    return pair && p < view->contacts.pair_count && !view->contacts.quiet[p] &&
           app->document.parts[place->a].visible && app->document.parts[place->b].visible &&
           (place->state == PAIR_INTERFERENCE || in_question(app, place));
}

// The part the arrow speaks of: the one in the hand, else the one that came first in the list.
static double side_of(const App *app, const FitPlace *place)
{
    bool b_held =
        selection_has(&app->document, place->b) && !selection_has(&app->document, place->a);
    return b_held ? -1 : 1;
}

static void arrow(const View *view, Vec3d from, Vec3d direction, MarkStyle style)
{
    double scale = (double)view->ui_scale, x0, y0, x1, y1;
    const Camera *camera = &view->app->document.view.camera;
    double length = ARROW * scale * camera_world_per_pixel(camera, from, view->viewport.height);
    Vec3d tip = vec3d_add_scaled(from, direction, length);
    if (!mark_place(view, from, &x0, &y0) || !mark_place(view, tip, &x1, &y1))
        return;
    mark_line(view, from, tip, style);
    double dx = x1 - x0, dy = y1 - y0, seen = hypot(dx, dy);
    if (seen < HEAD * scale) // it points at the viewer
        return;
    dx *= HEAD * scale / seen;
    dy *= HEAD * scale / seen;
    mark_screen_line(view, x1, y1, x1 - dx - 0.5 * dy, y1 - dy + 0.5 * dx, style);
    mark_screen_line(view, x1, y1, x1 - dx + 0.5 * dy, y1 - dy - 0.5 * dx, style);
}

static void draw_mark(const View *view, const FitPlace *place, Vec3d at, const Affine *to_world)
{
    const App *app = view->app;
    const Theme *theme = &themes[look_theme(app->document.view.look)];
    uint32_t colour = contact_colour(app, place->state);
    MarkStyle rim = {theme->contact_rim, 0.85f, 5}, line = {0xFFFFFF, 1, 2.2f};
    if (place->state != PAIR_INTERFERENCE) // touch: quieter, and nobody has to get out
        rim.opacity = 0.6f;
    if (place->state == PAIR_INTERFERENCE && vec3d_length(place->normal) > 0) {
        Vec3d out = affine_apply_vector(to_world, place->normal);
        out = vec3d_scale(vec3d_normalised(out), side_of(app, place));
        arrow(view, at, out, rim);
        arrow(view, at, out, line);
    }
    mark_dot(view, at, (MarkStyle){rim.colour, rim.opacity, 5});
    mark_dot(view, at, (MarkStyle){colour, 1, 3.5f});
}

typedef struct Drawn {
    double x, y;
} Drawn;

// A label that would cover another one says nothing.
static bool has_room(const Drawn *labels, int count, double x, double y, double scale)
{
    for (int i = 0; i < count; ++i)
        if (fabs(labels[i].y - y) < LABELS_APART * scale &&
            fabs(labels[i].x - x) < 3 * LABELS_APART * scale)
            return false;
    return true;
}

// Where a place that is to be seen is; false: it is not.
static bool find(const View *view, const FitPlace *place, Affine *to_world, Vec3d *at)
{
    if (!is_shown(view, place))
        return false;
    *to_world = app_shown_placement(view->app, place->a);
    *at = affine_apply(to_world, place->at);
    return true;
}

static void draw_labels(const View *view, size_t count)
{
    const App *app = view->app;
    Drawn labels[MOST_LABELS];
    int label_count = 0;
    for (size_t i = 0; i < count && label_count < MOST_LABELS; ++i) {
        const FitPlace *place = &app->fit_places.items[i];
        Affine to_world;
        Vec3d at;
        double x, y;
        if (place->state != PAIR_INTERFERENCE || !(place->depth > 0) ||
            !find(view, place, &to_world, &at) || !mark_place(view, at, &x, &y) ||
            !has_room(labels, label_count, x, y, (double)view->ui_scale))
            continue;
        char text[64];
        length_format(place->depth, app->assembly.unit, text, sizeof text);
        mark_label(view, at, 0, 20, text);
        labels[label_count++] = (Drawn){x, y};
    }
}

static void draw(const View *view, const void *state)
{
    (void)state;
    const App *app = view->app;
    if (!app->document.view.contact.marks || app->document.view.explode > 0)
        return;
    size_t i = 0;
    for (int drawn = 0; i < app->fit_places.count && drawn < MOST_MARKS; ++i) {
        const FitPlace *place = &app->fit_places.items[i];
        Affine to_world;
        Vec3d at;
        if (!find(view, place, &to_world, &at))
            continue;
        draw_mark(view, place, at, &to_world);
        ++drawn;
    }
    draw_labels(view, i); // over the arrows
}

const Tool tool_places = {.name = "places", .draw = draw};
