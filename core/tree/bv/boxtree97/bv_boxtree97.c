// The 1997 BoxTree as a bounding volume: cells of space, eight bytes per node, boxes implied by the
// way down. See boxtree97.h for what is listed where.
#include "core/shape/box.h"
#include "core/tree/build/build.h"
#include "core/tree/bv/boxtree97/boxtree97_explain.h"
#include "core/tree/bv/boxtree97/boxtree97_tests.h"
#include "core/tree/leaf_edges.h"
#include "core/tree/split/split.h"

static void release(Bvh *bvh)
{
    if (bvh->edges) {
        mem_free(bvh->edges->first);
        mem_free(bvh->edges->sides);
        mem_free(bvh->edges);
    }
    if (bvh->nodes)
        mem_free(((Boxtree97 *)bvh->nodes)->nodes);
    mem_free(bvh->nodes);
}

static bool allows(const BvhDesc *desc, const char **why)
{
    if (desc->builder == builders[0] && desc->split == split_rules[0])
        return true;
    *why = "it cuts space by a penalty of its own, and triangles belong to several cells";
    return false;
}

static NodeLinks links(const Bvh *bvh, NodeId node)
{
    return boxtree97_links(&boxtree97_of(bvh)->nodes[node]);
}

static void decode(const Bvh *bvh, NodeId node, const void *parent, void *volume)
{
    const Boxtree97 *tree = boxtree97_of(bvh);
    const Cell97 *above = parent;
    *(Cell97 *)volume = (Cell97){
        .box = above ? boxtree97_child(&above->node, node, &above->box) : tree->root,
        .thickness = tree->thickness,
        .node = tree->nodes[node],
    };
}

// Of the cell itself, not widened: so the leaves' volumes add up to the root's.
static double measure(const void *volume, enum Measure what)
{
    Box3d box = widened(&((const Cell97 *)volume)->box, 0);
    return box3d_measure(&box, what);
}

static void extent(const void *volume, Extent *out)
{
    Box3d box = widened(&((const Cell97 *)volume)->box, 0);
    *out = box3d_extent(&box);
}

static bool contains(const void *volume, Vec3d p)
{
    const Cell97 *cell = volume;
    Box3d box = widened(&cell->box, cell->thickness);
    for (int k = 0; k < 3; ++k)
        if (p.v[k] > box.hi.v[k] || p.v[k] < box.lo.v[k])
            return false;
    return true;
}

static void outline(const void *volume, LineFn *line, void *user)
{
    const Cell97 *cell = volume;
    // Triangles that are listed may stand out by the thickness; an empty cell lists none.
    Box3d box = widened(&cell->box, boxtree97_is_empty(&cell->node) ? 0 : cell->thickness);
    box3d_outline(&box, line, user);
}

static size_t bytes(const Bvh *bvh, MemoryRow *rows, int max)
{
    if (max < 3)
        return 0;
    rows[0] = (MemoryRow){"nodes", bvh->node_count * sizeof(Boxtree97Node)};
    rows[1] = (MemoryRow){"triangle index", bvh->slot_count * sizeof *bvh->slots};
    rows[2] = (MemoryRow){"root box and figures", sizeof(Boxtree97)};
    if (!bvh->edges || max < 4)
        return 3;
    rows[3] = (MemoryRow){"edge index", sizeof *bvh->edges +
                                            bvh->edges->first_capacity * sizeof *bvh->edges->first +
                                            bvh->edges->side_capacity * sizeof *bvh->edges->sides};
    return 4;
}

static int counts(const Bvh *bvh, CountRow rows[BV_MAX_COUNTS])
{
    static const char *const names[BOXTREE97_COUNTS] = {
        [STOP_EMPTY] = "empty cell",
        [STOP_DEPTH] = "leaf: deep enough",
        [STOP_FEW] = "leaf: few triangles",
        [STOP_SHARE] = "leaf: a side would keep too many",
        [STOP_NO_PLANE] = "leaf: no plane inside",
        [STOP_REFERENCES] = "leaf: listed too often",
        [CUT_EMPTY] = "cut: an empty part off",
        [CUT_BALANCED] = "cut: balanced"};
    _Static_assert((int)BOXTREE97_COUNTS <= (int)BV_MAX_COUNTS, "each has its row");
    for (int i = 0; i < BOXTREE97_COUNTS; ++i)
        rows[i] = (CountRow){names[i], boxtree97_of(bvh)->counts[i]};
    return BOXTREE97_COUNTS;
}

