#include "core/tests/door_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

snug_mesh_desc door_mesh_desc(const Mesh *mesh)
{
    return (snug_mesh_desc){.struct_size = sizeof(snug_mesh_desc),
                            .vertices = mesh->vertices[0].v,
                            .vertex_count = mesh->vertex_count,
                            .triangles = mesh->triangles[0],
                            .triangle_count = mesh->triangle_count,
                            .polygon_of = mesh->polygon_of};
}

snug_mesh *door_mesh(const Mesh *mesh)
{
    snug_mesh_desc desc = door_mesh_desc(mesh);
    snug_mesh *out = NULL;
    MUST(snug_mesh_create(&desc, &out, error));
    return out;
}

snug_mesh *door_mesh_of(Mesh *mesh)
{
    snug_mesh *out = door_mesh(mesh);
    mesh_release(mesh);
    return out;
}

snug_tree *door_tree(snug_mesh *mesh, const char *volume)
{
    snug_tree_desc desc = {.struct_size = sizeof desc, .volume = volume};
    snug_tree *out = NULL;
    MUST(snug_tree_build(mesh, &desc, &out, error));
    return out;
}

void door_numbers(const Affine *placement, double numbers[12])
{
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            numbers[4 * i + j] = placement->m[i][j];
        numbers[4 * i + 3] = placement->p.v[i];
    }
}

int32_t door_part(snug_assembly *assembly, const char *name, Mesh *shape, Vec3d at)
{
    double numbers[12];
    Affine placement = affine_translation(at);
    int32_t part = -1;
    snug_mesh *mesh = door_mesh_of(shape);
    door_numbers(&placement, numbers);
    snug_part_desc desc = {
        .struct_size = sizeof desc, .name = name, .mesh = mesh, .placement = numbers};
    MUST(snug_assembly_add(assembly, &desc, &part, error));
    snug_mesh_release(mesh);
    return part;
}
