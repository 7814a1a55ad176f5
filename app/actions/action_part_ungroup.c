#include "app/actions/action_tools.h"
#include "app/document/names.h"
#include "app/document/selection.h"
#include "app/io/group_path.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    Document *document = &app->document;
    for (int32_t i = 0; i < document->part_count; ++i) {
        const char *group = document->parts[i].group;
        if (!group || !selection_goes_along(document, args->part, i))
            continue;
        size_t above = group_path_length(group, group_path_depth(group) - 1);
        document->parts[i].group =
            group_path_depth(group) > 1 ? name_intern_part(group, above) : NULL;
    }
    return true;
}

const Action action_part_ungroup = {
    .name = "part.ungroup",
    .title = "Take part out of its group",
    .shortcut = "Ctrl+Shift+G",
    .note = "part: into the group that its group is in, or in none any more; a group without parts "
            "is gone",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_SELECTED}},
    .enabled = action_needs_parts,
    .apply = apply,
};
