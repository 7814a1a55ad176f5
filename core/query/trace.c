// Recording a search. Beside the query's work list stands one of our own, of the tests that each
// entry came from; the two are taken from in the same order.
#include "core/query/trace.h"
#include "core/base/array.h"
#include "core/query/contacts.h"
#include "core/query/root_work.h"
#include "core/query/trace_parts.h"
#include "core/query/volume_contacts.h"

#include <assert.h>

// A pair of leaves as the leaf operation saw it.
typedef struct SeenLeaf {
    uint64_t triangle_tests, contacts;
} SeenLeaf;

typedef struct Recorder {
    Collector collector; // first: the leaf operation takes it for its own
    LeafFn *leaf;
    Query query;
    Trace *trace;
    ContactList found;
    uint32_t most;
    size_t test_capacity, step_capacity, leaf_capacity;
    uint32_t *waiting; // of each entry of the work list: its test, or the test it came from
    size_t head, count, capacity;
    SeenLeaf *seen; // in this run
    size_t seen_count, seen_capacity;
    bool full, failed;
} Recorder;

static bool see_leaf(Query *query, NodeLinks a, NodeLinks b)
{
    Recorder *r = query->user;
    bool go_on = r->leaf(query, a, b);
    if (r->full)
        return go_on;
    if (!array_reserve(&r->seen, &r->seen_capacity, r->seen_count + 1, sizeof *r->seen)) {
        r->failed = true;
        return false;
    }
    r->seen[r->seen_count++] = (SeenLeaf){query->stats.triangle_tests, r->collector.out->count};
    return go_on;
}

static size_t entries_waiting(const Query *query)
{
    return query->todo.count - query->todo.head;
}

static uint32_t take(Recorder *r)
{
    return r->trace->queue ? r->waiting[r->head++] : r->waiting[--r->count];
}

static bool put(Recorder *r, uint32_t test)
{
    if (r->head > r->count / 2 && r->head > 1024) {
        memmove(r->waiting, r->waiting + r->head, (r->count - r->head) * sizeof *r->waiting);
        r->count -= r->head;
        r->head = 0;
    }
    if (!array_reserve(&r->waiting, &r->capacity, r->count + 1, sizeof *r->waiting))
        return false;
    r->waiting[r->count++] = test;
    return true;
}

static bool add_test(Recorder *r, TraceTest test)
{
    Trace *t = r->trace;
    if (!array_reserve(&t->tests, &r->test_capacity, (size_t)t->test_count + 1, sizeof *t->tests))
        return false;
    t->tests[t->test_count++] = test;
    return true;
}

static bool add_step(Recorder *r, TraceStep step)
{
    Trace *t = r->trace;
    if (!array_reserve(&t->steps, &r->step_capacity, (size_t)t->step_count + 1, sizeof *t->steps))
        return false;
    t->steps[t->step_count++] = step;
    return true;
}

static bool add_leaf(Recorder *r, uint32_t step, uint32_t test, SeenLeaf seen)
{
    Trace *t = r->trace;
    if (!array_reserve(&t->leaves, &r->leaf_capacity, (size_t)t->leaf_count + 1, sizeof *t->leaves))
        return false;
    uint64_t before = t->leaf_count > 0 ? t->leaves[t->leaf_count - 1].contacts : 0;
    t->tests[test].flags |= TRACE_LEAVES;
    if (seen.contacts > before)
        t->tests[test].flags |= TRACE_CONTACT;
    t->leaves[t->leaf_count++] = (TraceLeaf){step, test, seen.triangle_tests, seen.contacts};
    return true;
}

static int exit_of(const QueryStats *before, const QueryStats *after, int exits)
{
    for (int e = 1; e <= exits; ++e)
        if (after->exits[e] != before->exits[e])
            return e;
    return 0;
}

