// Oriented boxes, eight children side by side: one box is tested against all of them at once.
#include "core/tree/bv/blocks/blocks_type.h"
#include "core/tree/bv/obb/obb_around.h"
#include "core/tree/bv/obb/obb_fit.h"

// Longer sides first: obb_run.inl looks along the edges of the first two alone.
static void turn(void *volume, const FitItems *items)
{
    if (items->count > 1)
        obb_turn(volume, items->mesh, items->items, items->count);
    obb_order(volume);
}

BLOCKS_OF(bv_obb, turn)

static enum QueryStatus run(Query *query, const Budget *budget)
{
#ifdef SNUG_AVX2
    if (cpu_has_avx2())
        return obb_blocks_run_avx2(query, budget);
#endif
    return obb_blocks_run_baseline(query, budget);
}

static void explain(const ExplainPair *pair, Explanation *out)
{
    static const OverlapTest around = {.explain = obb_explain_around};
    bool even = affine_even_scale(&pair->b_to_a) > 0;
    explain_blocks(pair, even ? &bv_obb.tests[0] : &around, out);
}

static const BlockSteps steps = {obb_blocks_opened, obb_blocks_exits};

static const OverlapTest tests[] = {
    {
        .name = "SAT",
        .note = "the axes of the faces and of the longer edges of one box and eight others at once",
        .exit_names = block_exit_names,
        .exit_count = BLOCK_EXITS,
        .can = TEST_BOUND | TEST_SCALE | TEST_FRONT,
        .run = run,
        .explain = explain,
        .blocks = &steps,
    },
};

const BvType bv_obb_blocks = {
    .name = "OBB blocks",
    .note = "oriented boxes, eight side by side: the fastest of all kinds",
    .volume_size = sizeof(ObbVolume),
    BLOCKS_TYPE,
};
