// The estimated chord error against the true one of shapes given by formula, however they are
// placed, scaled, welded and cut into triangles; and none where nothing is round.
// ctest labels: threads
#include "core/base/angle.h"
#include "core/base/memory.h"
#include "core/base/rng.h"
#include "core/mesh/chord_error.h"
#include "core/mesh/shapes.h"
#include "core/mesh/topology.h"
#include "core/tests/mesh_copies.h"
#include "core/tests/odd_shapes.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SEED = 2026, VARIANTS = 16 };

static double error_of(const Mesh *mesh)
{
    double error;
    assert_non_null(mesh);
    assert_true(mesh_chord_error(mesh, NULL, &error));
    return error;
}

static double cap_of(const Mesh *mesh)
{
    Box3d box = mesh_bounds(mesh);
    return CHORD_ERROR_CAP * vec3d_distance(box.lo, box.hi);
}

// How the same surface may arrive from files.
typedef struct Variant {
    bool no_polygons, unwelded, floats;
    double scale;
} Variant;

static Variant random_variant(Rng *rng)
{
    return (Variant){.no_polygons = rng_below(rng, 2),
                     .unwelded = rng_below(rng, 2),
                     .floats = rng_below(rng, 2),
                     .scale = pow(10, rng_uniform(rng, -3, 3))};
}

// Quads are cut along the other diagonal at random.
static void cut_anew(Mesh *mesh, Rng *rng)
{
    for (int32_t i = 0; i + 1 < mesh->triangle_count; ++i) {
        bool quad =
            mesh->polygon_of[i] == mesh->polygon_of[i + 1] &&
            (i == 0 || mesh->polygon_of[i - 1] != mesh->polygon_of[i]) &&
            (i + 2 == mesh->triangle_count || mesh->polygon_of[i + 2] != mesh->polygon_of[i]);
        int32_t *t = mesh->triangles[i], *u = mesh->triangles[i + 1]; // a b c, a c d
        if (!quad || rng_below(rng, 2) || t[0] != u[0] || t[2] != u[1])
            continue;
        int32_t a = t[0], b = t[1], c = t[2], d = u[2];
        int32_t cut[2][3] = {{b, c, d}, {b, d, a}};
        memcpy(mesh->triangles[i], cut, sizeof cut);
    }
}

// Takes the mesh.
static Mesh *varied(Mesh *mesh, const Variant *variant, Rng *rng)
{
    Affine to = rng_rotation(rng);
    for (int i = 0; i < 9; ++i)
        to.m[i / 3][i % 3] *= variant->scale;
    to.p = rng_in_cube(rng, variant->scale);
    cut_anew(mesh, rng);
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        Vec3d p = affine_apply(&to, mesh->vertices[i]);
        mesh->vertices[i] = variant->floats ? vec3d_from(vec3_from(p)) : p;
    }
    for (int32_t i = 0; variant->no_polygons && i < mesh->triangle_count; ++i)
        mesh->polygon_of[i] = i;
    mesh->polygon_count = variant->no_polygons ? mesh->triangle_count : mesh->polygon_count;
    return variant->unwelded ? unwelded(mesh) : mesh;
}

// Distance of a point from the true surface.
typedef double Surface(Vec3d p, const double *size);

static double round_of(Vec3d p)
{
    return hypot(p.x, p.z);
}

static double from_cylinder(Vec3d p, const double *size)
{
    return fabs(round_of(p) - size[0]);
}

static double from_cone(Vec3d p, const double *size)
{
    double radius = size[0] * (0.5 - p.y / size[1]);
    return fabs(round_of(p) - radius) * size[1] / hypot(size[0], size[1]);
}

static double from_sphere(Vec3d p, const double *size)
{
    return fabs(vec3d_length(p) - size[0]);
}

static double from_torus(Vec3d p, const double *size)
{
    return fabs(hypot(round_of(p) - size[0], p.y) - size[1]);
}

// The largest distance over all faces but caps, by looking at many points.
static double true_error(const Mesh *mesh, Surface *surface, const double *size, bool caps)
{
    enum { STEPS = 6 };
    double largest = 0;
    for (int32_t t = 0; t < mesh->triangle_count; ++t) {
        Triangle corners = mesh_triangle(mesh, t);
        if (caps && fabs(mesh_normal(mesh, t).y) > 0.999)
            continue;
        for (int i = 0; i <= STEPS; ++i)
            for (int j = 0; i + j <= STEPS; ++j) {
                Vec3d p = vec3d_lerp(corners.p[0], corners.p[1], (double)i / STEPS);
                p = vec3d_add_scaled(p, vec3d_sub(corners.p[2], corners.p[0]), (double)j / STEPS);
                largest = fmax(largest, surface(p, size));
            }
    }
    return largest;
}

