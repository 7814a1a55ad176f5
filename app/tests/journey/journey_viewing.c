// Looking at an assembly: surfaces, section plane by its handles, exploded view, measuring.
#include "app/tests/journey/journey.h"

#include <X11/keysym.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char BLOCKS[] = "o Block\nv 0 0 0\nv 40 0 0\nv 40 30 0\nv 0 30 0\n"
                             "v 0 0 20\nv 40 0 20\nv 40 30 20\nv 0 30 20\n"
                             "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n"
                             "o Far\nv 60 0 0\nv 70 0 0\nv 70 30 0\nv 60 30 0\n"
                             "v 60 0 20\nv 70 0 20\nv 70 30 20\nv 60 30 20\n"
                             "f 12 11 10 9\nf 13 14 15 16\nf 9 10 14 13\nf 10 11 15 14\n"
                             "f 11 12 16 15\nf 12 9 13 16\n";

// Where a place of the world is on the screen, by the camera of the state file.
static void place(const Journey *j, double wx, double wy, double wz, int *x, int *y)
{
    const double *c = j->now.camera, fov = 0.6;
    double sy = sin(c[3]), cy = cos(c[3]), sp = sin(c[4]), cp = cos(c[4]);
    double v[3] = {wx - c[0], wy - c[1], wz - c[2]};
    double right = cy * v[0] - sy * v[2];
    double up = -sy * sp * v[0] + cp * v[1] - cy * sp * v[2];
    double depth = c[5] - (sy * cp * v[0] + sp * v[1] + cy * cp * v[2]);
    double pixels = j->now.viewport.height / (2 * depth * tan(fov / 2));
    *x = (int)lround(j->now.viewport.x + j->now.viewport.width / 2.0 + right * pixels);
    *y = (int)lround(j->now.viewport.y + j->now.viewport.height / 2.0 - up * pixels);
}

static void park(Journey *j)
{
    journey_move(j, j->now.viewport.x + j->now.viewport.width / 2, 10);
    AWAIT(j, j->now.hovered == NO_PART);
    journey_settle(j);
}

static void check_surfaces(Journey *j)
{
    journey_step(j, "Shift+W goes through hidden line, x-ray and wireframe");
    Picture before = journey_view(j);
    for (int i = 1; i <= 3; ++i) {
        journey_chord(j, XK_Shift_L, XK_w);
        AWAIT(j, j->now.looks.shading == i);
        AWAIT(j, journey_view_difference(j, &before) > 5000);
    }
    journey_chord(j, XK_Shift_L, XK_w);
    AWAIT(j, j->now.looks.shading == 0);
    journey_settle(j);
    AWAIT(j, journey_view_difference(j, &before) < 50);
    picture_free(&before);
}

// Presses on a handle and pulls; the button stays down.
static void pull(Journey *j, const char *handle, int dx, int dy)
{
    Rect r = journey_find(j, handle);
    int x = r.x + r.width / 2, y = r.y + r.height / 2;
    journey_move(j, x, y);
    journey_settle(j);
    screen_button(j->display, BUTTON_LEFT, true);
    AWAIT(j, j->now.tool >= 0);
    journey_glide(j, x + dx, y + dy);
}

static void let_go(Journey *j)
{
    screen_button(j->display, BUTTON_LEFT, false);
    AWAIT(j, j->now.tool < 0);
}

static void check_section(Journey *j)
{
    journey_step(j, "S cuts the picture open, Shift+S on the other side");
    Picture before = journey_view(j);
    journey_chord(j, NoSymbol, XK_s);
    AWAIT(j, j->now.looks.section[0] > 0.5);
    AWAIT(j, journey_view_difference(j, &before) > 20000);
    double z = j->now.looks.section[3];
    EXPECT(j, fabs(z - 10) < 1e-9 && j->now.looks.section[6] > 0.5); // the middle of the blocks
    journey_chord(j, XK_Shift_L, XK_s);
    AWAIT(j, j->now.looks.section[6] < -0.5);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, j->now.looks.section[6] > 0.5);
    journey_settle(j);

    journey_step(j, "the arrow pushes the plane, one drag is one step");
    pull(j, "section_arrow", -30, 17); // towards the eye: z grows
    AWAIT(j, j->now.looks.section[3] > z + 1);
    let_go(j);
    EXPECT(j, fabs(j->now.looks.section[6] - 1) < 1e-12);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, fabs(j->now.looks.section[3] - z) < 1e-9);
    journey_settle(j);

    journey_step(j, "a knob tilts it, Escape takes that back");
    pull(j, "section_tilt_u", -15, 30);
    AWAIT(j, fabs(j->now.looks.section[4]) > 0.1);
    journey_chord(j, NoSymbol, XK_Escape);
    AWAIT(j, j->now.tool < 0 && fabs(j->now.looks.section[4]) < 1e-9);
    screen_button(j->display, BUTTON_LEFT, false);
    journey_chord(j, NoSymbol, XK_s);
    AWAIT(j, j->now.looks.section[0] < 0.5);
    park(j);
    AWAIT(j, journey_view_difference(j, &before) < 50);
    picture_free(&before);
}

