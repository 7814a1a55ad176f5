// Things that hang together, as a forest: parent[i] == i is the root that stands for its group.
#ifndef SNUG_CORE_BASE_DISJOINT_H
#define SNUG_CORE_BASE_DISJOINT_H

#include <stdint.h>

static inline int32_t disjoint_root(int32_t *parent, int32_t i)
{
    while (parent[i] != i)
        i = parent[i] = parent[parent[i]];
    return i;
}

// The lower root stays one, so that the outcome does not depend on the order.
static inline void disjoint_join(int32_t *parent, int32_t a, int32_t b)
{
    a = disjoint_root(parent, a);
    b = disjoint_root(parent, b);
    parent[a < b ? b : a] = a < b ? a : b;
}

#endif
