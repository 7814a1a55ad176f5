// The scenario of the 1997 BoxTree paper: two objects in a cage, bouncing off its walls and off
// each other by exchanging velocities, so that they are close most of the time.
#ifndef SNUG_CORE_BENCH_CAGE_H
#define SNUG_CORE_BENCH_CAGE_H

#include "core/mesh/mesh.h"

// Placements of the second copy of the mesh in the first one's frame, and in how many of them the
// two collide. False: memory ran short.
bool cage_record(Mesh *mesh, uint64_t seed, Affine *poses, int frames, int *contacts);

// Least CPU time of the simple algorithm per pose, over every so-many-th of them, without some of its
// filters (enum SimpleFilter). False: a failure.
bool cage_simple_ms(const Mesh *mesh, const Affine *poses, int frames, int every, int rounds,
                    unsigned without, double *ms);

#endif
