#include "core/tests/brute_force.h"
#include "core/query/contacts.h"

#include <assert.h>

bool brute_force_contacts(const Mesh *a, const Mesh *b, const Affine *b_to_a, const TriTest *tri,
                          ContactList *out, QueryStats *stats)
{
    assert(a && b && b_to_a && out);
    out->count = out->point_count = 0;
    out->truncated = false;
    if (stats)
        *stats = (QueryStats){0};
    for (int32_t j = 0; j < b->triangle_count; ++j) {
        Triangle own = mesh_triangle(b, j), tb = triangle_transformed(&own, b_to_a);
        for (int32_t i = 0; i < a->triangle_count; ++i) {
            Triangle ta = mesh_triangle(a, i);
            enum TriContact kind = tri->contact(&ta, &tb, NULL);
            if (kind != TRI_DISJOINT && !contact_list_add(out, i, j, kind, NULL))
                return false;
        }
    }
    if (stats)
        stats->triangle_tests = (uint64_t)a->triangle_count * (uint64_t)b->triangle_count;
    return contact_list_sort(out);
}
