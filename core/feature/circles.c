// Circles: edges that lead all the way round at the end of a cylinder.
#include "core/base/angle.h"
#include "core/feature/surface_parts.h"

#define AT_THE_END 8.0 // noises: how far corners of the rim may be from the end

typedef struct Rim {
    double turned; // of edges at this end
    double beyond; // what lies beyond leads away along the axis; negative: towards the cylinder
    int32_t face;  // that lies beyond; -1: none, -2: several
} Rim;

static void add_edge(const SurfaceParts *parts, const Features *features, const Feature *cylinder,
                     int32_t side, Rim rims[2])
{
    const Mesh *mesh = parts->mesh;
    Vec3d a = vec3d_sub(mesh->vertices[side_vertex(mesh, side)], cylinder->origin);
    Vec3d b = vec3d_sub(mesh->vertices[side_vertex(mesh, side_after(side))], cylinder->origin);
    double za = vec3d_dot(a, cylinder->axis), zb = vec3d_dot(b, cylinder->axis);
    int end = za > 0;
    double at = end ? cylinder->length / 2 : -cylinder->length / 2;
    if (fmax(fabs(za - at), fabs(zb - at)) > AT_THE_END * parts->noise)
        return;
    a = vec3d_add_scaled(a, cylinder->axis, -za);
    b = vec3d_add_scaled(b, cylinder->axis, -zb);
    double angle = atan2(vec3d_length(vec3d_cross(a, b)), vec3d_dot(a, b));
    Rim *rim = &rims[end];
    rim->turned += angle;
    int32_t twin = side_twin(parts->topology, side);
    int32_t face = twin >= 0 ? features->plane_of[twin / 3] : -1;
    rim->face = rim->turned == angle || rim->face == face ? face : -2;
    double out = twin < 0 ? 1 : vec3d_dot(mesh_normal(mesh, twin / 3), cylinder->axis);
    rim->beyond += angle * (twin < 0 || end ? out : -out);
}

static void write_rim(const SurfaceParts *parts, Features *features, int32_t index, int end,
                      const Rim *rim)
{
    const Feature *cylinder = &features->items[index];
    if (rim->turned < 2 * PI - 16 * parts->noise / cylinder->radius - 1e-9)
        return;
    double way = end ? 1 : -1;
    features->items[features->count++] = (Feature){
        .kind = FEATURE_CIRCLE,
        .inward = cylinder->inward,
        .even = cylinder->even,
        .convex = rim->beyond > 0,
        .origin = vec3d_add_scaled(cylinder->origin, cylinder->axis, way * cylinder->length / 2),
        .axis = vec3d_scale(cylinder->axis, way),
        .side = cylinder->side,
        .radius = cylinder->radius,
        .arc = 2 * PI,
        .facets = cylinder->facets,
        .residual = cylinder->residual,
        .parent = index,
        .face = rim->face >= 0 ? rim->face : -1};
}

void circles_find(const SurfaceParts *parts, Features *features)
{
    int32_t count = features->count;
    for (int32_t i = 0; i < count; ++i) {
        const Feature *cylinder = &features->items[i];
        Rim rims[2] = {{.face = -1}, {.face = -1}};
        if (cylinder->kind != FEATURE_CYLINDER)
            continue;
        for (int32_t k = cylinder->first; k < cylinder->first + cylinder->count; ++k) {
            int32_t t = features->triangles[k];
            for (int32_t side = 3 * t; side < 3 * t + 3; ++side) {
                int32_t twin = side_twin(parts->topology, side);
                if (twin < 0 || features->cylinder_of[twin / 3] != i)
                    add_edge(parts, features, cylinder, side, rims);
            }
        }
        for (int end = 0; end < 2; ++end)
            write_rim(parts, features, i, end, &rims[end]);
    }
}
