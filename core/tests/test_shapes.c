// The generated meshes are what they promise: counts, closedness, orientation, volume,
// repeatability.
#include "core/base/angle.h"
#include "core/base/rng.h"
#include "core/mesh/mesh_builder.h"
#include "core/mesh/shapes.h"
#include "core/tests/odd_shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct Shape {
    const char *name;
    Mesh *mesh;
    int32_t triangles, polygons;
    double volume,
        tolerance; // exact volume of the round body, relative error allowed; 0 = open mesh
} Shape;

static int directed_edge_order(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(int32_t[2]));
}

// Each directed edge occurs once, and so does its opposite.
static bool is_closed_and_oriented(const Mesh *mesh)
{
    size_t count = 3 * (size_t)mesh->triangle_count;
    int32_t(*edges)[2] = malloc(count * sizeof *edges);
    assert_non_null(edges);
    for (size_t i = 0; i < count; ++i) {
        edges[i][0] = mesh->triangles[i / 3][i % 3];
        edges[i][1] = mesh->triangles[i / 3][(i + 1) % 3];
    }
    qsort(edges, count, sizeof *edges, directed_edge_order);
    bool closed = true;
    for (size_t i = 0; i < count; ++i) {
        int32_t opposite[2] = {edges[i][1], edges[i][0]};
        closed &= i == 0 || directed_edge_order(edges[i - 1], edges[i]) != 0;
        closed &= bsearch(opposite, edges, count, sizeof *edges, directed_edge_order) != NULL;
    }
    free(edges);
    return closed;
}

static double signed_volume(const Mesh *mesh)
{
    double six = 0;
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        Triangle t = mesh_triangle(mesh, i);
        six += vec3d_dot(t.p[0], vec3d_cross(t.p[1], t.p[2]));
    }
    return six / 6;
}

static double trefoil_length(double major, double minor)
{
    double length = 0;
    enum { STEPS = 4000 };
    for (int i = 0; i < STEPS; ++i) {
        double t = 2 * PI * i / STEPS, r = major + minor * cos(3 * t);
        length += sqrt(4 * r * r + 9 * minor * minor) * 2 * PI / STEPS;
    }
    return length;
}

static void every_shape_is_as_promised(void **state)
{
    (void)state;
    Shape shapes[] = {
        {"box", shape_box(vec3d(2, 3, 4)), 12, 6, 24, 1e-12},
        {"uv sphere", shape_uv_sphere(2, 64, 32), 2 * 64 * 31, 64 * 32, 32 * PI / 3, 0.01},
        {"smallest uv sphere", shape_uv_sphere(1, 3, 2), 6, 6, sqrt(3) / 2, 1e-12},
        {"ico sphere", shape_ico_sphere(2, 3), 1280, 1280, 32 * PI / 3, 0.03},
        {"torus", shape_torus(5, 1, 90, 30), 5400, 2700, 10 * PI * PI, 0.01},
        {"cylinder", shape_cylinder(3, 2, 96), 4 * 96 - 4, 98, 18 * PI, 0.01},
        {"ring", shape_ring(2, 3, 4, 96), 8 * 96, 4 * 96, 20 * PI, 0.01},
        {"cone", shape_cone(3, 20, 96), 96 + 94, 97, 60 * PI, 0.01},
        // Pappus: the volume of a tube is its section times the length of its centre line.
        {"knot", shape_knot(2, 3, 5, 2, 0.8, 400, 24), 19200, 9600,
         trefoil_length(5, 2) * PI * 0.64, 0.02},
        {"blob without limbs", shape_blob(9606, 0, 0, 1, 1), 9606, 9606, 4 * PI / 3, 0.01},
        {"smallest blob", shape_blob(48, 0, 0, 1, 1), 48, 48, 4 * PI / 3, 0.3},
        {"blob with faces cut", shape_blob(106, 0, 0, 1, 1), 106, 106, 4 * PI / 3, 0.3},
        {"grid", shape_grid(10, 4, 20, 8), 320, 160, 0, 0},
        {"soup", shape_soup(500, 10, 1, 7), 500, 500, 0, 0},
        {"degenerates", shape_degenerates(99, 10, 7), 99, 99, 0, 0},
    };
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; ++i) {
        const Shape *s = &shapes[i];
        Error err = {{0}};
        if (!s->mesh || !mesh_validate(s->mesh, &err))
            fail_msg("%s: %s", s->name, err.text);
        if (s->mesh->triangle_count != s->triangles || s->mesh->polygon_count != s->polygons)
            fail_msg("%s: %d triangles, %d polygons", s->name, s->mesh->triangle_count,
                     s->mesh->polygon_count);
        bool solid = s->volume > 0;
        if (is_closed_and_oriented(s->mesh) != solid)
            fail_msg("%s: closed is not %d", s->name, solid);
        double volume = signed_volume(s->mesh);
        if (solid && volume <= 0)
            fail_msg("%s: inside out, volume %g", s->name, volume);
        if (s->volume > 0 && fabs(volume - s->volume) > s->tolerance * s->volume)
            fail_msg("%s: volume %g instead of %g", s->name, volume, s->volume);
        mesh_release(s->mesh);
    }
}

static void shapes_are_centred(void **state)
{
    (void)state;
    Mesh *meshes[] = {shape_box(vec3d(2, 3, 4)), shape_cylinder(3, 2, 96),
                      shape_torus(5, 1, 64, 32), shape_cone(3, 8, 64)};
    for (size_t i = 0; i < sizeof meshes / sizeof *meshes; ++i) {
        Box3d box = mesh_bounds(meshes[i]);
        for (int k = 0; k < 3; ++k)
            assert_true(fabs(box.lo.v[k] + box.hi.v[k]) < 1e-9);
        mesh_release(meshes[i]);
    }
}

