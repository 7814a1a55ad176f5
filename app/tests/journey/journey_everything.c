// Every scene with every panel in one process, while the OpenGL driver is listened to.
#include "app/scenes/list.h" // how many there are
#include "app/tests/journey/journey.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum {
#define X(name) +1
    SCENES = 0 SCENE_LIST(X)
#undef X
};

void journey_everything(Journey *journey)
{
    static const char *const looks[] = {"Light", "Dark", "Light scene, dark panels"};
    EXPECT(journey, chdir(journey->folder) == 0);
    FILE *file = fopen("everything.txt", "we");
    EXPECT(journey, file != NULL);
    for (int scene = 0; scene < SCENES; ++scene)
        fprintf(file,
                "scene.open %d\nview.look \"%s\"\npart.select #0\noverlay.level none index=2\n"
                "panels\n",
                scene, looks[scene % 3]);
    fprintf(file, "part.select none\npanels\nexpect gl_complaints = 0\napp.quit\n");
    EXPECT(journey, fclose(file) == 0);
    setenv("SNUG_GL_DEBUG", "1", 1);
    journey_step(journey, "open everything");
    EXPECT(journey, journey_play(journey, "everything.txt") == 0);
    journey_step(journey, "every control says what it does");
    file = fopen("tooltips.txt", "we");
    EXPECT(journey, file != NULL);
    fprintf(file, "scene.open \"Pin and plate\"\npart.move \"Pin\" by=3,0,0\npart.select \"Pin\"\n"
                  "view.section on\ntooltips\napp.quit\n");
    EXPECT(journey, fclose(file) == 0);
    EXPECT(journey, journey_play_sized(journey, "tooltips.txt", "800x800") == 0);
    printf("RAN: %d scenes with every panel, no complaint of the OpenGL driver\n", (int)SCENES);
}
