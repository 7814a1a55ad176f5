// Rules about pairs: patterns, which rule holds, groups, ids, and that a lookup through the tables
// equals a plain loop over all rules.
#include "core/base/rng.h"
#include "core/meaning/rules.h"
#include "core/mesh/shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void patterns_match_what_they_say(void **state)
{
    (void)state;
    static const struct {
        const char *pattern, *name;
        bool matches;
    } cases[] = {
        {"Bolt", "Bolt", true},
        {"Bolt", "bolt", false},
        {"Bolt", "Bolt 3", false},
        {"Bolt*", "Bolt", true},
        {"Bolt*", "Bolt 3", true},
        {"*", "", true},
        {"*", "anything", true},
        {"", "", true},
        {"?", "", false},
        {"B?lt", "Bolt", true},
        {"B?lt", "B\xC3\xB6lt", true}, // one character, two bytes
        {"B??lt", "B\xC3\xB6lt", false},
        {"*\xB6*", "B\xC3\xB6lt", false}, // a star takes whole characters
        {"a*b*c", "aXbXbXc", true},
        {"a*b*c", "aXbXbX", false},
        {"*aab", "aaaab", true},
        {"a**b", "ab", true},
        {"\\*", "*", true},
        {"\\*", "x", false},
        {"Bolt[3]", "Bolt[3]", true}, // brackets are themselves
        {"\\\\", "\\", true},
        {"a\\?b", "a?b", true},
        {"a\\?b", "axb", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
        if (pattern_matches(cases[i].pattern, cases[i].name) != cases[i].matches)
            fail_msg("%s on %s", cases[i].pattern, cases[i].name);
    // A pattern of many stars on a long name takes no exponential time.
    char pattern[201] = "", name[401];
    for (int i = 0; i < 100; ++i)
        strcat(pattern, "*a");
    memset(name, 'a', sizeof name - 2);
    name[sizeof name - 2] = 'b';
    name[sizeof name - 1] = '\0';
    assert_false(pattern_matches(pattern, name));
}

static void an_escaped_name_matches_itself_alone(void **state)
{
    (void)state;
    Rng rng = rng_create(31);
    static const char letters[] = "a*?\\\"@[ ";
    char names[200][8], escaped[16], literal[16];
    for (int i = 0; i < 200; ++i) {
        int length = rng_below(&rng, 7);
        for (int k = 0; k < length; ++k)
            names[i][k] = letters[rng_below(&rng, 8)];
        names[i][length] = '\0';
    }
    for (int i = 0; i < 200; ++i) {
        pattern_escape(names[i], escaped);
        assert_true(pattern_literal(escaped, literal));
        assert_string_equal(literal, names[i]);
        assert_true(escaped[0] != '@');
        for (int k = 0; k < 200; ++k)
            assert_int_equal(pattern_matches(escaped, names[k]), strcmp(names[i], names[k]) == 0);
    }
    assert_false(pattern_literal("a*", literal));
}

static Assembly bolts_and_plates(int count)
{
    Assembly assembly = {0};
    Mesh *mesh = shape_box(vec3d(1, 1, 1));
    Affine rest = affine_identity();
    static const char *const names[] = {"Bolt", "Plate", "Shaft", "Nut", "=cmd()", "\"><script>"};
    for (int i = 0; i < count; ++i)
        assert_true(assembly_add(&assembly, names[i % 6], mesh_retain(mesh), &rest, 0));
    mesh_release(mesh);
    return assembly;
}

// Any of them, again and again: what is left is what would be there without them.
static void rules_are_taken_back(void **state)
{
    (void)state;
    static const char *const patterns[] = {"Bolt", "Bolt*", "@all", "N?t", "Plate\\*"};
    const char *all[] = {"*"};
    Rng rng = rng_create(32);
    for (int round = 0; round < 50; ++round) {
        RuleSet *set = rule_set_create(), *rest = rule_set_create();
        assert_true(rule_set_add_group(set, "all", all, 1, NULL));
        assert_true(rule_set_add_group(rest, "all", all, 1, NULL));
        bool kept[20];
        for (int i = 0; i < 20; ++i) {
            const char *a = patterns[rng_below(&rng, 5)], *b = patterns[rng_below(&rng, 5)];
            kept[i] = rng_below(&rng, 2) == 0;
            assert_true(rule_set_add(set, RULE_IGNORED, a, b, i, NULL));
            assert_true(!kept[i] || rule_set_add(rest, RULE_IGNORED, a, b, i, NULL));
        }
        for (int i = 20; i-- > 0;)
            if (!kept[i])
                rule_set_remove(set, (size_t)i);
        assert_true(rule_set_equal(set, rest));
        assert_int_equal(set->wildcards, rest->wildcards);
        rule_set_release(set);
        rule_set_release(rest);
    }
}

static void the_last_match_holds(void **state)
{
    (void)state;
    Assembly assembly =
        bolts_and_plates(12); // 0 Bolt, 1 Plate, 2 Shaft ... 6 Bolt (2), 7 Plate (2)
    RuleSet *set = rule_set_create();
    PairRules rules;
    double depth;
    assert_true(pair_rules_resolve(&rules, NULL, &assembly));
    assert_int_equal(pair_rules_find(&rules, 0, 1, &depth), RULE_CHECKED);
    pair_rules_free(&rules);

    const char *fasteners[] = {"Bolt*", "Nut*"};
    assert_true(rule_set_add_group(set, "fasteners", fasteners, 2, NULL));
    assert_true(rule_set_add(set, RULE_IGNORED, "@fasteners", "Plate*", 0, NULL));
    assert_true(rule_set_add(set, RULE_BASELINE, "Bolt", "Plate", 0.002, NULL));
    assert_true(rule_set_add(set, RULE_INTENTIONAL, "Shaft", "Nobody", 0, NULL));
    assert_true(rule_set_add(set, RULE_FORBIDDEN, "Shaft", "*", 0, NULL));
    assert_true(rule_set_add(set, RULE_CHECKED, "Plate", "Shaft", 0, NULL));
    assert_true(pair_rules_resolve(&rules, set, &assembly));
    assert_int_equal(pair_rules_find(&rules, 0, 1, &depth), RULE_BASELINE);
    assert_true(fabs(depth - 2) < 1e-12); // in mm
    assert_int_equal(pair_rules_find(&rules, 1, 0, NULL), RULE_BASELINE);
    assert_int_equal(pair_rules_find(&rules, 6, 7, &depth), RULE_IGNORED);
    assert_true(depth == 0);
    assert_int_equal(pair_rules_find(&rules, 1, 3, NULL), RULE_IGNORED);
    assert_int_equal(pair_rules_find(&rules, 0, 3, NULL), RULE_CHECKED);
    assert_int_equal(pair_rules_find(&rules, 2, 5, NULL), RULE_FORBIDDEN);
    assert_int_equal(pair_rules_find(&rules, 1, 2, NULL), RULE_CHECKED);
    assert_int_equal(pair_rules_find(&rules, 2, 7, NULL), RULE_FORBIDDEN);
    assert_true(pair_rules_skip(&rules, 6, 7) && !pair_rules_skip(&rules, 0, 1));
    pair_rules_free(&rules);
    assert_int_equal(set->references, 1);

    // What is said of one pair replaces what was said of it, in either order.
    assert_true(rule_set_put(set, RULE_IGNORED, "=cmd()", "\"><script>", 0, NULL));
    size_t count = set->count;
    RuleSet *copy = rule_set_copy(set);
    assert_true(rule_set_equal(set, copy) && rule_set_bytes(copy) > 0);
    assert_true(rule_set_put(set, RULE_INTENTIONAL, "\"><script>", "=cmd()", 0, NULL));
    assert_int_equal(set->count, count);
    assert_false(rule_set_equal(set, copy));
    assert_true(pair_rules_resolve(&rules, set, &assembly));
    assert_int_equal(pair_rules_find(&rules, 4, 5, NULL), RULE_INTENTIONAL);
    pair_rules_free(&rules);
    rule_set_release(copy);

    // A clearance goes with any other rule, and replaces only clearances.
    assert_true(rule_set_put(set, RULE_CLEARANCE, "=cmd()", "\"><script>", 0.003, NULL));
    assert_true(rule_set_put(set, RULE_CLEARANCE, "\"><script>", "=cmd()", 0.004, NULL));
    assert_true(rule_set_put(set, RULE_FORBIDDEN, "=cmd()", "\"><script>", 0, NULL));
    assert_int_equal(set->count, count + 1);
    assert_true(pair_rules_resolve(&rules, set, &assembly));
    assert_int_equal(pair_rules_find(&rules, 4, 5, NULL), RULE_FORBIDDEN);
    assert_true(fabs(pair_rules_clearance(&rules, 5, 4, 1) - 4) < 1e-12);
    assert_true(pair_rules_clearance(&rules, 0, 1, 1) == 1);
    pair_rules_free(&rules);
    rule_set_release(set);
    assembly_free(&assembly);
}

static void tables_agree_with_a_loop_over_all_rules(void **state)
{
    (void)state;
    static const char *const patterns[] = {"Bolt",    "Plate", "Bolt*", "*(2)", "?????",  "@some",
                                           "Nut (3)", "*",     "Shaft", "=*",   "\"><*>", "B*(?)"};
    enum { PATTERNS = sizeof patterns / sizeof *patterns, PARTS = 70 };
    Assembly assembly = bolts_and_plates(PARTS);
    int64_t lookups = 0, own_clearances = 0;
    for (uint64_t seed = 1; seed <= 40; ++seed) {
        Rng rng = rng_create(seed);
        RuleSet *sets[2] = {NULL};
        PairRules rules[2];
        for (int s = 0; s < 2; ++s) {
            // The second set is the first with one rule more, or less, or another one.
            sets[s] = s == 0 ? rule_set_create() : rule_set_copy(sets[0]);
            assert_true(s == 1 || rule_set_add_group(sets[0], "some", patterns, 2, NULL));
            for (int i = s == 0 ? rng_below(&rng, 12) : 1; i > 0; --i)
                assert_true(rule_set_add(sets[s],
                                         (enum PairRule)rng_below(&rng, RULE_CLEARANCE + 1),
                                         patterns[rng_below(&rng, PATTERNS)],
                                         patterns[rng_below(&rng, PATTERNS)], 1e-3 * i, NULL));
            assert_true(pair_rules_resolve(&rules[s], sets[s], &assembly));
        }
        for (int32_t a = 0; a < PARTS; ++a) {
            for (int32_t b = a + 1; b < PARTS; ++b) {
                enum PairRule expected = RULE_CHECKED;
                double clearance = 99;
                for (size_t i = 0; i < sets[0]->count; ++i) {
                    const Rule *rule = &sets[0]->rules[i];
                    bool side[2][2];
                    for (int k = 0; k < 4; ++k) {
                        const char *pattern = k / 2 ? rule->b : rule->a;
                        const char *name = assembly.parts[k % 2 ? b : a].name;
                        side[k / 2][k % 2] = pattern[0] == '@'
                                                 ? pattern_matches(patterns[0], name) ||
                                                       pattern_matches(patterns[1], name)
                                                 : pattern_matches(pattern, name);
                    }
                    if (!(side[0][0] && side[1][1]) && !(side[0][1] && side[1][0]))
                        continue;
                    if (rule->kind == RULE_CLEARANCE)
                        clearance = 1e3 * rule->length;
                    else
                        expected = rule->kind;
                }
                double wanted = pair_rules_clearance(&rules[0], b, a, 99);
                if (!(fabs(wanted - clearance) < 1e-9) ||
                    wanted > fmin(pair_rules_reach(&rules[0], a, wanted < 99 ? 0 : 99),
                                  pair_rules_reach(&rules[0], b, wanted < 99 ? 0 : 99)))
                    fail_msg("seed %llu: %s and %s are to be %g apart, not %g",
                             (unsigned long long)seed, assembly.parts[a].name,
                             assembly.parts[b].name, clearance, wanted);
                own_clearances += clearance < 99;
                enum PairRule found = pair_rules_find(&rules[0], b, a, NULL);
                if (found != expected)
                    fail_msg("seed %llu: %s and %s", (unsigned long long)seed,
                             assembly.parts[a].name, assembly.parts[b].name);
                bool same =
                    pair_rules_signature(&rules[0], a) == pair_rules_signature(&rules[1], a) &&
                    pair_rules_signature(&rules[0], b) == pair_rules_signature(&rules[1], b);
                if (same && pair_rules_skip(&rules[1], a, b) != (found == RULE_IGNORED))
                    fail_msg("seed %llu: equal signatures, other rule", (unsigned long long)seed);
                ++lookups;
            }
        }
        for (int s = 0; s < 2; ++s) {
            pair_rules_free(&rules[s]);
            rule_set_release(sets[s]);
        }
    }
    assembly_free(&assembly);
    assert_true(own_clearances > lookups / 100);
    printf("RAN: %lld lookups, %lld with a clearance\n", (long long)lookups,
           (long long)own_clearances);
}

static void bad_rules_are_refused(void **state)
{
    (void)state;
    RuleSet *set = rule_set_create();
    Error err = {""};
    const char *patterns[] = {"a", "@b"};
    assert_false(rule_set_add(set, RULE_IGNORED, "", "x", 0, &err));
    assert_false(rule_set_add(set, RULE_IGNORED, "x", "y\\", 0, &err));
    assert_non_null(strstr(err.text, "backslash"));
    assert_false(rule_set_add(set, RULE_IGNORED, "x", "\xFF", 0, &err));
    assert_false(rule_set_add(set, RULE_IGNORED, "x\ny", "z", 0, &err));
    assert_false(rule_set_add(set, RULE_IGNORED, "@nobody", "z", 0, &err));
    assert_non_null(strstr(err.text, "nobody"));
    assert_false(rule_set_add_group(set, "g", patterns, 2, &err));
    assert_false(rule_set_add_group(set, "", patterns, 1, &err));
    assert_true(rule_set_add_group(set, "g", patterns, 1, &err));
    assert_false(rule_set_add_group(set, "g", patterns, 1, &err));
    assert_int_equal(set->count, 0);
    bool refused = false;
    for (int i = 0; i <= RULES_MAX_WILDCARDS && !refused; ++i)
        refused = !rule_set_add(set, RULE_IGNORED, "*", "x", 0, &err);
    assert_true(refused);
    assert_true(rule_set_add(set, RULE_IGNORED, "x", "y", 0, &err)); // names have no such bound
    rule_set_release(set);
    assert_true(rule_set_equal(NULL, NULL));
}

static void ids_depend_on_the_two_names_alone(void **state)
{
    (void)state;
    assert_true(pair_id("Bolt", "Plate") == pair_id("Plate", "Bolt"));
    assert_true(pair_id("ab", "c") != pair_id("a", "bc"));
    assert_true(pair_id("Bolt", "Bolt (2)") != pair_id("Bolt", "Bolt (3)"));
    // Written down: files of today must be understood by the program of tomorrow.
    assert_true(pair_id("Bolt 3", "Bracket") == UINT64_C(0x5BF15A490F21B9AD));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns_match_what_they_say),
        cmocka_unit_test(an_escaped_name_matches_itself_alone),
        cmocka_unit_test(rules_are_taken_back),
        cmocka_unit_test(the_last_match_holds),
        cmocka_unit_test(tables_agree_with_a_loop_over_all_rules),
        cmocka_unit_test(bad_rules_are_refused),
        cmocka_unit_test(ids_depend_on_the_two_names_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