static void grid_is_flat_and_faces_up(void **state)
{
    (void)state;
    Mesh *grid = shape_grid(10, 4, 3, 2);
    for (int32_t i = 0; i < grid->triangle_count; ++i) {
        Triangle t = mesh_triangle(grid, i);
        Vec3d n = vec3d_cross(vec3d_sub(t.p[1], t.p[0]), vec3d_sub(t.p[2], t.p[0]));
        assert_true(n.x == 0 && n.z == 0 && n.y > 0);
    }
    mesh_release(grid);
}

static void degenerates_hold_points_and_segments(void **state)
{
    (void)state;
    Mesh *mesh = shape_degenerates(30, 10, 3);
    int flat = 0;
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        Triangle t = mesh_triangle(mesh, i);
        Vec3d n = vec3d_cross(vec3d_sub(t.p[1], t.p[0]), vec3d_sub(t.p[2], t.p[0]));
        flat += vec3d_length(n) < 1e-12;
    }
    assert_int_equal(flat, 20);
    mesh_release(mesh);
}

// Limbs make it longer, never thinner, and it stays one closed body.
static void blobs_grow_limbs(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; ++seed) {
        Mesh *mesh = shape_blob(2 * (5000 + 7 * (int32_t)seed), 6, 1.5, 0.3, seed);
        assert_non_null(mesh);
        assert_int_equal(mesh->triangle_count, 2 * (5000 + 7 * (int32_t)seed));
        assert_int_equal(mesh->vertex_count, mesh->triangle_count / 2 + 2);
        assert_true(is_closed_and_oriented(mesh) && signed_volume(mesh) > 4 * PI / 3 * 0.99);
        double farthest = 0, nearest = INFINITY;
        for (int32_t i = 0; i < mesh->vertex_count; ++i) {
            farthest = fmax(farthest, vec3d_length(mesh->vertices[i]));
            nearest = fmin(nearest, vec3d_length(mesh->vertices[i]));
        }
        assert_true(farthest > 2.3 && farthest < 3 && nearest > 0.99 && nearest < 1.2);
        mesh_release(mesh);
    }
}

static void equal_seeds_give_equal_meshes(void **state)
{
    (void)state;
    Mesh *a = shape_soup(50, 10, 1, 42), *b = shape_soup(50, 10, 1, 42);
    Mesh *c = shape_soup(50, 10, 1, 43);
    size_t bytes = (size_t)a->vertex_count * sizeof(Vec3d);
    assert_memory_equal(a->vertices, b->vertices, bytes);
    assert_memory_not_equal(a->vertices, c->vertices, bytes);
    mesh_release(a);
    mesh_release(b);
    mesh_release(c);
}

static void random_numbers_are_the_published_ones(void **state)
{
    (void)state;
    Rng rng = rng_create(1234567); // first outputs of the reference implementation of splitmix64
    assert_true(rng_next(&rng) == UINT64_C(6457827717110365317));
    assert_true(rng_next(&rng) == UINT64_C(3203168211198807973));
    assert_true(rng_next(&rng) == UINT64_C(9817491932198370423));
}

static void random_rotations_are_rotations_and_uniform(void **state)
{
    (void)state;
    Rng rng = rng_create(5);
    enum { COUNT = 20000 };
    double mean[3][3] = {{0}}, trace = 0;
    for (int n = 0; n < COUNT; ++n) {
        Affine r = rng_rotation(&rng);
        assert_true(fabs(affine_determinant(&r) - 1) < 1e-12);
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) {
                double dot = 0;
                for (int k = 0; k < 3; ++k)
                    dot += r.m[i][k] * r.m[j][k];
                assert_true(fabs(dot - (i == j)) < 1e-12);
                mean[i][j] += r.m[i][j] / COUNT;
            }
        }
        double t = r.m[0][0] + r.m[1][1] + r.m[2][2];
        trace += t * t / COUNT;
    }
    // Under the uniform measure every entry has mean 0 and the squared trace has mean 1.
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            assert_true(fabs(mean[i][j]) < 0.02);
    assert_true(fabs(trace - 1) < 0.05);
}

static void mirrored_copies_stay_outward(void **state)
{
    (void)state;
    Mesh *box = shape_box(vec3d(1, 2, 3));
    Affine mirror = affine_translation(vec3d(5, 0, 0));
    mirror.m[0][0] = -1;
    MeshBuilder builder = {0};
    Affine identity = affine_identity();
    mesh_builder_append(&builder, box, &identity);
    mesh_builder_append(&builder, box, &mirror);
    Mesh *both = mesh_builder_finish(&builder);
    assert_non_null(both);
    assert_true(mesh_validate(both, NULL));
    assert_true(is_closed_and_oriented(both));
    assert_int_equal(both->polygon_count, 12);
    assert_true(fabs(signed_volume(both) - 12) < 1e-12);
    mesh_release(both);
    mesh_release(box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_shape_is_as_promised),
        cmocka_unit_test(shapes_are_centred),
        cmocka_unit_test(grid_is_flat_and_faces_up),
        cmocka_unit_test(degenerates_hold_points_and_segments),
        cmocka_unit_test(blobs_grow_limbs),
        cmocka_unit_test(equal_seeds_give_equal_meshes),
        cmocka_unit_test(random_numbers_are_the_published_ones),
        cmocka_unit_test(random_rotations_are_rotations_and_uniform),
        cmocka_unit_test(mirrored_copies_stay_outward),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
