// What the types of blocks have in common. Volumes are those of the single nodes, and so is all that
// is asked of them.
#ifndef SNUG_CORE_TREE_BV_BLOCKS_BLOCKS_TYPE_H
#define SNUG_CORE_TREE_BV_BLOCKS_BLOCKS_TYPE_H

#include "core/base/cpu.h"
#include "core/tree/bv/blocks/blocks.h"
#include "core/tree/bv/blocks/runs.h"
#include "core/tree/bv/variants.h"
#include "core/tree/split/variants.h"

#define BLOCKS_OF(single)                                                                          \
    static bool build(Bvh *bvh, Job *job, Error *err)                                              \
    {                                                                                              \
        return blocks_build(bvh, &(single), job, err);                                             \
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

// Eight children and four triangles: measured, see core/README.md.
#define BLOCKS_TYPE                                                                                \
    .traits = BV_WIDE, .criterion = &split_bins_area, .leaf_size = 4, .arity = BLOCK_LANES,        \
    .build = build, .links = blocks_links, .decode = blocks_decode, .refit = refit,                \
    .measure = measure, .contains = contains, .extent = extent, .outline = outline,                \
    .bytes = blocks_bytes, .tests = tests, .test_count = sizeof tests / sizeof *tests

static const char *const block_exit_names[1 + BLOCK_EXITS] = {
    [0] = "overlap",
    [BLOCK_EXIT_LANES] = "faces of the eight",
    [BLOCK_EXIT_ONE] = "faces of the one",
    [BLOCK_EXIT_EDGES] = "edges",
};

#endif
