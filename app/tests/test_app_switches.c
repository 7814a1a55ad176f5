// Volume, criterion, builder, test, rule, arity, leaf size, lifting, fronts and presets are switched at random while
// a part is dragged through others, faster than anybody could: what is shown in the end is what comparing all
// triangles finds. A few hundred switches; five thousand in the long tier.
// ctest labels: threads
#include "app/actions/list.h"
#include "app/document/field_actions.h"
#include "app/tests/random_switches.h"

#include <stdio.h>

enum { SEED = 16 };

static void compare(const App *app, const char *when)
{
    ContactList right = {0};
    size_t pairs = 0;
    for (int32_t a = 0; a < app->document.part_count; ++a)
        for (int32_t b = a + 1; b < app->document.part_count; ++b) {
            contacts_of_all(app, a, b, &right);
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

static const Switches switches = {.lists = {&action_build_volume, &action_build_criterion,
                                            &action_build_builder, &action_query_test,
                                            &action_query_rule},
                                  .flags = {&action_query_lift, &action_query_fronts,
                                            &action_query_threads, &action_build_own_criterion},
                                  .leaf_sizes = {&action_build_leaf_size},
                                  .arities = {&action_build_arity},
                                  .presets = {&action_build_preset}};

static void whatever_is_switched_the_pairs_are_right(void **state)
{
    (void)state;
    App app;
    Assembly assembly = small_assembly("switches");
    Rng rng = rng_create(SEED);
    int steps = full_tier() ? 5000 : 300, compared = 0, meeting = 0;
    fixture_open_this(&app, &assembly);
    char when[160];
    for (int i = 0; i < steps; ++i) {
        const char *what = switch_one(&app, &rng, &switches);
        drag_small_ball(&app, &rng, i);
        snprintf(when, sizeof when, "switch %d of seed %d, %s, %s", i, SEED, what,
                 app.document.build.type->name);
        if (i % 5 != 4) // the next one comes before this one is done
            continue;
        stages_wait(&app);
        compare(&app, when);
        ++compared;
        meeting += app.report.count > 0;
    }
    printf("RAN: %d switches, %d times compared, of which %d with contacts\n", steps, compared,
           meeting);
    assert_true(meeting > compared / 4);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(whatever_is_switched_the_pairs_are_right)};
    return cmocka_run_group_tests_name("switches", tests, NULL, NULL);
}
