#include "app/actions/group_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    const char *group = action_group(app, args, err);
    const char *into = group_intern(args->text, strnlen(args->text, sizeof args->text));
    if (!group)
        return false;
    if (group_path_holds(group, into))
        return error_set(err, "a group cannot be put into itself");
    const char *to = group_tools_join(into ? into : "", group_path_name(group), err);
    return to && group_tools_move(app, group, to, err);
}

const Action action_group_move = {
    .name = "group.move",
    .title = "Put group into another one",
    .note = "part: one of its parts, index: its level or 0 for the part's own; text: path of the "
            "other one (Gearbox/Shafts), empty: out of all groups",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PART}, {.type = ARG_INDEX, .optional = true}, {.type = ARG_TEXT}},
    .enabled = action_needs_parts,
    .apply = apply,
    .subject = action_group_name,
    .example = "text=\"Larger group\"",
};
