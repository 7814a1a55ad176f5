// A slab cut ball as published: nine floats and a reference.
#ifndef SNUG_CORE_TREE_BV_SLABCUTBALL_SLAB_NODE_H
#define SNUG_CORE_TREE_BV_SLABCUTBALL_SLAB_NODE_H

#include "core/base/rounding.h"
#include "core/shape/slab.h"

typedef struct SlabNode {
    float centre[3], radius, normal[3], hi, lo;
    uint32_t ref;
} SlabNode;
_Static_assert(sizeof(SlabNode) == 40, "the published 36 bytes, and a reference");

static inline SlabBall load(const SlabNode *n)
{
    return (SlabBall){
        .centre = vec3d((double)n->centre[0], (double)n->centre[1], (double)n->centre[2]),
        .normal = vec3d((double)n->normal[0], (double)n->normal[1], (double)n->normal[2]),
        .radius = (double)n->radius,
        .hi = (double)n->hi,
        .lo = (double)n->lo,
    };
}

// Rounding the components of a unit normal changes its length by less than 2^-23.
static inline void store_ball(SlabNode *node, const SlabBall *ball)
{
    for (int i = 0; i < 3; ++i) {
        node->centre[i] = (float)ball->centre.v[i];
        node->normal[i] = (float)ball->normal.v[i];
    }
    node->radius = float_above(ball->radius);
}

static inline void store_slab(SlabNode *node, const SlabBall *ball)
{
    node->hi = float_above(ball->hi);
    node->lo = float_below(ball->lo);
}

#endif
