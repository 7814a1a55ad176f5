// What may touch.
#include "app/actions/action_tools.h"
#include "app/document/selection.h"
#include "app/io/group_path.h"
#include "app/io/rules_file.h"
#include "core/base/array.h"

#include <stdlib.h>
#include <string.h>

// A copy of the document's rules, to be changed and then set; NULL: memory ran short.
static RuleSet *copy_rules(const App *app, Error *err)
{
    const RuleSet *set = app->document.rules;
    RuleSet *copy = set ? rule_set_copy(set) : rule_set_create();
    if (!copy)
        error_set(err, "not enough memory for the rules");
    return copy;
}

// Takes the set over when it is good, drops it otherwise; returns good.
static bool set_rules(App *app, RuleSet *set, bool good)
{
    rule_set_release(good ? app->document.rules : set);
    if (good)
        app->document.rules = set;
    return good;
}

static const char *needs_rules(const App *app)
{
    return app->document.rules && app->document.rules->count > 0 ? NULL : "there are no rules";
}

// How deep they are now, in metres: what a baseline is compared with.
static double present_depth(const App *app, int32_t a, int32_t b)
{
    uint64_t id = pair_id(app->assembly.parts[a].key, app->assembly.parts[b].key);
    for (size_t i = 0; i < app->fit.count; ++i) {
        const FitRow *row = &app->fit.rows[i];
        if (row->id == id)
            return fit_row_baseline_depth(row) * length_unit_info(app->assembly.unit)->metres;
    }
    return 0;
}

static bool pair_rule(App *app, const ActionArgs *args, Error *err)
{
    if (args->part == args->other)
        return error_set(err, "a pair is of two parts");
    enum PairRule rule = (enum PairRule)args->rule;
    double depth = rule == RULE_BASELINE ? present_depth(app, args->part, args->other) : 0;
    RuleSet *set = copy_rules(app, err);
    return set && set_rules(app, set,
                            rule_set_put(set, rule, app->assembly.parts[args->part].key,
                                         app->assembly.parts[args->other].key, depth, err));
}

const Action action_pair_rule = {
    .name = "pair.rule",
    .title = "Set rule for pair with",
    .note = "part, other: the two parts; number: 0 checked, 1 ignored, 2 intentional, 3 forbidden, "
            "4 baseline",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PART},
             {.type = ARG_OTHER},
             {.type = ARG_NUMBER, .what = "the rule", .least = 0, .most = RULE_COUNT - 1}},
    .apply = pair_rule,
    .example = "number=1",
};

static bool pair_clearance(App *app, const ActionArgs *args, Error *err)
{
    if (args->part == args->other)
        return error_set(err, "a pair is of two parts");
    double metres = args->number * length_unit_info(app->assembly.unit)->metres;
    RuleSet *set = copy_rules(app, err);
    return set && set_rules(app, set,
                            rule_set_put(set, RULE_CLEARANCE, app->assembly.parts[args->part].key,
                                         app->assembly.parts[args->other].key, metres, err));
}

const Action action_pair_clearance = {
    .name = "pair.clearance",
    .title = "Set safety distance of pair with",
    .note = "part, other: the two parts; number: how far apart they must be, in the assembly's "
            "unit; 0: no matter",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PART},
             {.type = ARG_OTHER},
             {.type = ARG_NUMBER, .what = "the distance", .least = 0, .most = 1e9}},
    .apply = pair_clearance,
    .example = "number=2",
};

static const char *rules_baseline_obstacle(const App *app)
{
    return app->document.part_count == 0 ? "nothing is open"
           : !app->fit_current           ? "the contacts are still being looked for"
           : app->fit.count == 0         ? "nothing touches"
                                         : NULL;
}

static bool rules_baseline(App *app, const ActionArgs *args, Error *err)
{
    (void)args;
    RuleSet *set = copy_rules(app, err);
    return set && set_rules(app, set, fit_report_baseline(&app->fit, &app->assembly, set, err));
}

const Action action_rules_baseline = {
    .name = "rules.baseline",
    .title = "Baseline: ignore what touches now",
    .note = "what meets now is counted again only when it gets deeper",
    .flags = ACTION_UNDOABLE,
    .obstacle = rules_baseline_obstacle,
    .apply = rules_baseline,
};

