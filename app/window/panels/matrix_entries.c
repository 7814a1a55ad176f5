#include "app/window/panels/matrix_entries.h"
#include "app/document/names.h"
#include "app/io/group_path.h"
#include "core/base/array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void matrix_entries_free(MatrixEntries *entries)
{
    free(entries->items);
    free(entries->parts);
    free(entries->patterns);
    *entries = (MatrixEntries){0};
}

static bool add(MatrixEntries *entries, const char *pattern, int32_t part)
{
    if (!array_reserve(&entries->items, &entries->capacity, entries->count + 1,
                       sizeof *entries->items))
        return false;
    entries->items[entries->count++] =
        (MatrixEntry){.pattern = pattern, .part = part, .first = (int32_t)entries->part_count};
    return true;
}

// Another part of the last entry.
static bool add_part(MatrixEntries *entries, int32_t part)
{
    if (!array_reserve(&entries->parts, &entries->part_capacity, entries->part_count + 1,
                       sizeof *entries->parts))
        return false;
    entries->parts[entries->part_count++] = part;
    ++entries->items[entries->count - 1].count;
    return true;
}

static bool is_there(const MatrixEntries *entries, const char *pattern)
{
    for (size_t i = 0; i < entries->count; ++i)
        if (entries->items[i].pattern && strcmp(entries->items[i].pattern, pattern) == 0)
            return true;
    return false;
}

// --- what is to be listed, before the parts

typedef struct Gathering {
    MatrixEntries *entries;
    const App *app;
    const int32_t *parts; // ascending
    size_t count;
    const char *filter;
    const char **groups; // of the Parts panel, interned, each once, in their order
    size_t group_count;
    size_t used; // of the texts of patterns
} Gathering;

static int by_path(const void *a, const void *b)
{
    return group_path_compare(*(const char *const *)a, *(const char *const *)b);
}

// With those that they are in.
static bool find_groups(Gathering *g)
{
    size_t most = 0;
    for (size_t i = 0; i < g->count; ++i) {
        const char *path = g->app->document.parts[g->parts[i]].group;
        most += path ? (size_t)group_path_depth(path) : 0;
    }
    g->groups = malloc((most + 1) * sizeof *g->groups);
    size_t n = 0;
    for (size_t i = 0; g->groups && i < g->count; ++i) {
        const char *path = g->app->document.parts[g->parts[i]].group;
        for (int level = path ? group_path_depth(path) : 0; level > 0; --level)
            g->groups[n++] = name_intern_part(path, group_path_length(path, level));
    }
    if (n > 1)
        qsort(g->groups, n, sizeof *g->groups, by_path);
    for (size_t i = 0; g->groups && i < n; ++i)
        if (g->group_count == 0 || g->groups[g->group_count - 1] != g->groups[i])
            g->groups[g->group_count++] = g->groups[i];
    return g->groups != NULL;
}

static const char *called(Gathering *g, const char *name)
{
    char *pattern = g->entries->patterns + g->used;
    g->used += (size_t)sprintf(pattern, "@%s", name) + 1;
    return pattern;
}

static bool make_room(Gathering *g, const RuleSet *set)
{
    size_t bytes = 1;
    for (size_t i = 0; set && i < set->group_count; ++i)
        bytes += strlen(set->groups[i].name) + 2;
    for (size_t i = 0; i < g->group_count; ++i)
        bytes += strlen(g->groups[i]) + 2;
    return array_reserve(&g->entries->patterns, &g->entries->pattern_capacity, bytes, 1);
}

static const char *key_of(const Gathering *g, size_t i)
{
    return g->app->assembly.parts[g->parts[i]].key;
}

static bool add_rule_groups(Gathering *g, const RuleSet *set)
{
    bool good = true;
    for (size_t k = 0; good && set && k < set->group_count; ++k) {
        const char *name = called(g, set->groups[k].name);
        if (!strstr(name, g->filter))
            continue;
        good = add(g->entries, name, NO_PART);
        for (size_t i = 0; good && i < g->count; ++i)
            if (rule_group_matches(&set->groups[k], key_of(g, i)))
                good = add_part(g->entries, g->parts[i]);
    }
    return good;
}

