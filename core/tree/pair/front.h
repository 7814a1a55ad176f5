// The front of a traversal: the pairs of nodes at which it ended, apart or leaves. While parts move
// little, the next frame starts there instead of at the roots, and leaves out pairs that were
// farther apart than anything can have moved since.
#ifndef SNUG_CORE_TREE_PAIR_FRONT_H
#define SNUG_CORE_TREE_PAIR_FRONT_H

#include "core/base/array.h"
#include "core/base/vec.h"

typedef struct Front {
    unsigned char *entries; // of the work list's kind
    double *until;          // of each entry: apart as long as the travel is less
    size_t count, capacity, until_capacity;
    double travel; // upper bound of how far any point of B has moved against A so far
} Front;

static inline bool front_keep(Front *front, const void *entry, size_t entry_size, double gap)
{
    if (!array_reserve(&front->entries, &front->capacity, front->count + 1, entry_size) ||
        !array_reserve(&front->until, &front->until_capacity, front->count + 1,
                       sizeof *front->until))
        return false;
    memcpy(front->entries + front->count * entry_size, entry, entry_size);
    front->until[front->count++] = front->travel + gap;
    return true;
}

#endif
