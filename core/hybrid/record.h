// How a hierarchy over primitives was built, step by step, for who wants to see it. The tree is the one
// that hybrid_build makes; without a record nothing is noted.
//
// What a step is depends on the builder: a level solved by branch and bound, a pair of neighbours that
// collapse, a primitive that is inserted or moved, a set that is cut in two. Between steps only the
// nodes' parents change, so a tree is put together, or taken apart, by these changes.
#ifndef SNUG_CORE_HYBRID_RECORD_H
#define SNUG_CORE_HYBRID_RECORD_H

#include "core/hybrid/hybrid.h"
#include "core/hybrid/set_partition.h"

enum HybridStepKind {
    HYBRID_STEP_ROOT,     // one group over all there is
    HYBRID_STEP_LEVEL,    // the best selection of candidate groups, by branch and bound
    HYBRID_STEP_COLLAPSE, // two neighbours become one
    HYBRID_STEP_INSERT,   // a primitive goes where the cost grows least
    HYBRID_STEP_MOVE,     // a node is taken out and inserted again, since that lowers the cost
    HYBRID_STEP_BREAK, // an ill-formed group is dissolved or cut in two, since that lowers the cost
    HYBRID_STEP_CUT,   // a set is cut in two
    HYBRID_STEP_MERGED, // a limit ended the search, and the tree of merging is taken instead
    HYBRID_STEP_KINDS
};

typedef struct HybridChange {
    HybridId node, before, after; // its parent, HYBRID_NONE: none
} HybridChange;

typedef struct HybridCandidate {
    double cost;         // what is compared; less is better
    uint64_t mask;       // of a level: which of the step's members it would group
    HybridId a, b;       // collapse: the two; insertion: the group, and the leaf to be paired with
    int32_t left, right; // of a cut
    double at;           // ... along
    uint8_t axis;
    bool taken;
} HybridCandidate;

typedef struct HybridStep {
    enum HybridStepKind kind;
    HybridId node; // the group that was made, or the node that was placed; HYBRID_NONE: several
    uint32_t change, changes;
    uint32_t candidate, candidates;       // kept ...
    uint32_t weighed;                     // ... of these
    uint32_t member, members;             // nodes of the level
    uint32_t primitive[2], primitives[2]; // of each of the two that are joined or cut apart
    int32_t search;                       // of a level: which of the searches; -1: none
    int level;                            // its number, 0: of primitives
    double cost;                          // of what was taken, as candidates' are
} HybridStep;

// One search by branch and bound.
typedef struct HybridSearch {
    PartitionNotes notes;
    uint64_t nodes; // expanded
    double cost;    // of what was found
    bool proven, stopped;
} HybridSearch;

enum { HYBRID_STEPS_MOST = 1 << 16, HYBRID_CANDIDATES_MOST = 1 << 19, HYBRID_KEPT_MOST = 2048 };

struct HybridRecord {
    HybridStep *steps;
    uint32_t step_count;
    HybridChange *changes;
    uint32_t change_count;
    HybridCandidate *candidates;
    uint32_t candidate_count;
    HybridId *members;
    uint32_t member_count;
    int32_t *primitives;
    uint32_t primitive_count;
    HybridSearch *searches;
    uint32_t search_count;
    uint32_t node_count; // most nodes that the tree had
    bool truncated;      // there were more steps
    // While it is being made:
    HybridId *parents; // after the last step
    size_t step_capacity, change_capacity, candidate_capacity, member_capacity, primitive_capacity,
        search_capacity, parent_capacity, noted_capacity;
    HybridCandidate *noted; // of the step at hand
    uint32_t noted_count, noted_all;
    bool failed; // memory ran short: the build fails
};

// As hybrid_build. *record is empty before, and when it fails.
bool hybrid_build_recorded(HybridTree *tree, const PrimitiveSet *set, const HybridDesc *desc,
                           HybridStats *stats, Job *job, HybridRecord *record, Error *err);
void hybrid_record_free(HybridRecord *record);
size_t hybrid_record_bytes(const HybridRecord *record);

// The parents of all nodes, of record->node_count, after the step that `from` says to those after `to`;
// -1: before the first. Forwards and backwards.
void hybrid_record_go(const HybridRecord *record, HybridId *parents, int64_t from, int64_t to);

// --- for builders

void hybrid_note(HybridRecord *record, const HybridCandidate *candidate);
void hybrid_note_begin(HybridRecord *record); // of the next step
// The step with what was noted, and what has changed in the tree since the last one. False: memory.
bool hybrid_record_step(HybridWork *work, const HybridStep *step, const int32_t *first,
                        int32_t first_count, const int32_t *second, int32_t second_count);
// Adds what has changed since to the last step: what came of it only later.
bool hybrid_record_rest(HybridWork *work);
bool hybrid_record_level(HybridWork *work, const HybridId *nodes, int32_t count, int level,
                         const PartitionCandidate *candidates, int32_t candidate_count,
                         const PartitionResult *result, HybridSearch *search);

#endif
