// Triangles sorted by the middle of their boxes, for criteria that look at every partition.
#ifndef SNUG_CORE_TREE_SPLIT_SORTED_H
#define SNUG_CORE_TREE_SPLIT_SORTED_H

#include "core/tree/split/split.h"

typedef struct SortedItem {
    uint32_t key; // ordered like split_key
    int32_t item;
} SortedItem;

// By split_key along the axis; equal keys keep their order, so that builds repeat. Linear in count:
// trees stay O(n log n). `spare` has the size of `sorted`.
void split_sort(const SplitInput *in, int axis, const int32_t *items, int32_t count,
                SortedItem *sorted, SortedItem *spare);

#endif
