// Which boxes meet a box, for boxes that come, move and go: a balanced tree of axis-parallel boxes.
// Moving one box or asking for what it meets costs a logarithm of their number, and what is found.
// All zero is an empty one.
#ifndef SNUG_CORE_ASSEMBLY_BROAD_PHASE_H
#define SNUG_CORE_ASSEMBLY_BROAD_PHASE_H

#include "core/mesh/mesh.h"

#include <stddef.h>

enum { BROAD_MAX_HEIGHT = 48 };

typedef struct BroadNode {
    Box3d box;
    int32_t parent;   // 0: none; node 0 is never used
    int32_t child[2]; // of a leaf: {0, item}
    int32_t height;   // 0: a leaf
} BroadNode;

typedef struct BroadPhase {
    BroadNode *nodes;
    size_t node_capacity;
    int32_t node_count; // nodes ever taken; those given back are in the free list
    int32_t free_node;  // head of the list through `parent`; 0: empty
    int32_t root;
    int32_t *leaf_of; // per item: its leaf, 0 = not in the tree
    size_t item_capacity;
    int32_t item_count;
} BroadPhase;

// Room for items 0 .. item_count-1; afterwards broad_phase_set cannot fail. Never shrinks.
bool broad_phase_reserve(BroadPhase *phase, int32_t item_count);
void broad_phase_free(BroadPhase *phase);
bool broad_phase_copy(BroadPhase *to, const BroadPhase *from); // false: no memory, *to is empty

// Puts the item in, moves it, or with NULL takes it out. A box that is not a number counts as all
// of space, so that it is never missed.
void broad_phase_set(BroadPhase *phase, int32_t item, const Box3d *box);
const Box3d *broad_phase_box(const BroadPhase *phase, int32_t item); // NULL: not in it

// False stops the search.
typedef bool BroadFn(void *user, int32_t item);
// Every item whose box meets this one, boundaries included, once, in no particular order. False
// when fn said so.
bool broad_phase_query(const BroadPhase *phase, const Box3d *box, BroadFn *fn, void *user);

#endif
