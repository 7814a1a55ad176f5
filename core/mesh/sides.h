// Which triangles meet at an edge. A triangle has three sides: side 3 * t + k leads from corner k of
// triangle t to the next corner. All sides of one edge form a ring.
#ifndef SNUG_CORE_MESH_SIDES_H
#define SNUG_CORE_MESH_SIDES_H

#include "core/base/job.h"
#include "core/mesh/mesh.h"

static inline int32_t side_after(int32_t side)
{
    return side % 3 == 2 ? side - 2 : side + 1;
}

// Where a side begins; it ends where the one after it begins.
static inline int32_t side_vertex(const Mesh *mesh, int32_t side)
{
    return mesh->triangles[side / 3][side % 3];
}

// Fills in next[side], for 3 * triangle_count sides: the next side of the same edge in ascending
// order, then the first again; the side itself where no other triangle meets it. A triangle with
// two equal corners runs there and back: it bounds nothing and has no edges, its sides have -1.
// point_of: equal numbers for vertices that are one point, each of them below the vertex count;
// NULL: no two vertices are. False: cancelled, memory is short, or there are more than INT32_MAX
// sides. Linear but for sorting the edges around each point.
bool sides_link(const Mesh *mesh, const int32_t *point_of, int32_t *next, Job *job);

#endif
