// The topology of a mesh as bytes and back. What is read may have been written by anybody: it is taken
// only if every index is in its range, every ring closes, and what can be counted was counted right.
#ifndef SNUG_CORE_MESH_TOPOLOGY_KEEP_H
#define SNUG_CORE_MESH_TOPOLOGY_KEEP_H

#include "core/base/pieces.h"
#include "core/mesh/topology.h"

// The first piece; it stands for the struct.
typedef struct TopologyHead {
    int32_t vertex_count, triangle_count, body_count;
    int32_t edge_count, open_count, crowded_count, turned_count;
    int32_t outward;
} TopologyHead;
enum { TOPOLOGY_PIECES = 5 };

// Of a topology of this mesh. Head and arrays must live for as long as the pieces.
void topology_pieces(const MeshTopology *topology, const Mesh *mesh, TopologyHead *head,
                     Piece out[TOPOLOGY_PIECES]);
// Becomes the mesh's topology, unless it has one. False: it cannot be one of this mesh, or memory is
// short; then nothing changes.
bool topology_read(Mesh *mesh, PieceReadFn *next, void *from);

#endif
