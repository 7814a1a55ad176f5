// Contacts while dragging. A pair of nodes that was apart by some gap stays apart until B has moved
// by as much against A, so it is not even tested before; leaf pairs and pairs whose gap is used up
// are where the traversal goes on. Fronts are not lifted again: when parts have moved so far that
// looking at the front costs half of a traversal from the roots, one is made, which lifts
// everything at once.
#include "core/base/clock.h"
#include "core/base/memory.h"
#include "core/query/contacts.h"

#include <assert.h>

void front_cache_free(FrontCache *cache)
{
    bvh_release(cache->a);
    bvh_release(cache->b);
    front_free(&cache->front);
    *cache = (FrontCache){0};
}

static bool same_linear_size(const Affine *a, const Affine *b)
{
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            double x = 0, y = 0;
            for (int k = 0; k < 3; ++k) {
                x += a->m[k][i] * a->m[k][j];
                y += b->m[k][i] * b->m[k][j];
            }
            if (fabs(x - y) > 1e-9 * (fabs(x) + fabs(y)) + 1e-9)
                return false;
        }
    return true;
}

static bool same_as_before(const FrontCache *cache, const Query *query, int test)
{
    return cache->a == query->a && cache->b == query->b &&
           cache->version_a == query->a->mesh_version &&
           cache->version_b == query->b->mesh_version && cache->test == test &&
           same_linear_size(&cache->b_to_a, &query->b_to_a);
}

static void bind(FrontCache *cache, const Query *query, int test)
{
    // The const of a query is a promise not to change the trees, not to share them.
    Bvh *a = bvh_retain((Bvh *)query->a), *b = bvh_retain((Bvh *)query->b);
    bvh_release(cache->a);
    bvh_release(cache->b);
    cache->a = a;
    cache->b = b;
    cache->version_a = a->mesh_version;
    cache->version_b = b->mesh_version;
    cache->test = test;
    cache->plain_tests = 0;
    cache->too_fast = 0;
}

enum Start { START_AGAIN, START_FROM_ROOTS, START_PLAIN, START_FAILED };

static enum Start prepare(FrontCache *cache, Query *query, int test)
{
    Front *front = &cache->front;
    ++cache->frames;
    if (!same_as_before(cache, query, test))
        bind(cache, query, test);
    else
        cache->step = box3d_farthest_move(&query->b->box, &cache->b_to_a, &query->b_to_a);
    cache->b_to_a = query->b_to_a;
    if (cache->too_fast > 0 && cache->step > 0.5 * cache->too_fast) {
        cache->plain_tests = 0;
        return START_PLAIN;
    }
    query->front = front;
    front->travel += cache->step;
    if (cache->plain_tests > 0 && 2 * front_used_up(front, 0) <= cache->plain_tests) {
        ++cache->again;
        query->started = true;
        if (!front_take_up(front, 0, cache->entry_size))
            return START_FAILED;
        query->again = front->again;
        query->again_count = front->again_count;
        return START_AGAIN;
    }
    ++cache->from_roots;
    front->count = 0;
    front->travel = 0;
    return START_FROM_ROOTS;
}

// A traversal that did not end has no whole front.
static void conclude(FrontCache *cache, Query *query, enum Start start, enum QueryStatus status)
{
    uint64_t tests = query->stats.volume_tests;
    if (start == START_AGAIN)
        query->stats.front_tests = tests;
    cache->entry_size = query->entry.size;
    if (status != QUERY_DONE) {
        cache->plain_tests = 0;
    } else if (start == START_FROM_ROOTS) {
        cache->plain_tests = tests - query->stats.front_tests; // a plain one measures no gaps
    } else if (start == START_AGAIN && tests > cache->plain_tests / 10 * 8) {
        cache->too_fast = cache->step;
    }
}

bool query_contacts_again(FrontCache *cache, const Bvh *a, const Bvh *b, const Affine *b_to_a,
                          const QueryDesc *desc, Job *job, ContactList *out, QueryStats *stats,
                          Error *err)
{
    assert(cache && a && b && b_to_a && out);
    QueryDesc d = desc ? *desc : (QueryDesc){0};
    d.mode = QUERY_ALL;
    if (d.leaf_volumes || d.test < 0 || d.test >= a->type->test_count ||
        !(a->type->tests[d.test].can & TEST_FRONT))
        return query_contacts(a, b, b_to_a, &d, job, out, stats, err);
    double start = clock_seconds();
    QueryDesc kept = d;
    kept.lift = false;
    Collector collector = collector_of(&kept, out);
    Query query;
    if (!query_begin(&query, a, b, b_to_a, &kept, contacts_leaf(a, b, &collector), &collector, err))
        return false;
    enum Start from = prepare(cache, &query, d.test);
    if (from == START_PLAIN) { // nothing is kept of it, so threads may help
        query_end(&query);
        return query_contacts(a, b, b_to_a, &d, job, out, stats, err);
    }
    enum QueryStatus status = QUERY_FAILED;
    if (from != START_FAILED)
        status = query_run(&query, &(Budget){.job = job});
    conclude(cache, &query, from, status);
    return collector_finish(&collector, &query, status, start, stats, err);
}
