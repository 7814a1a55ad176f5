// Moving by numbers and keys: what the actions do to one part and to several.
#include "app/actions/list.h"
#include "app/document/history.h"
#include "app/document/rotation.h"
#include "app/stages/move.h"
#include "app/tests/app_fixture.h"
#include "core/base/rng.h"

#include <math.h>

enum { BALL = 2, RING = 3, SEED = 37 };

static void open_selected(App *app, int32_t part)
{
    fixture_open(app);
    assert_true(app_do(app, &action_part_select, &(ActionArgs){.part = part}, 0));
}

static bool add(App *app, int32_t part)
{
    return app_do(app, &action_part_select_toggle, &(ActionArgs){.part = part}, 0);
}

static Affine at(const App *app, int32_t part)
{
    return app->document.parts[part].placement;
}

static void nudges_in_a_row_are_one_step_and_leave_no_rounding(void **state)
{
    (void)state;
    App app;
    open_selected(&app, RING);
    Affine start = at(&app, RING);
    for (int times = 1; times <= 10; ++times)
        assert_true(
            app_do(&app, &action_part_nudge, &(ActionArgs){.index = 1, .number = 0.1 * times}, 77));
    Affine to = at(&app, RING);
    assert_true(to.p.y == start.p.y + 1.0 && to.p.x == start.p.x && to.p.z == start.p.z);
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    Affine back = at(&app, RING);
    assert_true(affine_equal(&back, &start));
    // Four quarter turns are no turn at all.
    for (int i = 0; i < 4; ++i)
        assert_true(app_do(&app, &action_part_turn,
                           &(ActionArgs){.part = NO_PART, .index = i % 3 == 0, .number = 90}, 0));
    for (int i = 3; i >= 0; --i)
        assert_true(app_do(&app, &action_part_turn,
                           &(ActionArgs){.part = NO_PART, .index = i % 3 == 0, .number = -90}, 0));
    back = at(&app, RING);
    assert_true(affine_equal(&back, &start));
    app_free(&app);
}

static void own_axes_are_those_of_the_part(void **state)
{
    (void)state;
    App app;
    open_selected(&app, RING);
    ActionArgs args = {.part = RING, .placement = rotation_degrees(vec3d(0, 0, 1), 90)};
    args.placement.p = vec3d(5, 6, 7);
    assert_true(app_do(&app, &action_part_move, &args, 0));
    assert_true(
        app_do(&app, &action_part_nudge, &(ActionArgs){.index = 0, .number = 2, .flag = true}, 0));
    assert_true(vec3d_distance(at(&app, RING).p, vec3d(5, 8, 7)) < 1e-12);
    assert_true(app_do(&app, &action_part_nudge, &(ActionArgs){.index = 0, .number = 2}, 0));
    assert_true(vec3d_distance(at(&app, RING).p, vec3d(7, 8, 7)) < 1e-12);
    app_free(&app);
}

// The whole selection keeps its form, and what is locked stays.
static void several_parts_move_as_one(void **state)
{
    (void)state;
    App app;
    open_selected(&app, RING);
    assert_true(add(&app, BALL) && add(&app, 0));
    app.document.parts[0].locked = true;
    app.document.selected = RING;
    Affine before[FIXTURE_PARTS], locked = at(&app, 0);
    for (int32_t i = 0; i < FIXTURE_PARTS; ++i)
        before[i] = at(&app, i);
    double apart = vec3d_distance(before[BALL].p, before[RING].p);
    assert_true(app_do(&app, &action_move_pivot, &(ActionArgs){.index = PIVOT_CENTRE}, 0));
    assert_true(app_do(&app, &action_part_turn,
                       &(ActionArgs){.part = NO_PART, .index = 2, .number = 33}, 0));
    assert_true(app_do(&app, &action_part_move_along,
                       &(ActionArgs){.placement = affine_translation(vec3d(0, 3, 4)), .number = 10},
                       0));
    assert_true(fabs(vec3d_distance(at(&app, BALL).p, at(&app, RING).p) - apart) < 1e-9);
    assert_true(vec3d_distance(at(&app, BALL).p, before[BALL].p) > 1);
    Affine now = at(&app, 0), other = at(&app, 1);
    assert_true(affine_equal(&now, &locked) && affine_equal(&other, &before[1]));
    assert_true(app_do(&app, &action_edit_undo, NULL, 0) &&
                app_do(&app, &action_edit_undo, NULL, 0));
    for (int32_t i = 0; i < FIXTURE_PARTS; ++i) {
        now = at(&app, i);
        assert_true(affine_equal(&now, &before[i]));
    }
    app_free(&app);
}

