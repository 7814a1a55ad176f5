// How a tree was built, split by split, for who wants to see it. The tree is the one that bvh_build
// makes, bit by bit; without a record nothing is noted and nothing is slower.
//
// A *step* is one split of some triangles, with what the criterion weighed. A node with more than two
// children takes several. Nodes are those of the builder: trees of blocks pack them afterwards.
#ifndef SNUG_CORE_TREE_BUILD_RECORD_H
#define SNUG_CORE_TREE_BUILD_RECORD_H

#include "core/tree/build/build.h"
#include "core/tree/split/notes.h"

#define BUILD_NONE UINT32_MAX // no step, no node

enum {
    BUILD_STEPS_MOST = 1 << 20,      // kept: some 60 MB with their nodes
    BUILD_CANDIDATES_MOST = 1 << 20, // kept: 48 MB; when half is used up, of large splits only
    BUILD_LARGE = 256
};

enum BuildFlags {
    BUILD_FELL_BACK = 1, // the criterion found nothing: another rule decided
    BUILD_LOPSIDED = 2,  // one side gets less than a tenth
    BUILD_LEAF = 4,      // a child of its node is a leaf
    BUILD_REFUSED = 8,   // no split was worth it: the node stays a leaf
    BUILD_GUIDED = 16,   // the builder decided, not the criterion
    BUILD_LAST = 32      // of its node: now the children are made
};

typedef struct BuildStep {
    NodeId node;
    uint32_t first;              // slot of the triangles that are split
    int32_t count, left, right;  // triangles, and those of each part
    uint32_t candidate, weighed; // the first that was kept, and how many there were
    uint16_t candidates;         // kept
    int16_t chosen;              // of those; -1: none is kept
    uint16_t level;              // of the node; the root's is 1
    uint8_t flags;
    const char *reason; // in words, of a criterion; never NULL
} BuildStep;

typedef struct BuildNode {
    uint32_t first, count; // slots below it
    NodeId parent, first_child;
    uint32_t made_at;   // step; BUILD_NONE: it is the root
    uint32_t opened_at; // its first step; BUILD_NONE: there is none
    uint32_t child_count;
} BuildNode;

typedef struct BuildRecord {
    BuildStep *steps;
    uint32_t step_count;
    SplitCandidate *candidates;
    uint32_t candidate_count;
    BuildNode *nodes; // by the builder's NodeId
    uint32_t node_count;
    // The nodes as a walk from the root finds them, the first child first: `order` by place, and back;
    // size by place: how many are below, itself included.
    uint32_t *order, *place, *size;
    int depth;
    bool truncated; // there were more steps
    size_t step_capacity, candidate_capacity, node_capacity;
    SplitNotes notes; // of the split at hand
} BuildRecord;

// As bvh_build, by one thread. *record is empty before, and when it fails.
Bvh *bvh_build_recorded(Mesh *mesh, const BvhDesc *desc, Job *job, BuildRecord *record, Error *err);
void build_record_free(BuildRecord *record);
size_t build_record_bytes(const BuildRecord *record);

// Which of the places of a walk there are after a step: BUILD_NONE before the first one, when only the
// root is there.
bool build_is_made(const BuildRecord *record, NodeId node, uint32_t step);
// The slots of one side (0 or 1) of a step, in the finished tree.
void build_side(const BuildRecord *record, uint32_t step, int side, uint32_t *first,
                uint32_t *count);

// Where to stop next after a step; BUILD_NONE: from the beginning, or nowhere.
uint32_t build_next_leaf(const BuildRecord *record, uint32_t step);
// A split that the criterion refused, or that leaves less than a tenth on one side.
uint32_t build_next_odd(const BuildRecord *record, uint32_t step);

// --- for builders. False: memory ran short.

void build_record_begin(BuildRecord *record); // all over again
// What was noted since split_notes_begin goes with it. Its candidates, chosen and flags but for
// REFUSED and GUIDED are filled in.
bool build_record_split(BuildRecord *record, const BuildStep *step);
// Slots of a leaf; those of others follow from what is below.
bool build_record_node(BuildRecord *record, NodeId node, NodeId parent, uint32_t first,
                       uint32_t count);
// The same of a leaf that gets its slots later.
void build_record_slots(BuildRecord *record, NodeId node, uint32_t first, uint32_t count);

#endif
