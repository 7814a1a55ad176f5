#include "app/window/panels/matrix_entries.h"
#include "app/stages/target.h"
#include "core/base/array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void matrix_entries_free(MatrixEntries *entries)
{
    free(entries->items);
    free(entries->patterns);
    *entries = (MatrixEntries){0};
}

static bool add(MatrixEntries *entries, const char *pattern, int32_t part)
{
    if (!array_reserve(&entries->items, &entries->capacity, entries->count + 1,
                       sizeof *entries->items))
        return false;
    entries->items[entries->count++] = (MatrixEntry){pattern, part};
    return true;
}

static bool is_there(const MatrixEntries *entries, const char *pattern)
{
    for (size_t i = 0; i < entries->count; ++i)
        if (entries->items[i].pattern && strcmp(entries->items[i].pattern, pattern) == 0)
            return true;
    return false;
}

// The rules keep the texts: whoever keeps the entries keeps the rules.
static bool add_patterns(MatrixEntries *entries, const RuleSet *set, const char *filter)
{
    bool good = true;
    size_t used = 0;
    for (size_t i = 0; good && set && i < set->group_count; ++i) {
        char *name = entries->patterns + used;
        used += strlen(set->groups[i].name) + 2;
        sprintf(name, "@%s", set->groups[i].name);
        good = !strstr(name, filter) || add(entries, name, NO_PART);
    }
    for (size_t i = 0; good && set && i < set->count; ++i) {
        const char *both[2] = {set->rules[i].a, set->rules[i].b};
        for (int k = 0; good && k < 2; ++k) {
            bool wild = both[k][0] != '@' && (strchr(both[k], '*') || strchr(both[k], '?'));
            if (wild && strstr(both[k], filter) && !is_there(entries, both[k]))
                good = add(entries, both[k], NO_PART);
        }
    }
    return good;
}

bool matrix_entries_make(MatrixEntries *entries, const App *app, const int32_t *parts, size_t count,
                         const char *filter)
{
    const RuleSet *set = app->document.rules;
    size_t bytes = 1;
    entries->count = 0;
    for (size_t i = 0; set && i < set->group_count; ++i)
        bytes += strlen(set->groups[i].name) + 2;
    bool good = array_reserve(&entries->patterns, &entries->pattern_capacity, bytes, 1) &&
                add_patterns(entries, set, filter);
    if (good && strstr("*", filter) && !is_there(entries, "*"))
        good = add(entries, "*", NO_PART);
    for (size_t i = 0; good && i < count; ++i)
        if (strstr(app->assembly.parts[parts[i]].name, filter))
            good = add(entries, NULL, parts[i]);
    return good;
}

const char *matrix_entry_name(const MatrixEntry *entry, const App *app)
{
    return !entry->pattern                    ? app->assembly.parts[entry->part].name
           : strcmp(entry->pattern, "*") == 0 ? "* (any part)"
                                              : entry->pattern;
}

bool matrix_entry_pattern(const MatrixEntry *entry, const App *app, char *out, size_t size)
{
    const char *text = entry->pattern ? entry->pattern : app->assembly.parts[entry->part].key;
    if (2 * strlen(text) + 2 > size)
        return false;
    if (entry->pattern)
        snprintf(out, size, "%s", text);
    else
        pattern_escape(text, out);
    return true;
}

static const Rule *said_between(const RuleSet *set, const char *a, const char *b)
{
    for (size_t i = set ? set->count : 0; i-- > 0;) {
        const Rule *rule = &set->rules[i];
        if (rule->kind != RULE_CLEARANCE && ((strcmp(rule->a, a) == 0 && strcmp(rule->b, b) == 0) ||
                                             (strcmp(rule->a, b) == 0 && strcmp(rule->b, a) == 0)))
            return rule;
    }
    return NULL;
}

MatrixCell matrix_cell(const App *app, const MatrixEntry *row, const MatrixEntry *column)
{
    MatrixCell cell = {.rule = RULE_CHECKED};
    char a[1200], b[1200];
    const SharedRules *rules = stages_known_rules(app);
    const Rule *said = app->document.rules && matrix_entry_pattern(row, app, a, sizeof a) &&
                               matrix_entry_pattern(column, app, b, sizeof b)
                           ? said_between(app->document.rules, a, b)
                           : NULL;
    cell.said = said != NULL;
    cell.rule = said ? said->kind : RULE_CHECKED;
    if (row->pattern || column->pattern || row->part == column->part)
        return cell;
    if (rules)
        cell.rule = pair_rules_find(&rules->rules, row->part, column->part, NULL);
    const FitRow *found = contact_row(app, row->part, column->part);
    cell.meets = found && found->state != PAIR_CLEAR;
    cell.counted = found && found->violation;
    return cell;
}
