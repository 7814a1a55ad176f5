// Seeing contact: the dimension line while dragging and the least distance after it, the legend, a
// clash shown alone, clearance bands.
#include "app/tests/journey/journey.h"
#include "app/tests/journey/obj_box.h"

#include <X11/keysym.h>
#include <stdio.h>
#include <string.h>

enum { PAINTED_PIXELS = 200 };

// Pin runs 0.5 into Block; Slider stands free, left of it.
static void write_parts(Journey *j, const char *path)
{
    FILE *file = fopen(path, "wbe");
    EXPECT(j, file != NULL);
    int vertices = 0;
    obj_box(file, &vertices, "Block", 0, 0, 0, 10);
    obj_box(file, &vertices, "Pin", 3, 9.5, 3, 2);
    obj_box(file, &vertices, "Slider", -14, 0, 3, 5);
    EXPECT(j, fclose(file) == 0);
}

// The first band of the light scene: deep blue, unlike what is selected.
static bool colour_is_near(uint32_t rgb)
{
    int r = (int)(rgb >> 16), g = (int)(rgb >> 8 & 0xFF), b = (int)(rgb & 0xFF);
    return b > 150 && 3 * r < b && 3 * g < b;
}

static void check_dimension(Journey *j, int slider, int block)
{
    journey_step(j, "the distance to the nearest part falls while a part is dragged towards it");
    journey_point_at(j, slider, 0, 0);
    int x = (int)j->now.pointer[0], y = (int)j->now.pointer[1];
    double dx = j->now.parts[block].x - j->now.parts[slider].x;
    double dy = j->now.parts[block].y - j->now.parts[slider].y;
    journey_grab(j, BUTTON_LEFT);
    journey_glide(j, x + (int)(0.10 * dx), y + (int)(0.10 * dy));
    AWAIT(j, j->now.selected == slider && j->now.gap_current == 1 && j->now.gap[2] > 0);
    double far = j->now.gap[2];
    EXPECT(j, (int)j->now.gap[0] == slider && (int)j->now.gap[1] == block);
    journey_glide(j, x + (int)(0.25 * dx), y + (int)(0.25 * dy));
    AWAIT(j, j->now.gap_current == 1 && j->now.gap[2] < 0.9 * far);
    double near = j->now.gap[2];

    journey_step(j, "and the least one stays beside it when the part goes away again");
    journey_glide(j, x + (int)(0.05 * dx), y + (int)(0.05 * dy));
    AWAIT(j, j->now.gap_current == 1 && j->now.gap[2] > far);
    EXPECT(j, j->now.least_gap >= 0 && j->now.least_gap <= near);
    double least = j->now.least_gap;
    journey_let_go(j, BUTTON_LEFT);
    journey_settle(j);
    EXPECT(j, j->now.least_gap <= least && j->now.least_gap >= least); // the very same
    journey_step(j, "until the drag is taken back");
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, j->now.can_undo == 0 && j->now.least_gap < 0 && j->now.gap_current == 1);
}

static void check_narrow(Journey *j)
{
    enum { NARROW = 800 }; // the view has half of it
    Rect cross = journey_find(j, "legend_close");
    journey_step(j, "in a narrow window the legend goes below the first hints");
    screen_resize(j->display, NARROW, SCREEN_HEIGHT);
    AWAIT(j, journey_find(j, "legend_close").y > cross.y + 3 * cross.height);
    screen_resize(j->display, SCREEN_WIDTH, SCREEN_HEIGHT);
    AWAIT(j, journey_find(j, "legend_close").y == cross.y);
    journey_settle(j);
}

