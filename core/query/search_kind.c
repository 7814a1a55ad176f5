#include "core/query/search_kind.h"

#include "core/query/preset.h"
#include "core/tree/build/build.h"
#include "core/tree/split/split.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool search_kind_equal(const SearchKind *a, const SearchKind *b)
{
    return bvh_desc_equal(&a->build, &b->build) && a->query.test == b->query.test &&
           a->query.rule == b->query.rule && a->query.lift == b->query.lift;
}

static SearchKind of_preset(const SearchPreset *preset)
{
    SearchKind kind = {.build = preset_build(preset), .query = {.mode = QUERY_ALL}};
    preset_query(preset, &kind.query);
    return kind;
}

static SearchKind of_type(const BvType *type)
{
    return of_preset(&(SearchPreset){.build = {.type = type}});
}

static int find(const void *rows, int count, const char *text)
{
    for (int i = 0; i < count; ++i)
        if (named_is(named_name(rows, i), text))
            return i;
    return -1;
}

static int find_test(const BvType *type, const char *text)
{
    for (int i = 0; i < type->test_count; ++i)
        if (named_is(type->tests[i].name, text))
            return i;
    return -1;
}

// --- reading

typedef struct Reading {
    SearchKind *out;
    int count;
    Error *err;
} Reading;

static bool add(Reading *reading, const SearchKind *kind)
{
    for (int i = 0; i < reading->count; ++i)
        if (search_kind_equal(&reading->out[i], kind))
            return true;
    if (reading->count == SEARCH_KINDS_MOST)
        return error_set(reading->err, "more than %d kinds", SEARCH_KINDS_MOST);
    reading->out[reading->count++] = *kind;
    return true;
}

static bool whole_number(const char *text, int least, int most, int32_t *out)
{
    char *end;
    long value = strtol(text, &end, 10);
    if (end == text || *end || value < least || value > most)
        return false;
    *out = (int32_t)value;
    return true;
}

// PARAMETER=VALUE, split at the sign.
static bool set_param(SearchKind *kind, const char *name, const char *value)
{
    const BvType *type = kind->build.type;
    char *end;
    double number = strtod(value, &end);
    for (int i = 0; i < type->param_count; ++i)
        if (named_is(type->params[i].name, name)) {
            const Param *param = &type->params[i];
            if (end == value || *end || !(number >= param->min && number <= param->max))
                return false;
            kind->build.params[i] = number;
            kind->build = bvh_desc_filled(&kind->build);
            return true;
        }
    return false;
}

enum Choice { TEST, CRITERION, BUILDER, RULE, CHOICES };
static const char *const singular[CHOICES] = {"test", "criterion", "builder", "rule"};
static const char *const plural[CHOICES] = {"tests", "criteria", "builders", "rules"};

static int choice_count(const BvType *type, enum Choice choice)
{
    switch (choice) {
    case TEST:
        return type->test_count;
    case CRITERION:
        return split_rule_count;
    case BUILDER:
        return builder_count;
    default:
        return descent_rule_count;
    }
}

static int choice_find(const BvType *type, enum Choice choice, const char *text)
{
    switch (choice) {
    case TEST:
        return find_test(type, text);
    case CRITERION:
        return find(split_rules, split_rule_count, text);
    case BUILDER:
        return find(builders, builder_count, text);
    default:
        return find(descent_rules, descent_rule_count, text);
    }
}

static void choose(SearchKind *kind, enum Choice choice, int i)
{
    if (choice == TEST)
        kind->query.test = i;
    else if (choice == CRITERION)
        kind->build.split = split_rules[i];
    else if (choice == BUILDER)
        kind->build.builder = builders[i];
    else
        kind->query.rule = i;
}

// name=value; false: not understood.
static bool take_setting(SearchKind *kind, char *word, char *sign)
{
    *sign = 0;
    const char *value = sign + 1;
    bool taken = false;
    for (enum Choice c = 0; c < CHOICES && !taken; ++c) {
        int i = strcmp(word, singular[c]) == 0 ? choice_find(kind->build.type, c, value) : -1;
        if (i >= 0)
            choose(kind, c, i);
        taken = i >= 0;
    }
    int32_t arity = 0;
    if (!taken && strcmp(word, "leaf") == 0)
        taken = whole_number(value, 1, BVH_MAX_LEAF, &kind->build.leaf_size);
    else if (!taken && strcmp(word, "arity") == 0 && whole_number(value, 2, 8, &arity)) {
        taken = arity == 2 || arity == 4 || arity == 8;
        kind->build.arity = taken ? arity : kind->build.arity;
    }
    taken = taken || set_param(kind, word, value);
    *sign = '=';
    return taken;
}

