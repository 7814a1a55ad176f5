// Two ways to build and search side by side: the figures are those of the searches from the roots, both find what
// comparing all triangles finds, whatever is switched while a part is dragged; recorded searches go in step; and where
// the two do not agree, it is said.
// ctest labels: threads
#include "app/actions/list.h"
#include "app/document/compare.h"
#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "app/document/lists.h"
#include "app/document/presets.h"
#include "app/document/selection.h"
#include "app/stages/rows.h"
#include "app/tests/random_switches.h"
#include "core/query/preset.h"
#include "core/tree/bv/variants.h"

#include <stdio.h>

enum { PLATE, OTHER_PLATE, BALL, RING, SEED = 22 };

static void set(App *app, const Action *action, double value)
{
    ActionArgs args = {.part = NO_PART};
    field_to_arguments(action->field, value, &args);
    if (!app_do(app, action, &args, 0))
        fail_msg("%s: %s", action->name, last_notice(app));
}

static void open_touching(App *app)
{
    fixture_open(app);
    ActionArgs args = move_args(BALL, vec3d(0, 2, 0));
    assert_true(app_do(app, &action_part_move, &args, 0));
    selection_only(&app->document, PLATE);
    selection_add(&app->document, BALL);
    set(app, &action_view_compare, 1);
    stages_wait(app);
}

// What is chosen at first is what a volume comes with, as for the setting in use.
static void at_first_it_is_a_plain_tree_of_boxes(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    SearchKind kind = compare_kind(&app.document);
    assert_true(kind.build.type == bv_types[1]);
    Document by_hand = app.document;
    Error err = {""};
    assert_true(field_set(action_compare_volume.field, &by_hand, 1, &err));
    SearchKind own = compare_kind(&by_hand);
    assert_true(search_kind_equal(&kind, &own));
    assert_false(compare_on(&app) || app.compare.trees);
    app_free(&app);
}

static void figures_are_those_of_either_alone(void **state)
{
    (void)state;
    App app;
    open_touching(&app);
    const CompareReading *r = &app.compare.figures;
    for (int preset = 0; preset < preset_published(); ++preset) {
        ActionArgs args = {.part = NO_PART, .index = preset};
        assert_true(app_do(&app, &action_compare_preset, &args, 0));
        stages_update(&app, 0);
        stages_wait(&app);
        assert_int_equal(compare_preset(&app.document), preset);
        assert_true(app.compare.figures_current && app.compare.trees_current);
        assert_int_equal(r->differing, 0);
        assert_int_equal(r->pairs, 1);
        // The left one is the setting in use, as the Statistics panel reads it.
        assert_true(app.roots.current);
        assert_memory_equal(&r->side[SIDE_A].work, &app.roots.work, sizeof app.roots.work);
        const PairReport *pair = assembly_report_find(&app.report, PLATE, BALL);
        assert_int_equal(r->side[SIDE_A].contacts, pair->contacts.count);
        assert_int_equal(r->side[SIDE_B].contacts, pair->contacts.count);
        assert_true(r->side[SIDE_B].sum == r->side[SIDE_A].sum);
        // Used, the right one reads the same on the left, and one undo takes it back.
        RootWork right = r->side[SIDE_B].work;
        double bytes = r->side[SIDE_B].bytes;
        BvhDesc before = app.document.build;
        assert_true(app_do(&app, &action_compare_use, &(ActionArgs){.part = NO_PART}, 0));
        stages_wait(&app);
        assert_memory_equal(&r->side[SIDE_A].work, &right, sizeof right);
        assert_memory_equal(&app.roots.work, &right, sizeof right);
        assert_true(fabs(r->side[SIDE_A].bytes - bytes) < 1);
        if (preset == PRESET_FAST)
            continue; // it was in use already
        assert_true(app_do(&app, &action_edit_undo, &(ActionArgs){.part = NO_PART}, 0));
        stages_wait(&app);
        assert_true(bvh_desc_equal(&app.document.build, &before));
    }
    app_free(&app);
}