// One pair is taken from the list and tested; then it is dropped, its triangles are compared, or it is
// opened.
static bool record_pair(Recorder *r, enum QueryStatus *status)
{
    Query *query = &r->query;
    Trace *t = r->trace;
    TraceTest test = {0, 0, TRACE_NONE, 0, 0, 0};
    size_t before = entries_waiting(query);
    if (before > 0) {
        size_t at = t->queue ? query->todo.head : query->todo.count - 1;
        test.a = query_entry_node(query, at, false);
        test.b = query_entry_node(query, at, true);
        test.parent = take(r);
        --before;
    }
    QueryStats stats = query->stats;
    r->seen_count = 0;
    *status = query_run(query, &(Budget){.volume_tests = 1});
    if (*status == QUERY_FAILED || r->failed)
        return false;
    test.exit = (uint8_t)exit_of(&stats, &query->stats, query->test->exit_count);
    test.updates = (uint16_t)(query->stats.updates - stats.updates);
    assert(query->stats.volume_tests == stats.volume_tests + 1 && r->seen_count <= 1);
    uint32_t index = t->test_count;
    if (!add_test(r, test) || (r->seen_count > 0 && !add_leaf(r, t->step_count, index, r->seen[0])))
        return false;
    size_t made = entries_waiting(query) - before;
    if (made > 0)
        t->tests[index].flags |= TRACE_OPENED;
    for (size_t i = 0; i < made; ++i)
        if (!put(r, index))
            return false;
    ++t->step_count;
    return true;
}

// The tests of one node against the children of another. Those that are left are on the list already,
// *from it on: put ours beside them, in the loop's order.
static bool record_block(Recorder *r, bool of_b, NodeId one, NodeId opened, uint32_t parent,
                         size_t *from)
{
    Trace *t = r->trace;
    uint8_t exits[QUERY_MAX_ARITY];
    NodeId first;
    uint32_t count = r->query.test->blocks->exits(&r->query, of_b, one, opened, &first, exits);
    uint32_t start = t->test_count;
    for (uint32_t i = 0; i < count; ++i) {
        NodeId other = first + i;
        TraceTest test = {of_b ? other : one, of_b ? one : other,        parent,
                          exits[i],           of_b ? TRACE_ONE_IS_B : 0, i == 0};
        if (!add_test(r, test))
            return false;
    }
    for (uint32_t i = 0, rank = 0; i < count; ++i) {
        if (exits[i] != 0)
            continue;
        uint32_t lane = start + query_entry_node(&r->query, (*from)++, !of_b) - first;
        t->tests[lane].flags |= (uint8_t)(TRACE_RANK * rank++);
        if (!put(r, lane))
            return false;
    }
    return true;
}

// The roots, which are one lane; meanwhile they may be taken from the list again.
static bool record_roots(Recorder *r)
{
    uint8_t exits[QUERY_MAX_ARITY];
    NodeId first;
    r->query.test->blocks->exits(&r->query, false, 0, BLOCK_OF_ROOT, &first, exits);
    return add_test(r, (TraceTest){0, 0, TRACE_NONE, exits[0], 0, 1}) &&
           (exits[0] != 0 || put(r, 0)) && add_step(r, (TraceStep){TRACE_NONE, 0, 1});
}

static bool record_opened(Recorder *r, uint32_t taken)
{
    Trace *t = r->trace;
    const BlockSteps *blocks = r->query.test->blocks;
    NodeId a = t->tests[taken].a, b = t->tests[taken].b;
    unsigned opened = blocks->opened(&r->query, a, b);
    uint32_t first = t->test_count;
    size_t from = r->query.todo.head + r->count - r->head;
    t->tests[taken].flags |= TRACE_OPENED;
    if (opened != 3)
        return record_block(r, opened == 1, opened == 1 ? b : a, opened == 1 ? a : b, taken,
                            &from) &&
               add_step(r, (TraceStep){taken, first, t->test_count - first});
    NodeLinks links = t->a->type->links(t->a, a);
    for (uint32_t i = links.count; i-- > 0;) {
        first = t->test_count;
        if (!record_block(r, false, links.first + i, b, taken, &from) ||
            !add_step(r, (TraceStep){taken, first, t->test_count - first}))
            return false;
    }
    return true;
}

// A run of trees of blocks compares the triangles of all leaves that come first on the list, and then
// opens one pair.
static bool record_blocks(Recorder *r, enum QueryStatus *status)
{
    Query *query = &r->query;
    Trace *t = r->trace;
    bool first_run = !query->started;
    uint64_t tests = query->stats.volume_tests;
    r->seen_count = 0;
    *status = query_run(query, &(Budget){.volume_tests = 1});
    if (*status == QUERY_FAILED || r->failed)
        return false;
    if (first_run) {
        if (!record_roots(r))
            return false;
        ++tests;
    }
    for (size_t i = 0; i < r->seen_count; ++i) {
        uint32_t taken = take(r);
        if (!add_leaf(r, t->step_count, taken, r->seen[i]) ||
            !add_step(r, (TraceStep){taken, t->test_count, 0}))
            return false;
    }
    if (query->stats.volume_tests > tests && !record_opened(r, take(r)))
        return false;
    assert(t->test_count == query->stats.volume_tests);
    assert(r->count - r->head == entries_waiting(query));
    return true;
}

