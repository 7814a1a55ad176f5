#include "app/actions/action_tools.h"

static bool enabled(const App *app, const char **why)
{
    if (!action_needs_parts(app, why))
        return false;
    *why = app->fit_current ? "nothing touches" : "the contacts are still being looked for";
    return app->fit_current && app->fit.count > 0;
}

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)args;
    RuleSet *set = action_copy_rules(app, err);
    return set &&
           action_set_rules(app, set, fit_report_baseline(&app->fit, &app->assembly, set, err));
}

const Action action_rules_baseline = {
    .name = "rules.baseline",
    .title = "Baseline: ignore what touches now",
    .note = "what meets now is counted again only when it gets deeper",
    .flags = ACTION_UNDOABLE,
    .enabled = enabled,
    .apply = apply,
};