static void turns_keep_the_pivot(void **state)
{
    (void)state;
    App app;
    open_selected(&app, RING);
    Rng rng = rng_create(SEED);
    for (int i = 0; i < 200; ++i) {
        Vec3d local = rng_in_cube(&rng, 5), pivot, after;
        ActionArgs args = {.part = i % 2 ? RING : BALL,
                           .index = PIVOT_POINT,
                           .placement = affine_translation(local)};
        if (i % 5 == 0)
            args.index = PIVOT_CENTRE;
        assert_true(app_do(&app, &action_move_pivot, &args, 0));
        assert_true(move_pivot(&app, &app.document, &pivot));
        Affine start = at(&app, RING), back = affine_identity();
        assert_true(affine_invert(&start, &back));
        assert_true(app_do(&app, &action_part_turn,
                           &(ActionArgs){.part = NO_PART,
                                         .index = rng_below(&rng, 3),
                                         .number = rng_uniform(&rng, -360, 360),
                                         .flag = i % 3 == 0},
                           0));
        Affine to = at(&app, RING);
        after = affine_apply(&to, affine_apply(&back, pivot));
        if (vec3d_distance(after, pivot) > 1e-9)
            fail_msg("turn %d (seed %d): the pivot went by %g", i, SEED,
                     vec3d_distance(after, pivot));
        assert_true(affine_is_rigid(&to));
    }
    app_free(&app);
}

static bool is_axis(Vec3d v, int axis)
{
    for (int i = 0; i < 3; ++i)
        if (i != axis && !(v.v[i] == 0))
            return false;
    return fabs(fabs(v.v[axis]) - 1) < 1e-12;
}

static Vec3d column(const Affine *t, int k)
{
    return vec3d(t->m[0][k], t->m[1][k], t->m[2][k]);
}

static void aligned_parts_lie_exactly_along_the_axis(void **state)
{
    (void)state;
    App app;
    open_selected(&app, RING);
    Rng rng = rng_create(SEED + 1);
    for (int i = 0; i < 400; ++i) {
        ActionArgs args = {.part = RING, .placement = rng_rotation(&rng)};
        if (i % 11 == 0)
            args.placement = rotation_degrees(vec3d(0, 1, 0), 45);
        args.placement.p = vec3d(1, 2, 3);
        assert_true(app_do(&app, &action_part_move, &args, 0));
        int32_t index = i % 4;
        assert_true(app_do(&app, &action_part_align, &(ActionArgs){.index = index}, 0));
        Affine to = at(&app, RING);
        if (!(affine_deviation(&to) < 1e-12 && affine_determinant(&to) > 0))
            fail_msg("align %d (seed %d): not a rotation any more", i, SEED + 1);
        int along = 0;
        for (int axis = 0; axis < 3; ++axis)
            for (int k = 0; k < 3; ++k)
                along += is_axis(column(&to, k), axis) && (index == 3 || axis == index);
        if (along != (index == 3 ? 3 : 1))
            fail_msg("align %d to %d (seed %d): %d axes lie along", i, (int)index, SEED + 1, along);
        assert_true(vec3d_distance(to.p, args.placement.p) == 0);
    }
    app_free(&app);
}

static void what_cannot_be_done_is_refused(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    assert_false(app_do(&app, &action_part_nudge, &(ActionArgs){.number = 1}, 0)); // no selection
    app_free(&app);
    open_selected(&app, RING);
    Affine start = at(&app, RING);
    assert_false(app_do(&app, &action_part_nudge, &(ActionArgs){.index = 3, .number = 1}, 0));
    assert_false(app_do(&app, &action_part_nudge, &(ActionArgs){.number = NAN}, 0));
    assert_false(app_do(&app, &action_part_nudge, &(ActionArgs){.number = 1e300}, 0));
    assert_false(
        app_do(&app, &action_part_turn, &(ActionArgs){.part = NO_PART, .number = INFINITY}, 0));
    assert_false(app_do(&app, &action_part_move_along, &(ActionArgs){.number = 1}, 0));
    assert_false(app_do(&app, &action_part_align, &(ActionArgs){.index = 4}, 0));
    assert_false(app_do(&app, &action_part_pose, &(ActionArgs){.part = RING, .text = "up"}, 0));
    assert_false(
        app_do(&app, &action_part_pose, &(ActionArgs){.part = RING, .text = "scale 0 1 1"}, 0));
    assert_false(app_do(&app, &action_move_step, &(ActionArgs){.index = 0, .number = -1}, 0));
    assert_false(app_do(&app, &action_move_step, &(ActionArgs){.index = 1, .number = 181}, 0));
    assert_false(app_do(&app, &action_move_step, &(ActionArgs){.index = 0, .number = NAN}, 0));
    assert_false(app_do(&app, &action_move_pivot,
                        &(ActionArgs){.part = NO_PART, .index = PIVOT_CONTACT}, 0));
    assert_true(has_notice(&app, "touches nothing"));
    app.document.parts[RING].locked = true;
    assert_false(app_do(&app, &action_part_nudge, &(ActionArgs){.number = 1}, 0));
    Affine now = at(&app, RING);
    assert_true(affine_equal(&now, &start));
    assert_true(move_step(&app, STEP_GRID) > 0 && move_step(&app, STEP_ANGLE) == 15);
    assert_true(app_do(&app, &action_move_step, &(ActionArgs){.index = 0, .number = 0.25}, 0));
    assert_true(move_step(&app, STEP_GRID) == 0.25);
    app_free(&app);
}

