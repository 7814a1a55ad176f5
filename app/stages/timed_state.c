#include "app/stages/timed_state.h"

#include "core/base/array.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void timed_state_clear(TimedState *state)
{
    free(state->rows);
    *state = (TimedState){.frames = state->frames,
                          .resumed = state->resumed,
                          .open_answers = state->open_answers,
                          .open_unresolved = state->open_unresolved,
                          .open_level = state->open_level,
                          .open_error = state->open_error};
}

void timed_state_show(TimedState *state, const TimedPairs *pairs, bool resumed, double ms)
{
    state->count = state->unresolved = 0;
    state->level = 0;
    state->error = 0;
    state->ms = ms;
    ++*(resumed ? &state->resumed : &state->frames);
    memcpy(state->of_verdict, pairs->of_verdict, sizeof state->of_verdict);
    bool first = true;
    for (size_t i = 0; i < pairs->count; ++i) {
        const TimedAnswer *answer = &pairs->pairs[i].answer;
        if (answer->verdict != VERDICT_UNDECIDED)
            continue;
        state->unresolved += answer->unresolved;
        state->error = fmax(state->error, answer->error);
        state->level = first || answer->level < state->level ? answer->level : state->level;
        first = false;
    }
    if (!first) {
        ++state->open_answers;
        state->open_unresolved = state->unresolved;
        state->open_level = state->level;
        state->open_error = state->error;
    }
    // Without memory the sums are all that is told.
    if (!array_reserve(&state->rows, &state->capacity, pairs->count, sizeof *state->rows))
        return;
    for (size_t i = 0; i < pairs->count; ++i)
        state->rows[state->count++] =
            (TimedRow){pairs->pairs[i].a, pairs->pairs[i].b, pairs->pairs[i].answer};
}
