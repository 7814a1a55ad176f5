#include "app/window/loop/removal_play.h"

#include "app/actions/list_removal.h"
#include "app/stages/removal_state.h"
#include "core/base/clock.h"

#include <math.h>

// A frame that took long is no leap.
static const double LONGEST_FRAME = 0.1;

void removal_play(View *view)
{
    App *app = view->app;
    const RemovalState *state = removal_state(app);
    PathPlay *play = &view->removal;
    double now = clock_seconds(), passed = fmin(now - play->clock, LONGEST_FRAME);
    bool goes_on = play->playing && state->playing;
    play->clock = now;
    play->playing = state->playing;
    if (!state->playing)
        return;
    view->frames_wanted = 2;
    double most = (double)state->order.step_count;
    size_t step = (size_t)fmin(state->position, fmax(0, most - 1));
    double position = state->position;
    if (!goes_on && position >= most)
        position = 0; // again
    else if (goes_on)
        position += passed / removal_step_seconds(state, step);
    action_submit_merged(&app->queue, &action_removal_seek,
                         &(ActionArgs){.part = NO_PART, .number = fmin(position, most)},
                         REMOVAL_FIRST_KEY + state->replay);
    if (position >= most)
        action_submit(&app->queue, &action_removal_play, &(ActionArgs){.part = NO_PART});
}
