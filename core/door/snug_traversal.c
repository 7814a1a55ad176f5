// Queries that stop at a deadline and go on later: an operation of the caller's own on pairs of
// triangles, and the search for the first contact.
#include "core/base/clock.h"
#include "core/base/memory.h"
#include "core/door/door.h"
#include "core/query/timed.h"

// The trees of a query that is under way, as they were when it began.
typedef struct HeldTrees {
    snug_tree *a, *b;
    Bvh *bvh_a, *bvh_b; // a refit may put other ones into the trees
    uint32_t version_a, version_b;
    Job *job;
    bool failed;
    double ms;
} HeldTrees;

static HeldTrees hold(const snug_tree *a, const snug_tree *b, Job *job)
{
    return (HeldTrees){.a = door_tree_retain(a),
                       .b = door_tree_retain(b),
                       .bvh_a = bvh_retain(a->bvh),
                       .bvh_b = bvh_retain(b->bvh),
                       .version_a = a->bvh->mesh_version,
                       .version_b = b->bvh->mesh_version,
                       .job = job};
}

static void let_go(HeldTrees *held)
{
    bvh_release(held->bvh_a);
    bvh_release(held->bvh_b);
    snug_tree_release(held->a);
    snug_tree_release(held->b);
}

static bool as_they_were(const Bvh *bvh, uint32_t version)
{
    return bvh->mesh_version == version && bvh->mesh->version == version;
}

static snug_status can_run(const HeldTrees *held, double microseconds, snug_error *error)
{
    if (!(microseconds >= 0))
        return door_fail(error, SNUG_BAD_ARGUMENT, "a time is 0 or more");
    if (held->failed)
        return door_fail(error, SNUG_NO_MEMORY, "not enough memory: it ended there");
    if (!as_they_were(held->bvh_a, held->version_a) || !as_they_were(held->bvh_b, held->version_b))
        return door_fail(error, SNUG_STALE, "a mesh has changed: begin anew");
    return door_job_open(held->job, error);
}

struct snug_traversal {
    HeldTrees trees;
    Query query;
    snug_visit_fn *visit;
    void *user;
    bool ended;
    snug_outcome outcome; // once it ended
};

// Every triangle of one leaf with every triangle of the other; B's are moved into A's frame once.
static bool visit_pairs(Query *query, NodeLinks a, NodeLinks b)
{
    snug_traversal *traversal = query->user;
    for (uint32_t j = 0; j < b.count; ++j) {
        int32_t index_b = query->b->slots[b.first + j];
        Triangle tb = mesh_triangle(query->b->mesh, index_b);
        tb = triangle_transformed(&tb, &query->b_to_a);
        for (uint32_t i = 0; i < a.count; ++i) {
            int32_t index_a = query->a->slots[a.first + i];
            Triangle ta = mesh_triangle(query->a->mesh, index_a);
            snug_triangle_pair pair = {index_a, index_b, ta.p[0].v, tb.p[0].v};
            double reach = query->bounded ? query->bound : 0;
            ++query->stats.triangle_tests;
            int32_t go_on = traversal->visit(traversal->user, &pair, &reach);
            if (query->bounded && reach < query->bound)
                query->bound = reach;
            if (!go_on)
                return false;
        }
    }
    return true;
}

snug_status snug_traversal_begin(const snug_tree *a, const snug_tree *b, const double b_to_a[12],
                                 const snug_query_desc *desc, double reach, snug_visit_fn *visit,
                                 void *user, snug_traversal **out, snug_error *error)
{
    if (!visit || !out)
        return door_fail(error, SNUG_BAD_ARGUMENT,
                         "a traversal needs a visitor and a place to go to");
    if (!(reach >= 0))
        return door_fail(error, SNUG_BAD_ARGUMENT, "a reach is 0 or more");
    DoorQuery query;
    snug_status status = door_query(&query, a, b, b_to_a, desc, reach > 0, error);
    if (status != SNUG_OK)
        return status;
    snug_traversal *t = mem_calloc(1, sizeof *t);
    if (!t)
        return door_no_memory(error);
    Error err = {""};
    if (!query_begin(&t->query, a->bvh, b->bvh, &query.b_to_a, &query.desc, visit_pairs, t, &err)) {
        mem_free(t);
        return door_core_failed(error, &err, SNUG_BAD_KIND);
    }
    t->query.bounded = reach > 0;
    t->query.bound = reach > 0 ? nextafter(reach, INFINITY) : INFINITY;
    t->trees = hold(a, b, query.job);
    t->visit = visit;
    t->user = user;
    *out = t;
    return SNUG_OK;
}

