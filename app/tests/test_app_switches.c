// Volume, criterion, builder, test, rule, arity, leaf size, lifting, fronts and presets are switched at random while
// a part is dragged through others, faster than anybody could: what is shown in the end is what comparing all
// triangles finds. A few hundred switches; five thousand in the long tier.
// ctest labels: threads
#include "app/actions/list_parts.h"
#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "app/document/lists.h"
#include "app/document/presets.h"
#include "app/tests/app_fixture.h"
#include "core/base/rng.h"
#include "core/tests/brute_force.h"

#include <stdio.h>

enum { PLATE, PLATE_2, BALL, RING, SEED = 16 };

// Coarser than the usual ones: all triangles are compared with all, many times.
static Assembly small_assembly(void)
{
    Assembly assembly = {.title = strdup("switches")};
    Affine at = affine_identity();
    assert_true(assembly_add(&assembly, "Plate", shape_box(vec3d(10, 1, 10)), &at, 0x808080));
    at.p = vec3d(0, 8, 0);
    assert_true(assembly_add(&assembly, "Torus", shape_torus(5, 1.5, 14, 8), &at, 0x909090));
    at.p = vec3d(0, 3, 0);
    assert_true(assembly_add(&assembly, "Ball", shape_ico_sphere(2.5, 1), &at, 0xa0a0a0));
    return assembly;
}

static void compare(const App *app, const char *when)
{
    ContactList right = {0};
    size_t pairs = 0;
    for (int32_t a = 0; a < app->document.part_count; ++a)
        for (int32_t b = a + 1; b < app->document.part_count; ++b) {
            Affine b_to_a;
            QueryStats stats;
            assert_true(placement_between(&app->document.parts[a].placement,
                                          &app->document.parts[b].placement, &b_to_a));
            assert_true(brute_force_contacts(app->assembly.parts[a].mesh,
                                             app->assembly.parts[b].mesh, &b_to_a, tri_tests[0],
                                             &right, &stats));
            const PairReport *shown = NULL;
            for (size_t i = 0; i < app->report.count; ++i)
                if (app->report.pairs[i].a == a && app->report.pairs[i].b == b)
                    shown = &app->report.pairs[i];
            size_t found = shown ? shown->contacts.count : 0;
            if (found != right.count)
                fail_msg("%s: %d and %d: %zu pairs of triangles shown, %zu are right", when, (int)a,
                         (int)b, found, right.count);
            for (size_t i = 0; i < found; ++i)
                if (shown->contacts.items[i].a != right.items[i].a ||
                    shown->contacts.items[i].b != right.items[i].b)
                    fail_msg("%s: %d and %d: another pair of triangles", when, (int)a, (int)b);
            pairs += right.count > 0;
        }
    if (pairs != app->report.count)
        fail_msg("%s: %zu pairs of parts shown, %zu are right", when, app->report.count, pairs);
    contact_list_free(&right);
}

// Some switch or other; what the volume does not take is refused, as by a key.
static const char *switch_one(App *app, Rng *rng)
{
    static const int arities[] = {2, 4, 8};
    const Action *const lists[] = {&action_build_volume, &action_build_criterion,
                                   &action_build_builder, &action_query_test, &action_query_rule};
    const Action *const flags[] = {&action_query_lift, &action_query_fronts, &action_query_threads,
                                   &action_build_own_criterion};
    ActionArgs args = {.part = NO_PART};
    const Action *action;
    switch (rng_below(rng, 10)) {
    case 0:
        action = &action_build_leaf_size;
        args.index = 1 + rng_below(rng, BVH_MAX_LEAF);
        break;
    case 1:
        action = &action_build_arity;
        args.index = arities[rng_below(rng, 3)];
        break;
    case 2:
        action = flags[rng_below(rng, 4)];
        args.flag = rng_below(rng, 2) == 1;
        break;
    case 3:
        preset_take(&app->document, rng_below(rng, preset_count()));
        return "a preset";
    default:
        action = lists[rng_below(rng, 5)];
        args.index = rng_below(rng, list_count(action->field->list, &app->document));
        break;
    }
    action_submit(&app->queue, action, &args);
    app_apply_actions(app);
    return action->name;
}

static void whatever_is_switched_the_pairs_are_right(void **state)
{
    (void)state;
    App app;
    Assembly assembly = small_assembly();
    Rng rng = rng_create(SEED);
    int switches = full_tier() ? 5000 : 300, compared = 0, meeting = 0;
    fixture_open_this(&app, &assembly);
    char when[160];
    for (int i = 0; i < switches; ++i) {
        const char *what = switch_one(&app, &rng);
        // The drag goes on in between: one gesture of forty steps each.
        Affine to = rng_rotation(&rng);
        to.p = vec3d(rng_uniform(&rng, -4, 4), rng_uniform(&rng, -2, 9), rng_uniform(&rng, -4, 4));
        ActionArgs move = {.part = BALL, .placement = to};
        action_submit_merged(&app.queue, &action_part_move, &move, 1000 + (uint64_t)(i / 40));
        app_apply_actions(&app);
        stages_update(&app, 0);
        snprintf(when, sizeof when, "switch %d of seed %d, %s, %s", i, SEED, what,
                 app.document.build.type->name);
        if (i % 5 != 4) // the next one comes before this one is done
            continue;
        stages_wait(&app);
        compare(&app, when);
        ++compared;
        meeting += app.report.count > 0;
    }
    printf("RAN: %d switches, %d times compared, of which %d with contacts\n", switches, compared,
           meeting);
    assert_true(meeting > compared / 4);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(whatever_is_switched_the_pairs_are_right)};
    return cmocka_run_group_tests_name("switches", tests, NULL, NULL);
}
