// The motion of the restricted boxtree paper (Zachmann 2002): two identical objects, each fitting a
// cube of edge 2, their centres apart along x; one makes a full tumbling turn about z and x.
#ifndef SNUG_CORE_BENCH_TUMBLE_H
#define SNUG_CORE_BENCH_TUMBLE_H

#include "core/bench/motion.h"

static inline Affine tumble_pose(double distance, int step, int steps)
{
    double turn = 6.283185307179586 * step / steps;
    Affine about_z = affine_rotation(vec3d(0, 0, 1), turn);
    Affine about_x = affine_rotation(vec3d(1, 0, 0), turn);
    Affine pose = affine_compose(&about_x, &about_z);
    pose.p = vec3d(distance, 0, 0);
    return pose;
}

// What is compared: restricted boxtrees by their tests, lifted and plain, and variants; and other
// volumes, some on the boxtree's own topology.
enum TumbleKind {
    LITE,
    SAT,
    ALIGNED,
    LITE_PLAIN,
    SAT_PLAIN,
    ALIGNED_PLAIN,
    ALIGNED_QUANTISED,
    TABLES,
    OWN_PLANES,
    NINE_BYTES,
    LONGEST,
    RBT2,
    RBT3,
    AABB_BOTH,
    AABB,
    AABB_SAME,
    DOP_SAME,
    DOP,
    OBB,
    SPHERE,
    SCB,
    TUMBLE_KINDS
};
enum { TUMBLE_DISTANCES = 6 };

typedef struct TumbleRange {
    double far, near;
    int steps;     // per distance
    int distances; // 0: TUMBLE_DISTANCES
} TumbleRange;
double tumble_distance(const TumbleRange *range, int part);

typedef struct TumbleObject {
    const char *name;
    Mesh *mesh;
    TumbleRange range;
    double slack; // median volume of a restricted box over that of the tight one of the same node
    MotionResult results[TUMBLE_KINDS * TUMBLE_DISTANCES], mean[TUMBLE_KINDS];
} TumbleObject;

// All contacts at six distances, from just separate bounding spheres down to where half of the
// steps collide. rows: CSV by distance, or NULL. With rows only kinds are measured whose rows are wanted (bench_wants);
// the results are theirs then, one after the other.
bool tumble_measure(FILE *rows, TumbleObject *object, int steps, int rounds);

// N_v by distance and the means, as aligned columns.
void tumble_write_table(FILE *out, const TumbleObject *object);

// Some of the kinds, none of those on another tree's topology, on two meshes of any shape, at so many distances.
typedef struct TumbleWork {
    Mesh *a, *b;
    const enum TumbleKind *kinds;
    int count, distances, steps, rounds;
    Job *job;          // may cancel; NULL: nobody watches
    TumbleRange range; // what came of it
} TumbleWork;

// results: count * distances, those of one kind together.
bool tumble_some(TumbleWork *work, MotionResult *results);

#endif
