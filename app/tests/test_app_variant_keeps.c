// What a part keeps when its mesh is exchanged: the joint that it hangs on and where it is on it, the colour that was
// chosen, and rules, by which the new mesh is judged.
#include "app/actions/list_joints.h"
#include "app/actions/list_parts.h"
#include "app/actions/list_rules.h"
#include "app/tests/joint_fixture.h"
#include "app/tests/variant_fixture.h"

#define CHOSEN 0x2266AA

static void it_stays_on_its_joint_and_moves_on_it(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    assert_true(take(&app, BALL, RING, VARIANT_CENTRES, "As the ring"));
    add(&app, BALL, PLATE, JOINT_CYLINDRICAL, "at 3 5 0 along 0 1 0");
    assert_true(set(&app, BALL, JOINT_TURN, 30) && set(&app, BALL, JOINT_SHIFT, 4));
    PartState before = app.document.parts[BALL];
    Joint joint = app.document.joints->joints[0];
    const Mesh *ball = app_part_mesh(&app, BALL);
    assert_true(choose(&app, BALL, 1));
    const PartState *now = &app.document.parts[BALL];
    assert_ptr_not_equal(app_part_mesh(&app, BALL), ball);
    assert_true(affine_equal(&now->placement, &before.placement));
    assert_memory_equal(&now->joint, &before.joint, sizeof before.joint);
    assert_memory_equal(app.document.joints->joints, &joint, sizeof joint);
    check_joints(&app);
    // On by the same joint, and with what it hangs on.
    assert_true(set(&app, BALL, JOINT_TURN, 75));
    stages_wait(&app);
    assert_near(turn_of(&app, BALL), 75, 1e-9);
    assert_true(vec3d_distance(now->placement.p, before.placement.p) > 1);
    check_joints(&app);
    check_report(&app, "turned");
    assert_true(act(&app, &action_part_move, move_args(PLATE, vec3d(1, -2, 3))));
    check_joints(&app);
    assert_true(choose(&app, BALL, 0));
    assert_near(turn_of(&app, BALL), 75, 1e-9);
    check_joints(&app);
    check_report(&app, "the ball again");
    app_free(&app);
}

static void it_keeps_the_colour_that_was_chosen(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    assert_true(take(&app, BALL, RING, VARIANT_CENTRES, "As the ring"));
    assert_true(
        act(&app, &action_part_colour, (ActionArgs){.part = BALL, .index = (int32_t)CHOSEN}));
    assert_true(choose(&app, BALL, 1));
    assert_int_equal(app.document.parts[BALL].colour, CHOSEN);
    assert_true(act(&app, &action_part_colour, (ActionArgs){.part = BALL, .index = -1}));
    assert_true(choose(&app, BALL, 0) && choose(&app, BALL, 1));
    assert_int_equal(app.document.parts[BALL].colour, OWN_COLOUR); // its own, not the ring's
    assert_int_equal(app.assembly.parts[BALL].colour, 0xa0a0a0);
    app_free(&app);
}

static const FitRow *row_of(const App *app, int32_t a, int32_t b)
{
    for (size_t i = 0; i < app->fit.count; ++i)
        if (app->fit.rows[i].a == a && app->fit.rows[i].b == b)
            return &app->fit.rows[i];
    return NULL;
}

// A ball of radius 2 whose middle is 5 above that of a plate, which is 1 thick: they are 2.5 apart.
static void rules_judge_the_mesh_in_use(void **state)
{
    (void)state;
    App app;
    Assembly assembly = fixture_assembly("fixture");
    assembly.unit = UNIT_MM;
    fixture_open_this(&app, &assembly);
    assert_true(take(&app, BALL, BALL, VARIANT_FRAMES, "Smaller"));
    assert_true(place(&app, BALL, 1, "scale 0.5 0.5 0.5"));
    assert_true(take(&app, BALL, BALL, VARIANT_FRAMES, "Larger"));
    assert_true(place(&app, BALL, 2, "scale 2.4 2.4 2.4"));
    assert_true(act(&app, &action_rules_add, (ActionArgs){.text = "clearance Ball Plate 3mm"}));
    assert_int_equal(app.fit.violations, 1);
    assert_int_equal(row_of(&app, PLATE, BALL)->state, PAIR_CLEAR);
    assert_true(choose(&app, BALL, 1)); // 3.5 apart
    assert_true(app.fit_current && app.fit.violations == 0 && !row_of(&app, PLATE, BALL));
    assert_true(choose(&app, BALL, 2)); // 0.3 in
    assert_true(app.fit_current && app.fit.violations == 1);
    const FitRow *row = row_of(&app, PLATE, BALL);
    assert_int_equal(row->state, PAIR_INTERFERENCE);
    assert_near(row->depth, 0.3, 0.05);
    assert_true(act(&app, &action_rules_add, (ActionArgs){.text = "intentional Ball Plate"}));
    assert_int_equal(app.fit.violations, 0);
    assert_true(choose(&app, BALL, 0) && choose(&app, BALL, 2));
    assert_int_equal(app.fit.violations, 0);
    assert_int_equal(row_of(&app, PLATE, BALL)->rule, RULE_INTENTIONAL);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_stays_on_its_joint_and_moves_on_it),
        cmocka_unit_test(it_keeps_the_colour_that_was_chosen),
        cmocka_unit_test(rules_judge_the_mesh_in_use),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
