// Branches on the node that the fewest candidates can still cover. The candidates are sorted by
// cost per node, so that the first one that fits gives a node's least share, and the best branch is
// tried first. A set of covered nodes that was reached before at no higher cost is not opened
// again: what is left to do is the same.
#include "core/hybrid/set_partition.h"
#include "core/base/array.h"
#include "core/base/memory.h"

#include <assert.h>
#include <math.h>

enum { SEEN_SLOTS = 1 << 16, ASK_EVERY = 256 };

typedef struct Seen {
    uint64_t covered;
    double cost;
    bool used;
} Seen;

typedef struct Sorted {
    double share;
    int32_t index;
} Sorted;

typedef struct Solver {
    const PartitionProblem *problem;
    PartitionResult *result;
    int32_t *of_node[PARTITION_MAX_NODES]; // candidates with that node, by share
    int32_t of_node_count[PARTITION_MAX_NODES];
    Sorted *sorted;
    double *extra; // of each candidate: its cost beyond the prices of its nodes
    double price[PARTITION_MAX_NODES];
    int32_t *lists;
    Seen *seen;
    uint64_t all;
    int32_t stack[PARTITION_MAX_NODES];
    int32_t depth;
    double deadline;
    bool stopped, cancelled;
    size_t open_at[PARTITION_MAX_NODES + 1]; // of the notes' open ones: where each depth is
    size_t opened;
} Solver;

static int bit_count(uint64_t mask)
{
    return __builtin_popcountll(mask);
}

static int lowest_bit(uint64_t mask)
{
    return __builtin_ctzll(mask);
}

static int by_share(const void *a, const void *b)
{
    const Sorted *p = a, *q = b;
    if (p->share != q->share)
        return p->share < q->share ? -1 : 1;
    return (p->index > q->index) - (p->index < q->index);
}

// By share of the extra cost; lists of each node in the same order.
static void sort_by_share(Solver *s)
{
    const PartitionProblem *p = s->problem;
    for (int32_t i = 0; i < p->count; ++i)
        s->sorted[i] = (Sorted){s->extra[i] / bit_count(p->candidates[i].mask), i};
    qsort(s->sorted, (size_t)p->count, sizeof *s->sorted, by_share);
    for (int j = 0; j < p->nodes; ++j)
        s->of_node_count[j] = 0;
    for (int32_t i = 0; i < p->count; ++i)
        for (uint64_t left = p->candidates[s->sorted[i].index].mask; left; left &= left - 1) {
            int j = lowest_bit(left);
            s->of_node[j][s->of_node_count[j]++] = s->sorted[i].index;
        }
}

static bool prepare(Solver *s)
{
    const PartitionProblem *p = s->problem;
    s->all = p->nodes == 64 ? UINT64_MAX : (UINT64_C(1) << p->nodes) - 1;
    s->sorted = array_alloc((size_t)p->count, sizeof *s->sorted);
    s->extra = array_alloc((size_t)p->count, sizeof *s->extra);
    s->seen = mem_calloc(SEEN_SLOTS, sizeof *s->seen);
    size_t total = 0;
    for (int32_t i = 0; i < p->count; ++i)
        total += (size_t)bit_count(p->candidates[i].mask);
    s->lists = array_alloc(total, sizeof *s->lists);
    if (!s->sorted || !s->extra || !s->seen || !s->lists)
        return false;
    for (int32_t i = 0; i < p->count; ++i) {
        s->extra[i] = p->candidates[i].cost;
        for (uint64_t left = p->candidates[i].mask; left; left &= left - 1)
            ++s->of_node_count[lowest_bit(left)];
    }
    int32_t *at = s->lists;
    for (int j = 0; j < p->nodes; ++j) {
        s->of_node[j] = at;
        at += s->of_node_count[j];
    }
    sort_by_share(s);
    return true;
}

// --- prices

