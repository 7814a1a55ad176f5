// Meshes as solids: winding numbers and nearest points, each against an oracle that knows nothing of
// trees or rays.
#include "core/mesh/mesh_builder.h"
#include "core/mesh/shapes.h"
#include "core/tests/contact_bench.h"
#include "core/tests/mesh_copies.h"
#include "core/tests/test_set.h"
#include "core/tests/tri_distance.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static Mesh *overlapping_boxes(void)
{
    Mesh *box = shape_box(vec3d(2, 1, 1));
    Affine at[2] = {affine_translation(vec3d(-0.5, 0, 0)), affine_translation(vec3d(0.5, 0.25, 0))};
    Mesh *mesh = combined((const Mesh *const[]){box, box}, at, 2);
    mesh_release(box);
    return mesh;
}

static void winding_numbers_agree_with_solid_angles(void **state)
{
    (void)state;
    Mesh *meshes[] = {shape_box(vec3d(2, 1, 1)),
                      shape_torus(1, 0.3, 24, 12),
                      shape_knot(2, 3, 0.8, 0.35, 0.2, 120, 10),
                      shape_cone(0.5, 2, 60),
                      unwelded(shape_ico_sphere(0.9, 3)),
                      hollow_box(2, 1.2, true),
                      overlapping_boxes()};
    const int points = sanitised() ? 150 : 1500;
    long inside = 0, twice = 0, asked = 0;
    for (size_t m = 0; m < sizeof meshes / sizeof *meshes; ++m) {
        Solid *solid = solid_build(meshes[m], NULL);
        for (uint64_t seed = 1; seed <= 4; ++seed) {
            Rng rng = rng_create(seed);
            Affine to = seed == 1 ? affine_identity() : rng_rotation(&rng);
            to.p = seed == 1 ? vec3d(0, 0, 0) : rng_in_cube(&rng, 3);
            if (seed == 3) // sheared and stretched
                to.m[0][1] += 2;
            double sign = 1;
            if (seed == 4) { // mirrored: outside is inside out
                for (int k = 0; k < 3; ++k)
                    to.m[k][0] = -to.m[k][0];
                sign = -1;
            }
            PlacedSolid placed;
            assert_true(placed_solid_init(&placed, solid, &to));
            for (int i = 0; i < points; ++i) {
                Vec3d p = affine_apply(&to, rng_in_cube(&rng, 1.2));
                if (i % 3 == 0) // on the grid of the corners: through edges and corners
                    for (int k = 0; k < 3; ++k)
                        p.v[k] = round(4 * p.v[k]) / 4;
                double expected = winding_by_angles(&placed, p);
                // On the surface, or too near for the oracle: angles there are any multiple of
                // half.
                if (fabs(expected - round(expected)) > 1e-3 ||
                    solid_nearest(&placed, p, 1e-9, -1).triangle >= 0)
                    continue;
                int winding;
                assert_true(solid_winding(&placed, p, &winding));
                if (winding != (int)round(expected))
                    fail_msg("mesh %zu seed %llu point %d: %d instead of %g", m,
                             (unsigned long long)seed, i, winding, expected);
                ++asked;
                inside += winding * sign > 0;
                twice += winding * sign > 1;
            }
        }
        solid_release(solid);
        mesh_release(meshes[m]);
    }
    printf("RAN: %ld points against solid angles, %ld inside, %ld inside twice\n", asked, inside,
           twice);
    assert_true(asked > 2000 && inside > 300 && twice > 10);
}

// One ulp on either side of a face, an edge or a corner, and on it.
static void winding_numbers_are_exact_next_to_the_surface(void **state)
{
    (void)state;
    Mesh *mesh = shape_box(vec3d(2, 2, 2));
    Solid *solid = solid_build(mesh, NULL);
    PlacedSolid placed;
    Affine here = affine_identity();
    assert_true(placed_solid_init(&placed, solid, &here));
    const double at[] = {-1, nextafter(-1, 0), nextafter(-1, -2), 0, 0.25, nextafter(1, 0),
                         1,  nextafter(1, 2)};
    enum { N = sizeof at / sizeof *at };
    int counts[3] = {0};
    for (int i = 0; i < N * N * N; ++i) {
        Vec3d p = vec3d(at[i % N], at[i / N % N], at[i / N / N]);
        double far = fmax(fabs(p.x), fmax(fabs(p.y), fabs(p.z)));
        int winding;
        bool told = solid_winding(&placed, p, &winding);
        assert_int_equal(told, far != 1);
        if (told)
            assert_int_equal(winding, far < 1);
        ++counts[far < 1 ? 0 : far == 1 ? 1 : 2];
    }
    printf("RAN: %d points inside, %d on the surface, %d outside by an ulp\n", counts[0], counts[1],
           counts[2]);
    solid_release(solid);
    mesh_release(mesh);
}

