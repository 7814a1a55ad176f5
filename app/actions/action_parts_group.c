#include "action_tools.h"
#include "app/parts.h"
#include "app/selection.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)args;
    (void)err;
    Document *document = &app->document;
    const char *group = parts_free_group(app, "Group");
    for (int32_t i = 0; i < document->part_count; ++i)
        if (selection_has(document, i))
            document->parts[i].group = group;
    return true;
}

const Action action_parts_group = {
    .id = ACTION_parts_group,
    .name = "parts.group",
    .title = "Group selected parts",
    .shortcut = "Ctrl+G",
    .note = "makes a new group of the selected parts",
    .flags = ACTION_UNDOABLE,
    .reads = READS_NOTHING,
    .enabled = action_needs_selection,
    .apply = apply,
};