// Extra costs by the given prices, the bound they give at the root, and its slope: one less than
// the number of candidates that would pay for a node.
static double price_bound(Solver *s, const double *price, double *slope, double *relaxed)
{
    const PartitionProblem *p = s->problem;
    double least[PARTITION_MAX_NODES], sum = 0, shares = 0;
    *relaxed = 0;
    for (int j = 0; j < p->nodes; ++j) {
        sum += price[j];
        slope[j] = 1;
        least[j] = INFINITY;
    }
    for (int32_t i = 0; i < p->count; ++i) {
        uint64_t mask = p->candidates[i].mask;
        double extra = p->candidates[i].cost;
        for (uint64_t left = mask; left; left &= left - 1)
            extra -= price[lowest_bit(left)];
        s->extra[i] = extra;
        *relaxed += fmin(0, extra);
        for (uint64_t left = mask; left; left &= left - 1) {
            int j = lowest_bit(left);
            least[j] = fmin(least[j], extra / bit_count(mask));
            slope[j] -= extra < 0;
        }
    }
    for (int j = 0; j < p->nodes; ++j)
        shares += least[j];
    *relaxed += sum;
    return sum + shares;
}

// Subgradient ascent of the Lagrangian relaxation, towards the best solution known. The prices kept
// are those whose bound at the root is highest; any would be valid.
static void find_prices(Solver *s)
{
    enum { ROUNDS = 400, PATIENCE = 12 };
    const PartitionProblem *p = s->problem;
    double price[PARTITION_MAX_NODES], slope[PARTITION_MAX_NODES], relaxed;
    for (int j = 0; j < p->nodes; ++j) {
        if (s->of_node_count[j] == 0)
            return; // nothing covers it, as the search will find at once
        const PartitionCandidate *c = &p->candidates[s->of_node[j][0]];
        price[j] = c->cost / bit_count(c->mask);
    }
    double best = -INFINITY, stride = 1, highest = -INFINITY;
    double goal = s->result->feasible ? s->result->cost : INFINITY;
    for (int round = 0, waited = 0; round < ROUNDS; ++round) {
        double bound = price_bound(s, price, slope, &relaxed), square = 0;
        if (bound > best) {
            best = bound;
            memcpy(s->price, price, sizeof price);
        }
        waited = relaxed > highest ? 0 : waited + 1;
        highest = fmax(highest, relaxed);
        if (waited == PATIENCE) {
            stride /= 2;
            waited = 0;
        }
        for (int j = 0; j < p->nodes; ++j)
            square += slope[j] * slope[j];
        double gap = isfinite(goal) ? goal - relaxed : 0.1 * fabs(relaxed);
        if (square == 0 || !(gap > 0) || !isfinite(bound))
            break;
        for (int j = 0; j < p->nodes; ++j)
            price[j] += stride * gap / square * slope[j];
    }
    price_bound(s, s->price, slope, &relaxed);
    sort_by_share(s);
}

static void keep_solution(Solver *s, double cost)
{
    PartitionResult *r = s->result;
    r->feasible = true;
    r->cost = cost;
    r->count = s->depth;
    for (int32_t i = 0; i < s->depth; ++i)
        r->chosen[i] = s->stack[i];
}

// The cheapest per node first, as long as they fit.
static void guess(Solver *s)
{
    uint64_t covered = 0;
    double cost = 0;
    s->depth = 0;
    for (int32_t i = 0; i < s->problem->count && covered != s->all; ++i) {
        const PartitionCandidate *c = &s->problem->candidates[s->sorted[i].index];
        if (c->mask & covered)
            continue;
        covered |= c->mask;
        cost += c->cost;
        s->stack[s->depth++] = s->sorted[i].index;
    }
    if (covered == s->all && (!s->result->feasible || cost < s->result->cost))
        keep_solution(s, cost);
    s->depth = 0;
}

