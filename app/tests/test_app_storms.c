// Storms of random actions against the workers, from fixed seeds.
// ctest labels: threads
#include "app/actions/list.h"
#include "app/document/field_actions.h"
#include "app/tests/app_fixture.h"
#include "core/base/rng.h"

#include <stdio.h>

enum { BALL = 2 };

// Any order of anything: afterwards the report is that of the document, from scratch.
static void storms_of_actions_end_in_the_right_report(void **state)
{
    (void)state;
    int storms = full_tier() ? 200 : 12, applied = 0, reports = 0;
    for (int s = 0; s < storms; ++s) {
        uint64_t seed = 1000 + (uint64_t)s;
        Rng rng = rng_create(seed);
        App app;
        fixture_open(&app);
        for (int i = 0; i < 120; ++i) {
            const Action *action = actions[rng_below(&rng, action_count)];
            if (rng_below(&rng, 2) == 0)
                action = &action_part_move; // what people do most
            if (action == &action_scene_open || action == &action_file_open ||
                action == &action_app_quit) {
                Assembly again = fixture_assembly("again");
                stages_open_assembly(&app, &again);
                continue;
            }
            ActionArgs args = {.part = rng_below(&rng, FIXTURE_PARTS + 2) - 1,
                               .index = rng_below(&rng, 6) - 1,
                               .number = rng_unit(&rng),
                               .flag = rng_below(&rng, 2),
                               .placement = rng_rotation(&rng),
                               .camera = app.document.view.camera};
            args.placement.p = rng_in_cube(&rng, 8);
            applied += app_do(&app, action, &args, (uint64_t)rng_below(&rng, 2));
            if (rng_below(&rng, 3) > 0)
                stages_update(&app, rng_below(&rng, 4) == 0 ? 2 : 0);
            if (rng_below(&rng, 20) == 0)
                stages_wait(&app);
        }
        // A cancelled build may have left the app without trees: then ask for others. Otherwise one
        // more move is enough, and the old trees stay, so that both reports go on from what they
        // remember.
        stages_wait(&app);
        if (!app.parts[BALL].tree)
            app_do(&app, &action_build_leaf_size, &(ActionArgs){.index = 11}, 0);
        ActionArgs args = move_args(BALL, vec3d(0.5, 1.25, 0));
        app_do(&app, &action_part_move, &args, 0);
        stages_wait(&app);
        char when[64];
        snprintf(when, sizeof when, "seed %d", (int)seed);
        check_report(&app, when);
        reports += (int)app.report_version;
        app_free(&app);
    }
    print_message("%d storms, %d actions applied, %d reports shown\n", storms, applied, reports);
    assert_true(applied > 50 * storms);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(storms_of_actions_end_in_the_right_report),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
