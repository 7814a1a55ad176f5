#include "app/actions/group_tools.h"
#include "app/document/names.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    const char *group = action_group(app, args, err);
    const char *name = group_intern(args->text, strnlen(args->text, sizeof args->text));
    if (!group)
        return false;
    if (!name)
        return error_set(err, "a name must not be empty");
    const char *own = group_path_name(group);
    const char *above = name_intern_part(group, own > group ? (size_t)(own - group - 1) : 0);
    const char *to = group_tools_join(above, name, err);
    return to && group_tools_move(app, group, to, err);
}

const Action action_group_rename = {
    .name = "group.rename",
    .title = "Rename group",
    .note = "part: one of its parts, index: its level or 0 for the part's own; text: the new name; "
            "that "
            "of another group beside it joins the two",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PART}, {.type = ARG_INDEX, .optional = true}, {.type = ARG_TEXT}},
    .enabled = action_needs_parts,
    .apply = apply,
    .subject = action_group_name,
    .example = "text=\"Another group\"",
};
