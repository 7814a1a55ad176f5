// What stays apart however far it is turned: against distances at many angles, which share no code with it.
#include "core/base/angle.h"
#include "core/base/rng.h"
#include "core/motion/mover.h"
#include "core/motion/turned.h"
#include "core/query/query.h"
#include "core/tests/joint_works.h"
#include "core/tests/odd_shapes.h"
#include "core/tests/test_set.h"
#include "core/tree/build/build.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

typedef struct Turning {
    Bvh *tree[2];
    Affine placement[2]; // the first one is what turns
    Vec3d origin, axis;
} Turning;

static Turning turning_of(Mesh *a, Affine at_a, Mesh *b, Affine at_b, Vec3d origin, Vec3d axis)
{
    Turning turning = {.placement = {at_a, at_b}, .origin = origin, .axis = axis};
    Error err = {""};
    turning.tree[0] = bvh_build(a, NULL, NULL, &err);
    turning.tree[1] = bvh_build(b, NULL, NULL, &err);
    mesh_release(a);
    mesh_release(b);
    assert_true(turning.tree[0] && turning.tree[1]);
    return turning;
}

static void turning_free(Turning *turning)
{
    bvh_release(turning->tree[0]);
    bvh_release(turning->tree[1]);
}

static bool stay_apart(const Turning *turning, double gap)
{
    TurnedMesh meshes[2];
    for (int k = 0; k < 2; ++k)
        meshes[k] = (TurnedMesh){turning->tree[k]->mesh, turning->placement[k]};
    return turned_apart(meshes, turning->origin, turning->axis, gap);
}

static double distance_at(const Turning *turning, double angle)
{
    RigidPose pose = rigid_pose_at(turning->origin);
    RigidStep turn = {.turn = vec3d_scale(turning->axis, angle)};
    Affine rest = rigid_rest(&turning->placement[0], turning->origin), b_to_a, back;
    pose = rigid_pose_moved(&pose, &turn, 1);
    Affine placement = rigid_placement(&pose, &rest);
    assert_true(affine_invert(&placement, &back));
    b_to_a = affine_compose(&back, &turning->placement[1]);
    Distance distance;
    Error err = {""};
    QueryDesc desc = query_distance_desc(turning->tree[0]->type);
    desc.true_frame = &placement;
    assert_true(query_distance(turning->tree[0], turning->tree[1], &b_to_a, &desc, NULL, &distance,
                               NULL, &err));
    return distance.value;
}

static double least_distance(const Turning *turning, double end, int angles)
{
    double least = INFINITY;
    for (int i = 0; i < angles; ++i)
        least = fmin(least, distance_at(turning, end * i / angles));
    return least;
}

// Facets of a ring come nearer to its axis than their corners: 2 cos(pi / 60) for a hole of radius 2.
static void facets_count_and_so_does_the_gap(void **state)
{
    (void)state;
    Affine here = affine_identity();
    for (int turned = 0; turned < 2; ++turned) {
        Mesh *ring = shape_ring(2, 4, 2, 60), *rod = shape_cylinder(1.9, 10, 48);
        Turning turning = turned ? turning_of(ring, here, rod, here, here.p, vec3d(0, 1, 0))
                                 : turning_of(rod, here, ring, here, here.p, vec3d(0, 1, 0));
        double play = 2 * cos(PI / 60) - 1.9;
        assert_true(fabs(least_distance(&turning, PI / 30, 8) - play) < 1e-3 * play);
        assert_true(stay_apart(&turning, 0.95 * play));
        assert_false(stay_apart(&turning, 1.001 * play));
        turning_free(&turning);
    }
    // Large facets, all corners of which are far away: a rod in a hole of four sides.
    Turning square = turning_of(shape_cylinder(1.9, 10, 48), here, shape_ring(2, 4, 2, 4), here,
                                here.p, vec3d(0, 1, 0));
    assert_false(stay_apart(&square, 1e-3));
    turning_free(&square);
}

// A wall in a plane through the axis begins where it begins; half a housing is made of such.
static void walls_towards_the_axis_end_before_it(void **state)
{
    (void)state;
    Affine up = affine_identity(), beside = affine_translation(vec3d(7, 0, 0));
    up.m[1][1] = up.m[2][2] = 0, up.m[1][2] = -1, up.m[2][1] = 1; // the sheet stands up
    beside = affine_compose(&beside, &up);
    Turning turning = turning_of(shape_cylinder(1.9, 6, 48), affine_identity(),
                                 shape_grid(10, 4, 1, 1), beside, vec3d(0, 0, 0), vec3d(0, 1, 0));
    assert_true(stay_apart(&turning, 0.09)); // 2 to 12
    assert_false(stay_apart(&turning, 0.11));
    turning_free(&turning);
}

static Mesh *some_shape(Rng *rng)
{
    switch (rng_below(rng, 6)) {
    case 0:
        return shape_box(vec3d(1, 2, 0.5));
    case 1:
        return shape_ico_sphere(1, 1);
    case 2:
        return shape_torus(2, 0.4, 9, 4);
    case 3:
        return shape_cylinder(0.5, 3, 7);
    case 4:
        return shape_cone(1, 2, 5);
    default:
        return shape_soup(12, 1, 1, rng_next(rng));
    }
}

