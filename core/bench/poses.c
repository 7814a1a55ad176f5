#include "core/bench/poses.h"
#include "core/base/angle.h"
#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/base/rng.h"
#include "core/bench/tumble.h"
#include "core/mesh/shapes.h"

// Axes of their own, so that no tree profits from the mesh's.
static Affine turn_of(int which)
{
    Rng rng = rng_create((uint64_t)which);
    return rng_rotation(&rng);
}

static Mesh *turned(Mesh *mesh, int which)
{
    Affine turn = turn_of(which);
    for (int32_t i = 0; mesh && i < mesh->vertex_count; ++i)
        mesh->vertices[i] = affine_apply_vector(&turn, mesh->vertices[i]);
    return mesh;
}

// From mesh B to mesh A, both turned back first.
static Affine between(const Affine *a, const Affine *b)
{
    Affine turn_a = turn_of(1), turn_b = turn_of(2), back_b, inverse_a;
    affine_invert(&turn_b, &back_b);
    affine_invert(a, &inverse_a);
    Affine pose = affine_compose(b, &back_b);
    pose = affine_compose(&inverse_a, &pose);
    return affine_compose(&turn_a, &pose);
}

static Mesh *sphere_a(void)
{
    return turned(shape_ico_sphere(0.95, 5), 1);
}

static Mesh *sphere_b(void)
{
    return turned(shape_ico_sphere(1, 5), 2);
}

static Affine spheres_at(int frame)
{
    Affine a = affine_rotation(vec3d_normalised(vec3d(1, 2, 3)), 0.010 * frame);
    Affine b = affine_rotation(vec3d_normalised(vec3d(3, -1, 2)), 0.013 * frame);
    a.p.x = -1 + frame / 250.0;
    b.p.x = 1 - frame / 250.0;
    return between(&a, &b);
}

static Mesh *knot_a(void)
{
    return turned(shape_knot(2, 3, 2, 0.8, 0.42, 49 * 7, 16), 1);
}

static Mesh *knot_b(void)
{
    return turned(shape_knot(2, 3, 2, 0.8, 0.42, 51 * 7, 16), 2);
}

static Affine knots_at(int frame)
{
    Affine common = affine_rotation(vec3d_normalised(vec3d(1, 2, 3)), 0.010 * frame);
    Affine sixth = affine_rotation(vec3d(0, 1, 0), PI / 3);
    Affine b = affine_compose(&common, &sixth);
    return between(&common, &b);
}

static Mesh *fat_torus(void)
{
    return shape_torus(0.75, 0.25, 72, 35);
}

static Affine tumbling_at(int frame)
{
    return tumble_pose(2.0 - 0.2 * (frame / 100), frame % 100, 100);
}

static Mesh *slender_torus(void)
{
    return shape_torus(1, 0.2, 100, 25);
}

static Affine random_at(int frame)
{
    Rng rng = rng_create(100000 + (uint64_t)frame);
    Affine pose = rng_rotation(&rng);
    pose.p = rng_in_cube(&rng, 1.45);
    return pose;
}

// The larger ones have fewer frames, the same way.
static Mesh *large_sphere_a(void)
{
    return turned(shape_ico_sphere(0.95, 6), 1);
}

static Mesh *large_sphere_b(void)
{
    return turned(shape_ico_sphere(1, 6), 2);
}

static Affine large_spheres_at(int frame)
{
    return spheres_at(10 * frame);
}

static Mesh *large_knot_a(void)
{
    return turned(shape_knot(2, 3, 2, 0.8, 0.42, 900, 44), 1);
}

static Mesh *large_knot_b(void)
{
    return turned(shape_knot(2, 3, 2, 0.8, 0.42, 936, 44), 2);
}

static Mesh *straight_knot_a(void)
{
    return shape_knot(2, 3, 2, 0.8, 0.42, 49 * 7, 16);
}

static Mesh *straight_knot_b(void)
{
    return shape_knot(2, 3, 2, 0.8, 0.42, 51 * 7, 16);
}

static Affine straight_knots_at(int frame)
{
    (void)frame;
    return affine_rotation(vec3d(0, 1, 0), PI / 3);
}

// Of limbs and hollows, as scanned figures are.
static Mesh *large_blob(void)
{
    return shape_blob(70000, 5, 0.5, 0.2, 11);
}

static Affine large_tumbling_at(int frame)
{
    return tumbling_at(10 * frame);
}

static Mesh *small_blob(void)
{
    return shape_blob(6300, 4, 0.6, 0.25, 7);
}

const Scene bench_scenes[PEER_SCENES] = {
    [SCENE_S] = {"S spheres 20k", 500, sphere_a, sphere_b, spheres_at, 0, NULL},
    [SCENE_K] = {"K knots 11k", 50, knot_a, knot_b, knots_at, 0, NULL},
    [SCENE_Z] = {"Z torus 5k", 600, fat_torus, fat_torus, tumbling_at, 0, NULL},
    [SCENE_V] = {"V torus 5k", 1000, slender_torus, slender_torus, random_at, 0, NULL},
    [SCENE_S_LARGE] = {"S spheres 82k", 50, large_sphere_a, large_sphere_b, large_spheres_at, 500,
                       spheres_at},
    [SCENE_K_LARGE] = {"K knots 80k", 25, large_knot_a, large_knot_b, knots_at, 0, NULL},
    [SCENE_K_STRAIGHT] = {"K straight 11k", 25, straight_knot_a, straight_knot_b, straight_knots_at,
                          0, NULL},
    [SCENE_Z_LARGE] = {"Z blob 70k", 60, large_blob, large_blob, large_tumbling_at, 600,
                       tumbling_at},
    [SCENE_V_BLOB] = {"V blob 6k", 500, small_blob, small_blob, random_at, 0, NULL},
};

int bench_pair_count(int scenes)
{
    return bench_has_own() ? bench_own()->pair_count : scenes;
}

static bool has_poses(BenchPair *pair)
{
    pair->b_to_a = array_alloc((size_t)pair->frames, sizeof *pair->b_to_a);
    return pair->b_to_a && pair->a && pair->b;
}

bool bench_pair_take(int i, const Scene *scene, BenchPair *out)
{
    if (!bench_has_own()) {
        *out = (BenchPair){scene->name, scene->make_a(), scene->make_b(), NULL, scene->frames};
        bool ok = has_poses(out);
        for (int f = 0; ok && f < out->frames; ++f)
            out->b_to_a[f] = scene->b_to_a(f);
        return ok;
    }
    const BenchPair *own = &bench_own()->pairs[i];
    *out = (BenchPair){own->name, mesh_retain(own->a), mesh_retain(own->b), NULL, own->frames};
    bool ok = has_poses(out);
    for (int f = 0; ok && f < out->frames; ++f)
        out->b_to_a[f] = own->b_to_a[f];
    return ok;
}

void bench_pair_free(BenchPair *pair)
{
    mesh_release(pair->a);
    mesh_release(pair->b);
    mem_free(pair->b_to_a);
}
