// What a user has chosen is there at the next start; a broken line is reported and does no harm.
#include "app/tests/journey/journey.h"

#include <X11/keysym.h>
#include <stdio.h>

enum { LOOK_MIXED = 0, LOOK_DARK = 2 };

static void write_settings(Journey *journey, const char *text)
{
    char path[700];
    snprintf(path, sizeof path, "%s/config/snug/settings.txt", journey->folder);
    FILE *file = fopen(path, "we");
    EXPECT(journey, file && fputs(text, file) >= 0);
    EXPECT(journey, fclose(file) == 0);
}

void journey_settings(Journey *journey)
{
    journey_step(journey, "start with a file of which one line is broken");
    write_settings(journey, "view.look index=\"Dark\"\nwindow banana\n");
    journey_start_program(journey, NULL);
    EXPECT(journey, journey->now.look == LOOK_DARK && journey->now.grid == 1);
    EXPECT(journey, journey->now.notices >= 2); // about the line, and what was opened
    journey_step(journey, "take the floor away");
    journey_chord(journey, XK_Shift_L, XK_g);
    AWAIT(journey, journey->now.grid == 0);
    journey_quit(journey);

    journey_step(journey, "it is gone at the next start, too");
    journey_start_program(journey, NULL);
    EXPECT(journey, journey->now.grid == 0 && journey->now.look == LOOK_DARK);
    EXPECT(journey, journey->now.notices == 1 && journey->now.can_undo == 0);
    EXPECT(journey, state_widget(&journey->now, "overlay_all") != NULL); // the same tab is in front
    journey_step(journey, "reset everything");
    journey_palette(journey, "reset settings");
    journey_chord(journey, NoSymbol, XK_Return);
    AWAIT(journey, journey->now.grid == 1 && journey->now.look == LOOK_MIXED);
    journey_quit(journey);
}
