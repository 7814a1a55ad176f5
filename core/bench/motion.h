// Two meshes in a sequence of poses, queried with one kind of hierarchy after the other: the shape
// of all published benchmarks of pair queries. Counts are exact and repeat on every machine. Times
// are CPU times of this thread; the kinds take turns block by block of frames, and of each block
// the least time of the rounds counts, so that ratios hold on a busy machine too.
#ifndef SNUG_CORE_BENCH_MOTION_H
#define SNUG_CORE_BENCH_MOTION_H

#include "core/bench/spread.h"
#include "core/query/query.h"
#include "core/tree/build/build.h"
#include "core/tree/split/split.h"

#include <stdio.h>

typedef struct Motion {
    const char *scene;
    Mesh *a, *b;
    int frames, rounds;
    int parts; // stretches of frames whose results are kept apart, of equal length; 0 means 1
    Affine (*b_to_a)(const void *user, int frame);
    const void *user;
    Job *job; // may cancel, which fails; NULL: nobody watches
} Motion;

typedef struct MotionKind {
    const BvType *type;
    const SplitRule *split;
    QueryDesc query;
    const char *param; // one of the type's parameters by name, and its value; NULL: all normal
    double value;
} MotionKind;

// Means per query, but for the trees' own figures.
enum { MOTION_ROUNDS_MOST = 8 };

typedef struct MotionResult {
    double volume_tests, triangle_tests, updates, contacts, frames_in_contact, us;
    double separations, edge_exits; // all, and those by exits 7 to 15: the edge axes of box tests
    double round_us
        [MOTION_ROUNDS_MOST]; // of each round by itself; us is of the least blocks of all of them
    double build_ms, bytes_per_triangle, bytes_per_node; // the last without the triangle index
} MotionResult;

// results: count * parts, those of one kind together. False: a build or query failed, or two kinds
// found different numbers of contacts.
bool motion_measure(const Motion *motion, const MotionKind *kinds, int count,
                    MotionResult *results);

// From the fastest to the slowest round.
Spread motion_spread(const MotionResult *result, int rounds);

// The mean of some consecutive parts.
MotionResult motion_mean(const MotionResult *results, int parts);

// As CSV, one row per kind: the mean of its parts, the time's ratio to the first kind's, the fastest and the slowest
// round, the rank by them, and whether another kind has it, too.
void motion_header(FILE *out);
// with_first: the first kind is what times are a ratio to; else ratios are left out.
void motion_rows(FILE *out, const Motion *motion, const MotionKind *kinds, int count,
                 const MotionResult *results, bool with_first);

// Whether a row of it is wanted (bench_wants), and which of the kinds are: how many, and which they are.
bool motion_wants(const char *scene, const MotionKind *kind);
int motion_wanted(const char *scene, const MotionKind *kinds, int count, MotionKind *out);

// Measures, and writes rows where out is not NULL. Of kinds whose rows are not wanted nothing is measured then; results
// are those of the others, one after the other.
bool motion_run(FILE *out, const Motion *motion, const MotionKind *kinds, int count,
                MotionResult *results);

// The least CPU time of building a tree; NAN when memory is short.
double motion_build_ms(Mesh *mesh, const BvhDesc *desc, int rounds);
// The same, and the most of the rounds.
double motion_build_range(Mesh *mesh, const BvhDesc *desc, int rounds, double *most);

#endif
