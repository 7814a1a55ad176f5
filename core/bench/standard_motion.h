// Motions of two meshes of any size against each other, for those who have no path of their own: after the
// papers' benchmarks. Placements of B in A's frame depend on meshes, frame and seed alone. To add one: a row in
// standard_motion.c.
#ifndef SNUG_CORE_BENCH_STANDARD_MOTION_H
#define SNUG_CORE_BENCH_STANDARD_MOTION_H

#include "core/base/named.h"
#include "core/mesh/mesh.h"

typedef struct MotionSpace {
    Vec3d middle_a, middle_b; // of their boxes
    double radius_a, radius_b;
    int frames;
    uint64_t seed;
} MotionSpace;

typedef struct StandardMotion {
    const char *name, *note;
    int frames; // unless said otherwise
    // Where the middle of B is from the middle of A, and how B is turned about it.
    Affine (*pose)(const MotionSpace *space, int frame);
    // Or all of it at once, where a frame follows from the one before. False: memory ran short.
    bool (*record)(const MotionSpace *space, Mesh *a, Mesh *b, Affine *poses);
} StandardMotion;

extern const StandardMotion *const standard_motions[];
extern const int standard_motion_count;

// Of one that says where B is in each frame: fills poses[space->frames].
void standard_motion_poses_in(const StandardMotion *motion, const MotionSpace *space,
                              Affine *poses);
// Of meshes: fills poses[frames]. False: memory ran short.
bool standard_motion_poses(const StandardMotion *motion, Mesh *a, Mesh *b, int frames,
                           uint64_t seed, Affine *poses);

#endif
