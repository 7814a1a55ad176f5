#include "app/actions/action_tools.h"

#include "app/actions/poses.h"

#include <string.h>

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    int32_t moved = 0, unknown = 0;
    if (!poses_read(app, args->text, &moved, &unknown, err))
        return false;
    app_notify(app, unknown > 0 ? NOTICE_WARNING : NOTICE_INFO,
               "Placed %d parts; %d lines name parts that are not here or locked", (int)moved,
               (int)unknown);
    return true;
}

const Action action_poses_open = {
    .name = "poses.open",
    .title = "Open poses",
    .note = "text: the path of a file as Save poses writes it",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PATH}},
    .enabled = action_needs_parts,
    .apply = apply,
    .example = "text=assets/poses-example.txt",
};
