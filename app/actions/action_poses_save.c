#include "app/actions/action_tools.h"

#include "app/actions/poses.h"
#include "app/session/save.h"

#include <string.h>

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    char *text = poses_text(app);
    if (!text)
        return error_set(err, "not enough memory for the poses");
    save_text(app, args->text, text, "the poses");
    return true;
}

const Action action_poses_save = {
    .name = "poses.save",
    .title = "Save poses as text",
    .note = "text: the path; one line per part: its name and the numbers of its placement",
    .args = {{.type = ARG_PATH}},
    .enabled = action_needs_parts,
    .apply = apply,
    .example = "text=/nonexistent/poses.txt",
};
