// A row of boxes, some of which run into their neighbours, with names made to break reports.
#ifndef SNUG_APP_TESTS_REPORT_FIXTURE_H
#define SNUG_APP_TESTS_REPORT_FIXTURE_H

#include "app/report/report_file.h"
#include "core/mesh/shapes.h"
#include "core/tree/build/build.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char *const hostile[] = {
    "\"><script>alert(1)</script>",
    "=cmd()|' /C calc'!A0",
    "+1+1",
    "@SUM(A1)",
    "-2",
    "two\nlines, and \"quotes\"",
    "bad \xFF\xC3 bytes",
    "back\\slash \\u0041",
    "%s%n%d",
    "</title><img src=x onerror=alert(1)>",
    "' onload='alert(1)",
    "<!--",
    "\xE2\x80\xAEright to left",
    "&lt;b&gt;",
};
enum { HOSTILE = sizeof hostile / sizeof *hostile };

typedef struct Fixture {
    Assembly assembly;
    Mesh *mesh;
    Bvh *tree;
    PosedPart parts[HOSTILE];
    RuleSet *set;
    PairRules rules;
    FitCheck check;
} Fixture;

// A row of boxes: some run into their neighbours, some touch, some come near.
static inline void set_up(Fixture *f)
{
    *f = (Fixture){.mesh = shape_box(vec3d(2, 2, 2)), .set = rule_set_create()};
    f->tree = bvh_build(f->mesh, NULL, NULL, NULL);
    f->assembly.title = strdup("<b>\"title\".obj");
    double x = 0;
    for (int i = 0; i < HOSTILE; ++i) {
        static const double gaps[] = {-0.42, 0, 0.5};
        Affine rest = affine_translation(vec3d(x, 0.01 * i, 0.02 * i));
        assert_true(assembly_add(&f->assembly, hostile[i], mesh_retain(f->mesh), &rest, 0x8FA3B5));
        f->parts[i] = (PosedPart){f->tree, rest, true, true};
        x += 2 + gaps[i % 3];
    }
    const Part *parts = f->assembly.parts;
    assert_true(rule_set_put(f->set, RULE_INTENTIONAL, parts[0].name, parts[1].name, 0, NULL));
    assert_true(rule_set_put(f->set, RULE_BASELINE, parts[3].name, parts[4].name, INFINITY, NULL));
    assert_true(rule_set_put(f->set, RULE_CLEARANCE, parts[2].name, parts[3].name, 7.5e-4, NULL));
    assert_true(pair_rules_resolve(&f->rules, f->set, &f->assembly));
    f->check = (FitCheck){.assembly = &f->assembly,
                          .parts = f->parts,
                          .contact = {.tolerance = 0.01},
                          .desc = {.clearance = 1, .rules = &f->rules}};
    Error err = {""};
    if (!fit_check_run(&f->check, NULL, &err))
        fail_msg("%s", err.text);
    assert_int_equal(f->check.fit.count, HOSTILE - 1);
    assert_int_equal(f->check.fit.violations, HOSTILE - 3);
}

static inline void tear_down(Fixture *f)
{
    fit_check_free(&f->check);
    pair_rules_free(&f->rules);
    rule_set_release(f->set);
    bvh_release(f->tree);
    assembly_free(&f->assembly);
    mesh_release(f->mesh);
}

#endif
