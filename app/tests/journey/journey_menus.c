// The menus by mouse: undo what a key did, save what was done as a script, and play it.
#include "app/tests/journey/journey.h"

#include <X11/keysym.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void open_menu(Journey *journey, const char *menu, const char *item)
{
    journey_click_widget(journey, menu);
    AWAIT(journey, state_widget(&journey->now, item) != NULL);
    journey_settle(journey);
}

void journey_menus(Journey *journey)
{
    EXPECT(journey, chdir(journey->folder) == 0); // where files are proposed
    unlink("Gear-unit-script.txt");
    journey_step(journey, "a key changes something, the Edit menu takes it back");
    journey_start_program(journey, NULL);
    EXPECT(journey, journey->now.grid == 1 && journey->now.can_undo == 0);
    journey_chord(journey, XK_Shift_L, XK_g);
    AWAIT(journey, journey->now.grid == 0 && journey->now.can_undo == 1);
    open_menu(journey, "menu_edit", "menu_undo");
    journey_click_widget(journey, "menu_undo");
    AWAIT(journey, journey->now.grid == 1 && journey->now.can_redo == 1);
    journey_settle(journey);

    journey_step(journey, "the View menu does it again");
    open_menu(journey, "menu_view", "view.grid");
    journey_click_widget(journey, "view.grid");
    AWAIT(journey, journey->now.grid == 0 && journey->now.can_redo == 0);
    journey_settle(journey);

    journey_step(journey, "the File menu saves what was done as a script");
    open_menu(journey, "menu_file", "menu_save_script");
    journey_click_widget(journey, "menu_save_script");
    AWAIT(journey, state_widget(&journey->now, "path_do") != NULL);
    journey_settle(journey);
    journey_click_widget(journey, "path_do");
    AWAIT(journey, strstr(journey->now.last_notice, "Gear-unit-script.txt") != NULL);
    journey_quit(journey);

    journey_step(journey, "it plays");
    FILE *file = fopen("Gear-unit-script.txt", "ae");
    EXPECT(journey, file && fputs("app.quit\n", file) >= 0);
    EXPECT(journey, fclose(file) == 0);
    EXPECT(journey, journey_play(journey, "Gear-unit-script.txt") == 0);
    EXPECT(journey, journey->now.grid == 0);
}
