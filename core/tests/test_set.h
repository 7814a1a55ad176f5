// Meshes, poses and configurations that several test programs loop over.
#ifndef SNUG_CORE_TESTS_TEST_SET_H
#define SNUG_CORE_TESTS_TEST_SET_H

#include "core/base/rng.h"
#include "core/query/query.h"
#include "core/tree/build/build.h"

// Meshes that are hard for hierarchies, each for a reason of its own.
typedef struct TestMesh {
    const char *name;
    Mesh *(*make)(void);
} TestMesh;
extern const TestMesh test_meshes[];
extern const int test_mesh_count;

// Two meshes and the placements of one against the other: all over the contact range, every fourth
// one unrotated and on a grid, where faces touch and lie in one plane.
typedef struct MeshPair {
    const char *name;
    Mesh *a, *b;
    double reach; // translations are drawn from the cube of this half edge
    double grid;  // of the touching poses
} MeshPair;
enum { MESH_PAIRS = 6 };
void mesh_pairs_create(MeshPair pairs[MESH_PAIRS]);
void mesh_pairs_free(MeshPair pairs[MESH_PAIRS]);
Affine mesh_pair_pose(const MeshPair *pair, uint64_t seed);

// Of nodes, links, places and sizes of volumes, and slots: equal for equal trees.
uint64_t tree_hash(const Bvh *tree);

// Of a point from the corner, the edge or the face that is named.
double distance_from_feature(const Triangle *t, TriFeature feature, Vec3d p);

// SNUG_FULL=1 selects the long tier; sanitizers make everything ten times slower.
bool long_tier(void);
bool sanitised(void);

#endif
