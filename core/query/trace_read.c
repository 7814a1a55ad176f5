// Going through a recorded search.
#include "core/base/array.h"
#include "core/query/trace_parts.h"

#include <assert.h>

// --- what is made once

static uint32_t *parents_of(const Bvh *tree)
{
    uint32_t *above = array_alloc(tree->node_count, sizeof *above);
    if (!above || tree->node_count == 0)
        return above;
    above[0] = TRACE_NONE;
    for (NodeId node = 0; node < tree->node_count; ++node) {
        NodeLinks links = tree->type->links(tree, node);
        for (uint32_t i = 0; !links.leaf && i < links.count; ++i)
            above[links.first + i] = node;
    }
    return above;
}

// Children have higher numbers than their parents, and are placed in the order of their numbers.
static bool make_tree(Trace *t)
{
    uint32_t n = t->test_count;
    uint32_t *below = array_alloc(n, sizeof *below), *next = array_alloc(n, sizeof *next);
    t->place = array_alloc(n, sizeof *t->place);
    t->order = array_alloc(n, sizeof *t->order);
    t->size = array_alloc(n, sizeof *t->size);
    bool ok = below && next && t->place && t->order && t->size, same = true;
    for (uint32_t i = 0; ok && i < n; ++i)
        below[i] = 1;
    for (uint32_t i = n; ok && i-- > 1;)
        below[t->tests[i].parent] += below[i];
    for (uint32_t i = 0; ok && i < n; ++i) {
        uint32_t parent = t->tests[i].parent;
        uint32_t at = parent == TRACE_NONE ? 0 : next[parent];
        if (parent != TRACE_NONE)
            next[parent] += below[i];
        next[i] = at + 1;
        t->place[i] = at;
        t->order[at] = i;
        t->size[at] = below[i];
        same &= at == i;
    }
    mem_free(below);
    mem_free(next);
    if (ok && same) {
        mem_free(t->place);
        mem_free(t->order);
        t->place = t->order = NULL;
    }
    return ok;
}

static bool make_marks(Trace *t)
{
    size_t count = (size_t)t->test_count / TRACE_MARK_TESTS + 1;
    t->marks = array_alloc(count, sizeof *t->marks);
    if (!t->marks)
        return false;
    TraceMark sum = {0};
    for (uint32_t i = 0; i < t->test_count; ++i) {
        if (i % TRACE_MARK_TESTS == 0)
            t->marks[i / TRACE_MARK_TESTS] = sum;
        sum.updates += t->tests[i].updates;
        ++sum.exits[t->tests[i].exit];
    }
    if (t->test_count % TRACE_MARK_TESTS == 0)
        t->marks[count - 1] = sum;
    return true;
}

// Elsewhere a step is a test, and its leaves are compared in it.
static bool find_leaves(Trace *t)
{
    if (!t->steps)
        return true;
    t->leaf_of = array_alloc(t->test_count, sizeof *t->leaf_of);
    for (uint32_t i = 0; t->leaf_of && i < t->test_count; ++i)
        t->leaf_of[i] = TRACE_NONE;
    for (uint32_t i = 0; t->leaf_of && i < t->leaf_count; ++i)
        t->leaf_of[t->leaves[i].test] = i;
    return t->leaf_of != NULL;
}

bool trace_index(Trace *trace)
{
    assert(trace);
    trace->above_a = parents_of(trace->a);
    trace->above_b = parents_of(trace->b);
    return trace->above_a && trace->above_b && make_tree(trace) && make_marks(trace) &&
           find_leaves(trace);
}

size_t trace_bytes(const Trace *t)
{
    assert(t);
    size_t n = t->test_count, tree = (t->place ? 3 : 1) * n * sizeof *t->size;
    return n * sizeof *t->tests + tree + (t->leaf_of ? n * sizeof *t->leaf_of : 0) +
           t->leaf_count * sizeof *t->leaves + (t->steps ? t->step_count * sizeof *t->steps : 0) +
           (n / TRACE_MARK_TESTS + 1) * sizeof *t->marks +
           ((size_t)t->a->node_count + t->b->node_count) * sizeof *t->above_a;
}

// --- steps and sums

TraceStep trace_step(const Trace *trace, uint32_t step)
{
    assert(trace && step < trace->step_count);
    return trace->steps ? trace->steps[step] : (TraceStep){step, step, 1};
}

// Tests that were made when the step is over.
static uint32_t tests_after(const Trace *t, uint32_t step)
{
    TraceStep at = trace_step(t, step);
    return at.first + at.count;
}

uint32_t trace_made_at(const Trace *trace, uint32_t test)
{
    assert(trace && test < trace->test_count);
    if (!trace->steps)
        return test;
    uint32_t lo = 0, hi = trace->step_count - 1; // the first step after which it is made
    while (lo < hi) {
        uint32_t middle = lo + (hi - lo) / 2;
        if (tests_after(trace, middle) > test)
            hi = middle;
        else
            lo = middle + 1;
    }
    return lo;
}

