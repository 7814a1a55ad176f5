// A number for the triangles of a mesh, to recognise it in files that are about it. The same on every
// machine and in every version. Not for secrets: it says whether a mesh is the one that was meant.
#ifndef SNUG_CORE_MESH_MESH_HASH_H
#define SNUG_CORE_MESH_MESH_HASH_H

#include "core/mesh/mesh.h"

// Of these words of 64 bits, each mixed in by h = (h ^ word) * 1099511628211, h ^= h >> 32, beginning
// with h = 14695981039346656037: the count of vertices; x, y, z of each as the bits of a double, -0 as
// 0; the count of triangles; the three indices of each. Polygons and colours do not count: they change
// nothing about where the surface is.
uint64_t mesh_hash(const Mesh *mesh);

#endif
