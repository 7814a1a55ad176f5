// The volume that parts share: against answers known by heart, against a cutting of convex bodies in
// longer numbers, against points thrown at random, and against itself from other sides.
#include "core/base/pool.h"
#include "core/base/rng.h"
#include "core/meaning/common_volume.h"
#include "core/meaning/solid.h"
#include "core/mesh/shapes.h"
#include "core/tests/convex_oracle.h"
#include "core/tests/test_set.h"
#include "core/tree/build/build.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static CommonVolume shared_by(const Bvh *a, Affine at_a, const Bvh *b, Affine at_b)
{
    PosedPart pa = {a, at_a, true, true}, pb = {b, at_b, true, true};
    CommonVolume out;
    Error err = {""};
    assert_true(common_volume(&pa, &pb, NULL, &out, &err));
    return out;
}

static void assert_is(const CommonVolume *v, double truth, double slack)
{
    assert_int_equal(v->state, COMMON_KNOWN);
    if (!(fabs(v->volume - truth) <= v->error + slack))
        fail_msg("%.17g is not within %.3g of %.17g", v->volume, v->error, truth);
}

static Affine turned(uint64_t seed, double reach)
{
    Rng rng = rng_create(seed);
    Affine t = rng_rotation(&rng);
    t.p = rng_in_cube(&rng, reach);
    return t;
}

// Six times the volume under the mesh, in longer numbers.
static double own_volume(const Mesh *mesh)
{
    long double sum = 0;
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        Triangle t = mesh_triangle(mesh, i);
        const Vec3d *p = t.p;
        sum += (long double)p[0].x * ((long double)p[1].y * p[2].z - (long double)p[1].z * p[2].y) +
               (long double)p[0].y * ((long double)p[1].z * p[2].x - (long double)p[1].x * p[2].z) +
               (long double)p[0].z * ((long double)p[1].x * p[2].y - (long double)p[1].y * p[2].x);
    }
    return (double)(sum / 6);
}

// --- boxes

typedef struct BoxCase {
    const char *what;
    Vec3d size, at; // of the second one; the first is 2 x 4 x 6 in the middle
    double volume;
} BoxCase;

static const BoxCase boxes[] = {
    {"a corner in a corner", {{2, 2, 2}}, {{1.5, 2.5, 3.5}}, 0.5 * 0.5 * 0.5},
    {"through and through", {{1, 10, 1}}, {{0, 0, 0}}, 4},
    {"inside", {{1, 1, 1}}, {{0.25, 0.5, 1}}, 1},
    {"inside, flush with one face", {{1, 1, 1}}, {{0.5, 0.5, 1}}, 1},
    {"inside, in a corner", {{1, 1, 1}}, {{0.5, 1.5, 2.5}}, 1},
    {"the same", {{2, 4, 6}}, {{0, 0, 0}}, 48},
    {"of its width, pushed in", {{2, 4, 6}}, {{0, 0, 1}}, 40},
    {"face on face", {{2, 4, 6}}, {{2, 0, 0}}, 0},
    {"edge on edge", {{2, 4, 6}}, {{2, 4, 0}}, 0},
    {"corner on corner", {{2, 4, 6}}, {{2, 4, 6}}, 0},
    {"far away", {{1, 1, 1}}, {{9, 0, 0}}, 0},
    {"around it", {{8, 8, 8}}, {{0.5, 0.5, 0.5}}, 48},
    {"a sheet's width", {{2, 4, 6}}, {{0, 0, 6 - 0x1p-30}}, 8 * 0x1p-30},
};

static void test_boxes(void **state)
{
    (void)state;
    Bvh *a = tree_of(shape_box(vec3d(2, 4, 6)));
    for (size_t i = 0; i < sizeof boxes / sizeof *boxes; ++i) {
        const BoxCase *c = &boxes[i];
        Bvh *b = tree_of(shape_box(c->size));
        Affine at = affine_translation(c->at);
        CommonVolume straight = shared_by(a, affine_identity(), b, at);
        assert_is(&straight, c->volume, 0);
        assert_true(straight.error <= 1e-8);
        CommonVolume swapped = shared_by(b, at, a, affine_identity());
        assert_is(&swapped, c->volume, 0);
        for (uint64_t seed = 1; seed <= 20; ++seed) { // moved together
            Affine move = turned(seed, 50), both = affine_compose(&move, &at);
            CommonVolume moved = shared_by(a, move, b, both);
            assert_is(&moved, c->volume, 0);
            assert_true(moved.error <= 1e-7);
        }
        bvh_release(b);
    }
    bvh_release(a);
}

// --- convex bodies, cut in longer numbers

