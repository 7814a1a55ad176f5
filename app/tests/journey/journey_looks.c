// How things look: projection, axes, floor, colours, and the list of all commands.
#include "app/tests/journey/journey.h"

#include <X11/keysym.h>
#include <math.h>

static void park(Journey *j)
{
    const Rect v = j->now.viewport;
    journey_move(j, v.x + v.width / 2, 10);
    AWAIT(j, j->now.hovered == NO_PART);
    journey_settle(j);
}

static void check_projection(Journey *j)
{
    journey_step(j, "O draws without perspective and back");
    Picture before = journey_view(j);
    journey_chord(j, NoSymbol, XK_o);
    AWAIT(j, j->now.orthographic == 1);
    AWAIT(j, journey_view_difference(j, &before) > 5000);
    journey_chord(j, NoSymbol, XK_o);
    AWAIT(j, j->now.orthographic == 0);
    AWAIT(j, journey_view_difference(j, &before) < 50);
    picture_free(&before);
}

static void check_triad(Journey *j)
{
    static const struct {
        const char *name;
        double yaw, pitch; // quarter turns
    } ends[] = {{"triad_x", 1, 0}, {"triad_y", 0, 1}, {"triad_z", 0, 0}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; ++i) {
        journey_step(j, "a click on the end of an axis looks along it");
        journey_chord(j, NoSymbol, XK_Home);
        AWAIT(j, j->now.camera[3] > 0.7 && j->now.camera[4] > 0.6 && j->now.camera[4] < 0.7);
        journey_settle(j);
        journey_click_widget(j, ends[i].name);
        AWAIT(j, fabs(j->now.camera[3] - ends[i].yaw * acos(0)) < 1e-9 &&
                     fabs(j->now.camera[4] - ends[i].pitch * acos(0)) < 1e-9);
        AWAIT(j, j->now.dragging == 0);
        EXPECT(j, j->now.selected == NO_PART);
    }
    journey_step(j, "a click on the axis that points at us turns to the other side");
    journey_settle(j);
    journey_click_widget(j, "triad_z");
    AWAIT(j, fabs(j->now.camera[3] - 2 * acos(0)) < 1e-9);
    journey_chord(j, NoSymbol, XK_Home);
    AWAIT(j, j->now.camera[4] > 0.6 && j->now.camera[4] < 0.7);
    park(j);
}

static void check_grid(Journey *j)
{
    journey_step(j, "Shift+G takes the floor away, undo brings it back");
    Picture before = journey_view(j);
    EXPECT(j, j->now.grid == 1);
    journey_chord(j, XK_Shift_L, XK_g);
    AWAIT(j, j->now.grid == 0);
    AWAIT(j, journey_view_difference(j, &before) > 1000);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, j->now.grid == 1);
    AWAIT(j, journey_view_difference(j, &before) < 50);
    picture_free(&before);
}

static void check_palette(Journey *j)
{
    journey_step(j, "Ctrl+P finds the dark look by a few letters");
    Picture before = journey_view(j);
    journey_palette(j, "colours dark"); // fits two: dark panels, and all dark
    journey_chord(j, NoSymbol, XK_Down);
    journey_settle(j);
    journey_chord(j, NoSymbol, XK_Return);
    AWAIT(j, j->now.look == 2);
    AWAIT(j, state_widget(&j->now, "palette_first") == NULL);
    AWAIT(j, journey_view_difference(j, &before) > 100000);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, j->now.look == 0);
    AWAIT(j, journey_view_difference(j, &before) < 50);
    picture_free(&before);

    journey_step(j, "letters go to the list of commands, Escape closes it");
    int level = j->now.parts[0].level;
    journey_palette(j, "o"); // would be the projection
    journey_chord(j, NoSymbol, XK_Escape);
    AWAIT(j, state_widget(&j->now, "palette_first") == NULL);
    EXPECT(j, j->now.orthographic == 0 && j->now.parts[0].level == level);
}

void journey_looks(Journey *j)
{
    journey_step(j, "open the default scene");
    journey_start_program(j, NULL);
    park(j);
    check_projection(j);
    check_triad(j);
    check_grid(j);
    check_palette(j);
    journey_step(j, "Ctrl+Q quits");
    journey_quit(j);
}
