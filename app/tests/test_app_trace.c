// The recorded search of the selected pair: it is the search of the report, stays when parts move and
// says that it is old, goes back and forth without a difference, and says its reasons in words.
// ctest labels: threads
#include "app/actions/list.h"
#include "app/document/field_actions.h"
#include "app/document/selection.h"
#include "app/stages/rows.h"
#include "app/tests/app_fixture.h"
#include "core/base/rng.h"

#include <stdio.h>

enum { PLATE, OTHER_PLATE, BALL, RING };

static void record(App *app, int32_t a, int32_t b)
{
    selection_only(&app->document, a);
    if (b != NO_PART)
        selection_add(&app->document, b);
    assert_true(app_do(app, &action_trace_record, &(ActionArgs){.part = NO_PART}, 0));
    stages_wait(app);
}

static void touching(App *app)
{
    fixture_open(app);
    ActionArgs args = move_args(BALL, vec3d(0, 2, 0));
    assert_true(app_do(app, &action_part_move, &args, 0));
    stages_wait(app);
}

static void act(App *app, const Action *action, double number)
{
    assert_true(app_do(app, action, &(ActionArgs){.part = NO_PART, .number = number}, 0));
}

static void it_is_the_search_of_the_selected_pair(void **state)
{
    (void)state;
    App app;
    touching(&app);
    record(&app, BALL, PLATE);
    const TraceShown *t = &app.trace;
    assert_true(trace_known(t) && !t->old);
    assert_true(t->part[0] == PLATE && t->part[1] == BALL);
    const PairReport *pair = assembly_report_find(&app.report, PLATE, BALL);
    assert_non_null(pair);
    assert_int_equal(t->trace.contacts, pair->contacts.count);
    assert_true(app.roots.current);
    assert_int_equal(t->trace.total.volume_tests, app.roots.work.volume_tests);
    assert_int_equal(t->trace.total.triangle_tests, app.roots.work.triangle_tests);
    assert_int_equal(t->trace.total.updates, app.roots.work.updates);
    // One part alone: with whom it meets. Alone in the air: with whom it is nearest to.
    record(&app, BALL, NO_PART);
    assert_true(app.trace.part[0] == PLATE && app.trace.part[1] == BALL);
    record(&app, RING, NO_PART);
    assert_true(app.trace.part[1] == RING && trace_known(&app.trace));
    app_free(&app);
}

static void it_is_old_once_parts_or_settings_change(void **state)
{
    (void)state;
    App app;
    touching(&app);
    record(&app, PLATE, BALL);
    uint32_t steps = app.trace.trace.step_count;
    ActionArgs args = move_args(BALL, vec3d(0.5, 2, 0));
    assert_true(app_do(&app, &action_part_move, &args, 0));
    stages_update(&app, 0);
    assert_true(app.trace.old); // at once
    stages_wait(&app);
    assert_true(app.trace.old && app.trace.trace.step_count == steps);
    args = move_args(BALL, vec3d(0, 2, 0));
    assert_true(app_do(&app, &action_part_move, &args, 0));
    stages_wait(&app);
    assert_false(app.trace.old); // back where it was
    assert_true(app_do(&app, &action_query_rule, &(ActionArgs){.index = 1}, 0));
    stages_wait(&app);
    assert_true(app.trace.old);
    record(&app, PLATE, BALL);
    assert_false(app.trace.old);
    Assembly other = fixture_assembly("other");
    stages_open_assembly(&app, &other);
    stages_wait(&app);
    assert_false(trace_known(&app.trace));
    app_free(&app);
}

typedef struct Shown {
    uint32_t step, test;
    char said[256];
    TraceCounters counters;
} Shown;

static Shown look(const App *app)
{
    Shown s = {.step = app->trace.step, .test = trace_shown_test(&app->trace)};
    trace_say(app, s.test, s.said, sizeof s.said);
    trace_counters(&app->trace.trace, s.step, &s.counters);
    return s;
}