// accuracy: relative. Takes the mesh.
static void expect_error(Mesh *mesh, double truth, double accuracy, Rng *rng, const char *what)
{
    Variant variant = random_variant(rng);
    mesh = varied(mesh, &variant, rng);
    double cap = cap_of(mesh) / variant.scale;
    double found = error_of(mesh) / variant.scale, wanted = fmin(truth, cap);
    if (fabs(found - wanted) > accuracy * wanted)
        fail_msg("%s: %.6g found, %.6g is true; polygons %d, welded %d, floats %d, scale %g", what,
                 found, wanted, !variant.no_polygons, !variant.unwelded, variant.floats,
                 variant.scale);
    mesh_release(mesh);
}

static void test_round_shapes(void **state)
{
    (void)state;
    Rng rng = rng_create(SEED);
    for (int i = 0; i < VARIANTS; ++i) {
        double size[2] = {rng_uniform(&rng, 1, 3), rng_uniform(&rng, 1, 6)};
        int32_t n = 12 + rng_below(&rng, 150);
        Mesh *mesh = shape_cylinder(size[0], size[1], n);
        double truth = size[0] * (1 - cos(PI / n));
        assert_true(fabs(truth - true_error(mesh, from_cylinder, size, true)) < 1e-9);
        expect_error(mesh, truth, 0.001, &rng, "cylinder");

        mesh = shape_cone(size[0], size[1], n);
        truth = true_error(mesh, from_cone, size, true);
        expect_error(mesh, truth, 0.01, &rng, "cone");

        mesh = shape_uv_sphere(size[0], 24 + rng_below(&rng, 100), 24 + rng_below(&rng, 80));
        truth = true_error(mesh, from_sphere, size, false);
        expect_error(mesh, truth, 0.15, &rng, "sphere");

        mesh = shape_ico_sphere(size[0], 2 + rng_below(&rng, 3));
        truth = true_error(mesh, from_sphere, size, false);
        expect_error(mesh, truth, 0.02, &rng, "ico sphere");

        double ring[2] = {rng_uniform(&rng, 3, 5), rng_uniform(&rng, 0.5, 2)};
        mesh = shape_torus(ring[0], ring[1], 24 + rng_below(&rng, 120), 24 + rng_below(&rng, 60));
        truth = true_error(mesh, from_torus, ring, false);
        expect_error(mesh, truth, 0.02, &rng, "torus");
    }
}

// A convex outline, counter-clockwise seen from +z, drawn out along z: flat ends, one quad per side.
static Mesh *extruded(const Vec3d *outline, int count, double length)
{
    MeshBuilder b = {0};
    for (int i = 0; i < 2 * count; ++i)
        mesh_builder_vertex(
            &b, vec3d(outline[i / 2].x, outline[i / 2].y, i % 2 ? 0.5 * length : -0.5 * length));
    for (int i = 0; i < count; ++i) {
        int next = (i + 1) % count;
        mesh_builder_face4(&b, 2 * i, 2 * next, 2 * next + 1, 2 * i + 1);
    }
    for (int end = 0; end < 2; ++end) {
        mesh_builder_polygon(&b);
        for (int i = 1; i + 1 < count; ++i)
            mesh_builder_triangle(&b, end, 2 * (end ? i : i + 1) + end,
                                  2 * (end ? i + 1 : i) + end);
    }
    return mesh_builder_finish(&b);
}

// A bar whose four edges are rounded by `steps` chords each, or cut by one chamfer.
static Mesh *rounded_bar(double width, double height, double length, double radius, int steps)
{
    enum { MOST = 4 * 33 };
    Vec3d outline[MOST];
    int count = 0;
    for (int corner = 0; corner < 4; ++corner) {
        double x = (corner == 1 || corner == 2 ? -1 : 1) * (width / 2 - radius);
        double y = (corner >= 2 ? -1 : 1) * (height / 2 - radius);
        for (int i = 0; i <= steps; ++i) {
            double angle = PI / 2 * (corner + (double)i / steps);
            outline[count++] = vec3d(x + radius * cos(angle), y + radius * sin(angle), 0);
        }
    }
    return extruded(outline, count, length);
}

