// The window beside pictures of it that were looked at. Compared coarsely, so that another version
// of the driver or a moved row passes, and a missing panel, a wrong colour scheme or an empty view
// does not. SNUG_RENEW=1 writes them anew: look at them before they are committed.
#include "journey.h"
#include "small_picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const names[] = {"default", "contact", "dark"};
enum { NAMES = sizeof names / sizeof *names };

static const char SCRIPT[] = "scene.open \"Gear unit\"\n"
                             "screenshot default.png\n"
                             "part.move \"Bearing bridge rear\" by=0,-40,0\n"
                             "screenshot contact.png\n"
                             "edit.undo\n"
                             "view.look \"Dark\"\n"
                             "screenshot dark.png\n"
                             "app.quit\n";

static void baseline_path(char *path, size_t size, const char *name)
{
    snprintf(path, size, "%s/%s.png", BASELINES, name);
}

void journey_pictures(Journey *journey)
{
    char path[700];
    SmallPicture now[NAMES], wanted[NAMES];
    EXPECT(journey, chdir(journey->folder) == 0);
    FILE *file = fopen("pictures.txt", "we");
    EXPECT(journey, file && fputs(SCRIPT, file) >= 0);
    EXPECT(journey, fclose(file) == 0);
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
    printf("RAN: %d pictures of the window compared\n", (int)NAMES);
}
