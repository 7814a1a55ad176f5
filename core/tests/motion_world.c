#include "core/tests/motion_world.h"

#include "core/query/query.h"
#include "core/tree/build/build.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

void world_add(World *world, Mesh *mesh, Affine placement)
{
    Error err = {""};
    int32_t i = world->scene.body_count++;
    assert_true(mesh && i < MOST_BODIES);
    world->trees[i] = bvh_build(mesh, &world->build, NULL, &err);
    assert_non_null(world->trees[i]);
    mesh_release(mesh);
    Vec3d pivot = placement.p;
    world->rests[i] = rigid_rest(&placement, pivot);
    world->bodies[i] =
        (MotionBody){.pose = rigid_pose_at(pivot), .reach = rigid_reach(mesh, &world->rests[i])};
    for (int32_t j = 0; j < i; ++j)
        world->pairs[world->scene.pair_count++] =
            (MotionPair){.body = {i, j},
                         .tree = {world->trees[i], world->trees[j]},
                         .rest = {world->rests[i], world->rests[j]}};
    world->scene.bodies = world->bodies;
    world->scene.pairs = world->pairs;
}

void world_free(World *world)
{
    for (int32_t i = 0; i < world->scene.body_count; ++i)
        bvh_release(world->trees[i]);
    near_list_free(&world->list);
}

static const RigidPose *pose_of(const World *world, const RigidPose *poses, int32_t body)
{
    return poses ? &poses[body] : &world->bodies[body].pose;
}

double world_distance(const World *world, const RigidPose *poses)
{
    double least = INFINITY;
    for (int32_t p = 0; p < world->scene.pair_count; ++p) {
        const MotionPair *pair = &world->pairs[p];
        Affine a = rigid_placement(pose_of(world, poses, pair->body[0]), &pair->rest[0]);
        Affine b = rigid_placement(pose_of(world, poses, pair->body[1]), &pair->rest[1]), back;
        assert_true(affine_invert(&a, &back));
        Affine b_to_a = affine_compose(&back, &b);
        Distance d;
        Error err = {""};
        assert_true(
            query_distance(pair->tree[0], pair->tree[1], &b_to_a, NULL, NULL, &d, NULL, &err));
        least = fmin(least, d.value);
    }
    return least;
}