static Mesh *tetrahedron(Rng *rng, bool on_grid)
{
    for (;;) {
        Mesh *mesh = mesh_create(4, 4);
        for (int i = 0; i < 4; ++i)
            for (int k = 0; k < 3; ++k) {
                double x = rng_uniform(rng, -3, 3);
                mesh->vertices[i].v[k] = on_grid ? floor(x) : x;
            }
        static const int32_t faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
        memcpy(mesh->triangles, faces, sizeof faces);
        double volume = own_volume(mesh);
        for (int i = 0; i < 4 && volume < 0; ++i) {
            int32_t swap = mesh->triangles[i][0];
            mesh->triangles[i][0] = mesh->triangles[i][1];
            mesh->triangles[i][1] = swap;
        }
        if (fabs(volume) > 0.1)
            return mesh;
        mesh_release(mesh);
    }
}

// On the grid most of them have corners on faces, edges on edges and faces in one plane.
static void test_convex(void **state)
{
    (void)state;
    Rng rng = rng_create(11);
    int shared = 0, count = long_tier() ? 200000 : 2000;
    double worst = 0;
    for (int i = 0; i < count; ++i) {
        bool on_grid = i % 2 == 0;
        Bvh *a = tree_of(tetrahedron(&rng, on_grid)), *b = tree_of(tetrahedron(&rng, on_grid));
        Affine at_a = affine_identity(), at_b = affine_identity();
        CommonVolume v = shared_by(a, at_a, b, at_b);
        double truth = convex_truth(a->mesh, &at_a, b->mesh, &at_b);
        assert_is(&v, truth, 1e-16);
        assert_true(v.error < 1e-8);
        shared += truth > 1e-3;
        worst = fmax(worst, v.error > 0 ? fabs(v.volume - truth) / v.error : 0);
        bvh_release(a);
        bvh_release(b);
    }
    assert_true(shared > count / 4);
    assert_true(worst > 0); // rounding there is
}

// --- against points

typedef struct Points {
    PlacedSolid a, b;
    Box3d box;
} Points;

static double share_of_points(const Points *points, int count, uint64_t seed)
{
    Rng rng = rng_create(seed);
    int inside = 0;
    for (int i = 0; i < count; ++i) {
        Vec3d p;
        int wa = 0, wb = 0;
        for (int k = 0; k < 3; ++k)
            p.v[k] = rng_uniform(&rng, points->box.lo.v[k], points->box.hi.v[k]);
        inside += solid_winding(&points->a, p, &wa) && wa != 0 &&
                  solid_winding(&points->b, p, &wb) && wb != 0;
    }
    return (double)inside / count;
}

static void test_points(void **state)
{
    (void)state;
    int count = long_tier() ? 1000000 : sanitised() ? 3000 : 20000;
    for (int pair = 0; pair < 3; ++pair) {
        Bvh *a = tree_of(pair == 0   ? shape_torus(2, 0.8, 40, 20)
                         : pair == 1 ? shape_knot(2, 3, 1.5, 0.6, 0.4, 120, 10)
                                     : shape_blob(2000, 5, 1.2, 0.5, 7));
        Bvh *b = tree_of(pair == 0   ? shape_uv_sphere(1.5, 24, 16)
                         : pair == 1 ? shape_blob(1000, 3, 1, 0.6, 3)
                                     : shape_cone(2, 3, 50));
        Affine at_b = turned((uint64_t)pair + 5, 0.8);
        CommonVolume v = shared_by(a, affine_identity(), b, at_b);
        assert_int_equal(v.state, COMMON_KNOWN);
        assert_true(v.error <= 1e-7 * v.volume);
        Solid *sa = solid_build(a->mesh, NULL), *sb = solid_build(b->mesh, NULL);
        Affine at_a = affine_identity();
        Points points = {.box = mesh_bounds(a->mesh)};
        assert_true(placed_solid_init(&points.a, sa, &at_a));
        assert_true(placed_solid_init(&points.b, sb, &at_b));
        Vec3d size = vec3d_sub(points.box.hi, points.box.lo);
        double all = size.x * size.y * size.z, share = v.volume / all;
        double seen = share_of_points(&points, count, 21);
        assert_true(share > 0.02);
        // Five standard deviations.
        assert_true(fabs(seen - share) <= 5 * sqrt(share * (1 - share) / count));
        solid_release(sa);
        solid_release(sb);
        bvh_release(a);
        bvh_release(b);
    }
}

// --- spheres

static void test_lens(void **state)
{
    (void)state;
    double d = 1.2, truth = acos(-1) * (4 + d) * (2 - d) * (2 - d) / 12, before = INFINITY;
    for (int32_t finer = 2; finer <= 5; ++finer) {
        Bvh *ball = tree_of(shape_ico_sphere(1, finer));
        CommonVolume v =
            shared_by(ball, affine_identity(), ball, affine_translation(vec3d(d, 0, 0)));
        assert_int_equal(v.state, COMMON_KNOWN);
        double off = truth - v.volume; // facets lie inside of the ball
        assert_true(off > 0 && off < 0.35 * before);
        before = off;
        bvh_release(ball);
    }
    assert_true(before < 2e-3 * truth);
}

