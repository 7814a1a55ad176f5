// Moving a part by its handles, by numbers and by keys.
#include "app/tests/journey/journey.h"

#include <X11/keysym.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char PART[] = "Bearing bridge rear";
enum { X = 9, Y = 10, Z = 11 }; // of a placement: the position

static const double *placement(const Journey *j, int part)
{
    return j->now.parts[part].placement;
}

static bool same_rotation(const State *a, const State *b, int part)
{
    for (int i = 0; i < 9; ++i)
        if (!(a->parts[part].placement[i] == b->parts[part].placement[i]))
            return false;
    return true;
}

static bool is_multiple(double value, double step)
{
    return fabs(value / step - nearbyint(value / step)) < 1e-9;
}

// Presses a handle and drags it; the button stays pressed.
static void drag_handle(Journey *j, const char *name, int dx, int dy)
{
    journey_settle(j);
    Rect r = journey_find(j, name);
    int x = r.x + r.width / 2, y = r.y + r.height / 2;
    journey_move(j, x, y);
    journey_grab(j, BUTTON_LEFT);
    journey_glide(j, x + dx, y + dy);
}

static void check_arrow(Journey *j, int part)
{
    State before = j->now;
    journey_step(j, "the arrow moves the part along its axis and nowhere else");
    drag_handle(j, "gizmo_x", 40, 19);
    AWAIT(j, placement(j, part)[X] > before.parts[part].placement[X] + 5);
    EXPECT(j, placement(j, part)[Y] == before.parts[part].placement[Y] &&
                  placement(j, part)[Z] == before.parts[part].placement[Z]);
    EXPECT(j, same_rotation(&before, &j->now, part) && state_same_camera(&before, &j->now));

    journey_step(j, "Esc puts it back, bit for bit, and leaves nothing to undo");
    journey_chord(j, NoSymbol, XK_Escape);
    AWAIT(j, j->now.dragging == 0);
    screen_button(j->display, BUTTON_LEFT, false);
    journey_settle(j);
    EXPECT(j, state_same_placements(&before, &j->now) && j->now.can_undo == 0);
}

static void check_snap(Journey *j, int part)
{
    State before = j->now;
    journey_step(j, "with Ctrl it goes in steps of the grid");
    drag_handle(j, "gizmo_x", 40, 19);
    AWAIT(j, placement(j, part)[X] > before.parts[part].placement[X] + 5);
    EXPECT(j, j->now.move_steps[0] > 0);
    screen_key(j->display, XK_Control_L, true);
    AWAIT(j, is_multiple(placement(j, part)[X], j->now.move_steps[0]));
    journey_let_go(j, BUTTON_LEFT);
    screen_key(j->display, XK_Control_L, false);
    AWAIT(j, j->now.can_undo == 1);
    EXPECT(j, is_multiple(placement(j, part)[X], j->now.move_steps[0]));
    journey_step(j, "one drag is one step");
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, state_same_placements(&before, &j->now) && j->now.can_undo == 0);
}

static void check_turn(Journey *j, int part)
{
    State before = j->now;
    journey_step(j, "the arc turns it about its origin");
    drag_handle(j, "gizmo_turn_y", 45, -8);
    AWAIT(j, !same_rotation(&before, &j->now, part));
    journey_let_go(j, BUTTON_LEFT);
    for (int i = X; i <= Z; ++i)
        EXPECT(j, placement(j, part)[i] == before.parts[part].placement[i]);
    EXPECT(j, fabs(placement(j, part)[4] - 1) < 1e-12); // y stays y
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, state_same_placements(&before, &j->now));
}

static void check_number(Journey *j, int part)
{
    State before = j->now;
    journey_step(j, "a number typed into the Pose panel is where the part goes");
    journey_palette(j, "panel pose");
    journey_settle(j);
    journey_chord(j, NoSymbol, XK_Return);
    AWAIT(j, state_widget(&j->now, "pose_y") != NULL);
    journey_settle(j);
    journey_click_widget(j, "pose_y");
    journey_settle(j);
    journey_type_number(j, "125");
    EXPECT(j, state_same_placements(&before, &j->now)); // half a number moves nothing
    journey_chord(j, NoSymbol, XK_Return);
    AWAIT(j, placement(j, part)[Y] == 125);
    EXPECT(j, placement(j, part)[X] == before.parts[part].placement[X]);
    journey_settle(j);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, state_same_placements(&before, &j->now));

    journey_step(j, "so is its scale, about its origin");
    journey_settle(j);
    journey_click_widget(j, "pose_scale_y");
    journey_settle(j);
    journey_type_number(j, "2");
    journey_chord(j, NoSymbol, XK_Return);
    AWAIT(j, fabs(placement(j, part)[4] - 2) < 1e-12);
    for (int i = X; i <= Z; ++i)
        EXPECT(j, placement(j, part)[i] == before.parts[part].placement[i]);
    journey_settle(j);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, state_same_placements(&before, &j->now));
}

