#include "app/window/aim_centre.h"

#include "app/stages/features.h"
#include "core/base/angle.h"
#include "core/feature/cylinder_fit.h"
#include "core/mesh/creases.h"
#include "core/mesh/topology.h"

#include <math.h>

// A fillet is a quarter of a turn, and the flats of a hexagon are measured as faces.
static const double LEAST_WALL = 3; // radians
static const double LEAST_RIM =
    0.75 * 2 * PI; // of a rim that belongs to no cylinder, such as a chamfer's
enum { LEAST_FACETS = 8 };

static const Feature *wall_at(const Features *features, int32_t triangle)
{
    if (triangle < 0 || triangle >= features->triangle_count || features->cylinder_of[triangle] < 0)
        return NULL;
    const Feature *wall = &features->items[features->cylinder_of[triangle]];
    bool flat = features->plane_of[triangle] >= 0;
    return wall->arc >= LEAST_WALL && wall->facets >= LEAST_FACETS && (wall->inward || !flat)
               ? wall
               : NULL;
}

// Under the cursor, or on one side of the edge there.
static const Feature *wall_of(const Features *features, const Mesh *mesh, const Anchor *anchor)
{
    const Feature *wall = wall_at(features, anchor->triangle);
    if (wall || anchor->kind == ANCHOR_FACE)
        return wall;
    const MeshTopology *topology = mesh_topology(mesh, NULL);
    int32_t twin = topology ? side_twin(topology, anchor->side) : -1;
    wall = wall_at(features, anchor->side / 3);
    return wall || twin < 0 ? wall : wall_at(features, twin / 3);
}

static Anchor on_wall(const Anchor *at, const Feature *wall)
{
    Anchor out = *at;
    double along = vec3d_dot(vec3d_sub(at->point, wall->origin), wall->axis);
    out.axis = vec3d_scale(wall->axis, along < 0 ? -1 : 1); // out of the nearer end
    out.point = vec3d_add_scaled(wall->origin, out.axis, wall->length / 2);
    out.radius = wall->radius;
    out.hole = wall->inward;
    return out;
}

static bool on_rim(const Anchor *at, const Mesh *mesh, Anchor *out)
{
    Affine here = affine_identity();
    CreaseCurve curve;
    if (at->kind == ANCHOR_FACE || !crease_curve(mesh, at->side, &here, &curve) || !curve.round ||
        curve.length < LEAST_RIM * curve.radius)
        return false;
    *out = *at;
    out->point = curve.ends[0];
    out->axis = vec3d_scale(curve.axis, vec3d_dot(curve.axis, at->normal) < 0 ? -1 : 1);
    out->radius = curve.radius;
    return true;
}

// How it is drawn and told: as a ring.
static bool is_round(const App *app, const Anchor *anchor, Connector *placed)
{
    Connector ring = {.kind = CONNECTOR_HOLE,
                      .origin = anchor->point,
                      .axis = anchor->axis,
                      .radius = anchor->radius,
                      .feature = -1};
    Vec3d other;
    across(anchor->axis, &ring.side, &other);
    return connector_placed(&ring, &app->document.parts[anchor->part].placement, placed);
}

bool aim_centre(const App *app, Anchor *anchor)
{
    const Mesh *mesh = app_part_rays(app, anchor->part)->mesh;
    const MeshFeatures *known = app_features(app, anchor->part);
    const Feature *wall = NULL;
    Anchor found;
    Connector placed;
    if (anchor->triangle < 0)
        return false;
    if (known && !known->refused && known->mesh->triangle_count == mesh->triangle_count)
        wall = wall_of(&known->found, mesh, anchor);
    if (wall)
        found = on_wall(anchor, wall);
    else if (!on_rim(anchor, mesh, &found))
        return false;
    if (!is_round(app, &found, &placed))
        return false;
    *anchor = found;
    anchor->kind = ANCHOR_CENTRE;
    return true;
}

Vec3d anchor_axis(const App *app, const Anchor *anchor)
{
    return vec3d_normalised(
        affine_apply_vector(&app->document.parts[anchor->part].placement, anchor->axis));
}

double anchor_radius(const App *app, const Anchor *anchor)
{
    Connector placed;
    return is_round(app, anchor, &placed) ? placed.radius : 0;
}
