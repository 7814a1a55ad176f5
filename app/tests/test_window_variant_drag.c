// What handles of a variant do: it goes where the hand leads it, the part stays, and sizes end at their limits.
#include "app/actions/list_parts.h"
#include "app/document/pose.h"
#include "app/tests/variant_fixture.h"
#include "app/window/variant_drag.h"
#include "app/window/variant_marks.h"
#include "core/base/rng.h"

#include <math.h>

static Vec3d within(Rng *rng, double size)
{
    return rng_in_cube(rng, size);
}

static Affine placed_by(Rng *rng, bool scaled)
{
    Pose pose = {.position = within(rng, 50), .scale = vec3d(1, 1, 1)};
    pose_set_angles(&pose, within(rng, 180));
    if (scaled)
        pose.scale = vec3d(rng_uniform(rng, 0.5, 2), rng_uniform(rng, 0.5, 2), -1.5);
    return pose_affine(&pose);
}

static VariantDrag some_drag(Rng *rng, bool scaled)
{
    VariantDrag drag = {.placement = placed_by(rng, scaled), .middle = within(rng, 5)};
    drag.start =
        (Variant){.name = "V", .donor = "V", .shift = within(rng, 9), .turn = within(rng, 90)};
    for (int i = 0; i < 3; ++i)
        drag.start.scale.v[i] = rng_uniform(rng, 0.3, 3) * (rng_below(rng, 4) ? 1 : -1);
    return drag;
}

static Vec3d in_world(const VariantDrag *drag, const Variant *variant, Vec3d point)
{
    Affine map = variant_map(variant);
    return affine_apply(&drag->placement, affine_apply(&map, point));
}

static void assert_there(Vec3d is, Vec3d wanted, const char *what, int round)
{
    if (!(vec3d_distance(is, wanted) < 1e-9))
        fail_msg("%s, round %d: %g off", what, round, vec3d_distance(is, wanted));
}

// Every point of the variant, by any shift, also of a part that is scaled; and by any turn of one that is not.
static void it_goes_where_the_hand_leads(void **state)
{
    (void)state;
    Rng rng = rng_create(17);
    for (int round = 0; round < 400; ++round) {
        bool turns = round % 2, scaled = !turns && round % 4 == 0;
        VariantDrag drag = some_drag(&rng, scaled);
        Vec3d pivot = variant_drag_pivot(&drag);
        GizmoMotion motion = {.motion = affine_translation(within(&rng, 20))};
        if (turns) {
            motion.degrees = rng_uniform(&rng, -170, 170);
            motion.motion =
                affine_rotation(vec3d_normalised(within(&rng, 1)), motion.degrees / 57.3);
            motion.motion.p = vec3d_sub(pivot, affine_apply_vector(&motion.motion, pivot));
        }
        Variant to = variant_drag_moved(&drag, &motion);
        for (int k = 0; k < 3; ++k) {
            Vec3d point = within(&rng, 6);
            Vec3d wanted = affine_apply(&motion.motion, in_world(&drag, &drag.start, point));
            assert_there(in_world(&drag, &to, point), wanted, turns ? "turned" : "shifted", round);
        }
        assert_memory_equal(&to.scale, &drag.start.scale, sizeof to.scale);
        if (!turns)
            assert_memory_equal(&to.turn, &drag.start.turn, sizeof to.turn);
        else // as shown by the handles: the middle is where it was
            assert_there(in_world(&drag, &to, drag.middle), pivot, "middle", round);
        Vec3d axes[3];
        for (int of_mesh = 0; of_mesh < 2; ++of_mesh) {
            variant_drag_axes(&drag, of_mesh, axes);
            for (int k = 0; k < 3; ++k)
                assert_true(fabs(vec3d_dot(axes[k], axes[k]) - 1) < 1e-12 &&
                            fabs(vec3d_dot(axes[k], axes[(k + 1) % 3])) < 1e-12);
        }
    }
}

