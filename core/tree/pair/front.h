// The front of a traversal: the pairs of nodes at which it ended, apart or leaves. While parts move
// little, the next frame starts there instead of at the roots, and leaves out pairs that were
// farther apart than anything can have moved since.
#ifndef SNUG_CORE_TREE_PAIR_FRONT_H
#define SNUG_CORE_TREE_PAIR_FRONT_H

#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/base/vec.h"

typedef struct Front {
    unsigned char *entries; // of the work list's kind
    double *until;          // of each entry: apart as long as the travel is less
    size_t count, capacity, until_capacity;
    double travel;        // upper bound of how far any point of B has moved against A so far
    unsigned char *again; // what was taken from it to be looked at once more
    size_t again_count, again_capacity;
} Front;

static inline void front_free(Front *front)
{
    mem_free(front->entries);
    mem_free(front->until);
    mem_free(front->again);
    *front = (Front){.count = 0};
}

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

// Would what is kept with this gap stay if nothing moved? Else it would be looked at again and again.
static inline bool front_stays(const Front *front, double gap, double bound)
{
    return front->travel + gap > front->travel + bound;
}

// How many may be nearer than the bound by now.
static inline size_t front_used_up(const Front *front, double bound)
{
    size_t count = 0;
    for (size_t i = 0; i < front->count; ++i)
        count += !(front->until[i] > front->travel + bound);
    return count;
}

// Takes these from the front, in their order. False: memory ran short, and the front is as it was.
static inline bool front_take_up(Front *front, double bound, size_t size)
{
    size_t count = front_used_up(front, bound), kept = 0;
    front->again_count = 0;
    if (!array_reserve(&front->again, &front->again_capacity, count * size, 1))
        return false;
    for (size_t i = 0; i < front->count; ++i) {
        const unsigned char *entry = front->entries + i * size;
        if (!(front->until[i] > front->travel + bound)) {
            memcpy(front->again + front->again_count++ * size, entry, size);
            continue;
        }
        if (kept != i)
            memcpy(front->entries + kept * size, entry, size);
        front->until[kept++] = front->until[i];
    }
    front->count = kept;
    return true;
}

#endif
