// What two parts share as a solid: its triangles enclose the volume that common_volume measures, on the
// outside, also where faces lie on each other, of scaled and mirrored parts, and of meshes turned inside
// out; points are inside of it where they are inside of both parts.
#include "core/base/rng.h"
#include "core/meaning/common_solid.h"
#include "core/meaning/common_volume.h"
#include "core/meaning/solid.h"
#include "core/mesh/shapes.h"
#include "core/tests/test_set.h"
#include "core/tree/build/build.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static Bvh *tree_of(Mesh *mesh)
{
    Error err = {""};
    Bvh *tree = bvh_build(mesh, NULL, NULL, &err);
    if (!tree)
        fail_msg("%s", err.text);
    mesh_release(mesh);
    return tree;
}

static void make(CommonSolid *out, const Bvh *a, Affine at_a, const Bvh *b, Affine at_b)
{
    Error err = {""};
    PosedPart pa = {a, at_a, true, true}, pb = {b, at_b, true, true};
    SolidCache solids = {0};
    if (!common_solid_make(out, &pa, &pb, &solids, NULL, &err))
        fail_msg("%s", err.text);
    assert_false(out->coarse);
    solid_cache_free(&solids);
}

static double measured(const Bvh *a, Affine at_a, const Bvh *b, Affine at_b)
{
    Error err = {""};
    PosedPart pa = {a, at_a, true, true}, pb = {b, at_b, true, true};
    CommonVolume volume;
    assert_true(common_volume(&pa, &pb, NULL, &volume, &err));
    assert_int_equal(volume.state, COMMON_KNOWN);
    return volume.volume;
}

static Affine at(double x, double y, double z)
{
    return affine_translation(vec3d(x, y, z));
}

// Boxes of 2 mm: shifted, in each other, flush on one to six sides, with their faces on each other.
static void boxes_share_boxes(void **state)
{
    (void)state;
    static const double shifts[] = {0, 0.5, 1, 1.5, 2, -0.25};
    Bvh *box = tree_of(shape_box(vec3d(2, 2, 2))), *small = tree_of(shape_box(vec3d(1, 1, 1)));
    int flush = 0;
    for (int i = 0; i < 6 * 6 * 6; ++i) {
        Vec3d by = vec3d(shifts[i % 6], shifts[i / 6 % 6], shifts[i / 36]);
        const Bvh *others[2] = {box, small};
        for (int k = 0; k < 2; ++k) {
            CommonSolid solid;
            double wanted = 1, size = k == 0 ? 2 : 1;
            for (int axis = 0; axis < 3; ++axis) {
                double lo = fmax(-1, by.v[axis] - size / 2), hi = fmin(1, by.v[axis] + size / 2);
                wanted *= fmax(0, hi - lo);
            }
            make(&solid, box, at(50, 0, 0), others[k], at(50 + by.x, by.y, by.z));
            double got = common_solid_volume(&solid);
            if (!(fabs(got - wanted) < 1e-8))
                fail_msg("shift %g %g %g of %g: %.12g instead of %.12g", by.x, by.y, by.z, size,
                         got, wanted);
            if (wanted == 0)
                assert_int_equal(solid.count, 0);
            flush += wanted > 0 && (by.x == 0 || by.y == 0 || by.z == 0);
            common_solid_free(&solid);
        }
    }
    assert_true(flush > 50);
    bvh_release(box);
    bvh_release(small);
}

static Mesh *inside_out(Mesh *mesh)
{
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        int32_t swap = mesh->triangles[i][0];
        mesh->triangles[i][0] = mesh->triangles[i][1];
        mesh->triangles[i][1] = swap;
    }
    return mesh;
}

static bool within(const CommonSolid *solid, Vec3d p)
{
    // The solid angle of all triangles.
    double sum = 0;
    for (size_t i = 0; i + 3 <= solid->count; i += 3) {
        Vec3d a = vec3d_sub(solid->points[i], p), b = vec3d_sub(solid->points[i + 1], p);
        Vec3d c = vec3d_sub(solid->points[i + 2], p);
        double la = vec3d_length(a), lb = vec3d_length(b), lc = vec3d_length(c);
        sum += 2 * atan2(vec3d_dot(a, vec3d_cross(b, c)), la * lb * lc + vec3d_dot(a, b) * lc +
                                                              vec3d_dot(b, c) * la +
                                                              vec3d_dot(c, a) * lb);
    }
    assert_true(sum > -1); // outwards, not inwards
    return sum > 6;
}

static void any_two_solids(void **state)
{
    (void)state;
    int shared = 0, points = 0, rounds = long_tier() ? 600 : sanitised() ? 8 : 24;
    for (int seed = 1; seed <= rounds; ++seed) {
        Rng rng = rng_create((uint64_t)seed);
        Bvh *trees[5] = {tree_of(shape_torus(2, 0.8, 24, 12)), tree_of(shape_box(vec3d(2, 3, 4))),
                         tree_of(inside_out(shape_ico_sphere(1.5, 2))),
                         tree_of(shape_cylinder(0.5, 6, 24)),
                         tree_of(shape_blob(300, 3, 1, 0.6, 3))};
        Bvh *a = trees[seed % 5], *b = trees[(seed + 1 + seed / 5 % 4) % 5];
        Affine places[2];
        for (int k = 0; k < 2; ++k) {
            places[k] = rng_rotation(&rng);
            if (seed % 3 == k) { // mirrored, and stretched
                Affine scale = affine_identity();
                scale.m[0][0] = -1.5;
                scale.m[1][1] = 0.75;
                places[k] = affine_compose(&places[k], &scale);
            }
            places[k].p = rng_in_cube(&rng, 1);
        }
        CommonSolid solid;
        make(&solid, a, places[0], b, places[1]);
        double wanted = measured(a, places[0], b, places[1]), got = common_solid_volume(&solid);
        if (!(fabs(got - wanted) <= 1e-7))
            fail_msg("seed %d: %.12g is drawn, %.12g is measured", seed, got, wanted);
        shared += wanted > 0.01;
        for (int i = 0; i < 40; ++i) {
            Vec3d p = rng_in_cube(&rng, 2);
            bool both = true;
            SolidCache solids = {0};
            const Bvh *of[2] = {a, b};
            for (int k = 0; k < 2; ++k) {
                PlacedSolid placed;
                int winding = 0;
                assert_true(placed_solid_init(
                    &placed, solid_cache_get(&solids, (Mesh *)of[k]->mesh, NULL), &places[k]));
                both = both && solid_winding(&placed, p, &winding) && winding != 0;
            }
            if (within(&solid, p) != both)
                fail_msg("seed %d: point %d", seed, i);
            points += both;
            solid_cache_free(&solids);
        }
        common_solid_free(&solid);
        for (int i = 0; i < 5; ++i)
            bvh_release(trees[i]);
    }
    assert_true(2 * shared > rounds && points > rounds);
}

static void cancelled_there_is_none(void **state)
{
    (void)state;
    Error err = {""};
    Bvh *box = tree_of(shape_box(vec3d(2, 2, 2)));
    PosedPart pa = {box, at(0, 0, 0), true, true}, pb = {box, at(1, 0, 0), true, true};
    SolidCache solids = {0};
    CommonSolid solid;
    Job job = {0};
    job_cancel(&job);
    assert_false(common_solid_make(&solid, &pa, &pb, &solids, &job, &err));
    assert_true(!solid.points && solid.count == 0 && err.text[0]);
    solid_cache_free(&solids);
    bvh_release(box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_share_boxes),
        cmocka_unit_test(any_two_solids),
        cmocka_unit_test(cancelled_there_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
