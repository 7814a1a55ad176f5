// The volume criterion as it is printed (Zachmann 2002, section 4), without any of our ways to be fast.
#ifndef SNUG_CORE_TESTS_ZACHMANN_PLAIN_H
#define SNUG_CORE_TESTS_ZACHMANN_PLAIN_H

#include "core/tests/split_case.h"
#include "core/tree/bv/boxtree/zachmann.h"

typedef struct ZachmannPlain {
    double score, end[2];
    int32_t first_count;
    bool second[SPLIT_CASE_MOST];
    bool balanced;
} ZachmannPlain;

// Seeds, then one triangle after the other; alternating: first, last, second, last but one.
void zachmann_plain_grow(const SplitCase *c, int axis, int which, enum ZachmannOrder order,
                         ZachmannPlain *out);
double zachmann_plain_score(const SplitCase *c, int axis, int which, const ZachmannPlain *p);
// The least score of splits of one child, which may have one triangle (0) or no balanced split (2).
double zachmann_plain_below(const SplitCase *c, const ZachmannPlain *p, int axis, int which,
                            int child);

#endif
