// N_v of the selected pair is that of a search from the roots where the parts stand, whatever the
// last query did; while it is not yet known, it is not said.
// ctest labels: threads
#include "app/actions/list.h"
#include "app/document/field_actions.h"
#include "app/document/selection.h"
#include "app/stages/rows.h"
#include "app/tests/app_fixture.h"
#include "core/tree/bv/variants.h"

#include <stdio.h>

enum { KNOT, TORUS, FAR_TORUS, STEPS = 10 };

// Two that run through each other, and one that meets nothing.
static void open_rings(App *app, bool fronts)
{
    Assembly assembly = {.title = strdup("rings")};
    Affine at = affine_rotation(vec3d_normalised(vec3d(1, 2, 3)), 0.7);
    Mesh *torus = shape_torus(10, 3, 40, 20);
    assert_true(
        assembly_add(&assembly, "Knot", shape_knot(2, 3, 10, 4, 1.5, 100, 8), &at, 0x808080));
    at = affine_translation(vec3d(9, 1, 2));
    assert_true(assembly_add(&assembly, "Torus", mesh_retain(torus), &at, 0x909090));
    at.p = vec3d(100, 0, 0);
    assert_true(assembly_add(&assembly, "Far torus", torus, &at, 0xa0a0a0));
    fixture_open_this(app, &assembly);
    assert_true(app_do(app, &action_query_fronts, &(ActionArgs){.flag = fronts}, 0));
    stages_wait(app);
}

static void select_both(App *app)
{
    selection_only(&app->document, KNOT);
    selection_add(&app->document, TORUS);
}

static void nudge(App *app, int step)
{
    ActionArgs args = move_args(TORUS, vec3d(9 - 0.01 * step, 1, 2));
    assert_true(app_do(app, &action_part_move, &args, 0));
}

// By the core alone, where the document says that the two are.
static RootWork counted_anew(const App *app, int32_t a, int32_t b)
{
    const Document *document = &app->document;
    Affine b_to_a;
    RootWork work;
    Error err = {""};
    assert_true(
        placement_between(&document->parts[a].placement, &document->parts[b].placement, &b_to_a));
    if (!query_root_work(app->parts[a].tree, app->parts[b].tree, &b_to_a, &document->query, NULL,
                         &work, &err))
        fail_msg("%s", err.text);
    return work;
}

static void assert_same_work(const RootWork *a, const RootWork *b, int step)
{
    if (a->volume_tests != b->volume_tests || a->triangle_tests != b->triangle_tests ||
        a->updates != b->updates)
        fail_msg("step %d: N_v %llu, N_p %llu, N_u %llu, but %llu, %llu, %llu are right", step,
                 (unsigned long long)a->volume_tests, (unsigned long long)a->triangle_tests,
                 (unsigned long long)a->updates, (unsigned long long)b->volume_tests,
                 (unsigned long long)b->triangle_tests, (unsigned long long)b->updates);
}

static void readings_with_fronts_are_those_without(void **state)
{
    (void)state;
    App with, without;
    uint64_t at_fronts = 0, saved = 0;
    open_rings(&with, true);
    open_rings(&without, false);
    select_both(&with);
    select_both(&without);
    for (int step = 1; step <= STEPS; ++step) {
        nudge(&with, step);
        nudge(&without, step);
        stages_wait(&with);
        stages_wait(&without);
        const RootReading *a = &with.roots, *b = &without.roots;
        const QueryStats *plain = &without.report.stats;
        assert_true(a->current && b->current && a->pairs == 1 && b->pairs == 1);
        assert_same_work(&a->work, &b->work, step);
        // Without fronts the query itself is the search from the roots.
        assert_int_equal(plain->front_tests, 0);
        RootWork query = {plain->volume_tests, plain->triangle_tests, plain->updates};
        assert_same_work(&a->work, &query, step);
        assert_int_equal(roots_saved(b), 0);
        // What is saved is so against the same pose.
        assert_int_equal(roots_saved(a),
                         (int64_t)(plain->volume_tests - with.report.stats.volume_tests));
        at_fronts += with.report.stats.front_tests;
        saved += roots_saved(a) > 0;
    }
    assert_true(at_fronts > 0 && saved > STEPS / 2);
    printf("RAN: %d moves of 0.01: N_v as without fronts, %llu tests at fronts\n", STEPS,
           (unsigned long long)at_fronts);
    app_free(&with);
    app_free(&without);
}