static bool take_word(SearchKind *kind, char *word)
{
    char *sign = strchr(word, '=');
    if (sign)
        return take_setting(kind, word, sign);
    if (strcmp(word, "lifted") == 0) {
        kind->query.lift = true;
        return true;
    }
    for (enum Choice c = 0; c < CHOICES; ++c) {
        int i = choice_find(kind->build.type, c, word);
        if (i >= 0) {
            choose(kind, c, i);
            return true;
        }
    }
    return false;
}

static bool possible(const SearchKind *kind, const char **why)
{
    *why = "this test has no work of nodes to be lifted";
    return bvh_desc_allowed(&kind->build, why) &&
           (!kind->query.lift || kind->build.type->tests[kind->query.test].run_lifted);
}

// What is left of a kind, after ":"; words that stand for several branch off.
static bool take_rest(Reading *reading, SearchKind kind, char *rest, bool several)
{
    const char *why = NULL;
    while (rest) {
        char *word = rest, *next = strchr(rest, ':');
        if (next)
            *next = 0;
        rest = next ? next + 1 : NULL;
        for (enum Choice c = 0; c < CHOICES; ++c) {
            if (strcmp(word, plural[c]) != 0)
                continue;
            bool ok = true;
            for (int i = 0; ok && i < choice_count(kind.build.type, c); ++i) {
                SearchKind one = kind;
                char copy[SEARCH_KIND_TEXT];
                snprintf(copy, sizeof copy, "%s", rest ? rest : "");
                choose(&one, c, i);
                ok = take_rest(reading, one, rest ? copy : NULL, true);
            }
            return ok;
        }
        if (!take_word(&kind, word))
            return error_set(reading->err, "%s has no \"%.100s\"", kind.build.type->name, word);
    }
    kind.build = bvh_desc_filled(&kind.build);
    if (possible(&kind, &why))
        return add(reading, &kind);
    return several || error_set(reading->err, "%s cannot be had that way: %s",
                                kind.build.type->name, why); // of several, those that can
}

static bool take_kind(Reading *reading, char *text)
{
    char *rest = strchr(text, ':');
    if (rest)
        *rest++ = 0;
    bool presets = strcmp(text, "presets") == 0, all = strcmp(text, "all") == 0;
    char copy[SEARCH_KIND_TEXT] = "tests";
    if (rest || all)
        snprintf(copy, sizeof copy, "%s%s%s", rest ? rest : "", rest && all ? ":" : "",
                 all ? "tests" : "");
    char *with = rest || all ? copy : NULL;
    bool ok = true;
    for (int i = 0; ok && presets && i < search_preset_count; ++i) {
        char again[SEARCH_KIND_TEXT];
        snprintf(again, sizeof again, "%s", copy);
        ok = take_rest(reading, of_preset(search_presets[i]), with ? again : NULL, true);
    }
    for (int i = 0; ok && (all || strcmp(text, "volumes") == 0) && i < bv_type_count; ++i) {
        char again[SEARCH_KIND_TEXT];
        snprintf(again, sizeof again, "%s", copy);
        ok = take_rest(reading, of_type(bv_types[i]), with ? again : NULL, true);
    }
    if (presets || all || strcmp(text, "volumes") == 0)
        return ok;
    int preset = find(search_presets, search_preset_count, text);
    int type = find(bv_types, bv_type_count, text);
    if (preset < 0 && type < 0)
        return error_set(reading->err,
                         "\"%.100s\" is neither a preset nor a volume, nor presets, volumes or all",
                         text);
    bool volume = type >= 0 && (rest || preset < 0);
    return take_rest(reading, volume ? of_type(bv_types[type]) : of_preset(search_presets[preset]),
                     with, false);
}

int search_kinds_parse(const char *text, SearchKind kinds[SEARCH_KINDS_MOST], Error *err)
{
    Reading reading = {.out = kinds, .err = err};
    while (*text) {
        size_t length = strcspn(text, ",");
        char one[SEARCH_KIND_TEXT];
        if (length >= sizeof one) {
            error_set(err, "a kind is longer than %d letters", SEARCH_KIND_TEXT - 1);
            return 0;
        }
        while (length > 0 && *text == ' ') { // after a comma
            ++text;
            --length;
        }
        memcpy(one, text, length);
        one[length] = 0;
        text += length;
        text += *text == ',';
        if (length > 0 && !take_kind(&reading, one))
            return 0;
    }
    if (reading.count == 0)
        error_set(err, "no kind is named");
    return reading.count;
}

// --- writing

