// Hierarchies switched while a part is held: the answer stays, whatever finds it. The meshes are
// small, since every kind of tree is built over them.
#include "app/tests/journey/journey.h"
#include "app/tests/journey/obj_box.h"

#include <X11/keysym.h>
#include <stdio.h>
#include <string.h>

enum { SIDE = 40, MAX_TYPES = 32, STEP = 20, MOST_STEPS = 15 };

static bool is(const State *state, enum Setting setting, const char *name)
{
    return strcmp(state->settings[setting], name) == 0;
}

// By a key; waits until trees and report belong to what was chosen.
static void next(Journey *j, KeySym key, enum Setting setting)
{
    char before[32];
    snprintf(before, sizeof before, "%s", j->now.settings[setting]);
    journey_chord(j, NoSymbol, key);
    AWAIT(j, !is(&j->now, setting, before) && j->now.busy == 0);
}

// A box over a wavy sheet.
static void write_parts(Journey *j, const char *path)
{
    FILE *file = fopen(path, "wbe");
    EXPECT(j, file != NULL);
    fprintf(file, "o Sheet\n");
    for (int z = 0; z <= SIDE; ++z)
        for (int x = 0; x <= SIDE; ++x)
            fprintf(file, "v %d %g %d\n", x, 0.1 * ((x * z) % 7), z);
    for (int z = 0; z < SIDE; ++z)
        for (int x = 0; x < SIDE; ++x) {
            int a = z * (SIDE + 1) + x + 1;
            fprintf(file, "f %d %d %d\nf %d %d %d\n", a, a + SIDE + 1, a + 1, a + 1, a + SIDE + 1,
                    a + SIDE + 2);
        }
    int vertices = (SIDE + 1) * (SIDE + 1);
    obj_box(file, &vertices, "Box", 12, 3, 12, 16);
    EXPECT(j, fclose(file) == 0);
}

// Downwards in the view until it runs into the sheet; the button stays pressed.
static void hold_in_contact(Journey *j, int part)
{
    journey_point_at(j, part, 0, 0);
    int x = (int)j->now.pointer[0], y = (int)j->now.pointer[1];
    journey_grab(j, BUTTON_LEFT);
    for (int i = 1; i <= MOST_STEPS && j->now.crossing_pairs == 0; ++i) {
        journey_glide(j, x, y + i * STEP);
        AWAIT(j, j->now.busy == 0);
    }
    AWAIT(j, j->now.crossing_pairs > 0);
    journey_settle(j);
}

void journey_held(Journey *j)
{
    char path[700], first[32];
    journey_step(j, "open a box over a sheet");
    snprintf(path, sizeof path, "%s/held.obj", j->folder);
    write_parts(j, path);
    journey_start_program(j, path);
    int types = 0, part = state_part(&j->now, "Box");

    journey_step(j, "every kind of volume, with a part in the hand that runs into another");
    hold_in_contact(j, part);
    State held = j->now;
    EXPECT(j, held.contacts > 20);
    snprintf(first, sizeof first, "%s", held.settings[SET_VOLUME]);
    do {
        next(j, XK_v, SET_VOLUME);
        AWAIT(j, j->now.contacts == held.contacts && j->now.pairs == held.pairs);
        EXPECT(j, j->now.dragging == 1 && state_same_placements(&j->now, &held));
        ++types;
    } while (!is(&j->now, SET_VOLUME, first) && types < MAX_TYPES);
    EXPECT(j, types >= 11 && types < MAX_TYPES);
    printf("    %d kinds, %d contacts each\n", types, held.contacts);

    journey_step(j, "overlap test and descent rule too, and the part still follows the mouse");
    next(j, XK_v, SET_VOLUME); // AABBs, which have two tests
    next(j, XK_t, SET_TEST);
    next(j, XK_d, SET_RULE);
    AWAIT(j, j->now.contacts == held.contacts);
    journey_step(j, "criterion, children per node and leaf size as well");
    next(j, XK_c, SET_CRITERION);
    int arity = j->now.arity, leaf_size = j->now.leaf_size;
    journey_chord(j, NoSymbol, XK_a);
    AWAIT(j, j->now.arity != arity && j->now.busy == 0);
    journey_chord(j, NoSymbol, XK_y);
    AWAIT(j, j->now.leaf_size != leaf_size && j->now.busy == 0);
    AWAIT(j, j->now.contacts == held.contacts && j->now.pairs == held.pairs);
    EXPECT(j, j->now.dragging == 1 && state_same_placements(&j->now, &held));

    journey_step(j, "what has to wait for the end of the drag says so");
    journey_chord(j, XK_Control_L, XK_b);
    AWAIT(j, strcmp(j->now.last_notice,
                    "Compare two settings: not while you drag. Let go first.") == 0);
    EXPECT(j, j->now.dragging == 1 && j->now.compare_known == 0);

    journey_glide(j, (int)held.pointer[0] + 20, (int)held.pointer[1]);
    AWAIT(j, !state_same_placement(&j->now, &held, part));
    journey_let_go(j, BUTTON_LEFT);

    journey_step(j, "two settings side by side, switched with the part in the hand");
    journey_chord(j, XK_Control_L, XK_b);
    AWAIT(j, j->now.compare_known == 1);
    hold_in_contact(j, part);
    static const KeySym keys[] = {XK_v, XK_v, XK_t, XK_d, XK_c, XK_a, XK_y};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i) {
        held = j->now;
        journey_chord(j, NoSymbol, keys[i]);
        AWAIT(j, memcmp(j->now.settings, held.settings, sizeof held.settings) != 0 ||
                     j->now.arity != held.arity || j->now.leaf_size != held.leaf_size);
        AWAIT(j, j->now.busy == 0 && j->now.compare_known == 1);
        EXPECT(j, j->now.contacts == held.contacts && j->now.compare_contacts == held.contacts);
        EXPECT(j, j->now.compare_differing == 0 && j->now.dragging == 1);
        EXPECT(j, state_same_placements(&j->now, &held));
    }
    journey_glide(j, (int)held.pointer[0] + 20, (int)held.pointer[1]);
    AWAIT(j, !state_same_placement(&j->now, &held, part));
    AWAIT(j, j->now.compare_known == 1 && j->now.compare_differing == 0);
    journey_let_go(j, BUTTON_LEFT);

    journey_step(j, "the part is taken in the right half, and goes where it is pulled");
    journey_move(j, 20, SCREEN_HEIGHT / 2);
    AWAIT(j, j->now.viewport.x < 20);
    journey_settle(j);
    State before = j->now;
    Rect left = before.viewport;
    journey_move(j, left.x + left.width + left.width / 2, left.y + left.height - 10);
    AWAIT(j, j->now.viewport.x > left.x);
    EXPECT(j, j->now.viewport.width == left.width);
    journey_point_at(j, part, 0, 0);
    EXPECT(j, j->now.pointer[0] > left.x + left.width);
    journey_grab(j, BUTTON_LEFT);
    journey_glide(j, (int)j->now.pointer[0], (int)j->now.pointer[1] - 30);
    AWAIT(j, !state_same_placement(&j->now, &before, part));
    journey_let_go(j, BUTTON_LEFT);
    AWAIT(j, j->now.compare_known == 1 && j->now.compare_differing == 0);
    EXPECT(j, j->now.compare_contacts == j->now.contacts);
    journey_chord(j, XK_Control_L, XK_b);
    AWAIT(j, j->now.viewport.width > 2 * left.width);
    journey_step(j, "Ctrl+Q quits");
    journey_quit(j);
}