static Affine some_placement(Rng *rng)
{
    Affine placement = rng_rotation(rng);
    for (int axis = 0; axis < 3; ++axis) {
        double scale = rng_uniform(rng, 0.3, 2);
        if (rng_below(rng, 4) == 0)
            scale = -scale;
        for (int i = 0; i < 3; ++i)
            placement.m[i][axis] *= scale;
    }
    placement.p = rng_in_cube(rng, 3.5);
    return placement;
}

// What is said to stay apart does; and where the two come no nearer than a few cells of the finest sheet,
// which is no larger than 12, it is said.
static void it_is_said_if_and_only_if_it_is_so(void **state)
{
    (void)state;
    int rounds = long_tier() ? 4000 : sanitised() ? 40 : 100, apart = 0, missed = 0;
    double gap = 0.01, nearest = INFINITY;
    Rng rng = rng_create(5);
    for (int i = 0; i < rounds; ++i) {
        Mesh *a = some_shape(&rng), *b = some_shape(&rng);
        Affine at_a = some_placement(&rng), at_b = some_placement(&rng);
        Vec3d origin = rng_in_cube(&rng, 3), axis = rng_direction(&rng);
        Turning turning = turning_of(a, at_a, b, at_b, origin, axis);
        bool said = stay_apart(&turning, gap);
        int angles = long_tier() || !said ? 96 : 12;
        double least = least_distance(&turning, 2 * PI, angles);
        if (said && !(least > gap))
            fail_msg("round %d: said to stay %g apart, and comes to %g", i, gap, least);
        apart += said;
        nearest = said ? fmin(nearest, least) : nearest;
        // Between two angles it comes nearer by no more than half of what its farthest point goes.
        Affine rest = rigid_rest(&at_a, origin);
        double reach = rigid_reach(turning.tree[0]->mesh, &rest);
        missed += !said && least > 0.1 + reach * PI / angles;
        turning_free(&turning);
    }
    printf("RAN: %d of %d pairs stay apart, the nearest by %g\n", apart, rounds, nearest);
    assert_true(apart > rounds / 10 && apart < rounds && missed == 0);
}

// --- in the hand

static const MotionPair *pair_of(const Works *works, int32_t own, int32_t part)
{
    const Mover *mover = works->base.motion->movers[HAND_BODY];
    for (int32_t i = 0; i < mover->scene.pair_count; ++i)
        if (mover->infos[i].own == own && mover->infos[i].part == part)
            return &mover->scene.pairs[i];
    return NULL;
}

// A rod with a cam turns in a ring, and the cam runs against a post.
static void rotor(Works *works)
{
    bench_add(&works->base, shape_ring(2, 4, 2, 60), affine_identity());
    bench_add(&works->base, shape_cylinder(1.9, 10, 48), affine_identity());
    add_box(works, vec3d(6, 1, 1), vec3d(0, 7, 0));
    add_box(works, vec3d(1, 1, 1), vec3d(0, 7, 2.5));
    join(works, JOINT_HINGE, 0, 1, vec3d(0, 0, 0), vec3d(0, 1, 0));
    join(works, JOINT_FIXED, 1, 2, vec3d(0, 7, 0), vec3d(0, 1, 0));
}

static void what_stays_apart_is_not_listed(void **state)
{
    (void)state;
    Works works = {0};
    rotor(&works);
    take(&works, 1);
    assert_true(pair_of(&works, 1, 0)->apart && pair_of(&works, 2, 0)->apart);
    assert_true(pair_of(&works, 1, 3)->apart && !pair_of(&works, 2, 3)->apart);
    MotionResult result = {.end = ADVANCE_ARRIVED};
    for (int i = 1; i <= 40; ++i) {
        MotionWish wish = {
            .mode = MOTION_SLIDE, .has_coordinates = true, .coordinates.turn = -0.05 * i};
        result = step(&works, &wish);
        judge_turns(&works, "rotor");
    }
    assert_true(result.end == ADVANCE_BLOCKED && result.blockers[0].part == 3);
    assert_true(distance_of(&works, 2, 3) < 1e-2);
    bench_free(&works.base);
}

// What is loose may be pushed to where it is met.
static void what_may_move_itself_is_listed(void **state)
{
    (void)state;
    Works works = {0};
    uint8_t roles[MOST_PARTS];
    rotor(&works);
    MotionDesc desc = take_desc(&works, roles, 1);
    roles[3] = MOTION_LOOSE;
    Error err = {""};
    works.base.motion = motion_begin(&desc, NULL, &err);
    assert_non_null(works.base.motion);
    assert_false(pair_of(&works, 1, 3)->apart);
    assert_true(pair_of(&works, 1, 0)->apart);
    bench_free(&works.base);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facets_count_and_so_does_the_gap),
        cmocka_unit_test(walls_towards_the_axis_end_before_it),
        cmocka_unit_test(it_is_said_if_and_only_if_it_is_so),
        cmocka_unit_test(what_stays_apart_is_not_listed),
        cmocka_unit_test(what_may_move_itself_is_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
