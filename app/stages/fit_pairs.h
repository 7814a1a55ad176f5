// Pairs of parts that have touched since they were opened. They fit: when they are apart and one of
// them is in the hand, they may touch again, up to the contact tolerance. Otherwise a bolt as thick as
// its hole could be taken out but never put back. Those that were deeper, but within facets, may be so
// again.
#ifndef SNUG_APP_STAGES_FIT_PAIRS_H
#define SNUG_APP_STAGES_FIT_PAIRS_H

#include "app/stages/motion_task.h"

// False: memory ran short, and nothing changed.
bool fit_pairs_add(FitPairs *pairs, uint64_t pair, double give);
const FitPair *fit_pairs_find(const FitPairs *pairs, uint64_t pair); // NULL: it is none
void fit_pairs_free(FitPairs *pairs);

// All pairs that touch by the report, or are within facets, as soon as there is a new one.
void fit_pairs_note_report(FitPairs *pairs, const App *app);
// Those whose limit is that of a touch, at the grab of which the session tells.
void fit_pairs_note_grab(FitPairs *pairs, const MotionSession *session, const LimitBook *book);
// Those with a part in the hand. False: memory ran short.
bool fit_pairs_take(const FitPairs *pairs, const Hand *hand, FitPairs *out);

#endif