static void check_legend(Journey *j)
{
    journey_step(j, "the settings are reset: there are the first hints again");
    journey_palette(j, "reset settings");
    journey_chord(j, NoSymbol, XK_Return);
    journey_settle(j);
    journey_step(j, "the legend can be hidden, and undo brings it back");
    journey_settle(j);
    journey_click_widget(j, "quiet_show"); // the pin was opened so
    AWAIT(j, j->now.undo_steps == 1);
    journey_settle(j);
    check_narrow(j);
    Rect cross = journey_find(j, "legend_close");
    journey_click(j, cross.x + cross.width / 2, cross.y + cross.height / 2);
    AWAIT(j, state_widget(&j->now, "legend_close") == NULL);
    journey_settle(j);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, state_widget(&j->now, "legend_close") != NULL);
    journey_settle(j);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, j->now.can_undo == 0 && state_widget(&j->now, "legend_close") == NULL);
}

static void check_alone(Journey *j, int slider)
{
    journey_step(j, "a click on a clash shows the pair alone");
    journey_palette(j, "panel clashes");
    AWAIT(j, strcmp(j->now.palette, "panel clashes") == 0);
    journey_settle(j);
    journey_chord(j, NoSymbol, XK_Return);
    AWAIT(j, state_widget(&j->now, "first_clash") != NULL);
    journey_settle(j);
    journey_click_widget(j, "first_clash");
    AWAIT(j, (int)j->now.shown_pair[0] != NO_PART);
    EXPECT(j, (int)j->now.shown_pair[0] != slider && (int)j->now.shown_pair[1] != slider);
    EXPECT(j, j->now.parts[slider].visible == 1 && j->now.can_undo == 0);

    journey_step(j, "Escape brings the others back, and so does a second click");
    journey_settle(j);
    journey_chord(j, NoSymbol, XK_Escape);
    AWAIT(j, (int)j->now.shown_pair[0] == NO_PART);
    journey_settle(j);
    journey_click_widget(j, "first_clash");
    AWAIT(j, (int)j->now.shown_pair[0] != NO_PART);
    journey_settle(j);
    journey_click_widget(j, "first_clash");
    AWAIT(j, (int)j->now.shown_pair[0] == NO_PART);
    EXPECT(j, j->now.parts[slider].visible == 1);
}

static void check_bands(Journey *j)
{
    journey_step(j, "clearance bands are painted, as wide as the safety distance");
    EXPECT(j, j->now.selected != NO_PART);
    journey_settle(j);
    journey_chord(j, XK_Shift_L, XK_b);
    AWAIT(j, j->now.band_limit > 0 && j->now.bands > 0);
    journey_settle(j);
    int before = journey_view_count(j, colour_is_near);
    journey_click_widget(j, "clearance");
    journey_settle(j);
    journey_chord(j, NoSymbol, XK_3);
    journey_settle(j);
    journey_chord(j, NoSymbol, XK_Return);
    AWAIT(j, j->now.band_limit >= 3 && j->now.band_limit <= 3);
    AWAIT(j, journey_view_count(j, colour_is_near) > before + PAINTED_PIXELS);
    journey_settle(j);
    journey_chord(j, XK_Shift_L, XK_b);
    AWAIT(j, j->now.bands == 0);
    AWAIT(j, journey_view_count(j, colour_is_near) < PAINTED_PIXELS / 4);

    journey_step(j, "and all of it can be undone");
    for (int i = 0; i < 3; ++i) {
        journey_settle(j);
        journey_chord(j, XK_Control_L, XK_z);
        AWAIT(j, j->now.undo_steps == 2 - i); // each of them has arrived
    }
    EXPECT(j, j->now.can_undo == 0);
    journey_settle(j);
}

void journey_see(Journey *j)
{
    char path[700];
    journey_step(j, "open a pin that runs into a block, and a slider beside it");
    snprintf(path, sizeof path, "%s/see.obj", j->folder);
    write_parts(j, path);
    journey_start_program(j, path);
    int slider = state_part(&j->now, "Slider"), block = state_part(&j->now, "Block");
    EXPECT(j, slider != NO_PART && block != NO_PART);
    AWAIT(j, j->now.pairs == 1 && j->now.fit_current == 1 && j->now.clashes == 1);
    check_dimension(j, slider, block);
    check_legend(j);
    check_alone(j, slider);
    check_bands(j);
    journey_step(j, "Ctrl+Q quits");
    journey_quit(j);
}
