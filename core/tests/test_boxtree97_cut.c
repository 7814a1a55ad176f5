// Where the 1997 BoxTree cuts a cell: the penalty, its least value by scan and by bisection, empty
// parts, and how deep it cuts.
#include "core/tests/test_set.h"
#include "core/tree/bv/boxtree97/boxtree97.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static void penalty_and_depth_are_the_published_ones(void **state)
{
    (void)state;
    assert_true(cut_penalty((CutCounts){40, 50, 10}, 1.5) == 25);
    assert_true(cut_penalty((CutCounts){40, 50, 10}, 0) == 10);
    static const int table[][2] = {{100, 4},  {300, 5},  {700, 6},   {1300, 7}, {2000, 8},
                                   {3000, 9}, {1, 1},    {2, 1},     {64, 3},   {450, 5},
                                   {480, 6},  {2500, 9}, {20480, 12}};
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i)
        assert_int_equal(boxtree97_default_depth(table[i][0]), table[i][1]);
}

static int32_t random_items(Rng *rng, CutItem *items, int32_t most, Box3 *cell)
{
    int32_t count = 2 + rng_below(rng, most - 1);
    bool grid = rng_below(rng, 2); // many equal ends
    for (int k = 0; k < 3; ++k) {
        cell->lo.v[k] = -1;
        cell->hi.v[k] = (float)rng_uniform(rng, 0.5, 2);
    }
    for (int32_t i = 0; i < count; ++i) {
        items[i].triangle = i;
        for (int k = 0; k < 3; ++k) {
            double length = (double)cell->hi.v[k] + 1, at = -1 + length * rng_unit(rng);
            double to = at + 0.3 * length * rng_unit(rng) * rng_unit(rng);
            if (grid) {
                at = round(4 * at) / 4;
                to = round(4 * to) / 4;
            }
            items[i].box.lo.v[k] = fmaxf((float)at, cell->lo.v[k]);
            items[i].box.hi.v[k] = fminf((float)to, cell->hi.v[k]);
            items[i].box.hi.v[k] = fmaxf(items[i].box.lo.v[k], items[i].box.hi.v[k]);
        }
    }
    return count;
}

// Every place where the counts can change, both floats beside it, and a fine raster.
static double least_penalty(const CutItem *items, int32_t count, const Box3 *cell, double thickness,
                            double gamma, bool both_sides)
{
    double least = INFINITY;
    for (int axis = 0; axis < 3; ++axis) {
        float lo = cell->lo.v[axis], hi = cell->hi.v[axis];
        for (int32_t i = 0; i < 6 * count + 500; ++i) {
            const Box3 *box = &items[i / 6 % count].box;
            double at = i >= 6 * count
                            ? (double)lo + ((double)hi - (double)lo) * (i - 6 * count) / 500
                        : i % 2 ? (double)box->hi.v[axis] - thickness
                                : (double)box->lo.v[axis] + thickness;
            float plane = (float)at;
            if (i < 6 * count && i % 6 >= 2)
                plane = nextafterf(plane, i % 6 >= 4 ? INFINITY : -INFINITY);
            if (!(plane > lo && plane < hi))
                continue;
            double penalty = cut_penalty(cut_counts(items, count, axis, plane, thickness), gamma);
            if (both_sides) {
                int32_t difference = 0;
                for (int32_t n = 0; n < count; ++n)
                    difference += cut_is_left(&items[n], axis, plane, thickness) -
                                  cut_is_right(&items[n], axis, plane, thickness);
                penalty = abs(difference);
            }
            least = fmin(least, penalty);
        }
    }
    return least;
}

// What was weighed, counted anew: the one that was taken costs least.
static void candidates_are_what_they_say(const CutItem *items, int32_t count, double thickness,
                                         double gamma, const SplitNotes *notes, const Cut *cut)
{
    SplitCandidate kept[SPLIT_NOTES_MOST];
    int chosen, there = 0, number = split_notes_kept(notes, kept, &chosen);
    assert_true(number > 0);
    for (int i = 0; i < number; ++i) {
        const SplitCandidate *c = &kept[i];
        CutCounts counts = cut_counts(items, count, c->axis, c->at[0], thickness);
        assert_true(c->left == counts.left && c->right == counts.right);
        assert_true(gamma == 0 ||
                    c->cost == abs(c->left - c->right) + gamma * (count - c->left - c->right));
        assert_true(cut->penalty <= c->cost);
        there += c->axis == cut->axis && c->at[0] == cut->plane && c->cost == cut->penalty;
    }
    assert_int_equal(there, 1);
}

