#include "app/stages/fit_places.h"

#include "core/base/array.h"

#include <stdlib.h>

static int by_depth(const void *x, const void *y)
{
    const FitPlace *p = x, *q = y;
    if (p->depth > q->depth || p->depth < q->depth)
        return p->depth > q->depth ? -1 : 1;
    return p->a != q->a ? (p->a > q->a) - (p->a < q->a) : (p->b > q->b) - (p->b < q->b);
}

void fit_places_make(FitPlaces *out, const ContactReport *details)
{
    size_t total = 0;
    for (size_t i = 0; i < details->count; ++i)
        total += details->pairs[i].cluster_count;
    *out = (FitPlaces){.items = total > 0 ? array_alloc(total, sizeof *out->items) : NULL};
    for (size_t i = 0; out->items && i < details->count; ++i) {
        const ContactDetail *pair = &details->pairs[i];
        for (size_t k = 0; k < pair->cluster_count; ++k) {
            const ContactCluster *c = &pair->clusters[k];
            out->items[out->count++] =
                (FitPlace){pair->a,   pair->b, pair->state, c->depth > 0 ? c->deepest : c->centre,
                           c->normal, c->depth};
        }
    }
    if (out->count > 1)
        qsort(out->items, out->count, sizeof *out->items, by_depth);
    if (out->count > FIT_MOST_PLACES)
        out->count = FIT_MOST_PLACES;
}

void fit_places_free(FitPlaces *places)
{
    free(places->items);
    *places = (FitPlaces){0};
}
