// The scenario of the 1997 BoxTree paper: two objects in a cage, bouncing off its walls and off
// each other by exchanging velocities, so that they are close most of the time.
#ifndef SNUG_CORE_BENCH_CAGE_H
#define SNUG_CORE_BENCH_CAGE_H

#include "core/query/query.h"

typedef struct CageBody {
    Vec3d place, velocity, spin_axis; // of its centre, in the cage; per frame
    double angle, spin;
} CageBody;

// A cage 1.75 times as large as an object, of which the centres have three quarters of a radius to each
// side. They start in opposite corners.
typedef struct CageRun {
    CageBody body[2];
    double half;                  // what the centres have to each side
    CageBody before[2], apart[2]; // a frame ago; when they were last found apart
    int caught, most_caught;      // frames running in which they met; most ever
    int frames, meetings;
} CageRun;

CageRun cage_begin(double radius, uint64_t seed);
Affine cage_pose(const CageBody *body);
// Both with the same mass: it stays what it was.
double cage_energy(const CageRun *run);

// The bodies as trees, and what brings each to the middle of the cage.
typedef struct CageBodies {
    const Bvh *tree[2];
    Affine rest[2];
} CageBodies;

// One frame: both move on, and if they meet there they part again, with each other's velocities. placed:
// where they were looked at. False: a failure.
bool cage_frame(CageRun *run, const CageBodies *bodies, Affine placed[2], bool *meet, Error *err);

// Placements of the second copy of the mesh in the first one's frame, and in how many of them the
// two collide. False: memory ran short.
bool cage_record(Mesh *mesh, uint64_t seed, Affine *poses, int frames, int *contacts);

// Least CPU time of the simple algorithm per pose, over every so-many-th of them, without some of its
// filters (enum SimpleFilter). False: a failure.
bool cage_simple_ms(const Mesh *mesh, const Affine *poses, int frames, int every, int rounds,
                    unsigned without, double *ms);

#endif