// Handles at a part of the exploded view are where it is seen, and what they move is the part.
static void check_handles_apart(Journey *j, int part)
{
    State apart = j->now;
    journey_point_at(j, part, 0, 0);
    screen_button(j->display, BUTTON_LEFT, true);
    screen_button(j->display, BUTTON_LEFT, false);
    AWAIT(j, j->now.selected == part && j->now.dragging == 0);
    Rect middle = journey_find(j, "gizmo_middle"); // at its origin, here its middle
    const double *at = apart.parts[part].placement + 9;
    EXPECT(j, abs(middle.x + 2 - apart.parts[part].x) < 4);
    EXPECT(j, abs(middle.y + 2 - apart.parts[part].y) < 4);
    pull(j, "gizmo_x", 40, 12);
    AWAIT(j, j->now.parts[part].placement[9] > at[0] + 1);
    EXPECT(j, fabs(j->now.parts[part].placement[10] - at[1]) < 1e-12);
    AWAIT(j, abs(j->now.parts[part].x - apart.parts[part].x - 40) < 12); // it follows the hand
    let_go(j);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, state_same_placements(&apart, &j->now));
}

static void check_explode(Journey *j)
{
    journey_step(j, "the slider moves parts apart, for the eye alone");
    journey_palette(j, "panel view");
    journey_chord(j, NoSymbol, XK_Return);
    AWAIT(j, state_widget(&j->now, "palette_first") == NULL);
    AWAIT(j, state_widget(&j->now, "explode") != NULL);
    journey_settle(j);
    State before = j->now;
    Picture whole = journey_view(j);
    journey_slide(j, "explode", 0.02, 0.6);
    AWAIT(j, j->now.looks.explode > 0.4);
    journey_let_go_slider(j);
    AWAIT(j, abs(j->now.parts[1].x - before.parts[1].x) > 20);
    EXPECT(j, state_same_placements(&before, &j->now));
    park(j);
    EXPECT(j, journey_view_difference(j, &whole) > 5000);
    check_handles_apart(j, 0);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, j->now.looks.explode < 1e-9 && j->now.selected == NO_PART);
    park(j);
    AWAIT(j, journey_view_difference(j, &whole) < 50);
    picture_free(&whole);
}

static void click_at(Journey *j, double wx, double wy, double wz)
{
    int x, y;
    place(j, wx, wy, wz, &x, &y);
    journey_move(j, x, y);
    journey_settle(j);
    journey_click(j, x, y);
}

static void check_measure(Journey *j)
{
    journey_step(j, "M and two corners: 30 mm");
    journey_chord(j, NoSymbol, XK_m);
    AWAIT(j, j->now.mode >= 0);
    click_at(j, 40, 30, 20);
    journey_settle(j);
    click_at(j, 40, 0, 20);
    AWAIT(j, j->now.looks.measure_count == 1);
    EXPECT(j, fabs(j->now.looks.measures[0] - 30) < 1e-3);
    EXPECT(j, j->now.selected == NO_PART); // clicks were taken
    journey_step(j, "a corner and a face: straight to the plane of the face");
    click_at(j, 40, 30, 20);
    journey_settle(j);
    click_at(j, 20, 15, 20); // its own front
    AWAIT(j, j->now.looks.measure_count == 2);
    EXPECT(j, fabs(j->now.looks.measures[1]) < 1e-3);
    journey_step(j, "Escape ends the mode and keeps the measurements");
    journey_chord(j, NoSymbol, XK_Escape);
    AWAIT(j, j->now.mode < 0);
    EXPECT(j, j->now.looks.measure_count == 2);
    journey_step(j, "an edge: its length");
    journey_chord(j, XK_Shift_L, XK_m);
    AWAIT(j, j->now.mode >= 0);
    click_at(j, 18, 30, 20);
    AWAIT(j, j->now.looks.measure_count == 3);
    EXPECT(j, fabs(j->now.looks.measures[2] - 40) < 1e-3);
    journey_chord(j, NoSymbol, XK_Escape);
    AWAIT(j, j->now.mode < 0);
    journey_step(j, "Clear takes them away");
    journey_click_widget(j, "measure_clear");
    AWAIT(j, j->now.looks.measure_count == 0);
}

static void check_centres(Journey *j)
{
    journey_step(j,
                 "M, the rim of the pin's head and the mouth of the hole: 23 mm along their axis");
    journey_start_scene(j, "Pin and plate");
    journey_chord(j, NoSymbol, XK_m);
    AWAIT(j, j->now.mode >= 0);
    click_at(j, 0, 23, 14);
    journey_settle(j);
    click_at(j, 0, 0, 11.71);
    AWAIT(j, j->now.looks.measure_count == 1);
    EXPECT(j, fabs(j->now.looks.measures[0] - 23) < 1e-3);
    journey_step(j, "the wall of the head, too: the pin's own thickness there is 6 mm");
    click_at(j, 0, 15.5, 16); // its lower half
    journey_settle(j);
    click_at(j, 0, 20.5, 16); // its upper half
    AWAIT(j, j->now.looks.measure_count == 2);
    EXPECT(j, fabs(j->now.looks.measures[1] - 6) < 1e-3);
    journey_quit(j);
}

void journey_viewing(Journey *j)
{
    char path[700];
    snprintf(path, sizeof path, "%s/blocks.obj", j->folder);
    FILE *file = fopen(path, "wbe");
    EXPECT(j, file && fputs(BLOCKS, file) >= 0 && fclose(file) == 0);
    journey_step(j, "open two blocks");
    journey_start_program(j, path);
    park(j);
    check_surfaces(j);
    check_section(j);
    check_explode(j);
    check_measure(j);
    journey_step(j, "Ctrl+Q quits");
    journey_quit(j);
    check_centres(j);
}
