// The cost of a partition, as the sorted and the binned sweep share it: measure times triangles of
// each part.
#ifndef SNUG_CORE_TREE_SPLIT_SWEEP_H
#define SNUG_CORE_TREE_SPLIT_SWEEP_H

#include "core/tree/split/split.h"

#include <stdlib.h>

typedef struct SweepCut {
    double cost;
    int axis;
    int32_t left; // triangles in the first part
    int32_t at;   // position or bin after which the first part ends
} SweepCut;

static inline bool sweep_better(const SweepCut *cut, const SweepCut *best, int32_t count)
{
    if (cut->cost != best->cost)
        return cut->cost < best->cost;
    return labs(2L * cut->left - count) < labs(2L * best->left - count);
}

// Every partition of the triangles sorted along each axis (Mueller et al. 1999, as told by Andersen
// and Bay 2006, 2.2). dimensions: 3 compares volumes, 2 areas; where the box is too flat for that,
// one less.
bool sweep_split(const SplitInput *in, int32_t *items, int32_t count, int dimensions,
                 SplitChoice *out);

// The same between 32 bins per axis only.
bool bins_split(const SplitInput *in, int32_t *items, int32_t count, int dimensions,
                SplitChoice *out);

#endif
