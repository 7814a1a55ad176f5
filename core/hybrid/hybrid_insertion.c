// Goldsmith and Salmon 1987: each primitive goes where it raises the cost least. What comes out
// depends on the order, which is why a seed can shuffle it.
#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/base/rng.h"
#include "core/hybrid/insert_all.h"
#include "core/hybrid/record.h"

static void shuffle(int32_t *order, int32_t count, uint64_t seed)
{
    Rng rng = rng_create(seed);
    for (int32_t i = 0; i < count; ++i)
        order[i] = i;
    for (int32_t i = count - 1; seed != 0 && i > 0; --i) {
        int32_t k = rng_below(&rng, i + 1), swap = order[i];
        order[i] = order[k];
        order[k] = swap;
    }
}

static bool make_root(HybridWork *work, const int32_t *order)
{
    HybridId root = hybrid_add_group(work->tree);
    if (root == HYBRID_NONE)
        return false;
    hybrid_link(work->tree, root, order[0]);
    hybrid_link(work->tree, root, order[1]);
    work->tree->root = root;
    hybrid_refit(work, root, 0);
    return !work->record ||
           hybrid_record_step(work, &(HybridStep){.kind = HYBRID_STEP_ROOT, .node = root}, order, 1,
                              order + 1, 1);
}

bool insert_all(HybridWork *work, uint64_t seed)
{
    int32_t count = work->set->count, i = 2;
    int32_t *order = array_alloc((size_t)count, sizeof *order);
    if (!order)
        return false;
    shuffle(order, count, seed);
    bool fine = make_root(work, order);
    for (; fine && i < count && !job_cancelled(work->job); ++i) {
        InsertPlace place;
        fine = insertion_find(work, order[i], &place) && insertion_apply(work, order[i], &place) &&
               (!work->record || insertion_record(work, order[i], &place, false));
        job_progress(work->job, (double)i / count);
    }
    mem_free(order);
    return fine && i == count && !job_cancelled(work->job);
}

static bool build(HybridWork *work)
{
    return insert_all(work, (uint64_t)work->desc.params[0]);
}

static const Param params[] = {
    {"order", "0: as in the set; else the seed of a shuffled order", 0, 1e6, 0, true, NULL, 0},
};

const HybridBuilder hybrid_insertion = {
    .name = "insertion",
    .note = "one primitive after the other where the cost grows least (Goldsmith, Salmon)",
    .params = params,
    .param_count = sizeof params / sizeof *params,
    .build = build,
};