static void rules_clear(App *app, const ActionArgs *args)
{
    (void)args;
    rule_set_release(app->document.rules);
    app->document.rules = NULL;
}

const Action action_rules_clear = {
    .name = "rules.clear",
    .title = "Forget all rules about pairs",
    .note = "every pair is checked again",
    .flags = ACTION_UNDOABLE,
    .obstacle = needs_rules,
    .act = rules_clear,
};

static bool rules_add(App *app, const ActionArgs *args, Error *err)
{
    RuleSet *set = copy_rules(app, err);
    if (!set)
        return false;
    size_t before = set->count + set->group_count;
    bool good =
        rules_parse(set, "rule", args->text, strlen(args->text), err) &&
        (set->count + set->group_count > before || error_set(err, "there is no rule in it"));
    return set_rules(app, set, good);
}

const Action action_rules_add = {
    .name = "rules.add",
    .title = "Add rule about pairs",
    .note = "text: a line as in a rules file: ignore Bolt* Plate, group fasteners Bolt* Nut*",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_TEXT}},
    .obstacle = action_needs_parts,
    .apply = rules_add,
    .example = "text=\"ignore Bolt* Plate*\"",
};

// Rules about just these two patterns, clearances aside.
static void forget_between(RuleSet *set, size_t count, const char *a, const char *b)
{
    for (size_t i = count; i-- > 0;) {
        const Rule *rule = &set->rules[i];
        bool same = (strcmp(rule->a, a) == 0 && strcmp(rule->b, b) == 0) ||
                    (strcmp(rule->a, b) == 0 && strcmp(rule->b, a) == 0);
        if (same && rule->kind != RULE_CLEARANCE)
            rule_set_remove(set, i);
    }
}

static void free_all(char **patterns, size_t count)
{
    for (size_t i = 0; patterns && i < count; ++i)
        free(patterns[i]);
    free(patterns);
}

typedef bool PartTest(const App *app, int32_t part, const char *group);

// Patterns that match just these parts; NULL: memory ran short.
static char **patterns_of(const App *app, PartTest *is_meant, const char *group, size_t *count)
{
    const Document *document = &app->document;
    char **patterns = array_alloc((size_t)document->part_count, sizeof *patterns);
    *count = 0;
    for (int32_t i = 0; patterns && i < document->part_count; ++i) {
        if (!is_meant(app, i, group))
            continue;
        const char *key = app->assembly.parts[i].key;
        char *pattern = malloc(2 * strlen(key) + 2);
        if (!pattern) {
            free_all(patterns, *count);
            return NULL;
        }
        pattern_escape(key, pattern);
        patterns[(*count)++] = pattern;
    }
    return patterns;
}

static bool is_in_group(const App *app, int32_t part, const char *group)
{
    const PartState *state = &app->document.parts[part];
    return !state->removed && group_path_holds(group, state->group);
}

// A group of the Parts panel that has no namesake among those of the rules becomes one, of its parts as they are
// now.
static bool take_group(const App *app, RuleSet *set, const char *name, Error *err)
{
    if (rule_set_group(set, name))
        return true;
    size_t count;
    char **patterns = patterns_of(app, is_in_group, name, &count);
    bool good = patterns || error_set(err, "not enough memory for the rules");
    if (good && count > 0)
        good = rule_set_add_group(set, name, (const char *const *)patterns, count, err);
    free_all(patterns, count);
    return good;
}

static bool take_groups(const App *app, RuleSet *set, const char *text, Error *err)
{
    char name[sizeof((ActionArgs *)0)->text];
    bool good = true;
    for (const char *c = text; good && *c;) {
        c += strspn(c, " \t");
        const bool quoted = *c == '"';
        const char *word = c += quoted;
        while (*c && (quoted ? *c != '"' : !strchr(" \t\"", *c)))
            c += *c == '\\' && c[1] ? 2 : 1;
        const char *end = c;
        c += quoted && *c == '"';
        if (*word != '@')
            continue;
        const size_t length = (size_t)(end - word) - 1;
        memcpy(name, word + 1, length);
        name[length] = '\0';
        good = take_group(app, set, name, err);
    }
    return good;
}

