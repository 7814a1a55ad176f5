// Balls in the races of a bearing: the modelled ones touch, those made of facets run into each other
// by a hair. That is finer than facets can tell; a ball that is too large is not.
#include "app/report/report_file.h"
#include "app/scenes/elements.h"
#include "core/base/angle.h"
#include "core/meaning/fit_report.h"
#include "core/mesh/shapes.h"
#include "core/tree/build/build.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BALLS = 9, PARTS = BALLS + 2, SEGMENTS = 72 };

typedef struct Bearing {
    Assembly assembly;
    PosedPart parts[PARTS];
    FitCheck check;
} Bearing;

static void add(Bearing *b, const char *name, Mesh *mesh, Vec3d at)
{
    int32_t i = b->assembly.part_count;
    Affine rest = affine_translation(at);
    assert_true(assembly_add(&b->assembly, name, mesh, &rest, 0));
    b->parts[i] = (PosedPart){bvh_build(mesh, NULL, NULL, NULL), rest, true, true};
    assert_non_null(b->parts[i].tree);
}

// larger: what the balls have too much.
static void bearing_check(Bearing *b, double larger, double tolerance)
{
    const BearingSize size = {.bore_radius = 12.5,
                              .outer_radius = 26,
                              .width = 15,
                              .ball_radius = 4,
                              .ball_count = BALLS};
    double pitch = (size.bore_radius + size.outer_radius) / 2;
    *b = (Bearing){.assembly = {.unit = UNIT_MM}};
    add(b, "Inner race", element_inner_ring(&size, SEGMENTS), vec3d(0, 0, 0));
    add(b, "Race", element_outer_ring(&size, SEGMENTS), vec3d(0, 0, 0));
    for (int i = 0; i < BALLS; ++i) {
        char name[32];
        snprintf(name, sizeof name, "Ball %d", i + 1);
        double angle = 2 * PI * i / BALLS;
        add(b, name, shape_ico_sphere(size.ball_radius + larger, 4),
            vec3d(0, pitch * cos(angle), pitch * sin(angle)));
    }
    b->check = (FitCheck){
        .assembly = &b->assembly, .parts = b->parts, .contact = {.tolerance = tolerance}};
    Error err = {""};
    if (!fit_check_run(&b->check, NULL, &err))
        fail_msg("%s", err.text);
}

static void bearing_free(Bearing *b)
{
    fit_check_free(&b->check);
    for (int i = 0; i < PARTS; ++i)
        bvh_release((Bvh *)b->parts[i].tree);
    assembly_free(&b->assembly);
}

static void test_balls_that_fit(void **state)
{
    (void)state;
    Bearing b;
    bearing_check(&b, 0, 0);
    const FitReport *fit = &b.check.fit;
    assert_true(fit_report_fits(fit));
    assert_int_equal(fit->of_state[PAIR_INTERFERENCE], 0);
    assert_int_equal(fit->of_state[PAIR_FACETS], 2 * BALLS);
    for (size_t i = 0; i < fit->count; ++i) {
        const FitRow *row = &fit->rows[i];
        assert_true(row->depth > row->tolerance);
        assert_true(row->depth < row->facet_error);
        printf("%s\n", row->text);
    }
    bearing_free(&b);
    // By the tolerance that was used, but given: what it says counts.
    bearing_check(&b, 0, 0.007);
    assert_int_equal(b.check.fit.of_state[PAIR_FACETS], 0);
    assert_int_equal(b.check.fit.violations, 2 * BALLS);
    bearing_free(&b);
}

static void expect(const Bearing *b, enum ReportFormat format, const char *words)
{
    char *text = report_of(&b->check, format, NULL, NULL, NULL);
    assert_non_null(text);
    if (!strstr(text, words))
        fail_msg("%s is missing in %s", words, text);
    free(text);
}

static void test_reports_say_it(void **state)
{
    (void)state;
    Bearing b;
    bearing_check(&b, 0, 0);
    char words[64];
    expect(&b, REPORT_text, "mm deep: finer than the facets can tell (±0.0");
    expect(&b, REPORT_text, "Result: fits; 18 contacts within facets");
    expect(&b, REPORT_html, "It fits; 18 contacts within facets.");
    expect(&b, REPORT_html, "<dt>Error of the facets</dt><dd>0.0");
    expect(&b, REPORT_json, "\"within_facets\": 18,");
    snprintf(words, sizeof words, "\"facet_error\": %.17g,", b.check.fit.rows[0].facet_error);
    expect(&b, REPORT_json, words);
    expect(&b, REPORT_csv, ",text,facet_error,clearance\r\n");
    snprintf(words, sizeof words, "\",%.9g,\r\n", b.check.fit.rows[0].facet_error);
    expect(&b, REPORT_csv, words);
    bearing_free(&b);
}

static void test_balls_that_are_too_large(void **state)
{
    (void)state;
    Bearing b;
    bearing_check(&b, 0.1, 0);
    assert_int_equal(b.check.fit.of_state[PAIR_INTERFERENCE], 2 * BALLS);
    assert_int_equal(b.check.fit.violations, 2 * BALLS);
    bearing_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_balls_that_fit),
        cmocka_unit_test(test_reports_say_it),
        cmocka_unit_test(test_balls_that_are_too_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
