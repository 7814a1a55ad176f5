// Hours at the machine in minutes: the same drags into contact with the same changes of hierarchies,
// over and over, all undone each time. What the program has in memory stays what it was.
#include "app/tests/journey/journey.h"

#include <X11/keysym.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char PART[] = "Bearing bridge rear";
static const int GRAB_DX = -125, GRAB_DY = 77; // from its middle, which is open, to its left end
static const int DOWN = 130;                   // pixels, into the shafts below
enum { KINDS = 3, WARM_UP = 2, CYCLES = 8 };
// No cycle after the warm-up ends with so much more than the first of them; 0.2 MB were seen.
static const double MOST_GROWTH = 2e6;

static double resident_bytes(Journey *j)
{
    char path[64];
    long all = 0, pages = 0;
    snprintf(path, sizeof path, "/proc/%ld/statm", (long)j->snug_pid);
    FILE *file = fopen(path, "re");
    EXPECT(j, file && fscanf(file, "%ld %ld", &all, &pages) == 2);
    fclose(file);
    return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

static void drag_into_contact(Journey *j, int part)
{
    journey_point_at(j, part, GRAB_DX, GRAB_DY);
    int x = (int)j->now.pointer[0], y = (int)j->now.pointer[1];
    journey_grab(j, BUTTON_LEFT);
    journey_glide(j, x, y + DOWN);
    AWAIT(j, j->now.pairs > 0 && j->now.busy == 0);
    journey_glide(j, x + DOWN / 4, y + DOWN);
    journey_let_go(j, BUTTON_LEFT);
    AWAIT(j, j->now.fit_current && j->now.pairs > 0);
}

static void undo_all(Journey *j)
{
    for (int steps; (steps = j->now.undo_steps) > 0;) {
        journey_chord(j, XK_Control_L, XK_z);
        AWAIT(j, j->now.undo_steps < steps);
    }
    AWAIT(j, j->now.fit_current && j->now.pairs == 0);
    journey_settle(j);
}

static void one_cycle(Journey *j, int part)
{
    State rest = j->now;
    for (int i = 0; i < KINDS; ++i) {
        char before[32];
        snprintf(before, sizeof before, "%s", j->now.settings[SET_VOLUME]);
        journey_chord(j, NoSymbol, XK_v);
        AWAIT(j, strcmp(before, j->now.settings[SET_VOLUME]) != 0 && j->now.busy == 0);
        drag_into_contact(j, part);
        journey_chord(j, XK_Control_L, XK_r); // all parts back
        AWAIT(j, state_same_placement(&j->now, &rest, part));
    }
    undo_all(j);
    EXPECT(j, state_same_placements(&j->now, &rest));
    EXPECT(j, strcmp(j->now.settings[SET_VOLUME], rest.settings[SET_VOLUME]) == 0);
}

void journey_soak(Journey *j)
{
    // Sanitizers keep on purpose what was freed.
    if (!journey_is_long() || journey_is_sanitised()) {
        journey_step(j, "only in the long tier, without sanitizers");
        return;
    }
    double first = 0, most = 0;
    journey_step(j, "open the gear unit");
    journey_start_program(j, NULL);
    int part = state_part(&j->now, PART);
    for (int i = 0; i < WARM_UP + CYCLES; ++i) {
        journey_step(j, i < WARM_UP ? "drag and switch, to warm up" : "drag and switch");
        one_cycle(j, part);
        double now = resident_bytes(j);
        printf("    %.1f MB\n", now / 1e6);
        if (i <= WARM_UP)
            first = most = now;
        most = now > most ? now : most;
        EXPECT(j, now - first <= MOST_GROWTH);
    }
    printf("RAN: soak: %d cycles after the warm-up, from %.1f MB to %.1f at most\n", CYCLES,
           first / 1e6, most / 1e6);
    journey_step(j, "Ctrl+Q quits");
    journey_quit(j);
}