static void it_is_old_until_it_is_searched_again(void **state)
{
    (void)state;
    App app;
    open_touching(&app);
    uint64_t sum = app.compare.figures.side[SIDE_B].sum;
    ActionArgs args = move_args(BALL, vec3d(0.3, 1.7, 0));
    assert_true(app_do(&app, &action_part_move, &args, 0));
    stages_update(&app, 0);
    assert_true(app.compare.figures_known && app.compare.figures.side[SIDE_B].sum == sum);
    assert_false(app.compare.figures_current); // what is shown stays, and is called old
    stages_wait(&app);
    assert_true(app.compare.figures_current && app.compare.figures.side[SIDE_B].sum != sum);
    set(&app, &action_compare_volume, 2);
    stages_update(&app, 0);
    assert_false(app.compare.figures_current);
    assert_non_null(app.compare.trees);
    stages_wait(&app);
    assert_true(app.compare.trees[BALL]->type == bv_types[2]);
    set(&app, &action_view_compare, 0);
    stages_wait(&app);
    assert_null(app.compare.trees); // and the memory is given back
    assert_false(app.compare.figures_known || app.compare.figures_current);
    app_free(&app);
}

static void the_setting_before_follows(void **state)
{
    (void)state;
    App app;
    open_touching(&app);
    set(&app, &action_compare_before, 1);
    BvhDesc first = app.document.build;
    set(&app, &action_build_volume, 3);
    stages_wait(&app);
    assert_true(bvh_desc_equal(&app.compare.kind.build, &first));
    BvhDesc second = app.document.build;
    set(&app, &action_build_volume, 5);
    stages_wait(&app);
    assert_true(bvh_desc_equal(&app.compare.kind.build, &second));
    assert_true(app.compare.figures_current && app.compare.figures.differing == 0);
    set(&app, &action_compare_volume, 1); // chosen by hand it stays
    assert_false(field_flag(&app.document, &action_compare_before));
    set(&app, &action_build_volume, 2);
    stages_wait(&app);
    assert_true(app.compare.kind.build.type == bv_types[1]);
    app_free(&app);
}

static void what_cannot_be_built_is_refused(void **state)
{
    (void)state;
    App app;
    open_touching(&app);
    SearchKind before = compare_kind(&app.document);
    ActionArgs args = {.part = NO_PART, .index = 3};
    assert_false(app_do(&app, &action_compare_arity, &args, 0));
    assert_true(has_notice(&app, "2, 4 or 8"));
    args.index = 17;
    assert_false(app_do(&app, &action_compare_leaf_size, &args, 0));
    args.index = 2; // AABBs have two tests
    assert_false(app_do(&app, &action_compare_test, &args, 0));
    SearchKind after = compare_kind(&app.document);
    assert_true(search_kind_equal(&before, &after));
    // A test that another volume had is none of this one's.
    app.document.compare.test = 7;
    assert_int_equal(compare_kind(&app.document).query.test, 0);
    app_free(&app);
}

static void parameters_are_chosen_by_hand_too(void **state)
{
    (void)state;
    App app;
    open_touching(&app);
    const char *why = NULL;
    set(&app, &action_compare_volume, bv_index(&bv_aabb));
    assert_false(app_can(&app, &action_compare_param, &why)); // it has none
    set(&app, &action_compare_volume, bv_index(&bv_kdop));
    stages_wait(&app);
    uint64_t tests = app.compare.figures.side[SIDE_B].work.volume_tests;
    set(&app, &action_compare_before, 1);
    ActionArgs args = {.part = NO_PART, .index = 0, .number = 6};
    assert_true(app_do(&app, &action_compare_param, &args, 0));
    assert_false(field_flag(&app.document, &action_compare_before));
    stages_wait(&app);
    assert_true(app.compare.trees[BALL]->desc.params[0] == 6);
    assert_true(app.compare.figures_current && app.compare.figures.differing == 0);
    assert_true(app.compare.figures.side[SIDE_B].work.volume_tests > tests); // boxes are looser
    args.number = 27;
    assert_false(app_do(&app, &action_compare_param, &args, 0));
    assert_true(has_notice(&app, "must lie between"));
    set(&app, &action_compare_leaf_size, 2); // the rest stays
    assert_true(compare_kind(&app.document).build.params[0] == 6);
    assert_true(app_do(&app, &action_compare_use, &(ActionArgs){.part = NO_PART}, 0));
    assert_true(app.document.build.type == &bv_kdop && app.document.build.params[0] == 6);
    set(&app, &action_compare_volume, bv_index(&bv_kdop)); // chosen again it has its own
    assert_true(compare_kind(&app.document).build.params[0] == 24);
    app_free(&app);
}

