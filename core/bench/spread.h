// What rounds of a measurement took: the least and the most, and who is faster than whom by them. Rounds that overlap
// are a tie.
#ifndef SNUG_CORE_BENCH_SPREAD_H
#define SNUG_CORE_BENCH_SPREAD_H

#include <math.h>
#include <stdbool.h>

typedef struct Spread {
    double least, most;
} Spread;

#define SPREAD_NONE ((Spread){INFINITY, -INFINITY}) // of no round yet

static inline void spread_add(Spread *spread, double value)
{
    spread->least = fmin(spread->least, value);
    spread->most = fmax(spread->most, value);
}

static inline bool spread_overlap(Spread a, Spread b)
{
    return a.least <= b.most && b.least <= a.most;
}

// 1: the fastest, and all whose rounds overlap with its. Those whose rounds lie above all of n others have n + 1.
int spread_rank(const Spread *all, int count, int one);
bool spread_ties(const Spread *all, int count, int one); // another has the same rank

#endif