static void test_rounded_edges(void **state)
{
    (void)state;
    Rng rng = rng_create(SEED + 1);
    for (int i = 0; i < VARIANTS; ++i) {
        int steps = 3 + i;
        double radius = rng_uniform(&rng, 0.5, 2);
        // The flat faces between two fillets turn alike on both sides, and are no chords.
        expect_error(rounded_bar(rng_uniform(&rng, 20, 100), 20, 50, radius, steps),
                     radius * (1 - cos(PI / 4 / steps)), 0.01, &rng, "rounded bar");
    }
}

static Mesh *prism(double radius, double height, int sides)
{
    return shape_cylinder(radius, height, sides);
}

static void test_what_is_not_round(void **state)
{
    (void)state;
    Rng rng = rng_create(SEED + 2);
    for (int i = 0; i < VARIANTS; ++i) {
        double size = rng_uniform(&rng, 10, 60);
        expect_error(shape_box(vec3d(size, 20, rng_uniform(&rng, 1, 9))), 0, 0, &rng, "box");
        expect_error(prism(size, 5, 3 + i % 9), 0, 0, &rng, "prism");
        expect_error(rounded_bar(size, 10, 40, 1, 1), 0, 0, &rng, "chamfers");
        expect_error(rounded_bar(size, 10, 40, 1, 2), 0, 0, &rng, "two chamfers at each edge");
        double slope = rng_uniform(&rng, 0.05, 0.5); // of a roof
        const Vec3d roof[5] = {
            {{-10, 0, 0}}, {{10, 0, 0}}, {{10, 4, 0}}, {{0, 4 + 10 * slope, 0}}, {{-10, 4, 0}}};
        expect_error(extruded(roof, 5, size), 0, 0, &rng, "roof");
        // Turns by 25 degrees twice, but the middle is narrow: a bevel, no round thing.
        double c = cos(PI * 25 / 180), d = sin(PI * 25 / 180);
        const Vec3d bevel[5] = {
            {{0, 0, 0}},
            {{20, 0, 0}},
            {{20 + 1 * c, 1 * d, 0}},
            {{20 + c + 20 * cos(PI * 50 / 180), d + 20 * sin(PI * 50 / 180), 0}},
            {{0, 30, 0}}};
        expect_error(extruded(bevel, 5, size), 0, 0, &rng, "bevel");
    }
    const Mesh *soup = shape_soup(500, 10, 1, SEED);
    assert_true(error_of(soup) == 0);
    mesh_release((Mesh *)soup);
    Mesh *bad = shape_degenerates(300, 10, SEED);
    assert_true(error_of(bad) == 0);
    mesh_release(bad);
    Mesh *none = mesh_create(0, 0);
    assert_true(error_of(none) == 0);
    mesh_release(none);
}

// A bolt has the error of its shank: the head's six sides have none.
static void test_bolt(void **state)
{
    (void)state;
    Rng rng = rng_create(SEED + 3);
    for (int i = 0; i < VARIANTS; ++i) {
        int32_t n = 40 + 4 * i;
        const Mesh *meshes[2] = {prism(6, 4, 6), shape_cylinder(3, 30, n)};
        const Affine at[2] = {affine_translation(vec3d(0, 17, 0)), affine_identity()};
        expect_error(combined(meshes, at, 2), 3 * (1 - cos(PI / n)), 0.01, &rng, "bolt");
        mesh_release((Mesh *)meshes[0]);
        mesh_release((Mesh *)meshes[1]);
    }
}

// The two circles of a tube, divided at different angles: a strip of triangles that lean to either
// side, as mesh generators make them. Open at both ends.
static void test_strip_of_triangles(void **state)
{
    (void)state;
    Rng rng = rng_create(SEED + 4);
    for (int i = 0; i < VARIANTS; ++i) {
        int n = 40 + 5 * i;
        MeshBuilder b = {0};
        for (int k = 0; k < 2 * n; ++k)
            mesh_builder_vertex(&b,
                                vec3d(3 * cos(PI * k / n), k % 2 ? 10 : -10, 3 * sin(PI * k / n)));
        for (int k = 0; k < 2 * n; ++k) {
            int next = (k + 1) % (2 * n), last = (k + 2) % (2 * n);
            mesh_builder_face3(&b, k, k % 2 ? last : next, k % 2 ? next : last);
        }
        Mesh *mesh = mesh_builder_finish(&b);
        const double radius = 3;
        double truth = true_error(mesh, from_cylinder, &radius, false);
        assert_true(fabs(truth - 3 * (1 - cos(PI / n))) < 1e-4 * truth);
        expect_error(mesh, truth, 0.02, &rng, "strip");
    }
}

