// Where a node is best inserted (Goldsmith and Salmon 1987), for the builders that insert and
// regroup.
#ifndef SNUG_CORE_HYBRID_INSERTION_H
#define SNUG_CORE_HYBRID_INSERTION_H

#include "core/hybrid/hybrid.h"

typedef struct InsertPlace {
    HybridId group;
    HybridId partner; // a leaf of that group to be paired with; HYBRID_NONE: a child of the group
    double delta;     // by how much the cost will grow
    int32_t visited;  // groups looked at
} InsertPlace;

// The cheapest place under the root for a node, a leaf or a whole subtree, that is in no group now:
//   rule 1  child of g                 (k+1) V' - k V
//   rule 2  pair with leaf q of g      k (V' - V) + 2 vol(q + node)
//   rule 3  into child group g'        k (V' - V) + what g' needs
// k children, V and V' the volume of g without and with the node. Groups are opened by what the way
// to them costs, and never once that exceeds the best place found: exact where a group cannot
// shrink by covering more, as with AABBs; principal axes may turn so that it does. False: memory.
bool insertion_find(HybridWork *work, HybridId node, InsertPlace *place);

// Links it there and fits all groups above.
bool insertion_apply(HybridWork *work, HybridId node, const InsertPlace *place);

// For who records it: the step that put a node where it was found to be cheapest. False: memory.
bool insertion_record(HybridWork *work, HybridId node, const InsertPlace *place, bool moved);

// Takes a node out; a parent left with one child is replaced by that child, and the groups above
// are fitted. The node must not be the root, nor a child of a root with two children.
void insertion_detach(HybridWork *work, HybridId node);

// Sum over groups of children x score.
double insertion_cost(const HybridWork *work);

#endif
