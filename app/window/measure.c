#include "app/window/measure.h"

#include "app/stages/explode.h"
#include "app/window/aim_centre.h"
#include "core/mesh/creases.h"
#include "core/shape/up_axis.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double PARALLEL = 1e-6; // 1 - cosine: 0.08 degrees
static const double ONE_AXIS = 1e-4; // of the smaller radius: files write no more digits

static bool is_seen(const App *app, const Anchor *anchor)
{
    return anchor->kind != ANCHOR_NONE && anchor->part >= 0 &&
           anchor->part < app->document.part_count && app->document.parts[anchor->part].visible;
}

// By the real placement: a gap is what it is, however far apart the parts are shown.
static Vec3d real_place(const App *app, const Anchor *anchor)
{
    return affine_apply(&app->document.parts[anchor->part].placement, anchor->point);
}

// Five digits, and never an exponent for what fits on a desk.
static int digits_of(double value)
{
    double size = fabs(value);
    return size > 1e-9 && size < 1e9 ? (int)fmin(fmax(4 - floor(log10(size)), 0), 9) : 3;
}

static void write_text(MeasureValue *out, double value, enum LengthUnit unit, const char *before,
                       const char *after)
{
    snprintf(out->text, sizeof out->text, "%s%.*f %s%s", before, digits_of(value), value,
             length_unit_info(unit)->suffix, after);
}

// What it is along the axes of the files: a drawing has such numbers.
static void add_parts(const App *app, Vec3d way, MeasureValue *out)
{
    Vec3d d = up_axis_to_file(app->assembly.up, way);
    int digits = digits_of(out->value), along = 0;
    for (int i = 0; i < 3; ++i) {
        if (fabs(d.v[i]) < 0.5 * pow(10, -digits))
            d.v[i] = 0; // what rounding leaves, and never -0
        along += fabs(d.v[i]) > 0;
    }
    size_t used = strlen(out->text);
    if (along > 1)
        snprintf(out->text + used, sizeof out->text - used, ", dx %.*f, dy %.*f, dz %.*f", digits,
                 d.x, digits, d.y, digits, d.z);
}

static void between_faces(const App *app, const Anchor *a, const Anchor *b, Vec3d at_a, Vec3d at_b,
                          MeasureValue *out)
{
    Vec3d na = anchor_normal(app, a), nb = anchor_normal(app, b);
    double cosine = fabs(vec3d_dot(na, nb));
    if (cosine < 1 - PARALLEL) {
        out->kind = MEASURE_ANGLE;
        out->value = acos(fmin(cosine, 1)) * 180 / acos(-1);
        snprintf(out->text, sizeof out->text, "%.2f degrees between faces", out->value);
        return;
    }
    double along = vec3d_dot(vec3d_sub(at_b, at_a), nb);
    out->kind = MEASURE_FACES;
    out->value = fabs(along);
    out->ends[1] = vec3d_add(vec3d_add_scaled(at_a, nb, along), app_shown_shift(app, b->part));
    write_text(out, out->value, app->assembly.unit, "", " between faces");
}

// Of holes whose axes are parallel that is how far the axes are apart, however deep the holes are.
static void between_centres(const App *app, const Anchor *a, const Anchor *b, Vec3d at_a,
                            Vec3d at_b, MeasureValue *out)
{
    Vec3d axis = anchor_axis(app, b), way = vec3d_sub(at_b, at_a);
    Vec3d apart = vec3d_add_scaled(way, axis, -vec3d_dot(way, axis));
    double radius = fmin(anchor_radius(app, a), anchor_radius(app, b));
    bool parallel = fabs(vec3d_dot(anchor_axis(app, a), axis)) >= 1 - PARALLEL;
    if (parallel && vec3d_length(apart) > ONE_AXIS * radius) {
        out->kind = MEASURE_AXES;
        out->value = vec3d_length(apart);
        out->ends[1] = vec3d_add(vec3d_add(at_a, apart), app_shown_shift(app, b->part));
        write_text(out, out->value, app->assembly.unit, "", " between axes");
        add_parts(app, apart, out);
        return;
    }
    write_text(out, out->value, app->assembly.unit, "",
               parallel ? " between centres on one axis" : " between centres");
    add_parts(app, way, out);
}

