#include "app/actions/action_tools.h"

#include "app/script/action_log.h"

static const char *obstacle(const App *app)
{
    return action_log_is_empty(app) ? "nothing was done yet" : NULL;
}

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!action_log_save(app, args->text, err))
        return false;
    app_notify(app, NOTICE_INFO, "Everything done since the start is in %s", args->text);
    return true;
}

const Action action_script_save = {
    .name = "script.save",
    .title = "Save actions as script",
    .note = "text: the path; everything done since the start, for snug view --script",
    .flags = ACTION_UNRECORDED,
    .args = {{.type = ARG_PATH}},
    .obstacle = obstacle,
    .apply = apply,
};
