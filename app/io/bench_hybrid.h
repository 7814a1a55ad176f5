#ifndef SNUG_APP_IO_BENCH_HYBRID_H
#define SNUG_APP_IO_BENCH_HYBRID_H

#include <stdbool.h>
#include <stdio.h>

// All builders of hybrid hierarchies on the four sets of assets/hybrid, beside the tables of the
// 2006 paper: construction, cost, collision time, and which orderings hold. False: a set could not
// be read, or a tree is not sound.
bool bench_hybrid(FILE *out);

#endif