static void the_last_contact_is_where_parts_meet(void **state)
{
    (void)state;
    App app;
    open_selected(&app, BALL);
    // The ball of radius 2 sinks into the plate whose top is at y = 0.5.
    ActionArgs args = move_args(BALL, vec3d(3, 2.3, -2));
    assert_true(app_do(&app, &action_part_move, &args, 0));
    stages_wait(&app);
    Vec3d pivot;
    assert_true(app_do(&app, &action_move_pivot,
                       &(ActionArgs){.part = NO_PART, .index = PIVOT_CONTACT}, 0));
    assert_true(move_pivot(&app, &app.document, &pivot));
    assert_true(vec3d_distance(pivot, vec3d(3, 0.5, -2)) < 0.3);
    args = move_args(BALL, vec3d(3, 12.3, -2)); // it goes with the part
    assert_true(app_do(&app, &action_part_move, &args, 0));
    assert_true(move_pivot(&app, &app.document, &pivot));
    assert_true(vec3d_distance(pivot, vec3d(3, 10.5, -2)) < 0.3);
    app_free(&app);
}

static void scales_of_a_drag_leave_nothing_behind(void **state)
{
    (void)state;
    App app;
    open_selected(&app, RING);
    assert_true(add(&app, BALL));
    ActionArgs args = {.part = RING, .placement = affine_rotation(vec3d(0.6, 0, 0.8), 1)};
    assert_true(app_do(&app, &action_part_move, &args, 0));
    Affine ring = at(&app, RING), ball = at(&app, BALL);
    static const double factors[] = {1.3, 0.7, 3, 1};
    for (int i = 0; i < 4; ++i)
        assert_true(app_do(
            &app, &action_part_scale,
            &(ActionArgs){.part = RING, .index = 3, .number = factors[i], .flag = true}, 99));
    Affine now = at(&app, RING);
    assert_true(affine_equal(&now, &ring));
    now = at(&app, BALL);
    assert_true(affine_equal(&now, &ball));
    assert_true(app_do(&app, &action_part_scale,
                       &(ActionArgs){.part = RING, .index = 1, .number = 2, .flag = true}, 100));
    now = at(&app, BALL); // along the axis of its own that lies nearest to the leading part's
    assert_true(fabs(affine_axis_scale(&now, move_scaled_axis(&ring, 1, &ball)) - 2) < 1e-12);
    assert_true(fabs(fabs(affine_determinant(&now)) - 2) < 1e-12);
    app_free(&app);
}

static Affine scaled_world(const Affine *lead, int index, double factor, Vec3d pivot)
{
    Affine s = affine_identity();
    for (int k = 0; k < 3; ++k) {
        Vec3d axis = vec3d_normalised(column(lead, k));
        for (int i = 0; i < 3 && (index == 3 || index == k); ++i)
            for (int j = 0; j < 3; ++j)
                s.m[i][j] += (factor - 1) * axis.v[i] * axis.v[j];
    }
    s.p = vec3d_sub(pivot, affine_apply_vector(&s, pivot));
    return s;
}

