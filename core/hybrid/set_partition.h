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

// How a search went: the bound of all that is still open and the best solution so far, whenever one of
// them changes.
typedef struct PartitionEvent {
    uint64_t nodes;          // expanded by then
    double bound, incumbent; // infinite: there is none yet
    bool found;              // the incumbent, just now
} PartitionEvent;
typedef struct PartitionNotes {
    PartitionEvent *events;
    uint32_t count;
    size_t capacity;
    double *open; // of the nodes on the way: the least bounds of children that are still to come
    size_t open_count, open_capacity;
    bool failed; // memory ran short: what there is stays
} PartitionNotes;
enum { PARTITION_EVENTS_MOST = 1 << 13 };
void partition_notes_free(PartitionNotes *notes);

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
    PartitionNotes *notes; // of who wants to know how it went; else NULL
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
