// How far a step is safe: the list holds every near pair, a plane's time is a lower bound, and what is
// moved never meets anything, neither where it ends nor on its way. Judged by every triangle with
// every other, and by ways walked in many pieces.
#include "core/mesh/shapes.h"
#include "core/motion/advance.h"
#include "core/shape/triangle/tri.h"
#include "core/tests/motion_world.h"
#include "core/tests/test_set.h"
#include "core/tree/bv/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static Affine random_placement(Rng *rng, double spread, bool scaled)
{
    Affine place = rng_rotation(rng);
    if (scaled) {
        Affine scale = {.m = {{rng_uniform(rng, 0.5, 2), 0.2, 0},
                              {0, rng_uniform(rng, 0.5, 2), 0},
                              {0, 0, -rng_uniform(rng, 0.5, 2)}}};
        place = affine_compose(&place, &scale);
    }
    place.p = rng_in_cube(rng, spread);
    return place;
}

static Mesh *random_mesh(Rng *rng)
{
    switch (rng_below(rng, 5)) {
    case 0:
        return shape_box(vec3d(rng_uniform(rng, 0.2, 2), 1, rng_uniform(rng, 0.05, 1)));
    case 1:
        return shape_ico_sphere(1, 1);
    case 2:
        return shape_torus(1, 0.3, 9, 5);
    case 3:
        return shape_cylinder(0.4, 2, 12);
    default:
        return shape_soup(30, 1.5, 0.7, rng_next(rng));
    }
}

static Triangle placed(const World *world, int32_t body, const RigidPose *pose, int32_t triangle)
{
    Affine place = rigid_placement(pose, &world->rests[body]);
    Triangle t = mesh_triangle(world->trees[body]->mesh, triangle);
    return triangle_transformed(&t, &place);
}

// --- P1

