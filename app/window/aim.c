#include "app/window/aim.h"

#include "app/stages/explode.h"
#include "app/window/pick.h"

#include <math.h>

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

Anchor aim_at(const App *app, const Box3d *local_bounds, const Camera *camera, double x, double y,
              double width, double height, double reach)
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
    Vec3d origin, direction;
    camera_ray(camera, x, y, width, height, &origin, &direction);
    if (vec3d_dot(anchor_normal(app, &anchor), direction) > 0)
        anchor.normal = vec3d_scale(anchor.normal, -1); // out of the side that is seen
    const RenderMesh *mesh = drawn_mesh(app, pick.part);
    if (!mesh || pick.on_cap)
        return anchor;
    double per_pixel = camera_world_per_pixel(camera, pick.point, height);
    snap_to_features(mesh, &shown, pick.point, reach * per_pixel, &anchor);
    if (anchor.kind == ANCHOR_EDGE)
        anchor.point = nearest_on(anchor.ends[0], anchor.ends[1], affine_apply(&back, pick.point));
    return anchor;
}

Vec3d anchor_place(const App *app, const Anchor *anchor)
{
    Affine shown = app_shown_placement(app, anchor->part);
    return affine_apply(&shown, anchor->point);
}

// Normals go with the inverse transpose.
Vec3d anchor_normal(const App *app, const Anchor *anchor)
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

Vec3d anchor_direction(const App *app, const Anchor *anchor)
{
    if (anchor->kind == ANCHOR_FACE)
        return anchor_normal(app, anchor);
    const Affine *placement = &app->document.parts[anchor->part].placement;
    return vec3d_normalised(
        affine_apply_vector(placement, vec3d_sub(anchor->ends[1], anchor->ends[0])));
}
