#include "core/bench/contest.h"

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/memory.h"
#include "core/tree/build/build.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BLOCKS = 10 }; // of each round: short, so that all kinds meet the same load

typedef struct Run {
    const Contest *contest;
    ContestResult *results;
    Bvh **trees;      // two per kind and pair; NULL where a kind failed
    uint64_t *hashes; // of the contacts of each frame, of the first kind that was counted
    int first;        // that kind; -1: none yet
    double clock_cost;
    ContactList list;
    Job *job;
    Error *err;
} Run;

static void go_on(const Run *run, double done)
{
    job_progress(run->job, done);
    if (run->contest->went_on)
        run->contest->went_on(run->contest->user, done);
}

static Bvh **trees_of(const Run *run, int kind, int pair)
{
    return &run->trees[2 * (kind * run->contest->pair_count + pair)];
}

// Kinds that differ only in the search share their trees, and so do parts of one mesh.
static Bvh *tree_known(const Run *run, int kind, int pair, const Mesh *mesh, const BvhDesc *desc)
{
    Bvh **end = trees_of(run, kind, pair) + 2;
    for (Bvh **tree = run->trees; tree < end; ++tree)
        if (*tree && (*tree)->mesh == mesh && bvh_desc_equal(&(*tree)->desc, desc))
            return *tree;
    return NULL;
}

static bool is_new(const Run *run, int kind, int pair, int side)
{
    const Bvh *tree = trees_of(run, kind, pair)[side];
    for (int p = 0; p <= pair; ++p)
        for (int s = 0; s < (p < pair ? 2 : side); ++s)
            if (trees_of(run, kind, p)[s] == tree)
                return false;
    return true;
}

// False: cancelled or no memory. A kind that cannot be built says so in its result.
static bool build(Run *run, int kind)
{
    const Contest *contest = run->contest;
    ContestResult *result = &run->results[kind];
    const BvhDesc *desc = &contest->kinds[kind].build;
    const char *why = NULL;
    if (!bvh_desc_allowed(desc, &why)) {
        snprintf(result->failure, sizeof result->failure, "%s", why);
        return true;
    }
    for (int pair = 0; pair < contest->pair_count; ++pair)
        for (int side = 0; side < 2; ++side) {
            Mesh *mesh = side == 0 ? contest->pairs[pair].a : contest->pairs[pair].b;
            Bvh **tree = trees_of(run, kind, pair) + side;
            Bvh *known = tree_known(run, kind, pair, mesh, desc);
            double start = clock_cpu_seconds();
            Job share = job_part(run->job, 0);
            *tree = known ? bvh_retain(known) : bvh_build(mesh, desc, &share, run->err);
            if (!*tree)
                return false;
            if (!known)
                (*tree)->build_ms = 1e3 * (clock_cpu_seconds() - start);
            if (is_new(run, kind, pair, side)) {
                result->build_ms += (*tree)->build_ms;
                result->bytes += (double)bvh_bytes(*tree);
            }
        }
    return true;
}

static void let_go(Run *run, int kind)
{
    for (int pair = 0; pair < run->contest->pair_count; ++pair)
        for (int side = 0; side < 2; ++side) {
            Bvh **tree = trees_of(run, kind, pair) + side;
            bvh_release(*tree);
            *tree = NULL;
        }
}

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(1099511628211);
    return hash ^ hash >> 32;
}

static bool search(Run *run, int kind, int pair, int frame, QueryStats *stats)
{
    Bvh **trees = trees_of(run, kind, pair);
    Error why = {""};
    Job share = job_part(run->job, 0);
    if (query_contacts(trees[0], trees[1], &run->contest->pairs[pair].b_to_a[frame],
                       &run->contest->kinds[kind].query, &share, &run->list, stats, &why))
        return true;
    ContestResult *result = &run->results[kind];
    snprintf(result->failure, sizeof result->failure, "%.120s", why.text);
    return false;
}

