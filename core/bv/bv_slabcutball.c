// Slab cut balls (Larsson and Akenine-Moeller 2008): a ball cut by two parallel planes. Nine floats
// hold flat pieces of a surface as tightly as an oriented box does with fifteen.
#include "../build.h"
#include "../geom/rounding.h"
#include "../geom/slab_fit.h"
#include "../geom/slab_overlap.h"
#include "../query.h"
#include "binary_nodes.h"

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
static void store_ball(SlabNode *node, const SlabBall *ball)
{
    for (int i = 0; i < 3; ++i) {
        node->centre[i] = (float)ball->centre.v[i];
        node->normal[i] = (float)ball->normal.v[i];
    }
    node->radius = float_above(ball->radius);
}

static void store_slab(SlabNode *node, const SlabBall *ball)
{
    node->hi = float_above(ball->hi);
    node->lo = float_below(ball->lo);
}

#define SLAB_NODE SlabNode
#include "slab_nodes.inl"

const BvType bv_slabcutball = {
    .id = BV_ID(slabcutball),
    .name = "slab cut ball",
    .note = "balls between two parallel planes: tight on flat pieces, cheap to move",
    .params = slab_params,
    .param_count = SLAB_PARAMS,
    .rule = DESCEND_radius,
    .build = build,
    .volume_size = sizeof(SlabBall),
    .resize = resize,
    .release = binary_nodes_release,
    .fit = fit,
    .links = links,
    .decode = decode,
    .refit = refit,
    .measure = measure,
    .contains = contains,
    .extent = extent,
    .outline = outline,
    .bytes = bytes,
    .tests = slab_tests,
    .test_count = sizeof slab_tests / sizeof *slab_tests,
};
