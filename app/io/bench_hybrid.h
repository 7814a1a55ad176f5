#ifndef SNUG_APP_IO_BENCH_HYBRID_H
#define SNUG_APP_IO_BENCH_HYBRID_H

#include "app/io/hybrid_samples.h"
#include "core/hybrid/hybrid.h"

#include <stdbool.h>
#include <stdio.h>

// Tables 2 to 4 of the paper, under its names for our builders. 0: not there.
typedef struct HybridPublished {
    double seconds, cost, ms;
    int candidates;
} HybridPublished;

typedef struct HybridPublishedSet {
    const char *name;
    HybridPublished tightest, enlarge, merging, two_level;
    double coincident_ms; // two-level
} HybridPublishedSet;
extern const HybridPublishedSet hybrid_published[HYBRID_SAMPLES];
HybridPublished hybrid_published_for(const HybridPublishedSet *set, const HybridBuilder *builder);

// All builders of hybrid hierarchies on the four sets of assets/hybrid, beside the tables of the
// 2006 paper: construction, cost, collision time, and which orderings hold. False: a set could not
// be read, or a tree is not sound.
bool bench_hybrid(FILE *out);

#endif
