#include "app/window/loop/trace_play.h"

#include "app/actions/list_trace.h"
#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "app/window/panels/furniture.h"
#include "core/base/clock.h"

#include <math.h>

static const double LONGEST_FRAME = 0.1;

void trace_play(View *view)
{
    App *app = view->app;
    TracePlay *play = &view->trace;
    if (play->seen != app->trace.version && trace_known(&app->trace)) {
        panel_show(&view->ui, &panel_traversal);
        view->frames_wanted = 3;
    }
    play->seen = app->trace.version;
    double now = clock_seconds(), passed = fmin(now - play->clock, LONGEST_FRAME);
    bool goes_on = play->playing && app->trace.playing;
    play->clock = now;
    play->playing = app->trace.playing;
    if (!app->trace.playing)
        return;
    view->frames_wanted = 2;
    if (!goes_on) {
        play->due = 0; // the first frame shows where it starts
        return;
    }
    play->due += passed * field_number(&app->document, &action_trace_speed);
    double steps = floor(play->due), last = trace_steps(app);
    play->due -= steps;
    if (steps < 1)
        return;
    double to = fmin((double)app->trace.at + 1 + steps, last);
    action_submit_merged(&app->queue, &action_trace_go,
                         &(ActionArgs){.part = NO_PART, .number = to}, TRACE_PLAY_KEY);
    if (to >= last)
        action_submit(&app->queue, &action_trace_play, &(ActionArgs){.part = NO_PART});
}
