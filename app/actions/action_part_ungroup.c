#include "action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    const char *none = NULL;
    return action_set_part_field(app, args, offsetof(PartState, group), &none, sizeof none, err);
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
