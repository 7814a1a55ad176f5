#include "core/hybrid/levels.h"
#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/hybrid/insertion.h"
#include "core/hybrid/record.h"
#include "core/hybrid/split.h"
#include "core/hybrid/variants.h"

enum { BLOCK_SIZE = 32, MOST_ATTEMPTS = 4 };

HybridFit level_fit(Level *level, uint64_t mask)
{
    int32_t count = 0;
    for (uint64_t left = mask; left; left &= left - 1) {
        int i = __builtin_ctzll(left);
        int32_t size = level->first[i + 1] - level->first[i];
        memcpy(level->joined + count, level->covered + level->first[i],
               (size_t)size * sizeof *level->joined);
        count += size;
    }
    return hybrid_fit(level->work, level->joined, count, level->level);
}

bool level_propose(Level *level, uint64_t mask)
{
    for (int32_t i = 0; i < level->candidate_count; ++i)
        if (level->candidates[i].mask == mask)
            return true;
    if (!array_reserve(&level->candidates, &level->capacity, (size_t)level->candidate_count + 1,
                       sizeof *level->candidates))
        return false;
    double cost = __builtin_popcountll(mask) * level_fit(level, mask).score;
    level->candidates[level->candidate_count++] = (PartitionCandidate){mask, cost};
    return true;
}

static bool level_begin(Level *level, HybridWork *work, const HybridId *nodes, int32_t count,
                        int number)
{
    *level = (Level){.work = work, .level = number, .count = count};
    size_t primitives = (size_t)work->set->count;
    level->covered = array_alloc(primitives, sizeof *level->covered);
    level->joined = array_alloc(primitives, sizeof *level->joined);
    if (!level->covered || !level->joined)
        return false;
    for (int i = 0; i < count; ++i) {
        level->nodes[i] = nodes[i];
        level->score[i] = hybrid_score(work, nodes[i]);
        level->first[i + 1] = level->first[i] + hybrid_coverage(work->tree, nodes[i],
                                                                level->covered + level->first[i]);
    }
    return true;
}

static void level_end(Level *level)
{
    mem_free(level->covered);
    mem_free(level->joined);
    mem_free(level->candidates);
}

static uint64_t full_mask(const Level *level)
{
    return level->count == 64 ? UINT64_MAX : (UINT64_C(1) << level->count) - 1;
}

// The pair of nodes left whose common volume is cheapest.
static uint64_t best_pair(Level *level, uint64_t left)
{
    uint64_t best = 0;
    double least = INFINITY;
    for (uint64_t i = left; i; i &= i - 1)
        for (uint64_t k = i & (i - 1); k; k &= k - 1) {
            uint64_t mask = (i & -i) | (k & -k);
            double score = level_fit(level, mask).score;
            if (best == 0 || score < least) {
                best = mask;
                least = score;
            }
        }
    return best;
}

// Where the search was stopped before it found anything: pairs, the cheapest first; the odd node
// out joins the last of them.
static bool take_pairs(Level *level, PartitionResult *result)
{
    uint64_t left = full_mask(level);
    result->count = 0;
    while (left) {
        uint64_t mask = __builtin_popcountll(left) <= 3 ? left : best_pair(level, left);
        if (job_cancelled(level->work->job) || !level_propose(level, mask))
            return false;
        int32_t i = 0;
        while (level->candidates[i].mask != mask)
            ++i;
        result->chosen[result->count++] = i;
        left &= ~mask;
    }
    return true;
}

// Proposes and solves, with more candidates as long as they cannot cover the level. The set of all
// nodes always can; it is the last resort.
static bool solve(Level *level, ProposeFn *propose, PartitionResult *result, HybridSearch *search)
{
    HybridWork *work = level->work;
    const double *params = work->desc.params;
    bool proven = true;
    for (int attempt = 0;; ++attempt) {
        bool proposed = attempt < MOST_ATTEMPTS ? propose(level, attempt)
                                                : level_propose(level, full_mask(level));
        PartitionProblem problem = {
            .candidates = level->candidates,
            .count = level->candidate_count,
            .nodes = level->count,
            .bound = (enum PartitionBound)params[LEVEL_BOUND],
            .volumes = level->score,
            .guess = params[LEVEL_GUESS] > 0,
            .node_limit = (uint64_t)params[LEVEL_NODES],
            .time_limit = params[LEVEL_SECONDS],
            .seconds = work->desc.seconds,
            .job = work->job,
            .notes = work->record ? &search->notes : NULL,
        };
        partition_notes_free(&search->notes); // of the attempt before
        if (!proposed || !set_partition(&problem, result))
            return false;
        work->stats->nodes += result->nodes;
        search->nodes = result->nodes;
        search->cost = result->cost;
        search->proven = result->proven;
        search->stopped = result->stopped;
        proven = proven && result->proven;
        work->stats->stopped = work->stats->stopped || result->stopped;
        if (result->feasible)
            break;
        ++work->stats->retries;
        if (result->stopped) { // more candidates would not help
            work->stats->proven = false;
            return take_pairs(level, result);
        }
    }
    work->stats->proven = work->stats->proven && proven;
    return true;
}

