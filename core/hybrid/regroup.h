// Improving a finished tree (Haber 1996; the criteria and the order are ours, the paper names
// none). Each move is kept only if it lowers the cost, else the tree is put back as it was.
#ifndef SNUG_CORE_HYBRID_REGROUP_H
#define SNUG_CORE_HYBRID_REGROUP_H

#include "core/hybrid/insertion.h"

enum { REGROUP_PASSES = 5 };

// Takes out primitives, and groups of at most sqrt(n) primitives, those first whose parent shrinks
// most without them, and inserts them again where it is cheapest. False: cancelled, or memory.
bool regroup_reinsert(HybridWork *work, int passes);

// Groups that are loose (tightness above 4), filled by one child (0.9 of the volume), full of
// overlap (siblings' common boxes above half the volume) or crowded (more than 16 children) are
// dissolved into their parents or cut in two, whichever is cheaper.
bool regroup_eliminate(HybridWork *work);
bool regroup_is_bad(const HybridWork *work, HybridId group);

#endif
