#include "app/window/loop/construction_play.h"

#include "app/actions/list_construction.h"
#include "app/window/panels/furniture.h"
#include "core/base/clock.h"

#include <math.h>

static const double LONGEST_FRAME = 0.1;

void construction_play(View *view)
{
    App *app = view->app;
    const ConstructionShown *shown = &app->construction;
    TracePlay *play = &view->construction;
    if (play->seen != shown->version && construction_known(shown)) {
        panel_show(&view->ui, &panel_construction);
        view->frames_wanted = 3;
    }
    play->seen = shown->version;
    double now = clock_seconds(), passed = fmin(now - play->clock, LONGEST_FRAME);
    bool goes_on = play->playing && shown->playing;
    play->clock = now;
    play->playing = shown->playing;
    if (!shown->playing)
        return;
    view->frames_wanted = 2;
    if (!goes_on) {
        play->due = 0; // the first frame shows where it starts
        return;
    }
    play->due += passed * construction_speed(shown);
    double steps = floor(play->due), last = construction_steps(shown);
    play->due -= steps;
    if (steps < 1)
        return;
    double to = fmin((double)shown->step + 1 + steps, last);
    action_submit_merged(&app->queue, &action_construction_go,
                         &(ActionArgs){.part = NO_PART, .number = to}, CONSTRUCTION_PLAY_KEY);
    if (to >= last)
        action_submit(&app->queue, &action_construction_play, &(ActionArgs){.part = NO_PART});
}
