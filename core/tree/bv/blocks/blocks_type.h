// What the types of blocks have in common. Volumes are those of the single nodes, and so is all that
// is asked of them.
#ifndef SNUG_CORE_TREE_BV_BLOCKS_BLOCKS_TYPE_H
#define SNUG_CORE_TREE_BV_BLOCKS_BLOCKS_TYPE_H

#include "core/base/cpu.h"
#include "core/tree/bv/blocks/blocks.h"
#include "core/tree/bv/blocks/runs.h"
#include "core/tree/bv/variants.h"
#include "core/tree/pair/explain.h"
#include "core/tree/split/variants.h"

#define BLOCKS_OF(single, tighten)                                                                 \
    static bool build(Bvh *bvh, Job *job, Error *err)                                              \
    {                                                                                              \
        return blocks_build(bvh, &(single), tighten, job, err);                                    \
    }                                                                                              \
    static bool refit(Bvh *bvh, Job *job)                                                          \
    {                                                                                              \
        return blocks_refit(bvh, &(single), job);                                                  \
    }                                                                                              \
    static double measure(const void *volume, enum Measure what)                                   \
    {                                                                                              \
        return (single).measure(volume, what);                                                     \
    }                                                                                              \
    static bool contains(const void *volume, Vec3d p)                                              \
    {                                                                                              \
        return (single).contains(volume, p);                                                       \
    }                                                                                              \
    static void extent(const void *volume, Extent *out)                                            \
    {                                                                                              \
        (single).extent(volume, out);                                                              \
    }                                                                                              \
    static void outline(const void *volume, LineFn *line, void *user)                              \
    {                                                                                              \
        (single).outline(volume, line, user);                                                      \
    }

// By the test of single boxes with all fifteen axes. Of the axes that an exit stands for, the one with
// the widest gap.
static inline void explain_blocks(const ExplainPair *pair, const OverlapTest *fifteen,
                                  Explanation *out)
{
    int lanes = pair->one_is_b ? 1 : 4, one = pair->one_is_b ? 4 : 1;
    int first = pair->exit == BLOCK_EXIT_LANES ? lanes : pair->exit == BLOCK_EXIT_ONE ? one : 7;
    int count = pair->exit == BLOCK_EXIT_EDGES ? 9 : 3;
    ExplainPair single = *pair;
    if (pair->exit == 0) {
        fifteen->explain(&single, out);
        return;
    }
    explain_begin(out);
    for (int i = 0; i < count; ++i) {
        Explanation other;
        single.exit = first + i;
        fifteen->explain(&single, &other);
        if (other.gap > out->gap)
            *out = other;
    }
}

// Eight children and four triangles: measured, see core/README.md.
#define BLOCKS_TYPE                                                                                \
    .traits = BV_WIDE, .criterion = &split_bins_area, .leaf_size = 4, .arity = BLOCK_LANES,        \
    .build = build, .links = blocks_links, .decode = blocks_decode, .refit = refit,                \
    .measure = measure, .contains = contains, .extent = extent, .outline = outline,                \
    .bytes = blocks_bytes, .sound = blocks_sound, .tests = tests,                                  \
    .test_count = sizeof tests / sizeof *tests

static const char *const block_exit_names[1 + BLOCK_EXITS] = {
    [0] = "overlap",
    [BLOCK_EXIT_LANES] = "faces of the eight",
    [BLOCK_EXIT_ONE] = "faces of the one",
    [BLOCK_EXIT_EDGES] = "edges",
};

#endif
