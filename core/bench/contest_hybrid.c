#include "core/bench/contest_hybrid.h"

#include "core/base/clock.h"
#include "core/base/memory.h"
#include "core/bench/contest_drive.h"

#include <assert.h>

typedef struct Sets {
    const HybridContest *contest;
    HybridTree *trees; // two per kind and pair; a set that stands twice has one, at its first place
    HybridCollision collision;
} Sets;

static HybridTree *slot(const Sets *run, int kind, int place)
{
    return &run->trees[2 * kind * run->contest->pair_count + place];
}

static const PrimitiveSet *set_at(const Sets *run, int place)
{
    const HybridContestPair *pair = &run->contest->pairs[place / 2];
    return place % 2 == 0 ? pair->a : pair->b;
}

static int first_place(const Sets *run, int place)
{
    int first = 0;
    while (set_at(run, first) != set_at(run, place))
        ++first;
    return first;
}

static const HybridTree *tree_at(const Sets *run, int kind, int place)
{
    return slot(run, kind, first_place(run, place));
}

static void name(const void *data, int kind, char *text, size_t size)
{
    hybrid_kind_name(&((const Sets *)data)->contest->kinds[kind], text, size);
}

static bool build(void *data, int kind, ContestResult *result, Job *job, Error *err)
{
    Sets *run = data;
    for (int place = 0; place < 2 * run->contest->pair_count; ++place) {
        if (first_place(run, place) != place)
            continue;
        HybridTree *tree = slot(run, kind, place);
        double start = clock_cpu_seconds();
        Job share = job_part(job, 0);
        if (!hybrid_build(tree, set_at(run, place), &run->contest->kinds[kind], NULL, &share, err))
            return false;
        result->build_ms += 1e3 * (clock_cpu_seconds() - start);
        result->bytes += (double)tree->count * sizeof *tree->nodes;
    }
    return true;
}

static void let_go(void *data, int kind)
{
    Sets *run = data;
    for (int place = 0; place < 2 * run->contest->pair_count; ++place)
        hybrid_tree_free(slot(run, kind, place));
}

static bool search(void *data, int kind, int frame, Job *job, ContestFrame *counts, uint64_t *hash,
                   Error *why)
{
    Sets *run = data;
    uint64_t sum = 0;
    (void)job; // one frame takes microseconds
    for (int pair = 0; pair < run->contest->pair_count; ++pair) {
        HybridCollision *c = &run->collision;
        if (!hybrid_collide(tree_at(run, kind, 2 * pair), tree_at(run, kind, 2 * pair + 1),
                            &run->contest->pairs[pair].b_to_a[frame], true, c))
            return error_set(why, "not enough memory to search");
        if (!counts)
            continue;
        counts->volume_tests += c->tests;
        counts->triangle_tests += c->leaf_tests;
        counts->updates += c->moves;
        counts->contacts += (uint64_t)c->count;
        // A sum: every tree finds them in another order.
        for (int32_t i = 0; i < c->count; ++i)
            sum += contest_mix(contest_mix((uint64_t)pair + 1, (uint64_t)c->contacts[i].a),
                               (uint64_t)c->contacts[i].b);
    }
    if (hash)
        *hash = contest_mix(sum, counts->contacts);
    return true;
}

bool hybrid_contest_run(const HybridContest *contest, ContestResult *results, Job *job, Error *err)
{
    assert(contest->pair_count > 0 && contest->frames > 0 && contest->kind_count > 0);
    Sets run = {.contest = contest};
    run.trees = mem_calloc(2 * (size_t)contest->kind_count * (size_t)contest->pair_count,
                           sizeof *run.trees);
    ContestField field = {&run, run.trees != NULL, name, build, search, let_go};
    bool ok = contest_drive(&field, contest->kind_count, contest->frames, &contest->listener,
                            results, job, err);
    mem_free(run.trees);
    hybrid_collision_free(&run.collision);
    return ok;
}
