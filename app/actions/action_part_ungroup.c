#include "action_tools.h"
#include "app/selection.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!action_check_part(app, args, err))
        return false;
    Document *document = &app->document;
    for (int32_t i = 0; i < document->part_count; ++i)
        if (selection_goes_along(document, args->part, i))
            document->parts[i].group = NULL;
    return true;
}

const Action action_part_ungroup = {
    .id = ACTION_part_ungroup,
    .name = "part.ungroup",
    .title = "Take part out of its group",
    .shortcut = "Ctrl+Shift+G",
    .note = "part: in no group any more; a group without parts is gone",
    .flags = ACTION_UNDOABLE,
    .reads = READS_PART,
    .enabled = action_needs_parts,
    .apply = apply,
    .subject = action_part_name,
    .example = action_example_grouped,
};