// What the uncovered nodes cost at least, and the one that the fewest candidates can cover.
// Infinite: there is one that none can.
static double bound(const Solver *s, uint64_t covered, int *branch)
{
    const PartitionProblem *p = s->problem;
    double sum = 0;
    int32_t fewest = INT32_MAX;
    for (uint64_t left = s->all & ~covered; left; left &= left - 1) {
        int j = lowest_bit(left);
        int32_t fitting = 0;
        double share = 0;
        for (int32_t i = 0; i < s->of_node_count[j] && fitting < fewest; ++i) {
            int32_t index = s->of_node[j][i];
            uint64_t mask = p->candidates[index].mask;
            if (mask & covered)
                continue;
            if (fitting++ == 0)
                share = s->extra[index] / bit_count(mask);
        }
        if (fitting == 0)
            return INFINITY;
        if (fitting < fewest) {
            fewest = fitting;
            *branch = j;
        }
        sum += p->bound == BOUND_PAPER ? 2 * p->volumes[j] : s->price[j] + share;
    }
    return sum;
}

// --- for who wants to know how the search goes

void partition_notes_free(PartitionNotes *notes)
{
    mem_free(notes->events);
    mem_free(notes->open);
    *notes = (PartitionNotes){0};
}

// What every solution costs that is not found yet: the least of the bounds of what is still open.
static double open_bound(const Solver *s, double here)
{
    const PartitionNotes *notes = s->problem->notes;
    double least = here;
    for (size_t i = 0; i < s->opened; ++i)
        least = fmin(least, notes->open[s->open_at[i]]);
    return s->result->feasible ? fmin(least, s->result->cost) : least;
}

// `here`: bound of the node at hand; infinite: it is done with.
static void note(Solver *s, double here, bool found)
{
    PartitionNotes *notes = s->problem->notes;
    double incumbent = s->result->feasible ? s->result->cost : INFINITY,
           bound = open_bound(s, here);
    const PartitionEvent *last = notes->count > 0 ? &notes->events[notes->count - 1] : NULL;
    if (last && bound < last->bound)
        bound = last->bound; // it was proved before
    if (last && !found && bound == last->bound)
        return;
    if (notes->count ==
        PARTITION_EVENTS_MOST) { // every second one is enough, but for what was found
        uint32_t kept = 0;
        for (uint32_t i = 0; i < notes->count; ++i)
            if (i % 2 == 0 || notes->events[i].found)
                notes->events[kept++] = notes->events[i];
        notes->count = kept;
    }
    if (notes->count == PARTITION_EVENTS_MOST ||
        !array_reserve(&notes->events, &notes->capacity, (size_t)notes->count + 1,
                       sizeof *notes->events)) {
        notes->failed = true;
        return;
    }
    notes->events[notes->count++] = (PartitionEvent){s->result->nodes, bound, incumbent, found};
}

static double bound(const Solver *s, uint64_t covered, int *branch);

// The children of a node: behind each, the least bound of those that follow it.
static void open_children(Solver *s, int j, uint64_t covered, double cost, double least)
{
    PartitionNotes *notes = s->problem->notes;
    int32_t count = s->of_node_count[j];
    size_t first = notes->open_count;
    s->open_at[s->opened++] = first;
    if (!array_reserve(&notes->open, &notes->open_capacity, first + (size_t)count + 1,
                       sizeof *notes->open)) {
        notes->failed = true;
        --s->opened;
        return;
    }
    notes->open_count = first + (size_t)count + 1;
    notes->open[first + (size_t)count] = INFINITY;
    for (int32_t i = count; i-- > 0;) {
        const PartitionCandidate *c = &s->problem->candidates[s->of_node[j][i]];
        double after = notes->open[first + (size_t)i + 1], own = INFINITY;
        int unused;
        if (!(c->mask & covered)) {
            uint64_t with = covered | c->mask;
            own = with == s->all ? cost + c->cost : cost + c->cost + bound(s, with, &unused);
            own = fmax(own, least);
        }
        notes->open[first + (size_t)i] = fmin(after, own);
    }
}

