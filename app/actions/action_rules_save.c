#include "app/actions/action_tools.h"

#include "app/io/rules_file.h"

#include <string.h>

static bool enabled(const App *app, const char **why)
{
    *why = "there are no rules";
    return app->document.rules && app->document.rules->count > 0;
}

static bool apply(App *app, const ActionArgs *args, Error *err)
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
    .enabled = enabled,
    .apply = apply,
};
