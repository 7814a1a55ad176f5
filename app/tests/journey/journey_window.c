// The window and the camera: open, idle, orbit, pan, zoom, select, quit.
#include "app/tests/journey/journey.h"

#include <X11/keysym.h>
#include <limits.h>
#include <stdio.h>
#include <time.h>

static bool same_target(const State *a, const State *b)
{
    return a->camera[0] == b->camera[0] && a->camera[1] == b->camera[1] &&
           a->camera[2] == b->camera[2];
}

static bool same_angles(const State *a, const State *b)
{
    return a->camera[3] == b->camera[3] && a->camera[4] == b->camera[4];
}

static bool same_distance(const State *a, const State *b)
{
    return a->camera[5] == b->camera[5];
}

// An empty spot of the view.
static void point_at_nothing(Journey *j)
{
    const Rect v = j->now.viewport;
    journey_move(j, v.x + 20, v.y + v.height / 2);
    AWAIT(j, j->now.hovered == NO_PART);
}

static void check_open(Journey *j)
{
    journey_step(j, "the default scene opens, drawn and without contact");
    journey_start_program(j, NULL);
    EXPECT(j, j->now.title[0] != 0);
    EXPECT(j, j->now.part_count >= 8);
    EXPECT(j, j->now.pairs == 0 && j->now.contacts == 0);
    EXPECT(j, j->now.selected == NO_PART);
    EXPECT(j, !j->now.can_undo && !j->now.can_redo);
    Picture view = {0};
    // The screen shows a frame a little after the program has drawn it.
    AWAIT(j, (picture_free(&view), view = journey_view(j), picture_colours(&view) > 200));
    EXPECT(j, picture_count(&view, colour_is_alert) == 0);
    picture_free(&view);
}

// Frames are counted and not processor time, so that a busy machine changes nothing. Messages go by
// themselves and cost a few frames then, so the best of several stretches counts; a loop that polls
// or redraws would show in every one.
static void check_idle(Journey *j)
{
    enum { TRIES = 6, ALLOWED_FRAMES = 4 };
    int best = INT_MAX;
    const Rect v = j->now.viewport;
    journey_step(j, "two seconds without input draw nothing");
    for (int i = 0; i < TRIES && best > ALLOWED_FRAMES; ++i) {
        journey_settle(j);
        int before = j->now.frame;
        nanosleep(&(struct timespec){2, 0}, NULL);
        journey_move(j, v.x + 21 + i % 2, v.y + v.height / 2); // the next frame tells their number
        best = j->now.frame - before < best ? j->now.frame - before : best;
    }
    printf("    %d frames\n", best);
    EXPECT(j, best <= ALLOWED_FRAMES);
}

static void check_orbit(Journey *j)
{
    State before = j->now;
    Picture view = journey_view(j);
    const Rect v = j->now.viewport;
    journey_step(j, "right drag orbits, also when it begins on a part");
    journey_move(j, v.x + v.width / 2, v.y + v.height / 2);
    AWAIT(j, j->now.hovered != NO_PART);
    journey_grab(j, BUTTON_RIGHT);
    journey_glide(j, v.x + v.width / 2 + 90, v.y + v.height / 2 + 40);
    AWAIT(j, !same_angles(&j->now, &before));
    journey_let_go(j, BUTTON_RIGHT);
    EXPECT(j, same_target(&j->now, &before) && same_distance(&j->now, &before));
    EXPECT(j, state_same_placements(&j->now, &before));
    EXPECT(j, j->now.selected == NO_PART && !j->now.can_undo);
    AWAIT(j, journey_view_difference(j, &view) > 10000);
    picture_free(&view);

    journey_step(j, "left drag on nothing orbits too");
    point_at_nothing(j);
    journey_settle(j);
    before = j->now;
    journey_grab(j, BUTTON_LEFT);
    journey_glide(j, v.x + 70, v.y + v.height / 2);
    AWAIT(j, !same_angles(&j->now, &before));
    journey_let_go(j, BUTTON_LEFT);
    EXPECT(j, state_same_placements(&j->now, &before));

    journey_step(j, "Escape puts the camera back");
    journey_settle(j);
    before = j->now;
    journey_grab(j, BUTTON_RIGHT);
    journey_glide(j, v.x + 200, v.y + v.height / 2);
    AWAIT(j, !same_angles(&j->now, &before));
    journey_chord(j, NoSymbol, XK_Escape);
    AWAIT(j, j->now.dragging == 0 && state_same_camera(&j->now, &before));
    screen_button(j->display, BUTTON_RIGHT, false);
}

