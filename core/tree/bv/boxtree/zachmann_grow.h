// Between zachmann.c and zachmann_grow.c: the subsets of all cases on all axes at once.
#ifndef SNUG_CORE_TREE_BV_BOXTREE_ZACHMANN_GROW_H
#define SNUG_CORE_TREE_BV_BOXTREE_ZACHMANN_GROW_H

#include "core/shape/box_lanes.h"
#include "core/tree/bv/boxtree/zachmann.h"

// One case; a lane per axis.
typedef struct ZachmannCase {
    Lanes end[2];  // per child: where its moved side is
    LaneMask lead; // how many triangles the first child has more
} ZachmannCase;

// Fills out and the bits of sides. least: triangles that a child must have; returns how many cases
// there are: lu alone when no child of ll and uu can have so many. 0: memory ran short.
int zachmann_grow(const ZachmannSet *set, enum ZachmannOrder order, double least, uint16_t *sides,
                  ZachmannCase out[ZACHMANN_CASES]);

#endif
