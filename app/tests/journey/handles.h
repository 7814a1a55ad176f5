// Parts moved by their handles among many others, where what is proven takes its time.
#ifndef SNUG_APP_TESTS_JOURNEY_HANDLES_H
#define SNUG_APP_TESTS_JOURNEY_HANDLES_H

#include "app/tests/journey/journey.h"

enum { X = 9, Y = 10, Z = 11 }; // of a placement: the position

static inline double at(const Journey *j, int part, int number)
{
    return j->now.parts[part].placement[number];
}

// A handle of what is selected; the button stays pressed.
static inline void take_handle(Journey *j, const char *name, int *x, int *y)
{
    journey_settle(j);
    Rect r = journey_find(j, name);
    *x = r.x + r.width / 2;
    *y = r.y + r.height / 2;
    journey_move(j, *x, *y);
    journey_grab(j, BUTTON_LEFT);
}

// Let go, it still goes where it was led, as far as it can.
static inline void lead(Journey *j, int x, int y)
{
    journey_glide(j, x, y);
    journey_let_go(j, BUTTON_LEFT);
}

// Longer than others wait: forty parts on a slow machine.
enum { MOST_RESTS = 150 };
#define UNTIL(j, condition)                                                                        \
    do {                                                                                           \
        for (int rest = 0; rest < MOST_RESTS && !(condition); ++rest) {                            \
            journey_rest(2);                                                                       \
            journey_look(j);                                                                       \
        }                                                                                          \
        AWAIT(j, condition);                                                                       \
        journey_settle(j);                                                                         \
    } while (0)

#endif
