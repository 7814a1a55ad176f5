// The fit report: sentences, what counts under which rule, clearances, baselines and their order.
#include "core/base/rng.h"
#include "core/meaning/fit_report.h"
#include "core/mesh/shapes.h"
#include "core/tests/test_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { MAX_PARTS = 40 };

// Boxes by name, size and place, and everything a report is made of.
typedef struct Bench {
    Assembly assembly;
    Bvh *trees[MAX_PARTS];
    PosedPart parts[MAX_PARTS];
    AssemblyReport contacts;
    ContactReport details;
    RuleSet *set;
    PairRules rules;
    FitReport fit;
} Bench;

static void add_mesh(Bench *bench, const char *name, Mesh *mesh, Vec3d at)
{
    Affine rest = affine_translation(at);
    int32_t i = bench->assembly.part_count;
    assert_true(assembly_add(&bench->assembly, name, mesh, &rest, 0));
    bench->trees[i] = bvh_build(mesh, NULL, NULL, NULL);
    bench->parts[i] = (PosedPart){bench->trees[i], rest, true, true};
}

static void add(Bench *bench, const char *name, Vec3d size, Vec3d at)
{
    add_mesh(bench, name, shape_box(size), at);
}

static void check(Bench *bench, double clearance, double tolerance)
{
    Error err = {""};
    pair_rules_free(&bench->rules);
    fit_report_free(&bench->fit);
    for (int i = 0; i < bench->assembly.part_count; ++i)
        bench->parts[i].changed = true;
    assert_true(pair_rules_resolve(&bench->rules, bench->set, &bench->assembly));
    AssemblyScope scope = {.skip = pair_rules_skip, .skip_user = &bench->rules};
    if (!assembly_report_update_in(
            &bench->contacts, &scope, bench->parts, bench->assembly.part_count,
            &(QueryDesc){.mode = QUERY_ALL, .witnesses = true}, NULL, &err) ||
        !contact_report_update(&bench->details, &bench->contacts, &scope, bench->parts,
                               bench->assembly.part_count, &(ContactDesc){.tolerance = tolerance},
                               NULL, &err) ||
        !fit_report_make(&bench->fit, &bench->assembly, bench->parts, &bench->contacts,
                         &bench->details,
                         &(FitDesc){.clearance = clearance, .rules = &bench->rules}, NULL, &err))
        fail_msg("%s", err.text);
}

static void bench_free(Bench *bench)
{
    fit_report_free(&bench->fit);
    contact_report_free(&bench->details);
    assembly_report_free(&bench->contacts);
    pair_rules_free(&bench->rules);
    rule_set_release(bench->set);
    for (int i = 0; i < bench->assembly.part_count; ++i)
        bvh_release(bench->trees[i]);
    assembly_free(&bench->assembly);
}

static const FitRow *row_of(const Bench *bench, const char *a, const char *b)
{
    for (size_t i = 0; i < bench->fit.count; ++i)
        if (bench->fit.rows[i].id == pair_id(a, b))
            return &bench->fit.rows[i];
    return NULL;
}

// A bracket with one bolt too deep and one flush; a shaft too near its housing; a pin in a block.
static void workshop(Bench *bench)
{
    *bench = (Bench){.set = rule_set_create()};
    add(bench, "Bracket", vec3d(20, 10, 20), vec3d(0, 0, 0));
    add(bench, "Bolt 3", vec3d(2, 10, 2), vec3d(4, 10 - 0.42, 4));
    add(bench, "Bolt 4", vec3d(2, 10, 2), vec3d(-4, 10, 4));
    add(bench, "Housing", vec3d(10, 10, 10), vec3d(100, 0, 0));
    add(bench, "Shaft", vec3d(4, 4, 4), vec3d(100 + 5 + 1.25 + 2, 0, 0));
    add(bench, "Block", vec3d(10, 10, 10), vec3d(0, 0, 200));
    add(bench, "Pin", vec3d(1, 1, 1), vec3d(0, 0, 200));
    add(bench, "Far", vec3d(1, 1, 1), vec3d(0, 0, 900));
}

