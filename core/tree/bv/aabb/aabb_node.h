// How axis-aligned boxes are stored, for those who walk them without a partner: rays.
#ifndef SNUG_CORE_TREE_BV_AABB_AABB_NODE_H
#define SNUG_CORE_TREE_BV_AABB_AABB_NODE_H

#include <stdint.h>

typedef struct AabbNode {
    float centre[3], half[3]; // the box holds all its triangles: centre +- half, without rounding
    uint32_t ref;             // binary_nodes.h
} AabbNode;
_Static_assert(sizeof(AabbNode) == 28, "the published size of an AABB node");

#endif
