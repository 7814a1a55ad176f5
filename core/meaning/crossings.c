// Where the triangles of one part run through the other: the segments of each, for cutting.
#include "core/meaning/depth.h"

#include "core/base/array.h"
#include "core/base/memory.h"

#include <assert.h>

static bool runs_through(const Contact *c)
{
    return c->point_count == 2 && c->kind != TRI_COPLANAR;
}

bool crossings_create(Crossings *crossings, const ContactList *contacts, bool of_b,
                      int32_t triangle_count, const Affine *to_frame)
{
    assert(crossings && contacts && triangle_count >= 0);
    *crossings = (Crossings){0};
    if (contacts->truncated || contacts->count > INT32_MAX)
        return true;
    crossings->first = mem_calloc((size_t)triangle_count + 2, sizeof *crossings->first);
    crossings->segments = array_alloc(contacts->count, sizeof *crossings->segments);
    if (!crossings->first || !crossings->segments)
        return false;
    int32_t *next = crossings->first + 1; // where the next segment of a triangle goes
    for (size_t i = 0; i < contacts->count; ++i) {
        const Contact *c = &contacts->items[i];
        next[(of_b ? c->b : c->a) + 1] += runs_through(c);
    }
    for (int32_t t = 0; t < triangle_count; ++t)
        next[t + 1] += next[t];
    for (size_t i = 0; i < contacts->count; ++i) {
        const Contact *c = &contacts->items[i];
        if (!runs_through(c))
            continue;
        int32_t at = next[of_b ? c->b : c->a]++;
        for (int k = 0; k < 2; ++k)
            crossings->segments[at][k] =
                affine_apply(to_frame, contacts->points[c->first_point + (uint32_t)k]);
    }
    return true;
}

void crossings_free(Crossings *crossings)
{
    mem_free(crossings->first);
    mem_free(crossings->segments);
    *crossings = (Crossings){0};
}