static void it_says_in_plain_words_what_is_wrong(void **state)
{
    (void)state;
    Bench bench;
    workshop(&bench);
    char summary[256];
    check(&bench, 0, 0.01);
    fit_report_summary(&bench.fit, UNIT_MM, summary, sizeof summary);
    assert_string_equal(summary, "1 interference, 1 part inside another");
    const FitRow *bolt = &bench.fit.rows[0];
    assert_non_null(strstr(bolt->text, "Bolt 3 penetrates Bracket by 0.42 mm, "));
    assert_non_null(strstr(bolt->text, " polygons"));
    assert_true(bolt->violation && fabs(bolt->depth - 0.42) < 0.01 && bolt->polygons > 0);
    assert_true(bolt->where.lo.x >= 2.9 && bolt->where.hi.x <= 5.1 && bolt->where.lo.y > 4);
    assert_string_equal(bench.fit.rows[1].text, "Pin is inside Block");
    assert_int_equal(bench.fit.violations, 2);
    const FitRow *flush = row_of(&bench, "Bracket", "Bolt 4");
    assert_true(flush && flush->state == PAIR_TOUCH && !flush->violation);
    assert_non_null(strstr(flush->text, "Bolt 4 touches Bracket"));
    assert_null(row_of(&bench, "Shaft", "Housing"));

    check(&bench, 2, 0.01);
    const FitRow *shaft = row_of(&bench, "Shaft", "Housing");
    assert_non_null(shaft);
    assert_string_equal(shaft->text,
                        "Shaft clears Housing by 1.25 mm: below the safety distance of 2 mm");
    assert_true(shaft->violation && fabs(shaft->distance - 1.25) < 1e-9);
    assert_true(fabs(shaft->where.hi.x - shaft->where.lo.x - 1.25) < 1e-9);
    flush = row_of(&bench, "Bracket", "Bolt 4"); // a distance of 0 is below 2 mm
    assert_true(flush->violation && strstr(flush->text, "below the safety distance"));
    fit_report_summary(&bench.fit, UNIT_MM, summary, sizeof summary);
    assert_string_equal(summary, "1 interference, 1 part inside another, 1 touch that should not "
                                 "be, 1 clearance below 2 mm");
    check(&bench, 1.25, 0.01); // "below" is strict, up to rounding of the distance
    shaft = row_of(&bench, "Shaft", "Housing");
    assert_true(!shaft || shaft->distance < 1.25);
    check(&bench, 1.25001, 0.01); // 1.25 to three digits, like the distance
    shaft = row_of(&bench, "Shaft", "Housing");
    assert_non_null(strstr(shaft->text, "by 1.25 mm: below the safety distance of 1.25001 mm"));
    bench.parts[4].placement.p.x += 0.000004;
    check(&bench, 1.25001, 0.01);
    shaft = row_of(&bench, "Shaft", "Housing");
    assert_non_null(strstr(shaft->text, "by 1.250004 mm: below the safety distance of 1.25001 mm"));
    check(&bench, 0, 0.5); // all within the tolerance
    assert_int_equal(row_of(&bench, "Bolt 3", "Bracket")->state, PAIR_TOUCH);
    bench_free(&bench);
}

