// Restricted boxes: each is its parent's with one side moved, so that a node is one float and a few
// bits (Zachmann 2002). Storage in boxtree_store.h, the arithmetic of the tests in
// boxtree_axes.h.
#include "core/tree/bv/boxtree/boxtree_axes.h"
#include "core/tree/bv/boxtree/boxtree_store.h"
#include "core/tree/bv/boxtree/boxtree_tables.h"
#include "core/tree/split/variants.h"

enum { PARAM_LAYOUT, PARAM_QUANTISED, PARAM_OWN_PLANES, PARAM_COUNT };

static const Param params[PARAM_COUNT] = {
    {.name = "layout",
     .note = "1: three arrays, 9 bytes per node; 2: both children in the parent, 16 per inner node",
     .min = 1,
     .max = 2,
     .normal = 2,
     .whole = true},
    {.name = "quantised",
     .note = "offsets in 999 steps of the root's sides, as the lookup tables want them",
     .max = 1,
     .whole = true},
    {.name = "own planes",
     .note = "each child moves the side that gains most, instead of one axis for both",
     .max = 1,
     .whole = true},
};

static bool resize(Bvh *bvh, uint32_t node_count)
{
    const double *p = bvh->desc.params;
    BoxtreeConfig config = {.layout = p[PARAM_LAYOUT] < 1.5 ? 1 : 2,
                            .moves = 1,
                            .quantised = p[PARAM_QUANTISED] > 0.5,
                            .own_planes = p[PARAM_OWN_PLANES] > 0.5};
    return boxtree_resize(bvh, node_count, &config);
}

#define BOXTREE_MOVES(tree) ((void)(tree), 1)
#include "core/tree/bv/boxtree/boxtree_tests.h"

#define BOXTREE_NAMED(part) tables_##part
#define BOXTREE_AXES BOXTREE_ALIGNED_AXES
#define BOXTREE_REACH_A ((BoxtreeReach){0, true})
#define BOXTREE_REACH_B ((BoxtreeReach){3, false})
#define BOXTREE_TABLES 1
#include "core/tree/bv/boxtree/boxtree_kernel.inl"

static const OverlapTest tests[] = {
    BOXTREE_COMMON_TESTS,
    {
        .name = "lookup tables",
        .note = "axis alignment with products from tables; meant for quantised offsets",
        .exit_names = box_sat_exits,
        .exit_count = BOXTREE_ALIGNED_AXES,
        .can = TEST_BOUND | TEST_SCALE,
        .run = tables_run,
        .run_lifted = tables_run_lifted,
        .explain = boxtree_explain_aligned,
    },
};

const BvType bv_boxtree = {
    .name = "boxtree",
    .note = "restricted boxes: one moved side per node, 9 bytes (Zachmann 2002)",
    .traits = BV_NEEDS_PARENT | BV_IMPLICIT_BOX,
    .params = params,
    .param_count = PARAM_COUNT,
    .criterion = &split_zachmann,
    .counts = boxtree_counts,
    BOXTREE_TYPE,
};
