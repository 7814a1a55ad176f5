// Axes of round parts are found where they are, and nowhere else.
#include "core/base/rng.h"
#include "core/mesh/rims.h"
#include "core/mesh/shapes.h"
#include "core/tests/odd_shapes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { SEED = 23 };

static size_t axes_of(const Mesh *mesh, RoundAxis *out, size_t most)
{
    RoundAxis *axes = NULL;
    size_t count = 0;
    assert_true(round_axes(mesh, most, NULL, &axes, &count));
    for (size_t i = 0; i < count; ++i)
        out[i] = axes[i];
    free(axes);
    return count;
}

static void move_mesh(Mesh *mesh, const Affine *by)
{
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        mesh->vertices[i] = affine_apply(by, mesh->vertices[i]);
}

static double distance_to_line(Vec3d p, Vec3d on, Vec3d direction)
{
    return vec3d_length(vec3d_cross(vec3d_sub(p, on), direction));
}

// Wherever the part lies in its file, whatever its size.
static void round_parts_have_the_axis_they_were_made_about(void **state)
{
    (void)state;
    Rng rng = rng_create(SEED);
    for (int i = 0; i < 200; ++i) {
        double size = pow(10, rng_uniform(&rng, -3, 4));
        int32_t segments = 8 + rng_below(&rng, 90);
        Mesh *mesh = i % 3 == 0   ? shape_cylinder(size, 2 * size, segments)
                     : i % 3 == 1 ? shape_ring(size / 2, size, size / 3, segments)
                                  : shape_cone(size, size, segments);
        assert_non_null(mesh);
        Affine at = rng_rotation(&rng);
        at.p = rng_in_cube(&rng, 10 * size);
        move_mesh(mesh, &at);
        RoundAxis axes[8];
        size_t count = axes_of(mesh, axes, 8);
        if (count != 1)
            fail_msg("shape %d with %d segments (seed %d): %d axes", i, (int)segments, SEED,
                     (int)count);
        Vec3d up = affine_apply_vector(&at, vec3d(0, 1, 0));
        assert_true(fabs(vec3d_dot(axes[0].direction, up)) > 1 - 1e-9);
        assert_true(distance_to_line(axes[0].point, at.p, up) < 1e-6 * size);
        assert_true(fabs(axes[0].radius - size) < 1e-6 * size);
        mesh_release(mesh);
    }
    print_message("RAN: 200 round shapes\n");
}

static void what_is_not_round_has_no_axis(void **state)
{
    (void)state;
    RoundAxis axes[64];
    Mesh *meshes[] = {shape_box(vec3d(1, 2, 3)),     shape_uv_sphere(1, 24, 12),
                      shape_ico_sphere(1, 3),        shape_grid(2, 3, 9, 7),
                      shape_soup(500, 10, 1, SEED),  shape_degenerates(300, 10, SEED),
                      shape_blob(2000, 5, 1, 0.3, 1)};
    for (size_t i = 0; i < sizeof meshes / sizeof *meshes; ++i) {
        assert_non_null(meshes[i]);
        size_t count = axes_of(meshes[i], axes, 64);
        if (count > 0)
            fail_msg("mesh %d has %d axes", (int)i, (int)count);
        mesh_release(meshes[i]);
    }
}

// Two rings in one mesh, of which the vertices are repeated for each face as in STL files.
static void several_axes_come_the_largest_first(void **state)
{
    (void)state;
    Mesh *small = shape_ring(1, 2, 1, 32), *large = shape_cylinder(5, 3, 48);
    int32_t triangles = small->triangle_count + large->triangle_count;
    Mesh *both = mesh_create(3 * triangles, triangles);
    assert_non_null(both);
    for (int32_t i = 0; i < triangles; ++i) {
        bool of_small = i < small->triangle_count;
        const Mesh *from = of_small ? small : large;
        int32_t k = of_small ? i : i - small->triangle_count;
        for (int c = 0; c < 3; ++c) {
            Vec3d v = from->vertices[from->triangles[k][c]];
            both->vertices[3 * i + c] = of_small ? vec3d(v.y + 20, v.x, v.z) : v;
            both->triangles[i][c] = 3 * i + c;
        }
    }
    RoundAxis axes[8];
    assert_int_equal(axes_of(both, axes, 8), 2);
    assert_true(fabs(axes[0].radius - 5) < 1e-9 && fabs(axes[0].direction.y - 1) < 1e-9);
    assert_true(fabs(axes[1].radius - 2) < 1e-9 && fabs(axes[1].direction.x - 1) < 1e-9);
    assert_true(distance_to_line(axes[1].point, vec3d(0, 0, 0), vec3d(1, 0, 0)) < 1e-9);
    assert_int_equal(axes_of(both, axes, 1), 1);
    assert_true(fabs(axes[0].radius - 5) < 1e-9);
    mesh_release(both);
    mesh_release(small);
    mesh_release(large);
}

// A quarter says nothing about a bore, half of one does.
static void arcs_count_from_a_third_of_a_turn_on(void **state)
{
    (void)state;
    for (int parts = 2; parts <= 4; parts += 2) { // half and quarter discs
        int32_t steps = 24;
        Mesh *disc = mesh_create(steps + 2, steps);
        assert_non_null(disc);
        disc->vertices[0] = vec3d(3, 0, 4);
        for (int32_t i = 0; i <= steps; ++i) {
            double angle = 6.283185307179586 / parts * i / steps;
            disc->vertices[i + 1] = vec3d(3 + 2 * cos(angle), 0, 4 + 2 * sin(angle));
        }
        for (int32_t i = 0; i < steps; ++i) {
            disc->triangles[i][0] = 0;
            disc->triangles[i][1] = i + 1;
            disc->triangles[i][2] = i + 2;
        }
        RoundAxis axes[4];
        assert_int_equal(axes_of(disc, axes, 4), parts == 2 ? 1 : 0);
        if (parts == 2)
            assert_true(vec3d_distance(axes[0].point, vec3d(3, 0, 4)) < 1e-9);
        mesh_release(disc);
    }
    Job job = {0};
    job_cancel(&job);
    RoundAxis *none;
    size_t count;
    Mesh *mesh = shape_cylinder(1, 1, 12);
    assert_false(round_axes(mesh, 4, &job, &none, &count));
    assert_null(none);
    mesh_release(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_parts_have_the_axis_they_were_made_about),
        cmocka_unit_test(what_is_not_round_has_no_axis),
        cmocka_unit_test(several_axes_come_the_largest_first),
        cmocka_unit_test(arcs_count_from_a_third_of_a_turn_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
