// Edges that leaves list beside their triangles, for hierarchies that compare edges with triangles.
#ifndef SNUG_CORE_TREE_LEAF_EDGES_H
#define SNUG_CORE_TREE_LEAF_EDGES_H

#include <stddef.h>
#include <stdint.h>

// Each point of an edge is in a leaf that lists both it and a triangle at it.
typedef struct LeafEdges {
    uint32_t
        *first;     // per slot, and one more: a leaf of slots [s, e) has sides [first[s], first[e])
    int32_t *sides; // each the one that stands for its edge (mesh/topology.h)
    size_t count, first_capacity, side_capacity;
} LeafEdges;

#endif
