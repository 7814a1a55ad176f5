// Studies by mouse and keys, in a window: a variant of a part is previewed, shifted by numbers, scaled by handles, used
// and taken back; what the part sweeps along a recorded path is exported; it is found where it can leave; a line of
// pipes grows; a thread is accepted.
#include "app/tests/journey/journey.h"

#include <X11/keysym.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { X = 9, Y = 10 };

static double at(const Journey *j, int part, int number)
{
    return j->now.parts[part].placement[number];
}

// Of what is selected; the button is let go where the hand ends.
static void drag_handle(Journey *j, const char *name, int dx, int dy)
{
    journey_settle(j);
    Rect r = journey_find(j, name);
    journey_move(j, r.x + r.width / 2, r.y + r.height / 2);
    journey_grab(j, BUTTON_LEFT);
    journey_glide(j, r.x + r.width / 2 + dx, r.y + r.height / 2 + dy);
    AWAIT(j, j->now.busy == 0);
    journey_let_go(j, BUTTON_LEFT);
    journey_settle(j);
}

static void use(Journey *j, const char *row, int number)
{
    journey_click_widget(j, row);
    journey_settle(j);
    journey_click_widget(j, "variant_use");
    AWAIT(j, j->now.studies.variant == number && j->now.busy == 0);
    journey_settle(j);
}

typedef struct Spot {
    int x, y;
} Spot;

// Where this part is what the pointer is over.
static Spot spot_on(Journey *j, int part, int dx, int dy)
{
    journey_point_at(j, part, dx, dy);
    return (Spot){(int)j->now.pointer[0], (int)j->now.pointer[1]};
}

// Two clicks in the view: the preview goes from the one point to the other.
static void align_points(Journey *j, int pin)
{
    journey_step(j, "a point of the variant is brought to a point of the plate; Esc before the "
                    "second takes none");
    Spot from = spot_on(j, pin, 0, -8), to = spot_on(j, state_part(&j->now, "Plate"), 60, 30);
    int steps = j->now.undo_steps;
    for (int round = 0; round < 2; ++round) {
        journey_settle(j);
        journey_click_widget(j, "variant_points");
        journey_settle(j);
        Picture plain = journey_view(j);
        journey_click(j, from.x, from.y);
        journey_settle(j);
        journey_move(j, to.x, to.y);
        journey_settle(j);
        EXPECT(j, journey_view_difference(j, &plain) > 100 && j->now.undo_steps == steps);
        picture_free(&plain);
        if (round == 0)
            journey_chord(j, NoSymbol, XK_Escape);
        else
            journey_click(j, to.x, to.y);
    }
    AWAIT(j, j->now.undo_steps == steps + 1);
    const double *shift = j->now.studies.variant_shift;
    EXPECT(j, hypot(shift[0], shift[2]) > 1 && j->now.studies.variant == 0);
    journey_settle(j);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, j->now.undo_steps == steps && !(hypot(shift[0], shift[2]) > 0));
    journey_settle(j);
}

// Of the variant that is chosen in the list, 7 along x; while it is used, contacts follow.
static void shift_by_numbers(Journey *j, const State *before)
{
    journey_step(j, "a number shifts the variant, and undo takes it back");
    int steps = j->now.undo_steps;
    const double *shift = j->now.studies.variant_shift;
    for (int used = 0; used < 2; ++used) {
        journey_click_widget(j, "variant_shift_x");
        journey_settle(j);
        journey_type_number(j, "7");
        journey_chord(j, NoSymbol, XK_Return);
        AWAIT(j, fabs(shift[0] - 7) < 1e-12 && j->now.busy == 0);
        journey_settle(j);
        EXPECT(j, j->now.undo_steps == steps + 1 + used && hypot(shift[1], shift[2]) < 1e-12);
        EXPECT(j, state_same_placements(before, &j->now));
        EXPECT(j, used ? j->now.contacts > 0 && j->now.crossing_pairs > 0 : j->now.contacts == 0);
        journey_chord(j, XK_Control_L, XK_z);
        AWAIT(j, fabs(shift[0]) < 1e-12 && j->now.contacts == 0 && j->now.busy == 0);
        journey_settle(j);
        EXPECT(j, j->now.undo_steps == steps + used);
        if (!used)
            use(j, "variant_first", 1);
    }
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, j->now.studies.variant == 0 && j->now.undo_steps == steps && j->now.busy == 0);
    journey_settle(j);
}