// The groups take the place of what they cover.
static bool make_groups(Level *level, const PartitionResult *result, HybridId *nodes)
{
    HybridTree *tree = level->work->tree;
    for (int32_t i = 0; i < result->count; ++i) {
        uint64_t mask = level->candidates[result->chosen[i]].mask;
        HybridId group = hybrid_add_group(tree);
        if (group == HYBRID_NONE)
            return false;
        for (uint64_t left = mask; left; left &= left - 1)
            hybrid_link(tree, group, level->nodes[__builtin_ctzll(left)]);
        HybridFit fit = level_fit(level, mask);
        tree->nodes[group].volume = fit.volume;
        tree->nodes[group].type = fit.type;
        nodes[i] = group;
    }
    return true;
}

static bool one_level(HybridWork *work, HybridId *nodes, int32_t *count, int number,
                      ProposeFn *propose)
{
    Level level;
    PartitionResult result;
    HybridStats *stats = work->stats;
    HybridSearch search = {.cost = INFINITY};
    bool fine = level_begin(&level, work, nodes, *count, number) &&
                solve(&level, propose, &result, &search) && make_groups(&level, &result, nodes);
    if (fine && work->record)
        fine = hybrid_record_level(work, level.nodes, level.count, number, level.candidates,
                                   level.candidate_count, &result, &search);
    partition_notes_free(&search.notes);
    if (fine) {
        *count = result.count;
        ++stats->levels;
        stats->candidates += level.candidate_count;
        if (level.candidate_count > stats->most_candidates)
            stats->most_candidates = level.candidate_count;
    }
    level_end(&level);
    return fine;
}

// The level's number is that of the highest node, so that a block's levels count from its own.
static int height_of(const HybridTree *tree, HybridId node)
{
    int height = 0;
    for (; tree->nodes[node].first_child != HYBRID_NONE; node = tree->nodes[node].first_child)
        ++height;
    return height;
}

static bool join(HybridWork *work, ProposeFn *propose, const HybridId *nodes, int32_t count,
                 HybridId *root)
{
    HybridId present[PARTITION_MAX_NODES];
    memcpy(present, nodes, (size_t)count * sizeof *present);
    while (count > 1) {
        int number = 0;
        for (int32_t i = 0; i < count; ++i) {
            int height = height_of(work->tree, present[i]);
            number = height > number ? height : number;
        }
        if (job_cancelled(work->job) || !one_level(work, present, &count, number, propose))
            return false;
    }
    *root = present[0];
    return true;
}

// Merging knows nothing of levels.
static bool same_types_everywhere(const HybridDesc *desc)
{
    for (int i = 1; i < HYBRID_MAX_LEVELS; ++i)
        if (desc->types[i] && desc->types[i] != desc->types[0])
            return false;
    return true;
}

// What was stopped may be worse than what merging makes in a moment: the cheaper one is taken.
static bool try_merging(HybridWork *work)
{
    HybridTree tree;
    HybridStats stats;
    HybridWork other;
    HybridDesc desc = work->desc;
    desc.builder = &hybrid_merging;
    desc.params_set = false;
    bool fine = hybrid_work_begin(&other, &tree, work->set, &desc, &stats, work->job) &&
                hybrid_merging.build(&other);
    if (fine && insertion_cost(&other) < insertion_cost(work)) {
        HybridTree dropped = *work->tree;
        *work->tree = tree;
        tree = dropped;
        work->stats->merged = true;
        fine = !work->record || hybrid_record_step(work,
                                                   &(HybridStep){.kind = HYBRID_STEP_MERGED,
                                                                 .node = work->tree->root,
                                                                 .cost = insertion_cost(work)},
                                                   NULL, 0, NULL, 0);
    }
    hybrid_work_end(&other);
    hybrid_tree_free(&tree);
    return fine;
}

bool levels_build(HybridWork *work, ProposeFn *propose)
{
    if (!hybrid_build_by_blocks(work, PARTITION_MAX_NODES, BLOCK_SIZE, join, propose,
                                &work->tree->root))
        return false;
    return !work->stats->stopped || !same_types_everywhere(&work->desc) || try_merging(work);
}
