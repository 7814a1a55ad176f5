#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)args;
    (void)err;
    app->quit = true;
    return true;
}

const Action action_app_quit = {
    .name = "app.quit",
    .title = "Quit",
    .shortcut = "Ctrl+Q",
    .note = "closes the program",
    .flags = ACTION_UNRECORDED,
    .apply = apply,
};
