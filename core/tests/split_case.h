// Sets of triangles to be split once: loose, on a grid with many ties, flat, in a line, all alike.
#ifndef SNUG_CORE_TESTS_SPLIT_CASE_H
#define SNUG_CORE_TESTS_SPLIT_CASE_H

#include "core/base/rng.h"
#include "core/tree/split/split.h"

enum { SPLIT_CASE_MOST = 200 };

typedef struct SplitCase {
    Mesh *mesh;
    Box3 boxes[SPLIT_CASE_MOST];
    int32_t items[SPLIT_CASE_MOST], count;
    SplitInput in;
} SplitCase;

// Of 2 to `most` triangles in an order that is not theirs.
void split_case_make(SplitCase *c, Rng *rng, int32_t most);
void split_case_free(SplitCase *c);

Box3 split_case_union(const SplitCase *c, const int32_t *items, int32_t count);

// The items are still a permutation and neither part is empty.
bool split_case_is_split(const SplitCase *c, const SplitChoice *choice);

#endif
