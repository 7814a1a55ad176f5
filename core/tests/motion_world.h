// A few bodies for tests of motion, every pair of them checked.
#ifndef SNUG_CORE_TESTS_MOTION_WORLD_H
#define SNUG_CORE_TESTS_MOTION_WORLD_H

#include "core/motion/near_list.h"
#include "core/tree/build/build.h"

enum { MOST_BODIES = 8 };

// One mesh each; the later one is the first of a pair.
typedef struct World {
    BvhDesc build; // of the trees
    MotionScene scene;
    MotionBody bodies[MOST_BODIES];
    MotionPair pairs[MOST_BODIES * MOST_BODIES];
    Bvh *trees[MOST_BODIES];
    Affine rests[MOST_BODIES];
    NearList list;
} World;

void world_add(World *world, Mesh *mesh, Affine placement); // takes over the mesh
void world_free(World *world);

// The least distance of all pairs with bodies at these poses, one per body; NULL: where they are.
double world_distance(const World *world, const RigidPose *poses);

#endif
