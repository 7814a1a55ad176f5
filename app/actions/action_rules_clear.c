#include "app/actions/action_tools.h"

static bool enabled(const App *app, const char **why)
{
    *why = "there are no rules";
    return app->document.rules && app->document.rules->count > 0;
}

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)args;
    (void)err;
    rule_set_release(app->document.rules);
    app->document.rules = NULL;
    return true;
}

const Action action_rules_clear = {
    .name = "rules.clear",
    .title = "Forget all rules about pairs",
    .note = "every pair is checked again",
    .flags = ACTION_UNDOABLE,
    .enabled = enabled,
    .apply = apply,
};