static void check_variants(Journey *j, int pin)
{
    journey_step(j, "the pin as it is becomes a variant of itself, and is previewed");
    journey_click_widget(j, "variant_take");
    journey_settle(j);
    journey_click_widget(j, "choice_variant_copy");
    journey_find(j, "variant_first");
    journey_settle(j);
    State before = j->now;
    Picture plain = journey_view(j);
    journey_click_widget(j, "variant_first");
    journey_find(j, "variant_scale_x");
    journey_settle(j);
    EXPECT(j, journey_view_difference(j, &plain) > 100 && j->now.studies.variant == 0);
    picture_free(&plain);
    align_points(j, pin);
    shift_by_numbers(j, &before);

    journey_step(j, "its own handles make it thicker; the part stays as it is, until it is used");
    journey_click_widget(j, "variant_handles");
    journey_find(j, "gizmo_x");
    for (int i = 0; i < 3; ++i) { // shift and turn, shift, turn, scale
        journey_settle(j);
        journey_chord(j, NoSymbol, XK_q);
        journey_settle(j);
    }
    drag_handle(j, "gizmo_scale_x", 60, 30);
    EXPECT(j, j->now.undo_steps == before.undo_steps + 1 && j->now.contacts == before.contacts);
    EXPECT(j, state_same_placements(&before, &j->now));
    use(j, "variant_first", 1);
    EXPECT(j, before.contacts == 0);
    AWAIT(j, j->now.contacts > 0 && j->now.crossing_pairs > 0);
    journey_settle(j);

    journey_step(j,
                 "while it is used, contacts follow the handle, and Esc during a drag takes back");
    int contacts = j->now.contacts;
    Rect r = journey_find(j, "gizmo_scale_x");
    journey_move(j, r.x + r.width / 2, r.y + r.height / 2);
    journey_grab(j, BUTTON_LEFT);
    journey_glide(j, r.x + r.width / 2 - 110, r.y + r.height / 2 - 55);
    AWAIT(j, j->now.contacts == 0 && j->now.busy == 0);
    journey_chord(j, NoSymbol, XK_Escape);
    AWAIT(j, j->now.dragging == 0 && j->now.contacts == contacts && j->now.busy == 0);
    screen_button(j->display, BUTTON_LEFT, false);
    journey_settle(j);

    journey_step(j, "which of these fit is known of both; back to the pin as it was loaded");
    journey_click_widget(j, "variant_check");
    AWAIT(j, j->now.studies.answers == 2);
    use(j, "variant_loaded", 0);
    EXPECT(j, j->now.contacts == 0 && j->now.parts[pin].selected);
    EXPECT(j, state_same_placements(&before, &j->now));
}

static void check_workspace(Journey *j, int pin)
{
    double from = at(j, pin, Y);
    journey_step(j, "the way of the pin out of its hole is recorded by a drag");
    journey_open_panel(j, "panel path", "path_record");
    journey_chord(j, NoSymbol, XK_q); // no handles, and all of them again
    journey_settle(j);
    journey_chord(j, NoSymbol, XK_q);
    journey_settle(j);
    journey_click_widget(j, "path_record");
    journey_settle(j);
    drag_handle(j, "gizmo_y", 0, -90);
    EXPECT(j, at(j, pin, Y) > from + 1);
    journey_click_widget(j, "path_record");
    AWAIT(j, j->now.studies.path_keys >= 2);

    journey_step(j, "what it sweeps is worked out, drawn and exported");
    Picture plain = journey_view(j);
    journey_open_panel(j, "panel workspace", "sweep_make");
    journey_click_widget(j, "sweep_make");
    AWAIT(j, j->now.studies.swept > 0 && j->now.busy == 0);
    journey_settle(j);
    EXPECT(j, journey_view_difference(j, &plain) > 500);
    picture_free(&plain);
    unlink("Pin-and-plate-sweep.stl");
    journey_click_widget(j, "sweep_export");
    journey_find(j, "path_do");
    journey_settle(j);
    journey_click_widget(j, "path_do");
    AWAIT(j, state_widget(&j->now, "path_do") == NULL && j->now.busy == 0);
    EXPECT(j, access("Pin-and-plate-sweep.stl", R_OK) == 0);
    journey_settle(j);
    journey_click_widget(j, "sweep_clear");
    AWAIT(j, j->now.studies.swept <= 0);
    journey_settle(j);
}

static void check_removal(Journey *j, int pin)
{
    journey_step(j, "an order takes one of the two out; played, it leaves, and comes back");
    journey_chord(j, XK_Control_L, XK_z); // the pin is in its hole again
    AWAIT(j, j->now.busy == 0);
    journey_open_panel(j, "panel removal", "removal_order");
    State before = j->now;
    journey_click_widget(j, "removal_order");
    AWAIT(j, j->now.studies.order == 1 && j->now.busy == 0);
    journey_settle(j);
    journey_click_widget(j, "removal_play");
    AWAIT(j, j->now.studies.order_at >= 1 && !state_same_placements(&before, &j->now));
    journey_settle(j);
    journey_click_widget(j, "removal_back");
    AWAIT(j, j->now.studies.order_at <= 0 && state_same_placements(&before, &j->now));

    journey_step(j, "the pin can leave in some directions, and not aside");
    journey_settle(j);
    journey_click_widget(j, "removal_part");
    AWAIT(j, j->now.studies.free_ways > 0 && j->now.busy == 0);
    EXPECT(j, j->now.studies.free_ways <= 2 && j->now.parts[pin].selected);
}

