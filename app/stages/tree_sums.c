#include "app/stages/tree_sums.h"

#include <stdlib.h>

static int by_address(const void *a, const void *b)
{
    uintptr_t x = (uintptr_t) * (Bvh *const *)a, y = (uintptr_t) * (Bvh *const *)b;
    return (x > y) - (x < y);
}

TreeSums tree_sums(const Bvh **trees, size_t count)
{
    TreeSums sums = {0};
    if (count > 0)
        qsort(trees, count, sizeof *trees, by_address);
    for (size_t i = 0; i < count; ++i)
        if (trees[i] && (i == 0 || trees[i] != trees[i - 1])) {
            sums.bytes += (double)bvh_bytes(trees[i]);
            sums.build_ms += trees[i]->build_ms;
        }
    return sums;
}
