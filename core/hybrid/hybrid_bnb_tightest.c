// Candidates of the paper's first heuristic: from every node, grow by the sibling that keeps the
// group tightest, and propose every set on the way. The set of all nodes is always among them.
#include "core/hybrid/levels.h"

// Volume over the sum of the parts'; where that is 0 the volume itself decides.
static double looseness(double score, double parts)
{
    return parts > 0 ? score / parts : score;
}

static bool grow_from(Level *level, int start)
{
    uint64_t mask = UINT64_C(1) << start;
    double parts = level->score[start];
    for (int size = 2; size <= level->count; ++size) {
        int best = -1;
        double least = INFINITY;
        for (int i = 0; i < level->count; ++i) {
            uint64_t bit = UINT64_C(1) << i;
            if (mask & bit)
                continue;
            double value = looseness(level_fit(level, mask | bit).score, parts + level->score[i]);
            if (best < 0 || value < least) {
                least = value;
                best = i;
            }
        }
        mask |= UINT64_C(1) << best;
        parts += level->score[best];
        if (!level_propose(level, mask))
            return false;
    }
    return true;
}

static bool propose(Level *level, int attempt)
{
    (void)attempt;
    for (int i = 0; i < level->count; ++i)
        if (job_cancelled(level->work->job) || !grow_from(level, i))
            return false;
    return true;
}

static bool build(HybridWork *work)
{
    return levels_build(work, propose);
}

static const Param params[] = {LEVEL_PARAMS};

const HybridBuilder hybrid_bnb_tightest = {
    .name = "B&B tightest",
    .note = "level by level, best selection of groups grown by the tightest sibling",
    .params = params,
    .param_count = sizeof params / sizeof *params,
    .build = build,
};
