#include "core/motion/near_share.h"

#include "core/base/array.h"
#include "core/base/pool.h"

#include <assert.h>

enum {
    ALONE = QUERY_PARALLEL_FROM, // volume tests before anything is shared out
    BATCHES = 32,                // of a round: their costs differ, and there may be many threads
    MOST_TESTS = 1024,           // of a batch in one round
    LEAST_TESTS = 64,            // less is not worth a round
    LEAST_FOUND = 64
};

typedef struct Batch {
    Query query;
    Front front;
    NearKeys found;
    NearSink sink;
    enum QueryStatus status;
    char apart[128]; // no two workers count in one cache line
} Batch;

typedef struct Round {
    Batch *batches;
    size_t count;
    uint64_t tests; // of each batch at most
    const Budget *budget;
    _Atomic size_t next;
    _Atomic bool stop; // it is cancelled, too late, or memory ran short
} Round;

// Where leaves hold several triangles, most of their pairs are farther apart than the leaves are. These
// are not told: their leaves stay at the front until the nearest of them can have come within the bound.
// Then they are looked at once more, and whoever was told before is told again.
static void tell_nearest(Query *query, NodeLinks a, NodeLinks b)
{
    NearSink *sink = query->user;
    NearKeys *found = sink->found;
    if (!sink->filter.ready)
        sink->filter = tri_filter(&query->b_to_a, query->a->radius, query->b->radius);
    for (uint32_t i = 0; i < a.count; i += TRI_PACKET) {
        TriPacket of_a, of_b;
        TriEnds ends_a, ends_b;
        uint32_t count_a = a.count - i < TRI_PACKET ? a.count - i : TRI_PACKET;
        tri_packet_load(&of_a, (const TriCorners *)&query->a->corners[a.first + i]);
        ends_a = tri_packet_ends(&of_a, sink->filter.slack);
        for (uint32_t j = 0; j < b.count; ++j) {
            if (j % TRI_PACKET == 0) {
                tri_packet_load_moved(&of_b, (const TriCorners *)&query->b->corners[b.first + j],
                                      &sink->filter);
                ends_b = tri_packet_ends(&of_b, sink->filter.slack);
            }
            Float4 apart =
                tri_packet_apart(&of_a, &ends_a, &of_b, &ends_b, j % TRI_PACKET, &sink->filter);
            for (uint32_t k = 0; k < count_a; ++k) {
                double gap = (double)apart[k];
                if (front_stays(query->front, gap, query->bound))
                    query->leaf_gap = fmin(query->leaf_gap, gap);
                else
                    found->items[found->count++] =
                        (NearKey){sink->pair,
                                  {query->a->slots[a.first + i + k], query->b->slots[b.first + j]}};
            }
        }
    }
}

bool near_sink_leaf(Query *query, NodeLinks a, NodeLinks b)
{
    NearSink *sink = query->user;
    NearKeys *found = sink->found;
    size_t count = found->count + (size_t)a.count * b.count;
    if (!array_reserve(&found->items, &found->capacity, count, sizeof *found->items)) {
        sink->failed = true;
        return false;
    }
    if (query->front && query->test->blocks && a.count * b.count > 1) {
        tell_nearest(query, a, b);
        return found->count <= sink->most;
    }
    for (uint32_t j = 0; j < b.count; ++j)
        for (uint32_t i = 0; i < a.count; ++i)
            found->items[found->count++] =
                (NearKey){sink->pair, {query->a->slots[a.first + i], query->b->slots[b.first + j]}};
    return found->count <= sink->most;
}

// --- what waits

static bool add_entries(NearSpare *spare, size_t *count, const unsigned char *entries, size_t more,
                        size_t size)
{
    if (more == 0)
        return true;
    if (!array_reserve(&spare->entries, &spare->capacity, (*count + more) * size, 1))
        return false;
    memcpy(spare->entries + *count * size, entries, more * size);
    *count += more;
    return true;
}

// Of a query, behind what is there already.
static bool add_waiting(NearSpare *spare, size_t *count, const Query *query)
{
    const Frontier *todo = &query->todo;
    size_t size = query->entry.size;
    return add_entries(spare, count, query->again, query->again_count, size) &&
           (todo->count == todo->head ||
            add_entries(spare, count, todo->entries + todo->head * size, todo->count - todo->head,
                        size));
}

// From now on that is what waits.
static void turn_over(NearSpare *spare, size_t count, Query *query)
{
    Front *front = query->front;
    NearSpare old = {front->again, front->again_capacity};
    front->again = spare->entries, front->again_capacity = spare->capacity;
    *spare = old;
    query->again = front->again;
    query->again_count = front->again_count = count;
    query->todo.head = query->todo.count = 0;
}

// --- a round

static void take_batches(void *user, int worker)
{
    (void)worker;
    Round *round = user;
    Budget budget = *round->budget;
    budget.volume_tests = round->tests;
    while (!atomic_load_explicit(&round->stop, memory_order_relaxed)) {
        if (budget_over(round->budget)) { // small ones end before they look at it themselves
            atomic_store_explicit(&round->stop, true, memory_order_relaxed);
            return;
        }
        size_t i = atomic_fetch_add_explicit(&round->next, 1, memory_order_relaxed);
        if (i >= round->count)
            return;
        Batch *batch = &round->batches[i];
        batch->status = query_run(&batch->query, &budget);
        bool over = batch->status == QUERY_UNDECIDED && budget_over(&budget);
        if (over || batch->status == QUERY_FAILED || batch->sink.failed)
            atomic_store_explicit(&round->stop, true, memory_order_relaxed);
    }
}

