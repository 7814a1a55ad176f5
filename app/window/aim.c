#include "app/window/aim.h"

#include "app/stages/explode.h"
#include "app/window/pick.h"
#include "core/mesh/creases.h"
#include "core/mesh/sides.h"
#include "core/shape/capsule.h"

#include <math.h>

// To a corner or an edge of the surface within reach of the point, all as shown.
static void snap_to_creases(const Mesh *mesh, int32_t triangle, const Affine *shown, Vec3d at,
                            double reach, Anchor *anchor)
{
    CreaseSnap snap;
    if (!crease_snap(mesh, triangle, shown, at, reach, &snap) || snap.side < 0)
        return;
    anchor->side = snap.side;
    anchor->ends[0] = mesh->vertices[side_vertex(mesh, snap.side)];
    anchor->ends[1] = mesh->vertices[side_vertex(mesh, side_after(snap.side))];
    anchor->kind = snap.corner >= 0 ? ANCHOR_VERTEX : ANCHOR_EDGE;
    if (snap.corner >= 0)
        anchor->point = mesh->vertices[snap.corner];
    else
        anchor->point = segment_nearest(anchor->ends[0],
                                        vec3d_sub(anchor->ends[1], anchor->ends[0]), anchor->point);
}

static Pick pick_near(const App *app, const Camera *camera, double x, double y, double width,
                      double height, double reach)
{
    // A silhouette is snapped to from outside as well.
    static const double around[5][2] = {{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    Pick pick = {.part = NO_PART};
    for (int i = 0; i < 5 && pick.part == NO_PART; ++i) {
        Vec3d origin, direction;
        camera_ray(camera, x + around[i][0] * reach * 0.6, y + around[i][1] * reach * 0.6, width,
                   height, &origin, &direction);
        pick = pick_ray(app, origin, direction);
    }
    return pick;
}

Anchor aim_at(const App *app, const Camera *camera, double x, double y, double width, double height,
              double reach)
{
    Anchor anchor = {.kind = ANCHOR_NONE, .part = NO_PART};
    Pick pick = pick_near(app, camera, x, y, width, height, reach);
    Affine shown, back;
    if (pick.part == NO_PART)
        return anchor;
    shown = app_shown_placement(app, pick.part);
    if (!affine_invert(&shown, &back))
        return anchor;
    anchor.kind = ANCHOR_FACE;
    anchor.part = pick.part;
    anchor.triangle = pick.on_cap ? -1 : pick.triangle;
    anchor.point = affine_apply(&back, pick.point);
    const Mesh *mesh = app_part_rays(app, pick.part)->mesh;
    Vec3d normal = mesh_normal(mesh, pick.triangle);
    if (pick.on_cap) // the cut is the face
        normal = affine_apply_vector(&back, app->document.view.section.normal);
    anchor.normal = vec3d_normalised(normal);
    Vec3d origin, direction;
    camera_ray(camera, x, y, width, height, &origin, &direction);
    if (vec3d_dot(anchor_normal(app, &anchor), direction) > 0)
        anchor.normal = vec3d_scale(anchor.normal, -1); // out of the side that is seen
    double per_pixel = camera_world_per_pixel(camera, pick.point, height);
    if (!pick.on_cap)
        snap_to_creases(mesh, pick.triangle, &shown, pick.point, reach * per_pixel, &anchor);
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