static void back_then_forward_changes_nothing(void **state)
{
    (void)state;
    App app;
    touching(&app);
    record(&app, PLATE, BALL);
    uint32_t last = app.trace.trace.step_count - 1;
    assert_true(last > 10);
    for (uint32_t i = 0; i < last; ++i) {
        Shown before = look(&app);
        act(&app, &action_trace_forward, 0);
        Shown there = look(&app);
        assert_int_equal(there.step, before.step + 1);
        act(&app, &action_trace_back, 0);
        Shown again = look(&app);
        assert_memory_equal(&again.counters, &before.counters, sizeof before.counters);
        assert_string_equal(again.said, before.said);
        act(&app, &action_trace_forward, 0);
    }
    act(&app, &action_trace_forward, 0); // the last one stays
    assert_int_equal(app.trace.step, last);
    act(&app, &action_trace_go, 1);
    act(&app, &action_trace_back, 0);
    assert_int_equal(app.trace.step, 0);
    ActionArgs beyond = {.part = NO_PART, .number = last + 2};
    assert_false(app_do(&app, &action_trace_go, &beyond, 0));
    assert_true(has_notice(&app, "steps 1 to"));
    app_free(&app);
}

static void it_runs_to_leaves_prunes_and_triangles(void **state)
{
    (void)state;
    App app;
    touching(&app);
    record(&app, PLATE, BALL);
    const Trace *trace = &app.trace.trace;
    act(&app, &action_trace_next_leaves, 0);
    uint32_t test = trace_shown_test(&app.trace);
    assert_true(trace->tests[test].flags & TRACE_LEAVES);
    char said[256];
    trace_say(&app, test, said, sizeof said);
    assert_non_null(strstr(said, "of triangles compared"));
    act(&app, &action_trace_next_prune, 0);
    test = trace_shown_test(&app.trace);
    trace_say(&app, test, said, sizeof said);
    assert_int_not_equal(trace->tests[test].exit, 0);
    assert_non_null(strstr(said, "separated along"));
    assert_non_null(strstr(said, " mm"));
    // Two in contact are compared; the farthest ones are not.
    const PairReport *pair = assembly_report_find(&app.report, PLATE, BALL);
    const Contact *c = &pair->contacts.items[0];
    ActionArgs args = {.part = NO_PART, .index = c->a, .number = c->b};
    assert_true(app_do(&app, &action_trace_triangles, &args, 0));
    assert_true(trace->tests[trace_shown_test(&app.trace)].flags & TRACE_LEAVES);
    assert_true(has_notice(&app, "are compared in step"));
    const int32_t counts[2] = {trace->a->mesh->triangle_count, trace->b->mesh->triangle_count};
    bool kept_apart = false;
    for (args.index = 0; !kept_apart && args.index < counts[0]; ++args.index)
        for (int32_t b = 0; !kept_apart && b < counts[1]; ++b) {
            args.number = b;
            assert_true(app_do(&app, &action_trace_triangles, &args, 0));
            kept_apart = trace->tests[trace_shown_test(&app.trace)].exit != 0;
        }
    assert_true(kept_apart && has_notice(&app, "are not compared"));
    args.index = counts[0];
    assert_false(app_do(&app, &action_trace_triangles, &args, 0));
    act(&app, &action_trace_clear, 0);
    assert_false(trace_known(&app.trace));
    const char *why = NULL;
    assert_false(app_can(&app, &action_trace_forward, &why));
    assert_non_null(why);
    app_free(&app);
}

// Lengths are those of the world: twice as large, twice as far.
static void gaps_are_said_as_they_are_in_the_world(void **state)
{
    (void)state;
    TraceShown shown = {0};
    Rng rng = rng_create(5);
    for (int i = 0; i < 20; ++i) {
        Affine turn = rng_rotation(&rng);
        shown.placed[0] = turn;
        for (int r = 0; r < 3; ++r)
            for (int k = 0; k < 3; ++k)
                shown.placed[0].m[r][k] *= 1 + k; // 1, 2, 3 times along its axes
        for (int k = 0; k < 3; ++k) {
            Vec3d axis = vec3d(k == 0, k == 1, k == 2);
            double is = trace_world_length(&shown, axis, 0.5);
            assert_true(fabs(is - 0.5 * (1 + k)) < 1e-12);
        }
    }
}

static void nothing_selected_is_refused(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    selection_only(&app.document, NO_PART);
    const char *why = NULL;
    assert_false(app_can(&app, &action_trace_record, &why));
    assert_non_null(strstr(why, "select"));
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_the_search_of_the_selected_pair),
        cmocka_unit_test(it_is_old_once_parts_or_settings_change),
        cmocka_unit_test(back_then_forward_changes_nothing),
        cmocka_unit_test(it_runs_to_leaves_prunes_and_triangles),
        cmocka_unit_test(gaps_are_said_as_they_are_in_the_world),
        cmocka_unit_test(nothing_selected_is_refused),
    };
    return cmocka_run_group_tests_name("trace", tests, NULL, NULL);
}
