// What recording and reading a trace share.
#ifndef SNUG_CORE_QUERY_TRACE_PARTS_H
#define SNUG_CORE_QUERY_TRACE_PARTS_H

#include "core/query/trace.h"

// Sums before every so many tests, so that counters need not be added up from the beginning.
enum { TRACE_MARK_TESTS = 1024 };
struct TraceMark {
    uint64_t updates;
    uint32_t exits[QUERY_MAX_EXITS];
};

// Makes what is read besides the tests: tree of tests, parents of nodes, sums. False: no memory.
bool trace_index(Trace *trace);

#endif