static void nearest_points_agree_with_brute_force(void **state)
{
    (void)state;
    long found = 0, beyond = 0;
    for (int m = 0; m < test_mesh_count; ++m) {
        Mesh *mesh = test_meshes[m].make();
        Solid *solid = solid_build(mesh, NULL);
        double radius = mesh_radius(mesh);
        for (uint64_t seed = 0; seed < (sanitised() ? 10u : 60u); ++seed) {
            Rng rng = rng_create(seed + 100);
            Affine to = rng_rotation(&rng);
            to.p = rng_in_cube(&rng, radius);
            if (seed % 3 == 0)
                to.m[1][0] += 1.5;
            PlacedSolid placed;
            assert_true(placed_solid_init(&placed, solid, &to));
            Vec3d p = affine_apply(&to, rng_in_cube(&rng, radius));
            double least = INFINITY, bound = seed % 2 ? INFINITY : 0.3 * radius;
            for (int32_t i = 0; i < mesh->triangle_count; ++i) {
                Triangle t = placed_solid_triangle(&placed, i), point = {{p, p, p}};
                Vec3d on_a, on_b;
                least = fmin(least, tri_distance(&t, &point, &on_a, &on_b));
            }
            int32_t hint = mesh->triangle_count > 0 && seed % 5 == 0
                               ? rng_below(&rng, mesh->triangle_count)
                               : -1;
            Nearest nearest = solid_nearest(&placed, p, bound, hint);
            double slack = 1e-12 * radius;
            if (least > bound + slack) {
                assert_int_equal(nearest.triangle, -1);
                assert_true(nearest.distance == bound);
                ++beyond;
            } else if (least < bound - slack) {
                if (fabs(nearest.distance - least) > slack)
                    fail_msg("%s seed %llu: %.17g instead of %.17g", test_meshes[m].name,
                             (unsigned long long)seed, nearest.distance, least);
                assert_true(fabs(vec3d_distance(p, nearest.foot) - least) < 4 * slack);
                ++found;
            }
        }
        solid_release(solid);
        mesh_release(mesh);
    }
    printf("RAN: %ld nearest points, %ld beyond the bound\n", found, beyond);
    assert_true(found > 50 && beyond > 10);
}

// Solids are made once per mesh and version; what no part has any more goes, the rest stays.
static void solids_are_kept_while_parts_have_their_mesh(void **state)
{
    (void)state;
    enum { COUNT = 12 };
    SolidCache cache = {0};
    Mesh *meshes[COUNT];
    PosedPart parts[COUNT] = {0};
    const Solid *solids[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        meshes[i] = shape_box(vec3d(1, 1, 1));
        parts[i].tree = bvh_build(meshes[i], NULL, NULL, NULL);
        assert_non_null(solids[i] = solid_cache_get(&cache, meshes[i], NULL));
    }
    solid_cache_sweep(&cache, parts, COUNT);
    assert_int_equal(cache.count, COUNT);
    ++meshes[COUNT - 1]->version; // deformed
    solid_cache_sweep(&cache, parts + 2, COUNT - 2);
    assert_int_equal(cache.count, COUNT - 3);
    for (int i = 2; i + 1 < COUNT; ++i)
        assert_ptr_equal(solid_cache_get(&cache, meshes[i], NULL), solids[i]);
    assert_int_equal(cache.count, COUNT - 3);
    assert_non_null(solid_cache_get(&cache, meshes[0], NULL));
    assert_int_equal(cache.count, COUNT - 2);
    solid_cache_free(&cache);
    for (int i = 0; i < COUNT; ++i) {
        bvh_release((Bvh *)parts[i].tree);
        assert_int_equal(meshes[i]->references, 1);
        mesh_release(meshes[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(winding_numbers_agree_with_solid_angles),
        cmocka_unit_test(winding_numbers_are_exact_next_to_the_surface),
        cmocka_unit_test(nearest_points_agree_with_brute_force),
        cmocka_unit_test(solids_are_kept_while_parts_have_their_mesh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
