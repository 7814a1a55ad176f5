#include "app/document/selection.h"
#include "app/stages/explode.h"
#include "app/window/gizmo.h"
#include "app/window/tools/coaxial.h"

#include <math.h>

static const double MOST_TILT = 0.07; // sine: four degrees are turned straight

typedef struct Line {
    Vec3d point, direction;
} Line;

static Line placed(const RoundAxis *axis, const Affine *placement)
{
    return (Line){affine_apply(placement, axis->point),
                  vec3d_normalised(affine_apply_vector(placement, axis->direction))};
}

static const double DEPTH_COUNTS = 0.02;   // pixels for each pixel that it goes in depth
static const double LENGTH_COUNTS = 0.001; // ... and for each to the rim: of holes in one line the
                                           // nearest one is meant

// The point of a line that is nearest on the screen to another point; pixels between the two.
static double nearest_seen(const Gizmo *view, Vec3d from, const Line *line, Vec3d *out)
{
    double x, y, at_x, at_y;
    double along = vec3d_dot(vec3d_sub(from, line->point), line->direction);
    *out = vec3d_add_scaled(line->point, line->direction, along);
    if (!camera_project(&view->camera, from, view->width, view->height, &x, &y) ||
        !camera_project(&view->camera, *out, view->width, view->height, &at_x, &at_y))
        return INFINITY;
    along = gizmo_along(view, *out, line->direction, x - at_x, y - at_y);
    *out = vec3d_add_scaled(*out, line->direction, along);
    if (!camera_project(&view->camera, *out, view->width, view->height, &at_x, &at_y))
        return INFINITY;
    return hypot(x - at_x, y - at_y);
}

// Turns the part about a point of its axis until it is parallel, then moves it across.
static Affine laid_onto(const Affine *from, const Line *own, const Line *other, Vec3d at)
{
    Vec3d goal = vec3d_dot(own->direction, other->direction) < 0 ? vec3d_scale(other->direction, -1)
                                                                 : other->direction;
    Vec3d about = vec3d_cross(own->direction, goal);
    double sine = vec3d_length(about);
    Affine to = *from;
    if (sine > 1e-12) {
        Affine turn = affine_rotation(vec3d_normalised(about), asin(fmin(sine, 1)));
        to.p = vec3d_sub(to.p, own->point);
        to = affine_compose(&turn, &to);
        to.p = vec3d_add(to.p, own->point);
    }
    to.p = vec3d_add(to.p, vec3d_sub(at, own->point));
    return to;
}

// Tries one axis of another part; *best is how near the nearest one is.
static bool try_axis(const Gizmo *view, const Affine *to, const Line *own, const Line *other,
                     double reach, double pixels, double *best, Coaxial *out)
{
    Vec3d at;
    if (vec3d_length(vec3d_cross(own->direction, other->direction)) > MOST_TILT)
        return false;
    double distance = nearest_seen(view, own->point, other, &at);
    if (!(distance < pixels) || !(vec3d_distance(at, other->point) <= reach))
        return false;
    double pixel = camera_world_per_pixel(&view->camera, own->point, view->height);
    double score = distance + (DEPTH_COUNTS * vec3d_distance(at, own->point) +
                               LENGTH_COUNTS * vec3d_distance(at, other->point)) /
                                  pixel;
    if (!(score < *best))
        return false;
    *best = score;
    out->point = at;
    out->direction = other->direction;
    out->placement = laid_onto(to, own, other, at);
    return true;
}

bool coaxial_find(const App *app, const PartAxes *axes, int32_t part, const Affine *to,
                  double width, double height, double pixels, Coaxial *out)
{
    const Document *document = &app->document;
    Vec3d shift = app_shown_shift(app, part);
    Gizmo view = {.camera = document->view.camera, .width = width, .height = height};
    view.camera.target = vec3d_sub(view.camera.target, shift); // sees parts where they are
    double best = INFINITY;
    for (size_t a = 0; a < axes[part].count; ++a) {
        Line own = placed(&axes[part].axes[a], to);
        for (int32_t i = 0; i < document->part_count; ++i) {
            const PartState *state = &document->parts[i];
            if (i == part || !state->visible || state->removed ||
                (selection_has(document, part) && selection_has(document, i)) ||
                vec3d_distance(app_shown_shift(app, i), shift) > 0)
                continue;
            for (size_t b = 0; b < axes[i].count; ++b) {
                Line other = placed(&axes[i].axes[b], &state->placement);
                if (try_axis(&view, to, &own, &other, axes[part].size + axes[i].size, pixels, &best,
                             out))
                    out->other = i;
            }
        }
    }
    return best < INFINITY;
}