bool measure_between(const App *app, const Anchor *a, const Anchor *b, MeasureValue *out)
{
    if (!is_seen(app, a) || !is_seen(app, b))
        return false;
    Vec3d at_a = real_place(app, a), at_b = real_place(app, b);
    *out = (MeasureValue){.kind = MEASURE_POINTS, .value = vec3d_distance(at_a, at_b)};
    out->ends[0] = anchor_place(app, a);
    out->lead = out->ends[1] = anchor_place(app, b);
    bool centre = a->kind == ANCHOR_CENTRE || b->kind == ANCHOR_CENTRE;
    if (a->kind == ANCHOR_CENTRE && b->kind == ANCHOR_CENTRE) {
        between_centres(app, a, b, at_a, at_b, out);
        return true;
    }
    if (a->kind == ANCHOR_FACE && b->kind == ANCHOR_FACE) {
        between_faces(app, a, b, at_a, at_b, out);
        out->lead = out->ends[1];
        return true;
    }
    if (a->kind == ANCHOR_FACE || b->kind == ANCHOR_FACE) {
        bool first = a->kind == ANCHOR_FACE;
        const Anchor *face = first ? a : b, *point = first ? b : a;
        Vec3d normal = anchor_normal(app, face), at = first ? at_b : at_a;
        double along = vec3d_dot(vec3d_sub(first ? at_a : at_b, at), normal);
        out->kind = MEASURE_TO_FACE;
        out->value = fabs(along);
        out->ends[0] = anchor_place(app, point);
        out->ends[1] =
            vec3d_add(vec3d_add_scaled(at, normal, along), app_shown_shift(app, face->part));
        out->lead = out->ends[1];
        write_text(out, out->value, app->assembly.unit, "",
                   centre ? " from the centre to the face" : " to the face");
        return true;
    }
    write_text(out, out->value, app->assembly.unit, "", centre ? " to the centre" : "");
    add_parts(app, vec3d_sub(at_b, at_a), out);
    return true;
}

bool measure_edge(const App *app, const Anchor *edge, MeasureValue *out)
{
    CreaseCurve curve;
    if (edge->kind != ANCHOR_EDGE || !is_seen(app, edge) ||
        !crease_curve(app_part_rays(app, edge->part)->mesh, edge->side,
                      &app->document.parts[edge->part].placement, &curve))
        return false;
    *out = (MeasureValue){.kind = curve.round ? MEASURE_ARC : MEASURE_EDGE,
                          .value = curve.length,
                          .radius = curve.radius};
    for (int k = 0; k < 2; ++k)
        out->ends[k] = vec3d_add(curve.ends[k], app_shown_shift(app, edge->part));
    out->lead = out->ends[1];
    const char *unit = length_unit_info(app->assembly.unit)->suffix;
    if (curve.round)
        snprintf(out->text, sizeof out->text, "radius %.5g %s, diameter %.5g %s", out->radius, unit,
                 2 * out->radius, unit);
    else
        snprintf(out->text, sizeof out->text, "edge %.5g %s", out->value, unit);
    return true;
}

bool measure_value(const App *app, const Measurement *measure, MeasureValue *out)
{
    if (measure->b.kind != ANCHOR_NONE)
        return measure_between(app, &measure->a, &measure->b, out);
    if (!is_seen(app, &measure->a))
        return false;
    Affine shown = app_shown_placement(app, measure->a.part);
    if (!measure->kept || !affine_is_rigid(&shown))
        return measure_edge(app, &measure->a, out);
    *out = measure->edge;
    for (int k = 0; k < 2; ++k)
        out->ends[k] = affine_apply(&shown, measure->edge.ends[k]);
    out->lead = out->ends[1];
    return true;
}

void measure_centre_text(const App *app, const Anchor *centre, char text[MEASURE_TEXT_MAX])
{
    double wide = 2 * anchor_radius(app, centre);
    snprintf(text, MEASURE_TEXT_MAX, "%s, diameter %.*f %s",
             centre->hole ? "centre of a hole" : "centre", digits_of(wide), wide,
             length_unit_info(app->assembly.unit)->suffix);
}

Measurement measure_keep_edge(const App *app, const Anchor *edge)
{
    Measurement m = {.a = *edge, .b = {.kind = ANCHOR_NONE, .part = NO_PART}};
    Affine shown, back;
    if (!measure_edge(app, edge, &m.edge))
        return m;
    shown = app_shown_placement(app, edge->part);
    m.kept = affine_is_rigid(&shown) && affine_invert(&shown, &back);
    for (int k = 0; k < 2 && m.kept; ++k)
        m.edge.ends[k] = affine_apply(&back, m.edge.ends[k]);
    return m;
}

void measures_add(Measures *measures, const Measurement *measure)
{
    if (measures->count == MEASURES_MAX)
        memmove(measures->items, measures->items + 1,
                (size_t)--measures->count * sizeof *measures->items);
    measures->items[measures->count++] = *measure;
}
