// The scenes that peers are measured on as well: two meshes and the placement of one against the
// other, frame by frame. S: spheres that pass through each other. K: intertwined knots without
// contact. Z: a torus that tumbles at decreasing distance. V: a torus in random placements. Meshes of
// S and K are turned, so that no tree profits from their axes, but for "K straight".
#ifndef SNUG_CORE_BENCH_POSES_H
#define SNUG_CORE_BENCH_POSES_H

#include "core/bench/run.h"

typedef struct Scene {
    const char *name;
    int frames;
    Mesh *(*make_a)(void), *(*make_b)(void);
    Affine (*b_to_a)(int frame);
    // More of them on the same way for first contacts, which take so little that a few of them only
    // show how long memory takes to warm up; 0: the same.
    int first_frames;
    Affine (*first_b_to_a)(int frame);
} Scene;

enum {
    SCENE_S,
    SCENE_K,
    SCENE_Z,
    SCENE_V,
    SCENES,
    // for peers alone: larger ones, and other shapes
    SCENE_S_LARGE = SCENES,
    SCENE_K_LARGE,
    SCENE_K_STRAIGHT,
    SCENE_Z_LARGE,
    SCENE_V_BLOB,
    PEER_SCENES
};
extern const Scene bench_scenes[PEER_SCENES];

// What benchmarks of pairs measure on: pairs of somebody's own if there are any, else scenes. How many, and the i-th of
// them: an own one, or that scene. False: memory ran short. bench_pair_free also after that.
int bench_pair_count(int scenes);
bool bench_pair_take(int i, const Scene *scene, BenchPair *out);
void bench_pair_free(BenchPair *pair);

#endif