// False: cancelled. What else fails is said in the result.
static bool count_frames(Run *run, int kind, uint64_t *hashes)
{
    const Contest *contest = run->contest;
    ContestResult *result = &run->results[kind];
    for (int f = 0; f < contest->frames; ++f) {
        ContestFrame *frame = &result->frames[f];
        uint64_t hash = UINT64_C(14695981039346656037);
        for (int pair = 0; pair < contest->pair_count; ++pair) {
            QueryStats stats;
            if (job_cancelled(run->job) || !search(run, kind, pair, f, &stats))
                return !job_cancelled(run->job);
            frame->volume_tests += stats.volume_tests;
            frame->triangle_tests += stats.triangle_tests;
            frame->updates += stats.updates;
            frame->contacts += run->list.count;
            for (size_t i = 0; i < run->list.count; ++i)
                hash = mix(hash, (uint64_t)run->list.items[i].a << 32 |
                                     (uint64_t)(uint32_t)run->list.items[i].b);
            hash = mix(hash, run->list.count);
        }
        hashes[f] = hash;
        result->volume_tests += (double)frame->volume_tests / contest->frames;
        result->triangle_tests += (double)frame->triangle_tests / contest->frames;
        result->updates += (double)frame->updates / contest->frames;
        result->contacts += (double)frame->contacts / contest->frames;
    }
    result->counted = true;
    return true;
}

static bool same_contacts(Run *run, int kind, const uint64_t *hashes)
{
    const Contest *contest = run->contest;
    if (run->first < 0) {
        run->first = kind;
        memcpy(run->hashes, hashes, (size_t)contest->frames * sizeof *hashes);
    }
    for (int f = 0; f < contest->frames; ++f)
        if (hashes[f] != run->hashes[f]) {
            char names[2][SEARCH_KIND_NAME];
            search_kind_name(&contest->kinds[run->first], names[0], sizeof names[0]);
            search_kind_name(&contest->kinds[kind], names[1], sizeof names[1]);
            return error_set(run->err, "%s and %s find other contacts in frame %d", names[0],
                             names[1], f + 1);
        }
    return true;
}

static void tell(const Run *run, int kind)
{
    if (run->contest->heard)
        run->contest->heard(run->contest->user, kind, &run->results[kind]);
}

static bool count_all(Run *run)
{
    const Contest *contest = run->contest;
    uint64_t *hashes = array_alloc((size_t)contest->frames, sizeof *hashes);
    bool ok = hashes || error_set(run->err, "not enough memory to measure");
    for (int kind = 0; ok && kind < contest->kind_count; ++kind) {
        ContestResult *result = &run->results[kind];
        go_on(run, kind / (double)contest->kind_count / (1 + CONTEST_ROUNDS));
        ok = !job_cancelled(run->job) && build(run, kind) &&
             (result->failure[0] || count_frames(run, kind, hashes)) &&
             (!result->counted || same_contacts(run, kind, hashes));
        if (ok)
            tell(run, kind);
    }
    mem_free(hashes);
    return ok;
}

// The clock itself takes about as long as a small search.
static double cost_of_clock(void)
{
    double least = INFINITY, before = clock_cpu_seconds();
    for (int i = 0; i < 200; ++i) {
        double now = clock_cpu_seconds();
        least = fmin(least, now - before);
        before = now;
    }
    return least;
}

static bool time_block(Run *run, int kind, int round, int first, int end)
{
    const Contest *contest = run->contest;
    ContestResult *result = &run->results[kind];
    double before = clock_cpu_seconds();
    for (int f = first; f < end; ++f) {
        for (int pair = 0; pair < contest->pair_count; ++pair) {
            QueryStats stats;
            if (!search(run, kind, pair, f, &stats))
                return false;
        }
        double now = clock_cpu_seconds();
        double us = 1e6 * fmax(now - before - run->clock_cost, 0);
        before = now;
        result->us[round] += us / contest->frames;
        result->frames[f].us = round == 0 ? us : fmin(result->frames[f].us, us);
        if (job_cancelled(run->job))
            return false;
    }
    return true;
}

