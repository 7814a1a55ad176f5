// The scene of the AABB paper (van den Bergen 1998): two copies of a model, each uniformly rotated and its origin
// uniform in a cube, of which so many placements collide as the cube is small; first contact.
#ifndef SNUG_CORE_BENCH_BERGEN_H
#define SNUG_CORE_BENCH_BERGEN_H

#include "core/bench/motion.h"

enum { BERGEN_SEED = 100000 };

// Where B is in A's frame. user: a double, half the edge of the cube.
Affine bergen_placement(const void *user, int frame);

enum BergenKind { BERGEN_OBB, BERGEN_OBB_LITE, BERGEN_AABB, BERGEN_AABB_LITE, BERGEN_KINDS };
extern const MotionKind bergen_kinds[BERGEN_KINDS];
extern const char *const bergen_kind_names[BERGEN_KINDS];

// Its tori of 5000 triangles, tube to ring 0.2, and stand-ins for its other two models.
enum BergenModel { BERGEN_TORUS, BERGEN_X_WING, BERGEN_TEAPOT, BERGEN_MODELS };
extern const char *const bergen_model_names[BERGEN_MODELS]; // stand-ins are called so
Mesh *bergen_model(enum BergenModel model);                 // NULL when memory is short

// Half the edge of the cube in which about 60 % of the placements collide: found by halving, over so many of them.
// NAN: a failure, or cancelled.
double bergen_cube_half(Mesh *mesh, int placements, Job *job);

// Tables 1 and 2: totals of 100,000 placements, microseconds per test, seconds in all.
typedef struct BergenPublished {
    double box_tests, box_us, triangle_tests, triangle_us, seconds;
} BergenPublished;
enum { BERGEN_PLACEMENTS = 100000 };
extern const BergenPublished bergen_published[BERGEN_MODELS][BERGEN_KINDS];

// Table 3, in milliseconds.
typedef struct BergenTimes {
    double build_obb, build_aabb, refit_aabb, test_obb, test_aabb;
} BergenTimes;
extern const BergenTimes bergen_times[BERGEN_MODELS];

double bergen_refit_ms(Bvh *tree, int rounds); // the least; NAN: a failure

#endif