static bool add_wildcard(Gathering *g, const char *pattern)
{
    if (!strstr(pattern, g->filter) || is_there(g->entries, pattern))
        return true;
    bool good = add(g->entries, pattern, NO_PART);
    for (size_t i = 0; good && i < g->count; ++i)
        if (pattern_matches(pattern, key_of(g, i)))
            good = add_part(g->entries, g->parts[i]);
    return good;
}

static bool add_wildcards(Gathering *g, const RuleSet *set)
{
    bool good = true;
    for (size_t i = 0; good && set && i < set->count; ++i) {
        const char *both[2] = {set->rules[i].a, set->rules[i].b};
        for (int k = 0; good && k < 2; ++k)
            if (both[k][0] != '@' && (strchr(both[k], '*') || strchr(both[k], '?')))
                good = add_wildcard(g, both[k]);
    }
    return good && add_wildcard(g, "*");
}

static bool add_groups(Gathering *g, const RuleSet *set)
{
    bool good = true;
    for (size_t k = 0; good && k < g->group_count; ++k) {
        if (!strstr(g->groups[k], g->filter) || rule_set_group(set, g->groups[k]))
            continue;
        good = add(g->entries, called(g, g->groups[k]), NO_PART);
        for (size_t i = 0; good && i < g->count; ++i)
            if (group_path_holds(g->groups[k], g->app->document.parts[g->parts[i]].group))
                good = add_part(g->entries, g->parts[i]);
    }
    return good;
}

static int by_number(const void *a, const void *b)
{
    return *(const int32_t *)a - *(const int32_t *)b;
}

bool matrix_entries_make(MatrixEntries *entries, const App *app, const int32_t *parts, size_t count,
                         const char *filter)
{
    const RuleSet *set = app->document.rules;
    entries->count = entries->part_count = entries->several = 0;
    int32_t *sorted = malloc((count + 1) * sizeof *sorted);
    if (!sorted)
        return false;
    memcpy(sorted, parts, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_number);
    Gathering g = {
        .entries = entries, .app = app, .parts = sorted, .count = count, .filter = filter};
    bool good = find_groups(&g) && make_room(&g, set) && add_rule_groups(&g, set) &&
                add_wildcards(&g, set) && add_groups(&g, set);
    entries->several = entries->count;
    for (size_t i = 0; good && i < count; ++i)
        if (strstr(app->assembly.parts[parts[i]].name, filter))
            good = add(entries, NULL, parts[i]) && add_part(entries, parts[i]);
    free(g.groups);
    free(sorted);
    return good;
}

uint64_t matrix_grouping(const App *app)
{
    uint64_t sum = 0; // paths are interned: equal ones are at one address
    for (int32_t i = 0; i < app->document.part_count; ++i)
        sum = sum * 31 + 2 * (uint64_t)(uintptr_t)app->document.parts[i].group +
              app->document.parts[i].removed;
    return sum;
}

bool matrix_entry_has(const MatrixEntries *entries, const MatrixEntry *entry, int32_t part)
{
    int32_t low = entry->first, high = entry->first + entry->count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (entries->parts[middle] < part)
            low = middle + 1;
        else
            high = middle;
    }
    return low < entry->first + entry->count && entries->parts[low] == part;
}

const char *matrix_entry_name(const MatrixEntry *entry, const App *app)
{
    return !entry->pattern                    ? app->assembly.parts[entry->part].name
           : strcmp(entry->pattern, "*") == 0 ? "* (any part)"
                                              : entry->pattern;
}

// Between quotes, as it is.
static bool can_be_written(const char *pattern)
{
    for (; *pattern; ++pattern)
        if (*pattern == '"' || (*pattern == '\\' && !*++pattern))
            return false;
    return true;
}

bool matrix_entry_pattern(const MatrixEntry *entry, const App *app, char *out, size_t size)
{
    const char *text = entry->pattern ? entry->pattern : app->assembly.parts[entry->part].key;
    if (2 * strlen(text) + 2 > size)
        return false;
    if (entry->pattern && !can_be_written(text))
        return false;
    if (entry->pattern)
        snprintf(out, size, "%s", text);
    else
        pattern_escape(text, out);
    return true;
}
