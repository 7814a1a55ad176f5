#include "core/bench/flake.h"

#include "core/mesh/mesh_builder.h"

static void add_face(MeshBuilder *mesh, Vec3d a, Vec3d b, Vec3d c, int levels)
{
    if (levels == 0) {
        int32_t first = mesh_builder_vertex(mesh, a);
        mesh_builder_vertex(mesh, b);
        mesh_builder_vertex(mesh, c);
        mesh_builder_face3(mesh, first, first + 1, first + 2);
        return;
    }
    Vec3d ab = vec3d_lerp(a, b, 0.5), bc = vec3d_lerp(b, c, 0.5), ca = vec3d_lerp(c, a, 0.5);
    add_face(mesh, a, ab, ca, levels - 1);
    add_face(mesh, ab, b, bc, levels - 1);
    add_face(mesh, ca, bc, c, levels - 1);
    // A regular tetrahedron on the triangle in the middle: its height is sqrt(2/3) of an edge.
    Vec3d normal = vec3d_normalised(vec3d_cross(vec3d_sub(b, a), vec3d_sub(c, a)));
    Vec3d middle = vec3d_scale(vec3d_add(ab, vec3d_add(bc, ca)), 1.0 / 3);
    Vec3d tip = vec3d_add_scaled(middle, normal, sqrt(2.0 / 3) * vec3d_distance(ab, bc));
    add_face(mesh, ab, bc, tip, levels - 1);
    add_face(mesh, bc, ca, tip, levels - 1);
    add_face(mesh, ca, ab, tip, levels - 1);
}

Mesh *tetra_flake(int levels)
{
    Vec3d a = vec3d(1, 1, 1), b = vec3d(1, -1, -1), c = vec3d(-1, 1, -1), d = vec3d(-1, -1, 1);
    MeshBuilder mesh = {0};
    add_face(&mesh, a, b, c, levels);
    add_face(&mesh, a, c, d, levels);
    add_face(&mesh, a, d, b, levels);
    add_face(&mesh, b, d, c, levels);
    return mesh_builder_finish(&mesh);
}
