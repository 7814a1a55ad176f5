#include "core/hybrid/insertion.h"
#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/hybrid/record.h"

typedef struct Open {
    double way; // what the groups above grow by
    HybridId group;
} Open;

typedef struct Search {
    Open *heap;
    int32_t count;
    size_t capacity;
    int32_t *covered; // of the node, then of a group, together
    int32_t own;      // how many of them are the node's
} Search;

static bool comes_before(const Open *a, const Open *b)
{
    return a->way != b->way ? a->way < b->way : a->group < b->group;
}

static bool push(Search *s, Open open)
{
    if (!array_reserve(&s->heap, &s->capacity, (size_t)s->count + 1, sizeof *s->heap))
        return false;
    int32_t at = s->count++;
    for (; at > 0 && comes_before(&open, &s->heap[(at - 1) / 2]); at = (at - 1) / 2)
        s->heap[at] = s->heap[(at - 1) / 2];
    s->heap[at] = open;
    return true;
}

static Open pop(Search *s)
{
    Open top = s->heap[0], last = s->heap[--s->count];
    int32_t at = 0;
    for (int32_t child; (child = 2 * at + 1) < s->count; at = child) {
        if (child + 1 < s->count && comes_before(&s->heap[child + 1], &s->heap[child]))
            ++child;
        if (!comes_before(&s->heap[child], &last))
            break;
        s->heap[at] = s->heap[child];
    }
    s->heap[at] = last;
    return top;
}

// Score of what covers the node and everything below another one.
static double score_with(HybridWork *work, Search *s, HybridId other)
{
    int32_t more = hybrid_coverage(work->tree, other, s->covered + s->own);
    return hybrid_fit(work, s->covered, s->own + more, 0).score;
}

static void consider(const HybridWork *work, InsertPlace *best, HybridId group, HybridId partner,
                     double delta)
{
    if (work->record)
        hybrid_note(work->record, &(HybridCandidate){.cost = delta, .a = group, .b = partner});
    if (best->group == HYBRID_NONE || delta < best->delta) {
        best->group = group;
        best->partner = partner;
        best->delta = delta;
    }
}

static bool search(HybridWork *work, Search *s, InsertPlace *best)
{
    const HybridNode *nodes = work->tree->nodes;
    if (!push(s, (Open){0, work->tree->root}))
        return false;
    while (s->count > 0) {
        Open open = pop(s);
        if (best->group != HYBRID_NONE && open.way >= best->delta)
            return true;
        ++best->visited;
        HybridId g = open.group;
        double k = nodes[g].child_count, before = hybrid_score(work, g);
        double with = score_with(work, s, g), way = open.way + k * (with - before);
        consider(work, best, g, HYBRID_NONE, open.way + (k + 1) * with - k * before);
        for (HybridId c = nodes[g].first_child; c != HYBRID_NONE; c = nodes[c].next) {
            if (nodes[c].primitive != HYBRID_NONE)
                consider(work, best, g, c, way + 2 * score_with(work, s, c));
            else if (!push(s, (Open){way, c}))
                return false;
        }
    }
    return true;
}

bool insertion_find(HybridWork *work, HybridId node, InsertPlace *place)
{
    *place = (InsertPlace){.group = HYBRID_NONE, .partner = HYBRID_NONE};
    Search s = {.covered = array_alloc((size_t)work->set->count, sizeof *s.covered)};
    bool found = s.covered != NULL;
    if (found) {
        s.own = hybrid_coverage(work->tree, node, s.covered);
        if (work->record)
            hybrid_note_begin(work->record);
        found = search(work, &s, place);
    }
    mem_free(s.covered);
    mem_free(s.heap);
    return found;
}

bool insertion_apply(HybridWork *work, HybridId node, const InsertPlace *place)
{
    HybridTree *tree = work->tree;
    HybridId under = place->group;
    if (place->partner != HYBRID_NONE) {
        under = hybrid_add_group(tree);
        if (under == HYBRID_NONE)
            return false;
        hybrid_unlink(tree, place->partner);
        hybrid_link(tree, place->group, under);
        hybrid_link(tree, under, place->partner);
    }
    hybrid_link(tree, under, node);
    hybrid_refit_up(work, under);
    return true;
}

bool insertion_record(HybridWork *work, HybridId node, const InsertPlace *place, bool moved)
{
    HybridRecord *record = work->record;
    for (uint32_t i = 0; i < record->noted_count; ++i) {
        HybridCandidate *c = &record->noted[i];
        c->taken = c->a == place->group && c->b == place->partner;
    }
    int32_t *both = array_alloc(2 * (size_t)work->set->count, sizeof *both);
    if (!both)
        return false;
    int32_t own = hybrid_coverage(work->tree, node, both), others = 0;
    HybridId under = work->tree->nodes[node].parent;
    for (HybridId c = work->tree->nodes[under].first_child; c != HYBRID_NONE;
         c = work->tree->nodes[c].next)
        if (c != node)
            others += hybrid_coverage(work->tree, c, both + own + others);
    bool fine =
        hybrid_record_step(work,
                           &(HybridStep){.kind = moved ? HYBRID_STEP_MOVE : HYBRID_STEP_INSERT,
                                         .node = node,
                                         .cost = place->delta},
                           both, own, both + own, others);
    mem_free(both);
    return fine;
}

void insertion_detach(HybridWork *work, HybridId node)
{
    HybridTree *tree = work->tree;
    HybridId parent = tree->nodes[node].parent, above = tree->nodes[parent].parent;
    hybrid_unlink(tree, node);
    if (tree->nodes[parent].child_count > 1) {
        hybrid_refit_up(work, parent);
        return;
    }
    HybridId left = tree->nodes[parent].first_child;
    if (above == HYBRID_NONE) {
        hybrid_unlink(tree, left);
        tree->root = left;
    } else {
        hybrid_dissolve(tree, parent);
        hybrid_refit_up(work, above);
    }
}

double insertion_cost(const HybridWork *work)
{
    double cost = 0;
    for (int32_t i = 0; i < work->tree->count; ++i)
        if (work->tree->nodes[i].child_count > 0)
            cost += work->tree->nodes[i].child_count * hybrid_score(work, i);
    return cost;
}
