// What a person is told about answers within a time budget.
#ifndef SNUG_APP_STAGES_TIMED_STATE_H
#define SNUG_APP_STAGES_TIMED_STATE_H

#include "app/stages/app.h"
#include "core/assembly/timed_pairs.h"

void timed_state_clear(TimedState *state); // but for the counts
void timed_state_show(TimedState *state, const TimedPairs *pairs, bool resumed, double ms);

#endif
