// Oriented boxes, eight children side by side: one box is tested against all of them at once.
#include "core/tree/bv/blocks/blocks_type.h"
#include "core/tree/bv/obb/obb_fit.h"

BLOCKS_OF(bv_obb)

static enum QueryStatus run(Query *query, const Budget *budget)
{
#ifdef SNUG_AVX2
    if (cpu_has_avx2())
        return obb_blocks_run_avx2(query, budget);
#endif
    return obb_blocks_run_baseline(query, budget);
}

static const OverlapTest tests[] = {
    {
        .name = "SAT",
        .note = "all fifteen separating axes of one box and eight others at once",
        .exit_names = block_exit_names,
        .exit_count = BLOCK_EXITS,
        .can = TEST_BOUND,
        .run = run,
    },
};

const BvType bv_obb_blocks = {
    .name = "OBB blocks",
    .note = "oriented boxes, eight side by side: the fastest for rigid parts",
    .volume_size = sizeof(ObbVolume),
    BLOCKS_TYPE,
};