static void rules_decide_what_counts(void **state)
{
    (void)state;
    Bench bench;
    workshop(&bench);
    assert_true(rule_set_put(bench.set, RULE_INTENTIONAL, "Bolt 3", "Bracket", 0, NULL));
    assert_true(rule_set_put(bench.set, RULE_FORBIDDEN, "Bolt 4", "Bracket", 0, NULL));
    assert_true(rule_set_add(bench.set, RULE_IGNORED, "P*", "Block", 0, NULL));
    check(&bench, 0, 0.01);
    assert_int_equal(bench.fit.violations, 1);
    assert_int_equal(bench.fit.ignored_pairs, 1);
    assert_null(row_of(&bench, "Pin", "Block"));
    const FitRow *bolt = row_of(&bench, "Bolt 3", "Bracket");
    assert_true(bolt && !bolt->violation && bolt->state == PAIR_INTERFERENCE);
    assert_string_equal(fit_row_verdict(bolt), "intentional");
    assert_string_equal(fit_row_verdict(&bench.fit.rows[0]), "forbidden");
    assert_int_equal(bench.fit.rows[0].id, pair_id("Bolt 4", "Bracket"));
    assert_int_equal(bench.fit.of_rule[RULE_FORBIDDEN], 1);
    assert_int_equal(bench.fit.of_kind[FIT_INTENTIONAL], 1);
    assert_int_equal(bench.fit.of_kind[FIT_FORBIDDEN], 1);
    assert_int_equal(bench.fit.of_kind[FIT_INTERFERENCE] + bench.fit.of_kind[FIT_TOUCH], 0);
    char text[128];
    fit_report_summary(&bench.fit, UNIT_MM, text, sizeof text);
    assert_string_equal(text, "1 forbidden contact");
    fit_report_counts(&bench.fit, UNIT_MM, text, sizeof text);
    assert_string_equal(text, "1 forbidden contact, 1 intentional contact");
    bench_free(&bench);
}

// Whatever the core will find out, and whatever was said about it: what counts is a wrong kind, what
// does not is none, and no kind is without words.
static void every_state_under_every_rule_has_one_kind(void **state)
{
    (void)state;
    bool seen[FIT_KIND_COUNT] = {false};
    int rows = 0;
    for (int kind = FIT_NONE + 1; kind < FIT_KIND_COUNT; ++kind) {
        const FitKindInfo *info = fit_kind_info((enum FitKind)kind);
        assert_true(info->word[0] && info->title[0] && info->one[0] && info->many[0]);
        for (int other = FIT_NONE + 1; other < kind; ++other) {
            assert_string_not_equal(info->word, fit_kind_info((enum FitKind)other)->word);
            assert_string_not_equal(info->title, fit_kind_info((enum FitKind)other)->title);
        }
    }
    for (int pair = 0; pair < PAIR_STATE_COUNT; ++pair) {
        for (int rule = 0; rule < RULE_COUNT; ++rule) {
            for (int flags = 0; flags < 3; ++flags) {
                FitRow row = {.state = (enum PairState)pair,
                              .rule = (enum PairRule)rule,
                              .violation = flags == 1,
                              .undecided = flags == 2};
                bool bad = pair_state_info(row.state)->wrong || row.state == PAIR_CLEAR;
                bool plain = rule == RULE_CHECKED || rule == RULE_FORBIDDEN;
                if (rule == RULE_IGNORED || (rule == RULE_INTENTIONAL && row.violation) ||
                    (row.undecided && (row.state != PAIR_UNDECIDED || rule == RULE_INTENTIONAL)) ||
                    (plain && !row.violation && !row.undecided &&
                     (bad || row.state == PAIR_UNDECIDED)))
                    continue; // no report has such a row
                enum FitKind kind = fit_row_kind(&row);
                assert_true(kind > FIT_CHECKING && kind < FIT_KIND_COUNT);
                assert_int_equal(fit_kind_info(kind)->wrong, row.violation);
                assert_int_equal(kind == FIT_UNDECIDED, row.undecided);
                assert_int_equal(kind == FIT_INTENTIONAL, rule == RULE_INTENTIONAL);
                seen[kind] = true;
                ++rows;
            }
        }
    }
    for (int kind = FIT_CHECKING + 1; kind < FIT_KIND_COUNT; ++kind)
        if (!seen[kind])
            fail_msg("nothing is ever of the kind '%s'", fit_kind_info((enum FitKind)kind)->word);
    printf("RAN: %d rows, %d kinds\n", rows, FIT_KIND_COUNT - 1);
}

