#include "deform.h"

#include "array.h"

#include <string.h>

Mesh *deform_mesh_create(const Mesh *rest)
{
    Mesh *mesh = mesh_create(rest->vertex_count, rest->triangle_count);
    if (!mesh)
        return NULL;
    size_t triangles = (size_t)rest->triangle_count;
    memcpy(mesh->vertices, rest->vertices, (size_t)rest->vertex_count * sizeof *mesh->vertices);
    memcpy(mesh->triangles, rest->triangles, triangles * sizeof *mesh->triangles);
    memcpy(mesh->polygon_of, rest->polygon_of, triangles * sizeof *mesh->polygon_of);
    mesh->polygon_count = rest->polygon_count;
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

void deform_mesh(Mesh *mesh, const Mesh *rest, const Deformation *deformation)
{
    Box3d box = mesh_bounds(rest);
    Vec3d size = vec3d_sub(box.hi, box.lo);
    Vec3d centre = vec3d_add(box.lo, vec3d_scale(size, 0.5));
    int u = longest_axis(size), v = (u + 1) % 3, w = (u + 2) % 3;
    double half = 0.5 * size.v[u];
    ++mesh->version;
    if (!(half > 0) || deformation->amount == 0.0) { // a point, or nothing at all
        memcpy(mesh->vertices, rest->vertices, (size_t)rest->vertex_count * sizeof *mesh->vertices);
        return;
    }
    const DeformRule *rule = deform_rules[deformation->rule];
    for (int32_t i = 0; i < rest->vertex_count; ++i) {
        Vec3d p = vec3d_sub(rest->vertices[i], centre), q;
        DeformPoint moved =
            rule->move((DeformPoint){p.v[u], p.v[v], p.v[w]}, half, deformation->amount);
        q.v[u] = moved.u;
        q.v[v] = moved.v;
        q.v[w] = moved.w;
        mesh->vertices[i] = vec3d_add(q, centre);
    }
}
