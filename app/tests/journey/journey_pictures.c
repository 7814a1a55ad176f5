// The window beside pictures of it that were looked at. Compared coarsely, so that another version
// of the driver or a moved row passes, and a missing panel, a wrong colour scheme or an empty view
// does not. SNUG_RENEW=1 writes them anew: look at them before they are committed.
#include "app/tests/journey/journey.h"
#include "app/tests/journey/process.h"
#include "app/tests/journey/small_picture.h"

#include <X11/Xatom.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const names[] = {"default", "contact", "dark"};
enum { NAMES = sizeof names / sizeof *names };

static const char SCRIPT[] = "scene.open \"Gear unit\"\n"
                             "screenshot default.png\n"
                             "part.move \"Bearing bridge rear\" by=0,-50,0\n"
                             "screenshot contact.png\n"
                             "edit.undo\n"
                             "view.look \"Dark\"\n"
                             "screenshot dark.png\n"
                             "app.quit\n";

static const char DENSE_SCRIPT[] = "scene.open \"Gear unit\"\n"
                                   "screenshot dense.png\n"
                                   "app.quit\n";

static void write_script(Journey *journey, const char *name, const char *text)
{
    FILE *file = fopen(name, "we");
    EXPECT(journey, file && fputs(text, file) >= 0);
    EXPECT(journey, fclose(file) == 0);
}

// On a screen of 192 dpi everything is twice as large in pixels, and so the same picture.
static void compare_dense(Journey *journey, const SmallPicture *wanted)
{
    static const char density[] = "Xft.dpi:\t192\n";
    static SmallPicture dense;
    char name[16], usual[64];
    int number = 0;
    snprintf(usual, sizeof usual, "%s", getenv("DISPLAY"));
    pid_t screen = process_start_screen(2 * SCREEN_WIDTH, 2 * SCREEN_HEIGHT, &number);
    Display *display = screen > 0 ? screen_open(number) : NULL;
    EXPECT(journey, display != NULL);
    XChangeProperty(display, DefaultRootWindow(display), XA_RESOURCE_MANAGER, XA_STRING, 8,
                    PropModeReplace, (const unsigned char *)density, (int)strlen(density));
    XSync(display, False);
    snprintf(name, sizeof name, ":%d", number);
    setenv("DISPLAY", name, 1);
    write_script(journey, "dense.txt", DENSE_SCRIPT);
    EXPECT(journey, journey_play_sized(journey, "dense.txt", "1280x800") == 0);
    setenv("DISPLAY", usual, 1);
    XCloseDisplay(display);
    process_stop(screen);
    EXPECT(journey, journey->now.viewport.width > SCREEN_WIDTH); // it did take all of the screen
    EXPECT(journey, small_picture_read("dense.png", &dense));
    double share = small_picture_difference(&dense, wanted);
    printf("    twice as dense: %.2f %% of the picture differs\n", 100 * share);
    EXPECT(journey, share <= SMALL_PICTURE_TOLERANCE);
}

static void baseline_path(char *path, size_t size, const char *name)
{
    snprintf(path, size, "%s/%s.png", BASELINES, name);
}

void journey_pictures(Journey *journey)
{
    char path[700];
    static SmallPicture now[NAMES], wanted[NAMES];
    EXPECT(journey, chdir(journey->folder) == 0);
    write_script(journey, "pictures.txt", SCRIPT);
    journey_step(journey, "take the pictures");
    EXPECT(journey, journey_play_sized(journey, "pictures.txt", "1280x800") == 0);
    bool renew = getenv("SNUG_RENEW") && strcmp(getenv("SNUG_RENEW"), "1") == 0;
    journey_step(journey, renew ? "renew the baselines" : "compare them with the baselines");
    for (int i = 0; i < NAMES; ++i) {
        snprintf(path, sizeof path, "%s.png", names[i]);
        EXPECT(journey, small_picture_read(path, &now[i]));
        baseline_path(path, sizeof path, names[i]);
        if (renew)
            EXPECT(journey, small_picture_write(path, &now[i]));
        EXPECT(journey, small_picture_read(path, &wanted[i]));
        double share = small_picture_difference(&now[i], &wanted[i]);
        printf("    %s: %.2f %% of the picture differs\n", names[i], 100 * share);
        if (share > SMALL_PICTURE_TOLERANCE)
            printf("look at %s/%s.png beside %s; SNUG_RENEW=1 accepts it\n", journey->folder,
                   names[i], path);
        EXPECT(journey, share <= SMALL_PICTURE_TOLERANCE);
    }
    // It would notice: each picture fails against each of the others.
    for (int i = 0; i < NAMES; ++i)
        for (int k = 0; k < NAMES; ++k)
            EXPECT(journey, i == k || small_picture_difference(&now[i], &wanted[k]) >
                                          SMALL_PICTURE_TOLERANCE);
    journey_step(journey, "the same on a screen of twice the density");
    compare_dense(journey, &now[0]);
    printf("RAN: %d pictures of the window compared\n", (int)NAMES);
}