// What is selected grows about the pivot as if it were one body: the same as scaling the world, for
// parts whose axes lie along each other.
static void scales_are_about_the_pivot(void **state)
{
    (void)state;
    App app;
    open_selected(&app, BALL);
    assert_true(add(&app, RING)); // which leads
    Rng rng = rng_create(SEED + 5);
    for (int i = 0; i < 200; ++i) {
        Affine lead = rng_rotation(&rng), other = rotation_degrees(vec3d(0, 0, 1), 90);
        other = affine_compose(&lead, &other); // its x axis is the leading one's y axis
        lead.p = rng_in_cube(&rng, 20);
        other.p = rng_in_cube(&rng, 20);
        app.document.parts[RING].placement = lead;
        app.document.parts[BALL].placement = other;
        ActionArgs pivot = {.part = i % 2 ? RING : BALL,
                            .index = i % 3 == 0   ? PIVOT_POINT
                                     : i % 3 == 1 ? PIVOT_CENTRE
                                                  : PIVOT_ORIGIN,
                            .placement = affine_translation(rng_in_cube(&rng, 5))};
        assert_true(app_do(&app, &action_move_pivot, &pivot, 0));
        Vec3d about;
        assert_true(move_pivot(&app, &app.document, &about));
        ActionArgs args = {.part = RING,
                           .index = rng_below(&rng, 4),
                           .number = rng_uniform(&rng, 0.3, 3),
                           .flag = true};
        Affine world = scaled_world(&lead, args.index, args.number, about);
        assert_true(app_do(&app, &action_part_scale, &args, 0));
        for (int p = BALL; p <= RING; ++p) {
            Affine now = at(&app, p), wanted = affine_compose(&world, p == RING ? &lead : &other);
            double off = vec3d_distance(now.p, wanted.p);
            for (int k = 0; k < 3; ++k)
                off += vec3d_distance(column(&now, k), column(&wanted, k));
            if (!(off < 1e-9))
                fail_msg("scale %d of part %d (seed %d): off by %g", i, p, SEED + 5, off);
        }
        assert_true(app_do(&app, &action_edit_undo, NULL, 0));
        Affine back = at(&app, RING);
        assert_true(affine_equal(&back, &lead));
    }
    app_free(&app);
}

// Whoever is selected: the part that is named, about its own origin, and one step.
static void a_named_part_turns_alone(void **state)
{
    (void)state;
    for (int selected = 0; selected < 2; ++selected) {
        App app;
        fixture_open(&app);
        if (selected)
            assert_true(app_do(&app, &action_part_select, &(ActionArgs){.part = BALL}, 0));
        Affine before[FIXTURE_PARTS];
        for (int32_t i = 0; i < FIXTURE_PARTS; ++i)
            before[i] = at(&app, i);
        int steps = history_done(app.history);
        ActionArgs turn = {.part = RING, .index = 1, .number = 90};
        assert_true(app_do(&app, &action_part_turn, &turn, 0));
        Affine to = at(&app, RING), quarter = rotation_degrees(vec3d(0, 1, 0), 90);
        for (int i = 0; i < 3; ++i) {
            assert_true(to.p.v[i] == before[RING].p.v[i]);
            for (int k = 0; k < 3; ++k) {
                double sum = 0;
                for (int m = 0; m < 3; ++m)
                    sum += quarter.m[i][m] * before[RING].m[m][k];
                assert_true(fabs(sum - to.m[i][k]) < 1e-12);
            }
        }
        for (int32_t i = 0; i < FIXTURE_PARTS; ++i) {
            Affine now = at(&app, i);
            assert_true(i == RING || affine_equal(&now, &before[i]));
        }
        assert_int_equal(app.document.selected, selected ? BALL : NO_PART);
        assert_int_equal(history_done(app.history), steps + 1);
        assert_true(app_do(&app, &action_edit_undo, NULL, 0));
        Affine back = at(&app, RING);
        assert_true(affine_equal(&back, &before[RING]));
        // About the centre of its box, and refused where it is locked or nobody is meant.
        assert_true(app_do(&app, &action_move_pivot,
                           &(ActionArgs){.part = NO_PART, .index = PIVOT_CENTRE}, 0));
        Box3d box = app_part_rays(&app, RING)->box;
        Vec3d middle = vec3d_lerp(box.lo, box.hi, 0.5), stands = affine_apply(&back, middle);
        assert_true(app_do(&app, &action_part_turn, &turn, 0));
        to = at(&app, RING);
        assert_true(vec3d_distance(affine_apply(&to, middle), stands) < 1e-9);
        turn.part = NO_PART;
        assert_true(app_do(&app, &action_part_turn, &turn, 0) == (selected == 1));
        turn.part = RING;
        app.document.parts[RING].locked = true;
        assert_false(app_do(&app, &action_part_turn, &turn, 0));
        app_free(&app);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_named_part_turns_alone),
        cmocka_unit_test(nudges_in_a_row_are_one_step_and_leave_no_rounding),
        cmocka_unit_test(own_axes_are_those_of_the_part),
        cmocka_unit_test(several_parts_move_as_one),
        cmocka_unit_test(turns_keep_the_pivot),
        cmocka_unit_test(aligned_parts_lie_exactly_along_the_axis),
        cmocka_unit_test(what_cannot_be_done_is_refused),
        cmocka_unit_test(the_last_contact_is_where_parts_meet),
        cmocka_unit_test(scales_of_a_drag_leave_nothing_behind),
        cmocka_unit_test(scales_are_about_the_pivot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