snug_status snug_traversal_run(snug_traversal *t, double microseconds, snug_progress *progress,
                               snug_error *error)
{
    snug_status status = door_ready(progress, DOOR_END_OF(snug_progress, outcome), error);
    if (status == SNUG_OK && !t)
        status = door_fail(error, SNUG_BAD_ARGUMENT, "there is no traversal");
    if (status == SNUG_OK)
        status = can_run(&t->trees, microseconds, error);
    if (status != SNUG_OK)
        return status;
    double start = clock_seconds();
    Deadline deadline = deadline_in(microseconds);
    Budget budget = {.job = t->trees.job, .deadline = microseconds > 0 ? &deadline : NULL};
    if (!t->ended) {
        enum QueryStatus ended = query_run(&t->query, &budget);
        t->trees.failed = ended == QUERY_FAILED;
        t->ended = ended != QUERY_UNDECIDED;
        t->outcome = ended == QUERY_STOPPED ? SNUG_STOPPED : SNUG_DONE;
    }
    t->trees.ms += 1e3 * (clock_seconds() - start);
    if (t->trees.failed || (!t->ended && job_cancelled(t->trees.job)))
        return can_run(&t->trees, 0, error);
    snug_progress own = {.outcome = t->ended ? t->outcome : SNUG_UNDECIDED,
                         .stats = door_stats(&t->query.stats)};
    own.stats.ms = t->trees.ms;
    door_give(progress, &own, sizeof own);
    return SNUG_OK;
}

void snug_traversal_end(snug_traversal *t)
{
    if (!t)
        return;
    query_end(&t->query);
    let_go(&t->trees);
    mem_free(t);
}

struct snug_search {
    HeldTrees trees;
    TimedQuery timed;
};

snug_status snug_search_begin(const snug_tree *a, const snug_tree *b, const double b_to_a[12],
                              const snug_query_desc *desc, snug_search **out, snug_error *error)
{
    if (!out)
        return door_fail(error, SNUG_BAD_ARGUMENT, "there is no place for the search");
    DoorQuery query;
    snug_status status = door_query(&query, a, b, b_to_a, desc, false, error);
    if (status != SNUG_OK)
        return status;
    const NodeBalls *balls_a = door_tree_balls(a), *balls_b = door_tree_balls(b);
    snug_search *s = mem_calloc(1, sizeof *s);
    if (!balls_a || !balls_b || !s) {
        mem_free(s);
        return door_no_memory(error);
    }
    Error err = {""};
    if (!timed_query_begin(&s->timed, a->bvh, balls_a, b->bvh, balls_b, &query.b_to_a, &query.desc,
                           &err)) {
        mem_free(s);
        return door_core_failed(error, &err, SNUG_BAD_KIND);
    }
    s->trees = hold(a, b, query.job);
    *out = s;
    return SNUG_OK;
}

snug_status snug_search_run(snug_search *s, double microseconds, snug_answer *answer,
                            snug_error *error)
{
    snug_status status = door_ready(answer, DOOR_END_OF(snug_answer, verdict), error);
    if (status == SNUG_OK && !s)
        status = door_fail(error, SNUG_BAD_ARGUMENT, "there is no search");
    if (status == SNUG_OK)
        status = can_run(&s->trees, microseconds, error);
    if (status != SNUG_OK)
        return status;
    double start = clock_seconds();
    Deadline deadline = deadline_in(microseconds);
    TimedAnswer found;
    s->trees.failed = !timed_query_run(&s->timed, microseconds > 0 ? &deadline : NULL, s->trees.job,
                                       &found, NULL);
    s->trees.ms += 1e3 * (clock_seconds() - start);
    if (s->trees.failed || (found.verdict == VERDICT_UNDECIDED && job_cancelled(s->trees.job)))
        return can_run(&s->trees, 0, error);
    snug_answer own = {.verdict = (snug_verdict)found.verdict,
                       .level = found.level,
                       .unresolved = found.unresolved,
                       .error = found.error,
                       .triangle_a = found.triangle_a,
                       .triangle_b = found.triangle_b,
                       .stats = door_stats(&s->timed.query.stats)};
    own.stats.ms = s->trees.ms;
    door_vector(found.point, own.point);
    door_vector(found.normal, own.normal);
    door_give(answer, &own, sizeof own);
    return SNUG_OK;
}

_Static_assert((int)SNUG_APART == (int)VERDICT_NO && (int)SNUG_MEETING == (int)VERDICT_YES &&
                   (int)SNUG_NOT_YET_KNOWN == (int)VERDICT_UNDECIDED,
               "verdicts");

void snug_search_end(snug_search *s)
{
    if (!s)
        return;
    timed_query_end(&s->timed);
    let_go(&s->trees);
    mem_free(s);
}