// --- from other sides

static void test_itself(void **state)
{
    (void)state;
    Mesh *meshes[] = {shape_torus(2, 0.5, 30, 12), shape_knot(2, 3, 2, 0.8, 0.3, 100, 8),
                      shape_blob(1500, 4, 1, 0.5, 9), shape_cylinder(1, 3, 33)};
    for (size_t i = 0; i < sizeof meshes / sizeof *meshes; ++i) {
        double truth = own_volume(meshes[i]);
        Bvh *a = tree_of(meshes[i]), *room = tree_of(shape_box(vec3d(20, 20, 20)));
        for (uint64_t seed = 0; seed < 3; ++seed) {
            Affine at = seed ? turned(seed, 10) : affine_identity(), out = at;
            CommonVolume same = shared_by(a, at, a, at);
            assert_is(&same, truth, 0);
            assert_true(same.error < 1e-6 * truth);
            out.p = vec3d_add(out.p, vec3d(0.3, -0.2, 0.1));
            CommonVolume inside = shared_by(room, out, a, at);
            assert_is(&inside, truth, 0);
        }
        bvh_release(a);
        bvh_release(room);
    }
}

static Affine scaled(Affine t, double s)
{
    for (int i = 0; i < 3; ++i) {
        t.p.v[i] *= s;
        for (int k = 0; k < 3; ++k)
            t.m[i][k] *= s;
    }
    return t;
}

static void test_other_sides(void **state)
{
    (void)state;
    Bvh *a = tree_of(shape_torus(2, 0.8, 24, 12)), *b = tree_of(shape_blob(500, 3, 1, 0.6, 3));
    for (uint64_t seed = 1; seed <= 5; ++seed) {
        Affine at_a = turned(seed, 0.5), at_b = turned(seed + 100, 0.5);
        CommonVolume plain = shared_by(a, at_a, b, at_b), swapped = shared_by(b, at_b, a, at_a);
        assert_true(plain.volume > 0.1);
        assert_is(&swapped, plain.volume, plain.error);
        static const double scales[] = {1e-3, 0.3, 25.4, 1e6};
        for (int i = 0; i < 4; ++i) {
            double s = scales[i];
            CommonVolume v = shared_by(a, scaled(at_a, s), b, scaled(at_b, s));
            assert_is(&v, plain.volume * s * s * s, plain.error * s * s * s);
            assert_true(v.error < 1e-6 * v.volume);
        }
        Affine mirror = affine_identity();
        mirror.m[0][0] = -1;
        CommonVolume mirrored =
            shared_by(a, affine_compose(&mirror, &at_a), b, affine_compose(&mirror, &at_b));
        assert_is(&mirrored, plain.volume, plain.error);
        Affine one = affine_identity(); // only one of them: the torus is its own mirror image
        one.m[1][1] = -1;
        one = affine_compose(&at_a, &one);
        CommonVolume half = shared_by(a, one, b, at_b);
        assert_int_equal(half.state, COMMON_KNOWN);
        assert_is(&half, plain.volume, plain.error + 1e-9);
    }
    bvh_release(a);
    bvh_release(b);
}

static void test_threads(void **state)
{
    (void)state;
    Bvh *a = tree_of(shape_torus(2, 0.8, 80, 40)), *b = tree_of(shape_blob(4000, 3, 1, 0.6, 3));
    PosedPart pa = {a, turned(1, 0.5), true, true}, pb = {b, turned(2, 0.5), true, true};
    CommonVolume one, two;
    Error err = {""};
    Pool *pool = pool_create(3);
    Job job = {.pool = pool};
    assert_true(common_volume(&pa, &pb, NULL, &one, &err));
    assert_true(common_volume(&pa, &pb, &job, &two, &err));
    assert_memory_equal(&one.volume, &two.volume, sizeof one.volume);
    assert_memory_equal(&one.error, &two.error, sizeof one.error);
    job_cancel(&job);
    assert_false(common_volume(&pa, &pb, &job, &two, &err));
    pool_free(pool);
    bvh_release(a);
    bvh_release(b);
}

// --- where there is no answer

