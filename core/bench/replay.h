// A criterion that repeats the splits of a tree that is there already, so that volumes can be
// compared on one and the same topology.
#ifndef SNUG_CORE_BENCH_REPLAY_H
#define SNUG_CORE_BENCH_REPLAY_H

#include "core/tree/bvh.h"
#include "core/tree/split/split.h"

// One at a time, from one thread: a criterion carries no state of its own, so this is kept aside.
bool replay_begin(const Bvh *tree); // false: memory ran short
void replay_end(void);
extern const SplitRule split_replay;

#endif
