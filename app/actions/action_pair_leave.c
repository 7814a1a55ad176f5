#include "app/actions/action_tools.h"

static bool enabled(const App *app, const char **why)
{
    *why = "no pair is shown alone";
    return document_pair_shown(&app->document);
}

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)args, (void)err;
    app->document.view.shown_pair[0] = app->document.view.shown_pair[1] = NO_PART;
    return true;
}

const Action action_pair_leave = {
    .name = "pair.leave",
    .title = "Show the other parts again",
    .note = "after a pair was shown alone",
    .enabled = enabled,
    .apply = apply,
};
