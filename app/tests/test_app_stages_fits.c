// Parts without play: once they have touched, they may be taken out of each other and put back.
#include "app/actions/list_parts.h"
#include "app/document/field_actions.h"
#include "app/document/move_settings.h"
#include "app/stages/rows.h"
#include "app/tests/app_fixture.h"
#include "core/base/angle.h"
#include "core/tests/odd_shapes.h"

#include <math.h>

enum { RING, BOLT, LID, KEY = 9 };
static const double OUT = 12;

// A bolt as thick as the ring's hole, and a lid of the same size that has never been in it.
static Assembly bolt_and_ring(void)
{
    Assembly assembly = {.title = strdup("bolt and ring")};
    Affine at = affine_identity();
    assert_true(assembly_add(&assembly, "Ring", shape_ring(5, 12, 8, 24), &at, 0x808080));
    assert_true(assembly_add(&assembly, "Bolt", shape_cylinder(5, 8, 24), &at, 0x909090));
    at.p.y = 3 * OUT;
    assert_true(assembly_add(&assembly, "Lid", shape_cylinder(5, 8, 24), &at, 0x909090));
    return assembly;
}

static void open_sliding(App *app, enum HandMode mode)
{
    Assembly assembly = bolt_and_ring();
    fixture_open_this(app, &assembly);
    assert_true(app_do(app, &action_move_contact, &(ActionArgs){.index = (int)mode}, 0));
}

static double height(const App *app, int32_t part)
{
    return app->document.parts[part].placement.p.y;
}

static void ask(App *app, int32_t part, double y, uint64_t key)
{
    ActionArgs args = move_args(part, vec3d(0, y, 0));
    assert_true(app_do(app, &action_part_select, &(ActionArgs){.part = part}, 0));
    action_submit_merged(&app->queue, &action_part_move, &args, key);
    app_apply_actions(app);
    stages_wait(app);
}

static bool touches(const App *app, int32_t a, int32_t b)
{
    for (size_t i = 0; i < app->report.count; ++i)
        if (app->report.pairs[i].a == a && app->report.pairs[i].b == b)
            return app->report.pairs[i].contacts.count > 0;
    return false;
}

static bool interferes(const App *app)
{
    return app->fit.of_kind[FIT_INTERFERENCE] > 0;
}

static void what_touched_goes_back(void **state)
{
    (void)state;
    App app;
    open_sliding(&app, HAND_SLIDE);
    assert_true(touches(&app, RING, BOLT));
    ask(&app, BOLT, OUT, KEY);
    assert_true(fabs(height(&app, BOLT) - OUT) < 1e-6 && !touches(&app, RING, BOLT));
    ask(&app, BOLT, 0, KEY + 1); // let go and taken anew
    if (fabs(height(&app, BOLT)) > 1e-3)
        fail_msg("the bolt went back to %g: %s", height(&app, BOLT), app.hand.text);
    assert_true(touches(&app, RING, BOLT) && !interferes(&app));
    app_free(&app);
}

// It was taken out while parts went through each other.
static void what_touched_before_is_remembered(void **state)
{
    (void)state;
    App app;
    open_sliding(&app, HAND_FREE);
    ask(&app, BOLT, OUT, KEY);
    assert_true(app_do(&app, &action_move_contact, &(ActionArgs){.index = HAND_SLIDE}, 0));
    ask(&app, BOLT, 0, KEY + 1);
    assert_true(fabs(height(&app, BOLT)) < 1e-3 && !interferes(&app));
    app_free(&app);
}