static void fill_batches(Round *round, const Query *query)
{
    const NearSink *sink = query->user;
    size_t waiting = query->again_count, size = query->entry.size, from = 0;
    size_t room = sink->most > sink->found->count ? sink->most - sink->found->count : 0;
    size_t most = room / BATCHES > LEAST_FOUND ? room / BATCHES : LEAST_FOUND;
    round->count = waiting < BATCHES ? waiting : BATCHES;
    for (size_t i = 0; i < round->count; ++i) {
        Batch *batch = &round->batches[i];
        Frontier todo = batch->query.todo;
        size_t to = waiting * (i + 1) / round->count;
        todo.head = todo.count = 0;
        batch->found.count = 0;
        batch->front.count = 0;
        batch->front.travel = query->front->travel;
        batch->sink = (NearSink){.pair = sink->pair, .found = &batch->found, .most = most};
        batch->query = *query;
        batch->query.todo = todo;
        batch->query.stats = (QueryStats){0};
        batch->query.front = &batch->front;
        batch->query.user = &batch->sink;
        batch->query.again = query->again + from * size;
        batch->query.again_count = to - from;
        batch->status = QUERY_UNDECIDED;
        from = to;
    }
}

static bool add_front(Front *front, const Front *more, size_t size)
{
    size_t count = front->count + more->count;
    if (!array_reserve(&front->entries, &front->capacity, count, size) ||
        !array_reserve(&front->until, &front->until_capacity, count, sizeof *front->until))
        return false;
    if (more->count > 0) {
        memcpy(front->entries + front->count * size, more->entries, more->count * size);
        memcpy(front->until + front->count, more->until, more->count * sizeof *more->until);
    }
    front->count = count;
    return true;
}

static bool add_keys(NearKeys *keys, const NearKeys *more)
{
    size_t count = keys->count + more->count;
    if (!array_reserve(&keys->items, &keys->capacity, count, sizeof *keys->items))
        return false;
    if (more->count > 0)
        memcpy(keys->items + keys->count, more->items, more->count * sizeof *keys->items);
    keys->count = count;
    return true;
}

// In the order of the batches.
static enum QueryStatus collect(const Round *round, Query *query, NearSpare *spare)
{
    NearSink *sink = query->user;
    size_t left = 0;
    for (size_t i = 0; i < round->count; ++i) {
        const Batch *batch = &round->batches[i];
        query_stats_add(&query->stats, &batch->query.stats);
        sink->failed |= batch->sink.failed;
        if (batch->status == QUERY_FAILED ||
            !add_front(query->front, &batch->front, query->entry.size) ||
            !add_keys(sink->found, &batch->found) || !add_waiting(spare, &left, &batch->query))
            return QUERY_FAILED;
    }
    turn_over(spare, left, query);
    return sink->failed                      ? QUERY_FAILED
           : sink->found->count > sink->most ? QUERY_STOPPED
           : left > 0                        ? QUERY_UNDECIDED
                                             : QUERY_DONE;
}

// Until it is through, or `tests` of the query are used up, but for a few.
static enum QueryStatus run_rounds(Query *query, NearSpare *spare, uint64_t tests,
                                   const Budget *budget, Pool *pool)
{
    Batch *batches = mem_calloc(BATCHES, sizeof *batches);
    enum QueryStatus status = batches ? QUERY_UNDECIDED : QUERY_FAILED;
    bool stopped = false;
    while (status == QUERY_UNDECIDED && !stopped) {
        uint64_t done = query->stats.volume_tests, left = tests > done ? tests - done : 0;
        uint64_t each = left / BATCHES < MOST_TESTS ? left / BATCHES : MOST_TESTS;
        if (each < LEAST_TESTS)
            break;
        Round round = {.batches = batches, .tests = each, .budget = budget};
        fill_batches(&round, query);
        pool_run(pool, take_batches, &round);
        status = collect(&round, query, spare);
        stopped = round.stop;
    }
    for (size_t i = 0; batches && i < BATCHES; ++i) {
        query_end(&batches[i].query);
        front_free(&batches[i].front);
        mem_free(batches[i].found.items);
    }
    mem_free(batches);
    return status;
}

// The last few tests, or the first ones.
static enum QueryStatus run_alone(Query *query, uint64_t tests, const Budget *budget)
{
    uint64_t done = query->stats.volume_tests;
    Budget own = *budget;
    own.volume_tests = tests == UINT64_MAX ? 0 : tests - done; // 0: any number
    return tests > done ? query_run(query, &own) : QUERY_UNDECIDED;
}

enum QueryStatus near_share_run(Query *query, NearSpare *spare, const Budget *budget,
                                struct Pool *pool)
{
    assert(query && query->bounded && spare && budget);
    uint64_t tests = budget->volume_tests > 0 ? budget->volume_tests : UINT64_MAX;
    // Where there is no front, what waits cannot be put back either.
    bool whole = tests <= ALONE || !query->front;
    enum QueryStatus status = run_alone(query, whole ? tests : ALONE, budget);
    if (whole || status != QUERY_UNDECIDED || query->stats.volume_tests < ALONE)
        return status;
    size_t left = 0;
    if (!add_waiting(spare, &left, query))
        return QUERY_FAILED;
    turn_over(spare, left, query);
    status = run_rounds(query, spare, tests, budget, pool);
    return status == QUERY_UNDECIDED && !budget_over(budget) ? run_alone(query, tests, budget)
                                                             : status;
}
