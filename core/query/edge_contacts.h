// Contact by edges and polygons alone, as the 1997 paper has it: which edge of one mesh meets which
// triangle of the other, and where. Its "simple" algorithm compares the edges of each mesh with the
// triangles of the other; the hierarchies are measured against it.
#ifndef SNUG_CORE_QUERY_EDGE_CONTACTS_H
#define SNUG_CORE_QUERY_EDGE_CONTACTS_H

#include "core/query/query.h"

// An edge of one mesh meets a triangle of the other.
typedef struct EdgeWitness {
    int32_t edge;     // the side that stands for it (topology.h): 3 x triangle + corner
    int32_t triangle; // of the other mesh
    bool of_b;        // whose edge it is
    Vec3d point;      // one where they meet, in A's frame
} EdgeWitness;

typedef struct EdgeWitnesses {
    EdgeWitness *items; // sorted by whose, edge, triangle
    size_t count, capacity;
} EdgeWitnesses;
void edge_witnesses_free(EdgeWitnesses *list);

// The witnesses of one listed pair of triangles: at least one if they are in contact, at most six.
// False: memory is short.
enum { EDGE_WITNESSES_MOST = 6 };
bool contact_edges(const Mesh *a, const Mesh *b, const Affine *b_to_a, int32_t triangle_a,
                   int32_t triangle_b, EdgeWitness out[EDGE_WITNESSES_MOST], int *count);

// What the simple algorithm may skip: triangles and edges outside of the other mesh's box, and
// pairs whose boxes do not meet.
enum SimpleFilter {
    SIMPLE_TRIANGLES = 1,
    SIMPLE_EDGES = 2,
    SIMPLE_PAIRS = 4,
    SIMPLE_FILTERS = SIMPLE_TRIANGLES | SIMPLE_EDGES | SIMPLE_PAIRS
};
// Either way alone misses pairs: a triangle may pierce another without any of the other's edges
// meeting it.
enum SimpleWays { SIMPLE_BOTH_WAYS, SIMPLE_EDGES_OF_A, SIMPLE_EDGES_OF_B };

typedef struct SimpleDesc {
    unsigned without; // of enum SimpleFilter
    enum SimpleWays ways;
} SimpleDesc;

// The pairs of triangles of which an edge of one meets the other, without kinds and points; of each
// edge the triangles all around it. desc NULL: both ways with all filters. witnesses may be NULL.
// N_p counts the edges compared with triangles. False: memory ran short.
bool simple_edge_contacts(const Mesh *a, const Mesh *b, const Affine *b_to_a,
                          const SimpleDesc *desc, ContactList *out, EdgeWitnesses *witnesses,
                          QueryStats *stats);

#endif
