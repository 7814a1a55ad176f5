#include "core/bench/in_cube.h"

#include <math.h>
#include <string.h>

Mesh *mesh_in_cube(const Mesh *mesh, double half_side)
{
    Mesh *copy = mesh_create(mesh->vertex_count, mesh->triangle_count);
    if (!copy)
        return NULL;
    Box3d box = mesh_bounds(mesh);
    Vec3d middle = vec3d_scale(vec3d_add(box.lo, box.hi), 0.5), half = vec3d_sub(box.hi, middle);
    double longest = fmax(half.x, fmax(half.y, half.z));
    double scale = longest > 0 ? half_side / longest : 1;
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        copy->vertices[i] = vec3d_scale(vec3d_sub(mesh->vertices[i], middle), scale);
    size_t triangles = (size_t)mesh->triangle_count;
    memcpy(copy->triangles, mesh->triangles, triangles * sizeof *copy->triangles);
    memcpy(copy->polygon_of, mesh->polygon_of, triangles * sizeof *copy->polygon_of);
    copy->polygon_count = mesh->polygon_count;
    return copy;
}
