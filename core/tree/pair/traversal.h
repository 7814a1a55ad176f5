// A traversal of two trees as the kernels see it: what is asked, what waits, what was counted.
// core/query starts, runs and ends them.
#ifndef SNUG_CORE_TREE_PAIR_TRAVERSAL_H
#define SNUG_CORE_TREE_PAIR_TRAVERSAL_H

#include "core/tree/bvh.h"
#include "core/tree/pair/descend.h"
#include "core/tree/pair/front.h"
#include "core/tree/pair/frontier.h"

typedef struct QueryStats {
    uint64_t volume_tests;           // N_v, the root pair included, and what fronts add to it:
    uint64_t front_tests;            // of these, gaps measured for a front and tests begun at one
    uint64_t triangle_tests;         // N_p
    uint64_t updates;                // N_u: volumes transformed or realigned
    uint64_t exits[QUERY_MAX_EXITS]; // [e]: separations found by exit e of the overlap test
    double ms;
    double table_ms; // the part of it that filling lookup tables took; 0 for tests without any
} QueryStats;

enum QueryOrder { ORDER_LIFO, ORDER_FIFO, ORDER_BEST_FIRST };
enum {
    QUERY_LOOK = 64,            // volume tests between two looks at clock and cancellation
    QUERY_MOST_BEST_FIRST = 256 // pairs that a search with a bound keeps in best-first order
};

// False stops the traversal. Called for each pair of leaves that are not separated.
typedef bool LeafFn(Query *query, NodeLinks a, NodeLinks b);

// One node of a pair where nothing is carried along with it.
typedef struct NodeSide {
    NodeId node;
} NodeSide;

// Where an entry of the work list keeps its nodes; known once the query ran.
typedef struct PairLayout {
    size_t size, node_a, node_b;
} PairLayout;

struct Query {
    const Bvh *a, *b;
    Affine b_to_a;
    Affine a_to_b;
    const OverlapTest *test;
    bool lift;
    DescentRule rule;
    enum QueryOrder order;
    bool
        eager; // any contact will do: of the pairs of one opening, those that overlap most are taken
               // first, by tests that know how much they do (LIFO order)
    LeafFn *leaf;
    void *user;   // of the leaf operation
    bool bounded; // prune by distance instead of by overlap
    double bound; // pairs whose lower bound reaches it are pruned; the leaf operation lowers it
    // Key of best-first order where there is no bound: pairs of least rank are opened first.
    double (*rank)(const Query *query, NodeId a, NodeId b);
    const void *rank_user;
    Front *front; // where the pairs at which the traversal ends are kept, with a bound those at
                  // or beyond it; NULL: nowhere
    // What the leaf operation leaves out of two leaves is at least so far apart: the pair is kept at the
    // front for it. Only with a bound, by tests of blocks.
    double leaf_gap;
    const unsigned char *again; // entries of a front that are looked at once more, from the last on
    size_t again_count;
    Frontier todo;
    PairLayout entry;
    bool started;
    QueryStats stats;
};

#endif
