// How restricted boxes are kept. A node's box is its parent's with one side moved inwards (Zachmann
// 2002), or two or three (our extension); nothing else is stored, so boxes are decoded from the
// root downwards. Moved sides have codes 2*axis + side: side 0 = the upper side was lowered, side 1
// = the lower side was raised, both by the stored offset c >= 0.
//
// Node numbers are the driver's: the k-th inner node, in the order of their making, has the
// children 2k+1 and 2k+2. Layout 1 keeps three parallel arrays over all nodes: 4 + 4 + 1 bytes.
// Layout 2 keeps one record per inner node with the offsets of both children and both children's
// references: node 2k+1+i is child i of record k, and leaves have no record at all.
#ifndef SNUG_CORE_TREE_BV_BOXTREE_BOXTREE_STORE_H
#define SNUG_CORE_TREE_BV_BOXTREE_BOXTREE_STORE_H

#include "core/tree/bvh.h"

enum { BOXTREE_MAX_MOVES = 3, BOXTREE_SIDES = 6, BOXTREE_TABLE_STEPS = 1000 };

typedef union BoxtreeWord {
    float offset;
    uint32_t steps; // an offset of a quantised tree: the index in its lookup tables
    uint32_t ref;
} BoxtreeWord;

typedef struct BoxtreeConfig {
    int layout, moves; // more than one move: layout 2 only
    bool quantised;    // offsets are kept as whole numbers of steps; for one move only
    bool own_planes;   // each child moves its own best side, whatever the criterion says
} BoxtreeConfig;

typedef struct Boxtree {
    BoxtreeConfig config;
    Box3 root;
    float step[3]; // see boxtree_step
    uint8_t index_bits, count_bits;
    uint32_t root_ref;
    BoxtreeWord *offset; // layout 1
    uint32_t *ref;       // layout 1: first child or first slot
    uint8_t *flags;      // layout 1: code in bits 0..2, leaf in 3, count - 1 of a leaf in 4..7
    BoxtreeWord *inner;  // layout 2: per record `moves` offsets of each child, then two references
} Boxtree;

// The moved sides of a reference in layout 2 are one of 6, 15 or 20 sets, so that one, two or three
// of them take 3, 4 or 5 bits. Below the leaf bit and these: the record of an inner child, or first
// slot and count - 1 of a leaf.
extern const uint8_t boxtree_pairs[15][2];
extern const uint8_t boxtree_triples[20][3];

static inline const Boxtree *boxtree_of(const Bvh *bvh)
{
    return bvh->nodes;
}

static inline uint32_t boxtree_stride(const Boxtree *tree)
{
    return 2 * (uint32_t)tree->config.moves + 2; // in words
}

// Layout 2 only.
static inline uint32_t boxtree_ref(const Boxtree *tree, NodeId node)
{
    if (node == 0)
        return tree->root_ref;
    const BoxtreeWord *record = tree->inner + (size_t)((node - 1) >> 1) * boxtree_stride(tree);
    return record[2 * tree->config.moves + (int)((node - 1) & 1)].ref;
}

static inline NodeLinks boxtree_links(const Boxtree *tree, NodeId node)
{
    if (tree->config.layout == 1) {
        uint8_t flags = tree->flags[node];
        return flags & 8 ? (NodeLinks){tree->ref[node], (uint32_t)(flags >> 4) + 1, true}
                         : (NodeLinks){tree->ref[node], 2, false};
    }
    uint32_t ref = boxtree_ref(tree, node), index = ref & ((1u << tree->index_bits) - 1);
    if (ref & 0x80000000u)
        return (NodeLinks){index >> tree->count_bits, (index & ((1u << tree->count_bits) - 1)) + 1,
                           true};
    return (NodeLinks){2 * index + 1, 2, false};
}

// What was moved to make a node from its parent; not for the root.
static inline BoxtreeWord boxtree_one_word(const Boxtree *tree, NodeId node, uint8_t *code)
{
    if (tree->config.layout == 1) {
        *code = tree->flags[node] & 7;
        return tree->offset[node];
    }
    const BoxtreeWord *record = tree->inner + 4 * (size_t)((node - 1) >> 1);
    uint32_t child = (node - 1) & 1;
    *code = record[2 + child].ref >> 28 & 7;
    return record[child];
}

static inline float boxtree_one_move(const Boxtree *tree, NodeId node, uint8_t *code)
{
    BoxtreeWord word = boxtree_one_word(tree, node, code);
    return tree->config.quantised ? tree->step[*code >> 1] * (float)word.steps : word.offset;
}

static inline void boxtree_moves(const Boxtree *tree, NodeId node, float offset[BOXTREE_MAX_MOVES],
                                 uint8_t code[BOXTREE_MAX_MOVES])
{
    int moves = tree->config.moves;
    if (moves == 1) {
        offset[0] = boxtree_one_move(tree, node, code);
        return;
    }
    const BoxtreeWord *record = tree->inner + (size_t)((node - 1) >> 1) * boxtree_stride(tree);
    int child = (int)((node - 1) & 1);
    uint32_t set = (record[2 * moves + child].ref & 0x7FFFFFFFu) >> tree->index_bits;
    for (int m = 0; m < moves; ++m) {
        offset[m] = record[child * moves + m].offset;
        code[m] = moves == 2 ? boxtree_pairs[set][m] : boxtree_triples[set][m];
    }
}

// The box of a child, by the definition of these trees: in double, one subtraction or addition per
// moved side. Building chooses offsets so that the result of just this contains the triangles.
static inline void boxtree_move_side(Box3d *box, uint8_t code, float offset)
{
    int axis = code >> 1;
    if (code & 1)
        box->lo.v[axis] += (double)offset;
    else
        box->hi.v[axis] -= (double)offset;
}

// The unit of quantised offsets along an axis of this extent: at least extent / 999, with 14
// significant bits, so that the 1000 multiples 0 .. 999 are floats.
float boxtree_step(double extent);

// The largest multiple of step that is not above offset. Exact: see boxtree_step.
static inline int boxtree_step_count(float offset, float step, float inverse)
{
    int count = (int)(offset * inverse + 0.5f);
    count = count < BOXTREE_TABLE_STEPS ? count : BOXTREE_TABLE_STEPS - 1;
    return (float)count * step > offset ? count - 1 : count;
}

// What the types made of these trees have in common.
bool boxtree_resize(Bvh *bvh, uint32_t node_count, const BoxtreeConfig *config);
void boxtree_release(Bvh *bvh);
void boxtree_fit(Bvh *bvh, NodeId node, NodeLinks links, const void *parent,
                 const SplitChoice *choice, const FitItems *items);
NodeLinks boxtree_node_links(const Bvh *bvh, NodeId node);
void boxtree_decode(const Bvh *bvh, NodeId node, const void *parent, void *volume);
bool boxtree_refit(Bvh *bvh, Job *job);
double boxtree_measure(const void *volume, enum Measure what);
bool boxtree_contains(const void *volume, Vec3d p);
void boxtree_extent(const void *volume, Extent *out);
void boxtree_outline(const void *volume, LineFn *line, void *user);
// By the case of the split (Zachmann 2002): children that part, or trim the same side.
int boxtree_counts(const Bvh *bvh, CountRow rows[BV_MAX_COUNTS]);
size_t boxtree_bytes(const Bvh *bvh, MemoryRow *rows, int max);

#endif