typedef struct Words {
    char *text;
    size_t size, used;
} Words;

static void put(Words *words, const char *separator, const char *key, const char *name, bool typed)
{
    if (words->used + 1 >= words->size)
        return;
    int n = snprintf(words->text + words->used, words->size - words->used, "%s%s%s",
                     words->used > 0 ? separator : "", key, name);
    size_t from = words->used;
    words->used += n > 0 ? (size_t)n : 0;
    words->used = words->used < words->size ? words->used : words->size - 1;
    for (size_t i = from; typed && i < words->used; ++i)
        words->text[i] = words->text[i] == ' ' ? '-' : (char)tolower((unsigned char)words->text[i]);
}

static void put_number(Words *words, const char *separator, const char *key, double value,
                       bool typed)
{
    char number[40];
    snprintf(number, sizeof number, "%.15g", value);
    if (strtod(number, NULL) < value || strtod(number, NULL) > value)
        snprintf(number, sizeof number, "%.17g", value);
    put(words, separator, key, number, typed);
}

static const SearchPreset *preset_like(const SearchKind *kind)
{
    for (int i = 0; i < search_preset_count; ++i) {
        SearchKind preset = of_preset(search_presets[i]);
        if (search_kind_equal(&preset, kind))
            return search_presets[i];
    }
    return NULL;
}

void search_kind_text(const SearchKind *kind, char *text, size_t size)
{
    assert(size > 0);
    Words words = {text, size, 0};
    const BvType *type = kind->build.type;
    SearchKind usual = of_type(type);
    const SearchPreset *preset = preset_like(kind);
    // Alone its name would be that of a preset.
    bool alike = search_kind_equal(kind, &usual) &&
                 find(search_presets, search_preset_count, type->name) >= 0;
    *text = 0;
    put(&words, "", "", preset ? preset->name : type->name, true);
    if (preset)
        return;
    if (kind->query.test != usual.query.test || alike)
        put(&words, ":", "test=", type->tests[kind->query.test].name, true);
    if (kind->build.split != usual.build.split)
        put(&words, ":", "criterion=", kind->build.split->name, true);
    if (kind->build.builder != usual.build.builder)
        put(&words, ":", "builder=", kind->build.builder->name, true);
    if (kind->query.rule != usual.query.rule)
        put(&words, ":", "rule=", descent_rules[kind->query.rule]->name, true);
    if (kind->query.lift)
        put(&words, ":", "", "lifted", true);
    if (kind->build.leaf_size != usual.build.leaf_size)
        put_number(&words, ":", "leaf=", kind->build.leaf_size, true);
    if (kind->build.arity != usual.build.arity)
        put_number(&words, ":", "arity=", kind->build.arity, true);
    for (int i = 0; i < type->param_count; ++i)
        if (kind->build.params[i] < usual.build.params[i] ||
            kind->build.params[i] > usual.build.params[i]) {
            char key[96];
            snprintf(key, sizeof key, "%.80s=", type->params[i].name);
            put_number(&words, ":", key, kind->build.params[i], true);
        }
}

void search_kind_name(const SearchKind *kind, char *text, size_t size)
{
    assert(size > 0);
    Words words = {text, size, 0};
    const BvType *type = kind->build.type;
    SearchKind usual = of_type(type);
    const SearchPreset *preset = preset_like(kind);
    *text = 0;
    put(&words, "", "", preset ? preset->name : type->name, false);
    if (preset)
        return;
    if (type->test_count > 1)
        put(&words, ", ", "", type->tests[kind->query.test].name, false);
    if (kind->build.split != usual.build.split)
        put(&words, ", ", "", bvh_criterion_name(&kind->build), false);
    if (kind->build.builder != usual.build.builder)
        put(&words, ", ", "", kind->build.builder->name, false);
    if (kind->query.rule != usual.query.rule)
        put(&words, ", ", "", descent_rules[kind->query.rule]->name, false);
    if (kind->query.lift)
        put(&words, ", ", "", "lifted", false);
    if (kind->build.leaf_size != usual.build.leaf_size)
        put_number(&words, ", ", "leaves of ", kind->build.leaf_size, false);
    if (kind->build.arity != usual.build.arity)
        put_number(&words, ", ", "arity ", kind->build.arity, false);
    for (int i = 0; i < type->param_count; ++i)
        if (kind->build.params[i] < usual.build.params[i] ||
            kind->build.params[i] > usual.build.params[i]) {
            char key[96];
            snprintf(key, sizeof key, "%.80s ", type->params[i].name);
            put_number(&words, ", ", key, kind->build.params[i], false);
        }
}