static const NearPair *listed(const NearList *list, int32_t pair, int32_t a, int32_t b)
{
    size_t low = 0, high = list->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const NearPair *near = &list->items[middle];
        int32_t order = near->pair != pair       ? near->pair - pair
                        : near->triangle[0] != a ? near->triangle[0] - a
                                                 : near->triangle[1] - b;
        if (order == 0)
            return near;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

// Every triangle with every other: what is near is listed, what is listed is as far as it says.
static size_t judge_list(const World *world, double radius, const char *what)
{
    size_t near = 0;
    const NearList *list = &world->list;
    assert_true(list->made && list->radius >= radius && list->odometer == 0);
    for (int32_t p = 0; p < world->scene.pair_count; ++p) {
        const MotionPair *pair = &world->pairs[p];
        for (int32_t a = 0; a < pair->tree[0]->mesh->triangle_count; ++a)
            for (int32_t b = 0; b < pair->tree[1]->mesh->triangle_count; ++b) {
                Triangle ta = placed(world, pair->body[0], &world->bodies[pair->body[0]].pose, a);
                Triangle tb = placed(world, pair->body[1], &world->bodies[pair->body[1]].pose, b);
                TriClosest found;
                double value = tri_closest(&ta, &tb, INFINITY, &found);
                const NearPair *item = listed(list, p, a, b);
                if (!item && value < radius * (1 - 1e-12))
                    fail_msg("%s: triangles %d and %d at %.17g, radius %.17g", what, a, b, value,
                             radius);
                if (item && value < list->until[item - list->items])
                    fail_msg("%s: triangles %d and %d at %.17g, listed as %.17g", what, a, b, value,
                             list->until[item - list->items]);
                near += value < radius;
            }
    }
    for (size_t i = 1; i < list->count; ++i)
        assert_true(list->items[i - 1].pair <= list->items[i].pair);
    return near;
}

static enum NearStatus make_list(World *world, double radius, size_t most, const Budget *budget)
{
    Error err = {""};
    enum NearStatus status =
        near_list_make(&world->list, &world->scene, radius, most, budget, &err);
    assert_true(status != NEAR_FAILED);
    return status;
}

static void add_three(World *world, Rng *rng, double spread, bool scaled)
{
    for (int i = 0; i < 3; ++i)
        world_add(world, random_mesh(rng), random_placement(rng, spread, scaled));
}

static void the_list_is_complete(void **state)
{
    (void)state;
    size_t near = 0, interrupted = 0;
    for (uint64_t seed = 1; seed <= (long_tier() ? 200 : sanitised() ? 8 : 20); ++seed) {
        Rng rng = rng_create(seed);
        World world = {0};
        add_three(&world, &rng, 1.5, seed % 3 == 0);
        double radius = rng_uniform(&rng, 0, 0.8);
        assert_int_equal(make_list(&world, radius, 0, NULL), NEAR_WHOLE);
        size_t count = judge_list(&world, radius, "made at once"), all = world.list.count;
        near += count;
        near_list_forget(&world.list);
        if (all > 1) { // one more than may be; and in many small pieces
            assert_int_equal(make_list(&world, radius, all - 1, NULL), NEAR_TOO_MANY);
            assert_false(world.list.made);
            assert_int_equal(make_list(&world, radius, 0, NULL), NEAR_WHOLE);
            judge_list(&world, radius, "made after too many");
            near_list_forget(&world.list);
        }
        const Budget little = {.volume_tests = 40};
        while (make_list(&world, radius, 0, &little) == NEAR_CANCELLED)
            ++interrupted;
        judge_list(&world, radius, "made in pieces");
        world_free(&world);
    }
    printf("RAN: %zu pairs of triangles are near, searches were interrupted %zu times\n", near,
           interrupted);
    assert_true(near > 500 && interrupted > 50);
}

// A smaller list that is left half way: what it says it holds, it holds. Trees whose searches cannot go
// on from a front begin at their roots each time.
static void a_list_that_is_left_claims_no_more_than_it_holds(void **state)
{
    (void)state;
    int left = 0;
    for (uint64_t seed = 1; seed <= (sanitised() ? 4 : 10); ++seed) {
        Rng rng = rng_create(seed);
        World world = {.build = {.type = seed % 2 ? &bv_boxtree : NULL}};
        add_three(&world, &rng, 1.2, false);
        for (uint64_t units = 10; units < 20000; units += units / 2) {
            near_list_forget(&world.list);
            assert_int_equal(make_list(&world, 0.5, 0, NULL), NEAR_WHOLE);
            scene_begin_work(&world.scene, units, NULL);
            bool whole = make_list(&world, 0.3, 0, NULL) == NEAR_WHOLE;
            scene_end_work(&world.scene);
            if (!whole && world.list.made)
                judge_list(&world, world.list.radius, "left half way");
            left += !whole && world.list.made;
            if (whole)
                break;
        }
        world_free(&world);
    }
    printf("RAN: lists were left half way %d times\n", left);
    assert_true(left > 3);
}

// Bodies that move a little from list to list, whether the list's odometer is told or not.
static void lists_go_on_from_each_other(void **state)
{
    (void)state;
    uint64_t tests = 0, anew = 0;
    for (uint64_t seed = 1; seed <= (long_tier() ? 100 : sanitised() ? 4 : 10); ++seed) {
        Rng rng = rng_create(seed);
        World world = {0};
        add_three(&world, &rng, 1.5, seed % 3 == 0);
        double far = 0;
        for (int k = 0; k < 8; ++k) {
            double radius = rng_uniform(&rng, 0, 0.4);
            uint64_t before = world.scene.work.tests;
            assert_int_equal(make_list(&world, radius, 0, NULL), NEAR_WHOLE);
            if (k > 0)
                tests += world.scene.work.tests - before;
            judge_list(&world, radius, "made from the last");
            for (int32_t i = 0; i < world.scene.body_count; ++i) {
                if (i == (int32_t)(seed % 3))
                    continue;
                RigidStep step = {rng_in_cube(&rng, 0.05), rng_in_cube(&rng, 0.05)};
                far += rigid_step_bound(&step, world.bodies[i].reach);
                world.bodies[i].pose = rigid_pose_moved(&world.bodies[i].pose, &step, 1);
            }
            if (k % 2)
                world.list.odometer += far * (1 + 1e-12);
            far = 0;
        }
        World fresh = world;
        fresh.list = (NearList){0};
        fresh.scene.work.tests = 0;
        make_list(&fresh, 0.4, 0, NULL);
        anew += 7 * fresh.scene.work.tests;
        near_list_free(&fresh.list);
        world_free(&world);
    }
    printf("RAN: %llu volumes compared for lists from the last, %llu for new ones\n",
           (unsigned long long)tests, (unsigned long long)anew);
    assert_true(tests < anew / 2);
}

// --- P3, and what steps mean

static void steps_lead_to_their_ends(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 1000; ++seed) {
        Rng rng = rng_create(seed);
        RigidPose from = rigid_pose_at(rng_in_cube(&rng, 10)), to = from;
        RigidStep any = {rng_in_cube(&rng, 5),
                         vec3d_scale(rng_direction(&rng), rng_unit(&rng) * 3)};
        from = rigid_pose_moved(&from, &any, 0.7);
        any.turn = vec3d_scale(rng_direction(&rng), 3.141592653589793 * rng_unit(&rng));
        if (seed % 10 == 0) // half a turn and nearly so
            any.turn =
                vec3d_scale(rng_direction(&rng),
                            3.141592653589793 - (seed % 20 == 0 ? 0 : 1e-9 * rng_unit(&rng)));
        to = rigid_pose_moved(&from, &any, 1);
        RigidStep step = rigid_step_between(&from, &to);
        RigidPose end = rigid_pose_moved(&from, &step, 1);
        Affine rest = affine_identity(), start = rigid_placement(&from, &rest),
               wanted = rigid_placement(&to, &rest), got = rigid_placement(&end, &rest);
        Vec3d point = rng_in_cube(&rng, 3);
        double reach = vec3d_length(point) * (1 + 1e-14);
        if (vec3d_distance(affine_apply(&wanted, point), affine_apply(&got, point)) > 1e-13 * 30)
            fail_msg("seed %llu: the step ends elsewhere", (unsigned long long)seed);
        double bound = rigid_step_bound(&step, reach);
        RigidPose half = rigid_pose_moved(&from, &step, 0.4);
        RigidStep other = rigid_step_scaled(&step, 0.6);
        half = rigid_pose_moved(&half, &other, 1); // a part and the rest are the whole
        Affine in_two = rigid_placement(&half, &rest);
        if (vec3d_distance(affine_apply(&in_two, point), affine_apply(&got, point)) > 1e-13 * 30)
            fail_msg("seed %llu: in two parts it ends elsewhere", (unsigned long long)seed);
        Vec3d last = affine_apply(&start, point);
        double way = 0;
        for (int k = 1; k <= 50; ++k) {
            RigidPose pose = rigid_pose_moved(&from, &step, k / 50.0);
            Affine place = rigid_placement(&pose, &rest);
            Vec3d now = affine_apply(&place, point);
            way += vec3d_distance(last, now);
            last = now;
        }
        if (way > bound * (1 + 1e-12) + 1e-12)
            fail_msg("seed %llu: way %.17g, bound %.17g", (unsigned long long)seed, way, bound);
    }
}

