#include "core/query/volume_contacts.h"
#include "core/base/clock.h"
#include "core/query/contacts.h"
#include "core/tree/bv/variants.h"

#include <assert.h>

bool collect_leaf_volumes(Query *query, NodeLinks a, NodeLinks b)
{
    Collector *c = query->user;
    for (uint32_t i = 0; i < a.count; ++i)
        for (uint32_t k = 0; k < b.count; ++k)
            if (!collector_add(c, query, query->a->slots[a.first + i], query->b->slots[b.first + k],
                               TRI_DISJOINT, NULL))
                return false;
    return !(c->first_only && c->out->count > 0); // empty cells do not count
}

bool query_volume_contacts(const Bvh *a, const Bvh *b, const Affine *b_to_a, const QueryDesc *desc,
                           Job *job, ContactList *out, QueryStats *stats, Error *err)
{
    assert(a && b && b_to_a && out);
    QueryDesc d = desc ? *desc : (QueryDesc){0};
    double start = clock_seconds();
    Collector collector = collector_of(&d, out);
    Query query;
    if (!query_begin(&query, a, b, b_to_a, &d, collect_leaf_volumes, &collector, err))
        return false;
    enum QueryStatus status = query_run(&query, &(Budget){.job = job});
    return collector_finish(&collector, &query, status, start, stats, err);
}

bool query_leaves_approximate(const BvhDesc *desc)
{
    assert(desc);
    return desc->type == &bv_hybrid;
}
