// A ball around the triangles below each node, and the node's level: what a query that was stopped
// can say about the pairs it left, whatever the volume type. Made once per tree.
#ifndef SNUG_CORE_QUERY_NODE_BALLS_H
#define SNUG_CORE_QUERY_NODE_BALLS_H

#include "core/tree/bvh.h"

typedef struct NodeBall {
    float centre[3];
    float radius; // negative: nothing is below
} NodeBall;

typedef struct NodeBalls {
    NodeBall *balls;
    uint16_t *levels; // 0 = root
    NodeId *above;    // the parent of each, BVH_NO_NODE of the root: for bvh_volume
    uint32_t count;
    uint32_t mesh_version;
} NodeBalls;

bool node_balls_make(NodeBalls *balls, const Bvh *bvh); // false: memory ran short
void node_balls_free(NodeBalls *balls);

#endif
