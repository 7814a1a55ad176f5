// Axes that are picked for a joint, without a window: they are forgotten with their parts.
#include "app/actions/list.h"
#include "app/tests/app_fixture.h"
#include "app/window/joint_pick.h"

enum { PLATE, LID, BALL, RING };

static JointPick two_apart(App *app)
{
    JointPick pick = {0};
    PickedAxis ball = {.part = BALL, .axis = vec3d(0, 1, 0), .round = true};
    PickedAxis ring = {.part = RING, .axis = vec3d(1, 0, 0), .round = true};
    assert_false(joint_pick_next(app, &pick, &ball));
    assert_false(joint_pick_next(app, &pick, &ring)); // somebody is asked
    joint_pick_follow(app, &pick);
    assert_int_equal(pick.picked, 2);
    return pick;
}

static void picks_go_with_their_parts(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    JointPick pick = two_apart(&app);
    assert_true(app_do(&app, &action_part_delete, &(ActionArgs){.part = PLATE}, 0));
    joint_pick_follow(&app, &pick);
    assert_int_equal(pick.picked, 2);
    assert_true(app_do(&app, &action_part_delete, &(ActionArgs){.part = RING}, 0));
    joint_pick_follow(&app, &pick);
    assert_int_equal(pick.picked, 0);
    app_free(&app);
}

// The numbers of parts mean others there.
static void another_assembly_has_no_picks(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    JointPick pick = two_apart(&app);
    Error err = {""};
    assert_true(stages_open_scene(&app, 1, &err));
    stages_wait(&app);
    JointPick drawn = pick;
    joint_pick_follow(&app, &drawn);
    assert_int_equal(drawn.picked, 0);
    // Nor does a click there go on with one from here.
    pick.picked = 1;
    assert_false(joint_pick_next(&app, &pick, &(PickedAxis){.part = 0, .axis = vec3d(0, 1, 0)}));
    assert_int_equal(pick.picked, 1);
    assert_int_equal(pick.of[0].part, 0);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(picks_go_with_their_parts),
        cmocka_unit_test(another_assembly_has_no_picks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
