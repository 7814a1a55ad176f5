// Several parts at once: selected, moved, grouped, named, locked, copied, deleted; and the list of
// what was done.
#include "app/tests/journey/journey.h"

#include <X11/keysym.h>

#include <string.h>

enum { TABS_HEIGHT = 24 }; // of a docked panel, above its contents

static void click_here(Journey *j, KeySym held)
{
    if (held != NoSymbol)
        screen_key(j->display, held, true);
    screen_button(j->display, BUTTON_LEFT, true);
    screen_button(j->display, BUTTON_LEFT, false);
}

// B, then a drag; the release is seen by its effect.
static void draw_box(Journey *j, int x0, int y0, int x1, int y1)
{
    journey_move(j, x0, y0);
    journey_chord(j, NoSymbol, XK_b);
    AWAIT(j, j->now.mode != NO_TOOL);
    screen_button(j->display, BUTTON_LEFT, true);
    AWAIT(j, j->now.tool != NO_TOOL);
    journey_glide(j, x1, y1);
    screen_button(j->display, BUTTON_LEFT, false);
    AWAIT(j, j->now.tool == NO_TOOL && j->now.mode == NO_TOOL);
}

static void check_pointing(Journey *j)
{
    journey_step(j, "what is pointed at in the list is marked in the view");
    Rect row = journey_find(j, "first_part");
    journey_move(j, row.x + row.width / 2, row.y + row.height / 2);
    AWAIT(j, j->now.hovered == 0);
}

static void check_boxes(Journey *j, int part)
{
    const Rect v = j->now.viewport;
    journey_step(j, "a box drawn to the right takes what lies inside: everything");
    draw_box(j, v.x + 8, v.y + v.height - 8, v.x + v.width - 8, v.y + 8);
    AWAIT(j, j->now.selected_count == j->now.part_count);
    journey_step(j, "a small one drawn to the left takes what it touches");
    journey_point_at(j, part, 0, 0);
    int x = (int)j->now.pointer[0], y = (int)j->now.pointer[1];
    draw_box(j, x, y, x - 10, y + 10);
    AWAIT(j, j->now.parts[part].selected == 1 && j->now.selected_count < j->now.part_count);
    EXPECT(j, j->now.undo_steps == 0);
}

static void check_clicks(Journey *j, int a, int b)
{
    journey_step(j, "Ctrl and a click adds a part to the selection");
    journey_point_at(j, a, 0, 0);
    click_here(j, NoSymbol);
    AWAIT(j, j->now.selected_count == 1 && j->now.selected == a);
    journey_point_at(j, b, 0, 0);
    click_here(j, XK_Control_L);
    AWAIT(j, j->now.selected_count == 2 && j->now.parts[b].selected == 1);
    screen_key(j->display, XK_Control_L, false);
    journey_settle(j); // or the next press would make it a double click
}

static void check_drag(Journey *j, int a, int b)
{
    journey_step(j, "both are dragged together, and Esc puts both back");
    journey_point_at(j, b, 0, 0);
    const State before = j->now;
    journey_grab(j, BUTTON_LEFT);
    journey_glide(j, (int)j->now.pointer[0] - 60, (int)j->now.pointer[1] - 30);
    AWAIT(j,
          !state_same_placement(&before, &j->now, a) && !state_same_placement(&before, &j->now, b));
    journey_chord(j, NoSymbol, XK_Escape);
    AWAIT(j, j->now.dragging == 0 && state_same_placements(&before, &j->now));
    screen_button(j->display, BUTTON_LEFT, false);
    journey_settle(j); // likewise
    EXPECT(j, j->now.undo_steps == 0);

    journey_step(j, "the whole drag is one step");
    journey_point_at(j, b, 0, 0); // beside the handles of what is selected
    journey_grab(j, BUTTON_LEFT);
    journey_glide(j, (int)j->now.pointer[0] - 60, (int)j->now.pointer[1] - 30);
    AWAIT(j,
          !state_same_placement(&before, &j->now, a) && !state_same_placement(&before, &j->now, b));
    journey_let_go(j, BUTTON_LEFT);
    AWAIT(j, j->now.undo_steps == 1 && j->now.selected_count == 2);
}

