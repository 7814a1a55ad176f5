// A row of blocks is pushed to a wall, by the mouse alone, in a window.
#include "app/tests/journey/journey.h"
#include "app/tests/journey/obj_box.h"

#include <X11/keysym.h>
#include <stdio.h>
#include <string.h>

enum { X = 9, BLOCKS = 3, STEP = 20 };

// Blocks of 6 with gaps of 2, from -20 on; the wall begins at 10.
static void write_row(Journey *j, const char *path)
{
    FILE *file = fopen(path, "wbe");
    EXPECT(j, file != NULL);
    int vertices = 0;
    for (int i = 0; i < BLOCKS; ++i) {
        char name[24];
        snprintf(name, sizeof name, "Block%d", i + 1);
        obj_box(file, &vertices, name, -20 + 8 * i, 5, 5, 6);
    }
    obj_box(file, &vertices, "Wall", 10, 0, 0, 16);
    EXPECT(j, fclose(file) == 0);
}

static double x_of(const Journey *j, int block)
{
    char name[24];
    snprintf(name, sizeof name, "Block%d", block);
    return j->now.parts[state_part(&j->now, name)].placement[X];
}

void journey_push(Journey *j)
{
    char path[700];
    journey_step(j, "open a row of blocks before a wall, and look at it from the front");
    snprintf(path, sizeof path, "%s/row.obj", j->folder);
    write_row(j, path);
    journey_start_program(j, path);
    int first = state_part(&j->now, "Block1"), wall = state_part(&j->now, "Wall");
    EXPECT(j, first != NO_PART && wall != NO_PART);
    journey_chord(j, NoSymbol, XK_1);
    journey_settle(j);

    journey_step(j, "lock the wall");
    journey_point_at(j, wall, 0, 0);
    journey_click(j, (int)j->now.pointer[0], (int)j->now.pointer[1]);
    AWAIT(j, j->now.selected == wall);
    journey_chord(j, XK_Shift_L, XK_l);
    AWAIT(j, j->now.parts[wall].locked);
    journey_settle(j);

    journey_step(j, "three clicks: parts in the hand push");
    for (int i = 0; i < 3; ++i) {
        journey_click_widget(j, "tool_contact");
        journey_settle(j);
    }
    journey_point_at(j, first, 0, 0);
    State before = j->now;
    int x = (int)j->now.pointer[0], y = (int)j->now.pointer[1];
    journey_grab(j, BUTTON_LEFT);
    GLIDE_UNTIL(j, x, y, STEP, 0, strstr(j->now.hand, "pushing Block2, Block3"));
    EXPECT(j, x_of(j, 3) > -1 && x_of(j, 3) - x_of(j, 2) >= 6 && x_of(j, 2) - x_of(j, 1) >= 6);

    journey_step(j, "up to the wall");
    GLIDE_UNTIL(j, x, y, STEP, 0, strstr(j->now.hand, "held by Wall"));
    for (int i = 1; i <= BLOCKS; ++i) {
        double wanted = 7 - 6 * (BLOCKS - i); // its middle, where all stand close
        EXPECT(j, x_of(j, i) > wanted - 0.1 && x_of(j, i) <= wanted);
    }
    EXPECT(j, j->now.contacts == 0);
    EXPECT(j, memcmp(before.parts[wall].placement, j->now.parts[wall].placement,
                     sizeof before.parts[wall].placement) == 0);
    journey_let_go(j, BUTTON_LEFT);
    AWAIT(j, j->now.dragging == 0 && j->now.busy == 0);
    journey_settle(j);
    EXPECT(j, j->now.undo_steps == before.undo_steps + 1);

    journey_step(j, "all of it is one step of the history");
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, state_same_placements(&before, &j->now));
    journey_quit(j);
}
