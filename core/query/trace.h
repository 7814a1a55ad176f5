// A search that is recorded test by test, so that a person can go through it forwards and backwards
// and ask of every test why it said so. It is the search itself, run one volume test at a time
// (Budget.volume_tests), so what is recorded is what happens: N_v, exits, N_u, N_p and pairs of leaves
// are those of query_contacts from the roots.
//
// A *test* is a pair of volumes that were compared; its parent is the pair whose opening made it. A
// *step* is what can be seen at once: one test, with the triangles compared or the nodes opened after
// it. In trees of blocks a step is one node against a block of children of another, several tests, or
// a pair of leaves taken from the list.
#ifndef SNUG_CORE_QUERY_TRACE_H
#define SNUG_CORE_QUERY_TRACE_H

#include "core/query/query.h"
#include "core/tree/pair/explain.h"

#define TRACE_NONE UINT32_MAX // no test, no step, no node

enum { TRACE_MOST = 1 << 21 }; // tests kept unless a caller says less: 56 MB at most

enum TraceFlags {
    TRACE_LEAVES = 1,   // two leaves, not separated: their triangles are compared
    TRACE_ONE_IS_B = 2, // of a block: the node that all of it was tested against is B's
    TRACE_OPENED = 4,   // not separated, and opened
    TRACE_CONTACT = 8,  // of two leaves: some of their triangles meet
    TRACE_RANK =
        16 // times 0 to 7: of the lanes of a block that are left, the how manieth put on the list
};

typedef struct TraceTest {
    NodeId a, b;
    uint32_t parent; // TRACE_NONE for the pair of roots
    uint8_t exit;    // of the overlap test; 0: not separated
    uint8_t flags;
    uint16_t updates; // N_u of the step that it begins
} TraceTest;
_Static_assert(sizeof(TraceTest) == 16, "a million of them should not take more than 16 MB");

typedef struct TraceStep {
    uint32_t taken; // the test whose pair was taken from the work list; TRACE_NONE: the roots
    uint32_t first, count; // tests that were made; none where a block's pair of leaves was taken
} TraceStep;

// A pair of leaves, in the order in which their triangles were compared.
typedef struct TraceLeaf {
    uint32_t step, test;
    uint64_t triangle_tests; // up to and including this one
    uint64_t contacts;       // likewise; pairs that several leaves list count several times
} TraceLeaf;

typedef struct TraceMark TraceMark;

typedef struct Trace {
    Bvh *a, *b;
    Affine b_to_a, a_to_b;
    const OverlapTest *test;
    bool queue; // first in, first out; otherwise the last one is taken first
    TraceTest *tests;
    uint32_t test_count, step_count, leaf_count;
    TraceStep *steps; // NULL: step i is test i
    TraceLeaf *leaves;
    // The tests as a tree, for drawing it: `place` of each test in the order of a walk from the root,
    // and back; NULL where both are the same. size[place]: tests below, itself included.
    uint32_t *place, *order, *size;
    uint32_t *leaf_of;           // of trees of blocks: what trace_leaf looks up; else NULL
    uint32_t *above_a, *above_b; // the parent of each node of the trees
    TraceMark *marks;
    QueryStats total; // of the whole search, also where not all of it was kept
    enum QueryStatus status;
    uint64_t contacts; // pairs of triangles in contact
    bool truncated;    // the search went on after the last test that is kept
} Trace;

// As query_contacts would search, by one thread and from the roots. most: tests kept; 0 means
// TRACE_MOST. False on bad input, cancel (err->text stays "") or lack of memory; *out is then empty.
bool trace_record(const Bvh *a, const Bvh *b, const Affine *b_to_a, const QueryDesc *desc,
                  uint32_t most, Job *job, Trace *out, Error *err);
void trace_free(Trace *trace);
size_t trace_bytes(const Trace *trace);

TraceStep trace_step(const Trace *trace, uint32_t step);
// The pair of leaves that a test left to be compared. NULL: it did not, or they were not compared
// before the search or the record ended.
const TraceLeaf *trace_leaf(const Trace *trace, uint32_t test);
// The step that made a test, and the one at which its pair was taken from the list: TRACE_NONE, if it
// never was.
uint32_t trace_made_at(const Trace *trace, uint32_t test);

typedef struct TraceCounters {
    uint64_t volume_tests, updates, triangle_tests, leaf_pairs, contacts;
    uint64_t exits[QUERY_MAX_EXITS];
} TraceCounters;
void trace_counters(const Trace *trace, uint32_t step, TraceCounters *out); // after that step
// The work list after a step: fills in the tests that are taken next, or, of pairs that are tested
// when they are taken, that come next; of these, what was never taken before the search or the record
// ended is not known. Returns how many there are, which may be more than `max`.
uint32_t trace_waiting(const Trace *trace, uint32_t step, uint32_t *tests, uint32_t max);

// Where to stop next, after `step` (TRACE_NONE: from the beginning) and at most at the last one.
// TRACE_NONE: nowhere.
uint32_t trace_next_leaves(const Trace *trace, uint32_t step);
uint32_t trace_next_prune(const Trace *trace, uint32_t step);

// What became of one pair of triangles: at which step they were compared, or which test kept them
// from being compared.
typedef struct TraceFate {
    bool compared;
    uint32_t step, test; // TRACE_NONE: not in what was kept
} TraceFate;
bool trace_fate(const Trace *trace, int32_t triangle_a, int32_t triangle_b, TraceFate *out);

// The volume of a node as decoded; `volume` has room for type->volume_size bytes. False: no memory.
bool trace_volume(const Trace *trace, bool of_b, NodeId node, void *volume);
// False: memory ran short, or the test cannot say.
bool trace_explain(const Trace *trace, uint32_t test, Explanation *out);

#endif
