#include "measure.h"

#include "app/explode.h"
#include "pick.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double PARALLEL = 1e-6; // 1 - cosine: 0.08 degrees

static const RenderMesh *drawn_mesh(const App *app, int32_t part)
{
    const RenderMesh *deformed = app->shapes ? app->shapes[part].drawn : NULL;
    return deformed ? deformed : app->render_meshes ? app->render_meshes[part] : NULL;
}

static Vec3d nearest_on(Vec3d a, Vec3d b, Vec3d p)
{
    Vec3d along = vec3d_sub(b, a);
    double square = vec3d_dot(along, along);
    double t = square > 0 ? vec3d_dot(vec3d_sub(p, a), along) / square : 0;
    return vec3d_add_scaled(a, along, fmin(fmax(t, 0), 1));
}

// Of the part's feature edges those within reach of the point, all as shown.
static void snap_to_features(const RenderMesh *mesh, const Affine *shown, Vec3d at, double reach,
                             Anchor *anchor)
{
    double best_edge = reach, best_corner = reach;
    size_t count = render_mesh_feature_count(mesh);
    for (size_t i = 0; i < count; ++i) {
        const uint32_t *ends = render_mesh_feature(mesh, i);
        Vec3d local[2] = {render_mesh_point(mesh, ends[0]), render_mesh_point(mesh, ends[1])};
        Vec3d a = affine_apply(shown, local[0]), b = affine_apply(shown, local[1]);
        double distance = vec3d_distance(nearest_on(a, b, at), at);
        if (!(distance < reach))
            continue;
        if (distance < best_edge) {
            best_edge = distance;
            anchor->edge = (uint32_t)i;
            anchor->ends[0] = local[0];
            anchor->ends[1] = local[1];
            if (anchor->kind == ANCHOR_FACE)
                anchor->kind = ANCHOR_EDGE;
        }
        for (int k = 0; k < 2; ++k) {
            double corner = vec3d_distance(k ? b : a, at);
            if (corner < best_corner) {
                best_corner = corner;
                anchor->kind = ANCHOR_VERTEX;
                anchor->point = local[k];
            }
        }
    }
}

static Pick pick_near(const App *app, const Box3d *local_bounds, const Camera *camera, double x,
                      double y, double width, double height, double reach)
{
    // A silhouette is snapped to from outside as well.
    static const double around[5][2] = {{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    Pick pick = {.part = NO_PART};
    for (int i = 0; i < 5 && pick.part == NO_PART; ++i) {
        Vec3d origin, direction;
        camera_ray(camera, x + around[i][0] * reach * 0.6, y + around[i][1] * reach * 0.6, width,
                   height, &origin, &direction);
        pick = pick_ray(app, local_bounds, origin, direction);
    }
    return pick;
}

Anchor measure_snap(const App *app, const Box3d *local_bounds, const Camera *camera, double x,
                    double y, double width, double height, double reach)
{
    Anchor anchor = {.kind = ANCHOR_NONE, .part = NO_PART};
    Pick pick = pick_near(app, local_bounds, camera, x, y, width, height, reach);
    Affine shown, back;
    if (pick.part == NO_PART)
        return anchor;
    shown = app_shown_placement(app, pick.part);
    if (!affine_invert(&shown, &back))
        return anchor;
    anchor.kind = ANCHOR_FACE;
    anchor.part = pick.part;
    anchor.point = affine_apply(&back, pick.point);
    Triangle t = mesh_triangle(app_part_mesh(app, pick.part), pick.triangle);
    Vec3d normal = vec3d_cross(vec3d_sub(t.p[1], t.p[0]), vec3d_sub(t.p[2], t.p[0]));
    if (pick.on_cap) // the cut is the face
        normal = affine_apply_vector(&back, app->document.view.section.normal);
    anchor.normal = vec3d_normalised(normal);
    const RenderMesh *mesh = drawn_mesh(app, pick.part);
    if (!mesh || pick.on_cap)
        return anchor;
    double per_pixel = camera_world_per_pixel(camera, pick.point, height);
    snap_to_features(mesh, &shown, pick.point, reach * per_pixel, &anchor);
    if (anchor.kind == ANCHOR_EDGE)
        anchor.point = nearest_on(anchor.ends[0], anchor.ends[1], affine_apply(&back, pick.point));
    return anchor;
}

Vec3d measure_place(const App *app, const Anchor *anchor)
{
    Affine shown = app_shown_placement(app, anchor->part);
    return affine_apply(&shown, anchor->point);
}

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

// Normals go with the inverse transpose.
static Vec3d real_normal(const App *app, const Anchor *anchor)
{
    Affine back;
    Vec3d n = vec3d(0, 0, 0);
    if (!affine_invert(&app->document.parts[anchor->part].placement, &back))
        return n;
    for (int k = 0; k < 3; ++k)
        for (int row = 0; row < 3; ++row)
            n.v[k] += back.m[row][k] * anchor->normal.v[row];
    return vec3d_normalised(n);
}

// Five digits, and never an exponent for what fits on a desk.
static void write_text(MeasureValue *out, double value, enum LengthUnit unit, const char *before,
                       const char *after)
{
    double size = fabs(value);
    int digits = size > 1e-9 && size < 1e9 ? (int)fmin(fmax(4 - floor(log10(size)), 0), 9) : 3;
    snprintf(out->text, sizeof out->text, "%s%.*f %s%s", before, digits, value,
             length_unit_info(unit)->suffix, after);
}

static void between_faces(const App *app, const Anchor *a, const Anchor *b, Vec3d at_a, Vec3d at_b,
                          MeasureValue *out)
{
    Vec3d na = real_normal(app, a), nb = real_normal(app, b);
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

bool measure_between(const App *app, const Anchor *a, const Anchor *b, MeasureValue *out)
{
    if (!is_seen(app, a) || !is_seen(app, b))
        return false;
    Vec3d at_a = real_place(app, a), at_b = real_place(app, b);
    *out = (MeasureValue){.kind = MEASURE_POINTS, .value = vec3d_distance(at_a, at_b)};
    out->ends[0] = measure_place(app, a);
    out->ends[1] = measure_place(app, b);
    if (a->kind == ANCHOR_FACE && b->kind == ANCHOR_FACE) {
        between_faces(app, a, b, at_a, at_b, out);
        return true;
    }
    if (a->kind == ANCHOR_FACE || b->kind == ANCHOR_FACE) {
        bool first = a->kind == ANCHOR_FACE;
        const Anchor *face = first ? a : b, *point = first ? b : a;
        Vec3d normal = real_normal(app, face), at = first ? at_b : at_a;
        double along = vec3d_dot(vec3d_sub(first ? at_a : at_b, at), normal);
        out->kind = MEASURE_TO_FACE;
        out->value = fabs(along);
        out->ends[0] = measure_place(app, point);
        out->ends[1] =
            vec3d_add(vec3d_add_scaled(at, normal, along), app_shown_shift(app, face->part));
        write_text(out, out->value, app->assembly.unit, "", " to the face");
        return true;
    }
    write_text(out, out->value, app->assembly.unit, "", "");
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
    return true;
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
