// A few parts that are pulled about, and a judge: with the meshes as they are, by code that has nothing
// to do with how parts are moved.
#ifndef SNUG_CORE_TESTS_MOTION_BENCH_H
#define SNUG_CORE_TESTS_MOTION_BENCH_H

#include "core/motion/motion.h"

enum { MOST_PARTS = 16 };

typedef struct Bench {
    PosedPart parts[MOST_PARTS];
    uint8_t roles[MOST_PARTS];
    int32_t groups[MOST_PARTS];
    int32_t count, hand; // the last part is the one in the hand, unless another one is said to be
    LimitBook book;
    SolidCache solids;
    Motion *motion;
    double limit[MOST_PARTS][MOST_PARTS]; // how deep each pair may be, lower index first; 0: apart
    bool exempt[MOST_PARTS][MOST_PARTS];  // likewise
    size_t judged, held, pushed;
    double deepest; // share of what is allowed
} Bench;

void bench_add(Bench *bench, Mesh *mesh, Affine placement); // takes over the mesh
void bench_free(Bench *bench);

int32_t hand_of(const Bench *bench);
// How deep a part and the one in the hand are in each other.
double depth_of(Bench *bench, int32_t part, bool *meet, double *error);
double tolerance_of(const Bench *bench, int32_t part);

void grab(Bench *bench, bool fits);
MotionResult pull(Bench *bench, enum MotionMode mode, Vec3d to, Vec3d turn, bool turning);
Vec3d place_of(const Bench *bench); // of the part in the hand

// Apart ones do not meet, the others are no deeper than they may be; fails otherwise. Of all pairs with
// a part that may move.
void judge(Bench *bench, const char *what);
// The poses that the last step led through, and poses between them.
void judge_way(Bench *bench, int between);

#endif
