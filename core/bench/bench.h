// Benchmarks of the core, run by `snug bench`. Each writes CSV rows, the first one naming the
// columns, and returns false when a figure misses the target stated in its file. To add one:
// bench_x.c and a line in list.h.
#ifndef SNUG_CORE_BENCH_BENCH_H
#define SNUG_CORE_BENCH_BENCH_H

#include "core/bench/list.h"

#include <stdbool.h>
#include <stdio.h>

// What can be somebody's own (run.h): meshes or parts that stand still, or pairs of them that move.
enum BenchTakes { TAKES_NOTHING, TAKES_MESHES, TAKES_MOTIONS };

typedef struct Bench {
    const char *name;
    enum BenchTakes takes;
    const char *own; // what it does with that, or why it takes nothing: both for who reads it
    const char *note;
    bool (*run)(FILE *csv_out);
} Bench;

#define X(name, takes, own, note) bool bench_##name(FILE *out);
BENCH_LIST(X)
#undef X

#define X(name, takes, own, note) BENCH_##name,
enum { BENCH_LIST(X) BENCH_COUNT };
#undef X

extern const Bench benches[BENCH_COUNT];

#endif
