// Who is right where a peer lists other pairs than ours? Exact arithmetic says, for the corners as
// ours places them (rounded to doubles) and for the poses as they are.
#ifndef SNUG_CORE_BENCH_PEERS_JUDGE_H
#define SNUG_CORE_BENCH_PEERS_JUDGE_H

#include "core/bench/peers/results.h"
#include "core/bench/peers/setting.h"

// ours and theirs: trees over A and B of the setting. Adds notes. Without GMP it only counts.
void judge_pairs(const Setting *setting, const Model ours[2], const Model theirs[2],
                 Results *results);

#endif
