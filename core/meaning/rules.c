// Sets of rules: patterns, groups, and how they are put together.
#include "core/meaning/rules.h"

#include "core/base/memory.h"
#include "core/base/utf8.h"

#include <assert.h>

#define ENTRY(identifier, keyword, name) [RULE_##identifier] = {keyword, name},
static const struct {
    const char *keyword, *name;
} words[] = {PAIR_RULE_LIST(ENTRY)[RULE_CLEARANCE] = {"clearance", "safety distance"}};
#undef ENTRY

const char *pair_rule_keyword(enum PairRule rule)
{
    return words[rule].keyword;
}

const char *pair_rule_name(enum PairRule rule)
{
    return words[rule].name;
}

bool pattern_valid(const char *pattern, const char **why)
{
    assert(pattern);
    *why = !pattern[0]               ? "a pattern is empty"
           : !utf8_is_clean(pattern) ? "a pattern holds control characters or is not UTF-8"
                                     : NULL;
    for (const char *c = pattern; *c && !*why; ++c)
        if (*c == '\\' && !*++c) {
            *why = "a pattern ends in a backslash";
            break;
        }
    return !*why;
}

// Bytes of the character at s, which is valid UTF-8.
static size_t character_bytes(const char *s)
{
    size_t n = 1;
    while (((unsigned char)s[n] & 0xC0) == 0x80)
        ++n;
    return n;
}

