// Journeys through the real window: this program links nothing of Snug's. It opens a screen of its
// own (Xvfb), starts `snug view` in it, sends X events and looks at pixels and at the state file.
// usage: journey NAME SNUG FOLDER [--pictures]
#include "app/tests/journey/journey.h"
#include "app/tests/journey/process.h"

#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum Eyes { SEES, BLIND };

static const struct {
    const char *name;
    enum Eyes eyes;
    void (*run)(Journey *);
} journeys[] = {
#define X(name, eyes) {#name, eyes, journey_##name},
    JOURNEY_LIST(X)
#undef X
};

static int usage(void)
{
    fprintf(stderr, "usage: journey NAME SNUG FOLDER [--pictures]\njourneys:");
    for (size_t i = 0; i < sizeof journeys / sizeof *journeys; ++i)
        fprintf(stderr, " %s", journeys[i].name);
    fprintf(stderr, "\n");
    return 2;
}

static bool prepare_folder(Journey *journey, const char *folder)
{
    size_t length = strlen(folder);
    if (folder[0] != '/' || length >= sizeof journey->folder) {
        fprintf(stderr, "%s: an absolute path is needed, since file managers drop such\n", folder);
        return false;
    }
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "%s: %s\n", folder, strerror(errno));
        return false;
    }
    memcpy(journey->folder, folder, length + 1);
    snprintf(journey->state_path, sizeof journey->state_path, "%s/state.json", journey->folder);
    return true;
}

// The user's own settings are neither read nor written, and no earlier run's. It is not the first
// start: hints would change the picture.
static void forget_settings(const Journey *journey)
{
    char path[700];
    snprintf(path, sizeof path, "%s/config/snug/layout.ini", journey->folder);
    unlink(path);
    static const char *const folders[] = {"config", "config/snug"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; ++i) {
        snprintf(path, sizeof path, "%s/%s", journey->folder, folders[i]);
        mkdir(path, 0700);
    }
    snprintf(path, sizeof path, "%s/config/snug/settings.txt", journey->folder);
    FILE *file = fopen(path, "we");
    if (file) {
        fputs("hints_seen on\n", file);
        fclose(file);
    }
    snprintf(path, sizeof path, "%s/config", journey->folder);
    setenv("XDG_CONFIG_HOME", path, 1);
    snprintf(path, sizeof path, "%s/state/snug/*", journey->folder);
    glob_t left = {0};
    if (glob(path, 0, NULL, &left) == 0)
        for (size_t i = 0; i < left.gl_pathc; ++i)
            unlink(left.gl_pathv[i]);
    globfree(&left);
    snprintf(path, sizeof path, "%s/state", journey->folder);
    setenv("XDG_STATE_HOME", path, 1);
}

int main(int argc, char **argv)
{
    size_t chosen = 0, count = sizeof journeys / sizeof *journeys;
    if (argc < 4)
        return usage();
    while (chosen < count && strcmp(journeys[chosen].name, argv[1]) != 0)
        ++chosen;
    Journey journey = {.name = argv[1], .snug = argv[2], .step = "start"};
    journey.pictures = argc > 4 && strcmp(argv[4], "--pictures") == 0;
    if (chosen == count)
        return usage();
    if (!prepare_folder(&journey, argv[3]))
        return 2;

    if (journeys[chosen].eyes == BLIND && !journey.pictures)
        setenv("LP_NO_RAST", "1", 1); // fill no pixels
    int number = 0;
    journey.screen_pid = process_start_screen(SCREEN_WIDTH, SCREEN_HEIGHT, &number);
    if (journey.screen_pid < 0 || !(journey.display = screen_open(number))) {
        process_stop(journey.screen_pid);
        return 1;
    }
    process_use_screen(number);
    forget_settings(&journey);
    journeys[chosen].run(&journey);
    process_stop(journey.snug_pid);
    XCloseDisplay(journey.display);
    process_stop(journey.screen_pid);
    printf("RAN: journey %s: %d steps, %d checks\n", journey.name, journey.step_count,
           journey.check_count);
    return 0;
}
