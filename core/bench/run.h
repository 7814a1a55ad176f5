// What benchmarks share with the program that runs them, one at a time on one thread: how far they are, and meshes
// of somebody's own instead of theirs.
#ifndef SNUG_CORE_BENCH_RUN_H
#define SNUG_CORE_BENCH_RUN_H

#include "core/mesh/mesh.h"

enum { BENCH_MESHES_MOST = 16 };

typedef struct BenchMesh {
    const char *name;
    Mesh *mesh;
} BenchMesh;

// A benchmark begins: who wants to hear of it (0 .. 1), and own meshes, which are only looked at. went_on may be
// NULL.
void bench_begin(void (*went_on)(void *user, double done), void *user, const BenchMesh *own,
                 int own_count);

// How much of the present span is done; a benchmark begins with a span that is all of it.
void bench_went_on(double share);
// A part of the present span becomes the span, the i-th of n alike, until bench_span_end with what this returns.
typedef struct BenchSpan {
    double from, to;
} BenchSpan;
BenchSpan bench_span(int i, int n);
void bench_span_end(BenchSpan before);

// The meshes to measure on: own ones if there are any, else the usual ones. Each is the caller's to release; those
// of the usual ones that are not taken are released here. out: BENCH_MESHES_MOST places. Returns how many.
int bench_meshes(const BenchMesh *usual, int count, BenchMesh *out);
bool bench_has_own(void);

#endif
