// The scene of the AABB paper (van den Bergen 1998): two copies of a torus of 5000 triangles in
// uniformly random placements, about 60 % of them colliding, first contact. The torus is slender
// (tube to ring 0.2) and the cube of the origins 2.9 wide, so that about 60 % collide.
#include "bench.h"
#include "motion.h"

#include "../rng.h"
#include "../shapes.h"

static const MotionKind kinds[] = {
    {&bv_obb, &split_obb_mean, {.rule = DESCEND_radius, .test = 0}},
    {&bv_obb, &split_obb_mean, {.rule = DESCEND_radius, .test = 1}},
    {&bv_aabb, &split_spatial_median, {.rule = DESCEND_radius, .test = 1}},
    {&bv_aabb, &split_spatial_median, {.rule = DESCEND_radius, .test = 0}},
    {&bv_aabb, &split_object_median, {.rule = DESCEND_radius, .test = 0}},
    {&bv_kdop, &split_spatial_median, {.rule = DESCEND_radius}},
    {&bv_slabcutball, &split_scb, {.rule = DESCEND_radius}},
};

static Affine placement(const void *user, int frame)
{
    (void)user;
    Rng rng = rng_create(100000 + (uint64_t)frame);
    Affine pose = rng_rotation(&rng);
    pose.p = rng_in_cube(&rng, 1.45);
    return pose;
}

bool bench_bergen(FILE *out)
{
    Mesh *torus = shape_torus(1, 0.2, 100, 25);
    Motion motion = {.scene = "Torus 5000",
                     .a = torus,
                     .b = torus,
                     .frames = 20000,
                     .rounds = 1,
                     .b_to_a = placement};
    motion_header(out);
    bool ok = torus && motion_rows(out, &motion, kinds, sizeof kinds / sizeof *kinds);
    mesh_release(torus);
    return ok;
}