// Copies of a mesh, each shifted and perhaps turned inside out, as one.
static Mesh *joined(const Mesh *of, int count, const Vec3d *shift, const double *scale,
                    const bool *inside_out)
{
    Mesh *mesh = mesh_create(count * of->vertex_count, count * of->triangle_count);
    for (int c = 0; c < count; ++c) {
        for (int32_t i = 0; i < of->vertex_count; ++i)
            mesh->vertices[c * of->vertex_count + i] =
                vec3d_add(vec3d_scale(of->vertices[i], scale[c]), shift[c]);
        for (int32_t i = 0; i < of->triangle_count; ++i)
            for (int k = 0; k < 3; ++k)
                mesh->triangles[c * of->triangle_count + i][k] =
                    c * of->vertex_count + of->triangles[i][inside_out[c] ? 2 - k : k];
    }
    return mesh;
}

static void test_unknown(void **state)
{
    (void)state;
    Mesh *cube = shape_box(vec3d(2, 2, 2));
    Bvh *a = tree_of(shape_box(vec3d(2, 2, 2)));
    Affine here = affine_identity(), there = affine_translation(vec3d(0.5, 0.5, 0.5));
    Vec3d near[2] = {{{0, 0, 0}}, {{1, 0, 0}}}, same[2] = {{{0, 0, 0}}, {{0, 0, 0}}},
          far[2] = {{{0, 0, 0}}, {{5, 0, 0}}}, beside[2] = {{{0, 0, 0}}, {{2, 2, 0}}};
    double ones[2] = {1, 1}, halves[2] = {1, 0.5};
    bool out[2] = {false, false}, second[2] = {false, true}, in[2] = {true, true};

    Mesh *open = joined(cube, 1, same, ones, out);
    open->triangle_count -= 1;
    Mesh *turned_one = joined(cube, 1, same, ones, out);
    int32_t swap = turned_one->triangles[3][0];
    turned_one->triangles[3][0] = turned_one->triangles[3][1];
    turned_one->triangles[3][1] = swap;
    struct {
        Mesh *mesh;
        enum CommonState state;
        double volume;
    } cases[] = {
        {open, COMMON_OPEN, 0},
        {turned_one, COMMON_TURNED, 0},
        {joined(cube, 2, beside, ones, out), COMMON_CROWDED, 0},
        {joined(cube, 2, near, ones, out), COMMON_OVERLAPS, 0},   // two bodies in each other
        {joined(cube, 2, same, halves, out), COMMON_OVERLAPS, 0}, // one in the other, not a cavity
        {joined(cube, 2, same, halves, second), COMMON_KNOWN, 1.5 * 1.5 * 1.5 - 1}, // a cavity
        {joined(cube, 2, far, ones, out), COMMON_KNOWN, 1.5 * 1.5 * 1.5},
        {joined(cube, 1, same, ones, in), COMMON_KNOWN, 1.5 * 1.5 * 1.5}, // inside out
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        Bvh *b = tree_of(cases[i].mesh);
        for (int swapped = 0; swapped < 2; ++swapped) {
            CommonVolume v = swapped ? shared_by(b, here, a, there) : shared_by(a, there, b, here);
            assert_int_equal(v.state, cases[i].state);
            if (v.state == COMMON_KNOWN) {
                double truth = i == 5 ? 1.5 * 1.5 * 1.5 - 1 : cases[i].volume;
                assert_is(&v, truth, 0);
                continue;
            }
            assert_int_equal(v.of_b, !swapped);
            char words[200];
            common_volume_words(&v, "Left", "Right", UNIT_MM, words, sizeof words);
            assert_non_null(strstr(words, "unknown: "));
            assert_non_null(strstr(words, v.of_b ? "Right" : "Left"));
            assert_true(v.volume <= 0 && v.error <= 0);
        }
        bvh_release(b);
    }
    mesh_release(cube);
    bvh_release(a);
}

static void test_words(void **state)
{
    (void)state;
    static const struct {
        CommonVolume volume;
        const char *words;
    } cases[] = {
        {{COMMON_KNOWN, false, 12.3456, 1e-9}, "12.35 mm³"},
        {{COMMON_KNOWN, false, 12.3456, 0.02}, "12.35 ± 0.02 mm³"},
        {{COMMON_KNOWN, false, 1e-12, 2e-12}, "less than 3e-12 mm³"},
        {{COMMON_KNOWN, false, 0, 0}, "0 mm³"},
        {{COMMON_OPEN, true, 0, 0}, "unknown: B is not closed"},
        {{COMMON_UNASKED, false, 0, 0}, "not measured"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char words[100];
        common_volume_words(&cases[i].volume, "A", "B", UNIT_MM, words, sizeof words);
        assert_string_equal(words, cases[i].words);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boxes),   cmocka_unit_test(test_convex),
        cmocka_unit_test(test_points),  cmocka_unit_test(test_lens),
        cmocka_unit_test(test_itself),  cmocka_unit_test(test_other_sides),
        cmocka_unit_test(test_threads), cmocka_unit_test(test_unknown),
        cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
