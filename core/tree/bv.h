// The contract of a bounding volume and of its overlap tests. To add a volume: bv/<family>/bv_x.c
// that defines `const BvType bv_x`, and X(x) in bv/list.h. To add an overlap test: a kernel block
// in that file and a row in its tests[]. One indirect call per pair query, none per node.
#ifndef SNUG_CORE_TREE_BV_H
#define SNUG_CORE_TREE_BV_H

#include "core/base/budget.h"
#include "core/base/error.h"
#include "core/base/job.h"
#include "core/base/named.h"
#include "core/base/param.h"
#include "core/tree/fit.h"

#include <stddef.h>
#include <stdint.h>

typedef struct Bvh Bvh;
typedef struct Query Query;
typedef struct BvhDesc BvhDesc;
typedef struct ExplainPair ExplainPair; // pair/explain.h
typedef struct Explanation Explanation;
typedef uint32_t NodeId; // root = 0; children stand together and after their parent

// Inner: children first .. first+count-1. Leaf: slots of the triangle index, which may repeat a
// triangle; count 0 is an empty cell.
typedef struct NodeLinks {
    uint32_t first, count;
    bool leaf;
} NodeLinks;

enum { QUERY_MAX_EXITS = 32, QUERY_MAX_ARITY = 8 };

typedef struct MemoryRow {
    const char *what;
    size_t bytes;
} MemoryRow;

// How many nodes are of a sort that only this type knows, e.g. which case of a criterion made them.
typedef struct CountRow {
    const char *what;
    uint32_t count;
} CountRow;
enum { BV_MAX_COUNTS = 8 };
typedef struct CountRows {
    CountRow rows[BV_MAX_COUNTS];
    int count;
} CountRows;

enum BvTraits {
    BV_SPACE_PARTITION = 1,
    BV_REPEATS_TRIANGLES = 2,
    // fit and decode get the parent's decoded volume, fit before the node's split
    BV_NEEDS_PARENT = 4,
    BV_IMPLICIT_BOX = 16,   // decoded it is a Box3d, looser than the triangles: criteria see it
    BV_WIDE = 32,           // a node can have up to QUERY_MAX_ARITY children
    BV_PRINCIPAL_AXES = 64, // fit finds axes of triangles: worth a table of their moments
    BV_ONE_BY_ONE = 128,    // fit uses memory that nodes share: one thread makes them all
    BV_LISTS_POINTS = 256   // fit goes through the points several times: worth a room to list them
};

enum TestAbilities {
    TEST_BOUND = 1, // gives a lower bound of the distance
    TEST_SCALE = 2, // right under non-uniform scale
    TEST_FRONT = 4  // entries do not depend on the placement: they can be kept for the next frame
};

enum QueryStatus {
    QUERY_DONE,      // the work list ran empty
    QUERY_STOPPED,   // the leaf operation had enough
    QUERY_UNDECIDED, // the budget ran out; run again to go on
    QUERY_FAILED     // memory ran short; nothing was dropped silently
};

typedef struct OverlapTest {
    const char *name, *note;
    const char *const *exit_names; // [1..exit_count]: what separated; [0] is "overlap"
    int exit_count;
    unsigned can;
    enum QueryStatus (*run)(Query *query, const Budget *budget);
    // The same with node-specific work lifted one level (done once per node when its parent is
    // opened, instead of once per pair); NULL where there is none.
    enum QueryStatus (*run_lifted)(Query *query, const Budget *budget);
    // Why it said so of one pair, for who looks at it; NULL: it cannot say.
    void (*explain)(const ExplainPair *pair, Explanation *out);
    // Of a test of one node against all children of another at once, for who traces it; NULL: pairs
    // are tested one by one.
    const struct BlockSteps *blocks;
} OverlapTest;

// What opening a pair does, where the children of a node are tested together.
typedef struct BlockSteps {
    // Whether A's (1), B's (2) or both nodes (3) of a pair are opened.
    unsigned (*opened)(const Query *query, NodeId a, NodeId b);
    // The exits of all children of a node against one node of the other tree, B's if of_b. Returns how
    // many there are and which is the first. BLOCK_OF_ROOT: the root stands for the children.
    uint32_t (*exits)(const Query *query, bool of_b, NodeId one, NodeId parent, NodeId *first,
                      uint8_t exits[QUERY_MAX_ARITY]);
} BlockSteps;
#define BLOCK_OF_ROOT UINT32_MAX

typedef struct BvType {
    const char *name, *note;
    unsigned traits;
    const Param *params;
    int param_count;
    int rule;                          // what suits it best, of descent_rules
    const struct SplitRule *criterion; // its paper's; NULL: the first of split_rules
    int leaf_size, arity;              // where a description says nothing; 0: 1 and 2
    const char *own_criterion; // of `build`: what it cuts by instead of any of them, in a few words
    bool (*build)(Bvh *bvh, Job *job, Error *err); // NULL: the builder of the description
    // Whether the criterion or builder makes sense for this type; *why says why not. NULL: all do.
    bool (*allows)(const BvhDesc *desc, const char **why);
    size_t volume_size;                            // as decoded
    bool (*resize)(Bvh *bvh, uint32_t node_count); // keeps the nodes there are
    void (*release)(Bvh *bvh);                     // NULL: its nodes are one block
    // Whether a block of so many bytes, written by anybody, can be the nodes: every node may then be
    // asked for its links. NULL: trees of this type are not kept as bytes (bvh_keep.h).
    bool (*sound)(const Bvh *bvh, size_t bytes);
    void (*fit)(Bvh *bvh, NodeId node, NodeLinks links, const void *parent,
                const SplitChoice *choice, const FitItems *items); // stores volume and links
    // A node to a place before its own, its children being at first_child now. NULL: nodes stay where
    // they were made, and only trees of one triangle per leaf are built by several threads.
    void (*move)(Bvh *bvh, NodeId from, NodeId to, NodeId first_child);
    // Ends a build: volumes that fit left out, as their children's give them without a loss. NULL:
    // there are none. False: cancelled.
    bool (*finish)(Bvh *bvh, Job *job);
    NodeLinks (*links)(const Bvh *bvh, NodeId node);
    void (*decode)(const Bvh *bvh, NodeId node, const void *parent, void *volume);
    bool (*refit)(Bvh *bvh, Job *job); // NULL: rebuild instead
    double (*measure)(const void *volume, enum Measure what);
    bool (*contains)(const void *volume, Vec3d p);
    void (*extent)(const void *volume, Extent *out);               // NULL: taken from the outline
    void (*outline)(const void *volume, LineFn *line, void *user); // overlay geometry, no GL here
    size_t (*bytes)(const Bvh *bvh, MemoryRow *rows, int max); // returns the number of rows filled
    int (*counts)(const Bvh *bvh, CountRow rows[BV_MAX_COUNTS]); // likewise; NULL: there are none
    const OverlapTest *tests;
    int test_count;
} BvType;

extern const BvType *const bv_types[];
extern const int bv_type_count;
static inline int bv_index(const BvType *row)
{
    return named_index(bv_types, bv_type_count, row);
}

#endif
