// The figures about the selected part's tree follow selection and settings.
// ctest labels: threads
#include "app_fixture.h"

#include "app/stages.h"

#include <math.h>
#include <stdio.h>

static void select_part(App *app, int32_t part)
{
    assert_true(app_do(app, ACTION_part_select, &(ActionArgs){.part = part}, 0));
    stages_wait(app);
}

static Quality measured_here(const Bvh *bvh)
{
    NodeMeasures tree;
    assert_true(quality_measure(bvh, NULL, &tree));
    Quality q = quality_of(&tree);
    node_measures_free(&tree);
    return q;
}

static void check(const App *app, int32_t part)
{
    const TreeQuality *shown = &app->quality;
    assert_ptr_equal(shown->tree, app->part_trees[part]);
    Quality q = measured_here(shown->tree);
    assert_true(q.cost == shown->figures.cost && q.overlap == shown->figures.overlap);
    assert_int_equal(shown->level_count, shown->tree->depth);
    assert_true(shown->empty.count > 0 && !shown->watch.rebuild);
}

static void figures_follow_selection_and_trees(void **state)
{
    (void)state;
    App app = {0};
    fixture_open(&app);
    assert_null(app.quality.tree); // nothing is selected, nothing is measured
    select_part(&app, 2);
    check(&app, 2);
    assert_false(app.quality.has_before);
    double aabb = app.quality.figures.cost;
    assert_true(
        app_do(&app, ACTION_build_volume, &(ActionArgs){.part = NO_PART, .index = BV_ID(obb)}, 0));
    stages_wait(&app);
    check(&app, 2);
    assert_true(app.quality.has_before && app.quality.before.cost == aabb);
    select_part(&app, 3); // another mesh: nothing to compare with
    check(&app, 3);
    assert_false(app.quality.has_before);
    select_part(&app, NO_PART);
    Assembly other = fixture_assembly("other");
    stages_open_assembly(&app, &other);
    stages_wait(&app);
    assert_null(app.quality.tree);
    app_free(&app);
}

// Nobody waits for figures: quitting and changing the selection in the middle are fine.
static void figures_can_be_abandoned(void **state)
{
    (void)state;
    int abandoned = 0;
    for (int round = 0; round < 20; ++round) {
        App app = {0};
        fixture_open(&app);
        for (int i = 0; i < 6; ++i) {
            int32_t part = i % FIXTURE_PARTS;
            assert_true(app_do(&app, ACTION_part_select, &(ActionArgs){.part = part}, 0));
            stages_update(&app, 0);
            abandoned += app.stages->measuring != NULL;
        }
        if (round % 2) {
            stages_wait(&app);
            check(&app, 1);
        }
        app_free(&app);
    }
    printf("RAN: %d selections changed while measuring\n", abandoned);
    assert_true(abandoned > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_follow_selection_and_trees),
        cmocka_unit_test(figures_can_be_abandoned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
