// Searches that the tests of traces and of explanations go through: every volume with every overlap
// test, plain and lifted, on small meshes in a few placements.
#ifndef SNUG_CORE_TESTS_TRACE_CASE_H
#define SNUG_CORE_TESTS_TRACE_CASE_H

#include "core/query/query.h"

typedef struct TraceCase {
    const Bvh *a, *b;
    Affine b_to_a;
    QueryDesc desc;   // all contacts, test and lift; the rest is 0
    const char *name; // for messages
    int number;       // counts them all
} TraceCase;
typedef void TraceCaseFn(const TraceCase *c, void *user);

// Placements that are rigid, and scaled ones where the test is right for them. Returns how many
// combinations of volume and test there were.
int trace_cases(TraceCaseFn *each, void *user);

#endif
