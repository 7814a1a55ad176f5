// Tours by mouse and keys: from the start page, and from the menu in a scene in which something was done. It is paused,
// goes forward and back, is stopped, and then everything is as it was.
#include "app/tests/journey/journey.h"

#include <X11/keysym.h>
#include <math.h>
#include <string.h>

enum { X = 9, Y = 10 };

static double at(const Journey *j, int part, int number)
{
    return j->now.parts[part].placement[number];
}

static void from_the_start_page(Journey *j)
{
    journey_step(j, "a tour is begun on the start page, and opens its scene");
    journey_start_empty(j);
    journey_click_widget(j, "start_first_tour");
    AWAIT(j, strcmp(j->now.title, "Ship pipes") == 0 && state_widget(&j->now, "lesson_pause"));
    State before = j->now;
    int valve = state_part(&j->now, "Valve");

    journey_step(j, "the next stop moves the valve by itself, until it is paused");
    journey_click_widget(j, "lesson_next");
    AWAIT(j, at(j, valve, Y) > 410);
    journey_click_widget(j, "lesson_pause");
    journey_settle(j); // it sleeps now
    State paused = j->now;
    journey_rest(0.5);
    journey_look(j);
    EXPECT(j, state_same_placements(&paused, &j->now));
    EXPECT(j, at(j, valve, X) > 261);

    journey_step(j, "forward it is at its end at once, and back where it was");
    journey_click_widget(j, "lesson_next");
    AWAIT(j, fabs(at(j, valve, X) - 260) < 1e-9 && fabs(at(j, valve, Y) - 720) < 1e-9);
    journey_click_widget(j, "lesson_back");
    AWAIT(j, fabs(at(j, valve, X) - 260) < 1e-9);
    journey_click_widget(j, "lesson_back");
    AWAIT(j, at(j, valve, X) > 300);

    journey_step(j, "stopped by its cross, the scene is as it was opened");
    journey_click_widget(j, "lesson_end");
    AWAIT(j, state_widget(&j->now, "lesson_pause") == NULL);
    AWAIT(j, state_same_placements(&before, &j->now) && j->now.can_undo == 0);
    journey_quit(j);
}

static void in_a_scene_at_work(Journey *j)
{
    journey_step(j, "a part is selected and moved");
    journey_start_scene(j, "Engine bay");
    int hood = state_part(&j->now, "Hood");
    journey_palette(j, "select all");
    AWAIT(j, strcmp(j->now.palette, "select all") == 0);
    journey_settle(j);
    journey_chord(j, NoSymbol, XK_Return);
    AWAIT(j, j->now.selected_count > 40);
    journey_settle(j);
    journey_chord(j, NoSymbol, XK_Up);
    AWAIT(j, j->now.can_undo == 1);
    journey_settle(j);
    State before = j->now;

    journey_step(j, "the tour from the menu begins with the scene at rest, and opens the hood");
    journey_click_widget(j, "menu_file");
    journey_click_widget(j, "menu_tour");
    journey_find(j, "lesson_pause");
    AWAIT(j, j->now.selected_count == 0 && !state_same_placement(&before, &j->now, hood));
    journey_click_widget(j, "lesson_next");
    State rest = j->now;
    AWAIT(j, !state_same_placement(&rest, &j->now, hood));

    journey_step(j, "nobody else moves anything");
    journey_chord(j, XK_Control_L, XK_z);
    journey_chord(j, XK_Control_L, XK_r);
    AWAIT(j, strstr(j->now.last_notice, "a tour is being played"));

    journey_step(j, "Escape stops it: parts, selection, camera and history are as before");
    journey_chord(j, NoSymbol, XK_Escape);
    AWAIT(j, state_widget(&j->now, "lesson_pause") == NULL);
    AWAIT(j, state_same_placements(&before, &j->now) && state_same_camera(&before, &j->now));
    EXPECT(j, j->now.selected == before.selected && j->now.selected_count == before.selected_count);
    EXPECT(j, j->now.undo_steps == before.undo_steps && j->now.steps == before.steps);
    journey_quit(j);
}

void journey_tours(Journey *j)
{
    from_the_start_page(j);
    in_a_scene_at_work(j);
}
