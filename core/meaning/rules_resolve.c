// Rules against the parts of one assembly: patterns become bits per part, rules for two names one
// sorted table, so that a lookup costs a logarithm and the number of rules with wildcards.
#include "core/base/memory.h"
#include "core/meaning/rules.h"

#include <assert.h>

typedef struct ExactRule {
    uint64_t key; // lower part << 32 | higher part
    size_t rule;  // index in the set
} ExactRule;

typedef struct WildRule {
    size_t rule;
    uint64_t *bits[2]; // parts that match the one and the other pattern
} WildRule;

static size_t words_for(int32_t part_count)
{
    return ((size_t)part_count + 63) / 64;
}

static bool has_part(const uint64_t *bits, int32_t part)
{
    return bits[part / 64] >> (part % 64) & 1;
}

static uint64_t key_of(int32_t a, int32_t b)
{
    return a < b ? (uint64_t)a << 32 | (uint32_t)b : (uint64_t)b << 32 | (uint32_t)a;
}

static void match_pattern(uint64_t *bits, const char *pattern, const Assembly *assembly)
{
    for (int32_t i = 0; i < assembly->part_count; ++i)
        if (pattern_matches(pattern, assembly->parts[i].key))
            bits[i / 64] |= UINT64_C(1) << (i % 64);
}

static uint64_t *match(const RuleSet *set, const char *pattern, const Assembly *assembly)
{
    uint64_t *bits = mem_calloc(words_for(assembly->part_count) + 1, sizeof *bits);
    if (bits && pattern[0] != '@')
        match_pattern(bits, pattern, assembly);
    const RuleGroup *group = pattern[0] == '@' ? rule_set_group(set, pattern + 1) : NULL;
    for (size_t i = 0; bits && group && i < group->count; ++i)
        match_pattern(bits, group->patterns[i], assembly);
    return bits;
}

static bool literal(const char *pattern, char **name)
{
    *name = NULL;
    if (pattern[0] == '@')
        return true;
    char *text = mem_alloc(strlen(pattern) + 1);
    if (!text)
        return false;
    if (pattern_literal(pattern, text))
        *name = text;
    else
        mem_free(text);
    return true;
}

static bool resolve_wild(PairRules *rules, RuleTable *out, size_t index, const Assembly *assembly)
{
    const RuleSet *set = rules->set;
    const Rule *rule = &set->rules[index];
    WildRule wild = {index, {match(set, rule->a, assembly), match(set, rule->b, assembly)}};
    if (wild.bits[0] && wild.bits[1] &&
        array_reserve(&out->wild, &out->wild_capacity, out->wild_count + 1, sizeof wild)) {
        out->wild[out->wild_count++] = wild;
        return true;
    }
    mem_free(wild.bits[0]);
    mem_free(wild.bits[1]);
    return false;
}

static bool resolve(PairRules *rules, size_t index, const Assembly *assembly)
{
    char *a, *b = NULL;
    const Rule *rule = &rules->set->rules[index];
    RuleTable *out = rule->kind == RULE_CLEARANCE ? &rules->clearances : &rules->said;
    bool ok = literal(rule->a, &a) && literal(rule->b, &b);
    if (ok && (!a || !b)) {
        ok = resolve_wild(rules, out, index, assembly);
    } else if (ok) {
        int32_t p = assembly_find(assembly, a), q = assembly_find(assembly, b);
        if (p >= 0 && q >= 0) {
            ok = array_reserve(&out->exact, &out->exact_capacity, out->exact_count + 1,
                               sizeof *out->exact);
            if (ok)
                out->exact[out->exact_count++] = (ExactRule){key_of(p, q), index};
        }
    }
    mem_free(a);
    mem_free(b);
    return ok;
}

static int by_key(const void *left, const void *right)
{
    const ExactRule *x = left, *y = right;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->rule > y->rule) - (x->rule < y->rule);
}

// Of several rules for one pair, the last.
static void sort_exact(RuleTable *table)
{
    if (table->exact_count > 1)
        qsort(table->exact, table->exact_count, sizeof *table->exact, by_key);
    size_t kept = 0;
    for (size_t i = 0; i < table->exact_count; ++i)
        if (i + 1 == table->exact_count || table->exact[i + 1].key != table->exact[i].key)
            table->exact[kept++] = table->exact[i];
    table->exact_count = kept;
}

bool pair_rules_resolve(PairRules *out, RuleSet *set, const Assembly *assembly)
{
    assert(out && assembly);
    *out = (PairRules){.set = rule_set_retain(set),
                       .part_count = assembly->part_count,
                       .scale = 1 / length_unit_info(assembly->unit)->metres};
    for (size_t i = 0; set && i < set->count; ++i)
        if (!resolve(out, i, assembly)) {
            pair_rules_free(out);
            return false;
        }
    sort_exact(&out->said);
    sort_exact(&out->clearances);
    return true;
}

static void table_free(RuleTable *table)
{
    for (size_t i = 0; i < table->wild_count; ++i) {
        mem_free(table->wild[i].bits[0]);
        mem_free(table->wild[i].bits[1]);
    }
    mem_free(table->wild);
    mem_free(table->exact);
}