static void a_baseline_is_silent_until_it_gets_worse(void **state)
{
    (void)state;
    Bench bench;
    workshop(&bench);
    check(&bench, 0, 0.01);
    assert_true(fit_report_baseline(&bench.fit, &bench.assembly, bench.set, NULL));
    assert_int_equal(bench.set->count, 3); // bolt 3, bolt 4 and the pin
    check(&bench, 0, 0.01);
    assert_int_equal(bench.fit.violations, 0);
    assert_int_equal(bench.fit.of_rule[RULE_BASELINE], 3);
    char summary[64];
    fit_report_summary(&bench.fit, UNIT_MM, summary, sizeof summary);
    assert_string_equal(summary, "fits");

    bench.parts[1].placement.p.y -= 0.005; // within the tolerance
    check(&bench, 0, 0.01);
    assert_int_equal(bench.fit.violations, 0);
    bench.parts[1].placement.p.y -= 0.095;
    check(&bench, 0, 0.01);
    assert_int_equal(bench.fit.violations, 1);
    const FitRow *bolt = &bench.fit.rows[0];
    assert_true(bolt->worse && fabs(bolt->baseline_depth - 0.42) < 0.01);
    assert_non_null(strstr(bolt->text, "by 0.52 mm"));
    assert_non_null(strstr(bolt->text, "was 0.42 mm before"));
    bench.parts[2].placement.p.y -= 0.2; // only touched
    check(&bench, 0, 0.01);
    assert_int_equal(bench.fit.violations, 2);
    assert_non_null(strstr(row_of(&bench, "Bolt 4", "Bracket")->text, "only touched before"));
    bench.parts[6].placement.p.x += 0.1; // the pin stays inside: it was
    check(&bench, 0, 0.01);
    assert_int_equal(bench.fit.violations, 2);
    // Names, not numbers: the same rules on the parts in another order.
    bench_free(&bench);
}

// Clearances against the distance of every pair, in a heap of parts.
static void clearances_equal_all_distances(void **state)
{
    (void)state;
    int rows = 0;
    for (uint64_t seed = 1; seed <= (sanitised() ? 3 : 12); ++seed) {
        Rng rng = rng_create(seed);
        Bench bench = {.set = rule_set_create()};
        for (int i = 0; i < 24; ++i)
            add_mesh(&bench, "Ball", shape_ico_sphere(0.3 + 0.3 * rng_unit(&rng), 1),
                     rng_in_cube(&rng, 2.5));
        double clearance = 0.3 * rng_unit(&rng);
        check(&bench, clearance, 1e-6);
        for (int32_t a = 0; a < 24; ++a) {
            for (int32_t b = a + 1; b < 24; ++b) {
                Distance d;
                assert_true(
                    assembly_distance(&bench.parts[a], &bench.parts[b], NULL, NULL, &d, NULL));
                const FitRow *row =
                    row_of(&bench, bench.assembly.parts[a].name, bench.assembly.parts[b].name);
                bool inside = row && row->state == PAIR_INSIDE;
                if ((d.value < clearance) != (row != NULL) ||
                    (row && !inside && row->state == PAIR_CLEAR && row->distance != d.value))
                    fail_msg("seed %llu: %d and %d, distance %.17g", (unsigned long long)seed, a, b,
                             d.value);
                rows += row != NULL;
            }
        }
        for (size_t i = 1; i < bench.fit.count; ++i)
            assert_true(bench.fit.rows[i - 1].violation >= bench.fit.rows[i].violation);
        bench_free(&bench);
    }
    assert_true(rows > 20);
    printf("RAN: %d rows\n", rows);
}

