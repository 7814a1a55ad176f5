// Which pairs of parts meet, within a time budget: a timed query per pair of parts that comes near,
// run in turns. Whatever is not decided when time is up says how far it got and how wrong "they do
// not meet" could be; the next run goes on there as long as nothing moved.
#ifndef SNUG_CORE_ASSEMBLY_TIMED_PAIRS_H
#define SNUG_CORE_ASSEMBLY_TIMED_PAIRS_H

#include "core/assembly/assembly.h"
#include "core/query/timed.h"

typedef struct TimedPair {
    int32_t a, b;       // parts, a < b
    TimedAnswer answer; // lengths in the assembly's unit, positions in a's frame
    bool begun;
    TimedQuery query;
} TimedPair;

typedef struct TreeBalls {
    Bvh *tree; // retained
    NodeBalls balls;
} TreeBalls;

// All zero is an empty one.
typedef struct TimedPairs {
    TimedPair *pairs; // sorted by (a, b)
    size_t count;
    size_t of_verdict[VERDICT_UNDECIDED + 1];
    size_t next;       // whose turn it is
    BroadPhase boxes;  // of the active parts
    TreeBalls **trees; // those in use lately: balls are made once per tree
    size_t tree_count, tree_capacity;
} TimedPairs;

// Asks for the pairs of active parts of which at least one changed and whose boxes meet, as far as
// the scope does not skip them. Parts are as in assembly_report_update; the trees must live until
// the last run.
bool timed_pairs_begin(TimedPairs *pairs, const PosedPart *parts, int32_t part_count,
                       const AssemblyScope *scope, Error *err);
// Until the deadline (NULL: to the end), one batch of tests per pair beyond it at most. Every pair
// gets an equal share of the time that is left; who is not reached has its turn first next time.
bool timed_pairs_run(TimedPairs *pairs, const PosedPart *parts, const QueryDesc *desc,
                     const Deadline *deadline, Job *job, Error *err);
void timed_pairs_free(TimedPairs *pairs);

#endif
