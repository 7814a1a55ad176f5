// Planes through meshes: outlines close, enclose the right area, and know when they do not.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/base/rng.h"
#include "core/mesh/plane_cut.h"
#include "core/mesh/shapes.h"
#include "core/tests/odd_shapes.h"

#include <math.h>
#include <stdio.h>

// Positive where the outline goes round counter-clockwise, seen from the tip of the normal.
static double area(const PlaneCut *cut, Vec3d normal)
{
    Vec3d sum = vec3d(0, 0, 0);
    for (size_t i = 0; i < cut->count; ++i)
        sum = vec3d_add(sum, vec3d_cross(cut->segments[i][0], cut->segments[i][1]));
    return vec3d_dot(normal, sum) / 2;
}

// As many lines begin at every end of a line as end there.
static bool all_lines_close(const PlaneCut *cut)
{
    for (size_t i = 0; i < 2 * cut->count; ++i) {
        Vec3d at = cut->segments[i / 2][i % 2];
        int sum = 0;
        for (size_t k = 0; k < 2 * cut->count; ++k) {
            Vec3d p = cut->segments[k / 2][k % 2];
            if (p.x == at.x && p.y == at.y && p.z == at.z)
                sum += k % 2 ? 1 : -1;
        }
        if (sum != 0)
            return false;
    }
    return true;
}

static void a_box_is_cut_into_its_profile(void **state)
{
    (void)state;
    Mesh *box = shape_box(vec3d(2, 3, 4));
    PlaneCut cut = {0};
    assert_true(plane_cut(&cut, box, vec3d(0, 0, 1), 0.5));
    assert_int_equal(cut.fill, CUT_WINDING);
    assert_int_equal(cut.count, 8); // two triangles of each side
    assert_true(fabs(area(&cut, vec3d(0, 0, 1)) - 6) < 1e-12);
    for (size_t i = 0; i < cut.count; ++i)
        assert_true(fabs(cut.segments[i][0].z - 0.5) < 1e-15);
    double before = area(&cut, vec3d(0, 0, 1));
    assert_true(plane_cut(&cut, box, vec3d(0, 0, -1), -0.5)); // the other half, the same profile
    assert_true(fabs(area(&cut, vec3d(0, 0, -1)) - before) < 1e-12);
    assert_true(plane_cut(&cut, box, vec3d(0, 0, 1), 2.5));
    assert_int_equal(cut.count, 0);
    plane_cut_free(&cut);
    mesh_release(box);
}

// Faces in the plane belong to the side that is cut away: a cap takes their place on one side, and
// nothing is left on the other.
static void faces_in_the_plane_are_cut_once(void **state)
{
    (void)state;
    Mesh *box = shape_box(vec3d(2, 2, 2));
    PlaneCut cut = {0};
    assert_true(plane_cut(&cut, box, vec3d(0, 1, 0), 1)); // keeps all of it, below
    assert_true(cut.count > 0 && cut.fill == CUT_WINDING);
    assert_true(fabs(area(&cut, vec3d(0, 1, 0)) - 4) < 1e-12);
    assert_true(plane_cut(&cut, box, vec3d(0, -1, 0), -1)); // keeps what is above
    assert_int_equal(cut.count, 0);
    plane_cut_free(&cut);
    mesh_release(box);
}

static void outlines_of_solids_close_and_of_sheets_do_not(void **state)
{
    (void)state;
    Mesh *const solids[] = {shape_torus(3, 1, 40, 20), shape_knot(2, 3, 3, 1, 0.6, 200, 12),
                            shape_ring(1, 2, 3, 30), shape_blob(2000, 5, 1, 0.5, 3)};
    enum { SOLIDS = sizeof solids / sizeof *solids };
    PlaneCut cut = {0};
    Rng rng = rng_create(5);
    int cuts = 0;
    for (int i = 0; i < 400; ++i) {
        Vec3d normal = vec3d_normalised(
            vec3d(rng_uniform(&rng, -1, 1), rng_uniform(&rng, -1, 1), rng_uniform(&rng, -1, 1)));
        if (i % 4 == 0)
            normal = vec3d(i % 8 == 0, i % 8 == 4, 0); // through rows of vertices
        double offset = i % 4 == 0 ? 0 : rng_uniform(&rng, -3, 3);
        assert_true(plane_cut(&cut, solids[i % SOLIDS], normal, offset));
        if (cut.fill != CUT_WINDING || !all_lines_close(&cut))
            fail_msg("plane %d (seed 5): the outline of a solid does not close", i);
        cuts += cut.count > 0;
        // Areas of the two halves' caps are the same, and neither is negative.
        double whole = area(&cut, normal);
        assert_true(plane_cut(&cut, solids[i % SOLIDS], vec3d_scale(normal, -1), -offset));
        double other = area(&cut, vec3d_scale(normal, -1));
        if (fabs(whole - other) > 1e-9 || whole * (cut.count > 0) < -1e-12)
            fail_msg("plane %d (seed 5): areas %g and %g", i, whole, other);
    }
    Mesh *sheet = shape_grid(4, 4, 8, 8);
    assert_true(plane_cut(&cut, sheet, vec3d(1, 0, 0), 0.3));
    assert_true(cut.count > 0);
    assert_int_equal(cut.fill, CUT_OPEN);
    assert_false(all_lines_close(&cut));
    // A solid with a hole is closed where the plane does not meet the hole.
    Mesh *torus = solids[0];
    --torus->triangle_count;
    ++torus->version;
    Triangle hole = mesh_triangle(torus, torus->triangle_count);
    double there = (hole.p[0].x + hole.p[1].x + hole.p[2].x) / 3;
    assert_true(plane_cut(&cut, torus, vec3d(1, 0, 0), there));
    assert_int_equal(cut.fill, CUT_OPEN);
    assert_true(plane_cut(&cut, torus, vec3d(1, 0, 0), -there));
    assert_true(cut.count > 0 && all_lines_close(&cut));
    assert_int_equal(cut.fill, CUT_WINDING);
    // A box with one face turned inside out still has an inside, but not by winding.
    Mesh *box = shape_box(vec3d(2, 2, 2));
    for (int32_t i = 0; i < 2; ++i) {
        int32_t first = box->triangles[i][0];
        box->triangles[i][0] = box->triangles[i][1];
        box->triangles[i][1] = first;
    }
    assert_true(plane_cut(&cut, box, vec3d_normalised(vec3d(1, 1, 1)), 0.1));
    assert_int_equal(cut.fill, CUT_EVEN_ODD);
    printf("RAN: %d cuts of %d solids closed\n", cuts, SOLIDS);
    assert_true(cuts > 200);
    for (int i = 0; i < SOLIDS; ++i)
        mesh_release(solids[i]);
    mesh_release(sheet);
    mesh_release(box);
    plane_cut_free(&cut);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_is_cut_into_its_profile),
        cmocka_unit_test(faces_in_the_plane_are_cut_once),
        cmocka_unit_test(outlines_of_solids_close_and_of_sheets_do_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
