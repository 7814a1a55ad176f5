#include "app/actions/action_tools.h"

static bool enabled(const App *app, const char **why)
{
    *why = "there are no rules";
    return app->document.rules && app->document.rules->count > 0;
}

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    const RuleSet *rules = app->document.rules;
    if (!rules || args->index < 0 || (size_t)args->index >= rules->count)
        return error_set(err, "there is no such rule");
    RuleSet *set = action_copy_rules(app, err);
    if (set)
        rule_set_remove(set, (size_t)args->index);
    return set && action_set_rules(app, set, true);
}

const Action action_rules_remove = {
    .name = "rules.remove",
    .title = "Take back one rule about pairs",
    .note = "index: which one, from the first on",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_INDEX}},
    .enabled = enabled,
    .apply = apply,
};
