// A binary tree over boxes, made by inserting one after the other where the sum of all areas grows
// least, and improved by taking nodes out and inserting them again (Goldsmith and Salmon 1987,
// Haber 1996; the search is best first).
#ifndef SNUG_CORE_TREE_BUILD_INSERTION_TREE_H
#define SNUG_CORE_TREE_BUILD_INSERTION_TREE_H

#include "core/tree/bv.h"

enum { INSERTION_MOST = 5000 }; // time grows faster than the number

typedef struct InsertionNode {
    Box3 box;
    int32_t parent, child[2]; // -1: none
    int32_t count;            // leaves below
} InsertionNode;

// Leaf i is item i of those given; inner nodes follow.
typedef struct InsertionTree {
    InsertionNode *nodes;
    int32_t leaves, count, root;
    void *heap;
    size_t heap_count, heap_capacity;
    int64_t moves; // re-insertions that lowered the sum
} InsertionTree;

// passes: of re-insertion; 0: none. False on cancel or lack of memory; free it in any case.
bool insertion_tree_build(InsertionTree *tree, const Box3 *boxes, const int32_t *items,
                          int32_t count, int passes, Job *job);
void insertion_tree_free(InsertionTree *tree);

double insertion_tree_area(const InsertionTree *tree); // of all inner nodes

// The leaves from left to right.
void insertion_tree_order(const InsertionTree *tree, int32_t *out);

#endif
