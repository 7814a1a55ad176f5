// Axes of symmetric matrices and of sets of triangles: what oriented boxes are built on.
#include "core/mesh/covariance.h"
#include "core/mesh/shapes.h"
#include "core/shape/eigen3.h"
#include "core/tests/test_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

// Zero, equal, nearly equal and very different eigenvalues, in any frame and at any scale.
static void random_matrix(Rng *rng, double m[9])
{
    double value[3], apart = pow(10, rng_uniform(rng, -16, 2)), scale;
    for (int i = 0; i < 3; ++i) {
        double kind = rng_uniform(rng, 0, 4);
        value[i] = kind < 1   ? 0
                   : kind < 2 ? 1
                   : kind < 3 ? 1 + apart
                              : pow(10, rng_uniform(rng, -16, 0));
    }
    scale = pow(10, rng_uniform(rng, -100, 100));
    Vec3d axis[3] = {rng_direction(rng)};
    axis[1] = vec3d_normalised(vec3d_cross(axis[0], rng_in_cube(rng, 1)));
    axis[2] = vec3d_cross(axis[0], axis[1]);
    for (int i = 0; i < 3; ++i)
        for (int j = i; j < 3; ++j) {
            double sum = 0;
            for (int k = 0; k < 3; ++k)
                sum += scale * value[k] * axis[k].v[i] * axis[k].v[j];
            m[3 * i + j] = m[3 * j + i] = sum;
        }
}

static void check_axes(const double m[9], unsigned seed, int round)
{
    Vec3d axes[3];
    double values[3], size = 0;
    for (int i = 0; i < 9; ++i)
        size = fmax(size, fabs(m[i]));
    eigen3_symmetric(m, axes, values);
    for (int k = 0; k < 3; ++k) {
        for (int i = 0; i < 3; ++i) {
            double off = -values[k] * axes[k].v[i];
            for (int j = 0; j < 3; ++j)
                off += m[3 * i + j] * axes[k].v[j];
            if (!(fabs(off) <= 1e-13 * size))
                fail_msg("seed %u, round %d: axis %d is off by %g of the matrix", seed, round, k,
                         fabs(off) / size);
            double product = vec3d_dot(axes[k], axes[i]) - (i == k);
            if (!(fabs(product) <= 1e-14))
                fail_msg("seed %u, round %d: axes %d and %d are off by %g", seed, round, k, i,
                         product);
        }
        if (k > 0 && !(values[k] <= values[k - 1]))
            fail_msg("seed %u, round %d: values do not fall", seed, round);
    }
    assert_true(vec3d_dot(axes[2], vec3d_cross(axes[0], axes[1])) > 0.5);
}

static void axes_are_eigenvectors(void **state)
{
    (void)state;
    enum { SEED = 41 };
    int rounds = long_tier() ? 2000000 : 50000;
    Rng rng = rng_create(SEED);
    for (int round = 0; round < rounds; ++round) {
        double m[9];
        random_matrix(&rng, m);
        check_axes(m, SEED, round);
    }
    const double zero[9] = {0}, not_finite[9] = {INFINITY, 0, 0, 0, 1, 0, 0, 0, 1};
    const double *const odd[] = {zero, not_finite};
    for (int i = 0; i < 2; ++i) {
        Vec3d axes[3];
        double values[3];
        eigen3_symmetric(odd[i], axes, values);
        for (int k = 0; k < 9; ++k)
            assert_true(axes[k / 3].v[k % 3] == (k / 3 == k % 3));
    }
    printf("RAN: %d matrices\n", rounds);
}

// A table's sums are about the middle of the mesh; what is small and far from it must not suffer.
static void a_table_does_not_change_the_axes(void **state)
{
    (void)state;
    const double sizes[] = {1, 1e-2, 1e-4, 1e-6, 1e-8};
    enum { SOME = 500 };
    int32_t items[SOME];
    for (int32_t i = 0; i < SOME; ++i)
        items[i] = i;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; ++s) {
        // The first ones becomes small; the rest keeps the middle where it is.
        Mesh *small = shape_torus(1, 0.4, 40, 20);
        assert_non_null(small);
        Vec3d corner = small->vertices[small->triangles[0][0]];
        for (int32_t v = 0; v < small->vertex_count; ++v) {
            bool moved = false;
            for (int32_t i = 0; i < 3 * SOME && !moved; ++i)
                moved = small->triangles[i / 3][i % 3] == v;
            if (moved)
                small->vertices[v] = vec3d_lerp(corner, small->vertices[v], sizes[s]);
        }
        MomentTable table;
        assert_true(moment_table_init(&table, small));
        Vec3d with[3], without[3];
        covariance_axes(small, &table, items, SOME, with);
        covariance_axes(small, NULL, items, SOME, without);
        for (int k = 0; k < 3; ++k)
            if (!(fabs(fabs(vec3d_dot(with[k], without[k])) - 1) < 1e-9))
                fail_msg("size %g: axis %d is turned", sizes[s], k);
        moment_table_free(&table);
        mesh_release(small);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(axes_are_eigenvectors),
        cmocka_unit_test(a_table_does_not_change_the_axes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
