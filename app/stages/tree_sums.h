// What the hierarchies of all parts take together.
#ifndef SNUG_APP_STAGES_TREE_SUMS_H
#define SNUG_APP_STAGES_TREE_SUMS_H

#include "core/tree/bvh.h"

typedef struct TreeSums {
    double build_ms, bytes;
} TreeSums;

// Equal parts share a tree, which counts once; NULL counts nothing. Sorts them. Of the trees themselves: those
// that were there before are not in the time of the last build.
TreeSums tree_sums(const Bvh **trees, size_t count);

#endif
