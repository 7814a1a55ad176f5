// The smallest distance of two meshes, through the same loop as the contacts: another leaf
// operation, and a bound that falls as closer triangles are found.
#include "../clock.h"
#include "../query.h"

static bool closer(Query *query, NodeLinks a, NodeLinks b)
{
    Distance *best = query->user;
    for (uint32_t j = 0; j < b.count; ++j) {
        int32_t index_b = query->b->slots[b.first + j];
        Triangle tb = mesh_triangle(query->b->mesh, index_b);
        tb = triangle_transformed(&tb, &query->b_to_a);
        for (uint32_t i = 0; i < a.count; ++i) {
            int32_t index_a = query->a->slots[a.first + i];
            Triangle ta = mesh_triangle(query->a->mesh, index_a);
            Vec3d on_a, on_b;
            ++query->stats.triangle_tests;
            double value = tri_distance(&ta, &tb, &on_a, &on_b);
            if (value < best->value)
                *best = (Distance){value, index_a, index_b, on_a, on_b};
        }
    }
    query->bound = best->value;
    return best->value > 0;
}

bool query_distance(const Bvh *a, const Bvh *b, const Affine *b_to_a, const QueryDesc *desc,
                    Job *job, Distance *out, QueryStats *stats, Error *err)
{
    QueryDesc d = desc ? *desc : (QueryDesc){.order = ORDER_BEST_FIRST};
    double start = clock_seconds();
    Distance best = {.value = INFINITY, .triangle_a = -1, .triangle_b = -1};
    Query query;
    if (!query_begin(&query, a, b, b_to_a, &d, closer, &best, err))
        return false;
    if (!(query.test->can & TEST_BOUND))
        return error_set(err, "%s / %s gives no bound of the distance", a->type->name,
                         query.test->name);
    query.bounded = true;
    enum QueryStatus status = query_run(&query, &(Budget){.job = job});
    query_end(&query);
    if (status == QUERY_FAILED)
        return error_set(err, "not enough memory for the distance query");
    if (status == QUERY_UNDECIDED)
        return false; // cancelled: no error text
    *out = best;
    if (stats) {
        *stats = query.stats;
        stats->ms = 1e3 * (clock_seconds() - start);
    }
    return true;
}
