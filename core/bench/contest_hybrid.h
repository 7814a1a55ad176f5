// Builders of hybrid hierarchies against each other, by the protocol of contest.h. N_v counts all tests of two
// volumes, N_p those among them of two primitives, N_u how many of B's volumes were moved into A's frame.
#ifndef SNUG_CORE_BENCH_CONTEST_HYBRID_H
#define SNUG_CORE_BENCH_CONTEST_HYBRID_H

#include "core/bench/contest.h"
#include "core/hybrid/kind.h"

typedef struct HybridContestPair {
    const PrimitiveSet *a, *b; // may be one and the same
    const Affine *b_to_a;
} HybridContestPair;

typedef struct HybridContest {
    const HybridContestPair *pairs;
    int pair_count, frames;
    const HybridDesc *kinds; // that repeat: hybrid_kind_repeatable
    int kind_count;
    ContestListener listener;
} HybridContest;

bool hybrid_contest_run(const HybridContest *contest, ContestResult *results, Job *job, Error *err);

#endif
