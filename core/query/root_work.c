#include "core/query/root_work.h"

#include <assert.h>

bool query_root_work(const Bvh *a, const Bvh *b, const Affine *b_to_a, const QueryDesc *desc,
                     Job *job, RootWork *out, Error *err)
{
    assert(a && b && b_to_a && out);
    QueryDesc alone = {0};
    if (desc)
        alone = (QueryDesc){.mode = desc->mode,
                            .test = desc->test,
                            .rule = desc->rule,
                            .order = desc->order,
                            .lift = desc->lift,
                            .tri = desc->tri,
                            .leaf_volumes = desc->leaf_volumes};
    ContactList list = {0};
    QueryStats stats = {0};
    bool ok = query_contacts(a, b, b_to_a, &alone, job, &list, &stats, err);
    contact_list_free(&list);
    *out = ok ? (RootWork){stats.volume_tests, stats.triangle_tests, stats.updates} : (RootWork){0};
    return ok;
}

void root_work_add(RootWork *sum, const RootWork *more)
{
    assert(sum && more);
    sum->volume_tests += more->volume_tests;
    sum->triangle_tests += more->triangle_tests;
    sum->updates += more->updates;
}