// After a mismatch only the last star may take more: earlier ones could not do better.
bool pattern_matches(const char *pattern, const char *name)
{
    assert(pattern && name);
    const char *star = NULL, *retry = NULL;
    while (*name) {
        if (*pattern == '*') {
            star = ++pattern;
            retry = name;
            continue;
        }
        if (*pattern == '?') {
            ++pattern;
            name += character_bytes(name);
            continue;
        }
        const char *literal = *pattern == '\\' ? pattern + 1 : pattern;
        if (*literal && *literal == *name) {
            pattern = literal + 1;
            ++name;
        } else if (star) {
            retry += character_bytes(retry);
            name = retry;
            pattern = star;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        ++pattern;
    return !*pattern;
}

bool pattern_literal(const char *pattern, char *out)
{
    assert(pattern && out);
    for (; *pattern; ++pattern) {
        if (*pattern == '*' || *pattern == '?')
            return false;
        if (*pattern == '\\' && pattern[1])
            ++pattern;
        *out++ = *pattern;
    }
    *out = '\0';
    return true;
}

void pattern_escape(const char *name, char *out)
{
    assert(name && out);
    if (*name == '@')
        *out++ = '\\';
    for (; *name; ++name) {
        if (*name == '*' || *name == '?' || *name == '\\' || *name == '"')
            *out++ = '\\';
        *out++ = *name;
    }
    *out = '\0';
}

RuleSet *rule_set_create(void)
{
    RuleSet *set = mem_calloc(1, sizeof *set);
    if (set)
        set->references = 1;
    return set;
}

RuleSet *rule_set_retain(RuleSet *set)
{
    if (set)
        ++set->references;
    return set;
}

static void rule_free(Rule *rule)
{
    mem_free(rule->a);
    mem_free(rule->b);
}

static void group_free(RuleGroup *group)
{
    for (size_t i = 0; i < group->count; ++i)
        mem_free(group->patterns[i]);
    mem_free(group->patterns);
    mem_free(group->name);
}

void rule_set_release(RuleSet *set)
{
    if (!set || --set->references > 0)
        return;
    for (size_t i = 0; i < set->count; ++i)
        rule_free(&set->rules[i]);
    for (size_t i = 0; i < set->group_count; ++i)
        group_free(&set->groups[i]);
    mem_free(set->rules);
    mem_free(set->groups);
    mem_free(set);
}

RuleSet *rule_set_copy(const RuleSet *set)
{
    RuleSet *copy = rule_set_create();
    bool ok = copy != NULL;
    for (size_t i = 0; ok && i < set->group_count; ++i)
        ok = rule_set_add_group(copy, set->groups[i].name,
                                (const char *const *)set->groups[i].patterns, set->groups[i].count,
                                NULL);
    for (size_t i = 0; ok && i < set->count; ++i)
        ok = rule_set_add(copy, set->rules[i].kind, set->rules[i].a, set->rules[i].b,
                          set->rules[i].length, NULL);
    if (!ok) {
        rule_set_release(copy);
        copy = NULL;
    }
    return copy;
}

static bool group_equal(const RuleGroup *a, const RuleGroup *b)
{
    bool equal = a->count == b->count && strcmp(a->name, b->name) == 0;
    for (size_t i = 0; equal && i < a->count; ++i)
        equal = strcmp(a->patterns[i], b->patterns[i]) == 0;
    return equal;
}

static bool rule_equal(const Rule *a, const Rule *b)
{
    return a->kind == b->kind && strcmp(a->a, b->a) == 0 && strcmp(a->b, b->b) == 0 &&
           a->length == b->length;
}

bool rule_set_equal(const RuleSet *a, const RuleSet *b)
{
    static const RuleSet none = {0};
    a = a ? a : &none;
    b = b ? b : &none;
    bool equal = a == b || (a->count == b->count && a->group_count == b->group_count);
    for (size_t i = 0; a != b && equal && i < a->group_count; ++i)
        equal = group_equal(&a->groups[i], &b->groups[i]);
    for (size_t i = 0; a != b && equal && i < a->count; ++i)
        equal = rule_equal(&a->rules[i], &b->rules[i]);
    return equal;
}

size_t rule_set_bytes(const RuleSet *set)
{
    size_t bytes = set ? sizeof *set + set->capacity * sizeof *set->rules : 0;
    for (size_t i = 0; set && i < set->count; ++i)
        bytes += strlen(set->rules[i].a) + strlen(set->rules[i].b) + 2;
    return bytes;
}

const RuleGroup *rule_set_group(const RuleSet *set, const char *name)
{
    for (size_t i = 0; set && i < set->group_count; ++i)
        if (strcmp(set->groups[i].name, name) == 0)
            return &set->groups[i];
    return NULL;
}

bool rule_group_matches(const RuleGroup *group, const char *key)
{
    for (size_t i = 0; group && i < group->count; ++i)
        if (pattern_matches(group->patterns[i], key))
            return true;
    return false;
}

static bool has_wildcards(const char *pattern)
{
    for (; *pattern; ++pattern) {
        if (*pattern == '*' || *pattern == '?')
            return true;
        if (*pattern == '\\' && pattern[1])
            ++pattern;
    }
    return false;
}

static bool check_wildcards(const RuleSet *set, int32_t more, Error *err)
{
    if (more > RULES_MAX_WILDCARDS - set->wildcards)
        return error_set(err, "there are more than %d patterns with wildcards or in groups",
                         RULES_MAX_WILDCARDS);
    return true;
}

static bool is_wild(const char *pattern)
{
    return pattern[0] == '@' || has_wildcards(pattern);
}

bool rule_set_add(RuleSet *set, enum PairRule kind, const char *a, const char *b, double length,
                  Error *err)
{
    assert(set && a && b);
    const char *both[2] = {a, b}, *why;
    int32_t wild = 0;
    for (int i = 0; i < 2; ++i) {
        if (!pattern_valid(both[i], &why))
            return error_set(err, "%s", why);
        if (both[i][0] == '@' && !rule_set_group(set, both[i] + 1))
            return error_set(err, "there is no group \"%.200s\"", both[i] + 1);
        wild += is_wild(both[i]);
    }
    if (!check_wildcards(set, wild, err))
        return false;
    Rule rule = {kind, mem_strdup(a), mem_strdup(b), length};
    if (!rule.a || !rule.b ||
        !array_reserve(&set->rules, &set->capacity, set->count + 1, sizeof rule)) {
        rule_free(&rule);
        return error_set(err, "not enough memory for the rules");
    }
    set->wildcards += wild;
    set->rules[set->count++] = rule;
    return true;
}

void rule_set_remove(RuleSet *set, size_t index)
{
    assert(set && index < set->count);
    Rule *rule = &set->rules[index];
    set->wildcards -= is_wild(rule->a) + is_wild(rule->b);
    rule_free(rule);
    memmove(rule, rule + 1, (set->count - index - 1) * sizeof *rule);
    --set->count;
}

bool rule_set_add_group(RuleSet *set, const char *name, const char *const *patterns, size_t count,
                        Error *err)
{
    const char *why;
    if (!pattern_valid(name, &why)) // what can stand in a rules file can stand there as a name
        return error_set(err, "the name of the group: %s", why);
    if (rule_set_group(set, name))
        return error_set(err, "there is a group \"%.200s\" already", name);
    if (count > RULES_MAX_WILDCARDS || !check_wildcards(set, (int32_t)count, err))
        return error_set(err, "group \"%.200s\" has too many patterns", name);
    for (size_t i = 0; i < count; ++i) {
        if (!pattern_valid(patterns[i], &why))
            return error_set(err, "%s", why);
        if (patterns[i][0] == '@')
            return error_set(err, "a group cannot hold another one");
    }
    RuleGroup group = {.name = mem_strdup(name)};
    bool ok = group.name &&
              array_reserve(&group.patterns, &group.capacity, count, sizeof *group.patterns);
    for (size_t i = 0; ok && i < count; ++i) {
        char *pattern = mem_strdup(patterns[i]);
        ok = pattern != NULL;
        if (ok)
            group.patterns[group.count++] = pattern;
    }
    if (!ok ||
        !array_reserve(&set->groups, &set->group_capacity, set->group_count + 1, sizeof group)) {
        group_free(&group);
        return error_set(err, "not enough memory for the rules");
    }
    set->wildcards += (int32_t)count;
    set->groups[set->group_count++] = group;
    return true;
}

static bool is_about(const Rule *rule, const char *a, const char *b)
{
    return (strcmp(rule->a, a) == 0 && strcmp(rule->b, b) == 0) ||
           (strcmp(rule->a, b) == 0 && strcmp(rule->b, a) == 0);
}

bool rule_set_replace(RuleSet *set, enum PairRule kind, const char *a, const char *b, double length,
                      Error *err)
{
    assert(set && a && b);
    size_t before = set->count;
    if (!rule_set_add(set, kind, a, b, length, err))
        return false;
    bool clearance = kind == RULE_CLEARANCE;
    for (size_t i = before; i-- > 0;)
        if ((set->rules[i].kind == RULE_CLEARANCE) == clearance && is_about(&set->rules[i], a, b))
            rule_set_remove(set, i);
    return true;
}

bool rule_set_put(RuleSet *set, enum PairRule kind, const char *name_a, const char *name_b,
                  double length, Error *err)
{
    assert(set && name_a && name_b);
    char *a = mem_alloc(2 * strlen(name_a) + 2), *b = mem_alloc(2 * strlen(name_b) + 2);
    bool ok = a && b;
    if (ok) {
        pattern_escape(name_a, a);
        pattern_escape(name_b, b);
        ok = rule_set_replace(set, kind, a, b, length, err);
    } else {
        error_set(err, "not enough memory for the rules");
    }
    mem_free(a);
    mem_free(b);
    return ok;
}

uint64_t pair_id(const char *key_a, const char *key_b)
{
    assert(key_a && key_b);
    bool ordered = strcmp(key_a, key_b) <= 0;
    uint64_t hash = utf8_hash(ordered ? key_a : key_b, UTF8_HASH_START);
    return utf8_hash(ordered ? key_b : key_a, hash);
}
