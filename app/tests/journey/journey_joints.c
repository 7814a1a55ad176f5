// Joints by the mouse alone, in a window: a lid turns on its hinge until a latch holds it, a gear unit is
// driven by its shaft, a joint is made by two clicks, and a wrench turns a bolt that had none.
#include "app/tests/journey/journey.h"

#include <X11/keysym.h>
#include <math.h>
#include <string.h>

enum { STEP = 12, CONTACT_MODES = 4 };

// Degrees that it has been turned about x, which is the axis of all hinges here.
static double turned(const Journey *j, int part)
{
    const double *m = j->now.parts[part].placement;
    return atan2(m[7], m[4]) * 57.29577951308232;
}

static bool is_in_place(const State *a, const State *b, int part)
{
    return hypot(hypot(a->parts[part].placement[9] - b->parts[part].placement[9],
                       a->parts[part].placement[10] - b->parts[part].placement[10]),
                 a->parts[part].placement[11] - b->parts[part].placement[11]) < 1e-6;
}

static void grab(Journey *j, int part, int dx, int dy, int *x, int *y)
{
    journey_point_at(j, part, dx, dy);
    *x = (int)j->now.pointer[0];
    *y = (int)j->now.pointer[1];
    journey_grab(j, BUTTON_LEFT);
}

static void let_go(Journey *j)
{
    journey_let_go(j, BUTTON_LEFT);
    AWAIT(j, j->now.dragging == 0 && j->now.busy == 0);
    journey_settle(j);
}

static void check_hinge(Journey *j)
{
    int lid = state_part(&j->now, "Lid"), latch = state_part(&j->now, "Latch"), x, y;
    journey_step(j, "a lid that is dragged turns on its hinge, and is open in one step");
    State before = j->now;
    grab(j, lid, -100, 150, &x, &y);
    GLIDE_UNTIL(j, x, y, 0, -STEP, turned(j, lid) < -20);
    EXPECT(j, is_in_place(&j->now, &before, lid));
    let_go(j);
    EXPECT(j, j->now.undo_steps == before.undo_steps + 1);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, state_same_placements(&before, &j->now));

    journey_step(j, "led beyond its limit it stays there, and the limit is said");
    journey_click_widget(j, "tool_contact");
    journey_settle(j);
    grab(j, lid, -50, 70, &x, &y); // near the hinge
    GLIDE_UNTIL(j, x, y, 0, -STEP, turned(j, lid) < -24);
    GLIDE_UNTIL(j, x, y, 2 * STEP, 0, strstr(j->now.hand, "Lid is at its limit, 110"));
    for (int i = 0; i < 6; ++i) {
        journey_glide(j, x += STEP, y);
        AWAIT(j, j->now.busy == 0);
        EXPECT(j, turned(j, lid) < -109.9 && strstr(j->now.hand, "Lid is at its limit, 110"));
    }
    journey_step(j, "let go it is open, and undo closes it");
    let_go(j);
    EXPECT(j, turned(j, lid) < -109.9);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, state_same_placements(&before, &j->now));

    journey_step(j, "a latch that was slid over it holds it back");
    grab(j, latch, 0, 0, &x, &y);
    GLIDE_UNTIL(j, x, y, STEP, -STEP / 2,
                j->now.parts[latch].placement[11] < before.parts[latch].placement[11] - 4);
    let_go(j);
    grab(j, lid, -100, 150, &x, &y);
    GLIDE_UNTIL(j, x, y, 0, -STEP, strstr(j->now.hand, "held by Latch"));
    EXPECT(j, turned(j, lid) < -0.2 && turned(j, lid) > -0.4 && j->now.contacts == 0);
    let_go(j);
    for (int mode = 1; mode < CONTACT_MODES; ++mode) // free again: it is kept for the next start
        journey_click_widget(j, "tool_contact");
    journey_settle(j);
}

static void check_gears(Journey *j)
{
    int input = state_part(&j->now, "Input shaft"), wheel = state_part(&j->now, "Gear wheel"), x, y;
    int cover = state_part(&j->now, "Output cover");
    State before = j->now;
    journey_step(j, "the gear unit is driven by its shaft");
    grab(j, input, -30, -40, &x, &y);
    GLIDE_UNTIL(j, x, y, 0, STEP, turned(j, input) > 30);
    AWAIT(j, j->now.busy == 0);
    EXPECT(j, fabs(turned(j, wheel) + turned(j, input) / 2) < 1e-6);
    EXPECT(j, is_in_place(&j->now, &before, input) && is_in_place(&j->now, &before, wheel));
    EXPECT(j, state_same_placement(&j->now, &before, cover));
    let_go(j);
    EXPECT(j, j->now.contacts == 0 && j->now.undo_steps == before.undo_steps + 1);

    journey_step(j, "a drag that is given up leaves all of it where it was");
    State turned_state = j->now;
    grab(j, wheel, 30, -60, &x, &y);
    GLIDE_UNTIL(j, x, y, -STEP, STEP, !state_same_placement(&j->now, &turned_state, input));
    journey_chord(j, NoSymbol, XK_Escape);
    AWAIT(j, state_same_placements(&turned_state, &j->now));
    journey_let_go(j, BUTTON_LEFT);
    journey_settle(j);
    EXPECT(j, j->now.undo_steps == turned_state.undo_steps);
}

