// The figures about the selected part's tree follow selection and settings.
// ctest labels: threads
#include "app/actions/list.h"
#include "app/document/field_actions.h"
#include "app/tests/app_fixture.h"

#include "app/stages/rows.h"
#include "core/tree/bv/variants.h"

#include <math.h>
#include <stdio.h>

static void select_part(App *app, int32_t part)
{
    assert_true(app_do(app, &action_part_select, &(ActionArgs){.part = part}, 0));
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
    assert_ptr_equal(shown->tree, app->parts[part].tree);
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
    assert_true(app_do(&app, &action_build_volume,
                       &(ActionArgs){.part = NO_PART, .index = bv_index(&bv_obb)}, 0));
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

static bool boxes_meet(const Box3d *a, const Box3d *b)
{
    bool meet = true;
    for (int k = 0; k < 3; ++k)
        meet = meet && a->lo.v[k] <= b->hi.v[k] && b->lo.v[k] <= a->hi.v[k];
    return meet;
}

// Nobody waits for figures of cost.
static void wait_for_cost(App *app)
{
    stages_wait(app);
    while (app->document.selected != NO_PART && !stage_cost.current(app)) {
        worker_wait(stage_run(app, &stage_cost)->worker, 20);
        stages_update(app, 0);
    }
}

// The counts are those of the searches themselves, from the roots and over all parts near it.
static void check_cost(const App *app, int32_t part)
{
    const SearchCost *cost = &app->cost;
    const QueryTarget *shown = &app->stages->shown;
    double sums[COST_TERMS] = {0};
    int pairs = 0;
    for (int32_t i = 0; i < shown->count; ++i) {
        int32_t a = i < part ? i : part, b = i < part ? part : i;
        Box3d boxes[2] = {box3d_moved(&shown->parts[a].tree->box, &shown->parts[a].placement),
                          box3d_moved(&shown->parts[b].tree->box, &shown->parts[b].placement)};
        if (a == b || !boxes_meet(&boxes[0], &boxes[1]))
            continue;
        Affine b_to_a;
        ContactList list = {0};
        QueryStats stats;
        double counts[COST_TERMS];
        Error err = {""};
        assert_true(
            placement_between(&shown->parts[a].placement, &shown->parts[b].placement, &b_to_a));
        assert_true(query_contacts(shown->parts[a].tree, shown->parts[b].tree, &b_to_a,
                                   &shown->desc, NULL, &list, &stats, &err));
        cost_counts(&stats, counts);
        for (int k = 0; k < COST_TERMS; ++k)
            sums[k] += counts[k];
        ++pairs;
        contact_list_free(&list);
    }
    assert_int_equal(cost->part, part);
    assert_int_equal(cost->pairs, pairs);
    assert_true(pairs > 0);
    assert_memory_equal(cost->here.counts, sums, sizeof sums);
    assert_true(cost->constants.poses >= COST_LEAST_POSES && cost->here.seconds > 0);
    assert_true(cost->forecast == cost_predict(&cost->constants.model, sums));
    printf("RAN: part %d, %s: %d pairs, %.0f volume tests, %d poses\n", part,
           cost->build.type->name, pairs, sums[COST_VOLUME], cost->constants.poses);
}

static void costs_follow_selection_test_and_place(void **state)
{
    (void)state;
    App app = {0};
    fixture_open(&app);
    wait_for_cost(&app);
    assert_int_equal(app.cost.part, NO_PART);        // nothing is selected, nothing is measured
    ActionArgs into = move_args(2, vec3d(45, 0, 0)); // the ball into the ring
    assert_true(app_do(&app, &action_part_move, &into, 0));
    select_part(&app, 2);
    wait_for_cost(&app);
    check_cost(&app, 2);
    CostMeasure before = app.cost.constants;
    into.placement.p.x += 0.5;
    assert_true(app_do(&app, &action_part_move, &into, 0));
    wait_for_cost(&app);
    check_cost(&app, 2);
    assert_memory_equal(&before, &app.cost.constants, sizeof before); // the same tree and test
    assert_true(app_do(&app, &action_build_volume,
                       &(ActionArgs){.part = NO_PART, .index = bv_index(&bv_aabb)}, 0));
    wait_for_cost(&app);
    check_cost(&app, 2);
    assert_memory_not_equal(&before, &app.cost.constants, sizeof before);
    before = app.cost.constants;
    assert_true(app_do(&app, &action_query_test, &(ActionArgs){.part = NO_PART, .index = 1}, 0));
    wait_for_cost(&app);
    check_cost(&app, 2);
    assert_int_equal(app.cost.query.test, 1);
    assert_memory_not_equal(&before, &app.cost.constants, sizeof before);
    assert_int_equal(app.cost.constants.model.state[COST_UPDATE], COST_ABSENT); // of AABBs
    assert_true(app_do(&app, &action_build_volume,
                       &(ActionArgs){.part = NO_PART, .index = bv_index(&bv_obb)}, 0));
    wait_for_cost(&app);
    check_cost(&app, 2);
    assert_true(app.cost.here.counts[COST_UPDATE] > 0);
    select_part(&app, 3);
    wait_for_cost(&app);
    check_cost(&app, 3);
    Assembly other = fixture_assembly("other");
    stages_open_assembly(&app, &other);
    stages_wait(&app);
    assert_int_equal(app.cost.part, NO_PART);
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
            assert_true(app_do(&app, &action_part_select, &(ActionArgs){.part = part}, 0));
            stages_update(&app, 0);
            abandoned += stage_task(&app, &stage_quality) != NULL;
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
        cmocka_unit_test(costs_follow_selection_test_and_place),
        cmocka_unit_test(figures_can_be_abandoned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
