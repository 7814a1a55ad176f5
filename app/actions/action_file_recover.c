#include "app/actions/action_tools.h"

#include "app/session/save.h"

#include <string.h>

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    if (args->flag)
        save_discard(app, args->text);
    else
        save_recover(app, args->text);
    return true;
}

const Action action_file_recover = {
    .name = "file.recover",
    .title = "Recover unsaved work",
    .note = "text: an autosave that was found at the start; flag: delete it instead",
    .flags = ACTION_UNRECORDED,
    .args = {{.type = ARG_FLAG}, {.type = ARG_PATH}},
    .apply = apply,
    .example = "text=/nonexistent/autosave.json flag=off",
};
