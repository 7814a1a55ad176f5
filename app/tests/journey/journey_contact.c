// One part: into contact and out again, undone, redone, cancelled, pushed, rotated, hidden.
#include "app/tests/journey/journey.h"

#include <X11/keysym.h>
#include <math.h>
#include <stdio.h>

static const char PART[] = "Bearing bridge rear";
static const int GRAB_DX = -125, GRAB_DY = 77; // from its middle, which is open, to its left end
static const int DOWN = 130;                   // pixels, into the shafts below
enum { HIGHLIGHT_PIXELS = 150 };

static double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void view_axis(const State *state, double *forward)
{
    double yaw = state->camera[3], pitch = state->camera[4];
    forward[0] = -sin(yaw) * cos(pitch);
    forward[1] = -sin(pitch);
    forward[2] = -cos(yaw) * cos(pitch);
}

static void shift_between(const State *a, const State *b, int part, double *shift)
{
    for (int i = 0; i < 3; ++i)
        shift[i] = b->parts[part].placement[9 + i] - a->parts[part].placement[9 + i];
}

static bool same_rotation(const State *a, const State *b, int part)
{
    for (int i = 0; i < 9; ++i)
        if (!(a->parts[part].placement[i] == b->parts[part].placement[i]))
            return false;
    return true;
}

// Camera and part never fight: only this part moved.
static bool only_moved(const State *a, const State *b, int part)
{
    for (int i = 0; i < a->part_count; ++i)
        if (i != part && !state_same_placement(a, b, i))
            return false;
    return state_same_camera(a, b) && !state_same_placement(a, b, part);
}

// From where the pointer is. The button stays pressed.
static void drag_by(Journey *j, int part, int dx, int dy, State *before)
{
    Window root, child;
    int x, y, ignored;
    unsigned mask;
    journey_look(j);
    *before = j->now;
    XQueryPointer(j->display, DefaultRootWindow(j->display), &root, &child, &x, &y, &ignored,
                  &ignored, &mask);
    journey_grab(j, BUTTON_LEFT);
    journey_glide(j, x + dx, y + dy);
    AWAIT(j, !state_same_placement(&j->now, before, part));
    journey_settle(j); // the last movement has arrived
    EXPECT(j, only_moved(before, &j->now, part));
}

static void check_into_contact(Journey *j, int part, const State *rest)
{
    double shift[3], forward[3];
    State before;
    journey_step(j, "dragging a part into others shows contact");
    journey_point_at(j, part, GRAB_DX, GRAB_DY);
    drag_by(j, part, 0, DOWN, &before);
    EXPECT(j, j->now.pairs > 0 && j->now.contacts > 0);
    AWAIT(j, j->now.crossing_pairs > 0); // depths come a little later
    EXPECT(j, j->now.parts[part].contact == 1);
    EXPECT(j, j->now.selected == part);
    shift_between(rest, &j->now, part, shift);
    view_axis(&j->now, forward);
    EXPECT(j, same_rotation(rest, &j->now, part));
    EXPECT(j, fabs(dot(shift, forward)) < 1e-9 * sqrt(dot(shift, shift)));
    AWAIT(j, journey_view_count(j, colour_is_alert) > HIGHLIGHT_PIXELS);
    AWAIT(j, journey_view_count(j, colour_is_contact_line) > HIGHLIGHT_PIXELS / 3);
    journey_let_go(j, BUTTON_LEFT);
    EXPECT(j, j->now.can_undo == 1);
}

static void check_back(Journey *j, int part)
{
    State before;
    journey_step(j, "dragging it back makes the highlight go");
    journey_point_at(j, part, GRAB_DX, GRAB_DY);
    drag_by(j, part, 0, -DOWN, &before);
    AWAIT(j, j->now.pairs == 0 && j->now.contacts == 0);
    EXPECT(j, j->now.parts[part].contact == 0);
    journey_let_go(j, BUTTON_LEFT);
    AWAIT(j, journey_view_count(j, colour_is_alert) == 0);
}

static void check_history(Journey *j, int part, const State *rest)
{
    journey_step(j, "undo: back into contact, then to the beginning");
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, j->now.pairs > 0 && j->now.can_redo == 1);
    AWAIT(j, journey_view_count(j, colour_is_alert) > HIGHLIGHT_PIXELS);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, j->now.pairs == 0 && state_same_placement(&j->now, rest, part));
    EXPECT(j, j->now.can_undo == 0); // each drag was one step
    EXPECT(j, state_same_placements(&j->now, rest) && state_same_camera(&j->now, rest));
    AWAIT(j, journey_view_count(j, colour_is_alert) == 0);

    journey_step(j, "redo: into contact, and out again");
    journey_chord(j, XK_Control_L, XK_y);
    AWAIT(j, j->now.pairs > 0 && j->now.parts[part].contact == 1);
    AWAIT(j, journey_view_count(j, colour_is_alert) > HIGHLIGHT_PIXELS);
    journey_chord(j, XK_Control_L, XK_y);
    AWAIT(j, j->now.pairs == 0 && j->now.can_redo == 0);
    AWAIT(j, journey_view_count(j, colour_is_alert) == 0);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, j->now.pairs > 0);
}

