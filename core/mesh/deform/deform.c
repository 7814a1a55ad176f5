#include "core/mesh/deform/deform.h"

#include "core/base/array.h"

#include <assert.h>
#include <string.h>

Mesh *deform_mesh_create(const Mesh *rest)
{
    assert(rest);
    Mesh *mesh = mesh_create(rest->vertex_count, rest->triangle_count);
    if (!mesh)
        return NULL;
    size_t triangles = (size_t)rest->triangle_count;
    memcpy(mesh->vertices, rest->vertices, (size_t)rest->vertex_count * sizeof *mesh->vertices);
    memcpy(mesh->triangles, rest->triangles, triangles * sizeof *mesh->triangles);
    memcpy(mesh->polygon_of, rest->polygon_of, triangles * sizeof *mesh->polygon_of);
    mesh->polygon_count = rest->polygon_count;
    mesh->stated_chord_error = rest->stated_chord_error;
    if (rest->colour_of) {
        mesh->colour_of = array_alloc(triangles, sizeof *mesh->colour_of);
        if (!mesh->colour_of) {
            mesh_release(mesh);
            return NULL;
        }
        memcpy(mesh->colour_of, rest->colour_of, triangles * sizeof *mesh->colour_of);
    }
    return mesh;
}

static int longest_axis(Vec3d size)
{
    return size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
}

DeformFrame deform_frame(const Mesh *rest)
{
    assert(rest);
    Box3d box = mesh_bounds(rest);
    return deform_frame_of(&box);
}

DeformFrame deform_frame_of(const Box3d *box)
{
    DeformFrame frame = {.size = vec3d_sub(box->hi, box->lo)};
    frame.centre = vec3d_add(box->lo, vec3d_scale(frame.size, 0.5));
    frame.u = longest_axis(frame.size);
    frame.half = 0.5 * frame.size.v[frame.u];
    return frame;
}

Vec3d deform_point(const DeformFrame *frame, const Deformation *deformation, Vec3d p)
{
    if (!(frame->half > 0) || deformation->amount == 0.0) // a point, or nothing at all
        return p;
    int u = frame->u, v = (u + 1) % 3, w = (u + 2) % 3;
    Vec3d from = vec3d_sub(p, frame->centre), q;
    DeformPoint moved = deform_rules[deformation->rule]->move(
        (DeformPoint){from.v[u], from.v[v], from.v[w]}, frame->half, deformation->amount);
    q.v[u] = moved.u;
    q.v[v] = moved.v;
    q.v[w] = moved.w;
    return vec3d_add(q, frame->centre);
}

// How many times longer an edge has become at most, at least 1: what an importer states about facets
// grows with them, and is not known to shrink across the surface.
static double stretch(const Mesh *mesh, const Mesh *rest)
{
    double most = 1;
    for (int32_t i = 0; i < rest->triangle_count; ++i) {
        Triangle now = mesh_triangle(mesh, i), before = mesh_triangle(rest, i);
        for (int k = 0; k < 3; ++k) {
            double length = vec3d_distance(before.p[k], before.p[(k + 1) % 3]);
            if (length > 0)
                most = fmax(most, vec3d_distance(now.p[k], now.p[(k + 1) % 3]) / length);
        }
    }
    return most;
}

void deform_mesh(Mesh *mesh, const Mesh *rest, const Deformation *deformation)
{
    assert(mesh && rest && mesh != rest && mesh->vertex_count == rest->vertex_count);
    assert(deformation->rule >= 0 && deformation->rule < deform_rule_count);
    DeformFrame frame = deform_frame(rest);
    ++mesh->version;
    for (int32_t i = 0; i < rest->vertex_count; ++i)
        mesh->vertices[i] = deform_point(&frame, deformation, rest->vertices[i]);
    mesh->stated_chord_error = 0;
    if (rest->stated_chord_error > 0)
        mesh->stated_chord_error = stretch(mesh, rest) * rest->stated_chord_error;
}
