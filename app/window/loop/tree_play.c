#include "app/window/loop/tree_play.h"

#include "app/actions/list_tree.h"
#include "app/actions/list_view.h"
#include "core/base/clock.h"

#define SECONDS_PER_LEVEL 0.8
#define TREE_PLAY_KEY ((uint64_t)1 << 42) // all levels are one step of the history

static void go(View *view, int level)
{
    App *app = view->app;
    action_submit_merged(&app->queue, &action_overlay_level,
                         &(ActionArgs){.part = app->tree.part, .level = level}, TREE_PLAY_KEY);
}

void tree_play(View *view)
{
    App *app = view->app;
    TreePlay *play = &view->tree;
    bool begins = app->tree.playing && !play->playing;
    play->playing = app->tree.playing;
    if (!play->playing)
        return;
    view->frames_wanted = 2;
    if (!tree_known(&app->tree) || tree_part(app) != app->tree.part) {
        action_submit(&app->queue, &action_tree_play, &(ActionArgs){.part = NO_PART});
        return;
    }
    double now = clock_seconds();
    int level = app->document.parts[app->tree.part].overlay_level, last = app->tree.map.depth - 1;
    if (begins) {
        play->due = now + SECONDS_PER_LEVEL;
        go(view, level < 0 || level >= last ? 0 : level);
    } else if (now >= play->due) {
        play->due = now + SECONDS_PER_LEVEL;
        if (level < last)
            go(view, level + 1);
        else
            action_submit(&app->queue, &action_tree_play, &(ActionArgs){.part = NO_PART});
    }
}