// N_v of the whole search, for progress: it takes a hundredth of the time of recording it.
static bool record(Recorder *r, const QueryDesc *desc, Job *job, Error *err)
{
    Trace *t = r->trace;
    RootWork whole;
    if (!query_root_work(t->a, t->b, &t->b_to_a, desc, job, &whole, err))
        return false;
    double total = (double)(whole.volume_tests < r->most ? whole.volume_tests : r->most) + 1;
    enum QueryStatus status = QUERY_UNDECIDED;
    bool any = t->a->node_count > 0 && t->b->node_count > 0, blocks = r->query.test->blocks;
    for (uint32_t i = 0; any && status == QUERY_UNDECIDED; ++i) {
        if (i % 256 == 0) {
            job_progress(job, t->test_count / total);
            if (job_cancelled(job))
                return false;
        }
        r->full = t->test_count >= r->most;
        t->truncated = r->full;
        if (r->full)
            status = query_run(&r->query, &(Budget){.job = job});
        else if (!(blocks ? record_blocks(r, &status) : record_pair(r, &status)))
            return error_set(err, "not enough memory to record the search");
        if (r->full && status == QUERY_UNDECIDED)
            return false; // cancelled
    }
    if (status == QUERY_FAILED || r->collector.failed)
        return error_set(err, "not enough memory to record the search");
    t->status = any ? status : QUERY_DONE;
    t->total = r->query.stats;
    t->contacts = r->found.count;
    if (t->a->type->traits & BV_REPEATS_TRIANGLES && !contact_list_sort(&r->found))
        return error_set(err, "not enough memory to record the search");
    t->contacts = r->found.count;
    array_trim(&t->tests, &r->test_capacity, t->test_count, sizeof *t->tests);
    array_trim(&t->leaves, &r->leaf_capacity, t->leaf_count, sizeof *t->leaves);
    return trace_index(t) || error_set(err, "not enough memory to record the search");
}

static void recorder_free(Recorder *r)
{
    query_end(&r->query);
    contact_list_free(&r->found);
    mem_free(r->waiting);
    mem_free(r->seen);
}

bool trace_record(const Bvh *a, const Bvh *b, const Affine *b_to_a, const QueryDesc *desc,
                  uint32_t most, Job *job, Trace *out, Error *err)
{
    assert(a && b && b_to_a && out);
    QueryDesc d = desc ? *desc : (QueryDesc){0};
    d.witnesses = false;
    d.limit = 0;
    *out = (Trace){0};
    Recorder r = {.trace = out, .most = most ? most : TRACE_MOST};
    r.collector = collector_of(&d, &r.found);
    r.leaf = d.leaf_volumes ? collect_leaf_volumes : contacts_leaf(a, b, &r.collector);
    if (!query_begin(&r.query, a, b, b_to_a, &d, see_leaf, &r, err))
        return false;
    // The const of a search is a promise not to change the trees, not to share them.
    *out = (Trace){.a = bvh_retain((Bvh *)a),
                   .b = bvh_retain((Bvh *)b),
                   .b_to_a = *b_to_a,
                   .a_to_b = r.query.a_to_b,
                   .test = r.query.test,
                   .queue = r.query.order == ORDER_FIFO};
    bool ok = record(&r, &d, job, err);
    recorder_free(&r);
    if (!ok)
        trace_free(out);
    return ok;
}

void trace_free(Trace *trace)
{
    assert(trace);
    bvh_release(trace->a);
    bvh_release(trace->b);
    mem_free(trace->tests);
    mem_free(trace->steps);
    mem_free(trace->leaves);
    mem_free(trace->place);
    mem_free(trace->order);
    mem_free(trace->size);
    mem_free(trace->leaf_of);
    mem_free(trace->above_a);
    mem_free(trace->above_b);
    mem_free(trace->marks);
    *trace = (Trace){0};
}
