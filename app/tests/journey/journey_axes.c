// Unit and upright axis of a file that is open already, by the File menu.
#include "app/tests/journey/journey.h"
#include "app/tests/journey/obj_box.h"

#include <stdio.h>
#include <string.h>

static void write_parts(Journey *j, const char *path)
{
    FILE *file = fopen(path, "wbe");
    EXPECT(j, file != NULL);
    int vertices = 0;
    obj_box(file, &vertices, "Low", 0, 0, 0, 10);
    obj_box(file, &vertices, "High", 0, 0, 30, 10);
    EXPECT(j, fclose(file) == 0);
}

static void take(Journey *j, const char *menu)
{
    journey_click_widget(j, "menu_file");
    AWAIT(j, state_widget(&j->now, menu) != NULL);
    journey_settle(j);
    journey_click_widget(j, menu);
    AWAIT(j, state_widget(&j->now, "menu_other_entry") != NULL);
    journey_settle(j);
    journey_click_widget(j, "menu_other_entry");
}

void journey_axes(Journey *j)
{
    char path[700];
    snprintf(path, sizeof path, "%s/axes.obj", j->folder);
    write_parts(j, path);
    journey_step(j, "a file that has z up lies on its side");
    journey_start_program(j, path);
    AWAIT(j, j->now.live_parts == 2);
    EXPECT(j, j->now.parts[1].placement[11] > 34 && j->now.parts[1].placement[10] < 6);

    journey_step(j, "the File menu turns it upright");
    take(j, "menu_up");
    AWAIT(j, strstr(j->now.last_notice, "z is up now") != NULL);
    AWAIT(j, j->now.parts[1].placement[10] > 34);
    journey_settle(j);

    journey_step(j, "and says that its numbers are centimetres");
    take(j, "menu_unit");
    AWAIT(j, strstr(j->now.last_notice, "is in centimetre now, not in millimetre") != NULL);
    EXPECT(j, j->now.parts[1].placement[10] > 34);
    journey_settle(j);
    journey_quit(j);
}
