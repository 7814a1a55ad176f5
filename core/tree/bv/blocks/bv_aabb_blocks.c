// Axis-aligned boxes, eight children side by side: one box is tested against all of them at once.
#include "core/tree/bv/blocks/blocks_type.h"

BLOCKS_OF(bv_aabb, NULL)

static enum QueryStatus run(Query *query, const Budget *budget)
{
#ifdef SNUG_AVX2
    if (cpu_has_avx2())
        return aabb_blocks_run_avx2(query, budget);
#endif
    return aabb_blocks_run_baseline(query, budget);
}

static void explain(const ExplainPair *pair, Explanation *out)
{
    explain_blocks(pair, &bv_aabb.tests[1], out);
}

static const BlockSteps steps = {aabb_blocks_opened, aabb_blocks_exits};

static const OverlapTest tests[] = {
    {
        .name = "SAT",
        .note = "all fifteen separating axes of one box and eight others at once",
        .exit_names = block_exit_names,
        .exit_count = BLOCK_EXITS,
        .can = TEST_BOUND | TEST_SCALE | TEST_FRONT,
        .run = run,
        .explain = explain,
        .blocks = &steps,
    },
};

const BvType bv_aabb_blocks = {
    .name = "AABB blocks",
    .note = "boxes along the part's own axes, eight side by side: small, and right under any scale",
    .volume_size = 6 * sizeof(float),
    BLOCKS_TYPE,
};
