#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/hybrid/regroup.h"

typedef struct Victim {
    double gain; // what the parent loses without it
    HybridId node;
} Victim;

static int by_gain(const void *a, const void *b)
{
    const Victim *p = a, *q = b;
    if (p->gain != q->gain)
        return p->gain > q->gain ? -1 : 1;
    return (p->node > q->node) - (p->node < q->node);
}

static bool is_in_tree(const HybridTree *tree, HybridId node)
{
    const HybridNode *n = &tree->nodes[node];
    return n->parent != HYBRID_NONE && (n->primitive != HYBRID_NONE || n->child_count > 0);
}

// A root of two children would be left with one, and nothing to insert into.
static bool may_leave(const HybridTree *tree, HybridId node)
{
    HybridId parent = tree->nodes[node].parent;
    if (parent != tree->root || tree->nodes[parent].child_count > 2)
        return true;
    HybridId other = tree->nodes[parent].first_child;
    other = other == node ? tree->nodes[other].next : other;
    return tree->nodes[other].primitive == HYBRID_NONE;
}

// The parent's score less that of its other children's coverage.
static double gain_of(HybridWork *work, HybridId node, int32_t *rest)
{
    const HybridNode *nodes = work->tree->nodes;
    HybridId parent = nodes[node].parent;
    int32_t count = 0;
    for (HybridId c = nodes[parent].first_child; c != HYBRID_NONE; c = nodes[c].next)
        if (c != node)
            count += hybrid_coverage(work->tree, c, rest + count);
    return hybrid_score(work, parent) - hybrid_fit(work, rest, count, 0).score;
}

static int32_t list_victims(HybridWork *work, Victim *victims, int32_t *rest)
{
    int32_t count = 0, limit = (int32_t)sqrt(work->set->count);
    for (HybridId i = 0; i < work->tree->count; ++i) {
        if (!is_in_tree(work->tree, i))
            continue;
        if (hybrid_coverage(work->tree, i, rest) > limit &&
            work->tree->nodes[i].primitive == HYBRID_NONE)
            continue;
        victims[count++] = (Victim){gain_of(work, i, rest), i};
    }
    qsort(victims, (size_t)count, sizeof *victims, by_gain);
    return count;
}

// One attempt; *cost is lowered if it was worth it.
static bool move(HybridWork *work, HybridTree *before, HybridId node, double *cost)
{
    if (!is_in_tree(work->tree, node) || !may_leave(work->tree, node))
        return true;
    InsertPlace place;
    if (!hybrid_copy(before, work->tree))
        return false;
    insertion_detach(work, node);
    if (!insertion_find(work, node, &place) || !insertion_apply(work, node, &place))
        return false;
    double now = insertion_cost(work);
    if (now < *cost - 1e-9 * *cost) {
        *cost = now;
        ++work->stats->moves;
        return !work->record || insertion_record(work, node, &place, true);
    }
    return hybrid_copy(work->tree, before);
}

bool regroup_reinsert(HybridWork *work, int passes)
{
    HybridTree before = {.root = HYBRID_NONE};
    int32_t *rest = array_alloc((size_t)work->set->count, sizeof *rest);
    bool fine = rest != NULL, better = true;
    double cost = insertion_cost(work);
    for (int pass = 0; fine && better && pass < passes; ++pass) {
        Victim *victims = array_alloc((size_t)work->tree->count, sizeof *victims);
        int32_t count = victims ? list_victims(work, victims, rest) : 0;
        double at_start = cost;
        fine = victims != NULL;
        for (int32_t i = 0; fine && i < count; ++i) {
            fine = !job_cancelled(work->job) && move(work, &before, victims[i].node, &cost);
            job_progress(work->job, (pass + (double)i / count) / passes);
        }
        mem_free(victims);
        better = cost < at_start;
    }
    mem_free(rest);
    hybrid_tree_free(&before);
    return fine;
}
