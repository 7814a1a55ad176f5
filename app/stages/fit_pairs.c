#include "app/stages/fit_pairs.h"

#include "app/stages/fit_work.h"
#include "app/stages/rows.h"
#include "core/base/array.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t place_of(const FitPairs *pairs, uint64_t pair)
{
    size_t low = 0, high = pairs->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (pairs->pairs[middle].pair < pair)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const FitPair *fit_pairs_find(const FitPairs *pairs, uint64_t pair)
{
    size_t at = place_of(pairs, pair);
    return at < pairs->count && pairs->pairs[at].pair == pair ? &pairs->pairs[at] : NULL;
}

bool fit_pairs_add(FitPairs *pairs, uint64_t pair, double give)
{
    size_t at = place_of(pairs, pair);
    if (at < pairs->count && pairs->pairs[at].pair == pair) {
        // The first one counts: pressed on, a pair would get deeper every time.
        if (!(pairs->pairs[at].give > 0))
            pairs->pairs[at].give = give;
        return true;
    }
    if (!array_reserve(&pairs->pairs, &pairs->capacity, pairs->count + 1, sizeof *pairs->pairs))
        return false;
    memmove(pairs->pairs + at + 1, pairs->pairs + at, (pairs->count - at) * sizeof *pairs->pairs);
    pairs->pairs[at] = (FitPair){pair, give};
    ++pairs->count;
    return true;
}

void fit_pairs_free(FitPairs *pairs)
{
    free(pairs->pairs);
    *pairs = (FitPairs){0};
}

// As deep as facets cannot tell, and at least as it was: so the way back is as free as the way out.
static double give_of(const ContactDetail *detail)
{
    return detail->state == PAIR_FACETS
               ? fmax(detail->facet_error - detail->tolerance, detail->depth + detail->depth_error)
               : 0;
}

void fit_pairs_note_report(FitPairs *pairs, const App *app)
{
    const FitState *fit = stage_state(app, &stage_fit);
    // While a report is in the making, the last one is with its worker.
    if (pairs->version == app->fit_version || !fit->base.target.parts)
        return;
    pairs->version = app->fit_version;
    const ContactReport *details = &fit->base.details;
    for (size_t i = 0; i < details->count; ++i) {
        const ContactDetail *detail = &details->pairs[i];
        if (detail->state == PAIR_TOUCH || detail->state == PAIR_FACETS)
            fit_pairs_add(pairs, motion_pair(detail->a, detail->b), give_of(detail));
    }
}

void fit_pairs_note_grab(FitPairs *pairs, const MotionSession *session, const LimitBook *book)
{
    ContactDesc desc = {.tolerance = session->tolerance};
    if (session->all_fit) // then a limit says nothing
        return;
    for (size_t i = 0; i < book->count; ++i) {
        uint64_t pair = book->entries[i].pair;
        int32_t a = (int32_t)(pair >> 32), b = (int32_t)(pair & UINT32_MAX);
        if (a < session->target.count && b < session->target.count &&
            book->entries[i].limit <=
                contact_tolerance(&desc, &session->posed[a], &session->posed[b]))
            fit_pairs_add(pairs, pair, 0);
    }
}

bool fit_pairs_take(const FitPairs *pairs, const Hand *hand, FitPairs *out)
{
    for (size_t i = 0; i < pairs->count; ++i) {
        uint64_t pair = pairs->pairs[i].pair;
        if ((hand_has(hand, (int32_t)(pair >> 32)) ||
             hand_has(hand, (int32_t)(pair & UINT32_MAX))) &&
            !fit_pairs_add(out, pair, pairs->pairs[i].give))
            return false;
    }
    return true;
}
