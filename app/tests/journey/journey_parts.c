// The list of parts: search, isolate, ghost; and panels that stay where they were put.
#include "app/tests/journey/journey.h"

#include <X11/keysym.h>

static void park(Journey *j)
{
    journey_move(j, SCREEN_WIDTH / 3, 10);
    AWAIT(j, j->now.hovered == NO_PART);
    journey_settle(j);
}

static int visible_count(const State *state)
{
    int count = 0;
    for (int i = 0; i < state->part_count; ++i)
        count += state->parts[i].visible;
    return count;
}

// Returns the part that was found.
static int check_search(Journey *j)
{
    journey_step(j, "words of a name find a part in the list");
    int wheel = state_part(&j->now, "Gear wheel");
    journey_click_widget(j, "part_filter");
    journey_settle(j); // the field has the keyboard
    journey_type(j, "wheel ge", j->now.part_filter);
    journey_settle(j);
    journey_click_widget(j, "first_part");
    AWAIT(j, j->now.selected == wheel);
    return wheel;
}

static void check_isolate(Journey *j, int part)
{
    journey_step(j, "I leaves it alone on the screen, a second time brings the others back");
    park(j);
    int all = visible_count(&j->now);
    Picture before = journey_view(j);
    journey_chord(j, NoSymbol, XK_i);
    AWAIT(j, visible_count(&j->now) == 1 && j->now.parts[part].visible == 1);
    AWAIT(j, journey_view_difference(j, &before) > 20000);
    journey_chord(j, NoSymbol, XK_i);
    AWAIT(j, visible_count(&j->now) == all);
    AWAIT(j, journey_view_difference(j, &before) < 50);
    picture_free(&before);
}

static void check_ghost(Journey *j, int part)
{
    journey_step(j, "G makes it a ghost that the mouse goes through");
    journey_point_at(j, part, -20, 40);
    int x = (int)j->now.pointer[0], y = (int)j->now.pointer[1];
    park(j);
    Picture before = journey_view(j);
    journey_chord(j, NoSymbol, XK_g);
    AWAIT(j, j->now.parts[part].ghost == 1);
    AWAIT(j, journey_view_difference(j, &before) > 2000);
    journey_move(j, x, y);
    AWAIT(j, j->now.hovered != part && j->now.hovered != NO_PART);
    park(j);
    journey_chord(j, XK_Control_L, XK_z);
    AWAIT(j, j->now.parts[part].ghost == 0);
    AWAIT(j, journey_view_difference(j, &before) < 50);
    picture_free(&before);

    journey_step(j, "the right button offers the same");
    Rect row = journey_find(j, "first_part");
    journey_move(j, row.x + row.width / 2, row.y + row.height / 2);
    screen_button(j->display, BUTTON_RIGHT, true);
    screen_button(j->display, BUTTON_RIGHT, false);
    AWAIT(j, state_widget(&j->now, "menu_ghost") != NULL);
    journey_settle(j);
    journey_click_widget(j, "menu_ghost");
    AWAIT(j, j->now.parts[part].ghost == 1);
    AWAIT(j, state_widget(&j->now, "menu_ghost") == NULL);
}

static void check_layout(Journey *j)
{
    journey_step(j, "a panel that was made wider is as wide at the next start");
    int width = j->now.viewport.width;
    journey_settle(j);
    journey_move(j, j->now.viewport.x + width + 1, SCREEN_HEIGHT / 3);
    screen_button(j->display, BUTTON_LEFT, true);
    journey_glide(j, j->now.viewport.x + width - 99, SCREEN_HEIGHT / 3);
    AWAIT(j, j->now.viewport.width < width - 80);
    screen_button(j->display, BUTTON_LEFT, false);
    journey_settle(j);
    int narrow = j->now.viewport.width;
    journey_quit(j);
    journey_start_program(j, NULL);
    EXPECT(j, j->now.viewport.width == narrow);

    journey_step(j, "until the layout is reset");
    journey_chord(j, XK_Control_L, XK_p);
    AWAIT(j, state_widget(&j->now, "palette_first") != NULL);
    journey_settle(j);
    journey_type(j, "reset layout", j->now.palette);
    journey_settle(j);
    journey_chord(j, NoSymbol, XK_Return);
    AWAIT(j, j->now.viewport.width == width);
}

void journey_parts(Journey *j)
{
    journey_step(j, "open the default scene");
    journey_start_program(j, NULL);
    int part = check_search(j);
    check_isolate(j, part);
    check_ghost(j, part);
    check_layout(j);
    journey_step(j, "Ctrl+Q quits");
    journey_quit(j);
}
