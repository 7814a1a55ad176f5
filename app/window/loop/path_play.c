#include "app/window/loop/path_play.h"

#include "app/actions/list_path.h"
#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "app/window/panels/furniture.h"
#include "core/base/clock.h"

#include <cimgui.h>

#include <math.h>

// A frame that took long is no leap: whoever looks wants to see the way.
static const double LONGEST_FRAME = 0.1;

// Where the time goes on from the end; false: it does not.
static bool go_round(const App *app, double *time)
{
    double start = motion_path_start(&app->path.path), end = motion_path_end(&app->path.path);
    if (*time < end)
        return true;
    if (!field_flag(&app->document, &action_path_loop) || !(end > start))
        return false;
    *time = start + fmod(*time - start, end - start);
    return true;
}

void path_play(View *view)
{
    App *app = view->app;
    PathPlay *play = &view->path;
    if (play->seen != app->path.version && app->path.path.part_count > 0)
        panel_show(&view->ui, &panel_path);
    play->seen = app->path.version;
    double now = clock_seconds(), passed = fmin(now - play->clock, LONGEST_FRAME);
    bool goes_on = play->playing && app->path.playing;
    play->clock = now;
    play->playing = app->path.playing;
    if (!app->path.playing)
        return;
    view->frames_wanted = 2;
    if (igIsKeyPressed_Bool(ImGuiKey_Escape, false) &&
        !igIsPopupOpen_Str(NULL, ImGuiPopupFlags_AnyPopup)) { // as of a drag: back to the start
        action_submit_merged(&app->queue, &action_path_seek,
                             &(ActionArgs){.part = NO_PART, .flag = true},
                             PATH_FIRST_KEY + app->path.replay);
        return;
    }
    if (!goes_on)
        passed = 0; // the first frame shows where it starts
    double time = app->path.time + passed * field_number(&app->document, &action_path_speed);
    bool ends = !go_round(app, &time);
    action_submit_merged(&app->queue, &action_path_seek,
                         &(ActionArgs){.part = NO_PART, .number = time},
                         PATH_FIRST_KEY + app->path.replay);
    if (ends)
        action_submit(&app->queue, &action_path_play, &(ActionArgs){.part = NO_PART});
}