static void check_nudge(Journey *j, int part)
{
    State before = j->now;
    journey_step(j, "Alt and an arrow key move it by a step");
    journey_move(j, SCREEN_WIDTH / 3, 10);
    journey_settle(j);
    journey_chord(j, XK_Alt_L, XK_Up);
    AWAIT(j, fabs(placement(j, part)[Y] - before.parts[part].placement[Y] - j->now.move_steps[2]) <
                 1e-9);
    EXPECT(j, placement(j, part)[X] == before.parts[part].placement[X]);
    journey_chord(j, XK_Alt_L, XK_Down);
    AWAIT(j, fabs(placement(j, part)[Y] - before.parts[part].placement[Y]) < 1e-9);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, fabs(placement(j, part)[Y] - before.parts[part].placement[Y] - j->now.move_steps[2]) <
                 1e-9);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, state_same_placements(&before, &j->now));
}

// A bolt is dragged aside and back, a few pixels beside its hole: Ctrl lays it onto the axis.
static void check_axis(Journey *j)
{
    static const double slack = 1e-6;
    int bolt = state_part(&j->now, "Bridge bolt M6 4");
    EXPECT(j, bolt != NO_PART);
    journey_step(j, "near an axis the status bar says what Ctrl would do");
    journey_point_at(j, bolt, 0, 0);
    State before = j->now;
    int x = (int)j->now.pointer[0], y = (int)j->now.pointer[1];
    journey_grab(j, BUTTON_LEFT);
    journey_glide(j, x - 60, y);
    journey_glide(j, x - 7, y);
    AWAIT(j, strstr(j->now.drag_hint, "Ctrl: onto the axis of Bearing bridge rear"));
    EXPECT(j, fabs(placement(j, bolt)[X] - before.parts[bolt].placement[X]) > 0.5);
    journey_step(j, "and Ctrl does it");
    screen_key(j->display, XK_Control_L, true);
    AWAIT(j, strstr(j->now.drag_hint, "Lies on the axis of Bearing bridge rear"));
    AWAIT(j, fabs(placement(j, bolt)[X] - before.parts[bolt].placement[X]) < slack &&
                 fabs(placement(j, bolt)[Z] - before.parts[bolt].placement[Z]) < slack);
    journey_let_go(j, BUTTON_LEFT);
    screen_key(j->display, XK_Control_L, false);
    AWAIT(j, j->now.can_undo == 1 && j->now.drag_hint[0] == 0);
    EXPECT(j, fabs(placement(j, bolt)[X] - before.parts[bolt].placement[X]) < slack);
    journey_settle(j);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, state_same_placements(&before, &j->now));
}

// The camera has the mouse everywhere but on the handles, and Q puts them away.
static void check_no_fight(Journey *j, int part)
{
    State before = j->now;
    journey_step(j, "beside the handles the part itself is dragged");
    journey_point_at(j, part, 70, -35);
    journey_grab(j, BUTTON_LEFT);
    journey_glide(j, (int)j->now.pointer[0] + 20, (int)j->now.pointer[1] - 20);
    AWAIT(j, !state_same_placement(&before, &j->now, part));
    journey_chord(j, NoSymbol, XK_Escape);
    AWAIT(j, j->now.dragging == 0);
    screen_button(j->display, BUTTON_LEFT, false);
    AWAIT(j, state_same_placements(&before, &j->now));
    EXPECT(j, state_same_camera(&before, &j->now));
    static const char *const shown[] = {"gizmo_plane_x", "gizmo_turn_view", "gizmo_scale"};
    for (int i = 0; i < 3; ++i) {
        journey_step(j, "Q takes the next kind of handles, at last none");
        journey_chord(j, NoSymbol, XK_q);
        AWAIT(j, state_widget(&j->now, shown[i]) != NULL);
    }
    journey_chord(j, NoSymbol, XK_q);
    AWAIT(j, state_widget(&j->now, "gizmo_scale") == NULL);
}

void journey_pose(Journey *j)
{
    journey_step(j, "open the default scene and click a part");
    journey_start_program(j, NULL);
    int part = state_part(&j->now, PART);
    EXPECT(j, part != NO_PART && state_widget(&j->now, "gizmo_x") == NULL);
    journey_point_at(j, part, 70, -35);
    screen_button(j->display, BUTTON_LEFT, true);
    screen_button(j->display, BUTTON_LEFT, false);
    AWAIT(j, j->now.selected == part && j->now.dragging == 0);
    check_arrow(j, part);
    check_snap(j, part);
    check_turn(j, part);
    check_number(j, part);
    check_nudge(j, part);
    check_no_fight(j, part);
    check_axis(j);
    journey_step(j, "Ctrl+Q quits");
    journey_quit(j);
}