static const Param params[] = {
    [PARAM_GAMMA] = {.name = "gamma",
                     .note = "how much worse a crossing triangle is than an unbalanced one; 0 "
                             "balances alone, by bisection",
                     .max = 10,
                     .normal = 1.5},
    [PARAM_EMPTY] = {.name = "empty part",
                     .note = "an empty part is cut off if it takes more than this share",
                     .min = 0.01,
                     .max = 1,
                     .normal = 0.12},
    [PARAM_SHARE] = {.name = "lambda",
                     .note = "no cut where a side keeps more than this share of the triangles",
                     .min = 0.5,
                     .max = 1,
                     .normal = 0.8},
    [PARAM_FEW] = {.name = "few",
                   .note = "cells with at most so many triangles are not cut",
                   .min = 1,
                   .max = 64,
                   .normal = 1,
                   .whole = true},
    [PARAM_DEPTH] = {.name = "depth",
                     .note = "most balanced cuts on the way down; 0 takes the paper's table",
                     .max = 24,
                     .whole = true},
    [PARAM_THICKNESS] = {.name = "thickness",
                         .note = "half thickness of planes over the root's diagonal",
                         .max = 1e-3,
                         .normal = 1e-5},
    [PARAM_LEAVES] = {.name = "leaves",
                      .note =
                          "0: of triangles; 1: of edges, too, which are compared with triangles "
                          "as in the paper",
                      .max = 1,
                      .whole = true},
};

#define KERNEL_CONTEXT Context97
#define KERNEL_BOUND(ctx, x, y) bound_of(ctx, (x)->node, &(x)->box, (y)->node, &(y)->box)
#define KERNEL_LINKS_A(ctx, side) boxtree97_links(&(ctx)->a->nodes[(side)->node])
#define KERNEL_LINKS_B(ctx, side) boxtree97_links(&(ctx)->b->nodes[(side)->node])
#define KERNEL_SIZE_A(ctx, side, what) size_of(&(side)->box, what)
#define KERNEL_SIZE_B(ctx, side, what) size_of_b(ctx, &(side)->box, what)

#define KERNEL_SIDE_A Side97
#define KERNEL_SIDE_B Side97
#define KERNEL_ROOT_A(ctx, side) (*(side) = (Side97){0, (ctx)->a->root})
#define KERNEL_ROOT_B(ctx, side) (*(side) = (Side97){0, (ctx)->b->root})
#define KERNEL_STEP_A(ctx, parent, child, side) step((ctx)->a, parent, child, side)
#define KERNEL_STEP_B(ctx, parent, child, side) step((ctx)->b, parent, child, side)

#define KERNEL_RUN run_sat
#define KERNEL_NAMED(part) sat_##part
#define KERNEL_TEST(ctx, a, b) test_sat(ctx, a, b)
#include "core/tree/pair/kernel_pair.inl"

#define KERNEL_RUN run_sat_lite
#define KERNEL_NAMED(part) sat_lite_##part
#define KERNEL_TEST(ctx, a, b) test_sat_lite(ctx, a, b)
#include "core/tree/pair/kernel_pair.inl"

#define KERNEL_RUN run_clip_direct
#define KERNEL_NAMED(part) clip_direct_##part
#define KERNEL_TEST(ctx, a, b) test_clip(ctx, a, b)
#include "core/tree/pair/kernel_pair.inl"

#define KERNEL_RUN run_align
#define KERNEL_NAMED(part) align_##part
#define KERNEL_TEST(ctx, a, b) (++query->stats.updates, test_align(ctx, a, b))
#include "core/tree/pair/kernel_pair.inl"

#undef KERNEL_SIDE_B
#undef KERNEL_ROOT_B
#undef KERNEL_STEP_B
#define KERNEL_SIDE_B AlignedSide97
#define KERNEL_ROOT_B(ctx, side) (++query->stats.updates, aligned_root(ctx, side))
#define KERNEL_STEP_B(ctx, parent, child, side)                                                    \
    (++query->stats.updates, align_step(ctx, parent, child, side))
#define KERNEL_RUN run_align_lifted
#define KERNEL_NAMED(part) align_lifted_##part
#define KERNEL_TEST(ctx, a, b) test_aligned(ctx, a, b)
#include "core/tree/pair/kernel_pair.inl"

