#ifndef SNUG_CORE_HYBRID_INSERT_ALL_H
#define SNUG_CORE_HYBRID_INSERT_ALL_H

#include "core/hybrid/insertion.h"

// Every primitive, one after the other, in the order of the set or in one drawn by the seed (not
// 0). The first two make the root.
bool insert_all(HybridWork *work, uint64_t seed);

#endif
