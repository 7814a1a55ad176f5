// Primitives made by hand: by the panel and by a line, moved by a grip, built over, saved, read.
#include "app/tests/journey/journey.h"

#include <X11/keysym.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void write_box(FILE *file, int first, const char *name, double x)
{
    static const int faces[6][4] = {{1, 5, 7, 3}, {2, 4, 8, 6}, {1, 2, 6, 5},
                                    {3, 7, 8, 4}, {1, 3, 4, 2}, {5, 6, 8, 7}};
    fprintf(file, "o %s\n", name);
    for (int i = 0; i < 8; ++i)
        fprintf(file, "v %g %d %d\n", x + 4 * (i & 1), 4 * (i >> 1 & 1), 4 * (i >> 2));
    for (int f = 0; f < 6; ++f)
        fprintf(file, "f %d %d %d %d\n", first + faces[f][0], first + faces[f][1],
                first + faces[f][2], first + faces[f][3]);
}

static double distance(const double a[3], const double b[3])
{
    return fabs(a[0] - b[0]) + fabs(a[1] - b[1]) + fabs(a[2] - b[2]);
}

static void by_panel(Journey *j)
{
    journey_step(j, "two volumes are fitted to a part by the panel");
    journey_palette(j, "panel primi");
    AWAIT(j, strcmp(j->now.palette, "panel primi") == 0);
    journey_settle(j);
    journey_chord(j, NoSymbol, XK_Return);
    AWAIT(j, state_widget(&j->now, "primitive_fit") != NULL);
    journey_point_at(j, 0, 0, 0);
    journey_click(j, (int)j->now.pointer[0], (int)j->now.pointer[1]);
    AWAIT(j, j->now.selected == 0);
    journey_settle(j);
    journey_click_widget(j, "primitive_fit");
    AWAIT(j, j->now.primitives == 1 && j->now.primitive == 0);
    journey_settle(j);
    journey_click_widget(j, "primitive_type");
    AWAIT(j, state_widget(&j->now, "choice_2") != NULL);
    journey_settle(j);
    journey_click_widget(j, "choice_2");
    AWAIT(j, state_widget(&j->now, "choice_2") == NULL);
    journey_settle(j);
    journey_click_widget(j, "primitive_fit");
    AWAIT(j, j->now.primitives == 2 && j->now.primitive == 1);
}

static void by_line(Journey *j)
{
    journey_step(j, "a third one to what a line holds");
    journey_settle(j);
    journey_click_widget(j, "primitive_lasso");
    AWAIT(j, j->now.lasso == 1);
    journey_settle(j);
    const int corners[][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
    int x = j->now.parts[1].x, y = j->now.parts[1].y, reach = 160;
    journey_move(j, x - reach, y - reach);
    screen_button(j->display, BUTTON_LEFT, true);
    for (size_t i = 1; i < sizeof corners / sizeof *corners; ++i)
        journey_glide(j, x + reach * corners[i][0], y + reach * corners[i][1]);
    screen_button(j->display, BUTTON_LEFT, false);
    AWAIT(j, j->now.primitives == 3 && j->now.primitive == 2 && j->now.lasso == 0);
    EXPECT(j, j->now.loose_primitives == 0);
}

static void move_it(Journey *j)
{
    journey_step(j, "its grip moves it; the panel knows what sticks out; undo takes it back");
    journey_settle(j);
    double before[3];
    memcpy(before, j->now.primitive_at, sizeof before);
    Rect grip = journey_find(j, "grip_0");
    journey_move(j, grip.x + grip.width / 2, grip.y + grip.height / 2);
    screen_button(j->display, BUTTON_LEFT, true);
    journey_glide(j, grip.x + 60, grip.y - 40);
    AWAIT(j, fabs(j->now.primitive_at[1] - before[1]) > 0.1 && j->now.loose_primitives == 1);
    screen_button(j->display, BUTTON_LEFT, false);
    journey_settle(j);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, fabs(j->now.primitive_at[1] - before[1]) < 1e-9 && j->now.loose_primitives == 0);
    journey_chord(j, XK_Control_L, XK_y);
    AWAIT(j, fabs(j->now.primitive_at[1] - before[1]) > 0.1 && j->now.loose_primitives == 1);
}

static void move_its_part(Journey *j)
{
    journey_step(j, "it goes with its part, which keys move, and back by undo");
    double before[3];
    journey_point_at(j, 1, 0, 0);
    journey_click(j, (int)j->now.pointer[0], (int)j->now.pointer[1]);
    AWAIT(j, j->now.selected == 1);
    memcpy(before, j->now.primitive_at, sizeof before);
    journey_chord(j, XK_Alt_L, XK_Up);
    AWAIT(j, distance(before, j->now.primitive_at) > 1e-6);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, distance(before, j->now.primitive_at) < 1e-9);
}

// The dialog proposes a name in the folder of the model.
static void accept_path(Journey *j, const char *button)
{
    journey_settle(j);
    journey_click_widget(j, button);
    AWAIT(j, state_widget(&j->now, "path_do") != NULL);
    journey_settle(j);
    journey_click_widget(j, "path_do");
    AWAIT(j, state_widget(&j->now, "path_do") == NULL);
}

static void build_and_keep(Journey *j)
{
    journey_step(j, "branch and bound builds over them");
    journey_settle(j);
    journey_palette(j, "build a hierarchy over");
    AWAIT(j, strcmp(j->now.palette, "build a hierarchy over") == 0);
    journey_settle(j);
    journey_chord(j, NoSymbol, XK_Return);
    AWAIT(j, j->now.hybrid_groups > 0 && j->now.hybrid_proven == 1);
    journey_settle(j);
    Rect made = journey_find(j, "primitive_type"), built = journey_find(j, "hybrid_builder");
    EXPECT(j, built.x >= made.x + made.width); // in the strip beside it, with a label of its own
    EXPECT(j, abs(built.width - made.width) <= 2 && built.y < made.y + 4 * made.height);

    journey_step(j, "they are saved, deleted and read again");
    char saved[700];
    snprintf(saved, sizeof saved, "%s/primitives-primitives.xml", j->folder);
    unlink(saved);
    accept_path(j, "primitives_save");
    AWAIT(j, strstr(j->now.last_notice, "Saved 3 primitives") != NULL);
    journey_settle(j);
    journey_click_widget(j, "primitives_clear");
    AWAIT(j, j->now.primitives == 0 && j->now.hybrid_groups == 0);
    accept_path(j, "primitives_open");
    AWAIT(j, j->now.primitives == 3 && j->now.hybrid_groups > 0);
    EXPECT(j, unlink(saved) == 0);
}

void journey_primitives(Journey *j)
{
    char path[700];
    journey_step(j, "open two boxes");
    snprintf(path, sizeof path, "%s/primitives.obj", j->folder);
    FILE *file = fopen(path, "wbe");
    EXPECT(j, file != NULL);
    write_box(file, 0, "Left", 0);
    write_box(file, 8, "Right", 9);
    EXPECT(j, fclose(file) == 0);
    journey_start_program(j, path);
    by_panel(j);
    by_line(j);
    move_it(j);
    move_its_part(j);
    build_and_keep(j);
    journey_step(j, "Ctrl+Q quits");
    journey_settle(j);
    journey_quit(j);
}
