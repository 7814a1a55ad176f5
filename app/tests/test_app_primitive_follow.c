// ctest labels: threads
// Primitives go with the parts they were fitted to, by whatever moves these, and back by undo.
#include "app/actions/list.h"
#include "app/document/history.h"
#include "app/tests/app_fixture.h"
#include "core/base/rng.h"

#include <math.h>
#include <stdio.h>

enum { BALL = 2, RING = 3, FREE = 2 }; // parts of the fixture; the primitive that covers nothing

static const HybridVolume *volume_of(const App *app, int32_t i)
{
    return &app->document.primitives.list->set.items[i].volume;
}

static void act(App *app, const Action *action, ActionArgs args)
{
    if (!app_do(app, action, &args, 0))
        fail_msg("%s: %s", action->name, last_notice(app));
    stages_wait(app);
}

// One around the ball, one around the ring, one in the air.
static void open_with_primitives(App *app)
{
    fixture_open(app);
    act(app, &action_primitive_fit, (ActionArgs){.part = BALL, .index = VOLUME_TYPE_SPHERE});
    act(app, &action_primitive_fit, (ActionArgs){.part = RING, .index = VOLUME_TYPE_OBB});
    act(app, &action_primitive_add, (ActionArgs){.text = "sphere 1 2 3 4"});
}

// No covered triangle sticks out, and volumes have not grown but for rounding.
static void expect_fitting(const App *app, const double sizes[2], const char *when)
{
    for (int32_t i = 0; i < 2; ++i) {
        const PrimitiveCover *cover = cover_shown_of(&app->cover, app->document.primitives.list, i);
        assert_non_null(cover);
        if (cover->out > 0)
            fail_msg("%s: %d triangles of primitive %d stick out by %g", when, (int)cover->out,
                     (int)i, cover->farthest);
        double size = hybrid_volume_measure(volume_of(app, i), MEASURE_VOLUME);
        if (!(fabs(size - sizes[i]) <= 1e-9 * sizes[i]))
            fail_msg("%s: primitive %d had the volume %g and has %g", when, (int)i, sizes[i], size);
    }
}

// All but what is selected, which is no step of its own.
static void expect_same(const Document *a, const Document *b)
{
    assert_true(primitive_list_equal(a->primitives.list, b->primitives.list));
    for (int32_t i = 0; i < FIXTURE_PARTS; ++i)
        assert_true(affine_equal(&a->parts[i].placement, &b->parts[i].placement));
}

static void every_kind_of_move_is_followed(void **state)
{
    (void)state;
    App app;
    open_with_primitives(&app);
    double sizes[2];
    for (int32_t i = 0; i < 2; ++i)
        sizes[i] = hybrid_volume_measure(volume_of(&app, i), MEASURE_VOLUME);
    HybridVolume free_one = *volume_of(&app, FREE);
    Affine turned = affine_rotation(vec3d_normalised(vec3d(1, 2, 3)), 0.7);
    turned.p = vec3d(-3, 30, 8);
    const struct {
        const Action *action;
        ActionArgs args;
    } moves[] = {
        {&action_part_move, {.part = RING, .placement = turned}},
        {&action_part_move, move_args(BALL, vec3d(50, 60, 70))},
        {&action_part_select, {.part = BALL}},
        {&action_part_select_toggle, {.part = RING}},
        {&action_parts_move, {.part = BALL, .placement = turned}},
        {&action_part_nudge, {.index = 1, .number = 2.5}},
        {&action_part_turn, {.part = NO_PART, .index = 2, .number = 33}},
        {&action_part_pose, {.part = RING, .text = "position 1 2 3 mm; angles 0 90 0"}},
        {&action_part_reset, {.part = BALL}},
        {&action_parts_reset_all, {0}},
    };
    enum { MOVES = sizeof moves / sizeof *moves };
    Document *documents = calloc(MOVES + 1, sizeof *documents);
    int steps[MOVES + 1];
    for (int i = 0; i <= MOVES; ++i) {
        assert_true(document_copy(&documents[i], &app.document));
        steps[i] = history_done(app.history);
        if (i == MOVES)
            break;
        act(&app, moves[i].action, moves[i].args);
        expect_fitting(&app, sizes, moves[i].action->name);
        assert_true(hybrid_volume_equal(&free_one, volume_of(&app, FREE)));
    }
    // Undone they are where they were, bit by bit, and redone as well.
    for (int i = MOVES; i >= 0; --i) {
        act(&app, &action_edit_jump, (ActionArgs){.index = steps[i]});
        expect_same(&app.document, &documents[i]);
    }
    act(&app, &action_edit_jump, (ActionArgs){.index = steps[MOVES]});
    expect_same(&app.document, &documents[MOVES]);
    for (int i = 0; i <= MOVES; ++i)
        document_free(&documents[i]);
    free(documents);
    app_free(&app);
    printf("RAN: %d kinds of moves followed and undone\n", (int)MOVES);
}

