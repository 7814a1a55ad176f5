// Rules files: what is written reads back, what is wrong is refused with its line, hostile names
// survive.
#include "app/io/file.h"
#include "app/io/rules_file.h"
#include "core/base/length.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static bool parse(RuleSet *set, const char *text, Error *err)
{
    return rules_parse(set, "rules.txt", text, strlen(text), err);
}

static const char GOOD[] = "# a comment\r\n"
                           "\n"
                           "group fasteners \"Bolt*\" Nut? # and another\n"
                           "  ignore\t@fasteners   @fasteners\n"
                           "intentional \"Gear 1\" \"Gear 2\"\n"
                           "forbid Shaft\n"
                           "baseline \"Bolt 3\" Bracket 0.42mm\n"
                           "baseline a b\n"
                           "baseline a \"inside\" inside\n"
                           "check \"say \\\"hi\\\"\" \"\\*\"\n"
                           "clearance @fasteners 2mm\n"
                           "clearance Shaft \"Gear 1\" 0.1in";

static void every_kind_of_line_is_read(void **state)
{
    (void)state;
    RuleSet *set = rule_set_create();
    Error err = {""};
    if (!parse(set, GOOD, &err))
        fail_msg("%s", err.text);
    assert_int_equal(set->count, 9);
    assert_int_equal(set->group_count, 1);
    assert_string_equal(set->groups[0].patterns[1], "Nut?");
    assert_int_equal(set->rules[0].kind, RULE_IGNORED);
    assert_string_equal(set->rules[0].a, "@fasteners");
    assert_string_equal(set->rules[1].b, "Gear 2");
    assert_string_equal(set->rules[2].b, "*");
    assert_true(set->rules[3].length > 0.00041999 && set->rules[3].length < 0.00042001);
    assert_true(isinf(set->rules[5].length));
    assert_string_equal(set->rules[6].a, "say \\\"hi\\\"");
    assert_true(pattern_matches(set->rules[6].a, "say \"hi\""));
    assert_int_equal(set->rules[7].kind, RULE_CLEARANCE);
    assert_string_equal(set->rules[7].b, "*");
    assert_true(fabs(set->rules[7].length - 0.002) < 1e-15);
    assert_string_equal(set->rules[8].b, "Gear 1");
    assert_true(fabs(set->rules[8].length - 0.00254) < 1e-15);

    for (int unit = 0; unit < UNIT_COUNT; ++unit) {
        char *text = rules_text(set, (enum LengthUnit)unit);
        RuleSet *again = rule_set_create();
        if (!parse(again, text, &err))
            fail_msg("%s in %s", err.text, text);
        assert_int_equal(again->count, set->count);
        for (size_t i = 0; i < set->count; ++i) {
            assert_string_equal(again->rules[i].a, set->rules[i].a);
            assert_string_equal(again->rules[i].b, set->rules[i].b);
            if (isfinite(set->rules[i].length))
                assert_true(fabs(again->rules[i].length - set->rules[i].length) < 1e-18);
            else
                assert_true(isinf(again->rules[i].length));
        }
        rule_set_release(again);
        free(text);
    }
    rule_set_release(set);
}

static void what_is_wrong_is_refused_with_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *where, *what;
    } cases[] = {
        {"ignore a b\nnonsense", "rules.txt:2:", "begins with"},
        {"ignore", "rules.txt:1:", "pattern"},
        {"ignore Bolt 3 Bracket", "rules.txt:1:", "quotes"},
        {"ignore \"a b", "rules.txt:1:", "not closed"},
        {"ignore a\"b c", "rules.txt:1:", "within a word"},
        {"ignore \"a\"b", "rules.txt:1:", "blank"},
        {"ignore a\\ ", "rules.txt:1:", ""}, // the blank belongs to the name: no error, see below
        {"ignore @nobody", "rules.txt:1:", "no group"},
        {"group g", "rules.txt:1:", "group"},
        {"group g a\ngroup g b", "rules.txt:2:", "already"},
        {"group g @h", "rules.txt:1:", "another"},
        {"baseline a b 3", "rules.txt:1:", "unit"},
        {"baseline a b -3mm", "rules.txt:1:", "length"},
        {"baseline a b nanmm", "rules.txt:1:", "length"},
        {"baseline a b 1e999mm", "rules.txt:1:", "too long"},
        {"baseline a b 3mm 4mm", "rules.txt:1:", "too many"},
        {"clearance", "rules.txt:1:", "pattern"},
        {"clearance a", "rules.txt:1:", "length"},
        {"clearance a b", "rules.txt:1:", "length"},
        {"clearance a inside", "rules.txt:1:", "length"},
        {"clearance a b 2", "rules.txt:1:", "unit"},
        {"clearance a b 2mm c", "rules.txt:1:", "too many"},
        {"intentional a b 3mm", "rules.txt:1:", "too many"},
        {"\n\nignore \xFF b", "rules.txt:3:", "UTF-8"},
        {"ignore a\x01 b", "rules.txt:1:", "control"},
        {"ignore \"\" b", "rules.txt:1:", "empty"},
        {"Ignore a b", "rules.txt:1:", "begins with"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        RuleSet *set = rule_set_create();
        Error err = {""};
        bool good = parse(set, cases[i].text, &err);
        if (!cases[i].what[0])
            assert_true(good && strcmp(set->rules[0].a, "a\\ ") == 0);
        else if (good || !strstr(err.text, cases[i].where) || !strstr(err.text, cases[i].what))
            fail_msg("\"%s\": %s", cases[i].text, err.text);
        rule_set_release(set);
    }
    RuleSet *set = rule_set_create();
    Error err = {""};
    assert_false(rules_parse(set, "rules.txt", "ignore a\0b c", 12, &err));
    assert_non_null(strstr(err.text, "not text"));
    assert_false(rules_read(set, "/nonexistent/rules", &err));
    assert_false(rules_read(set, "/dev/zero", &err));
    rule_set_release(set);
}

