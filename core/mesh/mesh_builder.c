#include "core/mesh/mesh_builder.h"

#include "core/base/array.h"
#include "core/base/memory.h"

#include <assert.h>

int32_t mesh_builder_vertex(MeshBuilder *builder, Vec3d position)
{
    size_t i = builder->vertex_count;
    if (builder->failed || i >= INT32_MAX ||
        !array_reserve(&builder->vertices, &builder->vertex_capacity, i + 1, sizeof(Vec3d))) {
        builder->failed = true;
        return 0;
    }
    builder->vertices[i] = position;
    builder->vertex_count++;
    return (int32_t)i;
}

void mesh_builder_polygon(MeshBuilder *builder)
{
    if (builder->polygon_count == INT32_MAX)
        builder->failed = true;
    else
        builder->polygon_count++;
}

void mesh_builder_triangle(MeshBuilder *builder, int32_t a, int32_t b, int32_t c)
{
    assert(builder->polygon_count > 0);
    size_t i = builder->triangle_count;
    if (builder->failed || i >= INT32_MAX ||
        !array_reserve(&builder->triangles, &builder->triangle_capacity, i + 1,
                       sizeof *builder->triangles) ||
        !array_reserve(&builder->polygon_of, &builder->polygon_capacity, i + 1, sizeof(int32_t))) {
        builder->failed = true;
        return;
    }
    builder->triangles[i][0] = a;
    builder->triangles[i][1] = b;
    builder->triangles[i][2] = c;
    builder->polygon_of[i] = builder->polygon_count - 1;
    builder->triangle_count++;
}

void mesh_builder_face3(MeshBuilder *builder, int32_t a, int32_t b, int32_t c)
{
    mesh_builder_polygon(builder);
    mesh_builder_triangle(builder, a, b, c);
}

void mesh_builder_face4(MeshBuilder *builder, int32_t a, int32_t b, int32_t c, int32_t d)
{
    mesh_builder_polygon(builder);
    mesh_builder_triangle(builder, a, b, c);
    mesh_builder_triangle(builder, a, c, d);
}

void mesh_builder_append(MeshBuilder *builder, const Mesh *mesh, const Affine *placement)
{
    assert(builder && mesh && placement);
    if (mesh->vertex_count == 0)
        return;
    int32_t first = 0;
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        int32_t v = mesh_builder_vertex(builder, affine_apply(placement, mesh->vertices[i]));
        first = i == 0 ? v : first;
    }
    if (builder->failed) // the indices below would be wrong
        return;
    int turned = affine_determinant(placement) < 0;
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        const int32_t *t = mesh->triangles[i];
        if (i == 0 || mesh->polygon_of[i] != mesh->polygon_of[i - 1])
            mesh_builder_polygon(builder);
        mesh_builder_triangle(builder, first + t[0], first + t[1 + turned], first + t[2 - turned]);
    }
}

Mesh *mesh_builder_finish(MeshBuilder *builder)
{
    assert(builder);
    Mesh *mesh = NULL;
    if (!builder->failed)
        mesh = mesh_create((int32_t)builder->vertex_count, (int32_t)builder->triangle_count);
    if (mesh) {
        if (builder->vertex_count > 0)
            memcpy(mesh->vertices, builder->vertices, builder->vertex_count * sizeof(Vec3d));
        if (builder->triangle_count > 0) {
            memcpy(mesh->triangles, builder->triangles,
                   builder->triangle_count * sizeof *builder->triangles);
            memcpy(mesh->polygon_of, builder->polygon_of,
                   builder->triangle_count * sizeof(int32_t));
        }
        mesh->polygon_count = builder->polygon_count;
    }
    mem_free(builder->vertices);
    mem_free(builder->triangles);
    mem_free(builder->polygon_of);
    *builder = (MeshBuilder){0};
    return mesh;
}
