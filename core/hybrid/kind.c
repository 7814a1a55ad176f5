#include "core/hybrid/kind.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Builders are written as people type them, without what a shell would take for itself.
static char typed(char c)
{
    return c == ' ' ? '-' : c == '&' ? 'n' : (char)tolower((unsigned char)c);
}

static bool is_called(const char *name, const char *word)
{
    size_t i = 0;
    while (name[i] && typed(name[i]) == typed(word[i]))
        ++i;
    return name[i] == 0 && word[i] == 0;
}

static int param_called(const HybridBuilder *builder, const char *word)
{
    for (int i = 0; i < builder->param_count; ++i)
        if (is_called(builder->params[i].name, word))
            return i;
    return -1;
}

HybridDesc hybrid_kind_repeatable(const HybridDesc *desc)
{
    HybridDesc kind = hybrid_desc_filled(desc);
    int seconds = param_called(kind.builder, "seconds"),
        nodes = param_called(kind.builder, "nodes");
    kind.seconds = NULL;
    if (seconds >= 0)
        kind.params[seconds] = 0;
    if (nodes >= 0 && !(kind.params[nodes] > 0))
        kind.params[nodes] = HYBRID_KIND_NODES;
    return kind;
}

static HybridDesc usual(const HybridBuilder *builder)
{
    return hybrid_kind_repeatable(&(HybridDesc){.builder = builder});
}

// --- reading

static bool number(const char *text, double least, double most, double *out)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || !(value >= least && value <= most))
        return false;
    *out = value;
    return true;
}

static bool take_types(HybridDesc *kind, const char *level_text, const char *value)
{
    double level = 0, bits;
    if ((*level_text && !number(level_text, 0, HYBRID_MAX_LEVELS - 1, &level)) ||
        !number(value, 1, VOLUME_TYPES_ALL, &bits))
        return false;
    kind->types[(int)level] = (unsigned)bits;
    return true;
}

static bool take_factor(HybridDesc *kind, const char *type, const char *value)
{
    for (int t = 0; t < VOLUME_TYPE_COUNT; ++t)
        if (is_called(volume_type_names[t], type))
            return number(value, 0.01, 100, &kind->factors[t]);
    return false;
}

static bool take_word(HybridDesc *kind, char *word)
{
    char *sign = strchr(word, '=');
    if (!sign) {
        kind->by_area = kind->by_area || strcmp(word, "area") == 0;
        return strcmp(word, "area") == 0;
    }
    *sign = 0;
    const char *value = sign + 1;
    int i = param_called(kind->builder, word);
    bool taken = false;
    if (i >= 0) {
        const Param *param = &kind->builder->params[i];
        taken = number(value, param->min, param->max, &kind->params[i]);
    } else if (strncmp(word, "types", 5) == 0) {
        taken = take_types(kind, word + 5, value);
    } else if (strncmp(word, "factor-", 7) == 0) {
        taken = take_factor(kind, word + 7, value);
    }
    *sign = '=';
    return taken;
}

static bool same(const HybridDesc *a, const HybridDesc *b)
{
    char texts[2][HYBRID_KIND_TEXT];
    hybrid_kind_text(a, texts[0], sizeof texts[0]);
    hybrid_kind_text(b, texts[1], sizeof texts[1]);
    return strcmp(texts[0], texts[1]) == 0;
}

static bool add(HybridDesc *kinds, int *count, const HybridDesc *kind, Error *err)
{
    for (int i = 0; i < *count; ++i)
        if (same(&kinds[i], kind))
            return true;
    if (*count == HYBRID_KINDS_MOST)
        return error_set(err, "more than %d kinds", HYBRID_KINDS_MOST);
    kinds[(*count)++] = *kind;
    return true;
}

static bool take_rest(HybridDesc *kind, char *rest, Error *err)
{
    while (rest) {
        char *word = rest, *next = strchr(rest, ':');
        if (next)
            *next = 0;
        bool taken = take_word(kind, word);
        if (next)
            *next = ':'; // read again for the next builder
        rest = next ? next + 1 : NULL;
        if (!taken)
            return error_set(err, "%s has no \"%.*s\"", kind->builder->name,
                             (int)strcspn(word, ":"), word);
    }
    return true;
}

