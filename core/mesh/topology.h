// What hangs together in a mesh: coinciding vertices, edges and the triangles that meet there,
// creases, pieces, closedness. Made once per mesh and version and used by everybody, so that there
// is one answer to each of these questions.
#ifndef SNUG_CORE_MESH_TOPOLOGY_H
#define SNUG_CORE_MESH_TOPOLOGY_H

#include "core/mesh/sides.h"

#include <stddef.h>

#define CREASE_DEGREES 30.0 // an edge whose faces turn by more is a crease

// At most 29 bytes per triangle and 64 more per mesh, as long as every vertex is used.
typedef struct MeshTopology {
    uint32_t version;  // of the mesh
    int32_t *point_of; // per vertex: the first vertex at its place
    // Per side (sides.h): the ring around its edge, which has -1 for the sides of triangles that
    // collapsed to a segment or a point. The last side of an edge is the one with next[s] <= s:
    // it stands for the edge where each is wanted once.
    int32_t *next;
    uint8_t *creases; // per triangle: bit k is set where side k lies on a crease or on a border
    int32_t *bodies;  // one vertex of each piece that hangs together, be it by a single point
    int32_t body_count;
    int32_t edge_count;
    int32_t open_count;    // ... edges of one triangle
    int32_t crowded_count; // ... of more than two
    int32_t turned_count;  // ... of two triangles that face opposite ways
    bool closed;           // there are edges, and none of those three kinds
    bool outward;          // closed, and its faces look outwards: it encloses a positive volume
} MeshTopology;

// Belongs to the mesh, which keeps it until its version goes up. From any thread. NULL: cancelled,
// or memory is short.
const MeshTopology *mesh_topology(const Mesh *mesh, Job *job);
// The same if it was made before, else NULL.
const MeshTopology *mesh_topology_known(const Mesh *mesh);
// Takes over a topology of this mesh, as it is, that was made elsewhere; the first one stays.
const MeshTopology *mesh_topology_give(const Mesh *mesh, MeshTopology *made);
void topology_free(MeshTopology *topology); // for the mesh alone

size_t topology_bytes(const MeshTopology *topology, const Mesh *mesh);

static inline bool side_is_crease(const MeshTopology *topology, int32_t side)
{
    return topology->creases[side / 3] >> side % 3 & 1;
}

// The point where a side begins.
static inline int32_t side_point(const MeshTopology *topology, const Mesh *mesh, int32_t side)
{
    return topology->point_of[side_vertex(mesh, side)];
}

// One side for all of an edge: the last one.
static inline int32_t side_edge(const MeshTopology *topology, int32_t side)
{
    while (topology->next[side] > side)
        side = topology->next[side];
    return side;
}

// The other side of an edge of exactly two triangles, otherwise -1.
static inline int32_t side_twin(const MeshTopology *topology, int32_t side)
{
    int32_t other = topology->next[side];
    return other >= 0 && other != side && topology->next[other] == side ? other : -1;
}

// The one other triangle at side k of a triangle; -1 where there is none or more than one.
static inline int32_t triangle_neighbour(const MeshTopology *topology, int32_t triangle, int k)
{
    int32_t twin = side_twin(topology, 3 * triangle + k);
    return twin < 0 ? -1 : twin / 3;
}

#endif
