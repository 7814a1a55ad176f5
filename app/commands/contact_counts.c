#include "contact_counts.h"

#include "core/array.h"

typedef struct PolygonPair {
    int32_t a, b, gravity;
} PolygonPair;

// Proper, then coplanar, then touch: as in PairReport.
static const int32_t gravity_of[TRI_CONTACT_COUNT] = {
    [TRI_TOUCH] = 1, [TRI_COPLANAR] = 2, [TRI_PROPER] = 3};
static const enum TriContact kind_of[] = {TRI_DISJOINT, TRI_TOUCH, TRI_COPLANAR, TRI_PROPER};

// The gravest first among equal pairs.
static int by_polygons(const void *left, const void *right)
{
    const PolygonPair *x = left, *y = right;
    if (x->a != y->a)
        return x->a < y->a ? -1 : 1;
    if (x->b != y->b)
        return x->b < y->b ? -1 : 1;
    return (x->gravity < y->gravity) - (x->gravity > y->gravity);
}

bool contact_counts(const Mesh *a, const Mesh *b, const ContactList *contacts, ContactCounts *out)
{
    *out = (ContactCounts){0};
    PolygonPair *pairs = array_alloc(contacts->count, sizeof *pairs);
    if (!pairs)
        return false;
    for (size_t i = 0; i < contacts->count; ++i) {
        const Contact *contact = &contacts->items[i];
        pairs[i] = (PolygonPair){a->polygon_of[contact->a], b->polygon_of[contact->b],
                                 gravity_of[contact->kind]};
    }
    qsort(pairs, contacts->count, sizeof *pairs, by_polygons);
    for (size_t i = 0; i < contacts->count; ++i) {
        if (i > 0 && pairs[i].a == pairs[i - 1].a && pairs[i].b == pairs[i - 1].b)
            continue;
        ++out->pairs;
        ++out->of_kind[kind_of[pairs[i].gravity]];
    }
    free(pairs);
    return true;
}

const char *contact_verb(uint8_t worst)
{
    return worst == TRI_PROPER ? "runs into" : worst == TRI_COPLANAR ? "lies flush on" : "touches";
}
