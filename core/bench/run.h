// What benchmarks share with the program that runs them, one at a time on one thread: how far they are, which rows are
// wanted, and meshes and motions of somebody's own instead of theirs.
#ifndef SNUG_CORE_BENCH_RUN_H
#define SNUG_CORE_BENCH_RUN_H

#include "core/mesh/mesh.h"

enum { BENCH_MESHES_MOST = 16 };

typedef struct BenchMesh {
    const char *name;
    Mesh *mesh;
} BenchMesh;

// Two meshes that move against each other: where B is in A's frame.
typedef struct BenchPair {
    const char *name;
    Mesh *a, *b;
    Affine *b_to_a; // one per frame
    int frames;
} BenchPair;

typedef struct BenchPart {
    Mesh *mesh;
    Affine placement;
    int32_t like; // the first part with the same mesh, or itself
} BenchPart;

// Somebody's own, which is only looked at: meshes one by one, how some of them move, and all parts where they stand.
typedef struct BenchOwn {
    const BenchMesh *meshes;
    int mesh_count;
    const char *const *files; // by mesh: where it comes from
    const BenchPair *pairs;
    int pair_count;
    const BenchPart *parts;
    int32_t part_count;
} BenchOwn;

typedef struct BenchDesc {
    void (*went_on)(void *user,
                    double done); // who wants to hear how far it is, 0 .. 1; NULL: nobody
    void *user;
    const BenchOwn *own; // what it measures on instead of its own; NULL: on its own
    const char *wanted;  // rows in which all of these words occur; NULL or "": all rows
    bool quick;          // a look: fewer rounds, poses and sizes, and nothing misses a target
} BenchDesc;

// A benchmark begins.
void bench_begin(const BenchDesc *desc);

// All words occur, in any case.
bool bench_words_match(const char *text, const char *words);
// Whether a row is to be measured in which these names and sizes will stand: to be asked before the work, as what is
// measured is not known then. printf format, ours only.
__attribute__((format(printf, 1, 2))) bool bench_wants(const char *format, ...);
bool bench_wants_all(void); // what is said of several rows can be said only then

int bench_rounds(int usual); // at most two of a quick look
bool bench_is_quick(void);
// Whether figures have to meet targets: of the usual meshes, and not at a quick look.
bool bench_has_targets(void);

// How much of the present span is done; a benchmark begins with a span that is all of it.
void bench_went_on(double share);
// A part of the present span becomes the span, the i-th of n alike, until bench_span_end with what this returns.
typedef struct BenchSpan {
    double from, to;
} BenchSpan;
BenchSpan bench_span(int i, int n);
void bench_span_end(BenchSpan before);

const BenchOwn *bench_own(void); // empty: there is nothing
bool bench_has_own(void);

// The meshes to measure on: own ones if there are any, else the usual ones. Each is the caller's to release; those
// of the usual ones that are not taken are released here. out: BENCH_MESHES_MOST places. Returns how many.
int bench_meshes(const BenchMesh *usual, int count, BenchMesh *out);

#endif
