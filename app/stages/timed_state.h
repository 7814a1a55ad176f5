// What a person is told about answers within a time budget.
#ifndef SNUG_APP_STAGES_TIMED_STATE_H
#define SNUG_APP_STAGES_TIMED_STATE_H

#include "app/stages/app.h"
#include "app/stages/target.h"
#include "core/assembly/timed_pairs.h"

void timed_state_clear(TimedState *state); // but for the counts
// target: what the pairs are about.
void timed_state_show(TimedState *state, const TimedPairs *pairs, const QueryTarget *target,
                      bool resumed, double ms);

const TimedFrame *timed_log_at(const TimedState *state,
                               int i); // 0: the oldest; NULL: there is none
// The frontier is about the parts as they stand, and is to be drawn.
bool timed_frontier_shown(const App *app);
// "volumes overlap by 0.4 mm at most, surfaces are 1.2 mm apart at most": of surfaces that meet that is how far one
// pair of volumes has to be moved, not how deep a part is in the other.
void timed_band_say(double error, double farthest, enum LengthUnit unit, char *text, size_t size);

#endif
