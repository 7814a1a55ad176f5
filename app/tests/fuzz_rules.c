// Any bytes at all as a rules file: refused with a message, or read, written and read again alike;
// and applied to a few parts without a crash. Build with -DSNUG_FUZZ=ON (clang).
#include "app/io/rules_file.h"
#include "core/mesh/shapes.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition)
        abort();
}

static void apply(RuleSet *set)
{
    static const char *const names[] = {"Bolt", "Bolt 3", "\"><script>", "=cmd()", "*"};
    enum { NAMES = sizeof names / sizeof *names };
    Assembly assembly = {0};
    Affine rest = affine_identity();
    for (int i = 0; i < NAMES; ++i)
        require(assembly_add(&assembly, names[i], shape_box(vec3d(1, 1, 1)), &rest, 0));
    PairRules rules;
    require(pair_rules_resolve(&rules, set, &assembly));
    for (int32_t a = 0; a < NAMES; ++a)
        for (int32_t b = a + 1; b < NAMES; ++b) {
            require(pair_rules_find(&rules, a, b, NULL) == pair_rules_find(&rules, b, a, NULL));
            double wanted = pair_rules_clearance(&rules, a, b, 0);
            require(wanted == pair_rules_clearance(&rules, b, a, 0) && wanted >= 0 &&
                    wanted <= pair_rules_reach(&rules, a, 0) &&
                    wanted <= pair_rules_reach(&rules, b, 0));
        }
    pair_rules_free(&rules);
    assembly_free(&assembly);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    RuleSet *set = rule_set_create(), *again = rule_set_create();
    Error err = {""};
    require(set && again);
    if (!rules_parse(set, "fuzz", (const char *)data, size, &err)) {
        require(err.text[0] != '\0');
    } else {
        char *text = rules_text(set, UNIT_INCH);
        require(text && rules_parse(again, "again", text, strlen(text), &err));
        require(again->count == set->count && again->group_count == set->group_count);
        for (size_t i = 0; i < set->count; ++i)
            require(again->rules[i].kind == set->rules[i].kind &&
                    strcmp(again->rules[i].a, set->rules[i].a) == 0 &&
                    strcmp(again->rules[i].b, set->rules[i].b) == 0);
        free(text);
        apply(set);
    }
    rule_set_release(set);
    rule_set_release(again);
    return 0;
}