static void recorded_searches_go_in_step(void **state)
{
    (void)state;
    App app;
    open_touching(&app);
    assert_true(app_do(&app, &action_trace_record, &(ActionArgs){.part = NO_PART}, 0));
    stages_wait(&app);
    const TraceShown *a = &app.trace, *b = &app.compare.trace;
    const CompareReading *r = &app.compare.figures;
    assert_true(trace_known(a) && trace_known(b) && !a->old && !b->old);
    assert_int_equal(b->trace.total.volume_tests, r->side[SIDE_B].work.volume_tests);
    assert_int_equal(b->trace.total.triangle_tests, r->side[SIDE_B].work.triangle_tests);
    assert_int_equal(b->trace.contacts, r->side[SIDE_B].contacts);
    uint32_t counts[2] = {a->trace.step_count, b->trace.step_count};
    uint32_t most = counts[0] > counts[1] ? counts[0] : counts[1];
    assert_int_not_equal(counts[0], counts[1]);
    assert_int_equal(trace_steps(&app), most);
    for (uint32_t step = 0; step < most; ++step) { // the shorter one waits at its end
        assert_int_equal(a->step, step < counts[0] ? step : counts[0] - 1);
        assert_int_equal(b->step, step < counts[1] ? step : counts[1] - 1);
        assert_true(app_do(&app, &action_trace_forward, &(ActionArgs){.part = NO_PART}, 0));
    }
    assert_true(app_do(&app, &action_trace_back, &(ActionArgs){.part = NO_PART}, 0));
    assert_int_equal(app.trace.at, most - 2);
    ActionArgs to = {.part = NO_PART, .number = 4};
    assert_true(app_do(&app, &action_trace_go, &to, 0));
    assert_true(a->step == 3 && b->step == 3);
    // Another way on the right: it is recorded at the same places, at the same step.
    set(&app, &action_compare_volume, 2);
    stages_wait(&app);
    assert_true(trace_known(b) && b->trace.a->type == bv_types[2] && b->step == 3);
    assert_memory_equal(b->placed, a->placed, sizeof a->placed);
    ActionArgs move = move_args(BALL, vec3d(0.5, 2, 0));
    assert_true(app_do(&app, &action_part_move, &move, 0));
    stages_wait(&app);
    assert_true(a->old && b->old);
    assert_true(app_do(&app, &action_trace_clear, &(ActionArgs){.part = NO_PART}, 0));
    stages_wait(&app);
    assert_false(trace_known(b));
    app_free(&app);
}

static void levels_are_drawn_of_both(void **state)
{
    (void)state;
    App app;
    open_touching(&app);
    ActionArgs args = {.part = NO_PART, .level = 2};
    assert_true(app_do(&app, &action_overlay_level, &args, 0));
    stages_wait(&app);
    const Overlay *o = &app.overlay;
    for (int32_t i = 0; i < FIXTURE_PARTS; ++i) {
        const OverlayEntry *left = &o->entries[o->parts[i].shown];
        const OverlayEntry *right = &o->entries[o->beside[i].shown];
        assert_true(left->tree == app.parts[i].tree && left->level == 2);
        assert_true(right->tree == app.compare.trees[i] && right->level == 2);
    }
    set(&app, &action_view_compare, 0);
    stages_wait(&app);
    assert_int_equal(o->beside[BALL].shown, NO_OVERLAY);
    app_free(&app);
}

// A hierarchy that lost triangles: nobody is to believe its figures.
static void who_finds_others_is_named(void **state)
{
    (void)state;
    App app;
    open_touching(&app);
    set(&app, &action_compare_volume, 2); // spheres, whose leaves are their slots alone
    stages_wait(&app);
    assert_int_equal(app.compare.figures.differing, 0);
    Bvh *tree = app.compare.trees[BALL];
    for (uint32_t i = 0; i < tree->slot_count; ++i)
        tree->slots[i] = 0;
    ActionArgs args = move_args(BALL, vec3d(0.2, 2, 0));
    assert_true(app_do(&app, &action_part_move, &args, 0));
    stages_wait(&app);
    assert_int_equal(app.compare.figures.differing, 1);
    assert_true(has_notice(&app, "do not find the same contacts"));
    app_free(&app);
    // Of searches that end at the first contact only whether there is one.
    Contact items[2] = {{.a = 1, .b = 2}, {.a = 3, .b = 4}}, other = {.a = 1, .b = 5};
    ContactList both = {.items = items, .count = 2}, one = {.items = &other, .count = 1},
                none = {0};
    assert_true(compare_same(&both, &both, QUERY_ALL) && compare_same(&none, &none, QUERY_FIRST));
    assert_false(compare_same(&both, &one, QUERY_ALL));
    assert_true(compare_same(&both, &one, QUERY_FIRST));
    assert_false(compare_same(&both, &none, QUERY_FIRST));
    both.count = 1;
    assert_false(compare_same(&both, &one, QUERY_ALL));
    assert_true(compare_sum(0, &both) != compare_sum(0, &one));
}

