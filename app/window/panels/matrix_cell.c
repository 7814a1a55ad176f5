#include "app/window/panels/matrix_cell.h"
#include "app/stages/target.h"

#include <stdio.h>
#include <string.h>

enum { MOST_PAIRS = 100000 }; // that are looked at for one cell

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

// Both have both parts: the pair comes twice, and counts once.
static bool comes_twice(const MatrixEntries *entries, const MatrixEntry *row,
                        const MatrixEntry *column, int32_t a, int32_t b)
{
    return a > b && matrix_entry_has(entries, row, b) && matrix_entry_has(entries, column, a);
}

// The rule of all pairs, in *out; what was said, where they differ.
static void look_through(const PairRules *rules, const MatrixEntries *entries,
                         const MatrixEntry *row, const MatrixEntry *column, MatrixRule *out)
{
    const int32_t *parts = entries->parts;
    enum PairRule first = RULE_CHECKED;
    if ((int64_t)row->count * column->count > MOST_PAIRS) {
        out->known = false;
        return;
    }
    for (int32_t i = row->first; i < row->first + row->count; ++i)
        for (int32_t k = column->first; k < column->first + column->count; ++k) {
            int32_t a = parts[i], b = parts[k];
            if (a == b || comes_twice(entries, row, column, a, b))
                continue;
            enum PairRule rule = pair_rules_find(rules, a, b, NULL);
            first = out->pairs++ == 0 ? rule : first;
            out->mixed |= rule != first;
        }
    if (out->pairs > 0 && !out->mixed)
        out->rule = first;
}

MatrixRule matrix_rule(const App *app, const MatrixEntries *entries, const MatrixEntry *row,
                       const MatrixEntry *column)
{
    MatrixRule out = {.rule = RULE_CHECKED, .known = true};
    char a[1200], b[1200];
    const SharedRules *rules = stages_known_rules(app);
    const Rule *said = app->document.rules && matrix_entry_pattern(row, app, a, sizeof a) &&
                               matrix_entry_pattern(column, app, b, sizeof b)
                           ? said_between(app->document.rules, a, b)
                           : NULL;
    out.said = said != NULL;
    out.rule = said ? said->kind : RULE_CHECKED;
    if (rules)
        look_through(&rules->rules, entries, row, column, &out);
    return out;
}

static bool has_unknown(const App *app, const MatrixEntries *entries, const MatrixEntry *entry)
{
    for (int32_t i = entry->first; app->parts && i < entry->first + entry->count; ++i)
        if (!app->parts[entries->parts[i]].known)
            return true;
    return false;
}

MatrixContacts matrix_contacts(const App *app, const MatrixEntries *entries, const MatrixEntry *row,
                               const MatrixEntry *column)
{
    MatrixContacts out = {.worst = FIT_NONE};
    for (size_t i = 0; i < app->fit.count; ++i) {
        const FitRow *found = &app->fit.rows[i];
        if (!app_pair_known(app, found->a, found->b) ||
            !((matrix_entry_has(entries, row, found->a) &&
               matrix_entry_has(entries, column, found->b)) ||
              (matrix_entry_has(entries, row, found->b) &&
               matrix_entry_has(entries, column, found->a))))
            continue;
        enum FitKind kind = fit_row_kind(found);
        ++out.of_kind[kind];
        ++out.count;
        out.worst = kind > out.worst ? kind : out.worst;
    }
    bool open = !app->fit_known && row->count > 0 && column->count > 0 &&
                (has_unknown(app, entries, row) || has_unknown(app, entries, column));
    out.worst = open && out.worst < FIT_CHECKING ? FIT_CHECKING : out.worst;
    return out;
}

enum PairRule matrix_next_rule(const MatrixRule *now)
{
    if (!now->said)
        return now->rule == RULE_INTENTIONAL ? RULE_FORBIDDEN : RULE_INTENTIONAL;
    return now->rule == RULE_INTENTIONAL ? RULE_FORBIDDEN
           : now->rule == RULE_FORBIDDEN ? RULE_IGNORED
                                         : RULE_CHECKED;
}

bool matrix_put_text(const App *app, const MatrixEntry *row, const MatrixEntry *column,
                     enum PairRule rule, char *out, size_t size)
{
    char a[500], b[500];
    if (!matrix_entry_pattern(row, app, a, sizeof a) ||
        !matrix_entry_pattern(column, app, b, sizeof b))
        return false;
    int n = snprintf(out, size, "%s \"%s\" \"%s\"", pair_rule_keyword(rule), a, b);
    return n > 0 && (size_t)n < size;
}