static void check_making(Journey *j)
{
    int pin = state_part(&j->now, "Pin"), plate = state_part(&j->now, "Plate"), x, y;
    journey_step(j, "two clicks hang the pin on the ground: it only turns");
    State before = j->now;
    journey_point_at(j, pin, 0, 70); // its shank
    journey_chord(j, NoSymbol, XK_j);
    journey_settle(j);
    screen_button(j->display, BUTTON_LEFT, true);
    screen_button(j->display, BUTTON_LEFT, false);
    journey_settle(j);
    journey_move(j, 700, 90);
    journey_settle(j);
    screen_button(j->display, BUTTON_LEFT, true);
    screen_button(j->display, BUTTON_LEFT, false);
    AWAIT(j, j->now.undo_steps == before.undo_steps + 1);
    EXPECT(j, state_same_placements(&before, &j->now));
    grab(j, pin, 60, -30, &x, &y);
    GLIDE_UNTIL(j, x, y, STEP / 2, STEP, !state_same_placement(&j->now, &before, pin));
    EXPECT(j, is_in_place(&j->now, &before, pin));
    EXPECT(j, state_same_placement(&j->now, &before, plate));
    let_go(j);
}

// By its whole title, so that no other command is meant.
static void open_panel(Journey *j, const char *command, const char *widget)
{
    journey_settle(j);
    journey_palette(j, command);
    journey_settle(j);
    journey_chord(j, NoSymbol, XK_Return);
    journey_find(j, widget);
    AWAIT(j, state_widget(&j->now, "palette_first") == NULL);
    journey_settle(j);
}

// About y, which is its axis.
static double unscrewed(const State *state, int part)
{
    const double *m = state->parts[part].placement;
    return atan2(m[2], m[0]) * 57.29577951308232;
}

static void click_with_control(Journey *j, int part, int dx, int dy)
{
    journey_point_at(j, part, dx, dy);
    screen_key(j->display, XK_Control_L, true);
    screen_button(j->display, BUTTON_LEFT, true);
    screen_button(j->display, BUTTON_LEFT, false);
    screen_key(j->display, XK_Control_L, false);
    AWAIT(j, j->now.parts[part].selected == 1);
    journey_settle(j);
}

static void check_bare_bolt(Journey *j)
{
    enum { HEIGHT = 10 };
    int bolt = state_part(&j->now, "Bolt 2"), x, y;
    journey_step(j, "a wrench is tried on a bolt that hangs on no joint, and put there");
    open_panel(j, "panel workspace", "access_try");
    journey_point_at(j, bolt, 0, 0);
    journey_click(j, (int)j->now.pointer[0], (int)j->now.pointer[1]);
    AWAIT(j, j->now.selected == bolt);
    journey_settle(j);
    journey_click_widget(j, "access_try");
    journey_find(j, "access_place");
    journey_settle(j);
    int parts = j->now.part_count;
    journey_click_widget(j, "access_place");
    AWAIT(j, j->now.part_count == parts + 1 && j->now.busy == 0);
    journey_settle(j);

    journey_step(j, "both are selected: it goes onto the bolt, which gets its joint, in one step");
    journey_click(j, j->now.viewport.x + 20, j->now.viewport.y + j->now.viewport.height / 2);
    AWAIT(j, j->now.selected_count == 0);
    journey_settle(j);
    int wrench = parts;
    click_with_control(j, bolt, 0, 0);
    click_with_control(j, wrench, 40, 0);
    State before = j->now;
    open_panel(j, "panel joints", "tool_engage");
    journey_click_widget(j, "tool_engage");
    AWAIT(j, j->now.undo_steps == before.undo_steps + 1 && j->now.busy == 0);
    EXPECT(j, strstr(j->now.last_notice, "Bolt 2 got a screw joint into "));
    EXPECT(j, strstr(j->now.last_notice, ": M10, pitch 1.5 mm"));
    EXPECT(j, state_same_placement(&j->now, &before, bolt));

    journey_step(j, "dragged by its handle it turns the bolt by its pitch");
    journey_settle(j);
    State engaged = j->now;
    grab(j, wrench, 40, 0, &x, &y);
    GLIDE_UNTIL(j, x, y, STEP / 2, -STEP,
                fabs(unscrewed(&j->now, bolt) - unscrewed(&engaged, bolt)) > 10);
    let_go(j);
    double turn = unscrewed(&j->now, bolt) - unscrewed(&engaged, bolt);
    double rise = j->now.parts[bolt].placement[HEIGHT] - engaged.parts[bolt].placement[HEIGHT];
    EXPECT(j, fabs(remainder(rise / 1.5 * 360 - turn, 360)) < 1e-6); // whole turns are not seen
    const double *a = j->now.parts[bolt].placement, *b = j->now.parts[wrench].placement;
    EXPECT(j, hypot(a[9] - b[9], a[11] - b[11]) < 1e-3); // 1e-4 of its size, and less
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, state_same_placements(&engaged, &j->now));

    journey_step(j, "one undo takes both joints: the bolt is free again");
    journey_settle(j);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, j->now.undo_steps == before.undo_steps);
    journey_find(j, "tool_engage");
    EXPECT(j, state_widget(&j->now, "first_joint") == NULL);
}

void journey_joints(Journey *j)
{
    journey_start_scene(j, "Box and lid");
    check_hinge(j);
    journey_quit(j);
    journey_start_scene(j, "Gear unit");
    check_gears(j);
    journey_quit(j);
    journey_start_scene(j, "Pin and plate");
    check_making(j);
    journey_quit(j);
    journey_start_scene(j, "Bolted plate");
    check_bare_bolt(j);
    journey_quit(j);
}
