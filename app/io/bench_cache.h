#ifndef SNUG_APP_IO_BENCH_CACHE_H
#define SNUG_APP_IO_BENCH_CACHE_H

#include <stdbool.h>
#include <stdio.h>

// CPU time of opening a file (reading, topology, hierarchies; no drawing) without a cache, for the
// first time with an empty one, and again, as CSV; of two files that it writes, or of somebody's own. False: an OBJ file opens less than 4 times as fast
// again, a STEP file less than 20 times.
bool bench_cache(FILE *out);

#endif