// As a cell of a matrix has it: `check` leaves nothing said about the two.
static bool rules_put(App *app, const ActionArgs *args, Error *err)
{
    RuleSet *set = copy_rules(app, err);
    if (!set || !take_groups(app, set, args->text, err))
        return set && set_rules(app, set, false);
    size_t before = set->count, groups = set->group_count;
    bool good = rules_parse(set, "rule", args->text, strlen(args->text), err) &&
                ((set->count == before + 1 && set->group_count == groups &&
                  set->rules[before].kind != RULE_CLEARANCE) ||
                 error_set(err, "one rule about two parts or groups is expected"));
    if (good) {
        const Rule said = set->rules[before];
        forget_between(set, before, said.a, said.b);
        if (said.kind == RULE_CHECKED)
            rule_set_remove(set, set->count - 1);
    }
    return set_rules(app, set, good);
}

const Action action_rules_put = {
    .name = "rules.put",
    .title = "Set rule between two names or groups",
    .note = "text: a line as in a rules file, which replaces what is said about just these two: "
            "intentional Bolt* @plates; with check nothing is said about them any more; @name may "
            "be a group of the Parts panel, too, which becomes a group of the rules",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_TEXT}},
    .obstacle = action_needs_parts,
    .apply = rules_put,
    .example = "text=\"intentional Bolt* Plate*\"",
};

static bool is_selected(const App *app, int32_t part, const char *group)
{
    (void)group;
    return selection_has(&app->document, part);
}

static bool rules_group(App *app, const ActionArgs *args, Error *err)
{
    size_t count;
    char **patterns = patterns_of(app, is_selected, NULL, &count);
    RuleSet *set = patterns ? copy_rules(app, err) : NULL;
    bool good = set && set_rules(app, set,
                                 rule_set_add_group(set, args->text, (const char *const *)patterns,
                                                    count, err));
    if (!patterns)
        error_set(err, "not enough memory for the rules");
    free_all(patterns, count);
    return good;
}

const Action action_rules_group = {
    .name = "rules.group",
    .title = "Name selected parts as group for rules",
    .note = "text: the name, with which rules call them: @name",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_TEXT}},
    .obstacle = action_needs_selection,
    .apply = rules_group,
    .example = "text=\"selected parts\"",
};

static bool rules_remove(App *app, const ActionArgs *args, Error *err)
{
    const RuleSet *rules = app->document.rules;
    if (!rules || args->index < 0 || (size_t)args->index >= rules->count)
        return error_set(err, "there is no such rule");
    RuleSet *set = copy_rules(app, err);
    if (set)
        rule_set_remove(set, (size_t)args->index);
    return set && set_rules(app, set, true);
}

const Action action_rules_remove = {
    .name = "rules.remove",
    .title = "Take back one rule about pairs",
    .note = "index: which one, from the first on",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_INDEX}},
    .obstacle = needs_rules,
    .apply = rules_remove,
};

static bool rules_open(App *app, const ActionArgs *args, Error *err)
{
    RuleSet *set = rule_set_create();
    if (!set)
        return error_set(err, "not enough memory for the rules");
    return set_rules(app, set, rules_read(set, args->text, err));
}

const Action action_rules_open = {
    .name = "rules.open",
    .title = "Open rules about pairs",
    .note = "text: the path of a rules file; it replaces the rules there are",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PATH}},
    .obstacle = action_needs_parts,
    .apply = rules_open,
    .example = "text=assets/rules-example.txt",
};

static bool rules_save(App *app, const ActionArgs *args, Error *err)
{
    if (!rules_write(app->document.rules, app->assembly.unit, args->text, err))
        return false;
    app_notify(app, NOTICE_INFO, "Saved %zu rules in %s", app->document.rules->count, args->text);
    return true;
}

const Action action_rules_save = {
    .name = "rules.save",
    .title = "Save rules about pairs",
    .note = "text: the path; the file is also read by snug check --rules",
    .args = {{.type = ARG_PATH}},
    .obstacle = needs_rules,
    .apply = rules_save,
};