static void hostile_names_survive_a_file(void **state)
{
    (void)state;
    static const char *const names[] = {"\"><script>alert(1)</script>",
                                        "=cmd()",
                                        "%s%n",
                                        "@home",
                                        "a\\",
                                        "*",
                                        "#no comment",
                                        "tab here",
                                        "\\\"",
                                        "",
                                        "ünï",
                                        "?",
                                        " ",
                                        "ignore"};
    enum { NAMES = sizeof names / sizeof *names };
    RuleSet *set = rule_set_create();
    int put = 0;
    for (int i = 0; i < NAMES; ++i)
        for (int k = 0; k < i; ++k)
            if (names[i][0] && names[k][0])
                put += rule_set_put(set, RULE_BASELINE, names[i], names[k], 1e-3 * i, NULL);
    char path[] = "/tmp/snug-rules-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    Error err = {""};
    assert_true(rules_write(set, UNIT_MM, path, &err));
    RuleSet *again = rule_set_create();
    if (!rules_read(again, path, &err))
        fail_msg("%s", err.text);
    unlink(path);
    assert_int_equal(again->count, put);
    for (int i = 0; i < put; ++i) {
        char name[64];
        assert_string_equal(again->rules[i].a, set->rules[i].a);
        assert_true(pattern_literal(again->rules[i].b, name));
    }
    // An empty name cannot be told from nothing: it is refused, not written wrongly.
    assert_false(rule_set_put(set, RULE_IGNORED, "", "a", 0, &err));
    rule_set_release(set);
    rule_set_release(again);
    printf("RAN: %d pairs of hostile names\n", put);
}

static void lengths_are_read_with_their_units(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double metres; // negative: refused
    } cases[] = {{"2mm", 2e-3}, {"2 mm", 2e-3},    {"0.5in", 0.0127}, {"1e-3m", 1e-3},
                 {"3cm", 3e-2}, {"4", 4e-3},       {".5mm", 5e-4},    {"0", 0},
                 {"mm", -1},    {"2 furlong", -1}, {"-1mm", -1},      {"inf", -1},
                 {"2mmm", -1},  {"", -1},          {"0x10mm", -1},    {"1ft", 0.3048},
                 {"5um", 5e-6}, {"2mm ", -1},      {"1,5mm", -1}};
    const enum LengthUnit mm = UNIT_MM;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        double metres = -1;
        Error err = {""};
        bool good = length_parse(cases[i].text, &mm, &metres, &err);
        if (good != (cases[i].metres >= 0) || (good && fabs(metres - cases[i].metres) > 1e-12))
            fail_msg("\"%s\": %g m %s", cases[i].text, metres, err.text);
        assert_true(good || err.text[0]);
    }
    double metres;
    assert_false(length_parse("4", NULL, &metres, NULL));
    char text[40];
    static const struct {
        double value;
        const char *text;
    } formats[] = {{0.42, "0.42 mm"},
                   {1.25, "1.25 mm"},
                   {2, "2 mm"},
                   {0, "0 mm"},
                   {1234.4, "1234 mm"},
                   {100, "100 mm"},
                   {0.00012345, "0.000123 mm"},
                   {1e-30, "0 mm"},
                   {12.3456, "12.3 mm"}};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; ++i) {
        length_format(formats[i].value, UNIT_MM, text, sizeof text);
        if (strcmp(text, formats[i].text) != 0)
            fail_msg("%g as %s", formats[i].value, text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_line_is_read),
        cmocka_unit_test(what_is_wrong_is_refused_with_its_line),
        cmocka_unit_test(hostile_names_survive_a_file),
        cmocka_unit_test(lengths_are_read_with_their_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
