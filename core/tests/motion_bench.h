// Parts of which the last is in the hand, judged with the meshes as they are, by code that has nothing to
// do with how they are moved.
#ifndef SNUG_CORE_TESTS_MOTION_BENCH_H
#define SNUG_CORE_TESTS_MOTION_BENCH_H

#include "core/motion/motion.h"

enum { MOST_PARTS = 8 };

typedef struct Bench {
    PosedPart parts[MOST_PARTS];
    uint8_t roles[MOST_PARTS];
    int32_t count;
    LimitBook book;
    SolidCache solids;
    Motion *motion;
    double start_depth[MOST_PARTS]; // of each part with the one in the hand, at the grab
    bool exempt[MOST_PARTS];
    size_t judged, held;
    double deepest; // share of what is allowed
} Bench;

void bench_add(Bench *bench, Mesh *mesh, Affine placement); // takes over the mesh
void bench_free(Bench *bench);
int32_t hand_of(const Bench *bench);

// How deep a part and the one in the hand are in each other.
double depth_of(Bench *bench, int32_t part, bool *meet, double *error);
double tolerance_of(const Bench *bench, int32_t part);
Vec3d place_of(const Bench *bench); // of the hand's part

void grab(Bench *bench, bool fits);
MotionResult pull(Bench *bench, enum MotionMode mode, Vec3d to, Vec3d turn, bool turning);

// Apart ones do not meet, the others are no deeper than they may be.
void judge(Bench *bench, const char *what);
// The poses of the last step, and poses between them.
void judge_way(Bench *bench, const MotionResult *result, const Affine *rest, int between);

#endif