// Hundreds of frames of one drag are one step and one rounding; a drag back to its start is none.
static void a_drag_does_not_add_up(void **state)
{
    (void)state;
    App app;
    open_with_primitives(&app);
    HybridVolume before = *volume_of(&app, 0);
    Affine home = app.document.parts[BALL].placement, at = home;
    PrimitiveList *list = app.document.primitives.list;
    int steps = history_done(app.history);
    Rng rng = rng_create(3);
    for (int frame = 0; frame < 300; ++frame) {
        at = affine_rotation(rng_in_cube(&rng, 1), 0.01 * frame);
        at.p = rng_in_cube(&rng, 1000);
        assert_true(
            app_do(&app, &action_part_move, &(ActionArgs){.part = BALL, .placement = at}, 77));
    }
    assert_int_equal(history_done(app.history), steps + 1);
    Affine back;
    assert_true(affine_invert(&home, &back));
    Affine motion = affine_compose(&at, &back);
    HybridVolume there = hybrid_volume_moved(&before, &motion);
    assert_true(hybrid_volume_equal(&there, volume_of(&app, 0)));
    // The hand rests: what depends on the list does not start anew.
    PrimitiveList *kept = app.document.primitives.list;
    app_do(&app, &action_part_move, &(ActionArgs){.part = BALL, .placement = at}, 77);
    assert_ptr_equal(app.document.primitives.list, kept);
    app_do(&app, &action_part_move, &(ActionArgs){.part = BALL, .placement = home}, 77);
    assert_ptr_equal(app.document.primitives.list, list);
    assert_int_equal(history_done(app.history), steps);
    app_free(&app);
}

// A grip being dragged: the hand moves and rests, and nothing takes the primitive back.
static void a_primitive_in_the_hand_stays_there(void **state)
{
    (void)state;
    App app;
    open_with_primitives(&app);
    act(&app, &action_part_move, move_args(BALL, vec3d(1, 2, 3))); // the list was carried once
    const ActionArgs to = {.index = 0, .text = "sphere 7 8 9 2"};
    for (int frame = 0; frame < 3; ++frame)
        assert_true(app_do(&app, &action_primitive_set, &to, 5));
    assert_true(volume_of(&app, 0)->ball.centre.y == 8);
    // From there it goes with its part as well.
    act(&app, &action_part_move, move_args(BALL, vec3d(1, 2, 13)));
    assert_true(fabs(volume_of(&app, 0)->ball.centre.z - 19) < 1e-12);
    app_free(&app);
}

// Around two parts: it goes along when both go, and stays where they part company.
static void a_primitive_of_two_parts_needs_both(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    act(&app, &action_part_select, (ActionArgs){.part = BALL});
    act(&app, &action_part_select_toggle, (ActionArgs){.part = RING});
    act(&app, &action_primitive_fit, (ActionArgs){.part = RING, .index = VOLUME_TYPE_CAPSULE});
    HybridVolume before = *volume_of(&app, 0);
    Affine turned = affine_rotation(vec3d(0, 1, 0), 0.3);
    turned.p = vec3d(5, 6, 7);
    act(&app, &action_parts_move, (ActionArgs){.part = BALL, .placement = turned});
    assert_false(hybrid_volume_equal(&before, volume_of(&app, 0)));
    assert_int_equal(cover_shown_of(&app.cover, app.document.primitives.list, 0)->out, 0);
    HybridVolume both = *volume_of(&app, 0);
    act(&app, &action_part_select, (ActionArgs){.part = BALL});
    act(&app, &action_part_move, move_args(BALL, vec3d(0, 0, 90)));
    assert_true(hybrid_volume_equal(&both, volume_of(&app, 0)));
    assert_true(cover_shown_of(&app.cover, app.document.primitives.list, 0)->out > 0);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_move_is_followed),
        cmocka_unit_test(a_drag_does_not_add_up),
        cmocka_unit_test(a_primitive_in_the_hand_stays_there),
        cmocka_unit_test(a_primitive_of_two_parts_needs_both),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
