#include "app/stages/fit_curves.h"

#include "core/base/array.h"

#include <stdlib.h>
#include <string.h>

static PairCurves *retain(PairCurves *pair)
{
    atomic_fetch_add_explicit(&pair->owners, 1, memory_order_relaxed);
    return pair;
}

static void release(PairCurves *pair)
{
    if (atomic_fetch_sub_explicit(&pair->owners, 1, memory_order_acq_rel) != 1)
        return;
    contact_list_free(&pair->contacts);
    free(pair->curves);
    free(pair->points);
    free(pair);
}

void fit_curves_free(FitCurves *curves)
{
    for (size_t i = 0; i < curves->count; ++i)
        release(curves->pairs[i]);
    free(curves->pairs);
    *curves = (FitCurves){0};
}

void fit_curves_share(FitCurves *to, const FitCurves *from)
{
    *to = (FitCurves){.pairs = array_alloc(from->count, sizeof *to->pairs)};
    for (size_t i = 0; to->pairs && i < from->count; ++i)
        to->pairs[to->count++] = retain(from->pairs[i]);
}

static int by_parts(const void *key, const void *item)
{
    const PairReport *a = key;
    const PairCurves *b = *(PairCurves *const *)item;
    return a->a != b->a ? (a->a > b->a) - (a->a < b->a) : (a->b > b->b) - (a->b < b->b);
}

// The same witnesses, bit by bit. Two reports take turns behind the window, so a pair that rests
// has two lists.
static bool same_contacts(const ContactList *a, const ContactList *b)
{
    return a->count == b->count && a->point_count == b->point_count &&
           (a->points == b->points || a->point_count == 0 ||
            memcmp(a->points, b->points, a->point_count * sizeof *a->points) == 0);
}

static PairCurves *find(const FitCurves *curves, const PairReport *pair)
{
    if (curves->count == 0)
        return NULL;
    PairCurves **found =
        bsearch(pair, curves->pairs, curves->count, sizeof *curves->pairs, by_parts);
    return found && same_contacts(&(*found)->contacts, &pair->contacts) ? *found : NULL;
}

const PairCurves *fit_curves_of(const FitCurves *curves, const PairReport *pair)
{
    return find(curves, pair);
}

static PairCurves *create(PairReport *pair, const ContactDetail *detail)
{
    PairCurves *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    made->a = pair->a;
    made->b = pair->b;
    made->curve_count = detail->curve_count;
    made->curves = array_alloc(detail->curve_count, sizeof *made->curves);
    made->points = array_alloc(detail->point_count, sizeof *made->points);
    atomic_init(&made->owners, 1);
    if (!made->curves || !made->points || !contact_list_share(&made->contacts, &pair->contacts)) {
        release(made);
        return NULL;
    }
    if (detail->curve_count > 0)
        memcpy(made->curves, detail->curves, detail->curve_count * sizeof *made->curves);
    if (detail->point_count > 0)
        memcpy(made->points, detail->points, detail->point_count * sizeof *made->points);
    return made;
}

void fit_curves_update(FitCurves *curves, AssemblyReport *contacts, const ContactReport *details)
{
    FitCurves made = {.pairs = array_alloc(contacts->count, sizeof *made.pairs)};
    for (size_t i = 0; made.pairs && i < contacts->count; ++i) {
        PairReport *pair = &contacts->pairs[i];
        const ContactDetail *detail = contact_report_find(details, pair->a, pair->b);
        if (!detail || pair->contacts.count == 0)
            continue;
        PairCurves *kept = find(curves, pair);
        kept = kept ? retain(kept) : create(pair, detail);
        if (kept)
            made.pairs[made.count++] = kept;
    }
    fit_curves_free(curves);
    *curves = made;
}
