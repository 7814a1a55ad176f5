// The pairs of parts that come near, in shares of about equal cost: which machine looks at which pair.
// Every machine finds the same shares by itself.
#ifndef SNUG_CORE_ASSEMBLY_PAIR_SHARE_H
#define SNUG_CORE_ASSEMBLY_PAIR_SHARE_H

#include "core/assembly/assembly.h"

typedef struct SharedPair {
    int32_t a, b;  // a < b
    uint64_t cost; // estimated, of this pair and all before it
} SharedPair;

typedef struct PairShare {
    SharedPair *pairs; // sorted by (a, b)
    size_t count, capacity;
    int32_t number, of; // this share, from 1 on
    size_t first, end;  // its pairs
} PairShare;

// margin: parts that come nearer than this are near. skip (may be NULL): pairs that cost nothing. False:
// memory ran short.
bool pair_share_find(PairShare *out, const PosedPart *parts, int32_t part_count, double margin,
                     PairFn *skip, void *skip_user, int32_t number, int32_t of, Error *err);
void pair_share_free(PairShare *share);
// A PairFn with the share as its user: the pair belongs to another one. Each pair belongs to just one.
bool pair_share_elsewhere(void *share, int32_t a, int32_t b);
// Of all that is estimated, from 0 to 1.
double pair_share_cost(const PairShare *share);

#endif