// --- P2

static RigidStep random_step(Rng *rng, double shift, double turn)
{
    return (RigidStep){vec3d_scale(rng_direction(rng), shift * rng_unit(rng)),
                       vec3d_scale(rng_direction(rng), turn * rng_unit(rng))};
}

// Single triangles, so that the list is one pair: its time must be a lower bound, and not a poor one.
static void a_planes_time_is_a_lower_bound(void **state)
{
    (void)state;
    int stopped = 0, went = 0, pieces = long_tier() ? 1000 : 100;
    double stand_off = 1e-4;
    for (uint64_t seed = 1; seed <= (long_tier() ? 5000 : sanitised() ? 150 : 400); ++seed) {
        Rng rng = rng_create(seed);
        World world = {0};
        Error err = {""};
        for (int i = 0; i < 2; ++i)
            world_add(&world, shape_soup(1, 0.1, 1, rng_next(&rng)),
                      random_placement(&rng, 0.8, false));
        for (int i = 0; i < 2; ++i)
            if (i == 0 || seed % 2) {
                world.bodies[i].step = random_step(&rng, 0.3, 2);
                Vec3d to_other =
                    vec3d_sub(world.bodies[1 - i].pose.pivot, world.bodies[i].pose.pivot);
                world.bodies[i].step.shift =
                    vec3d_add_scaled(world.bodies[i].step.shift, to_other, rng_uniform(&rng, 0, 2));
            }
        double bound = scene_bound(&world.scene);
        assert_int_equal(near_list_make(&world.list, &world.scene, bound + 1, 0, NULL, &err),
                         NEAR_WHOLE);
        RigidPose poses[2] = {world.bodies[0].pose, world.bodies[1].pose};
        double start = world_distance(&world, poses);
        Safe safe = safe_time(&world.scene, &world.list, 1, stand_off);
        if (start == 0) {
            assert_true(safe.time == 0);
        } else {
            double least = fmin(start * 0.998, stand_off) * (1 - 1e-9);
            for (int k = 0; k <= pieces; ++k) {
                for (int i = 0; i < 2; ++i)
                    poses[i] = rigid_pose_moved(&world.bodies[i].pose, &world.bodies[i].step,
                                                safe.time * k / pieces);
                double value = world_distance(&world, poses);
                if (value < least)
                    fail_msg("seed %llu: %.17g apart after %d of %d pieces of %.17g",
                             (unsigned long long)seed, value, k, pieces, safe.time);
                if (k == pieces && safe.time < 1) { // it ends because they are near
                    ++stopped;
                    if (value > 2 * stand_off + 1e-3 * start)
                        fail_msg("seed %llu: stopped at %.17g, %.17g apart",
                                 (unsigned long long)seed, safe.time, value);
                }
            }
            went += safe.time == 1;
        }
        world_free(&world);
    }
    printf("RAN: %d pairs went all the way, %d were stopped\n", went, stopped);
    assert_true(stopped > 20 && went > 80);
}

