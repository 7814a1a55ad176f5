// The front of a traversal: the pairs of nodes at which it ended, apart or leaves. While parts move
// little, the next frame starts there instead of at the roots, and leaves out pairs that were
// farther apart than anything can have moved since.
#ifndef SNUG_CORE_QUERY_FRONT_H
#define SNUG_CORE_QUERY_FRONT_H

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

// Contacts of one pair of trees that moves little from call to call: the front of the last call,
// with what it is valid for. Start with all zero.
typedef struct FrontCache {
    struct Bvh *a, *b; // kept alive, so that a new tree cannot stand at the old address
    uint32_t version_a, version_b;
    int test;
    Affine b_to_a;
    Front front;
    size_t entry_size;
    uint64_t plain_tests; // volume tests of the last traversal from the roots; 0: no front
    double step;          // how far B moved in this frame
    double too_fast;      // steps of this size did not pay; 0: not seen yet
    uint64_t frames, again, from_roots; // the rest were plain
} FrontCache;
void front_cache_free(FrontCache *cache);

#endif