static void check_group_and_name(Journey *j, int a, int b)
{
    journey_step(j, "Ctrl+G makes a group of them");
    journey_chord(j, XK_Control_L, XK_g);
    AWAIT(j, strcmp(j->now.parts[a].group, "Group") == 0 &&
                 strcmp(j->now.parts[b].group, "Group") == 0 && j->now.undo_steps == 2);
    journey_step(j, "once more makes a group around it");
    journey_chord(j, XK_Control_L, XK_g);
    AWAIT(j, strcmp(j->now.parts[a].group, "Group (2)/Group") == 0 &&
                 strcmp(j->now.parts[b].group, "Group (2)/Group") == 0);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, strcmp(j->now.parts[b].group, "Group") == 0 && j->now.undo_steps == 2);
    journey_step(j, "F2 changes a name in its place");
    journey_chord(j, NoSymbol, XK_F2);
    AWAIT(j, state_widget(&j->now, "rename") != NULL);
    journey_settle(j); // the field has the keyboard
    journey_type(j, "lid", j->now.rename);
    journey_chord(j, NoSymbol, XK_Return);
    AWAIT(j, strcmp(j->now.parts[b].name, "lid") == 0 && j->now.undo_steps == 3);
    journey_settle(j); // the keyboard is free again
}

static void check_lock(Journey *j, int b)
{
    journey_step(j, "what is locked stays where it is and says so");
    journey_chord(j, XK_Shift_L, XK_l);
    AWAIT(j, j->now.parts[b].locked == 1 && j->now.undo_steps == 4);
    journey_point_at(j, b, 0, 0);
    const State before = j->now;
    journey_grab(j, BUTTON_LEFT);
    journey_glide(j, (int)j->now.pointer[0] + 60, (int)j->now.pointer[1] + 30);
    AWAIT(j, strstr(j->now.last_notice, "lid is locked") != NULL);
    journey_let_go(j, BUTTON_LEFT);
    EXPECT(j, state_same_placements(&before, &j->now) && j->now.undo_steps == 4);

    journey_step(j, "the right button opens its menu, which unlocks it");
    journey_point_at(j, b, 0, 0);
    screen_button(j->display, BUTTON_RIGHT, true);
    screen_button(j->display, BUTTON_RIGHT, false);
    AWAIT(j, state_widget(&j->now, "menu_lock") != NULL);
    journey_settle(j); // it has come to stand
    journey_click_widget(j, "menu_lock");
    AWAIT(j, j->now.parts[b].locked == 0 && j->now.undo_steps == 5);
    AWAIT(j, state_widget(&j->now, "menu_lock") == NULL);
}

static void check_copies(Journey *j, int parts)
{
    journey_step(j, "Ctrl+D makes copies and selects them");
    journey_chord(j, XK_Control_L, XK_d);
    AWAIT(j, j->now.live_parts == parts + 2 && j->now.undo_steps == 6);
    EXPECT(j, j->now.selected_count == 2 && j->now.selected >= parts);
    journey_step(j, "Del deletes them");
    journey_chord(j, NoSymbol, XK_Delete);
    AWAIT(j, j->now.live_parts == parts && j->now.undo_steps == 7);
    EXPECT(j, j->now.selected == NO_PART && j->now.part_count == parts + 2);
}

static void check_history(Journey *j, const State *start, int b)
{
    journey_step(j, "a click into the list of what was done goes back to the start");
    journey_chord(j, XK_Control_L, XK_h);
    AWAIT(j, state_widget(&j->now, "history_end") != NULL);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, j->now.live_parts == start->part_count + 2 && j->now.undo_steps == 6);
    journey_settle(j);
    // The list is short and shows where we are: the wheel brings its beginning into sight.
    Rect now = journey_find(j, "history_now");
    journey_move(j, now.x + now.width / 2, now.y + now.height / 2);
    for (int i = 0; i < 3; ++i) {
        screen_button(j->display, BUTTON_WHEEL_UP, true);
        screen_button(j->display, BUTTON_WHEEL_UP, false);
    }
    AWAIT(j, journey_find(j, "history_start").y > j->now.viewport.y + TABS_HEIGHT);
    journey_click_widget(j, "history_start");
    AWAIT(j, j->now.undo_steps == 0 && j->now.live_parts == start->part_count);
    EXPECT(j, j->now.steps == 7 && strcmp(j->now.parts[b].name, start->parts[b].name) == 0);
    EXPECT(j, j->now.parts[b].group[0] == 0 && state_same_placement(start, &j->now, b));
    journey_step(j, "and forward again to a step");
    journey_click_widget(j, "history_first");
    AWAIT(j, j->now.undo_steps == 1 && !state_same_placement(start, &j->now, b));
    EXPECT(j, j->now.steps == 7 && j->now.can_redo == 1);
}

void journey_many(Journey *j)
{
    journey_step(j, "open the default scene");
    journey_start_program(j, NULL);
    const State start = j->now;
    int a = state_part(&start, "Bearing bridge rear"), b = state_part(&start, "Output cover");
    EXPECT(j, a != NO_PART && b != NO_PART);
    check_pointing(j);
    check_boxes(j, b);
    check_clicks(j, a, b);
    check_drag(j, a, b);
    check_group_and_name(j, a, b);
    check_lock(j, b);
    check_copies(j, start.part_count);
    check_history(j, &start, b);
    journey_step(j, "Ctrl+Q quits");
    journey_quit(j);
}
