// Times of building and searching. CPU time of the process, whole sequences of poses, candidates taking
// turns, the least of the rounds.
#ifndef SNUG_CORE_BENCH_PEERS_MEASURE_H
#define SNUG_CORE_BENCH_PEERS_MEASURE_H

#include "core/bench/peers/floor.h"
#include "core/bench/peers/results.h"
#include "core/bench/peers/setting.h"

double cpu_seconds(void);

// False: out of memory, or two of ours disagree.
bool measure_scene(const Setting *setting, Mode mode, int rounds, const Floor *floor,
                   Results *results);
bool measure_builds(int rounds, Results *results);

#endif
