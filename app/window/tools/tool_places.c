// Places of contact: a dot, an arrow that says which way leads out of it, and how deep it is. Where
// many are in one spot of the screen, one of them stands for all and says so.
#include "app/document/selection.h"
#include "app/draw/contact_colours.h"
#include "app/stages/explode.h"
#include "app/window/look.h"
#include "app/window/marks.h"
#include "app/window/tool.h"
#include "app/window/tools/mark_crowd.h"

#include <math.h>
#include <stdio.h>

enum { MOST_LABELS = 12 };
static const double ARROW = 34, HEAD = 8;                             // in points
static const double APART = 44;                                       // of two marks
static const double LABEL_WIDTH = 104, LABEL_HEIGHT = 24, BELOW = 20; // where a label is

typedef struct PlacesTool {
    MarkCrowd crowd;
    uint32_t assembly_version;
    MarkSpot spots[FIT_MOST_PLACES];
    Vec3d held[CROWD_MOST]; // per mark: where it is in the frame of its part a
} PlacesTool;

// Touches are everywhere: only those of the selection, or of the pair that is shown alone.
static bool in_question(const App *app, const FitPlace *place)
{
    const Document *document = &app->document;
    return document_pair_shown(document) || selection_has(document, place->a) ||
           selection_has(document, place->b);
}

// What it is to a person, if it is known and to be seen: not the markers of a moment ago.
static enum FitKind kind_of(const View *view, const FitPlace *place)
{
    const App *app = view->app;
    const ContactState *contacts = &app->contacts;
    const PairReport *pair = place->b < app->document.part_count
                                 ? assembly_report_find(&app->report, place->a, place->b)
                                 : NULL;
    size_t p = pair ? (size_t)(pair - app->report.pairs) : 0;
    if (!pair || p >= contacts->pair_count || contacts->quiet[p] || !contacts->fit[p] ||
        !app->document.parts[place->a].visible || !app->document.parts[place->b].visible)
        return FIT_NONE;
    enum FitKind kind = contacts->kinds[p];
    bool counts = fit_kind_info(kind)->wrong || kind == FIT_UNDECIDED;
    return counts || in_question(app, place) ? kind : FIT_NONE;
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
    enum FitKind kind = kind_of(view, place);
    if (kind == FIT_NONE) // it went since the marks were settled
        return;
    uint32_t colour = contact_colour(app, kind);
    MarkStyle rim = {theme->contact_rim, 0.85f, 5}, line = {0xFFFFFF, 1, 2.2f};
    bool wrong = fit_kind_info(kind)->wrong;
    if (!wrong) // quieter, and nobody has to get out
        rim.opacity = 0.6f;
    if (wrong && place->state == PAIR_INTERFERENCE && vec3d_length(place->normal) > 0) {
        Vec3d out = affine_apply_vector(to_world, place->normal);
        out = vec3d_scale(vec3d_normalised(out), side_of(app, place));
        arrow(view, at, out, rim);
        arrow(view, at, out, line);
    }
    mark_dot(view, at, (MarkStyle){rim.colour, rim.opacity, 5});
    mark_dot(view, at, (MarkStyle){colour, 1, 3.5f});
}

// Where a place that is to be seen is; false: it is not.
static bool find(const View *view, const FitPlace *place, MarkSpot *spot)
{
    enum FitKind kind = kind_of(view, place);
    if (kind == FIT_NONE)
        return false;
    Affine to_world = app_shown_placement(view->app, place->a);
    *spot = (MarkSpot){.kind = (int32_t)kind, .a = place->a, .b = place->b, .weight = place->depth};
    return mark_place(view, affine_apply(&to_world, place->at), &spot->x, &spot->y);
}

// The marks of the last frame go along with their parts and with the camera.
static void carry(const View *view, PlacesTool *tool)
{
    const App *app = view->app;
    if (tool->assembly_version != app->assembly_version)
        tool->crowd.count = 0;
    tool->assembly_version = app->assembly_version;
    for (int i = 0; i < tool->crowd.count; ++i) {
        MarkSpot *spot = &tool->crowd.marks[i].spot;
        Affine to_world = app_shown_placement(app, spot->a);
        if (!mark_place(view, affine_apply(&to_world, tool->held[i]), &spot->x, &spot->y))
            spot->x = spot->y = -1e9; // behind the eye: nothing is near it
    }
}

static void settle(const View *view, void *state)
{
    PlacesTool *tool = state;
    const App *app = view->app;
    size_t count = 0;
    carry(view, tool);
    bool wanted = app->document.view.contact.marks && !(app->document.view.explode > 0);
    for (size_t i = 0; wanted && i < app->fit_places.count && i < FIT_MOST_PLACES; ++i) {
        if (!find(view, &app->fit_places.items[i], &tool->spots[count]))
            continue;
        tool->spots[count++].index = i;
    }
    mark_crowd_settle(&tool->crowd, tool->spots, count, APART * (double)view->ui_scale);
    for (int i = 0; i < tool->crowd.count; ++i)
        tool->held[i] = app->fit_places.items[tool->crowd.marks[i].spot.index].at;
}

// A label that would cover another one says nothing.
static bool has_room(const CrowdMark *const *labels, int count, const MarkSpot *spot, double scale)
{
    for (int i = 0; i < count; ++i)
        if (fabs(labels[i]->spot.y - spot->y) < LABEL_HEIGHT * scale &&
            fabs(labels[i]->spot.x - spot->x) < LABEL_WIDTH * scale)
            return false;
    return true;
}

static void draw_labels(const View *view, const PlacesTool *tool)
{
    const App *app = view->app;
    const CrowdMark *labels[MOST_LABELS];
    int count = 0;
    for (int i = 0; i < tool->crowd.count && count < MOST_LABELS; ++i) {
        const CrowdMark *mark = &tool->crowd.marks[i];
        const FitPlace *place = &app->fit_places.items[mark->spot.index];
        bool deep = place->state == PAIR_INTERFERENCE && mark->most > 0;
        if (!(deep || mark->others > 0) ||
            !has_room(labels, count, &mark->spot, (double)view->ui_scale))
            continue;
        char text[96], depth[64] = "";
        if (deep)
            length_format(mark->most, app->assembly.unit, depth, sizeof depth);
        if (mark->others > 0)
            snprintf(text, sizeof text, "%s%s+%d", depth, deep ? "  " : "", mark->others);
        else
            snprintf(text, sizeof text, "%s", depth);
        Affine to_world = app_shown_placement(app, place->a);
        mark_label(view, affine_apply(&to_world, place->at), 0, (float)BELOW, text);
        labels[count++] = mark;
    }
}

static void draw(const View *view, const void *state)
{
    const PlacesTool *tool = state;
    const App *app = view->app;
    // Volumes of a recorded search are what is looked at.
    if (trace_in_view(app))
        return;
    for (int i = tool->crowd.count - 1; i >= 0; --i) { // the deepest over the others
        const FitPlace *place = &app->fit_places.items[tool->crowd.marks[i].spot.index];
        Affine to_world = app_shown_placement(app, place->a);
        draw_mark(view, place, affine_apply(&to_world, place->at), &to_world);
    }
    draw_labels(view, tool); // over the arrows
}

const Tool tool_places = {
    .name = "places",
    .state_size = sizeof(PlacesTool),
    .settle = settle,
    .draw = draw,
};
