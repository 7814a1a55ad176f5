// Hierarchies switched by the panel: the answer stays, whatever finds it; and their volumes drawn.
#include "app/tests/journey/journey.h"

#include <X11/keysym.h>
#include <stdio.h>
#include <string.h>

static const char PART[] = "Bearing bridge rear";
static const int GRAB_DX = -125, GRAB_DY = 77; // from its middle, which is open, to its left end
static const int DOWN = 130;                   // pixels, into the shafts below
enum { MAX_TYPES = 32, MANY_VOLUMES = 10000 };

static bool is(const State *state, enum Setting setting, const char *name)
{
    return strcmp(state->settings[setting], name) == 0;
}

// By a key; waits until trees and report belong to what was chosen.
static void next(Journey *j, KeySym modifier, KeySym key, enum Setting setting)
{
    char before[32];
    snprintf(before, sizeof before, "%s", j->now.settings[setting]);
    journey_chord(j, modifier, key);
    AWAIT(j, !is(&j->now, setting, before) && j->now.busy == 0);
}

static void run_into_others(Journey *j)
{
    journey_step(j, "a part is dragged into others");
    journey_point_at(j, state_part(&j->now, PART), GRAB_DX, GRAB_DY);
    int x = (int)j->now.pointer[0], y = (int)j->now.pointer[1];
    journey_grab(j, BUTTON_LEFT);
    journey_glide(j, x, y + DOWN);
    AWAIT(j, j->now.crossing_pairs > 0);
    journey_let_go(j, BUTTON_LEFT);
}

static void check_by_mouse(Journey *j)
{
    journey_step(j, "another volume from the list");
    journey_settle(j);
    State before = j->now;
    journey_choose(j, "build_volume", "choice_5"); // slab cut balls
    EXPECT(j, !is(&j->now, SET_VOLUME, before.settings[SET_VOLUME]));
    AWAIT(j, j->now.contacts == before.contacts && j->now.pairs == before.pairs);

    journey_step(j, "a parameter of it by its slider: one step of the history");
    State chosen = j->now;
    journey_slide(j, "build_param_0", 0.5, 0.8);
    AWAIT(j, j->now.params[0] > chosen.params[0] || j->now.params[0] < chosen.params[0]);
    journey_let_go_slider(j);
    AWAIT(j, j->now.busy == 0 && j->now.contacts == before.contacts);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, !(j->now.params[0] > chosen.params[0] || j->now.params[0] < chosen.params[0]));
    AWAIT(j, j->now.busy == 0 && j->now.contacts == before.contacts);
}

static void go_to_type(Journey *j, const char *name)
{
    for (int i = 0; i < MAX_TYPES && !is(&j->now, SET_VOLUME, name); ++i)
        next(j, NoSymbol, XK_v, SET_VOLUME);
    EXPECT(j, is(&j->now, SET_VOLUME, name));
    journey_settle(j);
}

static void check_greyed(Journey *j)
{
    journey_step(j, "a greyed entry does nothing");
    journey_choose(j, "build_volume", "choice_13"); // by V all kinds before it would be built
    AWAIT(j, is(&j->now, SET_VOLUME, "BoxTree 1997") && j->now.busy == 0);
    journey_settle(j);
    State before = j->now;
    journey_click_widget(j, "build_criterion");
    AWAIT(j, state_widget(&j->now, "choice_1") != NULL);
    journey_settle(j);
    journey_click_widget(j, "choice_1");
    journey_settle(j);
    EXPECT(j, state_widget(&j->now, "choice_1") != NULL); // the list waits for a possible one
    EXPECT(j, is(&j->now, SET_CRITERION, before.settings[SET_CRITERION]));
    journey_chord(j, NoSymbol, XK_Escape);
    AWAIT(j, state_widget(&j->now, "choice_1") == NULL);
}

static void park(Journey *j)
{
    journey_move(j, SCREEN_WIDTH - 150, 10); // right of the menu and the tools
    AWAIT(j, j->now.hovered == NO_PART);
}

// The panel back to where it was before something further down was brought into sight.
static void scroll_back(Journey *j, const char *name, int y)
{
    for (Rect r = journey_find(j, name); r.y < y; r = journey_find(j, name)) {
        int before = r.y;
        journey_move(j, r.x - 40, SCREEN_HEIGHT - 100); // over labels: sliders take no wheel
        screen_button(j->display, BUTTON_WHEEL_UP, true);
        screen_button(j->display, BUTTON_WHEEL_UP, false);
        AWAIT(j, journey_find(j, name).y > before);
        journey_settle(j);
    }
}

static void check_empty_cells(Journey *j, int top)
{
    journey_step(j, "empty cells come when asked for, and go with undo");
    scroll_back(j, "overlay_all", top);
    journey_slide(j, "overlay_all", 0.03, 0.5);
    AWAIT(j, j->now.volumes > 100);
    journey_let_go_slider(j);
    EXPECT(j, j->now.empty_cells == 0);
    park(j);
    journey_settle(j);
    journey_rest(9); // for so long it is said beside the part what another volume has changed
    journey_move(j, SCREEN_WIDTH - 160, 10); // who sleeps draws nothing anew
    journey_settle(j);
    Picture without = journey_view(j);
    journey_click_widget(j, "overlay_empty");
    AWAIT(j, j->now.empty_cells > 10);
    park(j);
    AWAIT(j, journey_view_difference(j, &without) > 1000);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, j->now.empty_cells == 0);
    AWAIT(j, journey_view_difference(j, &without) < 50);
    picture_free(&without);

    journey_step(j, "a volume without empty cells greys the tick");
    go_to_type(j, "AABB");
    bool could_undo = j->now.can_redo;
    journey_click_widget(j, "overlay_empty");
    journey_settle(j);
    EXPECT(j, j->now.empty_cells == 0 && j->now.can_redo == could_undo);
}

static void check_many(Journey *j)
{
    journey_step(j, "ten thousand volumes, turned by the mouse");
    for (int i = 0; i < 40 && j->now.volumes < MANY_VOLUMES; ++i) {
        int before = j->now.volumes;
        journey_chord(j, NoSymbol, XK_bracketright);
        AWAIT(j, j->now.volumes > before && j->now.busy == 0);
    }
    EXPECT(j, j->now.volumes >= MANY_VOLUMES);
    journey_settle(j);
    const Rect v = j->now.viewport;
    State before = j->now;
    journey_move(j, v.x + 20, v.y + v.height / 2);
    journey_grab(j, BUTTON_RIGHT);
    journey_glide(j, v.x + 120, v.y + v.height / 2);
    AWAIT(j, !state_same_camera(&j->now, &before)); // while the button is down
    journey_let_go(j, BUTTON_RIGHT);
    journey_settle(j);
}

void journey_volumes(Journey *j)
{
    journey_step(j, "open the default scene");
    journey_start_program(j, NULL);
    journey_settle(j);
    int top = journey_find(j, "overlay_all").y;
    run_into_others(j);
    check_by_mouse(j);
    check_greyed(j);
    check_empty_cells(j, top);
    check_many(j);
    journey_step(j, "Ctrl+Q quits");
    journey_quit(j);
}
