// Marks of contact that would cover each other: how they are merged, and that they hold still.
#include "app/window/tools/mark_crowd.h"
#include "core/base/rng.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { SEED = 73, MOST = 300 };
static const double APART = 40;

static size_t some_spots(Rng *rng, MarkSpot *spots, int count, double size)
{
    for (int i = 0; i < count; ++i)
        spots[i] = (MarkSpot){.kind = (int32_t)rng_below(rng, 2),
                              .a = (int32_t)rng_below(rng, 3),
                              .b = 3 + (int32_t)rng_below(rng, 3),
                              .x = rng_uniform(rng, 0, size),
                              .y = rng_uniform(rng, 0, size),
                              .weight = rng_uniform(rng, 0, 5),
                              .index = (size_t)i};
    return (size_t)count;
}

static double between(const MarkSpot *a, const MarkSpot *b)
{
    return hypot(a->x - b->x, a->y - b->y);
}

// From nothing: no two of a kind are near, nobody is lost, and each says the depth of the deepest.
static void marks_that_are_near_become_one(void **state)
{
    (void)state;
    Rng rng = rng_create(SEED);
    int64_t merged = 0, left_out = 0;
    for (int round = 0; round < 200; ++round) {
        MarkSpot spots[MOST];
        size_t count =
            some_spots(&rng, spots, (int)rng_below(&rng, MOST), rng_uniform(&rng, 50, 1500));
        MarkCrowd crowd = {.count = 0};
        mark_crowd_settle(&crowd, spots, count, APART);
        size_t total = (size_t)crowd.left_out;
        for (int i = 0; i < crowd.count; ++i) {
            const CrowdMark *mark = &crowd.marks[i];
            total += 1 + (size_t)mark->others;
            merged += mark->others;
            assert_true(mark->most == mark->spot.weight); // without a past the deepest is drawn
            for (int k = 0; k < i; ++k)
                if (crowd.marks[k].spot.kind == mark->spot.kind &&
                    between(&crowd.marks[k].spot, &mark->spot) < APART)
                    fail_msg("round %d (seed %d): two marks are %g apart", round, SEED,
                             between(&crowd.marks[k].spot, &mark->spot));
        }
        assert_true(total == count && crowd.count <= CROWD_MOST);
        left_out += crowd.left_out;
        // Every kind that is there is seen: the legend tells the truth.
        for (int kind = 0; kind < 2 && crowd.left_out == 0; ++kind) {
            int there = 0, seen = 0;
            for (size_t i = 0; i < count; ++i)
                there += spots[i].kind == kind;
            for (int i = 0; i < crowd.count; ++i)
                seen += crowd.marks[i].spot.kind == kind;
            assert_true((there > 0) == (seen > 0));
        }
    }
    assert_true(merged > 1000 && left_out > 0);
    print_message("RAN: 200 crowds, %lld marks merged, %lld left out\n", (long long)merged,
                  (long long)left_out);
}

// How many marks of one frame are not where one of the frame before was.
static int popped(const MarkCrowd *before, const MarkCrowd *after, double slack)
{
    int count = 0;
    for (int i = 0; i < after->count; ++i) {
        bool known = false;
        for (int k = 0; k < before->count && !known; ++k)
            known = before->marks[k].spot.kind == after->marks[i].spot.kind &&
                    between(&before->marks[k].spot, &after->marks[i].spot) < slack;
        count += !known;
    }
    return count;
}

// The hand trembles and depths with it: marks stay, where those that forget come and go.
static void marks_hold_still(void **state)
{
    (void)state;
    enum { FRAMES = 300, SPOTS = 60 };
    Rng rng = rng_create(SEED + 1);
    MarkSpot rest[SPOTS], spots[SPOTS];
    some_spots(&rng, rest, SPOTS, 420);
    MarkCrowd crowd = {.count = 0}, forgetful = {.count = 0};
    int with = 0, without = 0;
    for (int frame = 0; frame < FRAMES; ++frame) {
        for (int i = 0; i < SPOTS; ++i) {
            spots[i] = rest[i];
            spots[i].x += rng_uniform(&rng, -1.5, 1.5);
            spots[i].y += rng_uniform(&rng, -1.5, 1.5);
            spots[i].weight = 1 + 0.02 * rest[i].weight; // about as deep as each other
            spots[i].weight *= rng_uniform(&rng, 0.95, 1.05);
        }
        MarkCrowd before = crowd, fresh = {.count = 0};
        mark_crowd_settle(&crowd, spots, SPOTS, APART);
        mark_crowd_settle(&fresh, spots, SPOTS, APART);
        if (frame > 0) {
            with += popped(&before, &crowd, 5) + popped(&crowd, &before, 5);
            without += popped(&forgetful, &fresh, 5) + popped(&fresh, &forgetful, 5);
        }
        forgetful = fresh;
    }
    print_message("RAN: %d frames, %d marks came or went; %d would have without a memory\n", FRAMES,
                  with, without);
    assert_true(without > 100);
    if (with > 6) // a few settle in the first frames
        fail_msg("%d marks came or went (seed %d)", with, SEED + 1);
}

// One that gets clearly deeper takes the place, and the depth that is said is never less.
static void the_deepest_wins_in_the_end(void **state)
{
    (void)state;
    MarkSpot spots[2] = {{.x = 0, .weight = 1, .index = 0}, {.x = 25, .weight = 0.9, .index = 1}};
    MarkCrowd crowd = {.count = 0};
    mark_crowd_settle(&crowd, spots, 2, APART);
    assert_true(crowd.count == 1 && crowd.marks[0].spot.index == 0 && crowd.marks[0].others == 1);
    spots[1].weight = 1.2; // a little deeper: it stays, and says so
    mark_crowd_settle(&crowd, spots, 2, APART);
    assert_true(crowd.count == 1 && crowd.marks[0].spot.index == 0 && crowd.marks[0].most == 1.2);
    spots[1].weight = 1.3;
    mark_crowd_settle(&crowd, spots, 2, APART);
    assert_true(crowd.count == 1 && crowd.marks[0].spot.index == 1);
    spots[1].x = 41; // far enough for two ...
    mark_crowd_settle(&crowd, spots, 2, APART);
    assert_int_equal(crowd.count, 2);
    spots[1].x = 32; // ... which they stay for a while
    mark_crowd_settle(&crowd, spots, 2, APART);
    assert_int_equal(crowd.count, 2);
    spots[1].x = 29;
    mark_crowd_settle(&crowd, spots, 2, APART);
    assert_int_equal(crowd.count, 1);
    spots[1].kind = 1;
    mark_crowd_settle(&crowd, spots, 2, APART);
    assert_int_equal(crowd.count, 2);
    mark_crowd_settle(&crowd, spots, 0, APART);
    assert_int_equal(crowd.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_that_are_near_become_one),
        cmocka_unit_test(marks_hold_still),
        cmocka_unit_test(the_deepest_wins_in_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