static void check_pipes(Journey *j)
{
    int parts = j->now.part_count;
    journey_step(j, "a pipe comes beside everything, the next one at its open end");
    journey_open_panel(j, "panel pipe kit", "first_pipe");
    for (int i = 1; i <= 2; ++i) {
        journey_click_widget(j, "first_pipe");
        AWAIT(j, j->now.part_count == parts + i && j->now.busy == 0);
        AWAIT(j, j->now.selected == parts + i - 1);
        journey_settle(j);
    }
    const double *a = j->now.parts[parts].placement, *b = j->now.parts[parts + 1].placement;
    double apart = hypot(hypot(a[X] - b[X], a[X + 1] - b[X + 1]), a[X + 2] - b[X + 2]);
    EXPECT(j, apart > 1 && j->now.crossing_pairs == 0);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, j->now.live_parts == parts + 1);
}

static void check_titles(Journey *j)
{
    journey_step(j, "with all panels of studies open, no title of a tab is cut");
    journey_open_panel(j, "panel safety distances", NULL);
    journey_open_panel(j, "panel contact matrix", "matrix_filter");
    EXPECT(j, state_widget(&j->now, "variant_take") && j->now.looks.cut_titles == 0);

    journey_step(
        j,
        "a click on a cell of the matrix, of any part and the last one, is one rule and one step");
    int steps = j->now.undo_steps;
    journey_click_widget(j, "matrix_last_of_first");
    AWAIT(j, j->now.undo_steps == steps + 1 && j->now.busy == 0);
    journey_settle(j);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, j->now.undo_steps == steps);
}

// An M8 in a block that is drilled for it: a ring, and a bolt with its two ends.
static void write_bolt(Journey *j, const char *path)
{
    enum { SIDES = 40 };
    static const double radii[] = {6.647 / 2, 20, 4}, ends[] = {6, 15};
    FILE *file = fopen(path, "we");
    EXPECT(j, file != NULL);
    for (int r = 0; r < 3; ++r)
        for (int i = 0; i < 2 * SIDES; ++i) {
            double angle = 2 * acos(-1) * (i / 2) / SIDES, end = ends[r == 2];
            fprintf(file, "v %.12g %.12g %.12g\n", radii[r] * cos(angle), i % 2 ? end : -end,
                    radii[r] * sin(angle));
        }
    fprintf(file, "o Block\n");
    for (int i = 0; i < SIDES; ++i) { // lower and upper point of this side and of the next one
        int a = 2 * i + 1, b = a + 1, c = 2 * ((i + 1) % SIDES) + 1, d = c + 1, out = 2 * SIDES;
        fprintf(file, "f %d %d %d %d\nf %d %d %d %d\n", a, c, d, b, a + out, b + out, d + out,
                c + out);
        fprintf(file, "f %d %d %d %d\nf %d %d %d %d\n", b, d, d + out, b + out, a, a + out, c + out,
                c);
    }
    fprintf(file, "o Bolt M8\n");
    for (int end = 1; end >= 0; --end) {
        fprintf(file, "f");
        for (int i = 0; i < SIDES; ++i)
            fprintf(file, " %d", 4 * SIDES + 2 * (end ? SIDES - 1 - i : i) + end + 1);
        fprintf(file, "\n");
    }
    for (int i = 0; i < SIDES; ++i) {
        int a = 4 * SIDES + 2 * i + 1, c = 4 * SIDES + 2 * ((i + 1) % SIDES) + 1;
        fprintf(file, "f %d %d %d %d\n", a, a + 1, c + 1, c);
    }
    EXPECT(j, fclose(file) == 0);
}

static void check_threads(Journey *j)
{
    char path[700];
    journey_step(j, "a bolt in a tapped hole is accepted as a thread by one click");
    snprintf(path, sizeof path, "%s/bolt.obj", j->folder);
    write_bolt(j, path);
    journey_start_program(j, path);
    journey_open_panel(j, "panel clashes", "threads_accept");
    AWAIT(j, j->now.fit_current == 1 && j->now.clashes == 1);
    journey_click_widget(j, "threads_accept");
    AWAIT(j, j->now.fit_current == 1 && j->now.clashes == 0 && j->now.busy == 0);
    EXPECT(j, j->now.undo_steps == 1);
    journey_settle(j);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, j->now.fit_current == 1 && j->now.clashes == 1);
    unlink(path);
    journey_quit(j);
}

void journey_studies(Journey *j)
{
    EXPECT(j, chdir(j->folder) == 0); // where files are proposed
    journey_step(j, "the pin is selected in the list of parts");
    journey_start_scene(j, "Pin and plate");
    int pin = state_part(&j->now, "Pin");
    journey_point_at(j, pin, 0, -8);
    journey_click(j, (int)j->now.pointer[0], (int)j->now.pointer[1]);
    AWAIT(j, j->now.selected == pin);
    journey_open_panel(j, "panel variants", "variant_take");
    check_variants(j, pin);
    check_workspace(j, pin);
    check_removal(j, pin);
    check_pipes(j);
    check_titles(j);
    journey_quit(j);
    check_threads(j);
}
