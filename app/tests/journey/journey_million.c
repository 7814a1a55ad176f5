// A million nodes and a million tests in the real window: a frame in which the Tree panel or the Traversal panel
// draws them takes less than 1.5 times what it takes in the same window with an empty panel. Processor time of the
// program, which other work on the machine does not change much; with the parts hidden as well, where nothing else
// is drawn that could hide the panels' share.
#include "app/tests/journey/journey.h"

#include <X11/keysym.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const double MOST = 1.5;
static const double PI = 3.14159265358979323846;
enum { ROUNDS = 2, TURNS = 2, REACH = 120 };

// Tubes of a ring, closed or a part of it. Returns the number of the next vertex.
static int write_ring(FILE *file, const char *name, int around, int across, double tube,
                      double share, int vertex)
{
    int rings = around + (share < 1);
    fprintf(file, "o %s\n", name);
    for (int i = 0; i < rings; ++i)
        for (int k = 0; k < across; ++k) {
            double a = 2 * PI * share * i / around, b = 2 * PI * k / across;
            double r = 40 + tube * cos(b);
            fprintf(file, "v %.5f %.5f %.5f\n", r * cos(a), tube * sin(b), r * sin(a));
        }
    for (int i = 0; i < around; ++i)
        for (int k = 0; k < across; ++k) {
            int here = vertex + i * across, next = vertex + (i + 1) % rings * across;
            int beside = (k + 1) % across;
            fprintf(file, "f %d %d %d\nf %d %d %d\n", here + k, here + beside, next + beside,
                    here + k, next + beside, next + k);
        }
    return vertex + rings * across;
}

// A ring of half a million triangles, and a quarter of a coarse one that lies close around it.
static void write_parts(Journey *j, const char *path)
{
    FILE *file = fopen(path, "we");
    EXPECT(j, file != NULL);
    int vertex = write_ring(file, "Fine", 1024, 256, 12, 1, 1);
    write_ring(file, "Coarse", 64, 64, 12.05, 0.25, vertex);
    EXPECT(j, fclose(file) == 0);
}

static double processor_seconds(Journey *j)
{
    char path[64], text[1024] = "";
    unsigned long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)j->snug_pid);
    FILE *file = fopen(path, "re");
    EXPECT(j, file && fgets(text, sizeof text, file));
    fclose(file);
    const char *rest = strrchr(text, ')');
    EXPECT(j, rest && sscanf(rest, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
                             &system) == 2);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

// Milliseconds of a frame while the view is turned by the mouse.
static double turned(Journey *j)
{
    const Rect v = j->now.viewport;
    journey_settle(j);
    journey_move(j, v.x + 20, v.y + v.height / 2);
    journey_grab(j, BUTTON_RIGHT);
    int frame = j->now.frame;
    double from = processor_seconds(j);
    for (int i = 0; i < TURNS; ++i)
        journey_glide(j, v.x + 20 + (i % 2 ? 0 : REACH), v.y + v.height / 2);
    journey_look(j);
    double ms = 1e3 * (processor_seconds(j) - from) / (j->now.frame - frame);
    EXPECT(j, j->now.frame - frame >= TURNS);
    journey_let_go(j, BUTTON_RIGHT);
    journey_settle(j);
    return ms;
}

static void show(Journey *j, const char *panel, const char *widget)
{
    journey_palette(j, panel);
    journey_chord(j, NoSymbol, XK_Return);
    journey_find(j, widget);
    journey_settle(j);
}

// Alternating, so that what the machine does besides befalls all alike.
static void compare(Journey *j, const char *what)
{
    double empty = 0, tests = 0, nodes = 0;
    for (int i = 0; i < ROUNDS; ++i) {
        show(j, "panel construction", "construction_record");
        empty += turned(j) / ROUNDS;
        show(j, "panel traversal", "trace_icicle");
        tests += turned(j) / ROUNDS;
        show(j, "panel tree", "tree_icicle");
        nodes += turned(j) / ROUNDS;
    }
    printf("RAN: %s: %.1f ms of processor a frame without them, %.2f times as much with a million "
           "tests, %.2f with a million nodes\n",
           what, empty, tests / empty, nodes / empty);
    EXPECT(j, tests < MOST * empty && nodes < MOST * empty);
}

void journey_million(Journey *j)
{
    if (!journey_is_long() || journey_is_sanitised()) {
        journey_step(j, "only in the long tier, without sanitizers");
        return;
    }
    EXPECT(j, chdir(j->folder) == 0);
    write_parts(j, "million.obj");
    journey_step(j, "record a search of a million tests in a hierarchy of a million nodes");
    journey_start_script(j, SCRIPTS "/million.txt");
    EXPECT(j, strcmp(j->now.last_notice, "ready") == 0);
    journey_step(j, "turn the view, the parts are drawn");
    compare(j, "half a million triangles in view");
    journey_step(j, "turn the view, the parts are hidden");
    journey_chord(j, NoSymbol, XK_h);
    AWAIT(j, j->now.parts[0].visible == 0 && j->now.parts[1].visible == 0);
    compare(j, "nothing in view");
    journey_quit(j);
}
