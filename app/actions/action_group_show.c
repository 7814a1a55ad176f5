#include "action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!action_check_grouped(app, args, err))
        return false;
    Document *document = &app->document;
    const char *group = document->parts[args->part].group;
    for (int32_t i = 0; i < document->part_count; ++i)
        if (document->parts[i].group == group)
            document->parts[i].visible = args->flag;
    return true;
}

const Action action_group_show = {
    .id = ACTION_group_show,
    .name = "group.show",
    .title = "Show or hide group",
    .note = "part: one of its parts; flag: visible",
    .flags = ACTION_UNDOABLE,
    .reads = READS_PART | READS_FLAG,
    .enabled = action_needs_parts,
    .apply = apply,
    .subject = action_group_name,
    .example = action_example_grouped,
};
