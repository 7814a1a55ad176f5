// The front of a pair of trees from frame to frame.
#ifndef SNUG_CORE_QUERY_FRONT_H
#define SNUG_CORE_QUERY_FRONT_H

#include "core/tree/pair/front.h"

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
