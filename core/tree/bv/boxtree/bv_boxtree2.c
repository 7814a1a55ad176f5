// Our extension of restricted boxes: two or three moved sides per node, each the one that takes
// most off the box, on any topology. 24 or 32 bytes per inner node, and boxes nearly as tight as
// AABBs.
#include "core/tree/bv/boxtree/boxtree_axes.h"
#include "core/tree/bv/boxtree/boxtree_store.h"

static const Param params[] = {
    {.name = "sides",
     .note = "moved sides per node: 2 take 24 bytes per inner node, 3 take 32",
     .min = 2,
     .max = 3,
     .normal = 2,
     .whole = true},
};

static bool resize(Bvh *bvh, uint32_t node_count)
{
    BoxtreeConfig config = {.layout = 2, .moves = bvh->desc.params[0] < 2.5 ? 2 : 3};
    return boxtree_resize(bvh, node_count, &config);
}

#define BOXTREE_MOVES(tree) ((tree)->config.moves)
#include "core/tree/bv/boxtree/boxtree_tests.h"

static const OverlapTest tests[] = {BOXTREE_COMMON_TESTS};

const BvType bv_boxtree2 = {
    .name = "RBT-2",
    .note = "restricted boxes with two or three moved sides per node",
    // Not BV_IMPLICIT_BOX: these boxes are tight enough for criteria that measure the triangles.
    .traits = BV_NEEDS_PARENT,
    .params = params,
    .param_count = 1,
    BOXTREE_TYPE,
};