// --- P4, P10, P13

static Advance go(World *world, double stand_off)
{
    Error err = {""};
    AdvanceDesc desc = {.stand_off = stand_off};
    Advance result = advance(&world->scene, &world->list, &desc, &err);
    assert_true(result.end == ADVANCE_ARRIVED || result.end == ADVANCE_BLOCKED);
    return result;
}

static void bodies_never_meet_on_their_way(void **state)
{
    (void)state;
    int blocked = 0, frames = 0;
    for (uint64_t seed = 1; seed <= (long_tier() ? 200 : sanitised() ? 8 : 16); ++seed) {
        Rng rng = rng_create(seed);
        World world = {0};
        for (int i = 0; i < 4; ++i)
            world_add(&world, random_mesh(&rng), random_placement(&rng, 4, seed % 4 == 0));
        RigidPose poses[MOST_BODIES];
        for (int i = 0; i < 4; ++i)
            poses[i] = world.bodies[i].pose;
        double stand_off = 1e-5;
        if (world_distance(&world, poses) < 2 * stand_off) {
            world_free(&world);
            continue;
        }
        for (int frame = 0; frame < 12; ++frame) {
            RigidPose from[MOST_BODIES];
            RigidStep steps[MOST_BODIES];
            for (int i = 0; i < 4; ++i) {
                from[i] = world.bodies[i].pose;
                bool moves = i == 0 || (i == 1 && seed % 2);
                Vec3d to = vec3d_scale(world.bodies[i].pose.pivot, -rng_unit(&rng));
                steps[i] = moves ? random_step(&rng, 0, 1.5) : (RigidStep){{.x = 0}, {.x = 0}};
                if (moves)
                    steps[i].shift = vec3d_add(to, rng_in_cube(&rng, 1));
                world.bodies[i].step = steps[i];
            }
            Advance done = go(&world, stand_off);
            ++frames;
            blocked += done.end == ADVANCE_BLOCKED;
            for (int k = 0; k <= 16; k += sanitised() ? 4 : 1) {
                for (int i = 0; i < 4; ++i)
                    poses[i] = rigid_pose_moved(&from[i], &steps[i], done.fraction * k / 16);
                double value = world_distance(&world, poses);
                // With scaled placements it is measured in a frame of its own.
                if (value < (seed % 4 == 0 ? 1e-9 : stand_off * 0.99))
                    fail_msg("seed %llu, frame %d: %.17g apart at %d of 16",
                             (unsigned long long)seed, frame, value, k);
            }
            for (int i = 0; i < 4; ++i) // and the poses are those of the way
                assert_true(vec3d_distance(poses[i].pivot, world.bodies[i].pose.pivot) < 1e-12);
        }
        world_free(&world);
    }
    printf("RAN: %d frames, %d blocked\n", frames, blocked);
    assert_true(blocked > 10);
}

