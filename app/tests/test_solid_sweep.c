// Sections swept along curves: what they enclose is the area of the section times the length of its middle
// line, which Pappus says exactly for a ring; and everything is closed.
#include "app/scenes/solid_sweep.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const double TAU = 6.283185307179586476925;

static double volume_of(MeshBuilder *b)
{
    Mesh *mesh = solid_finish(b); // NULL when it is not closed
    assert_non_null(mesh);
    double six = 0;
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        Triangle t = mesh_triangle(mesh, i);
        six += vec3d_dot(t.p[0], vec3d_cross(t.p[1], t.p[2]));
    }
    mesh_release(mesh);
    return six / 6;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_bar_is_a_prism),
        cmocka_unit_test(ring_is_a_torus),
        cmocka_unit_test(tube_is_hollow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
