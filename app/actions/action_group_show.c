#include "app/actions/action_tools.h"
#include "app/io/group_path.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    const char *group = action_group(app, args, err);
    if (!group)
        return false;
    Document *document = &app->document;
    for (int32_t i = 0; i < document->part_count; ++i)
        if (group_path_holds(group, document->parts[i].group))
            document->parts[i].visible = args->flag;
    return true;
}

const Action action_group_show = {
    .name = "group.show",
    .title = "Show or hide group",
    .note = "part: one of its parts, index: its level or 0 for the part's own; flag: visible",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PART}, {.type = ARG_INDEX, .optional = true}, {.type = ARG_FLAG}},
    .enabled = action_needs_parts,
    .apply = apply,
    .subject = action_group_name,
};