// Cut finer without becoming rounder, with some faces turned over or lost, it is the same thing.
static void test_damage_adds_nothing(void **state)
{
    (void)state;
    Rng rng = rng_create(SEED + 5);
    for (int i = 0; i < VARIANTS; ++i) {
        int32_t n = 40 + 3 * i;
        Mesh *mesh = shape_cylinder(5, 12, n);
        double truth = 5 * (1 - cos(PI / n));
        for (int k = 0; k < 5; ++k) {
            int32_t *t = mesh->triangles[rng_below(&rng, mesh->triangle_count)];
            int32_t swap = t[0];
            t[0] = t[1];
            t[1] = i % 2 ? swap : t[1]; // turned over, or collapsed
        }
        double found = error_of(mesh);
        assert_true(found > 0.99 * truth && found < 1.01 * truth);
        mesh_release(mesh);
    }
}

static void test_cap(void **state)
{
    (void)state;
    Mesh *mesh = shape_cylinder(5, 12, 12);
    assert_true(error_of(mesh) == cap_of(mesh));
    mesh_release(mesh);
}

// Stated by an importer, and estimated anew after a change.
static void test_kept_until_the_mesh_changes(void **state)
{
    (void)state;
    Mesh *mesh = shape_cylinder(5, 12, 64);
    double first = error_of(mesh);
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        mesh->vertices[i] = vec3d_scale(mesh->vertices[i], 2);
    assert_true(error_of(mesh) == first);
    ++mesh->version;
    assert_true(fabs(error_of(mesh) - 2 * first) < 1e-12);
    mesh->stated_chord_error = 0.25;
    assert_true(error_of(mesh) == 0.25);
    mesh_release(mesh);
}

static void *ask(void *user)
{
    double *found = malloc(sizeof *found);
    if (found && !mesh_chord_error(user, NULL, found))
        *found = -1;
    return found;
}

static void test_two_threads(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(5, 2, 60, 40);
    pthread_t threads[4];
    double found[4];
    for (int i = 0; i < 4; ++i)
        assert_int_equal(pthread_create(&threads[i], NULL, ask, mesh), 0);
    for (int i = 0; i < 4; ++i) {
        void *result;
        pthread_join(threads[i], &result);
        assert_non_null(result);
        found[i] = *(double *)result;
        free(result);
    }
    for (int i = 0; i < 4; ++i)
        assert_true(found[i] > 0 && found[i] == found[0]);
    mesh_release(mesh);
}

static long allowed = -1; // allocations until one fails; negative: none does

static void *maybe_resize(void *user, void *old, size_t size)
{
    (void)user;
    return allowed >= 0 && allowed-- == 0 ? NULL : realloc(old, size);
}

static void *maybe_allocate(void *user, size_t size)
{
    return maybe_resize(user, NULL, size);
}

static void just_release(void *user, void *block)
{
    (void)user;
    free(block);
}

static void test_no_memory_or_cancelled(void **state)
{
    (void)state;
    Mesh *mesh = shape_cylinder(5, 12, 64);
    double truth = 5 * (1 - cos(PI / 64)), error = 0;
    long refusals = 0;
    for (bool done = false; !done; refusals += !done) {
        ++mesh->version;
        allowed = refusals;
        done = mesh_chord_error(mesh, NULL, &error);
        allowed = -1;
    }
    assert_in_range(refusals, 5, 100);
    assert_true(fabs(error - truth) < 1e-9);
    ++mesh->version;
    Job job = {0};
    job_cancel(&job);
    assert_false(mesh_chord_error(mesh, &job, &error));
    mesh_release(mesh);
}

int main(void)
{
    if (!mem_set_hooks(&(MemoryHooks){maybe_allocate, maybe_resize, just_release, NULL}))
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_shapes),
        cmocka_unit_test(test_rounded_edges),
        cmocka_unit_test(test_what_is_not_round),
        cmocka_unit_test(test_bolt),
        cmocka_unit_test(test_strip_of_triangles),
        cmocka_unit_test(test_damage_adds_nothing),
        cmocka_unit_test(test_cap),
        cmocka_unit_test(test_kept_until_the_mesh_changes),
        cmocka_unit_test(test_two_threads),
        cmocka_unit_test(test_no_memory_or_cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
