// A part in the hand meets a wall: it stops there, slides along it and around its corner. By the
// mouse alone, in a window.
#include "app/tests/journey/journey.h"
#include "app/tests/journey/obj_box.h"

#include <X11/keysym.h>
#include <stdio.h>
#include <string.h>

enum { X = 9, Y = 10, STEP = 20 };

static void write_parts(Journey *j, const char *path)
{
    FILE *file = fopen(path, "wbe");
    EXPECT(j, file != NULL);
    int vertices = 0;
    obj_box(file, &vertices, "Wall", 0, 0, 0, 16);
    obj_box(file, &vertices, "Block", -20, 5, 5, 6);
    EXPECT(j, fclose(file) == 0);
}

static double moved(const Journey *j, int part, int axis)
{
    static const double home[2] = {-17, 8}; // parts lie about their middles
    return j->now.parts[part].placement[axis] - home[axis - X];
}

void journey_fitting(Journey *j)
{
    char path[700];
    journey_step(j, "open a block beside a wall, and look at it from the front");
    snprintf(path, sizeof path, "%s/fitting.obj", j->folder);
    write_parts(j, path);
    journey_start_program(j, path);
    int block = state_part(&j->now, "Block");
    EXPECT(j, block != NO_PART);
    journey_chord(j, NoSymbol, XK_1);
    journey_settle(j);

    journey_step(j, "one click: it stops at the wall");
    journey_click_widget(j, "tool_contact");
    journey_settle(j);
    journey_point_at(j, block, 0, 0);
    State before = j->now;
    int x = (int)j->now.pointer[0], y = (int)j->now.pointer[1];
    journey_grab(j, BUTTON_LEFT);
    GLIDE_UNTIL(j, x, y, STEP, 0, strstr(j->now.hand, "held by Wall"));
    // Its right side was at -14.
    EXPECT(j, moved(j, block, X) > 13.8 && moved(j, block, X) < 14.01);
    EXPECT(j, moved(j, block, Y) < 1e-6 && moved(j, block, Y) > -1e-6);
    EXPECT(j, j->now.contacts == 0);

    journey_step(j, "with one key it slides, up along the wall");
    journey_chord(j, NoSymbol, XK_x);
    int edge = x + 6 * STEP;
    journey_glide(j, x = edge, y);
    GLIDE_UNTIL(j, x, y, 0, -STEP, moved(j, block, Y) > 6);
    AWAIT(j, strstr(j->now.hand, "held by Wall"));
    EXPECT(j, moved(j, block, X) > 13.8 && moved(j, block, X) < 14.01);
    EXPECT(j, j->now.contacts == 0);

    journey_step(j, "and around the corner, over it");
    GLIDE_UNTIL(j, x, y, 0, -STEP, moved(j, block, X) > 15);
    EXPECT(j, moved(j, block, Y) > 10.99); // its lower side was at 5, the wall's upper one is at 16
    EXPECT(j, j->now.contacts == 0);
    journey_let_go(j, BUTTON_LEFT);
    AWAIT(j, j->now.dragging == 0 && j->now.busy == 0);
    journey_settle(j);
    EXPECT(j, j->now.undo_steps == before.undo_steps + 1);

    journey_step(j, "all of it is one step of the history");
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, state_same_placements(&before, &j->now));

    journey_step(j, "where there is no way on, a key leads through, and its depth is said");
    journey_point_at(j, block, 0, 0);
    x = (int)j->now.pointer[0], y = (int)j->now.pointer[1];
    journey_grab(j, BUTTON_LEFT);
    GLIDE_UNTIL(j, x, y, STEP, 0, strstr(j->now.hand, "it comes no nearer"));
    EXPECT(j, j->now.contacts == 0 && strstr(j->now.hand, "Shift+X: through Wall"));
    journey_chord(j, XK_Shift_L, XK_x);
    GLIDE_UNTIL(j, x, y, STEP, 0, moved(j, block, X) > 16 && strstr(j->now.hand, "through Wall"));
    AWAIT(j, strstr(j->now.hand, " mm deep") && !strstr(j->now.hand, "a moment ago"));
    EXPECT(j, j->now.contacts > 0);
    journey_let_go(j, BUTTON_LEFT);
    journey_settle(j);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, state_same_placements(&before, &j->now) && j->now.hand[0] == 0);
    journey_quit(j);
}
