// Hierarchies level by level (Andersen and Bay 2006): candidates for groups are proposed by a
// heuristic, the best selection that covers every node of the level once is found by branch and
// bound, and the groups are the nodes of the next level.
#ifndef SNUG_CORE_HYBRID_LEVELS_H
#define SNUG_CORE_HYBRID_LEVELS_H

#include "core/hybrid/hybrid.h"
#include "core/hybrid/set_partition.h"
#include "core/hybrid/split.h"

struct Level {
    HybridWork *work;
    int level; // 0: of primitives
    int count; // nodes, at most 64
    HybridId nodes[PARTITION_MAX_NODES];
    double score[PARTITION_MAX_NODES];      // of each node
    int32_t *covered;                       // the primitives of node 0, then of node 1, ...
    int32_t first[PARTITION_MAX_NODES + 1]; // where each node's begin
    int32_t *joined;                        // room for all of them
    PartitionCandidate *candidates;
    int32_t candidate_count;
    size_t capacity;
};

// The fit around what the nodes of the mask cover.
HybridFit level_fit(Level *level, uint64_t mask);

// Adds the mask as a candidate, of cost |mask| x score of its fit, unless it is there already.
bool level_propose(Level *level, uint64_t mask);

// Parameters every builder of this kind begins with.
enum { LEVEL_BOUND, LEVEL_GUESS, LEVEL_SECONDS, LEVEL_NODES, LEVEL_PARAM_COUNT };
#define LEVEL_PARAMS                                                                               \
    {"bound", "0: prices and shares; 1: shares; 2: the paper's, which may lose the best",          \
     0,       2,                                                                                   \
     0,       true,                                                                                \
     NULL,    0},                                                                                  \
        {"guess", "1: start from a greedy solution", 0, 1, 1, true, NULL, 0},                      \
        {"seconds", "per level, then the best so far is used; 0: no limit",                        \
         0,         3600,                                                                          \
         10,        false,                                                                         \
         NULL,      0},                                                                            \
    {                                                                                              \
        "nodes", "of the search, per level; 0: no limit", 0, 1e12, 0, true, NULL, 0                \
    }

// `attempt` counts from 0 as long as the candidates of before cover no level; false: memory, or
// cancelled. Sets of more than 64 nodes are cut into blocks of at most 32 first, each solved for
// itself.
bool levels_build(HybridWork *work, ProposeFn *propose);

#endif
