// What lies between touch and what facets can tell: shafts in bores, both of facets, at the same
// nominal radius, pressed in, with a given tolerance, scaled; and things that are not round.
#include "core/base/angle.h"
#include "core/base/rng.h"
#include "core/meaning/facet_band.h"
#include "core/meaning/fit_report.h"
#include "core/mesh/chord_error.h"
#include "core/mesh/shapes.h"
#include "core/tests/contact_bench.h"
#include "core/tests/odd_shapes.h"
#include "core/tree/build/build.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { SEED = 7 };

static void test_only_what_lies_within_changes(void **state)
{
    (void)state;
    const double tolerance = 0.01, facets = 0.02;
    const ContactDesc none = {0}, given = {.tolerance = tolerance};
    const struct {
        double depth, depth_error;
        enum PairState before, after;
    } cases[] = {{0.015, 0.001, PAIR_INTERFERENCE, PAIR_FACETS},
                 {0.02, 0, PAIR_INTERFERENCE, PAIR_FACETS},
                 {0.0201, 0, PAIR_INTERFERENCE, PAIR_INTERFERENCE},
                 {0.019, 0.002, PAIR_INTERFERENCE, PAIR_INTERFERENCE}, // may be beyond
                 {0.005, 0.01, PAIR_UNDECIDED, PAIR_FACETS},           // touch or not: fine
                 {0.005, 0.02, PAIR_UNDECIDED, PAIR_UNDECIDED},
                 {0.005, 0.001, PAIR_TOUCH, PAIR_TOUCH},
                 {0.015, 0.001, PAIR_SAME_PLACE, PAIR_SAME_PLACE},
                 {0.015, 0.001, PAIR_CROSSING, PAIR_CROSSING}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        ContactDetail detail = {.state = cases[i].before,
                                .tolerance = tolerance,
                                .depth = cases[i].depth,
                                .depth_error = cases[i].depth_error,
                                .facet_error = facets,
                                .contact_count = 1};
        assert_int_equal(facet_band_state(&detail, &none), cases[i].after);
        assert_int_equal(facet_band_state(&detail, &given), cases[i].before);
        detail.contact_count = 0;
        assert_int_equal(facet_band_state(&detail, &none), cases[i].before);
    }
}

enum { SIDES = 48 };
static const double RADIUS = 10, OUTER = 15; // sagittas 0.0214 and 0.0321, tolerance 0.0173

// A shaft in a bore, turned so that its edges stand before the middle of the bore's facets.
static void fit_shaft(ContactBench *bench, double more, double scale)
{
    contact_bench_create(bench, shape_ring(RADIUS, OUTER, 20, SIDES),
                         shape_cylinder(RADIUS + more, 20, SIDES), NULL);
    Affine turned = affine_rotation(vec3d(0, 1, 0), PI / SIDES);
    bench->part[1].placement = turned;
    for (int part = 0; part < 2; ++part)
        for (int i = 0; i < 9; ++i)
            bench->part[part].placement.m[i / 3][i % 3] *= scale;
}

static void test_shafts(void **state)
{
    (void)state;
    const struct {
        double more;
        double tolerance; // 0: none was given
        enum PairState expected;
    } cases[] = {{0, 0, PAIR_FACETS},          {0.01, 0, PAIR_FACETS},
                 {0.1, 0, PAIR_INTERFERENCE}, // a press fit
                 {0, 0.02, PAIR_INTERFERENCE}, {0, 0.03, PAIR_TOUCH},
                 {-0.01, 0, PAIR_TOUCH}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        for (int step = 0; step < 3; ++step) {
            double scale = pow(10, step - 1);
            ContactBench bench;
            ContactDesc desc = {.tolerance = scale * cases[i].tolerance};
            fit_shaft(&bench, cases[i].more, scale);
            contact_bench_examine(&bench, &desc);
            const ContactDetail *found = &bench.detail;
            assert_int_equal(found->state, cases[i].expected);
            double errors = (OUTER + RADIUS + cases[i].more) * (1 - cos(PI / SIDES));
            assert_within(found->facet_error, 0.999 * errors * scale, 1.001 * errors * scale,
                          "error of the facets");
            contact_bench_free(&bench);
        }
    }
}

