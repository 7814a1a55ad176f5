#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    const char *group = group_intern(args->text, strnlen(args->text, sizeof args->text));
    if (!group)
        return error_set(err, "a name must not be empty");
    return action_set_part_field(app, args, offsetof(PartState, group), &group, sizeof group);
}

const Action action_part_group = {
    .name = "part.group",
    .title = "Put part into a group",
    .note = "part, text: the group's name, in another group its path (Gearbox/Shafts); a group "
            "that is not "
            "there is made",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PART}, {.type = ARG_TEXT}},
    .enabled = action_needs_parts,
    .apply = apply,
    .example = "text=\"Some parts\"",
};