static bool take_kind(char *text, HybridDesc *kinds, int *count, Error *err)
{
    char *rest = strchr(text, ':');
    if (rest)
        *rest++ = 0;
    bool all = strcmp(text, "builders") == 0, found = all;
    for (int b = 0; b < hybrid_builder_count; ++b) {
        if (!all && !is_called(hybrid_builders[b]->name, text))
            continue;
        HybridDesc kind = usual(hybrid_builders[b]);
        found = true;
        if (!take_rest(&kind, rest, err) || !add(kinds, count, &kind, err))
            return false;
    }
    return found || error_set(err, "\"%.100s\" is neither a hybrid builder nor \"builders\"", text);
}

int hybrid_kinds_parse(const char *text, HybridDesc kinds[HYBRID_KINDS_MOST], Error *err)
{
    int count = 0;
    while (*text) {
        char one[HYBRID_KIND_TEXT];
        text += strspn(text, " ");
        size_t length = strcspn(text, ",");
        if (length >= sizeof one) {
            error_set(err, "a kind is longer than %d letters", HYBRID_KIND_TEXT - 1);
            return 0;
        }
        memcpy(one, text, length);
        one[length] = 0;
        text += length;
        text += *text == ',';
        if (length > 0 && !take_kind(one, kinds, &count, err))
            return 0;
    }
    if (count == 0)
        error_set(err, "no kind is named");
    return count;
}

// --- writing

typedef struct Words {
    char *text;
    size_t size, used;
    const char *separator, *equals;
} Words;

static void put(Words *words, const char *text)
{
    int n = snprintf(words->text + words->used, words->size - words->used, "%s", text);
    words->used += n > 0 ? (size_t)n : 0;
    words->used = words->used < words->size ? words->used : words->size - 1;
}

static void put_number(Words *words, const char *key, double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.15g", value);
    if (strtod(text, NULL) < value || strtod(text, NULL) > value)
        snprintf(text, sizeof text, "%.17g", value);
    put(words, words->separator);
    put(words, key);
    put(words, words->equals);
    put(words, text);
}

static bool differ(double a, double b)
{
    return a < b || a > b;
}

static void put_others(Words *words, const HybridDesc *kind)
{
    HybridDesc normal = usual(kind->builder);
    char key[96];
    for (int i = 0; i < kind->builder->param_count; ++i)
        if (differ(kind->params[i], normal.params[i]))
            put_number(words, kind->builder->params[i].name, kind->params[i]);
    for (int level = 0; level < HYBRID_MAX_LEVELS; ++level)
        if ((kind->types[level] & VOLUME_TYPES_ALL) != (normal.types[level] & VOLUME_TYPES_ALL)) {
            snprintf(key, sizeof key, level > 0 ? "types%d" : "types", level);
            put_number(words, key, kind->types[level] & VOLUME_TYPES_ALL);
        }
    for (int t = 0; t < VOLUME_TYPE_COUNT; ++t)
        if (differ(kind->factors[t], normal.factors[t])) {
            snprintf(key, sizeof key, "factor-%s", volume_type_names[t]);
            put_number(words, key, kind->factors[t]);
        }
    if (kind->by_area) {
        put(words, words->separator);
        put(words, "area");
    }
}

void hybrid_kind_text(const HybridDesc *kind, char *text, size_t size)
{
    assert(size > 0);
    Words words = {text, size, 0, ":", "="};
    *text = 0;
    put(&words, kind->builder->name);
    for (char *c = text; *c; ++c)
        *c = typed(*c);
    put_others(&words, kind);
    for (char *c = text; *c; ++c)
        *c = *c == ' ' ? '-' : *c;
}

void hybrid_kind_name(const HybridDesc *kind, char *text, size_t size)
{
    assert(size > 0);
    Words words = {text, size, 0, ", ", " "};
    *text = 0;
    put(&words, kind->builder->name);
    put_others(&words, kind);
}
