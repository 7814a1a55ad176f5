// Pieces of surfaces within a contact: together they bound what the parts share, they lie where they
// are said to lie, and flush faces are painted where they overlap.
#include "core/base/rng.h"
#include "core/meaning/common_volume.h"
#include "core/meaning/pieces.h"
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

typedef struct Cut {
    PosedPart parts[2];
    ContactPieces pieces;
    SolidCache solids;
} Cut;

static void cut(Cut *c, const Bvh *a, Affine at_a, const Bvh *b, Affine at_b, double tolerance)
{
    Error err = {""};
    *c = (Cut){.parts = {{a, at_a, true, true}, {b, at_b, true, true}}};
    if (!contact_pieces_make(&c->pieces, &c->parts[0], &c->parts[1], tolerance, &c->solids, NULL,
                             &err))
        fail_msg("%s", err.text);
    assert_false(c->pieces.coarse);
}

static void cut_free(Cut *c)
{
    contact_pieces_free(&c->pieces);
    solid_cache_free(&c->solids);
}

static Triangle piece(const Cut *c, int side, int kind, size_t i)
{
    const Vec3d *p = c->pieces.side[side][kind].points + 3 * i;
    Triangle t = {{p[0], p[1], p[2]}};
    return triangle_transformed(&t, &c->parts[side].placement);
}

static double area(const Cut *c, int side, int kind)
{
    double sum = 0;
    for (size_t i = 0; i < c->pieces.side[side][kind].count / 3; ++i) {
        Triangle t = piece(c, side, kind, i);
        sum += 0.5 * vec3d_length(triangle_cross(&t));
    }
    return sum;
}

// By the divergence theorem, if together they have no border.
static double enclosed(const Cut *c)
{
    double sum = 0;
    for (int side = 0; side < 2; ++side)
        for (int kind = 0; kind < PIECE_KIND_COUNT; ++kind)
            for (size_t i = 0; i < c->pieces.side[side][kind].count / 3; ++i) {
                Triangle t = piece(c, side, kind, i);
                sum += vec3d_dot(t.p[0], vec3d_cross(t.p[1], t.p[2])) / 6;
            }
    return sum;
}

// Every middle is inside the other part, or within the tolerance of its surface.
static void assert_in_place(Cut *c, double tolerance)
{
    for (int side = 0; side < 2; ++side) {
        const Solid *other =
            solid_cache_get(&c->solids, (Mesh *)c->parts[1 - side].tree->mesh, NULL);
        PlacedSolid placed;
        assert_true(placed_solid_init(&placed, other, &c->parts[1 - side].placement));
        for (int kind = 0; kind < PIECE_KIND_COUNT; ++kind)
            for (size_t i = 0; i < c->pieces.side[side][kind].count / 3; ++i) {
                Triangle t = piece(c, side, kind, i);
                Vec3d p = vec3d_scale(vec3d_add(vec3d_add(t.p[0], t.p[1]), t.p[2]), 1.0 / 3);
                int winding = 0;
                bool inside = solid_winding(&placed, p, &winding) && winding != 0;
                double near = solid_nearest(&placed, p, 100, -1).distance;
                if (!inside && near > 1.5 * tolerance + 1e-9)
                    fail_msg("a piece lies %g outside", near);
            }
    }
}

static void test_common_solid(void **state)
{
    (void)state;
    int shared = 0;
    for (uint64_t seed = 1; seed <= 12; ++seed) {
        Rng rng = rng_create(seed);
        Mesh *meshes[] = {shape_torus(2, 0.8, 24, 12), shape_box(vec3d(2, 3, 4)),
                          shape_ico_sphere(1.5, 2), shape_cylinder(0.5, 6, 24),
                          shape_blob(300, 3, 1, 0.6, 3)};
        Bvh *a = tree_of(meshes[seed % 5]), *b = tree_of(meshes[(seed + 1 + seed / 5) % 5]);
        for (int i = 0; i < 5; ++i)
            if (meshes[i] != a->mesh && meshes[i] != b->mesh)
                mesh_release(meshes[i]);
        Affine at_a = rng_rotation(&rng), at_b = rng_rotation(&rng);
        at_a.p = rng_in_cube(&rng, 1);
        at_b.p = rng_in_cube(&rng, 1);
        Cut c;
        CommonVolume volume;
        Error err = {""};
        cut(&c, a, at_a, b, at_b, 0);
        assert_true(common_volume(&c.parts[0], &c.parts[1], NULL, &volume, &err));
        assert_int_equal(volume.state, COMMON_KNOWN);
        shared += volume.volume > 0.01;
        if (!(fabs(enclosed(&c) - volume.volume) <= 1e-9 + volume.error))
            fail_msg("seed %d: %.12g is drawn, %.12g is measured", (int)seed, enclosed(&c),
                     volume.volume);
        assert_in_place(&c, 0);
        cut_free(&c);
        bvh_release(a);
        bvh_release(b);
    }
    assert_true(shared >= 9);
}

static void assert_near(double x, double y, double slack)
{
    if (!(fabs(x - y) <= slack))
        fail_msg("%.12g is not %.12g", x, y);
}

