// One query on several threads: the work list is grown level by level until there is enough for
// everybody, then each worker takes one pair after the other and lists into its own buffers. All of
// it is counted and sorted afterwards, so the number of threads does not show in the result.
#include "core/base/memory.h"
#include "core/base/pool.h"
#include "core/query/contacts.h"

#include <assert.h>

typedef struct Share {
    Query query;
    Collector collector;
    ContactList found;
    enum QueryStatus status;
    char apart[128]; // no two workers count in one cache line
} Share;

typedef struct Shared {
    const Query *whole;
    const QueryDesc *desc;
    Share *shares;
    _Atomic size_t next; // pair of the work list
    _Atomic bool stop;   // the first contact was found, or something failed
    Job *job;
} Shared;

// By pairs of the work list, whose costs are like on the average.
static void tell(const Shared *shared, size_t taken)
{
    const Frontier *todo = &shared->whole->todo;
    double from = shared->desc->progress_from, to = shared->desc->progress_to;
    double done = (double)(taken - todo->head) / (double)(todo->count - todo->head);
    job_progress(shared->job, from + (to - from) * done);
}

static void take_pairs(void *user, int worker)
{
    Shared *shared = user;
    Share *share = &shared->shares[worker];
    const Frontier *todo = &shared->whole->todo;
    size_t size = shared->whole->entry.size;
    Budget budget = {.job = shared->job, .stop = &shared->stop};
    while (!atomic_load_explicit(&shared->stop, memory_order_relaxed)) {
        size_t i = atomic_fetch_add_explicit(&shared->next, 1, memory_order_relaxed);
        if (i >= todo->count)
            return;
        if (shared->desc->progress_to > shared->desc->progress_from)
            tell(shared, i);
        if (!frontier_push(&share->query.todo, todo->entries + i * size, size))
            share->status = QUERY_FAILED;
        else
            share->status = query_run(&share->query, &budget);
        if (share->status != QUERY_DONE)
            atomic_store_explicit(&shared->stop, true, memory_order_relaxed);
    }
}

static enum QueryStatus merge(Query *query, Collector *collector, Share *shares, int count)
{
    enum QueryStatus status = QUERY_DONE;
    size_t most = collector->first_only ? 1 : collector->limit;
    for (int w = 0; w < count; ++w) {
        Share *share = &shares[w];
        query_stats_add(&query->stats, &share->query.stats);
        collector->failed |= share->collector.failed;
        if (!contact_list_append(collector->out, &share->found) ||
            (collector->out->count > most && !contact_list_settle(collector->out, most)))
            collector->failed = true;
        // Failed, then cancelled, then stopped: what must not be overlooked comes first.
        if (share->status == QUERY_FAILED || status == QUERY_FAILED)
            status = QUERY_FAILED;
        else if (share->status == QUERY_STOPPED || status == QUERY_STOPPED)
            status = QUERY_STOPPED;
        else if (share->status == QUERY_UNDECIDED)
            status = QUERY_UNDECIDED;
        query_end(&share->query);
        contact_list_free(&share->found);
    }
    if (collector->first_only)
        collector->out->truncated = false;
    return status;
}

enum QueryStatus query_run_shared(Query *query, Collector *collector, const QueryDesc *desc,
                                  Job *job)
{
    assert(query && collector && desc);
    int threads = pool_threads(desc->pool);
    enum QueryOrder order = query->order;
    query->order = ORDER_FIFO;
    enum QueryStatus status =
        query_run(query, &(Budget){.job = job, .pairs = (size_t)threads * QUERY_PAIRS_PER_THREAD});
    query->order = order;
    if (status != QUERY_UNDECIDED || job_cancelled(job))
        return status;
    Share *shares = mem_calloc((size_t)threads, sizeof *shares);
    if (!shares)
        return QUERY_FAILED;
    for (int w = 0; w < threads; ++w) {
        Share *share = &shares[w];
        share->collector = *collector;
        share->collector.out = &share->found;
        share->query = *query;
        share->query.todo = (Frontier){0};
        share->query.stats = (QueryStats){0};
        share->query.user = &share->collector;
        share->status = QUERY_DONE;
    }
    Shared shared = {
        .whole = query, .desc = desc, .shares = shares, .next = query->todo.head, .job = job};
    pool_run(desc->pool, take_pairs, &shared);
    status = merge(query, collector, shares, threads);
    // A worker that another one stopped is undecided, and so is a cancelled one.
    if (status == QUERY_UNDECIDED && !job_cancelled(job))
        status = QUERY_FAILED;
    mem_free(shares);
    return status;
}
