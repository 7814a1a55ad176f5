// The broad phase against a loop over all boxes, through insertions, moves and removals; and that
// its tree stays balanced on boxes made to unbalance it.
#include "core/assembly/broad_phase.h"
#include "core/base/rng.h"
#include "core/tests/test_set.h"
#include "core/tests/tree_check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { ITEMS = 300 };

typedef struct Found {
    bool item[ITEMS];
    int count, stop_after;
} Found;

static bool note(void *user, int32_t item)
{
    Found *found = user;
    assert_false(found->item[item]); // each one once
    found->item[item] = true;
    return ++found->count != found->stop_after;
}

static bool meet(const Box3d *a, const Box3d *b)
{
    for (int i = 0; i < 3; ++i)
        if (a->lo.v[i] > b->hi.v[i] || b->lo.v[i] > a->hi.v[i])
            return false;
    return true;
}

// Boxes on a grid share faces and corners, those of size zero are points.
static Box3d random_box(Rng *rng, int style)
{
    Vec3d lo = rng_in_cube(rng, 10), size = vec3d(rng_unit(rng), rng_unit(rng), rng_unit(rng));
    if (style == 1)
        for (int i = 0; i < 3; ++i) {
            lo.v[i] = floor(lo.v[i] / 4) * 4;
            size.v[i] = rng_below(rng, 2) * 4;
        }
    if (style == 2) {
        lo = vec3d(1, 2, 3);
        size = vec3d(1, 1, 1);
    }
    if (style == 3) {
        double along = rng_uniform(rng, 0, 1e6);
        lo = vec3d(along, 0, 0);
        size = vec3d(1e-3 * along, 1, 1);
    }
    return (Box3d){lo, vec3d_add(lo, size)};
}

static void it_finds_what_a_loop_over_all_boxes_finds(void **state)
{
    (void)state;
    int64_t queries = 0, hits = 0;
    for (uint64_t seed = 1; seed <= (sanitised() ? 4 : 16); ++seed) {
        Rng rng = rng_create(seed);
        int style = (int)(seed % 4);
        BroadPhase phase = {0};
        Box3d boxes[ITEMS];
        bool in[ITEMS] = {false};
        assert_true(broad_phase_reserve(&phase, ITEMS / 2));
        for (int step = 0; step < 2000; ++step) {
            if (step == 500)
                assert_true(broad_phase_reserve(&phase, ITEMS)); // grows with items in it
            int32_t item = rng_below(&rng, phase.item_count);
            in[item] = rng_below(&rng, 4) != 0;
            boxes[item] = random_box(&rng, style);
            broad_phase_set(&phase, item, in[item] ? &boxes[item] : NULL);
            const Box3d *kept = broad_phase_box(&phase, item);
            assert_int_equal(kept != NULL, in[item]);
            assert_true(!kept || memcmp(kept, &boxes[item], sizeof *kept) == 0);
            if (step % 50 == 0 && !broad_phase_validate(&phase))
                fail_msg("seed %llu, step %d: the tree is broken", (unsigned long long)seed, step);
            Box3d asked = random_box(&rng, style);
            Found found = {.count = 0};
            assert_true(broad_phase_query(&phase, &asked, note, &found));
            for (int i = 0; i < ITEMS; ++i) {
                bool expected = in[i] && meet(&boxes[i], &asked);
                if (found.item[i] != expected)
                    fail_msg("seed %llu, step %d: item %d", (unsigned long long)seed, step, i);
                hits += expected;
            }
            ++queries;
        }
        broad_phase_free(&phase);
    }
    assert_true(hits > queries / 10);
    printf("RAN: %lld queries, %lld boxes found\n", (long long)queries, (long long)hits);
}

static void equal_boxes_and_rows_stay_balanced(void **state)
{
    (void)state;
    enum { COUNT = 4096 };
    for (int kind = 0; kind < 3; ++kind) {
        BroadPhase phase = {0};
        assert_true(broad_phase_reserve(&phase, COUNT));
        for (int32_t i = 0; i < COUNT; ++i) {
            double x = kind == 0 ? 0 : kind == 1 ? (double)i : -(double)i * i;
            Box3d box = {vec3d(x, 0, 0), vec3d(x + 1, 1, 1)};
            broad_phase_set(&phase, i, &box);
        }
        assert_true(broad_phase_validate(&phase));
        assert_in_range(phase.nodes[phase.root].height, 12, 18); // 1.45 * 12 + 1
        for (int32_t i = 0; i < COUNT - 16; ++i)
            broad_phase_set(&phase, i, NULL);
        assert_true(broad_phase_validate(&phase));
        assert_in_range(phase.nodes[phase.root].height, 4, 6);
        broad_phase_free(&phase);
    }
}

static void odd_boxes_are_never_missed(void **state)
{
    (void)state;
    BroadPhase phase = {0};
    Box3d one = {vec3d(0, 0, 0), vec3d(1, 1, 1)}, odd = one, far = {vec3d(9, 9, 9), vec3d(9, 9, 9)};
    assert_true(broad_phase_query(&phase, &one, note, &(Found){.count = 0})); // empty
    assert_true(broad_phase_validate(&phase));
    assert_null(broad_phase_box(&phase, 7));
    assert_true(broad_phase_reserve(&phase, 3));
    odd.hi.y = NAN;
    broad_phase_set(&phase, 0, &odd);
    broad_phase_set(&phase, 1, &one);
    Found found = {.count = 0};
    assert_true(broad_phase_query(&phase, &far, note, &found));
    assert_true(found.item[0] && found.count == 1);
    found = (Found){.stop_after = 1};
    assert_false(broad_phase_query(&phase, &one, note, &found));
    assert_int_equal(found.count, 1);
    broad_phase_free(&phase);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_finds_what_a_loop_over_all_boxes_finds),
        cmocka_unit_test(equal_boxes_and_rows_stay_balanced),
        cmocka_unit_test(odd_boxes_are_never_missed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
