#include "app/actions/action_tools.h"

#include "app/document/selection.h"
#include "core/base/array.h"

#include <stdlib.h>
#include <string.h>

static bool enabled(const App *app, const char **why)
{
    *why = "no part is selected";
    return app->document.selected != NO_PART;
}

static void free_all(char **patterns, size_t count)
{
    for (size_t i = 0; patterns && i < count; ++i)
        free(patterns[i]);
    free(patterns);
}

// Patterns that match just the selected parts; NULL: memory ran short.
static char **selected_patterns(const App *app, size_t *count)
{
    const Document *document = &app->document;
    char **patterns = array_alloc((size_t)document->part_count, sizeof *patterns);
    *count = 0;
    for (int32_t i = 0; patterns && i < document->part_count; ++i) {
        if (!selection_has(document, i))
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

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    size_t count;
    char **patterns = selected_patterns(app, &count);
    RuleSet *set = patterns ? action_copy_rules(app, err) : NULL;
    bool good =
        set && action_set_rules(
                   app, set,
                   rule_set_add_group(set, args->text, (const char *const *)patterns, count, err));
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
    .enabled = enabled,
    .apply = apply,
    .example = "text=\"selected parts\"",
};
