#include "app/actions/action_tools.h"
#include "app/document/selection.h"
#include "app/io/group_path.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    const char *group = action_group(app, args, err);
    if (!group)
        return false;
    Document *document = &app->document;
    if (!args->flag)
        selection_only(document, NO_PART);
    for (int32_t i = document->part_count - 1; i >= 0; --i)
        if (group_path_holds(group, document->parts[i].group) && !document->parts[i].removed)
            selection_add(document, i);
    return true;
}

const Action action_group_select = {
    .name = "group.select",
    .title = "Select group",
    .note =
        "with the groups in it; part: one of its parts, index: its level or 0 for the part's own; "
        "flag: along with what is selected",
    .args = {{.type = ARG_PART}, {.type = ARG_INDEX, .optional = true}, {.type = ARG_FLAG}},
    .enabled = action_needs_parts,
    .apply = apply,
    .subject = action_group_name,
};
