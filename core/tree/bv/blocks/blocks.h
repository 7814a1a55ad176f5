// The wide layout of boxes: up to eight nodes with one parent stand together in a block, lane by
// lane, so that one box is tested against all of them at once. A tree of blocks holds the same boxes
// as the tree of single nodes that it was packed from, but for those it skips.
//
// A node has a place, 8 * block + lane, and an identifier that counts the nodes there are, so that
// everybody else sees a tree like any other. Block 0 holds the root alone.
#ifndef SNUG_CORE_TREE_BV_BLOCKS_BLOCKS_H
#define SNUG_CORE_TREE_BV_BLOCKS_BLOCKS_H

#include "core/tree/binary_nodes.h"

enum { BLOCK_LANES = 8 };
_Static_assert((int)BLOCK_LANES == (int)QUERY_MAX_ARITY, "a block holds all children of a node");

// Before the blocks. Memory of some size comes 16 bytes behind a cache line: then blocks begin at one.
typedef struct BlockTree {
    uint32_t block_count, node_count;
    uint32_t floats; // of a volume
    uint32_t unused[9];
} BlockTree;
_Static_assert(sizeof(BlockTree) == 48, "so that blocks begin at a cache line");

// A block is `floats` times eight floats, then eight references: those of binary_nodes.h for
// leaves, the block of the children for inner nodes, 0 where there is no node. Nodes come first.
typedef uint32_t BlockRefs[BLOCK_LANES];

static inline size_t block_bytes(const BlockTree *tree)
{
    return (tree->floats + 1) * BLOCK_LANES * sizeof(float);
}

static inline const float *block_at(const BlockTree *tree, uint32_t block)
{
    return (const float *)((const char *)(tree + 1) + block * block_bytes(tree));
}

static inline const uint32_t *block_refs(const BlockTree *tree, uint32_t block)
{
    return (const uint32_t *)(const void *)(block_at(tree, block) + tree->floats * BLOCK_LANES);
}

// Behind the blocks: the identifier of each block's first node, then the place of each node.
static inline const uint32_t *block_firsts(const BlockTree *tree)
{
    return (const uint32_t *)(const void *)block_at(tree, tree->block_count);
}

static inline const uint32_t *block_places(const BlockTree *tree)
{
    return block_firsts(tree) + tree->block_count;
}

// Of eight lanes.
static inline unsigned bits_set(unsigned bits)
{
#ifdef __POPCNT__
    return (unsigned)__builtin_popcount(bits);
#else
    static const unsigned char of_four[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    return of_four[bits & 15] + (unsigned)of_four[bits >> 4 & 15];
#endif
}

// Both sides of the contract of a volume that blocks can hold: floats without anything between, at
// the beginning of the nodes that it is built of.
// tighten: makes the box of a node smaller, which holds the triangles still; NULL: it stays.
typedef void BlockTighten(void *volume, const FitItems *items);
bool blocks_build(Bvh *bvh, const BvType *single, BlockTighten *tighten, Job *job, Error *err);
bool blocks_refit(Bvh *bvh, const BvType *single, Job *job);
NodeLinks blocks_links(const Bvh *bvh, NodeId node);
void blocks_decode(const Bvh *bvh, NodeId node, const void *parent, void *volume);
bool blocks_sound(const Bvh *bvh, size_t bytes);
size_t blocks_bytes(const Bvh *bvh, MemoryRow *rows, int max);

#endif
