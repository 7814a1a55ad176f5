// Sections swept along curves: what they enclose is the area of the section times the length of its middle
// line, which Pappus says exactly for a ring; and everything is closed. So are tools, in every size.
#include "app/scenes/kit.h"
#include "app/scenes/solid_sweep.h"
#include "core/meaning/solid.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const double TAU = 6.283185307179586476925;

// Takes the mesh over; NULL: it is not closed.
static double volume_within(Mesh *mesh)
{
    assert_non_null(mesh);
    double six = 0;
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        Triangle t = mesh_triangle(mesh, i);
        six += vec3d_dot(t.p[0], vec3d_cross(t.p[1], t.p[2]));
    }
    mesh_release(mesh);
    return six / 6;
}

static double volume_of(MeshBuilder *b)
{
    return volume_within(solid_finish(b));
}

static void straight_bar_is_a_prism(void **state)
{
    (void)state;
    const Vec3d ways[] = {{{3, 0, 0}}, {{0, -3, 0}}, {{1, 2, 2}}, {{-2, 1, -2}}};
    for (int i = 0; i < 4; ++i) {
        MeshBuilder b = {0};
        SweepCurve line = {0};
        curve_through(&line, (const Vec3d[]){{{5, 6, 7}}, vec3d_add(vec3d(5, 6, 7), ways[i])}, 2,
                      4);
        SweepSection section = section_rectangle(2, 1, 0.1);
        solid_sweep(&b, &line, &section, vec3d(0.3, 0.1, 1));
        assert_true(fabs(volume_of(&b) - 3 * (2 - 4 * 0.1 * 0.1 / 2)) < 1e-12);
    }
}

static void ring_is_a_torus(void **state)
{
    (void)state;
    enum { N = 400 };
    MeshBuilder b = {0};
    SweepCurve circle = {0};
    for (int i = 0; i < N; ++i)
        curve_point(&circle, vec3d(2, 5 * cos(TAU * i / N), 5 * sin(TAU * i / N)));
    SweepSection section = section_circle(1, 64);
    solid_sweep_loop(&b, &circle, &section, vec3d(1, 0, 0));
    double exact = TAU / 2 * TAU * 5;
    assert_true(fabs(volume_of(&b) / exact - 1) < 0.003);
}

static void tube_is_hollow(void **state)
{
    (void)state;
    const Vec3d points[] = {{{0, 0, 0}}, {{0, 40, 0}}, {{30, 60, 20}}, {{80, 60, 60}}};
    SweepCurve curve = {0};
    curve_through(&curve, points, 4, 40);
    double length = 0;
    for (int32_t i = 1; i < curve.count; ++i)
        length += vec3d_distance(curve.p[i], curve.p[i - 1]);
    for (int i = 0; i < 4; ++i) { // it goes through all of them
        assert_true(vec3d_distance(curve.p[40 * i], points[i]) < 1e-12);
    }
    MeshBuilder b = {0};
    solid_sweep_tube(&b, &curve, 5, 4, 48);
    double exact = TAU / 2 * (25 - 16) * length;
    assert_true(fabs(volume_of(&b) / exact - 1) < 0.01);
}

static void tools_are_closed_in_every_size(void **state)
{
    (void)state;
    for (int i = 0; i < KIT_COUNT; ++i) {
        const KitPiece *piece = kit_pieces[i], *found;
        for (int k = 0; k <= 8; ++k) {
            double size = piece->least + (piece->most - piece->least) * k / 8, read;
            char text[KIT_TEXT_MAX];
            Error err;
            kit_text(piece, size, text);
            assert_true(kit_parse(text, &found, &read, &err));
            assert_true(found == piece && !(read < size) && !(read > size));
            assert_true(volume_within(piece->make(size)) > 0);
        }
        Error err = {""};
        assert_false(kit_allows(piece, piece->most * 1.1, &err));
        assert_non_null(strstr(err.text, piece->size_is));
    }
    const char *const bad[] = {"wrench",     "wrench ", "wrench 17x",
                               "wrench nan", "spoon 3", "wrench 1e9"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        const KitPiece *found;
        double size;
        Error err;
        assert_false(kit_parse(bad[i], &found, &size, &err));
    }
}

// Every corner of the head lies out of the material of the tool, at a distance that is the play.
static void wrenches_fit_their_head(void **state)
{
    (void)state;
    const KitPiece *const wrenches[] = {&kit_wrench, &kit_ring_wrench};
    for (int i = 0; i < 2; ++i)
        for (double size = 5; size < 60; size += 6.5) {
            Mesh *mesh = wrenches[i]->make(size);
            assert_non_null(mesh);
            Solid *solid = solid_build(mesh, NULL);
            PlacedSolid placed;
            Affine at = affine_identity();
            assert_true(solid && placed_solid_init(&placed, solid, &at));
            double turned = i == 0 ? 15 * TAU / 360 : 0, nearest = INFINITY;
            for (int k = 0; k < 360; ++k) {
                double angle = TAU * k / 360, flat = fmod(angle, TAU / 6) - TAU / 12;
                double radius = size / 2 / cos(flat);
                // a corner of the head lies along the mouth of the jaw
                Vec3d p = vec3d(radius * cos(angle + turned), 2, radius * sin(angle + turned));
                int winding = 1;
                assert_true(solid_winding(&placed, p, &winding));
                assert_int_equal(winding, 0);
                nearest = fmin(nearest, solid_nearest(&placed, p, INFINITY, -1).distance);
            }
            assert_true(nearest > 0.003 * size && nearest < 0.01 * size + 0.05);
            solid_release(solid);
            mesh_release(mesh);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_bar_is_a_prism), cmocka_unit_test(ring_is_a_torus),
        cmocka_unit_test(tube_is_hollow),          cmocka_unit_test(tools_are_closed_in_every_size),
        cmocka_unit_test(wrenches_fit_their_head),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