// --- at random

// Pairs whose boxes are apart have no contacts, so their sums do not count.
static void compare_with_all(const App *app, const char *when)
{
    const CompareReading *r = &app->compare.figures;
    ContactList right = {0};
    size_t contacts = 0;
    uint64_t sum = 0;
    int32_t count = app->document.part_count;
    for (int32_t a = 0; a < count; ++a)
        for (int32_t b = a + 1; b < count; ++b) {
            const Box3d *boxes[2] = {broad_phase_box(&app->report.boxes, a),
                                     broad_phase_box(&app->report.boxes, b)};
            contacts_of_all(app, a, b, &right);
            contacts += right.count;
            bool apart = false;
            for (int k = 0; k < 3; ++k)
                apart |=
                    boxes[0]->hi.v[k] < boxes[1]->lo.v[k] || boxes[1]->hi.v[k] < boxes[0]->lo.v[k];
            assert_true(!apart || right.count == 0);
            if (!apart)
                sum = compare_sum(sum, &right);
        }
    contact_list_free(&right);
    if (!app->compare.figures_current || r->differing != 0)
        fail_msg("%s: %d pairs differ", when, r->differing);
    for (int side = 0; side < COMPARE_SIDES; ++side)
        if (r->side[side].contacts != contacts || r->side[side].sum != sum)
            fail_msg("%s: the %s one has %zu pairs of triangles, %zu are right", when,
                     side ? "right" : "left", r->side[side].contacts, contacts);
}

static const Switches switches = {
    .lists = {&action_compare_volume, &action_compare_criterion, &action_compare_test,
              &action_compare_rule, &action_build_volume, &action_build_criterion,
              &action_query_test, &action_query_rule},
    .flags = {&action_compare_lift, &action_compare_before, &action_query_lift,
              &action_query_fronts},
    .leaf_sizes = {&action_compare_leaf_size, &action_build_leaf_size},
    .arities = {&action_compare_arity, &action_build_arity},
    .presets = {&action_compare_preset, &action_build_preset}};

static void whatever_is_switched_both_are_right(void **state)
{
    (void)state;
    App app;
    Assembly assembly = small_assembly("compared");
    Rng rng = rng_create(SEED);
    int steps = full_tier() ? 5000 : 160, compared = 0, meeting = 0;
    fixture_open_this(&app, &assembly);
    set(&app, &action_view_compare, 1);
    app.document.view.shown_pair[0] = NO_PART;
    char when[160];
    for (int i = 0; i < steps; ++i) {
        const char *what = switch_one(&app, &rng, &switches);
        drag_small_ball(&app, &rng, i);
        snprintf(when, sizeof when, "switch %d of seed %d, %s, %s against %s", i, SEED, what,
                 app.document.build.type->name, app.document.compare.volume->name);
        if (i % 4 != 3) // the next one comes before this one is done
            continue;
        selection_only(&app.document, NO_PART);
        stages_wait(&app);
        compare_with_all(&app, when);
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_first_it_is_a_plain_tree_of_boxes),
        cmocka_unit_test(figures_are_those_of_either_alone),
        cmocka_unit_test(it_is_old_until_it_is_searched_again),
        cmocka_unit_test(the_setting_before_follows),
        cmocka_unit_test(what_cannot_be_built_is_refused),
        cmocka_unit_test(parameters_are_chosen_by_hand_too),
        cmocka_unit_test(recorded_searches_go_in_step),
        cmocka_unit_test(levels_are_drawn_of_both),
        cmocka_unit_test(who_finds_others_is_named),
        cmocka_unit_test(whatever_is_switched_both_are_right),
    };
    return cmocka_run_group_tests_name("compare", tests, NULL, NULL);
}