static bool reached_cheaper(Solver *s, uint64_t covered, double cost)
{
    Seen *seen = &s->seen[covered * UINT64_C(0x9E3779B97F4A7C15) >> 48 & (SEEN_SLOTS - 1)];
    if (seen->used && seen->covered == covered && seen->cost <= cost)
        return true;
    *seen = (Seen){covered, cost, true};
    return false;
}

static bool has_to_stop(Solver *s)
{
    const PartitionProblem *p = s->problem;
    uint64_t nodes = s->result->nodes;
    if (p->node_limit > 0 && nodes > p->node_limit)
        s->stopped = true;
    if (nodes % ASK_EVERY == 1) {
        if (job_cancelled(p->job))
            s->stopped = s->cancelled = true;
        if (p->time_limit > 0 && p->seconds() > s->deadline)
            s->stopped = true;
    }
    return s->stopped;
}

static void branch_on(Solver *s, uint64_t covered, double cost)
{
    PartitionNotes *notes = s->problem->notes;
    ++s->result->nodes;
    if (covered == s->all) {
        bool better = !s->result->feasible || cost < s->result->cost;
        if (better)
            keep_solution(s, cost);
        if (notes)
            note(s, INFINITY, better);
        return;
    }
    int j = 0;
    if (has_to_stop(s))
        return;
    double least = cost + bound(s, covered, &j);
    if (least == INFINITY || (s->result->feasible && least >= s->result->cost) ||
        reached_cheaper(s, covered, cost)) {
        if (notes)
            note(s, INFINITY, false);
        return;
    }
    size_t opened = s->opened, open_count = notes ? notes->open_count : 0;
    if (notes && !notes->failed) {
        note(s, least, false);
        open_children(s, j, covered, cost, least);
    }
    for (int32_t i = 0; i < s->of_node_count[j] && !s->stopped; ++i) {
        int32_t index = s->of_node[j][i];
        const PartitionCandidate *c = &s->problem->candidates[index];
        if (notes && s->opened > opened)
            ++s->open_at[opened]; // this one is at hand, the others follow
        if (c->mask & covered)
            continue;
        s->stack[s->depth++] = index;
        branch_on(s, covered | c->mask, cost + c->cost);
        --s->depth;
    }
    s->opened = opened;
    if (notes)
        notes->open_count = open_count;
}

static void sort_chosen(const PartitionProblem *p, PartitionResult *r)
{
    for (int32_t i = 1; i < r->count; ++i) {
        int32_t moving = r->chosen[i], at = i;
        for (; at > 0 && lowest_bit(p->candidates[r->chosen[at - 1]].mask) >
                             lowest_bit(p->candidates[moving].mask);
             --at)
            r->chosen[at] = r->chosen[at - 1];
        r->chosen[at] = moving;
    }
}

bool set_partition(const PartitionProblem *problem, PartitionResult *result)
{
    assert(problem && result);
    *result = (PartitionResult){.cost = INFINITY};
    Solver s = {.problem = problem, .result = result};
    bool prepared = prepare(&s);
    if (prepared) {
        if (problem->time_limit > 0)
            s.deadline = problem->seconds() + problem->time_limit;
        if (problem->guess)
            guess(&s);
        if (problem->bound == BOUND_PRICES)
            find_prices(&s);
        if (problem->guess) // once more in the order of the prices, which is often better
            guess(&s);
        if (problem->notes && result->feasible)
            note(&s, -INFINITY, true); // guessed
        branch_on(&s, 0, 0);
        if (problem->notes && !s.stopped)
            note(&s, INFINITY, false);
        result->stopped = s.stopped;
        result->proven = !s.stopped && problem->bound != BOUND_PAPER;
        sort_chosen(problem, result);
    }
    mem_free(s.sorted);
    mem_free(s.extra);
    mem_free(s.seen);
    mem_free(s.lists);
    return prepared && !s.cancelled;
}
