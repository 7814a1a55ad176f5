// Exact set partition by branch and bound: of some candidate sets, choose those that cover each of
// up to 64 nodes exactly once and cost least.
#ifndef SNUG_CORE_HYBRID_SET_PARTITION_H
#define SNUG_CORE_HYBRID_SET_PARTITION_H

#include "core/base/job.h"

#include <stdint.h>

typedef struct PartitionCandidate {
    uint64_t mask; // never 0
    double cost;   // >= 0
} PartitionCandidate;

enum { PARTITION_MAX_NODES = 64 };

// Bounds of what the uncovered nodes still cost. The first two hold for all candidates.
enum PartitionBound {
    // Every node has a price, found once; a candidate's cost beyond the prices of its nodes, which
    // may be negative, is shared among them. Prices and least shares of the candidates that still
    // fit are summed. Good prices make the search several times shorter.
    BOUND_PRICES,
    BOUND_SHARES, // the same with prices of 0: least cost per node
    // Twice the sum of the volumes, as printed: none where volumes overlap, it may cut off the
    // best.
    BOUND_PAPER
};

typedef struct PartitionProblem {
    const PartitionCandidate *candidates;
    int32_t count;
    int nodes;
    enum PartitionBound bound;
    const double *volumes; // of the nodes, for BOUND_PAPER
    bool guess;            // start from a greedy solution, so that bad branches end earlier
    uint64_t node_limit;   // 0: none
    double time_limit;     // in seconds; 0: none
    double (*seconds)(void);
    const Job *job;
} PartitionProblem;

typedef struct PartitionResult {
    bool feasible;
    bool stopped; // by a limit
    bool proven;  // searched to the end, with a bound that is one
    double cost;
    int32_t chosen[PARTITION_MAX_NODES], count; // ascending by the lowest node covered
    uint64_t nodes;                             // of the search tree
} PartitionResult;

// False: cancelled, or memory is short.
bool set_partition(const PartitionProblem *problem, PartitionResult *result);

#endif
