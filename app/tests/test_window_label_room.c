// Labels over the view make room for each other.
#include "app/window/label_room.h"
#include "core/base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const LabelRect VIEW = {10, 20, 810, 620};

static bool overlap(LabelRect a, LabelRect b)
{
    return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}

static bool same(LabelRect a, LabelRect b)
{
    return !(a.x0 < b.x0 || a.x0 > b.x0 || a.y0 < b.y0 || a.y0 > b.y0);
}

static void who_comes_first_stays(void **state)
{
    (void)state;
    LabelRoom room;
    label_room_begin(&room, VIEW);
    LabelRect first = {100, 100, 200, 120}, there = first;
    assert_true(same(label_room_take(&room, first, false), first));
    // The next ones go where they are already: up, and down.
    LabelRect up = label_room_take(&room, there, false);
    assert_true(up.y1 <= 100 && up.y1 > 99 && same(up, (LabelRect){100, 80, 200, 100}));
    there = (LabelRect){110, 110, 210, 130};
    LabelRect down = label_room_take(&room, there, true);
    assert_true(same(down, (LabelRect){110, 120, 210, 140}));
    // Nothing is taken any more in the next frame.
    label_room_begin(&room, VIEW);
    assert_true(same(label_room_take(&room, there, true), there));
    // What is drawn anyway was there first.
    label_room_begin(&room, VIEW);
    label_room_keep(&room, first);
    assert_true(same(label_room_take(&room, there, true), down));
}

static void none_is_cut_off(void **state)
{
    (void)state;
    LabelRoom room;
    label_room_begin(&room, VIEW);
    LabelRect high = label_room_take(&room, (LabelRect){700, 0, 900, 20}, false);
    assert_true(same(high, (LabelRect){610, 20, 810, 40}));
    // Above it there is no room: it goes below, although it is an upper one.
    LabelRect next = label_room_take(&room, (LabelRect){620, 25, 700, 45}, false);
    assert_true(same(next, (LabelRect){620, 40, 700, 60}));
    LabelRect wide = label_room_take(&room, (LabelRect){0, 300, 2000, 320}, false);
    assert_true(wide.x0 >= 10 && wide.x0 < 11); // its beginning is to be read
}

static void crowds_find_room(void **state)
{
    (void)state;
    Rng rng = rng_create(5);
    for (int round = 0; round < 200; ++round) {
        LabelRoom room;
        label_room_begin(&room, VIEW);
        for (int i = 0; i < 12; ++i) {
            float x = 300 + (float)rng_uniform(&rng, 0, 120),
                  y = 300 + (float)rng_uniform(&rng, 0, 40);
            float width = (float)rng_uniform(&rng, 30, 300);
            label_room_take(&room, (LabelRect){x, y, x + width, y + 20}, rng_below(&rng, 2));
        }
        assert_int_equal(room.count, 12);
        for (int i = 0; i < room.count; ++i)
            for (int k = 0; k < i; ++k)
                if (overlap(room.taken[i], room.taken[k]))
                    fail_msg("round %d: labels %d and %d overlap", round, k, i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_comes_first_stays),
        cmocka_unit_test(none_is_cut_off),
        cmocka_unit_test(crowds_find_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
