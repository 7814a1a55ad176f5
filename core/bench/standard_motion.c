#include "core/bench/standard_motion.h"

#include "core/assembly/assembly.h"
#include "core/base/rng.h"
#include "core/bench/cage.h"
#include "core/bench/tumble.h"
#include "core/tree/build/build.h"

#include <assert.h>
#include <math.h>

// Whatever the order of the vertices.
static double radius_of(const Mesh *mesh, Vec3d *middle)
{
    Box3d box = mesh_bounds(mesh);
    *middle = vec3d_scale(vec3d_add(box.lo, box.hi), 0.5);
    double most = 0;
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        most = fmax(most, vec3d_length(vec3d_sub(mesh->vertices[i], *middle)));
    return most;
}

// Six distances, from just separate bounding spheres to half of that, and a turn at each.
static Affine tumble(const MotionSpace *space, int frame)
{
    int turn = space->frames > 6 ? space->frames / 6 : 1;
    int level = frame / turn < 5 ? frame / turn : 5;
    Affine pose = tumble_pose(2.0 - 0.2 * level, 10 * (frame % turn), 10 * turn);
    pose.p = vec3d_scale(pose.p, (space->radius_a + space->radius_b) / 2);
    return pose;
}

// Straight through, from apart to apart.
static Affine pass(const MotionSpace *space, int frame)
{
    double way = space->frames > 1 ? 2.0 * frame / (space->frames - 1) - 1 : 0;
    Vec3d axis = vec3d_normalised(vec3d(1, 2, 3));
    Affine pose = affine_rotation(axis, 0.4 + 1.5 * way);
    pose.p = vec3d_scale(vec3d(-1, 0.02, 0.01), 1.05 * way * (space->radius_a + space->radius_b));
    return pose;
}

static Affine at_random(const MotionSpace *space, int frame)
{
    Rng rng = rng_create(space->seed * UINT64_C(1000003) + (uint64_t)frame);
    Affine pose = rng_rotation(&rng);
    double distance = (space->radius_a + space->radius_b) * (0.3 + 0.7 * rng_unit(&rng));
    pose.p = vec3d_scale(rng_direction(&rng), distance);
    return pose;
}

// B nearly in A's place: surfaces run along each other, which is hard for tight volumes alike.
static Affine close_by(const MotionSpace *space, int frame)
{
    double way = space->frames > 1 ? (double)frame / (space->frames - 1) : 0;
    Affine pose = affine_rotation(vec3d_normalised(vec3d(3, -1, 2)), 0.02 * (1 + way));
    double radius = fmax(space->radius_a, space->radius_b);
    pose.p = vec3d(radius * 0.004, radius * 0.01 * (2 * way - 1), radius * 0.002);
    return pose;
}

// Two bodies that bounce in a cage, as in the BoxTree paper.
static bool in_a_cage(const MotionSpace *space, Mesh *a, Mesh *b, Affine *poses)
{
    Bvh *trees[2] = {bvh_build(a, NULL, NULL, NULL), bvh_build(b, NULL, NULL, NULL)};
    CageBodies bodies = {{trees[0], trees[1]},
                         {affine_translation(vec3d_scale(space->middle_a, -1)),
                          affine_translation(vec3d_scale(space->middle_b, -1))}};
    CageRun run = cage_begin(fmax(space->radius_a, space->radius_b), space->seed);
    bool ok = trees[0] && trees[1];
    for (int i = 0; ok && i < space->frames; ++i) {
        Affine placed[2];
        bool meet;
        ok = cage_frame(&run, &bodies, placed, &meet, NULL) &&
             placement_between(&placed[0], &placed[1], &poses[i]);
    }
    bvh_release(trees[0]);
    bvh_release(trees[1]);
    return ok;
}

const StandardMotion *const standard_motions[] = {
    &(const StandardMotion){"tumble",
                            "a turn at each of six distances, as in Zachmann's paper of 2002", 60,
                            tumble, NULL},
    &(const StandardMotion){"pass", "straight through each other, turning (Larsson 2008)", 100,
                            pass, NULL},
    &(const StandardMotion){"random", "random places and turns (van den Bergen 1998)", 100,
                            at_random, NULL},
    &(const StandardMotion){"close", "nearly in each other's place: surfaces along each other", 40,
                            close_by, NULL},
    &(const StandardMotion){"cage",
                            "two bodies that bounce in a cage and off each other (Zachmann 1997)",
                            200, NULL, in_a_cage},
};
const int standard_motion_count = NAMED_COUNT(standard_motions);

void standard_motion_poses_in(const StandardMotion *motion, const MotionSpace *space, Affine *poses)
{
    assert(space->frames > 0 && motion->pose);
    for (int i = 0; i < space->frames; ++i) {
        Affine pose = motion->pose(space, i);
        Vec3d at = vec3d_add(space->middle_a, pose.p);
        pose.p = vec3d(0, 0, 0);
        pose.p = vec3d_sub(at, affine_apply_vector(&pose, space->middle_b));
        poses[i] = pose;
    }
}

bool standard_motion_poses(const StandardMotion *motion, Mesh *a, Mesh *b, int frames,
                           uint64_t seed, Affine *poses)
{
    MotionSpace space = {.frames = frames, .seed = seed};
    space.radius_a = radius_of(a, &space.middle_a);
    space.radius_b = radius_of(b, &space.middle_b);
    if (motion->record)
        return motion->record(&space, a, b, poses);
    standard_motion_poses_in(motion, &space, poses);
    return true;
}
