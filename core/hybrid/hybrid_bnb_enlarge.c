// Candidates of the paper's second heuristic: each node alone is enlarged in steps of 5 % until it
// meets others; it and every small selection of those are proposed.
#include "core/hybrid/levels.h"

enum { COLLISIONS = LEVEL_PARAM_COUNT, STEP_PERCENT };
enum { MOST_COLLIDERS = 10, MOST_STEPS = 400 };

typedef struct Neighbour {
    double distance;
    int node;
} Neighbour;

static const HybridVolume *volume_of(const Level *level, int i)
{
    return &level->work->tree->nodes[level->nodes[i]].volume;
}

// Sizes of 0 would stay 0: they grow by a step of the mean size of the level's nodes, or, where all
// are points, of the space between them.
static double mean_size(const Level *level)
{
    double sum = 0, apart = 0;
    for (int i = 0; i < level->count; ++i) {
        Ball ball = hybrid_volume_ball(volume_of(level, i));
        sum += ball.radius;
        apart = fmax(apart,
                     vec3d_distance(ball.centre, hybrid_volume_ball(volume_of(level, 0)).centre));
    }
    return sum > 0 ? sum / level->count : apart;
}

static uint64_t others_met(const Level *level, int node, const HybridVolume *enlarged)
{
    uint64_t met = 0;
    for (int i = 0; i < level->count; ++i)
        if (i != node && !hybrid_volumes_separate(enlarged, volume_of(level, i), 0))
            met |= UINT64_C(1) << i;
    return met;
}

// The nearest of the given nodes, by their enclosing balls, as a mask.
static uint64_t nearest(const Level *level, int node, uint64_t among, int wanted)
{
    Neighbour list[PARTITION_MAX_NODES];
    int count = 0;
    Ball own = hybrid_volume_ball(volume_of(level, node));
    for (uint64_t left = among; left; left &= left - 1) {
        int i = __builtin_ctzll(left), at = count++;
        Ball ball = hybrid_volume_ball(volume_of(level, i));
        double d = vec3d_distance(own.centre, ball.centre) - ball.radius;
        for (; at > 0 && list[at - 1].distance > d; --at)
            list[at] = list[at - 1];
        list[at] = (Neighbour){d, i};
    }
    uint64_t mask = 0;
    for (int i = 0; i < count && i < wanted; ++i)
        mask |= UINT64_C(1) << list[i].node;
    return mask;
}

// After so many steps a volume is 3e8 times as large: what it does not meet by then, it meets by
// being nearest.
static uint64_t colliders(const Level *level, int node, int wanted, double mean)
{
    double step = level->work->desc.params[STEP_PERCENT] / 100, factor = 1;
    uint64_t met = 0;
    for (int i = 0; i <= MOST_STEPS; ++i) {
        HybridVolume enlarged =
            hybrid_volume_enlarged(volume_of(level, node), factor, i * step * mean);
        met = others_met(level, node, &enlarged);
        if (__builtin_popcountll(met) >= wanted)
            return nearest(level, node, met, MOST_COLLIDERS);
        factor *= 1 + step;
    }
    uint64_t others = level->count == 64 ? UINT64_MAX : (UINT64_C(1) << level->count) - 1;
    return met | nearest(level, node, others & ~(UINT64_C(1) << node), wanted);
}

// The node with every selection of the others, at most `cap` nodes in all.
static bool propose_selections(Level *level, int node, uint64_t others, int cap)
{
    // All subsets of a mask: subtracting 1 within it.
    for (uint64_t chosen = others; chosen; chosen = (chosen - 1) & others)
        if (__builtin_popcountll(chosen) < cap &&
            !level_propose(level, chosen | UINT64_C(1) << node))
            return false;
    return true;
}

// The paper caps the size at lg n, with which three nodes have no solution.
static int most_nodes(int count)
{
    int log = 0;
    while (1 << log < count)
        ++log;
    return log > 3 ? log : 3;
}

static bool propose(Level *level, int attempt)
{
    int others = level->count - 1;
    int wanted = (int)level->work->desc.params[COLLISIONS] + attempt;
    double mean = mean_size(level);
    wanted = wanted < others ? wanted : others;
    for (int i = 0; i < level->count; ++i)
        if (job_cancelled(level->work->job) ||
            !propose_selections(level, i, colliders(level, i, wanted, mean),
                                most_nodes(level->count)))
            return false;
    return true;
}

static bool build(HybridWork *work)
{
    return levels_build(work, propose);
}

static const Param params[] = {
    LEVEL_PARAMS,
    {"collisions", "that end the enlargement of a node", 1, 8, 1, true, NULL, 0},
    {"step", "of the enlargement, in percent", 1, 50, 5, false, NULL, 0},
};

const HybridBuilder hybrid_bnb_enlarge = {
    .name = "B&B enlarge",
    .note = "level by level, best selection of groups of nodes that meet when enlarged",
    .params = params,
    .param_count = sizeof params / sizeof *params,
    .build = build,
};
