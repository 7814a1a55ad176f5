// For volumes whose nodes are one array of equal structs that end in a reference: one word that
// says which children or which slots a node has.
#ifndef SNUG_CORE_TREE_BINARY_NODES_H
#define SNUG_CORE_TREE_BINARY_NODES_H

#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/tree/bvh.h"

// Inner: count of children - 1 in bits 28..30, index of the first below. Leaf: bit 31, count - 1 in
// bits 27..30, first slot below.
#define NODE_LEAF_BIT 0x80000000u
#define NODE_SLOT_MASK 0x07FFFFFFu
#define NODE_CHILD_MASK 0x0FFFFFFFu // there are less than twice as many nodes as triangles
_Static_assert(BVH_MAX_LEAF <= 16, "a leaf's count is kept in four bits");
_Static_assert(QUERY_MAX_ARITY <= 8, "an inner node's count is kept in three bits");

static inline uint32_t node_ref_pack(NodeLinks links)
{
    return links.leaf ? NODE_LEAF_BIT | (links.count - 1) << 27 | links.first
                      : (links.count - 1) << 28 | links.first;
}

static inline NodeLinks node_ref_links(uint32_t ref)
{
    if (ref & NODE_LEAF_BIT)
        return (NodeLinks){ref & NODE_SLOT_MASK, (ref >> 27 & 15) + 1, true};
    return (NodeLinks){ref & NODE_CHILD_MASK, (ref >> 28) + 1, false};
}

static inline bool binary_nodes_resize(Bvh *bvh, uint32_t node_count, size_t node_size)
{
    if (bvh->mesh->triangle_count > (int32_t)NODE_SLOT_MASK)
        return false;
    void *nodes = mem_realloc(bvh->nodes, (size_t)node_count * node_size);
    if (!nodes)
        return false;
    bvh->nodes = nodes;
    return true;
}

static inline size_t binary_nodes_bytes(const Bvh *bvh, size_t node_size, MemoryRow *rows, int max)
{
    if (max < 2)
        return 0;
    rows[0] = (MemoryRow){"nodes", bvh->node_count * node_size};
    rows[1] = (MemoryRow){"triangle index", bvh->slot_count * sizeof *bvh->slots};
    return 2;
}

// The parts of a type's contract that are the same for all such nodes: resize, bytes, node_at and
// links for an array of Node, whose last field is `uint32_t ref`.
#define BINARY_NODES(Node)                                                                         \
    static bool resize(Bvh *bvh, uint32_t node_count)                                              \
    {                                                                                              \
        return binary_nodes_resize(bvh, node_count, sizeof(Node));                                 \
    }                                                                                              \
    static size_t bytes(const Bvh *bvh, MemoryRow *rows, int max)                                  \
    {                                                                                              \
        return binary_nodes_bytes(bvh, sizeof(Node), rows, max);                                   \
    }                                                                                              \
    static inline const Node *node_at(const Bvh *bvh, NodeId node)                                 \
    {                                                                                              \
        return (const Node *)bvh->nodes + node;                                                    \
    }                                                                                              \
    static NodeLinks links(const Bvh *bvh, NodeId node)                                            \
    {                                                                                              \
        return node_ref_links(node_at(bvh, node)->ref);                                            \
    }

// And move, for types that have it.
#define BINARY_NODES_MOVE(Node)                                                                    \
    static void move(Bvh *bvh, NodeId from, NodeId to, NodeId first_child)                         \
    {                                                                                              \
        Node *nodes = bvh->nodes;                                                                  \
        nodes[to] = nodes[from];                                                                   \
        if (!(nodes[to].ref & NODE_LEAF_BIT))                                                      \
            nodes[to].ref = (nodes[to].ref & ~NODE_CHILD_MASK) | first_child;                      \
    }

// And sound, for types whose nodes are numbers of which any will do.
#define BINARY_NODES_SOUND(Node)                                                                   \
    static bool sound(const Bvh *bvh, size_t size)                                                 \
    {                                                                                              \
        return size == (size_t)bvh->node_count * sizeof(Node);                                     \
    }

// The same for nodes that begin with the volume as it is decoded.
#define BINARY_NODES_OF(Node, Volume)                                                              \
    BINARY_NODES(Node)                                                                             \
    static void decode(const Bvh *bvh, NodeId node, const void *parent, void *volume)              \
    {                                                                                              \
        (void)parent;                                                                              \
        memcpy(volume, node_at(bvh, node), sizeof(Volume));                                        \
    }

// What every type of this sort fills in, where its functions are called as in the contract.
#define BINARY_NODES_TYPE                                                                          \
    .resize = resize, .fit = fit, .links = links, .decode = decode, .measure = measure,            \
    .contains = contains, .outline = outline, .bytes = bytes, .tests = tests,                      \
    .test_count = sizeof tests / sizeof *tests

// Refits bottom-up: children have higher indices than their parents. `around` puts a node around
// its two children; leaves, and nodes with more children than that, are fitted anew.
static inline bool binary_nodes_refit(Bvh *bvh, Job *job,
                                      NodeLinks (*links)(const Bvh *bvh, NodeId node),
                                      void (*around)(Bvh *bvh, NodeId node, NodeId first_child))
{
    for (NodeId i = bvh->node_count; i-- > 0;) {
        if ((i & 0xFFFF) == 0 && job_cancelled(job))
            return false;
        NodeLinks at = links(bvh, i);
        if (at.leaf || at.count > 2) {
            FitItems items = bvh_items_below(bvh, i);
            bvh->type->fit(bvh, i, at, NULL, NULL, &items);
        } else {
            around(bvh, i, at.first);
        }
    }
    bvh_refitted(bvh);
    return true;
}

#endif
