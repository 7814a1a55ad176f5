// Kinds of hierarchies over triangles.
#include "core/bench/contest_drive.h"

#include "core/base/clock.h"
#include "core/base/memory.h"
#include "core/tree/build/build.h"

#include <assert.h>
#include <stdio.h>

typedef struct Meshes {
    const Contest *contest;
    Bvh **trees; // two per kind and pair; NULL where a kind failed
    ContactList list;
} Meshes;

static Bvh **trees_of(const Meshes *run, int kind, int pair)
{
    return &run->trees[2 * (kind * run->contest->pair_count + pair)];
}

// Kinds that differ only in the search share their trees, and so do parts of one mesh.
static Bvh *tree_known(const Meshes *run, int kind, int pair, const Mesh *mesh, const BvhDesc *desc)
{
    Bvh **end = trees_of(run, kind, pair) + 2;
    for (Bvh **tree = run->trees; tree < end; ++tree)
        if (*tree && (*tree)->mesh == mesh && bvh_desc_equal(&(*tree)->desc, desc))
            return *tree;
    return NULL;
}

static bool is_new(const Meshes *run, int kind, int pair, int side)
{
    const Bvh *tree = trees_of(run, kind, pair)[side];
    for (int p = 0; p <= pair; ++p)
        for (int s = 0; s < (p < pair ? 2 : side); ++s)
            if (trees_of(run, kind, p)[s] == tree)
                return false;
    return true;
}

static void name(const void *data, int kind, char *text, size_t size)
{
    search_kind_name(&((const Meshes *)data)->contest->kinds[kind], text, size);
}

static bool build(void *data, int kind, ContestResult *result, Job *job, Error *err)
{
    Meshes *run = data;
    const Contest *contest = run->contest;
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
            Job share = job_part(job, 0);
            *tree = known ? bvh_retain(known) : bvh_build(mesh, desc, &share, err);
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

static void let_go(void *data, int kind)
{
    Meshes *run = data;
    for (int pair = 0; pair < run->contest->pair_count; ++pair)
        for (int side = 0; side < 2; ++side) {
            Bvh **tree = trees_of(run, kind, pair) + side;
            bvh_release(*tree);
            *tree = NULL;
        }
}

// The list is sorted, whoever found it.
static uint64_t hash_of(uint64_t hash, const ContactList *list)
{
    for (size_t i = 0; i < list->count; ++i)
        hash = contest_mix(hash,
                           (uint64_t)list->items[i].a << 32 | (uint64_t)(uint32_t)list->items[i].b);
    return contest_mix(hash, list->count);
}

static bool search(void *data, int kind, int frame, Job *job, ContestFrame *counts, uint64_t *hash,
                   Error *why)
{
    Meshes *run = data;
    const Contest *contest = run->contest;
    if (hash)
        *hash = UINT64_C(14695981039346656037);
    for (int pair = 0; pair < contest->pair_count; ++pair) {
        Bvh **trees = trees_of(run, kind, pair);
        QueryStats stats;
        Job share = job_part(job, 0);
        if (!query_contacts(trees[0], trees[1], &contest->pairs[pair].b_to_a[frame],
                            &contest->kinds[kind].query, &share, &run->list, &stats, why))
            return false;
        if (!counts)
            continue;
        counts->volume_tests += stats.volume_tests;
        counts->triangle_tests += stats.triangle_tests;
        counts->updates += stats.updates;
        counts->contacts += run->list.count;
        *hash = hash_of(*hash, &run->list);
    }
    return true;
}

bool contest_run(const Contest *contest, ContestResult *results, Job *job, Error *err)
{
    assert(contest->pair_count > 0 && contest->frames > 0 && contest->kind_count > 0);
    Meshes run = {.contest = contest};
    run.trees = mem_calloc(2 * (size_t)contest->kind_count * (size_t)contest->pair_count,
                           sizeof *run.trees);
    ContestField field = {&run, run.trees != NULL, name, build, search, let_go};
    bool ok = contest_drive(&field, contest->kind_count, contest->frames, &contest->listener,
                            results, job, err);
    mem_free(run.trees);
    contact_list_free(&run.list);
    return ok;
}