// Every pair with the clearance that the last rule about it gives, against its distance.
static void each_pair_has_a_clearance_of_its_own(void **state)
{
    (void)state;
    enum { BALLS = 24 };
    int rows = 0, others = 0;
    for (uint64_t seed = 1; seed <= (sanitised() ? 3 : 12); ++seed) {
        Rng rng = rng_create(seed);
        Bench bench = {.set = rule_set_create()};
        char name[BALLS][16];
        for (int i = 0; i < BALLS; ++i) {
            snprintf(name[i], sizeof name[i], "%c%02d", "RGB"[rng_below(&rng, 3)], i);
            add_mesh(&bench, name[i], shape_ico_sphere(0.3 + 0.3 * rng_unit(&rng), 1),
                     rng_in_cube(&rng, 1.8));
        }
        double all = 0.2 * rng_unit(&rng), red_green = 0.8 * rng_unit(&rng);
        double blue = rng_below(&rng, 2) ? 0.4 * rng_unit(&rng) : 0, pair = rng_unit(&rng);
        assert_true(rule_set_add(bench.set, RULE_CLEARANCE, "B*", "*", 1e-3 * blue, NULL));
        assert_true(rule_set_add(bench.set, RULE_CLEARANCE, "R*", "G*", 1e-3 * red_green, NULL));
        assert_true(rule_set_add(bench.set, RULE_FORBIDDEN, "G*", "G*", 0, NULL));
        assert_true(rule_set_put(bench.set, RULE_CLEARANCE, name[0], name[1], 1e-3 * pair, NULL));
        assert_true(rule_set_put(bench.set, RULE_INTENTIONAL, name[2], name[3], 0, NULL));
        check(&bench, all, 1e-6);
        for (int32_t a = 0; a < BALLS; ++a)
            for (int32_t b = a + 1; b < BALLS; ++b) {
                bool with_blue = name[a][0] == 'B' || name[b][0] == 'B';
                bool mixed = !with_blue && name[a][0] != name[b][0];
                double wanted = a == 0 && b == 1 ? pair
                                : mixed          ? red_green
                                : with_blue      ? blue
                                                 : all;
                Distance d;
                assert_true(
                    assembly_distance(&bench.parts[a], &bench.parts[b], NULL, NULL, &d, NULL));
                const FitRow *row = row_of(&bench, name[a], name[b]);
                bool near = row && row->state == PAIR_CLEAR;
                if (d.value > 0 && fabs(d.value - wanted) > 1e-12 &&
                    (!row || row->state != PAIR_INSIDE) && near != (d.value < wanted))
                    fail_msg("seed %llu: %s and %s, distance %.17g, wanted %.17g",
                             (unsigned long long)seed, name[a], name[b], d.value, wanted);
                assert_true(!row || fabs(row->clearance - wanted) < 1e-12);
                assert_true(!near || row->violation == (a != 2 || b != 3));
                rows += near;
                others += near && wanted != all;
            }
        bench_free(&bench);
    }
    assert_true(rows > (sanitised() ? 10 : 40) && others > rows / 4);
    printf("RAN: %d rows, %d of them with a clearance by rule\n", rows, others);
}

// Words name the one limit, where there is one.
static void it_says_which_clearance_was_wanted(void **state)
{
    (void)state;
    Bench bench;
    workshop(&bench);
    char summary[256];
    assert_true(rule_set_add(bench.set, RULE_IGNORED, "B*", "*", 0, NULL));
    assert_true(rule_set_add(bench.set, RULE_CLEARANCE, "Shaft", "*", 0.0045, NULL));
    add(&bench, "Lid", vec3d(10, 1, 10), vec3d(100, 5 + 0.5 + 0.75, 0));
    check(&bench, 0, 0.01);
    fit_report_summary(&bench.fit, UNIT_MM, summary, sizeof summary);
    assert_string_equal(summary, "2 clearances below 4.5 mm"); // the shaft from housing and lid
    assert_string_equal(row_of(&bench, "Shaft", "Housing")->text,
                        "Shaft clears Housing by 1.25 mm: below the safety distance of 4.5 mm");
    check(&bench, 1, 0.01); // and the lid from the housing
    fit_report_summary(&bench.fit, UNIT_MM, summary, sizeof summary);
    assert_string_equal(summary, "3 clearances below the safety distance");
    assert_int_equal(bench.fit.clearance_rules, 1);
    assert_true(rule_set_add(bench.set, RULE_CLEARANCE, "*", "*", 0, NULL)); // none at all
    check(&bench, 1, 0.01);
    assert_int_equal(bench.fit.count, 0);
    bench_free(&bench);
}