static void the_chosen_plane_has_the_least_penalty(void **state)
{
    (void)state;
    enum { MOST = 90 };
    CutItem items[MOST];
    float scratch[5 * MOST];
    int cases = sanitised() ? 60 : 500, most_steps = 0;
    static const double gammas[] = {0.5, 1, 1.5, 4}, thicknesses[] = {0, 1e-5, 1e-2};
    for (int i = 0; i < cases; ++i) {
        Rng rng = rng_create(500 + (uint64_t)i);
        Box3 cell;
        int32_t count = random_items(&rng, items, MOST, &cell);
        double gamma = gammas[i % 4], thickness = thicknesses[i / 4 % 3];
        Cut cut;
        SplitNotes notes;
        Cut cut_noted;
        split_notes_begin(&notes);
        assert_true(cut_scan(items, count, &cell, thickness, gamma, scratch, &cut, NULL));
        assert_true(cut_scan(items, count, &cell, thickness, gamma, scratch, &cut_noted, &notes));
        assert_true(cut.axis == cut_noted.axis && cut.plane == cut_noted.plane);
        candidates_are_what_they_say(items, count, thickness, gamma, &notes, &cut);
        // What the scan thinks is what the plane does.
        CutCounts counts = cut_counts(items, count, cut.axis, cut.plane, thickness);
        assert_int_equal(counts.left + counts.right + counts.crossing, count);
        assert_true(cut.penalty == cut_penalty(counts, gamma));
        double least = least_penalty(items, count, &cell, thickness, gamma, false);
        if (cut.penalty > least)
            fail_msg("case %d: penalty %g, exhaustive %g", i, cut.penalty, least);
        Cut bisected;
        split_notes_begin(&notes);
        assert_true(cut_bisect(items, count, &cell, thickness, &bisected, &notes));
        candidates_are_what_they_say(items, count, thickness, 0, &notes, &bisected);
        least = least_penalty(items, count, &cell, thickness, 0, true);
        if (bisected.penalty > least)
            fail_msg("case %d: bisection %g, exhaustive %g", i, bisected.penalty, least);
        most_steps = bisected.steps > most_steps ? bisected.steps : most_steps;
    }
    assert_true(most_steps <= 40);
    printf("RAN: %d cells: scan and bisection (at most %d steps) find the exhaustive minimum\n",
           cases, most_steps);
}

static void empty_parts_are_found_and_left_a_thickness_away(void **state)
{
    (void)state;
    Box3 cell = {{{0, 0, 0}}, {{1, 1, 1}}};
    CutItem items[2] = {{0, {{{0.25f, 0.125f, 0}}, {{0.5f, 1, 1}}}},
                        {1, {{{0.3f, 0.25f, 0}}, {{0.625f, 0.5f, 0.5f}}}}};
    Cut cut;
    int side;
    double share = cut_empty(items, 2, &cell, 0, &cut, &side, NULL);
    SplitNotes notes;
    split_notes_begin(&notes);
    cut_empty(items, 2, &cell, 0, &cut, &side, &notes);
    assert_true(notes.other_count == 3); // below and above along x, below along y
    for (int i = 0; i < notes.other_count; ++i)
        assert_true(notes.others[i].way == WAY_EMPTY && notes.others[i].cost >= 1 - share);
    assert_true(share == 0.375 && cut.axis == 0 && side == 1 && cut.plane == 0.625f);
    share = cut_empty(items, 2, &cell, 0.0625, &cut, &side, NULL);
    assert_true(share == 0.3125 && cut.plane == 0.6875f);
    // Cut off, the gap that is left is the thickness: nothing more to gain on that side.
    cell.hi.x = 0.6875f;
    share = cut_empty(items, 2, &cell, 0.0625, &cut, &side, NULL);
    assert_true(cut.axis == 0 && side == 0 && cut.plane == 0.1875f);
    cell.lo.x = 0.1875f;
    share = cut_empty(items, 2, &cell, 0.0625, &cut, &side, NULL);
    assert_true(cut.axis == 1 && side == 0 && cut.plane == 0.0625f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(penalty_and_depth_are_the_published_ones),
        cmocka_unit_test(the_chosen_plane_has_the_least_penalty),
        cmocka_unit_test(empty_parts_are_found_and_left_a_thickness_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
