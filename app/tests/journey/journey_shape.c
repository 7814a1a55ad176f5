// Deforming a part by the slider of the Shape panel: contacts follow, one undo takes it back.
#include "app/tests/journey/journey.h"
#include "app/tests/journey/obj_box.h"

#include <X11/keysym.h>
#include <string.h>

// A block between two others, half a unit apart: when it is twisted its corners swing out, whatever
// axis it is twisted about.
static void write_blocks(Journey *j, const char *path)
{
    FILE *file = fopen(path, "w");
    int vertices = 0;
    EXPECT(j, file != NULL);
    obj_box(file, &vertices, "Block", 0, 0, 0, 10);
    obj_box(file, &vertices, "Above", 0, 10.5, 0, 10);
    obj_box(file, &vertices, "Beside", 0, 0, 10.5, 10);
    EXPECT(j, fclose(file) == 0);
}

void journey_shape(Journey *j)
{
    char path[700];
    journey_step(j, "open three blocks that are just apart");
    snprintf(path, sizeof path, "%s/shape.obj", j->folder);
    write_blocks(j, path);
    journey_start_program(j, path);
    AWAIT(j, j->now.part_count == 3 && j->now.fit_current == 1);
    EXPECT(j, j->now.pairs == 0);

    journey_step(j, "the Shape panel comes to the front by its name");
    journey_palette(j, "panel shape");
    AWAIT(j, strcmp(j->now.palette, "panel shape") == 0);
    journey_settle(j);
    journey_chord(j, NoSymbol, XK_Return);
    journey_settle(j);
    Rect row = journey_find(j, "first_part");
    journey_click(j, (int)(row.x + row.width / 2), (int)(row.y + row.height / 2));
    AWAIT(j, j->now.selected == 0 && state_widget(&j->now, "deform_amount") != NULL);
    journey_settle(j);

    journey_step(j, "the slider twists the block into its neighbours, and contacts follow");
    journey_slide(j, "deform_amount", 0.5, 0.75);
    AWAIT(j, j->now.pairs > 0 && j->now.contacts > 0);
    journey_let_go_slider(j);
    AWAIT(j, j->now.can_undo == 1 && j->now.fit_current == 1 && j->now.clashes > 0);

    journey_step(j, "one undo takes the whole movement back, one redo brings it again");
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, j->now.pairs == 0 && j->now.can_redo == 1);
    journey_chord(j, XK_Control_L, XK_y);
    AWAIT(j, j->now.pairs > 0 && j->now.can_redo == 0);

    journey_step(j, "the button brings the part back as it was loaded");
    journey_settle(j);
    journey_click_widget(j, "deform_reset");
    AWAIT(j, j->now.pairs == 0 && j->now.fit_current == 1);
    EXPECT(j, j->now.clashes == 0);

    journey_step(j, "the knob in the picture does the same");
    journey_settle(j);
    Rect knob = journey_find(j, "shape_knob");
    int steps = j->now.undo_steps, x = (int)(knob.x + knob.width / 2),
        y = (int)(knob.y + knob.height / 2);
    journey_move(j, x, y);
    journey_settle(j);
    journey_grab(j, BUTTON_LEFT);
    journey_glide(j, x + 35, y + 15); // an eighth of a turn
    AWAIT(j, j->now.pairs > 0 && j->now.contacts > 0);
    journey_let_go(j, BUTTON_LEFT);
    journey_settle(j);
    EXPECT(j, j->now.undo_steps == steps + 1 && j->now.parts[0].selected == 1);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, j->now.pairs == 0 && j->now.undo_steps == steps);
    journey_step(j, "Ctrl+Q quits");
    journey_quit(j);
}