static bool time_all(Run *run)
{
    const Contest *contest = run->contest;
    int block = (contest->frames + BLOCKS - 1) / BLOCKS, done = 0;
    int turns = CONTEST_ROUNDS * ((contest->frames + block - 1) / block) * contest->kind_count;
    run->clock_cost = cost_of_clock();
    for (int round = 0; round < CONTEST_ROUNDS; ++round)
        for (int first = 0; first < contest->frames; first += block)
            for (int kind = 0; kind < contest->kind_count; ++kind) {
                int end = first + block < contest->frames ? first + block : contest->frames;
                go_on(run, (1.0 + CONTEST_ROUNDS * (double)done++ / turns) / (1 + CONTEST_ROUNDS));
                if (run->results[kind].counted && !time_block(run, kind, round, first, end))
                    return job_cancelled(run->job) ||
                           error_set(run->err, "not enough memory to measure");
            }
    for (int kind = 0; kind < contest->kind_count; ++kind) {
        ContestResult *result = &run->results[kind];
        if (!result->counted)
            continue;
        result->us_least = result->us_most = result->us[0];
        for (int round = 1; round < CONTEST_ROUNDS; ++round) {
            result->us_least = fmin(result->us_least, result->us[round]);
            result->us_most = fmax(result->us_most, result->us[round]);
        }
        result->timed = true;
        tell(run, kind);
    }
    return true;
}

bool contest_run(const Contest *contest, ContestResult *results, Job *job, Error *err)
{
    assert(contest->pair_count > 0 && contest->frames > 0 && contest->kind_count > 0);
    Error unheard;
    Run run = {.contest = contest, .results = results, .first = -1, .job = job};
    run.err = err ? err : &unheard;
    memset(results, 0, (size_t)contest->kind_count * sizeof *results);
    run.trees = mem_calloc(2 * (size_t)contest->kind_count * (size_t)contest->pair_count,
                           sizeof *run.trees);
    run.hashes = array_alloc((size_t)contest->frames, sizeof *run.hashes);
    bool ok = run.trees && run.hashes;
    for (int kind = 0; ok && kind < contest->kind_count; ++kind) {
        results[kind].frames = mem_calloc((size_t)contest->frames, sizeof *results[kind].frames);
        ok = results[kind].frames != NULL;
    }
    if (!ok)
        error_set(run.err, "not enough memory to measure");
    job_step(job, "Measuring");
    ok = ok && count_all(&run) && time_all(&run) && !job_cancelled(job);
    for (int kind = 0; run.trees && kind < contest->kind_count; ++kind)
        let_go(&run, kind);
    mem_free(run.trees);
    mem_free(run.hashes);
    contact_list_free(&run.list);
    if (!ok && job_cancelled(job))
        run.err->text[0] = 0;
    return ok;
}

void contest_free(ContestResult *results, int count)
{
    for (int i = 0; results && i < count; ++i) {
        mem_free(results[i].frames);
        results[i].frames = NULL;
    }
}

int contest_rank(const ContestResult *results, int count, int kind)
{
    if (!results[kind].timed)
        return 0;
    int rank = 1;
    for (int i = 0; i < count; ++i)
        rank += results[i].timed && results[i].us_most < results[kind].us_least;
    return rank;
}

bool contest_ties(const ContestResult *results, int count, int kind)
{
    int rank = contest_rank(results, count, kind);
    for (int i = 0; rank > 0 && i < count; ++i)
        if (i != kind && contest_rank(results, count, i) == rank)
            return true;
    return false;
}

double contest_break_even(const ContestResult *results, int count, int kind)
{
    const ContestResult *cheapest = &results[kind], *one = &results[kind];
    for (int i = 0; i < count; ++i)
        if (results[i].timed && results[i].build_ms < cheapest->build_ms)
            cheapest = &results[i];
    double lead = 1e3 * (one->build_ms - cheapest->build_ms);
    if (cheapest == one || lead <= 0)
        return 0;
    double gain = cheapest->us_least - one->us_least;
    return gain > 0 ? lead / gain : INFINITY;
}

double contest_cost(const ContestResult *result, enum ContestCost cost)
{
    return cost == CONTEST_BUILD ? result->build_ms : result->bytes;
}

bool contest_on_front(const ContestResult *results, int count, int kind, enum ContestCost cost)
{
    const ContestResult *one = &results[kind];
    double own = contest_cost(one, cost);
    for (int i = 0; one->timed && i < count; ++i) {
        double other = contest_cost(&results[i], cost);
        if (results[i].timed && results[i].us_least <= one->us_least && other <= own &&
            (results[i].us_least < one->us_least || other < own))
            return false;
    }
    return one->timed;
}
