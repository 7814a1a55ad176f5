// The settings behind "Settings...": with a time budget a drag first says how far it got, goes on
// by itself, and finds in the end what a search without any of it finds.
#include "app/tests/journey/journey.h"

#include <X11/keysym.h>

static const char PART[] = "Bearing bridge rear";
static const int GRAB_DX = -125, GRAB_DY = 77; // from its middle, which is open, to its left end
static const int DOWN = 130;                   // pixels, into the shafts below
enum { FRONTS, THREADS, BUDGET };
enum { BEGUN, RESUMED, UNDECIDED, UNRESOLVED, LEVEL, DEPTH };

static void open_settings(Journey *j)
{
    journey_click_widget(j, "search_settings");
    journey_find(j, "query_budget_us");
    journey_settle(j);
}

static void close_settings(Journey *j)
{
    journey_chord(j, NoSymbol, XK_Escape);
    AWAIT(j, state_widget(&j->now, "query_budget_us") == NULL);
    journey_settle(j);
}

static void untick(Journey *j, const char *widget, int setting)
{
    EXPECT(j, j->now.effort[setting] > 0);
    journey_click_widget(j, widget);
    AWAIT(j, j->now.effort[setting] <= 0);
}

void journey_search(Journey *journey)
{
    Journey *j = journey;
    journey_start_program(j, NULL);
    int part = state_part(&j->now, PART);
    EXPECT(j, part != NO_PART && j->now.pairs == 0);

    journey_step(j, "the smallest budget there is");
    open_settings(j);
    EXPECT(j, j->now.effort[BUDGET] <= 0);
    journey_click_widget(j, "query_budget");
    AWAIT(j, j->now.effort[BUDGET] > 1);
    journey_settle(j);
    journey_slide(j, "query_budget_us", 0.6, -0.2);
    AWAIT(j, j->now.effort[BUDGET] >= 1 && j->now.effort[BUDGET] <= 1);
    journey_let_go_slider(j);
    close_settings(j);

    journey_step(j, "a part dragged into others is undecided first, down to a level and a depth");
    journey_point_at(j, part, GRAB_DX, GRAB_DY);
    int x = (int)j->now.pointer[0], y = (int)j->now.pointer[1];
    double undecided = j->now.timed[UNDECIDED];
    journey_grab(j, BUTTON_LEFT);
    journey_glide(j, x, y + DOWN);
    AWAIT(j, j->now.timed[UNDECIDED] > undecided);
    EXPECT(j, j->now.timed[BEGUN] > 0 && j->now.timed[UNRESOLVED] > 0);
    // The bound may come down to 0 before all is decided: they could still touch.
    EXPECT(j, j->now.timed[LEVEL] >= 0 && j->now.timed[DEPTH] >= 0 && j->now.timed[DEPTH] < 1000);

    journey_step(j, "it goes on while the hand rests, and lists everything");
    AWAIT(j, j->now.timed[RESUMED] > 0 && j->now.busy == 0 && j->now.contacts > 0);
    journey_let_go(j, BUTTON_LEFT);
    journey_settle(j);
    AWAIT(j, j->now.fit_current == 1);
    int contacts = j->now.contacts, pairs = j->now.pairs, crossing = j->now.crossing_pairs;
    EXPECT(j, contacts > 0 && pairs > 0);

    journey_step(j, "the same contacts with neither budget nor threads nor fronts");
    open_settings(j);
    untick(j, "query_budget", BUDGET);
    untick(j, "query_threads", THREADS); // searches anew, as does the next one
    untick(j, "query_fronts", FRONTS);
    journey_settle(j);
    EXPECT(j, j->now.contacts == contacts && j->now.pairs == pairs);
    AWAIT(j, j->now.fit_current == 1);
    EXPECT(j, j->now.crossing_pairs == crossing);
    journey_quit(j);
}
