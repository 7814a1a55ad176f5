// Meshes made of other meshes, for tests of what hangs together in them.
#ifndef SNUG_CORE_TESTS_MESH_COPIES_H
#define SNUG_CORE_TESTS_MESH_COPIES_H

#include "core/mesh/mesh_builder.h"

static inline Mesh *combined(const Mesh *const *meshes, const Affine *placements, int count)
{
    MeshBuilder b = {0};
    for (int i = 0; i < count; ++i)
        mesh_builder_append(&b, meshes[i], &placements[i]);
    return mesh_builder_finish(&b);
}

// Each triangle with corners of its own: how STL files and many exporters write.
static inline Mesh *unwelded(Mesh *mesh)
{
    Mesh *copy = mesh_create(3 * mesh->triangle_count, mesh->triangle_count);
    for (int32_t i = 0; i < 3 * mesh->triangle_count; ++i) {
        copy->vertices[i] = mesh->vertices[mesh->triangles[i / 3][i % 3]];
        copy->triangles[i / 3][i % 3] = i;
        if (copy->vertices[i].x == 0)
            copy->vertices[i].x = i % 2 ? -0.0 : 0.0;
    }
    mesh_release(mesh);
    return copy;
}

#endif