// A pin in the middle of its hole is equally near everywhere: which of the places is told must not
// follow from the trees that were searched.
static void what_is_told_is_the_same_for_every_volume(void **state)
{
    (void)state;
    FitReport first = {0};
    for (int type = 0; type < bv_type_count; ++type) {
        Bench bench = {.set = rule_set_create()};
        add_mesh(&bench, "Ring", shape_torus(5, 1, 48, 24), vec3d(0, 0, 0));
        add_mesh(&bench, "Ball", shape_ico_sphere(3.8, 3), vec3d(0, 0, 0));
        add(&bench, "Plate", vec3d(20, 1, 20), vec3d(0, -2, 0));
        add(&bench, "Block", vec3d(2, 2, 2), vec3d(6, -0.5, 1));
        add_mesh(&bench, "Wheel", shape_torus(5, 1, 40, 20), vec3d(-0.4, 1.6, 0.3));
        for (int i = 0; i < bench.assembly.part_count; ++i) {
            bvh_release(bench.trees[i]);
            bench.trees[i] = bvh_build(bench.assembly.parts[i].mesh,
                                       &(BvhDesc){.type = bv_types[type]}, NULL, NULL);
            bench.parts[i].tree = bench.trees[i];
        }
        check(&bench, 1.5, 0.01);
        assert_true(bench.fit.of_state[PAIR_CLEAR] >= 2 && bench.fit.of_state[PAIR_TOUCH] >= 1 &&
                    bench.fit.of_state[PAIR_INTERFERENCE] >= 1);
        for (size_t i = 0; type > 0 && i < first.count; ++i) {
            const FitRow *x = &first.rows[i], *y = &bench.fit.rows[i];
            if (first.count != bench.fit.count || x->a != y->a || x->b != y->b ||
                memcmp(&x->where, &y->where, sizeof x->where) != 0 ||
                memcmp(x->closest, y->closest, sizeof x->closest) != 0 ||
                memcmp(&x->depth, &y->depth, sizeof x->depth) != 0 ||
                memcmp(&x->distance, &y->distance, sizeof x->distance) != 0 ||
                strcmp(x->text, y->text) != 0)
                fail_msg("%s: %s, low %.17g %.17g %.17g; %s: %s, low %.17g %.17g %.17g",
                         bv_types[0]->name, x->text, x->where.lo.x, x->where.lo.y, x->where.lo.z,
                         bv_types[type]->name, y->text, y->where.lo.x, y->where.lo.y,
                         y->where.lo.z);
        }
        if (type == 0) {
            first = bench.fit;
            bench.fit = (FitReport){0};
        }
        bench_free(&bench);
    }
    printf("RAN: %d kinds of volumes, %zu rows each\n", bv_type_count, first.count);
    fit_report_free(&first);
}

static void cancelling_leaves_nothing(void **state)
{
    (void)state;
    Bench bench;
    workshop(&bench);
    check(&bench, 0, 0.01);
    Job job = {0};
    job_cancel(&job);
    FitReport fit;
    bool made = fit_report_make(&fit, &bench.assembly, bench.parts, &bench.contacts, &bench.details,
                                &(FitDesc){.clearance = 5}, &job, NULL);
    assert_true(!made && fit.count == 0 && !fit.rows);
    bench_free(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_says_in_plain_words_what_is_wrong),
        cmocka_unit_test(rules_decide_what_counts),
        cmocka_unit_test(every_state_under_every_rule_has_one_kind),
        cmocka_unit_test(a_baseline_is_silent_until_it_gets_worse),
        cmocka_unit_test(clearances_equal_all_distances),
        cmocka_unit_test(each_pair_has_a_clearance_of_its_own),
        cmocka_unit_test(it_says_which_clearance_was_wanted),
        cmocka_unit_test(what_is_told_is_the_same_for_every_volume),
        cmocka_unit_test(cancelling_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