static void it_is_scaled_about_its_middle(void **state)
{
    (void)state;
    Rng rng = rng_create(18);
    for (int round = 0; round < 400; ++round) {
        VariantDrag drag = some_drag(&rng, round % 3 == 0);
        int axis = round % 4;
        double wanted = rng_uniform(&rng, 0.5, 2), factor = wanted;
        Variant to = variant_drag_scaled(&drag, axis, 0, &factor);
        assert_true(factor == wanted);
        assert_there(in_world(&drag, &to, drag.middle), variant_drag_pivot(&drag), "middle", round);
        for (int k = 0; k < 3; ++k) {
            double by = to.scale.v[k] / drag.start.scale.v[k];
            assert_true(fabs(by - (axis == 3 || axis == k ? wanted : 1)) < 1e-12);
        }
        assert_memory_equal(&to.turn, &drag.start.turn, sizeof to.turn);
        // A point of the axis through the middle goes along the axis that the handle is drawn on.
        if (axis < 3 && round % 3) {
            Vec3d axes[3], point = drag.middle;
            point.v[axis] += 2;
            variant_drag_axes(&drag, true, axes);
            Vec3d way = vec3d_sub(in_world(&drag, &to, point), in_world(&drag, &drag.start, point));
            double along = vec3d_dot(way, axes[axis]);
            assert_there(way, vec3d_scale(axes[axis], along), "along the handle", round);
            assert_true(along * drag.start.scale.v[axis] * (wanted - 1) > 0);
        }
    }
}

static void sizes_end_at_their_limits(void **state)
{
    (void)state;
    Error err = {""};
    VariantDrag drag = {.placement = affine_identity(), .middle = vec3d(1, 2, 3)};
    drag.start = (Variant){.name = "V", .donor = "V", .scale = vec3d(-0.02, 1, 50)};
    static const struct {
        int axis;
        double wanted, step, factor;
    } cases[] = {
        {0, 0.001, 0, 0.5},  {2, 1000, 0, 2},     {3, 0.001, 0, 0.5}, {3, 1000, 0, 2},
        {1, 1.26, 0.1, 1.3}, {1, 0.01, 0.1, 0.1}, {1, -1, 0, 1},      {1, NAN, 0, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        double factor = cases[i].wanted;
        Variant to = variant_drag_scaled(&drag, cases[i].axis, cases[i].step, &factor);
        if (!(fabs(factor - cases[i].factor) < 1e-12) || !variant_check(&to, &err))
            fail_msg("case %zu: %g, %s", i, factor, err.text);
        assert_true(to.scale.x < 0 && to.scale.y > 0 && to.scale.z > 0);
    }
}

// Each point of the preview is where the variant has it once it is used, also of a part that is deformed: by the
// variant's own size, as it lies in the part's frame.
static void a_preview_is_what_comes_of_using_it(void **state)
{
    (void)state;
    enum { BALL = 2, RING = 3 };
    App app;
    fixture_open(&app);
    assert_true(take(&app, BALL, RING, VARIANT_CENTRES, "Ring"));
    assert_true(place(&app, BALL, 1, "position 1 2 3; angles 20 -35 50; scale 1 0.4 1.5"));
    for (int rule = -1; rule < deform_rule_count; ++rule) {
        ActionArgs bend = {
            .part = BALL, .index = rule < 0 ? 0 : rule, .amount = rule < 0 ? 0 : 0.6};
        assert_true(act(&app, &action_part_deform, bend));
        for (int number = 0; number < 2; ++number) {
            assert_true(choose(&app, BALL, 1 - number)); // while the other is in use
            ShownVariant shown;
            assert_true(variant_preview(&app, BALL, number, &shown));
            assert_true(choose(&app, BALL, number));
            const Mesh *from = app.assembly.parts[shown.donor].loaded,
                       *to = app_part_mesh(&app, BALL);
            assert_int_equal(from->vertex_count, to->vertex_count);
            for (int32_t i = 0; i < to->vertex_count; ++i)
                assert_there(variant_point(&shown, from->vertices[i]),
                             affine_apply(&app.document.parts[BALL].placement, to->vertices[i]),
                             rule < 0 ? "at rest" : deform_rules[rule]->name, number);
        }
    }
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_goes_where_the_hand_leads),
        cmocka_unit_test(it_is_scaled_about_its_middle),
        cmocka_unit_test(sizes_end_at_their_limits),
        cmocka_unit_test(a_preview_is_what_comes_of_using_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
