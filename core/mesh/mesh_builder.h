// Collects vertices and polygons until the mesh is finished. Running out of memory is remembered
// and reported once, by mesh_builder_finish, so that generators stay free of checks.
#ifndef SNUG_CORE_MESH_MESH_BUILDER_H
#define SNUG_CORE_MESH_MESH_BUILDER_H

#include "core/mesh/mesh.h"

#include <stddef.h>

typedef struct MeshBuilder {
    Vec3d *vertices;
    size_t vertex_count, vertex_capacity;
    int32_t (*triangles)[3];
    size_t triangle_count, triangle_capacity;
    int32_t *polygon_of;
    size_t polygon_capacity;
    int32_t polygon_count;
    bool failed; // out of memory, or more than 2^31-1 of something
} MeshBuilder;   // zero initialised: empty

// Returns the index of the new vertex (a valid number even after a failure).
int32_t mesh_builder_vertex(MeshBuilder *builder, Vec3d position);

// The triangles that follow belong to a new source polygon.
void mesh_builder_polygon(MeshBuilder *builder);

// Adds to the present polygon. Counter-clockwise seen from outside.
void mesh_builder_triangle(MeshBuilder *builder, int32_t a, int32_t b, int32_t c);

// A polygon of its own: one triangle, or a quad as two.
void mesh_builder_face3(MeshBuilder *builder, int32_t a, int32_t b, int32_t c);
void mesh_builder_face4(MeshBuilder *builder, int32_t a, int32_t b, int32_t c, int32_t d);

// Appends a moved copy of a mesh, its polygons after the present ones. A mirroring placement also
// turns the triangles over, so that outside stays outside.
void mesh_builder_append(MeshBuilder *builder, const Mesh *mesh, const Affine *placement);

// Hands over the mesh and leaves the builder empty. NULL when memory was short at any time.
Mesh *mesh_builder_finish(MeshBuilder *builder);

#endif
