#include "app/actions/action_tools.h"

// As a fresh document has it; the camera and the panels' own state are the window's affair.
static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)args;
    Assembly nothing = {0};
    Document fresh;
    if (!document_init(&fresh, &nothing))
        return error_set(err, "not enough memory");
    fresh.view.camera = app->document.view.camera;
    app->document.view = fresh.view;
    app->document.move = fresh.move;
    document_free(&fresh);
    ++app->settings_resets;
    app_notify(app, NOTICE_INFO, "Colours, view and layout are as they were at the first start");
    return true;
}

const Action action_settings_reset = {
    .name = "settings.reset",
    .title = "Reset settings",
    .note = "colours, what is drawn and the layout of the panels as at the first start",
    .flags = ACTION_UNDOABLE,
    .apply = apply,
    .example = "",
};