// Pairs of leaves up to and including a step.
static uint32_t leaves_until(const Trace *t, uint32_t step)
{
    uint32_t lo = 0, hi = t->leaf_count;
    while (lo < hi) {
        uint32_t middle = lo + (hi - lo) / 2;
        if (t->leaves[middle].step <= step)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

const TraceLeaf *trace_leaf(const Trace *trace, uint32_t test)
{
    assert(trace && test < trace->test_count);
    uint32_t until = trace->leaf_of ? 0 : leaves_until(trace, test);
    uint32_t at = trace->leaf_of ? trace->leaf_of[test] : until > 0 ? until - 1 : TRACE_NONE;
    const TraceLeaf *leaf = at == TRACE_NONE ? NULL : &trace->leaves[at];
    return leaf && leaf->test == test ? leaf : NULL;
}

void trace_counters(const Trace *trace, uint32_t step, TraceCounters *out)
{
    assert(trace && out);
    *out = (TraceCounters){0};
    if (step >= trace->step_count)
        return;
    uint32_t made = tests_after(trace, step), from = made - made % TRACE_MARK_TESTS;
    const TraceMark *mark = &trace->marks[made / TRACE_MARK_TESTS];
    out->volume_tests = made;
    out->updates = mark->updates;
    for (int e = 0; e < QUERY_MAX_EXITS; ++e)
        out->exits[e] = mark->exits[e];
    for (uint32_t i = from; i < made; ++i) {
        out->updates += trace->tests[i].updates;
        ++out->exits[trace->tests[i].exit];
    }
    out->leaf_pairs = leaves_until(trace, step);
    if (out->leaf_pairs > 0) {
        out->triangle_tests = trace->leaves[out->leaf_pairs - 1].triangle_tests;
        out->contacts = trace->leaves[out->leaf_pairs - 1].contacts;
    }
}

// --- the work list

typedef struct Waiting {
    uint32_t *tests, max, count;
} Waiting;

static void add_waiting(Waiting *list, uint32_t test)
{
    if (list->count < list->max)
        list->tests[list->count] = test;
    ++list->count;
}

static int rank_of(const TraceTest *test)
{
    return test->flags / TRACE_RANK;
}

// Lanes of a block that are left, between two places in the order in which they were put on the list.
static void add_lanes(const Trace *t, Waiting *list, TraceStep block, int from, int to)
{
    int step = from <= to ? 1 : -1;
    for (int rank = from; rank != to + step; rank += step)
        for (uint32_t i = block.first; i < block.first + block.count; ++i)
            if (t->tests[i].exit == 0 && rank_of(&t->tests[i]) == rank)
                add_waiting(list, i);
}

static uint32_t child_end(const Trace *t, uint32_t test)
{
    uint32_t at = t->place ? t->place[test] : test;
    return at + t->size[at];
}

// Taken from the end: the rest of each family on the way up, the deepest first. Tests of one family
// stand one behind the other in the order of the walk.
static void add_families(const Trace *t, Waiting *list, uint32_t test)
{
    for (uint32_t parent; (parent = t->tests[test].parent) != TRACE_NONE; test = parent) {
        uint32_t end = child_end(t, parent);
        for (uint32_t at = child_end(t, test); at < end;) {
            add_waiting(list, t->order ? t->order[at] : at);
            at += t->size[at];
        }
    }
}

enum { LAST_RANK = QUERY_MAX_ARITY - 1 };

// Of blocks: the lanes that were put there before this one and, where both nodes of a pair were opened,
// the blocks that were tested before its block; what was put there last is on top.
static void add_block_families(const Trace *t, Waiting *list, uint32_t test)
{
    for (; t->tests[test].parent != TRACE_NONE; test = t->tests[test].parent) {
        uint32_t made = trace_made_at(t, test), parent = t->tests[test].parent;
        int rank = rank_of(&t->tests[test]);
        if (rank > 0)
            add_lanes(t, list, trace_step(t, made), rank - 1, 0);
        while (made-- > 0 && trace_step(t, made).taken == parent && trace_step(t, made).count > 0)
            add_lanes(t, list, trace_step(t, made), LAST_RANK, 0);
    }
}

// Taken from the front: one block after the other, as they were put there.
static void add_queued_lanes(const Trace *t, Waiting *list, uint32_t step)
{
    uint32_t taken = trace_step(t, step).taken;
    int from = taken == TRACE_NONE ? 0 : rank_of(&t->tests[taken]) + 1;
    for (uint32_t s = taken == TRACE_NONE ? 0 : trace_made_at(t, taken); s <= step; ++s) {
        if (from <= LAST_RANK)
            add_lanes(t, list, trace_step(t, s), from, LAST_RANK);
        from = 0;
    }
}

static void add_opened(const Trace *t, Waiting *list, uint32_t step)
{
    TraceStep at = trace_step(t, step);
    if (!t->steps) { // all children, which come to be tested later
        if (!(t->tests[at.first].flags & TRACE_OPENED))
            return;
        uint32_t place = t->place ? t->place[at.first] : at.first, end = place + t->size[place];
        for (uint32_t child = place + 1; child < end; child += t->size[child])
            add_waiting(list, t->order ? t->order[child] : child);
        return;
    }
    uint32_t opened = at.taken;
    for (uint32_t i = step + 1; i-- > 0;) { // the blocks of one pair, the last one on top
        TraceStep block = trace_step(t, i);
        if (block.taken != opened || block.count == 0)
            break;
        add_lanes(t, list, block, LAST_RANK, 0);
    }
}

uint32_t trace_waiting(const Trace *trace, uint32_t step, uint32_t *tests, uint32_t max)
{
    assert(trace && (tests || max == 0));
    Waiting list = {tests, max, 0};
    if (step >= trace->step_count)
        return 0;
    TraceStep at = trace_step(trace, step);
    uint32_t made = at.first + at.count;
    if (trace->queue && !trace->steps) {
        for (uint32_t i = made; i < trace->test_count && trace->tests[i].parent < made; ++i)
            add_waiting(&list, i);
    } else if (trace->queue) {
        add_queued_lanes(trace, &list, step);
    } else {
        add_opened(trace, &list, step);
        if (at.taken != TRACE_NONE && trace->steps)
            add_block_families(trace, &list, at.taken);
        else if (!trace->steps)
            add_families(trace, &list, at.first);
    }
    return list.count;
}

// --- where to go

uint32_t trace_next_leaves(const Trace *trace, uint32_t step)
{
    assert(trace);
    uint32_t i = step == TRACE_NONE ? 0 : leaves_until(trace, step);
    return i < trace->leaf_count ? trace->leaves[i].step : TRACE_NONE;
}

uint32_t trace_next_prune(const Trace *trace, uint32_t step)
{
    assert(trace);
    for (uint32_t i = step == TRACE_NONE ? 0 : tests_after(trace, step); i < trace->test_count; ++i)
        if (trace->tests[i].exit)
            return trace_made_at(trace, i);
    return TRACE_NONE;
}

// Nodes on the ways from the root to the leaves that list a triangle. NULL: no memory.
static bool *nodes_above(const Bvh *tree, const uint32_t *above, int32_t triangle)
{
    bool *on_way = mem_calloc((size_t)tree->node_count + 1, sizeof *on_way);
    for (NodeId node = tree->node_count; on_way && node-- > 0;) {
        NodeLinks links = tree->type->links(tree, node);
        for (uint32_t i = 0; links.leaf && i < links.count; ++i)
            on_way[node] |= tree->slots[links.first + i] == triangle;
        if (on_way[node] && node > 0)
            on_way[above[node]] = true;
    }
    return on_way;
}

bool trace_fate(const Trace *trace, int32_t triangle_a, int32_t triangle_b, TraceFate *out)
{
    assert(trace && out);
    *out = (TraceFate){false, TRACE_NONE, TRACE_NONE};
    bool *a = nodes_above(trace->a, trace->above_a, triangle_a);
    bool *b = nodes_above(trace->b, trace->above_b, triangle_b);
    bool ok = a && b;
    for (uint32_t i = 0; ok && i < trace->leaf_count && !out->compared; ++i) {
        const TraceLeaf *leaf = &trace->leaves[i];
        if (a[trace->tests[leaf->test].a] && b[trace->tests[leaf->test].b])
            *out = (TraceFate){true, leaf->step, leaf->test};
    }
    for (uint32_t i = trace->test_count; ok && out->test == TRACE_NONE && i-- > 0;)
        if (trace->tests[i].exit && a[trace->tests[i].a] && b[trace->tests[i].b])
            *out = (TraceFate){false, trace_made_at(trace, i), i};
    mem_free(a);
    mem_free(b);
    return ok;
}

// --- volumes and reasons

bool trace_volume(const Trace *trace, bool of_b, NodeId node, void *volume)
{
    assert(trace && volume);
    return bvh_volume(of_b ? trace->b : trace->a, node, of_b ? trace->above_b : trace->above_a,
                      volume);
}

bool trace_explain(const Trace *trace, uint32_t test, Explanation *out)
{
    assert(trace && test < trace->test_count && out);
    if (!trace->test->explain)
        return false;
    const TraceTest *t = &trace->tests[test];
    size_t size = trace->a->type->volume_size;
    void *a = mem_alloc(size), *b = mem_alloc(size);
    bool ok = a && b && trace_volume(trace, false, t->a, a) && trace_volume(trace, true, t->b, b);
    if (ok)
        trace->test->explain(&(ExplainPair){.a = trace->a,
                                            .b = trace->b,
                                            .b_to_a = trace->b_to_a,
                                            .a_to_b = trace->a_to_b,
                                            .volume_a = a,
                                            .volume_b = b,
                                            .exit = t->exit,
                                            .one_is_b = t->flags & TRACE_ONE_IS_B},
                             out);
    mem_free(a);
    mem_free(b);
    return ok;
}