static void what_never_touched_needs_the_switch(void **state)
{
    (void)state;
    App app;
    open_sliding(&app, HAND_SLIDE);
    ask(&app, BOLT, -3 * OUT, KEY); // out of the way
    ask(&app, LID, 0, KEY + 1);
    assert_true(height(&app, LID) > 8 && strstr(app.hand.text, "held by Ring"));
    // With the part in the hand: it goes on at once.
    assert_true(app_do(&app, &action_move_fits, &(ActionArgs){.flag = true}, 0));
    ask(&app, LID, -0.001, KEY + 1);
    if (fabs(height(&app, LID)) > 0.01)
        fail_msg("the lid went to %g: %s", height(&app, LID), app.hand.text);
    assert_true(touches(&app, RING, LID) && !interferes(&app));
    app_free(&app);
}

// Nobody has to wait for a report: the grab itself finds out that the two touch.
static void a_grab_remembers_what_it_found(void **state)
{
    (void)state;
    App app;
    Error err = {""};
    assert_true(app_init(&app, &err));
    Assembly assembly = bolt_and_ring();
    stages_open_assembly(&app, &assembly);
    assert_true(app_do(&app, &action_move_contact, &(ActionArgs){.index = HAND_SLIDE}, 0));
    while (!app.parts)
        stages_update(&app, 1);
    ask(&app, BOLT, OUT, KEY);
    ask(&app, BOLT, 0, KEY + 1);
    assert_true(fabs(height(&app, BOLT)) < 1e-3);
    app_free(&app);
}

// Turned by half a facet, its corners are in the wall by more than the tolerance, but by no more than
// facets can tell. Out and back by two gestures, and by one.
static void what_is_within_facets_goes_back(void **state)
{
    (void)state;
    for (int once = 0; once < 2; ++once) {
        App app;
        Assembly assembly = {.title = strdup("within facets")};
        Affine at = affine_identity(), turned = affine_rotation(vec3d(0, 1, 0), PI / 24);
        assert_true(assembly_add(&assembly, "Ring", shape_ring(5, 12, 8, 24), &at, 0x808080));
        assert_true(assembly_add(&assembly, "Bolt", shape_cylinder(5, 30, 24), &turned, 0x909090));
        fixture_open_this(&app, &assembly);
        assert_true(app_do(&app, &action_move_contact, &(ActionArgs){.index = HAND_SLIDE}, 0));
        assert_int_equal(app.fit.count, 1);
        assert_int_equal(app.fit.rows[0].state, PAIR_FACETS);
        double deep = app.fit.rows[0].depth;
        hand_hold(&app, true);
        double heights[] = {30, 12, 0};
        for (int i = 0; i < 3; ++i) {
            ActionArgs args = {.part = BOLT, .placement = turned};
            args.placement.p.y = heights[i];
            assert_true(app_do(&app, &action_part_select, &(ActionArgs){.part = BOLT}, 0));
            action_submit_merged(&app.queue, &action_part_move, &args,
                                 once ? KEY : KEY + (uint64_t)i);
            app_apply_actions(&app);
            stages_wait(&app);
            if (fabs(height(&app, BOLT) - heights[i]) > 1e-3)
                fail_msg("%d: it went to %g instead of %g: %s", once, height(&app, BOLT),
                         heights[i], app.hand.text);
            if (i == 0)
                assert_int_equal(app.fit.count, 0);
        }
        // No deeper than it was, and no clash.
        assert_int_equal(app.fit.rows[0].state, PAIR_FACETS);
        assert_true(app.fit.rows[0].depth < 1.05 * deep && !interferes(&app));
        // Pressed aside it stays within what facets can tell.
        ActionArgs args = {.part = BOLT, .placement = turned};
        args.placement.p = vec3d(3, 0, 2);
        action_submit_merged(&app.queue, &action_part_move, &args, KEY + 9);
        app_apply_actions(&app);
        stages_wait(&app);
        assert_true(app.hand.state == HAND_HELD && !interferes(&app));
        app_free(&app);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_touched_goes_back),
        cmocka_unit_test(what_touched_before_is_remembered),
        cmocka_unit_test(what_never_touched_needs_the_switch),
        cmocka_unit_test(a_grab_remembers_what_it_found),
        cmocka_unit_test(what_is_within_facets_goes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
