#include "app/stages/timed_state.h"

#include "app/document/fields.h"
#include "core/base/array.h"
#include "core/base/length.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

ACTION_DECLARE(query_frontier) // which sets the field of that name

static void clear_frontier(TimedFrontier *frontier)
{
    for (size_t i = 0; i < frontier->count; ++i) {
        FrontierRow *row = &frontier->rows[i];
        bvh_release(row->tree[0]);
        bvh_release(row->tree[1]);
        free(row->rest);
        free(row->volumes);
    }
    frontier->count = 0;
    ++frontier->version;
}

void timed_state_clear(TimedState *state)
{
    uint32_t version = state->frontier.version;
    clear_frontier(&state->frontier);
    free(state->rows);
    free(state->log);
    *state = (TimedState){.frames = state->frames,
                          .resumed = state->resumed,
                          .open_answers = state->open_answers,
                          .open_unresolved = state->open_unresolved,
                          .open_level = state->open_level,
                          .open_error = state->open_error,
                          .frontier.version = version + 1};
}

// --- what was left at the deadline

// Where among those that are kept a pair has its place, by how deep it may be; FRONTIER_ROWS: it has none.
static size_t place_of(const size_t *chosen, size_t count, const TimedPairs *pairs, size_t pair)
{
    size_t at = 0;
    while (at < count && pairs->pairs[chosen[at]].answer.error >= pairs->pairs[pair].answer.error)
        ++at;
    return at;
}

// Without memory a row has no pairs of volumes.
static void take_row(TimedFrontier *frontier, const TimedPair *pair, const QueryTarget *target)
{
    FrontierRow *row = &frontier->rows[frontier->count];
    const QueryPart *parts[2] = {&target->parts[pair->a], &target->parts[pair->b]};
    *row = (FrontierRow){.row = {pair->a, pair->b, pair->answer},
                         .tree = {bvh_retain(parts[0]->tree), bvh_retain(parts[1]->tree)},
                         .placed = {parts[0]->placement, parts[1]->placement},
                         .rest = malloc(FRONTIER_PAIRS * sizeof *row->rest)};
    size_t size = parts[0]->tree->type->volume_size;
    row->volumes = malloc(2 * FRONTIER_PAIRS * size);
    ++frontier->count;
    if (!row->rest || !row->volumes || !pair->begun)
        return;
    row->count = timed_query_rest(&pair->query, row->rest, FRONTIER_PAIRS);
    unsigned char *at = row->volumes;
    const NodeId *above[2] = {pair->query.balls_a->above, pair->query.balls_b->above};
    for (size_t i = 0; i < row->count; ++i, at += 2 * size)
        if (!bvh_volume(row->tree[0], row->rest[i].a, above[0], at) ||
            !bvh_volume(row->tree[1], row->rest[i].b, above[1], at + size))
            row->count = i; // memory ran short
}

static void take_frontier(TimedFrontier *frontier, const TimedPairs *pairs,
                          const QueryTarget *target)
{
    size_t chosen[FRONTIER_ROWS], count = 0;
    clear_frontier(frontier);
    for (size_t i = 0; i < pairs->count; ++i) {
        if (pairs->pairs[i].answer.verdict != VERDICT_UNDECIDED)
            continue;
        size_t at = place_of(chosen, count, pairs, i);
        if (at == FRONTIER_ROWS)
            continue;
        count += count < FRONTIER_ROWS;
        memmove(chosen + at + 1, chosen + at, (count - at - 1) * sizeof *chosen);
        chosen[at] = i;
    }
    for (size_t i = 0; i < count; ++i)
        take_row(frontier, &pairs->pairs[chosen[i]], target);
}

static void write_down(TimedState *state)
{
    if (!state->log && !(state->log = malloc(TIMED_LOG * sizeof *state->log)))
        return;
    size_t undecided = state->of_verdict[VERDICT_UNDECIDED];
    int at = (state->log_first + state->log_count) % TIMED_LOG;
    state->log[at] = (TimedFrame){.error = undecided > 0 ? state->error : NAN,
                                  .farthest = undecided > 0 ? state->farthest : NAN,
                                  .level = state->level,
                                  .unresolved = state->unresolved,
                                  .undecided = undecided,
                                  .meeting = state->of_verdict[VERDICT_YES]};
    if (state->log_count < TIMED_LOG)
        ++state->log_count;
    else
        state->log_first = (state->log_first + 1) % TIMED_LOG;
}

const TimedFrame *timed_log_at(const TimedState *state, int i)
{
    return i >= 0 && i < state->log_count ? &state->log[(state->log_first + i) % TIMED_LOG] : NULL;
}

bool timed_frontier_shown(const App *app)
{
    const TimedFrontier *frontier = &app->timed.frontier;
    if (frontier->count == 0 || !(app->document.effort.budget_us > 0) ||
        app->document.view.explode > 0 || !field_flag(&app->document, &action_query_frontier))
        return false;
    for (size_t i = 0; i < frontier->count; ++i) {
        const int32_t parts[2] = {frontier->rows[i].row.a, frontier->rows[i].row.b};
        for (int k = 0; k < 2; ++k) {
            if (parts[k] >= app->document.part_count)
                return false;
            const PartState *part = &app->document.parts[parts[k]];
            if (!part->visible || !affine_equal(&part->placement, &frontier->rows[i].placed[k]) ||
                app->parts[parts[k]].tree != frontier->rows[i].tree[k])
                return false;
        }
    }
    return true;
}

void timed_band_say(double error, double farthest, enum LengthUnit unit, char *text, size_t size)
{
    char deep[48], apart[48];
    length_format(error, unit, deep, sizeof deep);
    length_format(farthest, unit, apart, sizeof apart);
    if (isfinite(farthest))
        snprintf(text, size, "volumes overlap by %s at most, surfaces are %s apart at most", deep,
                 apart);
    else // nothing of the pair was looked at yet
        snprintf(text, size, "boxes overlap by %s at most", deep);
}

void timed_state_show(TimedState *state, const TimedPairs *pairs, const QueryTarget *target,
                      bool resumed, double ms)
{
    state->count = state->unresolved = 0;
    state->level = 0;
    state->error = 0;
    state->farthest = INFINITY;
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
        state->farthest = fmin(state->farthest, answer->farthest);
        state->level = first || answer->level < state->level ? answer->level : state->level;
        first = false;
    }
    if (!first) {
        ++state->open_answers;
        state->open_unresolved = state->unresolved;
        state->open_level = state->level;
        state->open_error = state->error;
    }
    if (!resumed) { // gone on with, the frontier stays that of the deadline
        take_frontier(&state->frontier, pairs, target);
        write_down(state);
    }
    // Without memory the sums are all that is told.
    if (!array_reserve(&state->rows, &state->capacity, pairs->count, sizeof *state->rows))
        return;
    for (size_t i = 0; i < pairs->count; ++i)
        state->rows[state->count++] =
            (TimedRow){pairs->pairs[i].a, pairs->pairs[i].b, pairs->pairs[i].answer};
}