// Boxes that run into each other by more than the tolerance do so however little it is.
static void test_flat_parts_have_no_band(void **state)
{
    (void)state;
    Rng rng = rng_create(SEED);
    for (int i = 0; i < 50; ++i) {
        ContactBench bench;
        contact_bench_create(&bench, shape_box(vec3d(20, 20, 20)), shape_box(vec3d(30, 30, 30)),
                             NULL);
        double tolerance = contact_tolerance(&(ContactDesc){0}, &bench.part[0], &bench.part[1]);
        double depth = tolerance * rng_uniform(&rng, 1.05, 3);
        bench.part[1].placement = affine_translation(vec3d(25 - depth, 1, 2));
        contact_bench_examine(&bench, &(ContactDesc){0});
        assert_int_equal(bench.detail.state, PAIR_INTERFERENCE);
        assert_true(bench.detail.facet_error == 0);
        contact_bench_free(&bench);
    }
}

// One ball put in twice, by more than the tolerance but less than facets tell apart: all of it is in
// all of the other.
static void test_the_same_twice_is_no_matter_of_facets(void **state)
{
    (void)state;
    for (int i = 0; i < 2; ++i) {
        ContactBench bench;
        Mesh *ball = shape_uv_sphere(10, SIDES, SIDES / 2);
        Mesh *other = i == 0 ? mesh_retain(ball) : shape_uv_sphere(10, SIDES + 1, SIDES / 2);
        contact_bench_create(&bench, ball, other, NULL);
        bench.part[1].placement = affine_translation(vec3d(0.03, 0, 0));
        contact_bench_examine(&bench, &(ContactDesc){0});
        assert_within(bench.detail.depth, bench.detail.tolerance, bench.detail.facet_error,
                      "depth");
        assert_int_equal(bench.detail.state, PAIR_SAME_PLACE);
        contact_bench_free(&bench);
    }
}

// So thin that no point is deep in both walls: only that one is a copy of the other tells.
static void test_a_thin_tube_twice_is_no_matter_of_facets(void **state)
{
    (void)state;
    const double wall = 0.05, wider = 0.025;
    ContactBench bench;
    Mesh *tube = shape_ring(RADIUS - wall, RADIUS, 20, SIDES);
    contact_bench_create(&bench, tube, mesh_retain(tube), NULL);
    double tolerance = contact_tolerance(&(ContactDesc){0}, &bench.part[0], &bench.part[1]);
    assert_within(tolerance, (wall - wider) / 2, wider, "tolerance");
    for (int axis = 0; axis < 3; axis += 2)
        bench.part[1].placement.m[axis][axis] = 1 + wider / RADIUS;
    contact_bench_examine(&bench, &(ContactDesc){0});
    assert_within(bench.detail.depth, bench.detail.tolerance, bench.detail.facet_error, "depth");
    assert_int_equal(bench.detail.state, PAIR_SAME_PLACE);
    contact_bench_free(&bench);
}

static void test_in_the_report(void **state)
{
    (void)state;
    ContactBench bench;
    fit_shaft(&bench, 0, 1);
    Assembly assembly = {.unit = UNIT_MM};
    for (int i = 0; i < 2; ++i)
        assert_true(assembly_add(&assembly, i ? "Shaft" : "Bore", mesh_retain(bench.mesh[i]),
                                 &bench.part[i].placement, 0));
    FitCheck check = {.assembly = &assembly, .parts = bench.part};
    Error err = {""};
    assert_true(fit_check_run(&check, NULL, &err));
    assert_int_equal(check.fit.count, 1);
    assert_int_equal(check.fit.of_state[PAIR_FACETS], 1);
    assert_true(fit_report_fits(&check.fit));
    const FitRow *row = &check.fit.rows[0];
    assert_string_equal(row->text, "Shaft meets Bore, 0.0214 mm deep: finer than the facets can "
                                   "tell (±0.0535 mm)");
    assert_string_equal(fit_row_verdict(row), "within facets");
    assert_false(row->violation);
    char summary[120];
    fit_report_summary(&check.fit, UNIT_MM, summary, sizeof summary);
    assert_string_equal(summary, "fits; 1 contact within facets");

    // With a wanted clearance it counts, as a touch would.
    check.desc.clearance = 1;
    assert_true(fit_check_run(&check, NULL, &err));
    assert_int_equal(check.fit.violations, 1);
    fit_report_summary(&check.fit, UNIT_MM, summary, sizeof summary);
    assert_string_equal(summary, "1 touch that should not be");
    fit_check_free(&check);
    assembly_free(&assembly);
    contact_bench_free(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_only_what_lies_within_changes),
        cmocka_unit_test(test_shafts),
        cmocka_unit_test(test_flat_parts_have_no_band),
        cmocka_unit_test(test_the_same_twice_is_no_matter_of_facets),
        cmocka_unit_test(test_a_thin_tube_twice_is_no_matter_of_facets),
        cmocka_unit_test(test_in_the_report),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