// However fast it comes, it stops at the same place; and pressed on it stays there, bit for bit.
static void the_gap_does_not_depend_on_speed(void **state)
{
    (void)state;
    const double stand_off = 1e-4;
    for (int turned = 0; turned < 2; ++turned) {
        double first = -1;
        for (double speed = 50; speed > 0.01; speed /= 10) {
            World world = {0};
            Rng rng = rng_create(7);
            Affine tilt = turned ? rng_rotation(&rng) : affine_identity();
            world_add(&world, shape_box(vec3d(200, 1, 200)), affine_identity());
            tilt.p = vec3d(3, 20, 1);
            world_add(&world, shape_box(vec3d(4, 3, 2)), tilt);
            for (double gone = 0; gone < 40; gone += speed) {
                world.bodies[1].step = (RigidStep){.shift = vec3d(0, -speed, 0)};
                go(&world, stand_off);
            }
            RigidPose rest[2] = {world.bodies[0].pose, world.bodies[1].pose};
            double gap = world_distance(&world, rest);
            first = first < 0 ? gap : first;
            if (fabs(gap - first) > 1e-8 || fabs(gap - stand_off) > 1e-8)
                fail_msg("speed %g: gap %.17g, at first %.17g", speed, gap, first);
            int presses =
                first == gap && (turned == 0 || long_tier()) ? (sanitised() ? 1000 : 10000) : 100;
            for (int k = 0; k < presses; ++k) { // P9 and P11: it rests, and does not creep
                world.bodies[1].step = (RigidStep){.shift = vec3d(0, -speed, 0)};
                go(&world, stand_off);
            }
            assert_memory_equal(&rest[1], &world.bodies[1].pose, sizeof rest[1]);
            world_free(&world);
        }
    }
}

// Plates of a tenth of a millimetre, and two links of a chain, pulled about by a strong hand.
static void nothing_goes_through_thin_walls(void **state)
{
    (void)state;
    World plates = {0};
    world_add(&plates, shape_box(vec3d(50, 0.1, 50)), affine_identity());
    world_add(&plates, shape_box(vec3d(40, 0.1, 40)), affine_translation(vec3d(0, 2, 0)));
    for (uint64_t seed = 1; seed <= (sanitised() ? 25 : 100); ++seed) {
        Rng rng = rng_create(seed);
        RigidStep step = {vec3d(0, -10, 0), vec3d_scale(rng_direction(&rng), 0.3 * rng_unit(&rng))};
        plates.bodies[1].step = step;
        go(&plates, 1e-4);
        assert_true(plates.bodies[1].pose.pivot.y > 0);
    }
    world_free(&plates);
    World chain = {0};
    Affine quarter = affine_rotation(vec3d(1, 0, 0), 1.5707963267948966);
    quarter.p = vec3d(1, 0, 0);
    world_add(&chain, shape_torus(1, 0.2, 24, 12), affine_identity());
    world_add(&chain, shape_torus(1, 0.2, 24, 12), quarter);
    for (uint64_t seed = 1; seed <= (sanitised() ? 25 : 100); ++seed) {
        Rng rng = rng_create(seed);
        chain.bodies[1].step = random_step(&rng, 20, 1);
        go(&chain, 1e-4);
        assert_true(vec3d_length(chain.bodies[1].pose.pivot) < 2.4);
    }
    world_free(&chain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_list_is_complete),
        cmocka_unit_test(a_list_that_is_left_claims_no_more_than_it_holds),
        cmocka_unit_test(lists_go_on_from_each_other),
        cmocka_unit_test(steps_lead_to_their_ends),
        cmocka_unit_test(a_planes_time_is_a_lower_bound),
        cmocka_unit_test(bodies_never_meet_on_their_way),
        cmocka_unit_test(the_gap_does_not_depend_on_speed),
        cmocka_unit_test(nothing_goes_through_thin_walls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