// A rod of 1 x 1 whose end is 2 deep in a block, turned in space as well.
static void test_rod(void **state)
{
    (void)state;
    Bvh *block = tree_of(shape_box(vec3d(6, 6, 6))), *rod = tree_of(shape_box(vec3d(1, 1, 40)));
    for (uint64_t seed = 0; seed < 4; ++seed) {
        Rng rng = rng_create(seed);
        Affine at = seed ? rng_rotation(&rng) : affine_identity();
        Affine in = affine_translation(vec3d(0.3, 0.2, 21));
        Cut c;
        cut(&c, block, at, rod, affine_compose(&at, &in), 1e-3);
        assert_near(area(&c, 1, PIECE_WITHIN), 4 * 2 + 1, 1e-9); // four sides and the end
        assert_near(area(&c, 0, PIECE_WITHIN), 1, 1e-9);
        assert_near(area(&c, 0, PIECE_FLUSH) + area(&c, 1, PIECE_FLUSH), 0, 1e-9);
        assert_in_place(&c, 1e-3);
        cut_free(&c);
    }
    bvh_release(block);
    bvh_release(rod);
}

// Blocks on each other share a part of their faces; rounding of turned ones makes no difference.
static void test_flush(void **state)
{
    (void)state;
    Bvh *lower = tree_of(shape_box(vec3d(6, 6, 2))), *upper = tree_of(shape_box(vec3d(2, 3, 2)));
    double tolerance = 1e-4;
    for (uint64_t seed = 0; seed < 8; ++seed) {
        Rng rng = rng_create(seed);
        Affine at = seed ? rng_rotation(&rng) : affine_identity();
        for (int gap = -1; gap <= 1; ++gap) { // within the tolerance
            Affine on = affine_translation(vec3d(2.5, 0.5, 2 + 0.5 * gap * tolerance));
            Cut c;
            cut(&c, lower, at, upper, affine_compose(&at, &on), tolerance);
            // 1.5 of the upper one's width of 2 lie on the lower one.
            assert_near(area(&c, 0, PIECE_FLUSH), 1.5 * 3, 20 * tolerance);
            assert_near(area(&c, 1, PIECE_FLUSH), 1.5 * 3, 20 * tolerance);
            assert_true(area(&c, 0, PIECE_WITHIN) + area(&c, 1, PIECE_WITHIN) < 20 * tolerance);
            assert_in_place(&c, tolerance);
            cut_free(&c);
        }
    }
    bvh_release(lower);
    bvh_release(upper);
}

static void test_inside_and_apart(void **state)
{
    (void)state;
    Bvh *room = tree_of(shape_box(vec3d(6, 6, 6))), *ball = tree_of(shape_ico_sphere(1, 2));
    double all = 0;
    for (int32_t i = 0; i < ball->mesh->triangle_count; ++i) {
        Triangle t = mesh_triangle(ball->mesh, i);
        all += 0.5 * vec3d_length(triangle_cross(&t));
    }
    Cut c;
    cut(&c, room, affine_identity(), ball, affine_identity(), 1e-3);
    assert_near(area(&c, 1, PIECE_WITHIN), all, 1e-9);
    assert_near(area(&c, 0, PIECE_WITHIN), 0, 0);
    cut_free(&c);
    cut(&c, room, affine_identity(), ball, affine_translation(vec3d(9, 0, 0)), 1e-3);
    assert_int_equal(c.pieces.side[0][PIECE_WITHIN].count + c.pieces.side[1][PIECE_WITHIN].count,
                     0);
    cut_free(&c);
    bvh_release(room);
    bvh_release(ball);
}

// A sheet holds nothing: what crosses it is there as whole triangles. And a cancel is heard.
static void test_sheet_and_cancel(void **state)
{
    (void)state;
    Mesh *sheet = mesh_create(4, 2);
    const Vec3d corners[4] = {{{-9, -9, 0}}, {{9, -9, 0}}, {{9, 9, 0}}, {{-9, 9, 0}}};
    const int32_t faces[2][3] = {{0, 1, 2}, {0, 2, 3}};
    for (int i = 0; i < 4; ++i)
        sheet->vertices[i] = corners[i];
    for (int i = 0; i < 6; ++i)
        sheet->triangles[i / 3][i % 3] = faces[i / 3][i % 3];
    Bvh *a = tree_of(sheet), *b = tree_of(shape_box(vec3d(1, 1, 4)));
    Cut c;
    cut(&c, a, affine_identity(), b, affine_identity(), 1e-3);
    assert_near(area(&c, 0, PIECE_WITHIN), 1, 1e-9);
    assert_near(area(&c, 1, PIECE_WITHIN), 16, 1e-9);
    Job job = {0};
    Error err = {""};
    ContactPieces none;
    job_cancel(&job);
    assert_false(contact_pieces_make(&none, &c.parts[0], &c.parts[1], 0, &c.solids, &job, &err));
    cut_free(&c);
    bvh_release(a);
    bvh_release(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_common_solid),
        cmocka_unit_test(test_rod),
        cmocka_unit_test(test_flush),
        cmocka_unit_test(test_inside_and_apart),
        cmocka_unit_test(test_sheet_and_cancel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
