// Starting, running and ending pair queries.
#include "core/query/query.h"

#include <assert.h>

bool query_begin(Query *query, const Bvh *a, const Bvh *b, const Affine *b_to_a,
                 const QueryDesc *desc, LeafFn *leaf, void *user, Error *err)
{
    assert(query && a && b && b_to_a && desc && leaf);
    assert(desc->rule >= 0 && desc->rule < descent_rule_count);
    *query = (Query){.a = a, .b = b, .b_to_a = *b_to_a, .leaf = leaf, .user = user};
    if (!affine_is_finite(b_to_a))
        return error_set(err, "the placement is not finite");
    if (!affine_invert(b_to_a, &query->a_to_b))
        return error_set(err, "the placement is singular: a part is scaled to nothing");
    if (!bvh_comparable(a, b, err))
        return false;
    if (a->mesh_version != a->mesh->version || b->mesh_version != b->mesh->version)
        return error_set(err, "a hierarchy is older than its mesh: refit or rebuild it first");
    if (desc->test < 0 || desc->test >= a->type->test_count)
        return error_set(err, "%s has no overlap test number %d", a->type->name, desc->test);
    query->test = &a->type->tests[desc->test];
    if (!(query->test->can & TEST_SCALE) && !affine_is_rigid(b_to_a))
        return error_set(err, "%s / %s is right for rigid placements only; use AABB under scale",
                         a->type->name, query->test->name);
    query->lift = desc->lift && query->test->run_lifted;
    query->rule = *descent_rules[desc->rule];
    query->order = query->rule.queue && desc->order == ORDER_LIFO ? ORDER_FIFO : desc->order;
    query->eager = desc->mode == QUERY_FIRST;
    query->bound = INFINITY;
    return true;
}

enum QueryStatus query_run(Query *query, const Budget *budget)
{
    assert(query && query->test);
    if (query->a->node_count == 0 || query->b->node_count == 0)
        return QUERY_DONE;
    return query->lift ? query->test->run_lifted(query, budget) : query->test->run(query, budget);
}

void query_end(Query *query)
{
    assert(query);
    frontier_free(&query->todo);
}

void query_stats_add(QueryStats *sum, const QueryStats *more)
{
    assert(sum && more && sum != more);
    sum->volume_tests += more->volume_tests;
    sum->front_tests += more->front_tests;
    sum->triangle_tests += more->triangle_tests;
    sum->updates += more->updates;
    sum->ms += more->ms;
    sum->table_ms += more->table_ms;
    for (int i = 0; i < QUERY_MAX_EXITS; ++i)
        sum->exits[i] += more->exits[i];
}
