// A flush bolt is pulled out of its hole and snaps back in, and a pin seats. By the mouse alone, in a
// window.
#include "app/tests/journey/journey.h"

#include <X11/keysym.h>
#include <stdio.h>
#include <string.h>

enum { Y = 10, STEP = 15 };

// One click after the other, each awaited: two that come together are a double click.
static void choose_contact(Journey *j, const char *mode)
{
    for (int i = 0; i < 4 && strcmp(j->now.settings[SET_CONTACT], mode) != 0; ++i) {
        char before[32];
        snprintf(before, sizeof before, "%s", j->now.settings[SET_CONTACT]);
        journey_click_widget(j, "tool_contact");
        AWAIT(j, strcmp(j->now.settings[SET_CONTACT], before) != 0);
        journey_settle(j);
    }
    EXPECT(j, strcmp(j->now.settings[SET_CONTACT], mode) == 0);
}

static void start(Journey *j, const char *scene, bool first)
{
    char path[700];
    snprintf(path, sizeof path, "%s/snapping.json", j->folder);
    FILE *file = fopen(path, "wbe");
    EXPECT(j, file != NULL);
    fprintf(file, "{\"snug\": 1, \"unit\": \"mm\", \"files\": [{\"scene\": \"%s\"}]}\n", scene);
    EXPECT(j, fclose(file) == 0);
    journey_start_program(j, path);
    journey_click_widget(j, "tool_fit");
    journey_settle(j);
    journey_chord(j, NoSymbol, XK_1); // from the front: up is up
    journey_settle(j);
    journey_click_widget(j, "tool_fit");
    journey_settle(j);
    if (first) { // kept from one start to the next
        choose_contact(j, "Slide");
        journey_click_widget(j, "tool_snap");
        AWAIT(j, j->now.snaps == 1);
    }
    journey_settle(j);
}

static double height(const Journey *j, int part)
{
    return j->now.parts[part].placement[Y];
}

static void take(Journey *j, int part, int *x, int *y)
{
    journey_point_at(j, part, 0, -8);
    *x = (int)j->now.pointer[0];
    *y = (int)j->now.pointer[1];
    journey_grab(j, BUTTON_LEFT);
}

static void let_go(Journey *j)
{
    journey_let_go(j, BUTTON_LEFT);
    AWAIT(j, j->now.dragging == 0);
}

static void bolt(Journey *j)
{
    int x, y;
    journey_step(j, "switch to slide and to snapping, and pull a flush bolt out");
    start(j, "Bolted plate", true);
    int part = state_part(&j->now, "Bolt 4");
    EXPECT(j, part != NO_PART);
    State before = j->now;
    double home = height(j, part);
    take(j, part, &x, &y);
    GLIDE_UNTIL(j, x, y, 0, -STEP, height(j, part) > home + 55);
    EXPECT(j, j->now.snap[0] == 0); // who pulls it out does not want it back in
    let_go(j);
    journey_settle(j);
    EXPECT(j, height(j, part) > home + 50);

    journey_step(j, "bring it back: it is offered to go into its hole");
    State out = j->now;
    take(j, part, &x, &y);
    GLIDE_UNTIL(j, x, y, 0, 6, strstr(j->now.snap, "of Right bracket"));

    journey_step(j, "let go: it goes home");
    let_go(j);
    AWAIT(j, strstr(j->now.hand, "seated"));
    journey_settle(j);
    EXPECT(j, height(j, part) > home - 0.01 && height(j, part) < home + 0.01);
    EXPECT(j, j->now.undo_steps == before.undo_steps + 2);

    journey_step(j, "drag and snap are one step of the history");
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, state_same_placements(&out, &j->now));
    journey_quit(j);
}

static void pin(Journey *j)
{
    int x, y;
    journey_step(j, "a pin that is half in: a little push, and it seats");
    start(j, "Pin and plate", false);
    int part = state_part(&j->now, "Pin");
    EXPECT(j, part != NO_PART);
    take(j, part, &x, &y);
    GLIDE_UNTIL(j, x, y, 0, 5, strstr(j->now.snap, "of Plate"));
    let_go(j);
    AWAIT(j, strstr(j->now.hand, "seated"));
    journey_settle(j);
    EXPECT(j, height(j, part) > -0.01 && height(j, part) < 0.01);
    journey_quit(j);
}

// In mode Free the part is where the mouse is, and the button stays down.
static void pin_by_key(Journey *j)
{
    int x, y;
    journey_step(
        j, "Shift+N takes the offer with the button down, and the mouse does not get it back");
    start(j, "Pin and plate", false);
    choose_contact(j, "Free");
    int part = state_part(&j->now, "Pin");
    take(j, part, &x, &y);
    GLIDE_UNTIL(j, x, y, 0, 5, strstr(j->now.snap, "of Plate"));
    journey_chord(j, XK_Shift_L, XK_n);
    AWAIT(j, strstr(j->now.hand, "seated"));
    EXPECT(j, j->now.dragging == 0);
    State seated = j->now;
    journey_move(j, x + 60, y - 60);
    journey_settle(j);
    EXPECT(j, state_same_placements(&seated, &j->now));
    let_go(j);
    journey_settle(j);
    EXPECT(j, state_same_placements(&seated, &j->now));
    EXPECT(j, height(j, part) > -0.01 && height(j, part) < 0.01);
    journey_quit(j);
}

void journey_snapping(Journey *j)
{
    bolt(j);
    pin(j);
    pin_by_key(j);
}
