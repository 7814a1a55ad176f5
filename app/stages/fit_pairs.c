#include "app/stages/fit_pairs.h"

#include "app/stages/fit_work.h"
#include "app/stages/rows.h"
#include "core/base/array.h"

#include <stdlib.h>
#include <string.h>

static size_t place_of(const FitPairs *pairs, uint64_t pair)
{
    size_t low = 0, high = pairs->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (pairs->pairs[middle] < pair)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool fit_pairs_has(const FitPairs *pairs, uint64_t pair)
{
    size_t at = place_of(pairs, pair);
    return at < pairs->count && pairs->pairs[at] == pair;
}

bool fit_pairs_add(FitPairs *pairs, uint64_t pair)
{
    size_t at = place_of(pairs, pair);
    if (at < pairs->count && pairs->pairs[at] == pair)
        return true;
    if (!array_reserve(&pairs->pairs, &pairs->capacity, pairs->count + 1, sizeof *pairs->pairs))
        return false;
    memmove(pairs->pairs + at + 1, pairs->pairs + at, (pairs->count - at) * sizeof *pairs->pairs);
    pairs->pairs[at] = pair;
    ++pairs->count;
    return true;
}

void fit_pairs_free(FitPairs *pairs)
{
    free(pairs->pairs);
    *pairs = (FitPairs){0};
}

void fit_pairs_note_report(FitPairs *pairs, const App *app)
{
    const FitState *fit = stage_state(app, &stage_fit);
    // While a report is in the making, the last one is with its worker.
    if (pairs->version == app->fit_version || !fit->base.target.parts)
        return;
    pairs->version = app->fit_version;
    const ContactReport *details = &fit->base.details;
    for (size_t i = 0; i < details->count; ++i)
        if (details->pairs[i].state == PAIR_TOUCH)
            fit_pairs_add(pairs, motion_pair(details->pairs[i].a, details->pairs[i].b));
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
            fit_pairs_add(pairs, pair);
    }
}

bool fit_pairs_take(const FitPairs *pairs, const Hand *hand, FitPairs *out)
{
    for (size_t i = 0; i < pairs->count; ++i) {
        uint64_t pair = pairs->pairs[i];
        if ((hand_has(hand, (int32_t)(pair >> 32)) ||
             hand_has(hand, (int32_t)(pair & UINT32_MAX))) &&
            !fit_pairs_add(out, pair))
            return false;
    }
    return true;
}
