// Slab cut balls (Larsson and Akenine-Moeller 2008): a ball cut by two parallel planes. Nine floats
// hold flat pieces of a surface as tightly as an oriented box does with fifteen.
#include "core/base/rounding.h"
#include "core/shape/slab_overlap.h"
#include "core/tree/binary_nodes.h"
#include "core/tree/build/build.h"
#include "core/tree/bv/slabcutball/slab_explain.h"
#include "core/tree/bv/slabcutball/slab_fit.h"
#include "core/tree/bv/slabcutball/slab_node.h"
#include "core/tree/pair/traversal.h"
#include "core/tree/pair/variants.h"
#include "core/tree/split/variants.h"

#define SLAB_NODE SlabNode
#include "core/tree/bv/slabcutball/slab_nodes.inl"

static const Param params[SLAB_PARAMS] = {SLAB_COMMON_PARAMS};

const BvType bv_slabcutball = {
    .name = "slab cut ball",
    .note = "balls between two parallel planes: tight on flat pieces, cheap to move",
    .traits = BV_WIDE | BV_LISTS_POINTS,
    .params = params,
    .param_count = SLAB_PARAMS,
    .build = build,
    .refit = refit,
    SLAB_TYPE,
};
