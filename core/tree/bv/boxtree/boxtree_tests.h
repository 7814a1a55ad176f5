// The overlap tests that all trees of restricted boxes share, included once by each such type after
// it defined BOXTREE_MOVES(tree), how many sides a node moved.
#include "core/base/clock.h"
#include "core/shape/box.h"
#include "core/shape/box_sat.h"
#include "core/tree/bv/boxtree/boxtree_axes.h"
#include "core/tree/bv/boxtree/boxtree_explain.h"
#include "core/tree/bv/boxtree/boxtree_store.h"
#include "core/tree/pair/traversal.h"
#include "core/tree/pair/variants.h"

enum { BOXTREE_NONE = BOXTREE_SIDES, BOXTREE_ALL };

// What a descent rule compares, of a box given by its ends on three axes.
static inline float boxtree_size(const float *ends, enum DescentSize what)
{
    const float size[3] = {ends[0] + ends[1], ends[2] + ends[3], ends[4] + ends[5]};
    return box_descent_size(size, what);
}

#define BOXTREE_NAMED(part) aligned_##part
#define BOXTREE_AXES BOXTREE_ALIGNED_AXES
#define BOXTREE_REACH_A ((BoxtreeReach){0, true})
#define BOXTREE_REACH_B ((BoxtreeReach){3, false})
#define BOXTREE_TABLES 0
#include "core/tree/bv/boxtree/boxtree_kernel.inl"

#define BOXTREE_NAMED(part) lite_##part
#define BOXTREE_AXES BOXTREE_LITE_AXES
#define BOXTREE_REACH_A ((BoxtreeReach){3, true})
#define BOXTREE_REACH_B ((BoxtreeReach){3, true})
#define BOXTREE_TABLES 0
#include "core/tree/bv/boxtree/boxtree_kernel.inl"

#define BOXTREE_NAMED(part) sat_##part
#define BOXTREE_AXES BOXTREE_SAT_AXES
#define BOXTREE_REACH_A ((BoxtreeReach){9, true})
#define BOXTREE_REACH_B ((BoxtreeReach){9, true})
#define BOXTREE_TABLES 0
#include "core/tree/bv/boxtree/boxtree_kernel.inl"

#define BOXTREE_COMMON_TESTS                                                                       \
    {                                                                                              \
        .name = "SAT lite",                                                                        \
        .note = "aligned both ways, incrementally: six axes",                                      \
        .exit_names = box_sat_exits,                                                               \
        .exit_count = BOXTREE_LITE_AXES,                                                           \
        .can = TEST_BOUND | TEST_SCALE,                                                            \
        .run = lite_run,                                                                           \
        .run_lifted = lite_run_lifted,                                                             \
        .explain = boxtree_explain_lite,                                                           \
    },                                                                                             \
        {                                                                                          \
            .name = "SAT",                                                                         \
            .note = "all fifteen axes, incrementally: exact for boxes",                            \
            .exit_names = box_sat_exits,                                                           \
            .exit_count = BOXTREE_SAT_AXES,                                                        \
            .can = TEST_BOUND | TEST_SCALE,                                                        \
            .run = sat_run,                                                                        \
            .run_lifted = sat_run_lifted,                                                          \
            .explain = boxtree_explain_sat,                                                        \
        },                                                                                         \
    {                                                                                              \
        .name = "axis alignment", .note = "B's boxes aligned with A's, incrementally: three axes", \
        .exit_names = box_sat_exits, .exit_count = BOXTREE_ALIGNED_AXES,                           \
        .can = TEST_BOUND | TEST_SCALE, .run = aligned_run, .run_lifted = aligned_run_lifted,      \
        .explain = boxtree_explain_aligned,                                                        \
    }

// What all such types are, given their `resize` and `tests`.
#define BOXTREE_TYPE                                                                               \
    .rule = DESCEND_both, .volume_size = sizeof(Box3d), .resize = resize,                          \
    .release = boxtree_release, .fit = boxtree_fit, .links = boxtree_node_links,                   \
    .decode = boxtree_decode, .refit = boxtree_refit, .measure = boxtree_measure,                  \
    .contains = boxtree_contains, .extent = boxtree_extent, .outline = boxtree_outline,            \
    .bytes = boxtree_bytes, .tests = tests, .test_count = sizeof tests / sizeof *tests