#undef KERNEL_SIDE_A
#undef KERNEL_ROOT_A
#undef KERNEL_STEP_A
#undef KERNEL_SIDE_B
#undef KERNEL_ROOT_B
#undef KERNEL_STEP_B
#undef KERNEL_BOUND
#undef KERNEL_SIZE_A
#define KERNEL_BOUND(ctx, x, y) bound_of(ctx, (x)->node, &(x)->cell.box, (y)->node, &(y)->box)
#define KERNEL_SIZE_A(ctx, side, what) size_of(&(side)->cell.box, what)
#define KERNEL_SIDE_A ClipSide97
#define KERNEL_SIDE_B MovedSide97
#define KERNEL_ROOT_A(ctx, side) clip_root(ctx, side)
#define KERNEL_ROOT_B(ctx, side) (*(side) = moved_root((ctx)->b))
#define KERNEL_STEP_A(ctx, parent, child, side) clip_step(ctx, parent, child, side)
#define KERNEL_STEP_B(ctx, parent, child, side) (*(side) = moved_step((ctx)->b, parent, child))
#define KERNEL_RUN run_clip
#define KERNEL_NAMED(part) clip_##part
#define KERNEL_TEST(ctx, a, b) test_clip_incremental(ctx, a, b)
#include "core/base/memory.h"
#include "core/tree/pair/kernel_pair.inl"
#include "core/tree/pair/variants.h"

static const char *const axis_names[] = {
    "overlap",   "empty cell", "A.x",       "A.y",       "A.z",       "B.x",
    "B.y",       "B.z",        "A.x x B.x", "A.x x B.y", "A.x x B.z", "A.y x B.x",
    "A.y x B.y", "A.y x B.z",  "A.z x B.x", "A.z x B.y", "A.z x B.z"};
static const char *const clip_names[] = {"overlap", "empty cell", "no edge inside",
                                         "no edge inside, one box opened"};

static const OverlapTest tests[] = {
    {
        .name = "SAT lite",
        .note = "the six face normals: conservative, cheaper per test",
        .exit_names = axis_names,
        .exit_count = 1 + BOX_SAT_FACE_AXES,
        .can = TEST_BOUND | TEST_SCALE | TEST_FRONT,
        .run = run_sat_lite,
        .explain = boxtree97_explain_lite,
    },
    {
        .name = "SAT",
        .note = "all fifteen separating axes: exact for cells",
        .exit_names = axis_names,
        .exit_count = 1 + BOX_SAT_AXES,
        .can = TEST_BOUND | TEST_SCALE | TEST_FRONT,
        .run = run_sat,
        .explain = boxtree97_explain_sat,
    },
    {
        .name = "clipping",
        .note = "edges clipped by the other cell, from the cuts of the pair above: exact for cells",
        .exit_names = clip_names,
        .exit_count = 3,
        .can = TEST_BOUND | TEST_SCALE,
        .run = run_clip,
        .explain = boxtree97_explain_clipping,
    },
    {
        .name = "direct clipping",
        .note = "edges clipped by the other cell, each pair afresh",
        .exit_names = clip_names,
        .exit_count = 2,
        .can = TEST_BOUND | TEST_SCALE | TEST_FRONT,
        .run = run_clip_direct,
        .explain = boxtree97_explain_clipping,
    },
    {
        .name = "alignment",
        .note = "a box along A's axes around B's cell: conservative",
        .exit_names = axis_names,
        .exit_count = 4,
        .can = TEST_BOUND | TEST_SCALE | TEST_FRONT,
        .run = run_align,
        .run_lifted = run_align_lifted,
        .explain = boxtree97_explain_aligned,
    },
};

const BvType bv_boxtree97 = {
    .name = "BoxTree 1997",
    .note = "cells of space, cut by balancing planes; empty cells meet nothing (Zachmann 1997)",
    .traits = BV_SPACE_PARTITION | BV_REPEATS_TRIANGLES | BV_NEEDS_PARENT,
    .params = params,
    .param_count = sizeof params / sizeof *params,
    .rule = DESCEND_both,
    .own_criterion = "planes of least penalty",
    .build = boxtree97_build,
    .allows = allows,
    .volume_size = sizeof(Cell97),
    .release = release,
    .links = links,
    .decode = decode,
    .measure = measure,
    .contains = contains,
    .extent = extent,
    .outline = outline,
    .bytes = bytes,
    .counts = counts,
    .tests = tests,
    .test_count = sizeof tests / sizeof *tests,
};