void pair_rules_free(PairRules *rules)
{
    table_free(&rules->said);
    table_free(&rules->clearances);
    mem_free(rules->bodies);
    rule_set_release(rules->set);
    *rules = (PairRules){0};
}

void pair_rules_join(PairRules *rules, uint64_t *bodies)
{
    mem_free(rules->bodies);
    rules->bodies = bodies;
}

static bool one_body(const PairRules *rules, int32_t a, int32_t b)
{
    return rules->bodies && rules->bodies[a] != 0 && rules->bodies[a] == rules->bodies[b];
}

static int compare_keys(const void *left, const void *right)
{
    const ExactRule *x = left, *y = right;
    return (x->key > y->key) - (x->key < y->key);
}

static const Rule *find(const PairRules *rules, const RuleTable *table, int32_t a, int32_t b)
{
    ExactRule wanted = {key_of(a, b), 0};
    const ExactRule *exact =
        table->exact_count == 0
            ? NULL
            : bsearch(&wanted, table->exact, table->exact_count, sizeof wanted, compare_keys);
    for (size_t i = table->wild_count; i-- > 0;) {
        const WildRule *wild = &table->wild[i];
        if (exact && wild->rule < exact->rule)
            break;
        if ((has_part(wild->bits[0], a) && has_part(wild->bits[1], b)) ||
            (has_part(wild->bits[0], b) && has_part(wild->bits[1], a)))
            return &rules->set->rules[wild->rule];
    }
    return exact ? &rules->set->rules[exact->rule] : NULL;
}

enum PairRule pair_rules_find(const PairRules *rules, int32_t a, int32_t b, double *baseline_depth)
{
    assert(rules);
    const Rule *rule = find(rules, &rules->said, a, b);
    if (one_body(rules, a, b)) {
        if (baseline_depth)
            *baseline_depth = 0;
        return RULE_IGNORED;
    }
    if (baseline_depth)
        *baseline_depth = rule && rule->kind == RULE_BASELINE ? rule->length * rules->scale : 0;
    return rule ? rule->kind : RULE_CHECKED;
}

double pair_rules_clearance(const PairRules *rules, int32_t a, int32_t b, double otherwise)
{
    assert(rules);
    const Rule *rule = find(rules, &rules->clearances, a, b);
    return rule ? rule->length * rules->scale : otherwise;
}

bool pair_rules_named_clearance(const PairRules *rules, size_t index, int32_t pair[2])
{
    if (index >= rules->clearances.exact_count)
        return false;
    uint64_t key = rules->clearances.exact[index].key;
    pair[0] = (int32_t)(key >> 32);
    pair[1] = (int32_t)(key & UINT32_MAX);
    return true;
}

double pair_rules_reach(const PairRules *rules, int32_t part, double otherwise)
{
    assert(rules);
    const RuleTable *table = &rules->clearances;
    double most = otherwise;
    for (size_t i = 0; i < table->wild_count; ++i) {
        const WildRule *wild = &table->wild[i];
        if (has_part(wild->bits[0], part) || has_part(wild->bits[1], part))
            most = fmax(most, rules->set->rules[wild->rule].length * rules->scale);
    }
    for (size_t i = 0; i < table->exact_count; ++i) {
        const ExactRule *exact = &table->exact[i];
        if ((int32_t)(exact->key >> 32) == part || (int32_t)(exact->key & UINT32_MAX) == part)
            most = fmax(most, rules->set->rules[exact->rule].length * rules->scale);
    }
    return most;
}

bool pair_rules_skip(void *rules, int32_t a, int32_t b)
{
    return pair_rules_find(rules, a, b, NULL) == RULE_IGNORED;
}

static uint64_t mixed(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

static bool ignores(const PairRules *rules, size_t rule)
{
    return rules->set->rules[rule].kind == RULE_IGNORED;
}

static bool ignores_something(const PairRules *rules)
{
    for (size_t i = 0; rules->set && i < rules->set->count; ++i)
        if (ignores(rules, i))
            return true;
    return false;
}

uint64_t pair_rules_signature(const PairRules *rules, int32_t part)
{
    uint64_t body = rules->bodies ? rules->bodies[part] : 0;
    if (!ignores_something(rules))
        return body;
    uint64_t hash = mixed(1, body);
    for (size_t i = 0; i < rules->said.wild_count; ++i) {
        const WildRule *wild = &rules->said.wild[i];
        uint64_t sides = has_part(wild->bits[0], part) + 2u * has_part(wild->bits[1], part);
        hash = mixed(mixed(hash, sides), ignores(rules, wild->rule));
    }
    for (size_t i = 0; i < rules->said.exact_count; ++i) {
        const ExactRule *exact = &rules->said.exact[i];
        if ((int32_t)(exact->key >> 32) != part && (int32_t)(exact->key & UINT32_MAX) != part)
            continue;
        size_t before = 0; // rules with wildcards that it holds over
        while (before < rules->said.wild_count && rules->said.wild[before].rule < exact->rule)
            ++before;
        hash = mixed(mixed(hash, exact->key), before);
        hash = mixed(hash, ignores(rules, exact->rule));
    }
    return hash;
}
