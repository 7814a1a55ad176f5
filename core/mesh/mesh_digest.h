// A mesh by its contents: equal for equal vertices and triangles, in this order, and for nothing else
// (base/digest.h). Polygons, colours and names do not count.
#ifndef SNUG_CORE_MESH_MESH_DIGEST_H
#define SNUG_CORE_MESH_MESH_DIGEST_H

#include "core/mesh/mesh.h"

// Made once per mesh and version, from any thread.
Digest mesh_digest(const Mesh *mesh);

#endif
