// Text of 150 % on a screen of 1280x800, which leaves as much room as 853x533 at the usual size: in the lab no control
// is cut off, and those that are used there can be reached by the mouse.
#include "app/tests/journey/journey.h"

#include <X11/Xatom.h>
#include <stdio.h>
#include <string.h>

// As desktops say it; it is read when a program starts.
static void set_density(Journey *journey, const char *density)
{
    XChangeProperty(journey->display, DefaultRootWindow(journey->display), XA_RESOURCE_MANAGER,
                    XA_STRING, 8, PropModeReplace, (const unsigned char *)density,
                    (int)strlen(density));
    XSync(journey->display, False);
}

void journey_large_text(Journey *journey)
{
    journey_step(journey, "panels at the usual size, to compare");
    journey_start_program(journey, NULL);
    int usual = journey_find(journey, "build_volume").height;
    journey_quit(journey);

    journey_step(journey, "text of 150 %: all that the lab is worked with");
    set_density(journey, "Xft.dpi:\t144\n");
    EXPECT(journey, journey_play_sized(journey, SCRIPTS "/large_text.txt", "1280x800") == 0);

    journey_step(journey, "it is larger, and nothing is wider than the screen");
    journey_start_program(journey, NULL);
    int large = journey_find(journey, "build_volume").height;
    EXPECT(journey, 10 * large > 14 * usual);
    for (int i = 0; i < journey->now.widget_count; ++i) {
        const Widget *widget = &journey->now.widgets[i];
        if (widget->rect.x < 0 || widget->rect.x + widget->rect.width > SCREEN_WIDTH)
            printf("%s is outside of the window\n", widget->name);
        EXPECT(journey, widget->rect.x >= 0);
        EXPECT(journey, widget->rect.x + widget->rect.width <= SCREEN_WIDTH);
    }
    journey_quit(journey);
}