static void check_pan_and_zoom(Journey *j)
{
    const Rect v = j->now.viewport;
    journey_step(j, "middle drag pans");
    journey_move(j, v.x + v.width / 2, v.y + v.height / 2);
    AWAIT(j, j->now.hovered != NO_PART);
    journey_settle(j);
    State before = j->now;
    journey_grab(j, BUTTON_MIDDLE);
    journey_glide(j, v.x + v.width / 2 + 60, v.y + v.height / 2 - 30);
    AWAIT(j, !same_target(&j->now, &before));
    journey_let_go(j, BUTTON_MIDDLE);
    EXPECT(j, same_angles(&j->now, &before) && same_distance(&j->now, &before));
    EXPECT(j, state_same_placements(&j->now, &before));

    journey_step(j, "the wheel zooms in and out");
    journey_settle(j);
    before = j->now;
    for (int i = 0; i < 3; ++i) {
        screen_button(j->display, BUTTON_WHEEL_UP, true);
        screen_button(j->display, BUTTON_WHEEL_UP, false);
    }
    // All three: the program may see them in several frames.
    AWAIT(j, j->now.camera[5] < 0.68 * before.camera[5]);
    EXPECT(j, same_angles(&j->now, &before) && state_same_placements(&j->now, &before));
    State near = j->now;
    screen_button(j->display, BUTTON_WHEEL_DOWN, true);
    screen_button(j->display, BUTTON_WHEEL_DOWN, false);
    AWAIT(j, j->now.camera[5] > near.camera[5]);
}

// The camera of the start, by keys alone.
static void check_standard_views(Journey *j, const State *start, const Picture *picture)
{
    journey_step(j, "1 looks from the front");
    journey_chord(j, NoSymbol, XK_1);
    AWAIT(j, j->now.camera[3] == 0 && j->now.camera[4] == 0);
    journey_step(j, "Home and F bring back the first picture");
    journey_chord(j, NoSymbol, XK_Home);
    AWAIT(j, same_angles(&j->now, start));
    journey_chord(j, NoSymbol, XK_f);
    point_at_nothing(j);
    AWAIT(j, journey_view_difference(j, picture) < 50);
    EXPECT(j, state_same_placements(&j->now, start));
}

static void check_select(Journey *j)
{
    int part = state_part(&j->now, "Gear wheel");
    journey_step(j, "a click selects a part");
    journey_settle(j);
    Picture view = journey_view(j);
    journey_point_at(j, part, -20, 40);
    State before = j->now;
    screen_button(j->display, BUTTON_LEFT, true);
    screen_button(j->display, BUTTON_LEFT, false);
    AWAIT(j, j->now.selected == part);
    EXPECT(j, state_same_placements(&j->now, &before) && state_same_camera(&j->now, &before));
    point_at_nothing(j);
    AWAIT(j, journey_view_difference(j, &view) > 200);

    journey_step(j, "a click on nothing selects none");
    screen_button(j->display, BUTTON_LEFT, true);
    screen_button(j->display, BUTTON_LEFT, false);
    AWAIT(j, j->now.selected == NO_PART);
    EXPECT(j, state_same_placements(&j->now, &before) && state_same_camera(&j->now, &before));
    AWAIT(j, journey_view_difference(j, &view) < 50);
    picture_free(&view);
}

static void check_resize(Journey *j)
{
    State before = j->now;
    journey_step(j, "the view follows the size of the window");
    screen_resize(j->display, 1000, 640);
    AWAIT(j, j->now.viewport.width < before.viewport.width - 200 &&
                 j->now.viewport.height < before.viewport.height - 100);
    EXPECT(j, state_same_placements(&j->now, &before));
    Picture view = {0};
    AWAIT(j, (picture_free(&view), view = journey_view(j), picture_colours(&view) > 200));
    picture_free(&view);
    screen_resize(j->display, SCREEN_WIDTH, SCREEN_HEIGHT);
    AWAIT(j, j->now.viewport.width == before.viewport.width &&
                 j->now.viewport.height == before.viewport.height);
}

void journey_window(Journey *j)
{
    check_open(j);
    point_at_nothing(j);
    journey_settle(j);
    State start = j->now;
    Picture picture = journey_view(j);
    check_idle(j);
    check_orbit(j);
    check_pan_and_zoom(j);
    check_standard_views(j, &start, &picture);
    check_select(j);
    check_resize(j);
    picture_free(&picture);
    journey_step(j, "Ctrl+Q quits");
    journey_quit(j);
}
