// Insertion, then Haber's regrouping: less depends on the order of the primitives.
#include "core/hybrid/insert_all.h"
#include "core/hybrid/regroup.h"

static bool build(HybridWork *work)
{
    if (!insert_all(work, (uint64_t)work->desc.params[0]))
        return false;
    int passes = (int)work->desc.params[1];
    return regroup_reinsert(work, passes) && regroup_eliminate(work) &&
           regroup_reinsert(work, passes);
}

static const Param params[] = {
    {"order", "0: as in the set; else the seed of a shuffled order", 0, 1e6, 0, true, NULL, 0},
    {"passes", "over all nodes, at most", 1, 50, REGROUP_PASSES, true, NULL, 0},
};

const HybridBuilder hybrid_reinsertion = {
    .name = "re-insertion",
    .note = "insertion, then nodes move where the cost falls, ill-formed groups are broken up",
    .params = params,
    .param_count = sizeof params / sizeof *params,
    .build = build,
};
