// Which way the triangles of a closed mesh look.
#ifndef SNUG_CORE_MESH_ORIENT_H
#define SNUG_CORE_MESH_ORIENT_H

#include "core/mesh/mesh.h"

// Turns triangles over until neighbours across an edge run along it in opposite directions and each
// connected piece encloses a positive volume. Vertices count as one only where they are the same
// one. The mesh must not be shared yet. False: memory is short, or an edge does not belong to
// exactly two triangles; the mesh is then as it was.
bool mesh_turn_outwards(Mesh *mesh);

#endif
