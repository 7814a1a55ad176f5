// Two meshes in a sequence of poses, queried with one kind of hierarchy after the other: the shape
// of all published benchmarks of pair queries.
#ifndef SNUG_CORE_BENCH_MOTION_H
#define SNUG_CORE_BENCH_MOTION_H

#include "../build.h"
#include "../query.h"

#include <stdio.h>

typedef struct Motion {
    const char *scene;
    Mesh *a, *b;
    int frames, rounds; // the least time of the rounds counts
    Affine (*b_to_a)(const void *user, int frame);
    const void *user;
} Motion;

typedef struct MotionKind {
    const BvType *type;
    const SplitRule *split;
    QueryDesc query;
} MotionKind;

void motion_header(FILE *out);

// One CSV row per kind: means per frame, and the time's ratio to the first kind's. False: a build
// or query failed, or two kinds found different numbers of contacts.
bool motion_rows(FILE *out, const Motion *motion, const MotionKind *kinds, int count);

#endif
