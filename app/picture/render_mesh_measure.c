// Figures about a drawn mesh that decide how it is drawn: size, density of lines.
#include "app/picture/edge_sizes.h"

#include <math.h>

static double edge_length(const RenderMesh *m, size_t first, size_t end)
{
    double sum = 0;
    for (size_t i = first; i < end; ++i)
        sum += vec3d_distance(vec3d_from(m->points[m->edges[2 * i]].position),
                              vec3d_from(m->points[m->edges[2 * i + 1]].position));
    return sum;
}

static void find_spacing(const Mesh *mesh, RenderMesh *out)
{
    double area = 0; // twice
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        Triangle t = mesh_triangle(mesh, i);
        area += vec3d_length(triangle_cross(&t));
    }
    double features = edge_length(out, 0, out->feature_edge_count);
    double all = features + edge_length(out, out->feature_edge_count, out->edge_count);
    out->feature_spacing = features > 0 ? (float)(area / features) : out->radius;
    out->edge_spacing = all > 0 ? (float)(area / all) : out->radius;
}

static void find_bounds(const Mesh *mesh, RenderMesh *out)
{
    if (mesh->vertex_count == 0)
        return;
    Box3d box = mesh_bounds(mesh);
    Vec3d centre = vec3d_lerp(box.lo, box.hi, 0.5);
    out->centre = vec3_from(centre);
    out->radius = (float)(1.000001 * vec3d_distance(centre, box.hi));
}

bool render_mesh_measure(RenderMesh *out, const Mesh *mesh)
{
    find_bounds(mesh, out);
    find_spacing(mesh, out);
    return edges_by_size(out->edges, out->feature_edge_count, out->points, out->point_count,
                         (double)out->radius, out->feature_counts);
}

// Pixels that all edges of a whole have together; less is a speck.
static const double LEAST_SEEN = 24;

size_t render_mesh_features_seen(const uint32_t counts[EDGE_SIZES], double radius, double pixels)
{
    double halvings = floor(log2(fmax(radius * pixels / LEAST_SEEN, 1)));
    return counts[(size_t)fmin(halvings, EDGE_SIZES - 1)];
}