// W switches wireframes off: then the selected part, which is drawn blue, is filled again.
static void check_wireframe(Journey *j)
{
    journey_step(j, "parts in contact are drawn as wireframes");
    journey_settle(j);
    AWAIT(j, journey_view_count(j, colour_is_alert) > HIGHLIGHT_PIXELS);
    int wire = journey_view_count(j, colour_is_blue);
    journey_chord(j, NoSymbol, XK_w);
    AWAIT(j, journey_view_count(j, colour_is_blue) > wire + 3000);
    journey_chord(j, NoSymbol, XK_w);
    AWAIT(j, journey_view_count(j, colour_is_blue) < wire + 300);
}

static void check_hide(Journey *j, int part)
{
    journey_step(j, "a hidden part collides with nothing");
    EXPECT(j, j->now.selected == part);
    journey_chord(j, NoSymbol, XK_h);
    AWAIT(j, j->now.parts[part].visible == 0 && j->now.pairs == 0);
    AWAIT(j, journey_view_count(j, colour_is_alert) == 0);
    journey_step(j, "shown again it collides again");
    journey_chord(j, XK_Shift_L, XK_h);
    AWAIT(j, j->now.parts[part].visible == 1 && j->now.pairs > 0);
    AWAIT(j, journey_view_count(j, colour_is_alert) > HIGHLIGHT_PIXELS);
}

static void check_reset(Journey *j, const State *rest)
{
    journey_step(j, "Ctrl+R puts all parts back");
    journey_chord(j, XK_Control_L, XK_r);
    AWAIT(j, j->now.pairs == 0 && state_same_placements(&j->now, rest));
}

static void check_escape(Journey *j, int part, const State *rest)
{
    State before;
    journey_step(j, "Escape puts a dragged part back");
    journey_point_at(j, part, GRAB_DX, GRAB_DY);
    drag_by(j, part, 0, DOWN, &before);
    EXPECT(j, j->now.pairs > 0);
    journey_chord(j, NoSymbol, XK_Escape);
    AWAIT(j, j->now.dragging == 0 && j->now.pairs == 0);
    AWAIT(j, state_same_placements(&j->now, rest));
    journey_step(j, "and the mouse moves nothing more until the next press");
    journey_glide(j, 300, 300);
    screen_button(j->display, BUTTON_LEFT, false);
    journey_look(j);
    AWAIT(j, j->now.settled == 0);
    journey_settle(j);
    EXPECT(j, state_same_placements(&j->now, rest) && state_same_camera(&j->now, rest));

    journey_step(j, "a drag that was cancelled is no step of the history");
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, j->now.can_redo == 1 && j->now.pairs > 0);
    journey_chord(j, XK_Control_L, XK_y);
    AWAIT(j, j->now.can_redo == 0 && j->now.pairs == 0);
}

static void check_push(Journey *j, int part)
{
    double shift[3], forward[3];
    State before;
    journey_step(j, "Shift drag moves it along the view");
    journey_point_at(j, part, GRAB_DX, GRAB_DY);
    screen_key(j->display, XK_Shift_L, true);
    drag_by(j, part, 5, -40, &before);
    journey_let_go(j, BUTTON_LEFT);
    screen_key(j->display, XK_Shift_L, false);
    shift_between(&before, &j->now, part, shift);
    view_axis(&j->now, forward);
    double along = dot(shift, forward), length = sqrt(dot(shift, shift));
    EXPECT(j, along > 0 && length - along < 1e-9 * length); // up is away
    EXPECT(j, same_rotation(&before, &j->now, part));
}

static void check_rotate(Journey *j, int part)
{
    State before;
    journey_step(j, "Alt drag rotates it");
    journey_point_at(j, part, GRAB_DX, GRAB_DY);
    screen_key(j->display, XK_Alt_L, true);
    drag_by(j, part, 30, 0, &before);
    journey_let_go(j, BUTTON_LEFT);
    screen_key(j->display, XK_Alt_L, false);
    EXPECT(j, !same_rotation(&before, &j->now, part));
    const double *m = j->now.parts[part].placement;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k <= i; ++k)
            EXPECT(j, fabs(dot(m + 3 * i, m + 3 * k) - (i == k)) < 1e-12);
}

void journey_contact(Journey *j)
{
    journey_step(j, "open the default scene");
    journey_start_program(j, NULL);
    int part = state_part(&j->now, PART);
    EXPECT(j, part != NO_PART);
    EXPECT(j, j->now.pairs == 0 && journey_view_count(j, colour_is_alert) == 0);
    State rest = j->now;
    check_into_contact(j, part, &rest);
    check_back(j, part);
    check_history(j, part, &rest);
    check_wireframe(j);
    check_hide(j, part);
    check_reset(j, &rest);
    check_escape(j, part, &rest);
    check_push(j, part);
    check_reset(j, &rest);
    check_rotate(j, part);
    journey_step(j, "closing the window ends the program");
    screen_close_window(j->display);
    journey_expect_end(j);
}