// While everything lags as it may, what is called current is right for where the parts stand now.
static void an_old_reading_is_never_called_current(void **state)
{
    (void)state;
    App app;
    open_rings(&app, true);
    select_both(&app);
    stages_wait(&app);
    assert_true(app.roots.current);
    int old = 0, right = 0;
    for (int step = 1; step <= 4 * STEPS; ++step) {
        nudge(&app, 5 * step);
        stages_update(&app, 0);
        assert_true(app.roots.known && !app.roots.current); // nothing is found in no time
        for (int i = 0; i < step % 5; ++i) {
            stages_update(&app, 2);
            if (app.roots.current) {
                RootWork now = counted_anew(&app, KNOT, TORUS);
                assert_same_work(&app.roots.work, &now, step);
                ++right;
            }
            old += app.roots.known && !app.roots.current;
        }
    }
    stages_wait(&app);
    RootWork now = counted_anew(&app, KNOT, TORUS);
    assert_true(app.roots.current);
    assert_same_work(&app.roots.work, &now, -1);
    printf("RAN: readings of %d frames current, of %d marked as old\n", right, old);
    // Another kind of hierarchy: nothing is known until it is counted for that one.
    assert_true(app_do(&app, &action_build_volume, &(ActionArgs){.index = bv_index(&bv_aabb)}, 0));
    stages_update(&app, 0);
    assert_false(app.roots.known || app.roots.current);
    stages_wait(&app);
    RootWork sat = counted_anew(&app, KNOT, TORUS);
    assert_same_work(&app.roots.work, &sat, -1);
    assert_true(sat.volume_tests != now.volume_tests);
    app_free(&app);
}

static void it_follows_what_is_selected(void **state)
{
    (void)state;
    App app;
    open_rings(&app, true);
    assert_int_equal(app.roots.part, NO_PART);
    assert_false(app.roots.known);
    RootWork pair = counted_anew(&app, KNOT, TORUS);
    Document *document = &app.document;
    // One part: all that is near it.
    selection_only(document, TORUS);
    stages_wait(&app);
    assert_true(app.roots.current && app.roots.part == TORUS && app.roots.other == NO_PART);
    assert_int_equal(app.roots.pairs, 1);
    assert_same_work(&app.roots.work, &pair, 1);
    // A pair whose boxes are apart is not searched.
    selection_add(document, FAR_TORUS);
    stages_wait(&app);
    assert_true(app.roots.current && app.roots.part == FAR_TORUS && app.roots.other == TORUS);
    assert_int_equal(app.roots.pairs, 0);
    assert_int_equal(app.roots.work.volume_tests, 0);
    // Three: those of the primary one.
    selection_add(document, KNOT);
    stages_wait(&app);
    assert_true(app.roots.current && app.roots.part == KNOT && app.roots.other == NO_PART);
    // A pair that is shown alone goes before what is selected.
    document->view.shown_pair[0] = KNOT;
    document->view.shown_pair[1] = FAR_TORUS;
    stages_wait(&app);
    assert_true(app.roots.current && app.roots.part == KNOT && app.roots.other == FAR_TORUS);
    document->view.shown_pair[0] = document->view.shown_pair[1] = NO_PART;
    // What is hidden is not searched, and neither is nothing.
    selection_only(document, KNOT);
    assert_true(app_do(&app, &action_part_show, &(ActionArgs){.part = TORUS, .flag = false}, 0));
    stages_wait(&app);
    assert_true(app.roots.current);
    assert_int_equal(app.roots.pairs, 0);
    selection_only(document, NO_PART);
    stages_wait(&app);
    assert_int_equal(app.roots.part, NO_PART);
    assert_false(app.roots.known || app.roots.current);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(readings_with_fronts_are_those_without),
        cmocka_unit_test(an_old_reading_is_never_called_current),
        cmocka_unit_test(it_follows_what_is_selected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
